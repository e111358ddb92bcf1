/* expect: verified
   executions: 6

   Three threads, three locks, two for each thread, in one order. */

#include <pthread.h>

static pthread_mutex_t lock[3] = {PTHREAD_MUTEX_INITIALIZER,
                                  PTHREAD_MUTEX_INITIALIZER,
                                  PTHREAD_MUTEX_INITIALIZER};

static void both (int first, int second) {
  pthread_mutex_lock (&lock[first]);
  pthread_mutex_lock (&lock[second]);
  pthread_mutex_unlock (&lock[second]);
  pthread_mutex_unlock (&lock[first]);
}

static void *zero_one (void *none) {
  both (0, 1);
  return none;
}

static void *one_two (void *none) {
  both (1, 2);
  return none;
}

static void *zero_two (void *none) {
  both (0, 2);
  return none;
}

int main (void) {
  pthread_t thread[3];
  pthread_create (&thread[0], NULL, zero_one, NULL);
  pthread_create (&thread[1], NULL, one_two, NULL);
  pthread_create (&thread[2], NULL, zero_two, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (thread[i], NULL);
  return 0;
}
