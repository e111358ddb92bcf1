/* expect: use-after-free

   An exit handler frees what a thread that still runs may use. */

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *buffer;

static void clean_up (void) {
  pthread_mutex_lock (&lock);
  free (buffer);
  pthread_mutex_unlock (&lock);
}

static void *use (void *none) {
  pthread_mutex_lock (&lock);
  buffer[0] = 'x';
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t thread;
  buffer = malloc (8);
  atexit (clean_up);
  pthread_create (&thread, NULL, use, NULL);
  pthread_detach (thread);
  return 0;
}
