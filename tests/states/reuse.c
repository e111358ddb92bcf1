/* expect: verified
   options: -DRIGHT
   expect: use-after-free

   One thread frees what another one allocates, for ever: the heap comes back to
   the same states.  If the wrong one looks once more it uses freed memory. */

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *slot;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;

static void *maker (void *p) {
  for (;;) {
    int *mine = malloc (40);
    *mine = 7;
    pthread_mutex_lock (&lock);
    while (slot)
      pthread_cond_wait (&change, &lock);
    slot = mine;
    pthread_cond_broadcast (&change);
    pthread_mutex_unlock (&lock);
#ifndef RIGHT
    pthread_mutex_lock (&lock);
    assert (*mine == 7);
    pthread_mutex_unlock (&lock);
#endif
  }
  return p;
}

static void *taker (void *p) {
  for (;;) {
    pthread_mutex_lock (&lock);
    while (!slot)
      pthread_cond_wait (&change, &lock);
    assert (*slot == 7);
    free (slot);
    slot = NULL;
    pthread_cond_broadcast (&change);
    pthread_mutex_unlock (&lock);
  }
  return p;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, maker, NULL);
  pthread_create (&b, NULL, taker, NULL);
  pthread_join (a, NULL);
}
