/* expect: verified

   A thread waits for a request to be done, with a limit.  Who has done it wakes
   it and destroys the condition before it frees it. */

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *done;

static void *serve (void *unused) {
  pthread_mutex_lock (&lock);
  pthread_cond_broadcast (done);
  pthread_cond_destroy (done);
  free (done);
  done = NULL;
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void) {
  pthread_t server;
  struct timespec limit;
  clock_gettime (CLOCK_REALTIME, &limit);
  limit.tv_sec += 10;
  done = malloc (sizeof *done);
  pthread_cond_init (done, NULL);
  pthread_mutex_lock (&lock);
  pthread_create (&server, NULL, serve, NULL);
  while (done && !pthread_cond_timedwait (done, &lock, &limit))
    ;
  pthread_mutex_unlock (&lock);
  pthread_join (server, NULL);
}
