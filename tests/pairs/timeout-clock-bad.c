/* expect: assertion

   Who has waited until a time knows that it has come. */

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t never;

static void *run (void *none) {
  struct timespec limit, now;
  clock_gettime (CLOCK_REALTIME, &limit);
  limit.tv_sec++;
  sem_timedwait (&never, &limit);
  clock_gettime (CLOCK_REALTIME, &now);
  assert (now.tv_sec < limit.tv_sec);
  return none;
}

int main (void) {
  pthread_t thread;
  sem_init (&never, 0, 0);
  pthread_create (&thread, NULL, run, NULL);
  pthread_join (thread, NULL);
  return 0;
}
