/* expect: verified
   executions: 4

   A thread that needs the locks in the wrong order tries; if that fails it
   gives back what it has and takes both in the right order. */

#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;

static void *left (void *none) {
  pthread_mutex_lock (&a);
  pthread_mutex_lock (&b);
  pthread_mutex_unlock (&b);
  pthread_mutex_unlock (&a);
  return none;
}

static void *right (void *none) {
  pthread_mutex_lock (&b);
  if (pthread_mutex_trylock (&a) != 0) {
    pthread_mutex_unlock (&b);
    pthread_mutex_lock (&a);
    pthread_mutex_lock (&b);
  }
  pthread_mutex_unlock (&a);
  pthread_mutex_unlock (&b);
  return none;
}

int main (void) {
  pthread_t first, second;
  pthread_create (&first, NULL, left, NULL);
  pthread_create (&second, NULL, right, NULL);
  pthread_join (first, NULL);
  pthread_join (second, NULL);
  return 0;
}
