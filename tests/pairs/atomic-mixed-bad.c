/* expect: race

   One thread updates the counter atomically, the other one does not. */

#include <pthread.h>

static int counter;

static void *atomically (void *none) {
  __sync_fetch_and_add (&counter, 1);
  return none;
}

static void *plainly (void *none) {
  counter++;
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, atomically, NULL);
  pthread_create (&b, NULL, plainly, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
