/* expect: verified
   options: --search sss
   expect: verified

   A block moves under a lock, and everybody asks where it is under that lock.
 */

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *block;

static void *move (void *none) {
  pthread_mutex_lock (&lock);
  block = realloc (block, 1 << 20);
  block[0] = 2;
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t thread;
  block = calloc (1, sizeof *block);
  pthread_create (&thread, NULL, move, NULL);
  pthread_mutex_lock (&lock);
  int value = *block;
  pthread_mutex_unlock (&lock);
  pthread_join (thread, NULL);
  free (block);
  return value != 0 && value != 2;
}
