/* expect: livelock

   A thread tries a lock again and again; its owner waits for it. */

#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int entered;

static void *guest (void *none) {
  while (pthread_mutex_trylock (&lock) != 0)
    ;
  entered = 1;
  pthread_mutex_unlock (&lock);
  return none;
}

static void *host (void *none) {
  pthread_mutex_lock (&lock);
  while (!entered)
    ;
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, guest, NULL);
  pthread_create (&b, NULL, host, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
