/* expect: verified
   executions: 4

   A reader that wants to write gives up reading, and looks again. */

#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int cache;

static void *user (void *none) {
  pthread_rwlock_rdlock (&lock);
  int known = cache;
  pthread_rwlock_unlock (&lock);
  if (known == 0) {
    pthread_rwlock_wrlock (&lock);
    if (cache == 0)
      cache++;
    pthread_rwlock_unlock (&lock);
  }
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, user, NULL);
  pthread_create (&b, NULL, user, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (cache == 1);
  return 0;
}
