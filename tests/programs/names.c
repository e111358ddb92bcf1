/* What is said of names: of threads, of an exchange that succeeds or fails, of
   a signal that comes too early, of long schedules. */

#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static atomic_int once, own, shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;

static void *claim (void *none) {
  int expected = 0;
  pthread_setname_np (pthread_self (), "claimer");
  atomic_compare_exchange_strong (&once, &expected, 1);
  return none;
}

static int exchange (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, claim, NULL);
  pthread_create (&b, NULL, claim, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (!once);
  return 0;
}

static void *notify (void *none) {
  pthread_cond_signal (&ready);
  return none;
}

static int hasty (void) {
  pthread_t a;
  pthread_create (&a, NULL, notify, NULL);
  pthread_mutex_lock (&lock);
  pthread_cond_wait (&ready, &lock);
  pthread_mutex_unlock (&lock);
  pthread_join (a, NULL);
  return 0;
}

static void *work (void *none) {
  shared++;
  for (int i = 0; i < 100; i++)
    own++;
  shared++;
  return none;
}

static int lengthy (void) {
  pthread_t a;
  pthread_create (&a, NULL, work, NULL);
  shared++;
  pthread_join (a, NULL);
  assert (shared != 3);
  return 0;
}

int main (int argc, char **argv) {
  const char *word = argc > 1 ? argv[1] : "";
  return !strcmp (word, "exchange") ? exchange ()
         : !strcmp (word, "hasty")  ? hasty ()
                                    : lengthy ();
}
