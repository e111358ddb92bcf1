/* expect: assertion
   options: --stateful

   Two threads write to a file, and nothing in memory tells who was first. */

#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int file;

static void *start (void *unused) {
  file = open ("letters", O_RDWR | O_CREAT | O_TRUNC, 0600);
  return unused;
}

static void *writer (void *letter) {
  return write (file, letter, 1) == 1 ? NULL : letter;
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
  unlink ("letters");
  assert (got == 2 && row[0] == 'a');
  return 0;
}
