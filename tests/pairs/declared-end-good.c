/* expect: verified
   expect: verified
   options: --search ifsss

   A thread ends the program.  It has not declared anything. */

#include <pthread.h>
#include <sett.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int sum;

static void *leave (void *argument) {
  exit (0);
  return argument;
}

static void *add (void *argument) {
  atomic_fetch_add (&sum, 1);
  return argument;
}

int main (void) {
  pthread_t threads[2];
  pthread_create (&threads[0], NULL, leave, NULL);
  sett_will_use (&sum, sizeof sum, SETT_CHANGE);
  sett_child_will_use_nothing_else ();
  pthread_create (&threads[1], NULL, add, NULL);
  sett_will_use (&sum, sizeof sum, SETT_OBSERVE);
  sett_will_use_nothing_else ();
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  return atomic_load (&sum) != 1;
}
