/* expect: assertion

   A round of the loop changes what the kernel keeps of a descriptor. */

#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int end;

static void *wait_busily (void *unused) {
  int descriptor = dup (1);
  while (!atomic_load (&end))
    fcntl (descriptor, F_SETFD, FD_CLOEXEC);
  assert (fcntl (descriptor, F_GETFD) == 0);
  return unused;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, wait_busily, NULL);
  atomic_store (&end, 1);
  pthread_join (thread, NULL);
  return 0;
}
