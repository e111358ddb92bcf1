/* expect: use-after-free
   expect: use-after-free
   options: -DINIT

   A mutex is given back, or made, in memory that was freed: nobody else is
   there who could notice. */

#include <pthread.h>
#include <stdlib.h>

int main (void) {
  pthread_mutex_t *volatile mutex = malloc (sizeof *mutex);
#ifdef INIT
  free (mutex);
  pthread_mutex_init (mutex, NULL);
#else
  pthread_mutex_init (mutex, NULL);
  pthread_mutex_lock (mutex);
  free (mutex);
  pthread_mutex_unlock (mutex);
#endif
  return 0;
}
