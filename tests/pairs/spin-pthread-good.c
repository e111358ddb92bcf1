/* expect: verified
   executions: 6

   A spin lock of pthreads. */

#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int counter;

static void *careful (void *none) {
  pthread_spin_lock (&lock);
  counter++;
  pthread_spin_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t thread[3];
  pthread_spin_init (&lock, PTHREAD_PROCESS_PRIVATE);
  for (int i = 0; i < 3; i++)
    pthread_create (&thread[i], NULL, careful, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (thread[i], NULL);
  assert (counter == 3);
  pthread_spin_destroy (&lock);
  return 0;
}
