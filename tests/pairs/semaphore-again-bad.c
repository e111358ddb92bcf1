/* expect: assertion
   options: -DA=1 -DB=1
   expect: assertion
   options: -DA=1 -DB=2
   expect: assertion
   options: -DA=2 -DB=1
   expect: assertion
   options: -DA=2 -DB=2
   expect: assertion
   options: -DA=2 -DB=1 -DIN_TURN
   expect: assertion
   options: -DA=2 -DB=1 --search ifsss
   expect: verified
   options: -DA=3 -DB=3

   One giver and two takers, twice; the semaphore is cleared and initialised
   again in between: its turns begin again, unseen. */

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

static sem_t turns, done;
static int last;

static void *take (void *number) {
  sem_wait (&turns);
  last = *(int *)number;
  sem_post (&done);
  return NULL;
}

static int take_turns (void) {
  pthread_t a, b;
  int one = 1, two = 2, first;
#ifndef IN_TURN
  memset (&turns, 0, sizeof turns);
#endif
  sem_init (&turns, 0, 0);
  pthread_create (&a, NULL, take, &one);
  pthread_create (&b, NULL, take, &two);
  sem_post (&turns);
  sem_wait (&done);
  first = last;
  sem_post (&turns);
  sem_wait (&done);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  sem_destroy (&turns);
  return first;
}

int main (void) {
  sem_init (&done, 0, 0);
  const int a = take_turns ();
  const int b = take_turns ();
  assert (a != A || b != B);
  return 0;
}
