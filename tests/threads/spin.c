/* expect: verified
   executions: 6
   expect: misuse
   options: -DUNLOCK_FOREIGN
   expect: misuse
   options: -DFORGET
   expect: misuse
   options: -DDESTROY_IN_USE

   A spin lock around a counter, for three threads. */

#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int count;

static void *run (void *none) {
#ifndef UNLOCK_FOREIGN
  pthread_spin_lock (&lock);
#endif
  count++;
#ifndef FORGET
  pthread_spin_unlock (&lock);
#endif
  return none;
}

int main (void) {
  pthread_t threads[3];
  pthread_spin_init (&lock, PTHREAD_PROCESS_PRIVATE);
  for (int i = 0; i < 3; i++)
    pthread_create (&threads[i], NULL, run, NULL);
#ifdef DESTROY_IN_USE
  pthread_spin_destroy (&lock);
#endif
  for (int i = 0; i < 3; i++)
    pthread_join (threads[i], NULL);
  assert (count == 3);
  return pthread_spin_destroy (&lock);
}
