/* expect: assertion

   The thread believes that it will be in time. */

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t ready;

static void *giver (void *none) {
  sem_post (&ready);
  return none;
}

static void *taker (void *none) {
  struct timespec limit;
  clock_gettime (CLOCK_REALTIME, &limit);
  limit.tv_sec++;
  int failed = sem_timedwait (&ready, &limit);
  assert (!failed);
  return none;
}

int main (void) {
  pthread_t a, b;
  sem_init (&ready, 0, 0);
  pthread_create (&a, NULL, taker, NULL);
  pthread_create (&b, NULL, giver, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
