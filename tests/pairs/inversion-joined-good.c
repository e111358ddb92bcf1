/* expect: verified
   executions: 1

   Locks in opposite orders, but one thread has ended when the other one
   begins. */

#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;

static void *other (void *none) {
  pthread_mutex_lock (&a);
  pthread_mutex_lock (&b);
  pthread_mutex_unlock (&b);
  pthread_mutex_unlock (&a);
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, other, NULL);
  pthread_join (thread, NULL);
  pthread_mutex_lock (&b);
  pthread_mutex_lock (&a);
  pthread_mutex_unlock (&a);
  pthread_mutex_unlock (&b);
  return 0;
}
