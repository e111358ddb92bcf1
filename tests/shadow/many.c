/* Changes more than fits anywhere but on a disk: a file of 40 MiB, and 400
   names.  Every execution finds them as they are. */

#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SIZE = 40 << 20, NAMES = 400 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *change (void *nothing) {
  char old[32], new[32];
  struct stat s;
  pthread_mutex_lock (&lock);
  for (int i = 0; i < NAMES; i++) {
    snprintf (old, sizeof old, "d/%d", i);
    snprintf (new, sizeof new, "d/%d", NAMES + i);
    if (i % 2)
      assert (!rename (old, new));
    else
      assert (!unlink (old));
    close (open (old, O_CREAT | O_EXCL | O_WRONLY, 0600));
  }
  const int file = open ("large", O_RDWR);
  assert (!fstat (file, &s) && s.st_size == SIZE);
  assert (pwrite (file, "changed", 7, SIZE - 7) == 7);
  assert (!ftruncate (file, SIZE / 2) && !fchmod (file, 0600));
  close (file);
  assert (!rename ("large", "moved"));
  pthread_mutex_unlock (&lock);
  return nothing;
}

int main (void) {
  pthread_t thread;
  struct stat s;
  pthread_create (&thread, NULL, change, NULL);
  pthread_mutex_lock (&lock);
  assert (stat ("large", &s) ? !stat ("moved", &s) && s.st_size == SIZE / 2
                             : s.st_size == SIZE);
  pthread_mutex_unlock (&lock);
  pthread_join (thread, NULL);
  return 0;
}
