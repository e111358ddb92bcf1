/* expect: deadlock

   A function takes a lock that its caller already holds. */

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static void deposit (int amount) {
  pthread_mutex_lock (&lock);
  balance += amount;
  pthread_mutex_unlock (&lock);
}

static void *save (void *none) {
  pthread_mutex_lock (&lock);
  if (balance == 0)
    deposit (10);
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
  return 0;
}
