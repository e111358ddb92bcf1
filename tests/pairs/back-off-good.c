/* Whoever does not get the second lock gives back the first one, and begins
   again.
   expect: verified
   options: --stateful */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER,
                       b = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void lock_both (pthread_mutex_t *first, pthread_mutex_t *second) {
  for (;;) {
    pthread_mutex_lock (first);
    if (!pthread_mutex_trylock (second))
      return;
    pthread_mutex_unlock (first);
  }
}

static void work (pthread_mutex_t *first, pthread_mutex_t *second) {
  lock_both (first, second);
  count++;
  pthread_mutex_unlock (second);
  pthread_mutex_unlock (first);
}

static void *run (void *unused) {
  work (&a, &b);
  return unused;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  work (&b, &a);
  pthread_join (thread, NULL);
  return count != 2;
}
