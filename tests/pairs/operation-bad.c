/* expect: assertion

   Operations on an abstract counter: who looks can look too early. */

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
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, run, NULL);
  pthread_create (&b, NULL, run, NULL);
  pthread_join (a, NULL);
  assert (look (&counter) == 2);
  pthread_join (b, NULL);
  return 0;
}
