/* expect: use-after-free
   expect: use-after-free
   options: -DSIZE=2000000

   A large block is freed and another one of the same size is asked for; who
   still has a pointer to the first one must not find the second one there. */

#include <pthread.h>
#include <stdlib.h>

#ifndef SIZE
#define SIZE 100000
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *block, *next;

static void *renew (void *none) {
  pthread_mutex_lock (&lock);
  free (block);
  next = calloc (SIZE, 1);
  pthread_mutex_unlock (&lock);
  return none;
}

static void *use (void *none) {
  pthread_mutex_lock (&lock);
  block[0]++;
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t a, b;
  block = calloc (SIZE, 1);
  pthread_create (&a, NULL, renew, NULL);
  pthread_create (&b, NULL, use, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  free (next);
  return 0;
}
