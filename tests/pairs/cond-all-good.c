/* expect: verified

   Two threads wait for the same event; a broadcast wakes both. */

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static int is_open;

static void *guest (void *none) {
  pthread_mutex_lock (&lock);
  while (!is_open)
    pthread_cond_wait (&opened, &lock);
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, guest, NULL);
  pthread_create (&b, NULL, guest, NULL);
  pthread_mutex_lock (&lock);
  is_open = 1;
  pthread_cond_broadcast (&opened);
  pthread_mutex_unlock (&lock);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
