/* expect: verified
   expect: assertion
   options: -DALWAYS
   expect: assertion
   options: -DNEVER

   Of two threads that wait for a condition one is cancelled; the signal must
   not be lost with it. */

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int tokens;

static void unlock (void *none) {
  (void)none;
  pthread_mutex_unlock (&lock);
}

static void *run (void *none) {
  pthread_mutex_lock (&lock);
  pthread_cleanup_push (unlock, NULL);
  while (!tokens)
    pthread_cond_wait (&changed, &lock);
  tokens--;
  pthread_cleanup_pop (1);
  return none;
}

int main (void) {
  pthread_t a, b;
  void *first, *second;
  pthread_create (&a, NULL, run, NULL);
  pthread_create (&b, NULL, run, NULL);
  pthread_cancel (a);
  pthread_mutex_lock (&lock);
  tokens = 1;
  pthread_cond_signal (&changed);
  pthread_mutex_unlock (&lock);
  pthread_join (a, &first);
  if (first != PTHREAD_CANCELED) {
    pthread_mutex_lock (&lock);
    tokens = 1;
    pthread_cond_signal (&changed);
    pthread_mutex_unlock (&lock);
  }
#ifdef ALWAYS
  assert (first == PTHREAD_CANCELED);
#endif
#ifdef NEVER
  assert (first != PTHREAD_CANCELED);
#endif
  pthread_join (b, &second);
  assert (second == NULL && tokens == 0);
  return 0;
}
