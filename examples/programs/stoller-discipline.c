/* expect: race
   expect: discipline
   options: --search ifsss --discipline mld
   expect: bounded
   options: --search ifsss --discipline plain-mld

   The example of section 9 of Stoller's "Model-Checking Multi-Threaded
   Distributed Java Programs": v = 1 can come after v = 2, without the lock.  A
   search that runs invisible operations at once never sees that order; the
   plain locking discipline takes v = 1 for an initialisation then.  The strict
   one asks who may initialise v, and reports it. */

#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int v;

static void *first (void *none) {
  sem_post (&semaphore);
  v = 1;
  return none;
}

static void *second (void *none) {
  sem_wait (&semaphore);
  pthread_mutex_lock (&lock);
  v = 2;
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t a, b;
  sem_init (&semaphore, 0, 0);
  pthread_create (&a, NULL, first, NULL);
  pthread_create (&b, NULL, second, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
