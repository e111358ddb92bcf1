/* expect: race

   Double-checked initialisation with a plain pointer: the first check reads
   what another thread may be writing. */

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct settings {
  int answer;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct settings *instance;

static struct settings *settings (void) {
  if (instance)
    return instance;
  pthread_mutex_lock (&lock);
  if (!instance) {
    struct settings *fresh = malloc (sizeof *fresh);
    fresh->answer = 42;
    instance = fresh;
  }
  pthread_mutex_unlock (&lock);
  return instance;
}

static void *user (void *none) {
  assert (settings ()->answer == 42);
  return none;
}

int main (void) {
  pthread_t thread[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&thread[i], NULL, user, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (thread[i], NULL);
  free (instance);
  return 0;
}
