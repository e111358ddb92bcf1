/* Main ends the program while threads run: where they are then differs. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *run (void *argument) {
  (void)argument;
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock (&lock);
    count++;
    pthread_mutex_unlock (&lock);
  }
  return NULL;
}

int main (void) {
  pthread_t thread;
  for (int i = 0; i < 3; i++) {
    pthread_create (&thread, NULL, run, NULL);
    pthread_detach (thread);
  }
  pthread_mutex_lock (&lock);
  printf ("%d\n", count);
  pthread_mutex_unlock (&lock);
  return 0;
}
