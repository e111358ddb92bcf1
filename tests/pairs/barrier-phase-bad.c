/* expect: race

   Each thread computes from what its neighbour had; nothing keeps it from
   writing before the neighbour has read. */

#include <pthread.h>

static pthread_barrier_t barrier;
static int value[2];

static void *run (void *argument) {
  int *mine = argument;
  int *other = mine == &value[0] ? &value[1] : &value[0];
  *mine = 1;
  pthread_barrier_wait (&barrier);
  *mine += *other;
  return NULL;
}

int main (void) {
  pthread_t a, b;
  pthread_barrier_init (&barrier, NULL, 2);
  pthread_create (&a, NULL, run, &value[0]);
  pthread_create (&b, NULL, run, &value[1]);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
