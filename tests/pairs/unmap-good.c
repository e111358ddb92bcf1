/* expect: verified
   expect: verified
   options: -DMOVE
   expect: verified
   options: -DSHARED

   Memory is given back to the kernel, twice as well, when nobody uses it any
   more; what is mapped then is something else, and empty. */

#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>

#ifdef SHARED
#define KIND (MAP_SHARED | MAP_ANONYMOUS)
#else
#define KIND (MAP_PRIVATE | MAP_ANONYMOUS)
#endif

static int *memory;

static void *use (void *none) {
  memory[0] = 1;
  memory[1023] = 2;
  return none;
}

static void unmap (void) {
#ifdef MOVE
  int *moved = mremap (memory, 4096, 1 << 20, MREMAP_MAYMOVE);
  assert (moved[0] == 1 && moved[1023] == 2);
  munmap (moved, 4096);
  munmap (moved, 1 << 20);
#else
  munmap (memory, 4096);
  munmap (memory, 4096);
#endif
}

int main (void) {
  pthread_t thread;
  for (int i = 0; i < 2; i++) {
    memory = mmap (NULL, 4096, PROT_READ | PROT_WRITE, KIND, -1, 0);
    assert (memory != MAP_FAILED && !memory[0]);
    pthread_create (&thread, NULL, use, NULL);
    pthread_join (thread, NULL);
    unmap ();
  }
  return 0;
}
