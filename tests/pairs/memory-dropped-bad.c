/* expect: race

   Pages are given back (MADV_DONTNEED) while a thread may still write to them:
   what it has written can be lost. */

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
  madvise (page, 4096, MADV_DONTNEED);
  pthread_join (thread, NULL);
  assert (page[0] == 5);
  return 0;
}
