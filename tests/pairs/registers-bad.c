/* expect: race
   options: -O2
   expect: assertion
   options: -O2 --no-races

   Like the other, but one thread forgets the lock. */

#include <assert.h>
#include <pthread.h>

enum { SIZE = 3 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static double shared[SIZE];

__attribute__ ((noinline)) static double add_all (void) {
  double sum = 0;
  for (int i = 0; i < SIZE; i++)
    sum += shared[i];
  return sum;
}

static void *write_all (void *unused) {
  pthread_mutex_lock (&lock);
  for (int i = 0; i < SIZE; i++)
    shared[i] = 1;
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void) {
  pthread_t other;
  pthread_create (&other, NULL, write_all, NULL);
  const double sum = add_all ();
  assert (sum == 0 || sum == SIZE);
  pthread_join (other, NULL);
  return 0;
}
