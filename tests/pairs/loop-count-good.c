/* expect: verified

   Every round leaves the counter one higher: none of them is in vain. */

#include <pthread.h>
#include <stdatomic.h>

static atomic_int rounds;

static void *run (void *none) {
  while (atomic_fetch_add (&rounds, 1) < 3)
    ;
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  while (atomic_fetch_add (&rounds, 1) < 3)
    ;
  pthread_join (thread, NULL);
  return 0;
}
