/* expect: verified

   A condition is used with one mutex, and with another one when nobody waits
   any more. */

#include <pthread.h>

static pthread_mutex_t mutex[2] = {PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER};
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready[2];

static void *wait_for (void *number) {
  const int n = *(int *)number;
  pthread_mutex_lock (&mutex[n]);
  while (!ready[n])
    pthread_cond_wait (&condition, &mutex[n]);
  pthread_mutex_unlock (&mutex[n]);
  return NULL;
}

static void set (int n) {
  pthread_mutex_lock (&mutex[n]);
  ready[n] = 1;
  pthread_cond_broadcast (&condition);
  pthread_mutex_unlock (&mutex[n]);
}

int main (void) {
  pthread_t thread;
  static int number[] = {0, 1};
  for (int n = 0; n < 2; n++) {
    pthread_create (&thread, NULL, wait_for, &number[n]);
    set (n);
    pthread_join (thread, NULL);
  }
  return 0;
}
