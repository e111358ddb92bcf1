/* expect: verified

   All threads update the counter atomically; before and after them, main need
   not. */

#include <assert.h>
#include <pthread.h>

static int counter;

static void *atomically (void *none) {
  __sync_fetch_and_add (&counter, 1);
  return none;
}

int main (void) {
  pthread_t a, b;
  counter = 1;
  pthread_create (&a, NULL, atomically, NULL);
  pthread_create (&b, NULL, atomically, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (counter == 3);
  return 0;
}
