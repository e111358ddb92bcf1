/* expect: verified
   options: --stateful

   Two threads write to a file, each to its own place. */

#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int file;

static void *start (void *unused) {
  file = open ("places", O_RDWR | O_CREAT | O_TRUNC, 0600);
  return unused;
}

static void *writer (void *letter) {
  return pwrite (file, letter, 1, *(const char *)letter - 'a') == 1 ? NULL
                                                                    : letter;
}

int main (void) {
  pthread_t threads[2];
  char row[2];
  pthread_create (&threads[0], NULL, start, NULL);
  pthread_join (threads[0], NULL);
  pthread_create (&threads[0], NULL, writer, "a");
  pthread_create (&threads[1], NULL, writer, "b");
  pthread_join (threads[0], NULL);
  pthread_join (threads[1], NULL);
  const ssize_t got = pread (file, row, 2, 0);
  unlink ("places");
  assert (got == 2 && row[0] == 'a');
  return 0;
}
