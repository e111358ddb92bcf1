/* expect: race

   The last of two threads reads what the other one wrote; a relaxed countdown
   tells it that it is the last, and nothing else. */

#include <pthread.h>
#include <stdatomic.h>

static atomic_int missing = 2;
static int part[2];
static int sum;

static void *run (void *argument) {
  *(int *)argument = 1;
  if (atomic_fetch_sub_explicit (&missing, 1, memory_order_relaxed) == 1)
    sum = part[0] + part[1];
  return NULL;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, run, &part[0]);
  pthread_create (&b, NULL, run, &part[1]);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
