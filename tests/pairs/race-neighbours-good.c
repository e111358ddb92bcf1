/* expect: verified
   executions: 1

   Two threads fill an array, each its own half; neighbours in one word are no
   race. */

#include <assert.h>
#include <pthread.h>

static char array[4];

static void *left (void *none) {
  array[0] = array[1] = 'l';
  return none;
}

static void *right (void *none) {
  array[2] = array[3] = 'r';
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, left, NULL);
  pthread_create (&b, NULL, right, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (array[1] == 'l' && array[2] == 'r');
  return 0;
}
