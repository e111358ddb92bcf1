/* A mutex is initialised once more when another process may have locked it.
   expect: violated unlock
   stateful
   native: undefined */
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main (void) {
  pthread_mutexattr_t shared;
  pthread_mutex_t *m = mmap (NULL, 4096, PROT_READ | PROT_WRITE,
                             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  pthread_mutexattr_init (&shared);
  pthread_mutexattr_setpshared (&shared, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init (m, &shared);
  if (!fork ()) {
    pthread_mutex_lock (m);
    pthread_mutex_unlock (m);
    _exit (0);
  }
  pthread_mutex_init (m, &shared);
  wait (NULL);
  return 0;
}
