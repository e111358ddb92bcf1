/* expect: verified
   executions: 2

   The thread gets what it waits for, or hears that its time is out; in the end
   nothing is lost. */

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t ready;
static int got;

static void *giver (void *none) {
  sem_post (&ready);
  return none;
}

static void *taker (void *none) {
  struct timespec limit;
  clock_gettime (CLOCK_REALTIME, &limit);
  limit.tv_sec++;
  got = sem_timedwait (&ready, &limit) == 0;
  assert (got || errno == ETIMEDOUT);
  return none;
}

int main (void) {
  pthread_t a, b;
  int left;
  sem_init (&ready, 0, 0);
  pthread_create (&a, NULL, taker, NULL);
  pthread_create (&b, NULL, giver, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  sem_getvalue (&ready, &left);
  assert (left + got == 1);
  return 0;
}
