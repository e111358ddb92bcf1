/* expect: verified
   executions: 1

   Data are handed over by creating and joining: no lock, no race. */

#include <assert.h>
#include <pthread.h>

static int data;

static void *run (void *none) {
  data++;
  return none;
}

int main (void) {
  pthread_t thread;
  data = 1;
  for (int i = 0; i < 2; i++) {
    pthread_create (&thread, NULL, run, NULL);
    pthread_join (thread, NULL);
  }
  assert (data == 3);
  return 0;
}
