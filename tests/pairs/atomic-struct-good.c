/* expect: verified
   options: -latomic -Wno-atomic-alignment

   An atomic structure that no processor can access at once is read as a whole.
 */

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
  struct point seen = atomic_load (&place);
  assert (seen.x == seen.z);
  pthread_join (thread, NULL);
  return 0;
}
