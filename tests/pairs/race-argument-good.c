/* expect: verified
   executions: 1

   Each thread gets a variable of its own. */

#include <assert.h>
#include <pthread.h>

static void *run (void *argument) {
  int *number = argument;
  *number += 10;
  return NULL;
}

int main (void) {
  pthread_t thread[2];
  int number[2];
  for (int i = 0; i < 2; i++) {
    number[i] = i;
    pthread_create (&thread[i], NULL, run, &number[i]);
  }
  for (int i = 0; i < 2; i++)
    pthread_join (thread[i], NULL);
  assert (number[0] == 10 && number[1] == 11);
  return 0;
}
