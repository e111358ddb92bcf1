/* expect: verified

   Pages are given back (MADV_DONTNEED) when nobody needs them: they are zero
   then. */

#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>

static char *page;

static void *write_there (void *none) {
  page[0] = 5;
  return none;
}

int main (void) {
  pthread_t thread;
  page = mmap (NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
               -1, 0);
  pthread_create (&thread, NULL, write_there, NULL);
  pthread_join (thread, NULL);
  assert (page[0] == 5);
  madvise (page, 4096, MADV_DONTNEED);
  assert (page[0] == 0);
  return 0;
}
