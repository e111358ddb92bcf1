/* expect: verified
   expect: assertion
   options: -DALONE

   A descriptor is closed while another thread locks the file by it, with flock:
   the lock stays if the descriptor has a copy, and goes if it has none. */

#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

static char name[] = "/tmp/flock-XXXXXX";
static int file;

static void *closes (void *none) {
  close (file);
  return none;
}

int main (void) {
  pthread_t thread;
  const int first = mkstemp (name), other = open (name, O_RDWR);
#ifdef ALONE
  file = first;
#else
  file = dup (first);
#endif
  pthread_create (&thread, NULL, closes, NULL);
  const int has = !flock (file, LOCK_EX);
  pthread_join (thread, NULL);
  const int others = !flock (other, LOCK_EX | LOCK_NB);
  unlink (name);
  assert (!has || !others);
  return 0;
}
