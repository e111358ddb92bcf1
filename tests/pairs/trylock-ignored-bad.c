/* expect: misuse

   The result of trylock is ignored: the thread may release a lock that
   another one holds. */

#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int counter;

static void *patient (void *none) {
  pthread_mutex_lock (&lock);
  counter++;
  pthread_mutex_unlock (&lock);
  return none;
}

static void *hasty (void *none) {
  pthread_mutex_trylock (&lock);
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, patient, NULL);
  pthread_create (&b, NULL, hasty, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
