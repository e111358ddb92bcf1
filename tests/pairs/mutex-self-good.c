/* expect: verified
   executions: 2

   The function that is called with the lock held does not take it. */

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static void deposit_locked (int amount) {
  balance += amount;
}

static void *save (void *none) {
  pthread_mutex_lock (&lock);
  if (balance == 0)
    deposit_locked (10);
  pthread_mutex_unlock (&lock);
  return none;
}

static void *spend (void *none) {
  pthread_mutex_lock (&lock);
  balance += 5;
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, save, NULL);
  pthread_create (&b, NULL, spend, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (balance == 5 || balance == 15);
  return 0;
}
