/* expect: race
   expect: race
   options: --search ifsss

   So much was given before anybody took that the first one to take could be
   confused with a later one: what the giver did in between is not before it. */

#include <pthread.h>
#include <semaphore.h>

static sem_t gifts;
static int x;

static void *take (void *none) {
  sem_wait (&gifts);
  return x ? NULL : none;
}

int main (void) {
  pthread_t thread;
  sem_init (&gifts, 0, 0);
  pthread_create (&thread, NULL, take, NULL);
  for (int i = 0; i < 24; i++)
    sem_post (&gifts);
  x = 1;
  sem_post (&gifts);
  pthread_join (thread, NULL);
  return 0;
}
