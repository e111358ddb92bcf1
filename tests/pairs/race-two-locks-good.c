/* expect: verified
   executions: 4

   Writers hold both locks, readers any one of them. */

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *writer (void *none) {
  pthread_mutex_lock (&a);
  pthread_mutex_lock (&b);
  value = 1;
  pthread_mutex_unlock (&b);
  pthread_mutex_unlock (&a);
  return none;
}

static void *reader (void *argument) {
  pthread_mutex_t *lock = argument;
  pthread_mutex_lock (lock);
  assert (value == 0 || value == 1);
  pthread_mutex_unlock (lock);
  return NULL;
}

int main (void) {
  pthread_t thread[3];
  pthread_create (&thread[0], NULL, writer, NULL);
  pthread_create (&thread[1], NULL, reader, &a);
  pthread_create (&thread[2], NULL, reader, &b);
  for (int i = 0; i < 3; i++)
    pthread_join (thread[i], NULL);
  return 0;
}
