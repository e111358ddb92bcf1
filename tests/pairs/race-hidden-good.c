/* expect: verified
   executions: 2

   The data are touched only by the one who comes second. */

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int arrived;
static int data;

static void *run (void *none) {
  pthread_mutex_lock (&lock);
  int is_second = arrived++ == 1;
  pthread_mutex_unlock (&lock);
  if (is_second)
    data++;
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, run, NULL);
  pthread_create (&b, NULL, run, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (data == 1);
  return 0;
}
