/* expect: misuse
   expect: misuse
   options: --search sss
   expect: misuse
   options: -DDESTROY

   A spin lock is initialised while another thread may have it, or is destroyed
   before that one takes it. */

#include <pthread.h>

static pthread_spinlock_t l;

static void *run (void *none) {
  pthread_spin_lock (&l);
  pthread_spin_unlock (&l);
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_spin_init (&l, PTHREAD_PROCESS_PRIVATE);
  pthread_create (&thread, NULL, run, NULL);
#ifdef DESTROY
  pthread_spin_lock (&l);
  pthread_spin_unlock (&l);
  pthread_spin_destroy (&l);
#else
  pthread_spin_init (&l, PTHREAD_PROCESS_PRIVATE);
#endif
  pthread_join (thread, NULL);
  return 0;
}
