/* expect: use-after-free
   expect: use-after-free
   options: -DMOVED
   expect: use-after-free
   options: -DEMPTIED
   expect: use-after-free
   options: -DUNMAPPED
   expect: use-after-free
   options: -DSTATIC
   native: compile

   What malloc and its kind have not given, or not any more, is freed: pages
   that mmap gave, what realloc has freed since 0 bytes were asked for, pages
   that munmap has taken away, a static variable. */

#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>

static void end (void) {
#if defined UNMAPPED
  void *block = aligned_alloc (4096, 8192);
  munmap (block, 8192);
  free (block);
#elif defined EMPTIED
  void *block = malloc (10);
  if (!realloc (block, 0))
    free (block);
#elif defined STATIC
  static char room[64];
  static char *volatile block = room + 16;
  free (realloc (block, 9));
#else
  void *block = mmap (NULL, 8192, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
#ifdef MOVED
  block = realloc (block, 10000);
#endif
  free (block);
#endif
}

static void *work (void *none) {
  end ();
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, work, NULL);
  pthread_create (&b, NULL, work, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
