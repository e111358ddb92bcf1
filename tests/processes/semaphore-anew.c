/* A semaphore is initialised once more when another process may have posted it.
   expect: violated deadlock
   stateful
   native: may hang */
#include <semaphore.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main (void) {
  sem_t *s = mmap (NULL, 4096, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  sem_init (s, 1, 0);
  if (!fork ()) {
    sem_post (s);
    _exit (0);
  }
  sem_init (s, 1, 0);
  sem_wait (s);
  wait (NULL);
  return 0;
}
