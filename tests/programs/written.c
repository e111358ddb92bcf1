/* Two threads write to the standard output, not through a stream. */

#include <pthread.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>

static void *run (void *unused) {
  if (write (1, "a", 1) != 1)
    abort ();
  return unused;
}

int main (void) {
  pthread_t other;
  struct iovec text = {"b", 1};
  pthread_create (&other, NULL, run, NULL);
  if (writev (1, &text, 1) != 1)
    abort ();
  pthread_join (other, NULL);
}
