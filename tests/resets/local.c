/* The first thread's thread-local memory, in a program so small that other
   memory lies close to it. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

static __thread int times;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void use_lock (void) {
  pthread_mutex_lock (&lock);
  pthread_mutex_unlock (&lock);
  times++;
}

static void *work (void *argument) {
  use_lock ();
  return argument;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, work, NULL);
  printf ("%d %d\n", times, errno);
  use_lock ();
  errno = ERANGE;
  pthread_join (thread, NULL);
  printf ("%d\n", times);
  return 0;
}
