/* Needs room: changes a large file; or makes one, with an argument. */

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SIZE = 1 << 20 };

static void *rest (void *unused) {
  return unused;
}

int main (int count, char **words) {
  pthread_t thread;
  char *bytes = malloc (SIZE);
  (void)words;
  memset (bytes, 'x', SIZE);
  pthread_create (&thread, NULL, rest, NULL);
  const int file = count > 1 ? open ("new", O_CREAT | O_WRONLY, 0600)
                             : open ("large", O_RDWR);
  if (write (file, bytes, count > 1 ? SIZE : 1) < 0)
    abort (); /* there is room in the folder */
  pthread_join (thread, NULL);
  return 0;
}
