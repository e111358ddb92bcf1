/* expect: deadlock

   Two of three threads block each other; whether they do is decided by what a
   third one, which has ended long ago, has done. */

#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static atomic_int reverse;

static void both (pthread_mutex_t *first, pthread_mutex_t *second) {
  pthread_mutex_lock (first);
  pthread_mutex_lock (second);
  pthread_mutex_unlock (second);
  pthread_mutex_unlock (first);
}

static void *forwards (void *none) {
  both (&a, &b);
  return none;
}

static void *either_way (void *none) {
  if (reverse)
    both (&b, &a);
  else
    both (&a, &b);
  return none;
}

static void *decide (void *none) {
  reverse = 1;
  return none;
}

int main (void) {
  pthread_t thread[3];
  pthread_create (&thread[0], NULL, either_way, NULL);
  pthread_create (&thread[1], NULL, forwards, NULL);
  pthread_create (&thread[2], NULL, decide, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (thread[i], NULL);
  return 0;
}
