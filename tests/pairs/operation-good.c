/* expect: verified
   executions: 1
   native: compile

   Operations on an abstract counter: the order of two that only add does not
   matter, and what they do inside is nobody's business. */

#include <assert.h>
#include <pthread.h>
#include <sett.h>

static int counter;

static void add (int *c) {
  sett_operation (c, SETT_ADD);
  ++*c;
}

static int look (int *c) {
  sett_operation (c, SETT_OBSERVE);
  return *c;
}

static void *run (void *none) {
  add (&counter);
  add (&counter);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, run, NULL);
  pthread_create (&b, NULL, run, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (look (&counter) == 4);
  return 0;
}
