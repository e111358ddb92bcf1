/* expect: verified
   expect: assertion
   options: -DKEEP

   pthread_exit in C++: destructors run; who catches everything must pass it
   on. */

#include <cassert>
#include <pthread.h>

static int order, inner, caught, outer;

struct mark {
  int *when;
  explicit mark (int *w) : when (w) {}
  ~mark () { *when = ++order; }
};

static void leave () {
  mark here (&inner);
  pthread_exit (&order);
}

static void *run (void *none) {
  mark here (&outer);
  try {
    leave ();
  } catch (...) {
    caught = ++order;
#ifndef KEEP
    throw;
#endif
  }
  return none;
}

int main () {
  pthread_t thread;
  void *result;
  pthread_create (&thread, nullptr, run, nullptr);
  pthread_join (thread, &result);
  assert (result == &order);
  assert (inner == 1 && caught == 2 && outer == 3);
}
