/* expect: misuse

   On one path the lock has been released already. */

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static int withdraw (int amount) {
  pthread_mutex_lock (&lock);
  if (balance < amount) {
    pthread_mutex_unlock (&lock);
    return 0;
  }
  balance -= amount;
  return 1;
}

static void *spend (void *none) {
  withdraw (10);
  pthread_mutex_unlock (&lock);
  return none;
}

static void *save (void *none) {
  pthread_mutex_lock (&lock);
  balance += 10;
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
