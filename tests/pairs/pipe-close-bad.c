/* expect: deadlock

   The reader waits for the end of the pipe, but the writer does not close it.
 */

#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *reader (void *none) {
  char byte;
  while (read (ends[0], &byte, 1) == 1)
    ;
  return none;
}

static void *writer (void *none) {
  ssize_t done = write (ends[1], "ab", 2);
  return done == 2 ? none : NULL;
}

int main (void) {
  pthread_t a, b;
  if (pipe (ends) != 0)
    return 1;
  pthread_create (&a, NULL, reader, NULL);
  pthread_create (&b, NULL, writer, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
