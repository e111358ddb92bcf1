/* expect: assertion
   options: -DN=10 --executions 200
   expect: assertion
   options: -DN=20 --executions 200

   One thread puts money into an account, one takes some, and N others look at
   it: the last of them believes that all is over. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 10
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 10, deposited, withdrawn;
static atomic_int looks;

static void *deposit (void *none) {
  pthread_mutex_lock (&lock);
  balance += 3;
  deposited = 1;
  pthread_mutex_unlock (&lock);
  return none;
}

static void *withdraw (void *none) {
  pthread_mutex_lock (&lock);
  balance -= 5;
  withdrawn = 1;
  pthread_mutex_unlock (&lock);
  return none;
}

/* Wrong: it believes that it comes last if all others have looked. */
static void *look (void *none) {
  if (atomic_fetch_add (&looks, 1) < N - 1)
    return none;
  pthread_mutex_lock (&lock);
  assert (!withdrawn || deposited);
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t threads[N + 2];
  pthread_create (&threads[0], NULL, deposit, NULL);
  pthread_create (&threads[1], NULL, withdraw, NULL);
  for (int i = 2; i < N + 2; i++)
    pthread_create (&threads[i], NULL, look, NULL);
  for (int i = 0; i < N + 2; i++)
    pthread_join (threads[i], NULL);
  return 0;
}
