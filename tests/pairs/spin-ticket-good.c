/* expect: verified

   A ticket lock: customers are served in the order of their tickets. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next_ticket, serving;
static int counter;

static void *run (void *none) {
  int mine = next_ticket++;
  while (serving != mine)
    ;
  assert (counter == mine);
  counter++;
  serving++;
  return none;
}

int main (void) {
  pthread_t thread[3];
  for (int i = 0; i < 3; i++)
    pthread_create (&thread[i], NULL, run, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (thread[i], NULL);
  return 0;
}
