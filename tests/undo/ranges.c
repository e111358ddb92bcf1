/* A large piece of memory is written by one thread, then by another one or read
   by a third: never both, hence no race.  Who wrote it last is to be forgotten
   on the way back. */

#include <pthread.h>
#include <semaphore.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t ready;
static char large[1 << 18];
static int written, reading, sum;

static void *first (void *unused) {
  pthread_mutex_lock (&lock);
  memset (large, 1, sizeof large);
  pthread_mutex_unlock (&lock);
  sem_post (&ready);
  return unused;
}

static void *second (void *unused) {
  pthread_mutex_lock (&lock);
  if (!reading) {
    memset (large, 2, sizeof large);
    written = 1;
  }
  pthread_mutex_unlock (&lock);
  return unused;
}

static void *third (void *unused) {
  sem_wait (&ready);
  pthread_mutex_lock (&lock);
  reading = !written;
  pthread_mutex_unlock (&lock);
  if (reading)
    sum = large[sizeof large / 2];
  return unused;
}

int main (void) {
  static void *(*const all[]) (void *) = {first, second, third};
  pthread_t threads[3];
  sem_init (&ready, 0, 0);
  for (int i = 0; i < 3; i++)
    pthread_create (&threads[i], NULL, all[i], NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (threads[i], NULL);
}
