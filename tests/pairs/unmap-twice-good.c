/* expect: verified

   A page is given back to the kernel twice, which is no error where the second
   one comes after the first one. */

#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>

static int *memory;

static void *use (void *none) {
  memory[0] = 1;
  munmap (memory, 4096);
  return none;
}

static void *unmap (void *none) {
  munmap (memory, 4096);
  return none;
}

int main (void) {
  pthread_t a, b;
  memory = mmap (NULL, 4096, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_create (&a, NULL, use, NULL);
  pthread_join (a, NULL);
  pthread_create (&b, NULL, unmap, NULL);
  pthread_join (b, NULL);
  return 0;
}
