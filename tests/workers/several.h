/* What the programs here have in common. */

#include <pthread.h>
#include <stddef.h>

/* Threads 0, 1, ... run at the same time, to their end. */
static inline void run_all (long count, void *(*run) (void *)) {
  pthread_t threads[16];
  for (long i = 0; i < count; i++)
    pthread_create (&threads[i], NULL, run, (void *)i);
  for (long i = 0; i < count; i++)
    pthread_join (threads[i], NULL);
}
