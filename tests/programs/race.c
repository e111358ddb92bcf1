/* One of two increments forgets the lock. */
#include <pthread.h>

static struct {
  int spare;
  int count[4];
} table;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void add (int i) {
  table.count[i]++;
}

static void *careful (void *unused) {
  pthread_mutex_lock (&lock);
  add (2);
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, careful, NULL);
  add (2);
  pthread_join (thread, NULL);
  return 0;
}
