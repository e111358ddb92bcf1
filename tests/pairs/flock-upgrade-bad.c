/* expect: assertion

   What was read under a shared lock is written back under an exclusive one:
   while that is waited for another thread can change the file. */

#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

static char name[] = "/tmp/flock-XXXXXX";

static void *increment (void *none) {
  char value;
  const int own = open (name, O_RDWR);
  assert (!flock (own, LOCK_SH));
  assert (pread (own, &value, 1, 0) == 1);
  assert (!flock (own, LOCK_EX));
  value++;
  assert (pwrite (own, &value, 1, 0) == 1);
  close (own);
  return none;
}

int main (void) {
  pthread_t threads[2];
  char value = 0;
  const int file = mkstemp (name);
  assert (pwrite (file, &value, 1, 0) == 1);
  for (int i = 0; i < 2; i++)
    pthread_create (&threads[i], NULL, increment, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  assert (pread (file, &value, 1, 0) == 1);
  unlink (name);
  assert (value == 2);
  return 0;
}
