/* expect: verified
   executions: 2

   The transfers of bank.c; every account has a rank, and the lock of the lower
   rank is taken first. */

#include <assert.h>
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int rank;
  int balance;
};

static struct account checking = {PTHREAD_MUTEX_INITIALIZER, 1, 100};
static struct account savings = {PTHREAD_MUTEX_INITIALIZER, 2, 100};

static void transfer (struct account *from, struct account *to, int amount) {
  struct account *low = from->rank < to->rank ? from : to;
  struct account *high = low == from ? to : from;
  pthread_mutex_lock (&low->lock);
  pthread_mutex_lock (&high->lock);
  from->balance -= amount;
  to->balance += amount;
  pthread_mutex_unlock (&high->lock);
  pthread_mutex_unlock (&low->lock);
}

static void *save (void *none) {
  transfer (&checking, &savings, 30);
  return none;
}

static void *spend (void *none) {
  transfer (&savings, &checking, 10);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, save, NULL);
  pthread_create (&b, NULL, spend, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (checking.balance == 80);
  assert (savings.balance == 120);
  return 0;
}
