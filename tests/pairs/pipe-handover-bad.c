/* expect: race

   The letter is sent before the data are written. */

#include <pthread.h>
#include <unistd.h>

static int ends[2];
static int data;

static void *producer (void *none) {
  ssize_t done = write (ends[1], "x", 1);
  data = 42;
  return done == 1 ? none : NULL;
}

int main (void) {
  pthread_t thread;
  char letter;
  if (pipe (ends) != 0)
    return 1;
  pthread_create (&thread, NULL, producer, NULL);
  ssize_t done = read (ends[0], &letter, 1);
  int seen = data;
  pthread_join (thread, NULL);
  return seen == 1 || done != 1;
}
