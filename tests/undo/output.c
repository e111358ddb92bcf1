/* What was written before a checkpoint is written once, whatever comes after
   it; buffers are the program's memory. */

#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int turn;

static void *speak (void *name) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock (&lock);
    printf ("%s%d ", (const char *)name, ++turn);
    if (turn % 2)
      fflush (stdout);
    if (turn == 3 && write (2, "! ", 2) != 2)
      turn = 0;
    pthread_mutex_unlock (&lock);
  }
  return NULL;
}

int main (void) {
  pthread_t a, b;
  printf ("begin ");
  pthread_create (&a, NULL, speak, "a");
  pthread_create (&b, NULL, speak, "b");
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("end\n");
}
