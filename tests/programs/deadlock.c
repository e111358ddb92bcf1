/* Two transfers take the same two locks, each its own one first. */
#include <pthread.h>
#include <stdio.h>

typedef struct account {
  pthread_mutex_t lock;
  int balance;
} account;

static account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 100},
                              {PTHREAD_MUTEX_INITIALIZER, 100}};

static void transfer (account *from, account *to, int amount) {
  pthread_mutex_lock (&from->lock);
  pthread_mutex_lock (&to->lock);
  from->balance -= amount;
  to->balance += amount;
  pthread_mutex_unlock (&to->lock);
  pthread_mutex_unlock (&from->lock);
}

static void *forth (void *unused) {
  transfer (&accounts[0], &accounts[1], 10);
  return unused;
}

static void *back (void *unused) {
  transfer (&accounts[1], &accounts[0], 20);
  return unused;
}

int main (void) {
  pthread_t a, b;
  printf ("hello\n");
  pthread_create (&a, NULL, forth, NULL);
  pthread_create (&b, NULL, back, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("%d\n", accounts[0].balance);
}
