/* expect: verified
   executions: 1

   Two threads read the same variable, which was written before they began. */

#include <pthread.h>

static int shared;

static void *reader (void *result) {
  *(int *)result = shared;
  return NULL;
}

int main (void) {
  pthread_t a, b;
  int result[2];
  shared = 1;
  pthread_create (&a, NULL, reader, &result[0]);
  pthread_create (&b, NULL, reader, &result[1]);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return result[0] - result[1];
}
