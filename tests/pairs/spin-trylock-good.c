/* expect: verified

   A thread tries a lock again and again until its owner gives it back. */

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int visits;

static void *guest (void *none) {
  while (pthread_mutex_trylock (&lock) != 0)
    ;
  visits++;
  pthread_mutex_unlock (&lock);
  return none;
}

static void *host (void *none) {
  pthread_mutex_lock (&lock);
  visits++;
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, guest, NULL);
  pthread_create (&b, NULL, host, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (visits == 2);
  return 0;
}
