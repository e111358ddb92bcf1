/* Two processes count in memory that they share: zero at the beginning of each
   execution, in each worker. */
#include <assert.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static void count (_Atomic int *shared) {
  atomic_fetch_add (shared, 1);
  for (int i = 0; i < 3; i++)
    atomic_load (shared);
  atomic_fetch_add (shared, 1);
}

int main (void) {
  _Atomic int *shared = mmap (NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (!fork ()) {
    count (shared);
    _exit (0);
  }
  count (shared);
  wait (NULL);
  assert (*shared == 4);
  return 0;
}
