/* expect: deadlock

   Two readers want to become writers without giving up reading: each waits
   for the other one to stop. */

#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int cache;

static void *user (void *none) {
  pthread_rwlock_rdlock (&lock);
  if (cache == 0) {
    pthread_rwlock_wrlock (&lock);
    cache = 1;
  }
  pthread_rwlock_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, user, NULL);
  pthread_create (&b, NULL, user, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
