/* A page that one thread has to itself in the first execution.  Later ones go
   on from where it was written already, and another thread writes to it, too.
 */

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int turns;
static long page[512] __attribute__ ((aligned (4096)));
static long rest[512] __attribute__ ((aligned (4096)));

static void *first (void *unused) {
  page[0] = 1;
  pthread_mutex_lock (&lock);
  turns++;
  pthread_mutex_unlock (&lock);
  return unused;
}

static void *second (void *unused) {
  pthread_mutex_lock (&lock);
  const int alone = !turns++;
  pthread_mutex_unlock (&lock);
  if (alone)
    page[0] = 2;
  else
    rest[0] = 2;
  return unused;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, first, NULL);
  pthread_create (&b, NULL, second, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
}
