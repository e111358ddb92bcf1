/* expect: verified

   The reader gets all that was written, and then the end of the pipe. */

#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *reader (void *none) {
  char byte;
  int count = 0;
  while (read (ends[0], &byte, 1) == 1)
    assert (byte == "ab"[count++]);
  assert (count == 2);
  return none;
}

static void *writer (void *none) {
  assert (write (ends[1], "ab", 2) == 2);
  close (ends[1]);
  return none;
}

int main (void) {
  pthread_t a, b;
  if (pipe (ends) != 0)
    return 1;
  pthread_create (&a, NULL, reader, NULL);
  pthread_create (&b, NULL, writer, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  close (ends[0]);
  return 0;
}
