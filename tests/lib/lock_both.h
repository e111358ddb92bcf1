/* Two threads that take two locks in different orders: a deadlock that is found
   if the program comes so far. */

#include <pthread.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;

static void *reach_over (void *unused) {
  pthread_mutex_lock (&right);
  pthread_mutex_lock (&left);
  pthread_mutex_unlock (&left);
  pthread_mutex_unlock (&right);
  return unused;
}

static void lock_both (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, reach_over, NULL);
  pthread_mutex_lock (&left);
  pthread_mutex_lock (&right);
  pthread_mutex_unlock (&right);
  pthread_mutex_unlock (&left);
  pthread_join (thread, NULL);
}
