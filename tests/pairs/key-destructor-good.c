/* expect: verified
   executions: 2

   The destructors of thread-specific values have run when the threads are
   joined; each thread sees its own value only. */

#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void destroy (void *value) {
  pthread_mutex_lock (&lock);
  sum += *(int *)value;
  pthread_mutex_unlock (&lock);
}

static void *run (void *value) {
  assert (pthread_getspecific (key) == NULL);
  pthread_setspecific (key, value);
  assert (pthread_getspecific (key) == value);
  return NULL;
}

int main (void) {
  pthread_t a, b;
  int value[2] = {1, 2};
  pthread_key_create (&key, destroy);
  pthread_create (&a, NULL, run, &value[0]);
  pthread_create (&b, NULL, run, &value[1]);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (sum == 3);
  assert (pthread_getspecific (key) == NULL);
  pthread_key_delete (key);
  return 0;
}
