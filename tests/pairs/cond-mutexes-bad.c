/* expect: misuse

   Two threads wait for the same condition, each with a mutex of its own. */

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
  pthread_t a, b;
  static int zero = 0, one = 1;
  pthread_create (&a, NULL, wait_for, &zero);
  pthread_create (&b, NULL, wait_for, &one);
  set (0);
  set (1);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
