/* expect: race

   One of two threads forgets the spin lock. */

#include <pthread.h>

static pthread_spinlock_t lock;
static int counter;

static void *careful (void *none) {
  pthread_spin_lock (&lock);
  counter++;
  pthread_spin_unlock (&lock);
  return none;
}

static void *careless (void *none) {
  counter++;
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_spin_init (&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create (&a, NULL, careful, NULL);
  pthread_create (&b, NULL, careless, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
