/* expect: use-after-free

   The block grows and moves; the pointer to it stays. */

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *block, *larger;

static void *grow (void *none) {
  pthread_mutex_lock (&lock);
  larger = realloc (block, 10000 * sizeof *block);
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
  free (larger);
  return 0;
}
