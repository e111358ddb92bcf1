/* Who gets the lock first can be told afterwards, although nothing but the lock
   is used while it is held that others can see. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char first;

static void *come (void *name) {
  pthread_mutex_lock (&lock);
  if (!first)
    first = *(const char *)name;
  pthread_mutex_unlock (&lock);
  return NULL;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, come, "a");
  pthread_create (&b, NULL, come, "b");
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (first != LAST);
}
