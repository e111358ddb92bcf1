/* expect: verified

   Reading and writing in several parts by a pipe: to give a place in it is an
   error, and -1 is none. */

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <sys/uio.h>
#include <unistd.h>

int main (void) {
  int ends[2];
  char bytes[2] = "ab";
  const struct iovec part = {bytes, 2};
  assert (!pipe (ends));
  assert (pwritev2 (ends[1], &part, 1, -1, 0) == 2);
  assert (pwritev (ends[1], &part, 1, 0) == -1 && errno == ESPIPE);
  assert (preadv (ends[0], &part, 1, 0) == -1 && errno == ESPIPE);
  assert (preadv2 (ends[0], &part, 1, 0, 0) == -1 && errno == ESPIPE);
  assert (preadv2 (ends[0], &part, 1, -1, 0) == 2 && bytes[1] == 'b');
  return 0;
}
