/* expect: verified
   expect: verified
   options: --search ifsss

   A large block is freed and another one of the same size takes its place, for
   all who use it. */

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *block;

static void *renew (void *none) {
  pthread_mutex_lock (&lock);
  free (block);
  block = calloc (100000, 1);
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
  block = calloc (100000, 1);
  pthread_create (&a, NULL, renew, NULL);
  pthread_create (&b, NULL, use, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  free (block);
  return 0;
}
