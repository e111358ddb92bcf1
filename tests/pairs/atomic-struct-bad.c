/* expect: assertion
   options: -latomic -Wno-atomic-alignment

   An atomic structure that is read twice can have changed in between. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct point {
  int x, y, z;
};

static _Atomic (struct point) place;

static void *move (void *none) {
  atomic_store (&place, ((struct point){1, 1, 1}));
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, move, NULL);
  struct point first = atomic_load (&place);
  struct point second = atomic_load (&place);
  assert (first.x == second.z);
  pthread_join (thread, NULL);
  return 0;
}
