/* expect: verified
   expect: verified
   options: --search ifsss

   A thread is signalled; it is cancelled when it has ended, or not waited at
   all. */

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int waits, seen;

static void unlock (void *unused) {
  (void)unused;
  pthread_mutex_unlock (&lock);
}

static void *run (void *unused) {
  pthread_mutex_lock (&lock);
  pthread_cleanup_push (unlock, NULL);
  waits = 1;
  pthread_cond_wait (&ready, &lock);
  seen = 1;
  pthread_cleanup_pop (1);
  return unused;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  pthread_mutex_lock (&lock);
  const int was = waits;
  if (was)
    pthread_cond_signal (&ready);
  pthread_mutex_unlock (&lock);
  if (!was)
    pthread_cancel (thread);
  pthread_join (thread, NULL);
  assert (!was || seen);
  return 0;
}
