/* expect: verified
   executions: 2

   The lock is released on every path, once. */

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static int withdraw (int amount) {
  int enough = balance >= amount;
  if (enough)
    balance -= amount;
  return enough;
}

static void *spend (void *done) {
  pthread_mutex_lock (&lock);
  *(int *)done = withdraw (10);
  pthread_mutex_unlock (&lock);
  return NULL;
}

static void *save (void *none) {
  pthread_mutex_lock (&lock);
  balance += 10;
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t a, b;
  int done;
  pthread_create (&a, NULL, save, NULL);
  pthread_create (&b, NULL, spend, &done);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (balance == (done ? 0 : 10));
  return 0;
}
