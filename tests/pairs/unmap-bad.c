/* expect: use-after-free
   expect: use-after-free
   options: -DMOVE
   expect: use-after-free
   options: -DSHARED
   native: compile

   Memory is given back to the kernel while another thread may still use it. */

#define _GNU_SOURCE
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
  return none;
}

int main (void) {
  pthread_t thread;
  memory = mmap (NULL, 4096, PROT_READ | PROT_WRITE, KIND, -1, 0);
  pthread_create (&thread, NULL, use, NULL);
#ifdef MOVE
  mremap (memory, 4096, 1 << 20, MREMAP_MAYMOVE);
#else
  munmap (memory, 4096);
#endif
  pthread_join (thread, NULL);
  return 0;
}
