/* expect: deadlock

   Two threads wait at an event descriptor, which counts to two; the first one
   takes all. */

#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int events;

static void *waiter (void *none) {
  uint64_t count;
  ssize_t done = read (events, &count, sizeof count);
  return done > 0 ? none : NULL;
}

int main (void) {
  pthread_t a, b;
  uint64_t two = 2;
  events = eventfd (0, 0);
  pthread_create (&a, NULL, waiter, NULL);
  pthread_create (&b, NULL, waiter, NULL);
  ssize_t done = write (events, &two, sizeof two);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return done <= 0;
}
