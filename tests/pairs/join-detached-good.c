/* expect: verified

   A detached thread tells by a semaphore that it is done. */

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t done;
static int result;

static void *run (void *none) {
  result = 42;
  sem_post (&done);
  return none;
}

int main (void) {
  pthread_t thread;
  sem_init (&done, 0, 0);
  pthread_create (&thread, NULL, run, NULL);
  pthread_detach (thread);
  sem_wait (&done);
  assert (result == 42);
  return 0;
}
