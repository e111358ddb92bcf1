/* Two threads read, then write: an increment can be lost. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int count;

static void *add (void *unused) {
  const int old = atomic_load (&count);
  atomic_store (&count, old + 1);
  return unused;
}

int main (void) {
  pthread_t a, b;
  puts ("counting");
  fflush (stdout);
  pthread_create (&a, NULL, add, NULL);
  pthread_create (&b, NULL, add, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (count == 2);
  return 0;
}
