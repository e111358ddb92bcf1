/* expect: race

   Two threads get the same block from main. */

#include <pthread.h>
#include <stdlib.h>

static void *fill (void *argument) {
  char *block = argument;
  block[0] = 'x';
  return NULL;
}

int main (void) {
  pthread_t a, b;
  char *block = malloc (8);
  pthread_create (&a, NULL, fill, block);
  pthread_create (&b, NULL, fill, block);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  free (block);
  return 0;
}
