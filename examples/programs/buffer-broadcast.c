/* expect: verified

   The buffer of buffer-signal.c with `broadcast`: everybody wakes up and looks
   whether the change concerns him.  Nobody is forgotten. */

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full;
static int item;

static void put (int value) {
  pthread_mutex_lock (&lock);
  while (full)
    pthread_cond_wait (&changed, &lock);
  item = value;
  full = 1;
  pthread_cond_broadcast (&changed);
  pthread_mutex_unlock (&lock);
}

static int get (void) {
  pthread_mutex_lock (&lock);
  while (!full)
    pthread_cond_wait (&changed, &lock);
  int value = item;
  full = 0;
  pthread_cond_broadcast (&changed);
  pthread_mutex_unlock (&lock);
  return value;
}

static void *producer (void *none) {
  put (1);
  put (2);
  return none;
}

static void *consumer (void *result) {
  *(int *)result = get ();
  return NULL;
}

int main (void) {
  pthread_t thread[3];
  int result[2];
  pthread_create (&thread[0], NULL, consumer, &result[0]);
  pthread_create (&thread[1], NULL, consumer, &result[1]);
  pthread_create (&thread[2], NULL, producer, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (thread[i], NULL);
  assert (result[0] + result[1] == 3);
  return 0;
}
