/* expect: use-after-free
   options: --search sss
   expect: use-after-free

   A block moves under a lock, and somebody still has its old address: wrong if
   it comes second.  What two sections of one lock have in common is the freed
   block alone. */

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
  int *old = block;
  pthread_create (&thread, NULL, move, NULL);
  pthread_mutex_lock (&lock);
  int value = *old;
  pthread_mutex_unlock (&lock);
  pthread_join (thread, NULL);
  free (block);
  return value;
}
