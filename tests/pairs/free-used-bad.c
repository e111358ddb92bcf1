/* expect: use-after-free

   The block is freed under the lock, but the pointer is not cleared. */

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *cache;

static void *drop (void *none) {
  pthread_mutex_lock (&lock);
  free (cache);
  pthread_mutex_unlock (&lock);
  return none;
}

static void *use (void *none) {
  pthread_mutex_lock (&lock);
  if (cache)
    *cache = 1;
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t a, b;
  cache = calloc (1, sizeof *cache);
  pthread_create (&a, NULL, use, NULL);
  pthread_create (&b, NULL, drop, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
