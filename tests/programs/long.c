/* More executions than anybody waits for. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work (void *unused) {
  for (int i = 0; i < 6; i++) {
    pthread_mutex_lock (&lock);
    count++;
    pthread_mutex_unlock (&lock);
  }
  return unused;
}

int main (void) {
  pthread_t threads[8];
  for (int i = 0; i < 8; i++)
    pthread_create (&threads[i], NULL, work, NULL);
  for (int i = 0; i < 8; i++)
    pthread_join (threads[i], NULL);
  return 0;
}
