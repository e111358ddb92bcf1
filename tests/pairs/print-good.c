/* expect: verified

   Two threads print into one stream, which has a lock of its own. */

#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static void *speak (void *word) {
  printf ("%s\n", (const char *)word);
  return NULL;
}

int main (void) {
  pthread_t a, b;
  char text[16];
  pthread_create (&a, NULL, speak, "left");
  pthread_create (&b, NULL, speak, "right");
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (snprintf (text, sizeof text, "%d", 42) == 2);
  return 0;
}
