/* expect: deadlock

   Two transfers in opposite directions between two accounts, each of which has
   a lock of its own.  Each transfer may hold one lock and wait for the other.
 */

#include <assert.h>
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static struct account checking = {PTHREAD_MUTEX_INITIALIZER, 100};
static struct account savings = {PTHREAD_MUTEX_INITIALIZER, 100};

static void transfer (struct account *from, struct account *to, int amount) {
  pthread_mutex_lock (&from->lock);
  pthread_mutex_lock (&to->lock);
  from->balance -= amount;
  to->balance += amount;
  pthread_mutex_unlock (&to->lock);
  pthread_mutex_unlock (&from->lock);
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
  assert (checking.balance + savings.balance == 200);
  return 0;
}
