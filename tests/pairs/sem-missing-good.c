/* expect: verified
   executions: 6

   Permission is given back on every path. */

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t permission;
static int served;

static void *client (void *none) {
  sem_wait (&permission);
  if (served == 0)
    served++;
  sem_post (&permission);
  return none;
}

int main (void) {
  pthread_t thread[3];
  sem_init (&permission, 0, 1);
  for (int i = 0; i < 3; i++)
    pthread_create (&thread[i], NULL, client, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (thread[i], NULL);
  assert (served == 1);
  return 0;
}
