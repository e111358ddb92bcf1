/* expect: livelock

   A ticket lock; the first customer goes home without calling the next one. */

#include <pthread.h>
#include <stdatomic.h>

static atomic_int next_ticket, serving;
static int counter;

static void *run (void *none) {
  int mine = next_ticket++;
  while (serving != mine)
    ;
  if (++counter == 1)
    return none;
  serving++;
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, run, NULL);
  pthread_create (&b, NULL, run, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
