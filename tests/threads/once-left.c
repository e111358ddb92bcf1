/* expect: verified

   A thread ends in the middle of what is to be done once: the next one begins
   again. */

#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int begun, done;

static void work (void) {
  if (!begun++)
    pthread_exit (NULL);
  done++;
}

static void *run (void *result) {
  pthread_once (&once, work);
  *(int *)result = 1;
  return NULL;
}

int main (void) {
  pthread_t a, b;
  int first = 0, second = 0;
  pthread_create (&a, NULL, run, &first);
  pthread_create (&b, NULL, run, &second);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (begun == 2 && done == 1 && first + second == 1);
  return 0;
}
