/* expect: verified
   executions: 1
   expect: verified
   executions: 1
   options: --search ifsss
   expect: verified
   executions: 1
   options: -DGIVE
   expect: verified
   executions: 30
   options: -DMORE

   As many permits as there are threads: the order in which they are taken does
   not matter, nor whether others are given back before.  With one thread more
   it does. */

#include <pthread.h>
#include <semaphore.h>

#ifdef MORE
enum { THREADS = 3 };
#else
enum { THREADS = 2 };
#endif

static sem_t permits;

static void *work (void *unused) {
  sem_wait (&permits);
#if defined GIVE || defined MORE
  sem_post (&permits);
#endif
  return unused;
}

int main (void) {
  pthread_t threads[THREADS];
  sem_init (&permits, 0, 2);
  for (int i = 0; i < THREADS; i++)
    pthread_create (&threads[i], NULL, work, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
  return 0;
}
