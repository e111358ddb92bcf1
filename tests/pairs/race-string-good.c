/* expect: verified
   executions: 1

   Two threads read one string, and write two others. */

#include <assert.h>
#include <pthread.h>
#include <string.h>

static char name[16] = "nobody";

static void *copy (void *result) {
  memset (result, 0, 16);
  strncpy (result, name, 15);
  strcat (result, "!");
  return NULL;
}

int main (void) {
  pthread_t a, b;
  char text[2][16];
  pthread_create (&a, NULL, copy, text[0]);
  pthread_create (&b, NULL, copy, text[1]);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (strcmp (text[0], "nobody!") == 0 && strlen (text[1]) == 7);
  return 0;
}
