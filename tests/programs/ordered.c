/* Like deadlock.c, but the locks are always taken in the same order. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static void *work (void *unused) {
  pthread_mutex_lock (&first);
  pthread_mutex_lock (&second);
  balance++;
  pthread_mutex_unlock (&second);
  pthread_mutex_unlock (&first);
  return unused;
}

int main (int argc, char **argv) {
  pthread_t a, b;
  pthread_create (&a, NULL, work, NULL);
  pthread_create (&b, NULL, work, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (balance == 2);
  printf ("%d %s\n", balance, argc > 1 ? argv[1] : "nothing");
  return 0;
}
