/* expect: bounded
   expect: bounded
   options: -DMOVED
   expect: bounded
   options: -DBREAK

   Memory that a thread wants in ways that are not controlled: natively it gets
   it.  An error in its stead would be one that the program does not have. */

#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

static void *work (void *number) {
#if defined BREAK
  assert (sbrk (4096) != (void *)-1);
  (void)number;
#else
  void *at = mmap (NULL, 4096, PROT_READ, MAP_PRIVATE, *(int *)number, 0);
  assert (at != MAP_FAILED);
#if defined MOVED
  assert (mremap (at, 4096, 8192, MREMAP_MAYMOVE) != MAP_FAILED);
#else
  char *fixed = (char *)0x200000000000;
  assert (mmap (fixed, 4096, PROT_READ, MAP_PRIVATE | MAP_FIXED, *(int *)number,
                0) == fixed);
#endif
#endif
  return NULL;
}

int main (void) {
  int number = open ("/etc/passwd", O_RDONLY);
  pthread_t one, two;
  pthread_create (&one, NULL, work, &number);
  pthread_create (&two, NULL, work, &number);
  pthread_join (one, NULL);
  pthread_join (two, NULL);
  return 0;
}
