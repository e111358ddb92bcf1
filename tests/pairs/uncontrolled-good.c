/* expect: verified

   Ordinary calls of the system and the library are nothing special. */

#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *run (void *none) {
  char text[32];
  int file = open ("/dev/null", O_WRONLY);
  assert (file >= 0);
  snprintf (text, sizeof text, "%d %s", 7, getenv ("HOME") ? "home" : "none");
  assert (write (file, text, strlen (text)) == (ssize_t)strlen (text));
  close (file);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, run, NULL);
  pthread_create (&b, NULL, run, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
