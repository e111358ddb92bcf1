/* expect: assertion
   options: --search ifsss
   expect: assertion
   options: --search sss

   A thread that is about to wait for a condition gives the mutex away, too:
   who tries to lock that matters, although the search lets it sleep. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static atomic_int a, b, d, e;
static int q;

static void *waits (void *none) {
  struct timespec until = {0, 0};
  pthread_mutex_lock (&m);
  atomic_store (&e, 1);
  pthread_cond_timedwait (&c, &m, &until);
  q = 1;
  pthread_mutex_unlock (&m);
  atomic_store (&a, 1);
  return none;
}

static void *tries (void *none) {
  if (!atomic_load (&d))
    return none;
  if (pthread_mutex_trylock (&m)) {
    pthread_mutex_lock (&m);
    if (!q)
      atomic_store (&b, 1);
  }
  pthread_mutex_unlock (&m);
  return none;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, waits, 0);
  pthread_create (&u, 0, tries, 0);
  if (!atomic_load (&e))
    return 0;
  atomic_store (&d, 1);
  int x = atomic_load (&a);
  int y = atomic_load (&b);
  atomic_store (&d, 0);
  assert (!(x == 1 && y == 1));
  return 0;
}
