/* expect: misuse
   expect: misuse
   options: --search ifsss
   expect: misuse
   options: --search sss

   A lock is destroyed when somebody may still have it: its unlocking is not
   visible, but makes a difference.  All is declared. */

#include <pthread.h>
#include <semaphore.h>
#include <sett.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t ready;
static atomic_int mine;

static void *use (void *argument) {
  pthread_mutex_lock (&lock);
  sem_post (&ready);
  atomic_store (&mine, 1);
  pthread_mutex_unlock (&lock);
  return argument;
}

static void *destroy (void *argument) {
  sem_wait (&ready);
  pthread_mutex_destroy (&lock);
  return argument;
}

int main (void) {
  pthread_t threads[2];
  sem_init (&ready, 0, 0);
  sett_will_use (&lock, sizeof lock, SETT_CHANGE);
  sett_will_use (&ready, sizeof ready, SETT_CHANGE);
  sett_will_use (&mine, sizeof mine, SETT_CHANGE);
  sett_child_will_use_nothing_else ();
  pthread_create (&threads[0], NULL, use, NULL);
  sett_will_use (&lock, sizeof lock, SETT_CHANGE);
  sett_will_use (&ready, sizeof ready, SETT_CHANGE);
  sett_child_will_use_nothing_else ();
  pthread_create (&threads[1], NULL, destroy, NULL);
  sett_will_use_nothing_else ();
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  return 0;
}
