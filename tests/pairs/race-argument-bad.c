/* expect: race

   Threads get the address of the loop's variable, which main goes on changing.
 */

#include <pthread.h>

static void *run (void *argument) {
  int number = *(int *)argument;
  return number ? argument : NULL;
}

int main (void) {
  pthread_t thread[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&thread[i], NULL, run, &i);
  for (int i = 0; i < 2; i++)
    pthread_join (thread[i], NULL);
  return 0;
}
