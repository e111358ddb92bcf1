/* expect: bounded

   A thread waits to see what another one writes and takes back: whether it
   ever does is a question of luck. */

#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
/* U waits to see what T takes back. */
atomic_int a, b;
static void *T (void *x) {
  for (;;) {
    atomic_exchange (&a, 1);
    if (atomic_load (&b))
      break;
    atomic_exchange (&a, 0);
  }
  return x;
}
static void *U (void *x) {
  while (!atomic_load (&a))
    ;
  atomic_store (&b, 1);
  return x;
}
int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, T, 0);
  pthread_create (&u, 0, U, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
