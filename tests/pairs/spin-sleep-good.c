/* expect: verified

   A thread looks every millisecond whether the mail has come. */

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int mail;

static void *run (void *none) {
  while (mail < 2)
    usleep (1000);
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  mail = 1;
  mail = 2;
  pthread_join (thread, NULL);
  return 0;
}
