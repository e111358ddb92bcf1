/* Races and uses of freed memory of which one half lies before a checkpoint:
   many readers of a variable, large blocks, a page that belongs to whom it
   happens to. */

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

enum { READERS = 4, LARGE = 1 << 20 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t own[READERS];
static sem_t done;
static int value, seen[READERS], turns;
static char *large;
static long page[2][512] __attribute__ ((aligned (4096)));

static void *reader (void *which) {
  const int me = (int)(long)which;
  pthread_mutex_lock (&own[me]);
  seen[me] = value;
  pthread_mutex_unlock (&own[me]);
  pthread_mutex_lock (&lock);
  if (++turns == READERS - 1)
    sem_post (&done); /* one too early */
  page[turns % 2][me] = turns;
  pthread_mutex_unlock (&lock);
  return NULL;
}

static void *user (void *unused) {
  pthread_mutex_lock (&lock);
  if (turns != 2)
    large[LARGE / 2] = 1;
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void) {
  pthread_t readers[READERS], other;
  large = malloc (LARGE);
  sem_init (&done, 0, 0);
  pthread_create (&other, NULL, user, NULL);
  for (long i = 0; i < READERS; i++)
    pthread_create (&readers[i], NULL, reader, (void *)i);
  sem_wait (&done);
  value = 1;
  pthread_mutex_lock (&lock);
  if (turns == 3)
    free (large);
  pthread_mutex_unlock (&lock);
  for (int i = 0; i < READERS; i++)
    pthread_join (readers[i], NULL);
  pthread_join (other, NULL);
}
