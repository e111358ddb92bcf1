/* expect: race

   The destructor of a thread-specific value counts without a lock; it runs
   when threads end, at any time. */

#include <pthread.h>

static pthread_key_t key;
static int destroyed;

static void destroy (void *value) {
  if (value)
    destroyed++;
}

static void *run (void *value) {
  pthread_setspecific (key, value);
  return NULL;
}

int main (void) {
  pthread_t a, b;
  int value[2];
  pthread_key_create (&key, destroy);
  pthread_create (&a, NULL, run, &value[0]);
  pthread_create (&b, NULL, run, &value[1]);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
