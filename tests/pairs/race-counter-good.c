/* expect: verified
   executions: 2

   Two threads increment a variable under a lock; before there are threads and
   after they were joined, main uses it without. */

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *run (void *none) {
  pthread_mutex_lock (&lock);
  counter++;
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t a, b;
  counter = 5;
  pthread_create (&a, NULL, run, NULL);
  pthread_create (&b, NULL, run, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (counter == 7);
  return 0;
}
