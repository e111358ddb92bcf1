/* expect: verified
   expect: bounded
   options: -DMUCH

   As in free-strange-bad.c, freed by what it came from.  Of much memory that is
   freed some is used again: who still uses that by an old pointer would not be
   noticed. */

#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>

enum {
#ifdef MUCH
  ROUNDS = 30
#else
  ROUNDS = 1
#endif
};

static void *work (void *none) {
  void *pages = mmap (NULL, 8192, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap (pages, 8192);
  for (int i = 0; i < ROUNDS; i++) {
    void *volatile block = malloc (10);
    block = realloc (block, 0);
    assert (!block);
    block = realloc (malloc (100000), 200000);
    free (block);
  }
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
