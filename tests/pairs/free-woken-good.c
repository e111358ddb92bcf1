/* expect: verified
   expect: verified
   options: -DREQUEUE

   Who has woken somebody at a futex knows that the other one has looked at the
   word, and will not again: it may free it.  To move threads from there touches
   nothing, either. */

#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int *word, other;

static void *wait_there (void *at) {
  syscall (SYS_futex, at, FUTEX_WAIT, 0, NULL, NULL, 0);
  return NULL;
}

static long wake (void) {
#ifdef REQUEUE
  return syscall (SYS_futex, word, FUTEX_REQUEUE, 1, 0, &other, 0);
#else
  return syscall (SYS_futex, word, FUTEX_WAKE, 1, NULL, NULL, 0);
#endif
}

int main (void) {
  pthread_t thread;
  word = calloc (1, sizeof *word);
  pthread_create (&thread, NULL, wait_there, word);
  const int woken = wake () == 1;
  if (woken)
    free (word);
#ifdef REQUEUE
  if (woken)
    wake ();
#endif
  if (!woken) {
    atomic_store (word, 1);
    wake ();
  }
  pthread_join (thread, NULL);
  if (!woken)
    free (word);
  return other;
}
