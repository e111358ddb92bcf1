/* expect: race

   Two threads fill an array; their parts overlap in one element. */

#include <pthread.h>

static char array[3];

static void *left (void *none) {
  array[0] = array[1] = 'l';
  return none;
}

static void *right (void *none) {
  array[1] = array[2] = 'r';
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, left, NULL);
  pthread_create (&b, NULL, right, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
