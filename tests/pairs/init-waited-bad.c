/* expect: misuse
   expect: misuse
   options: --search sss
   expect: misuse
   options: -DDESTROY
   expect: verified
   options: -DFULL
   expect: verified
   options: -DORDERED

   A semaphore is initialised when another thread may wait for it already: the C
   library forgets about that one, and nobody wakes it.  One that has something
   is not waited for; nor is one whose waiter comes later. */

#include <pthread.h>
#include <semaphore.h>

static sem_t s, t;

static void *run (void *none) {
#ifdef ORDERED
  sem_wait (&t);
#endif
  sem_wait (&s);
  return none;
}

int main (void) {
  pthread_t thread;
#ifdef FULL
  sem_init (&s, 0, 1);
#endif
  sem_init (&t, 0, 0);
  pthread_create (&thread, NULL, run, NULL);
#ifdef DESTROY
  sem_destroy (&s);
#endif
  sem_init (&s, 0, 1);
  sem_post (&t);
  pthread_join (thread, NULL);
  return 0;
}
