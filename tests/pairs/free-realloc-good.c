/* expect: verified
   executions: 2

   The block grows and moves, and the pointer with it; what was in it is kept.
 */

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *block;

static void *grow (void *none) {
  pthread_mutex_lock (&lock);
  block = realloc (block, 10000 * sizeof *block);
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
  block = calloc (2, sizeof *block);
  pthread_create (&a, NULL, use, NULL);
  pthread_create (&b, NULL, grow, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (block[0] == 1);
  free (block);
  return 0;
}
