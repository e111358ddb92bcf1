/* expect: use-after-free

   Who was woken at a futex looks at the word again, which is freed as soon as
   somebody was woken. */

#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int *word;

static void *wait_there (void *at) {
  syscall (SYS_futex, at, FUTEX_WAIT, 0, NULL, NULL, 0);
  return (void *)(long)atomic_load ((atomic_int *)at);
}

static long wake (void) {
  return syscall (SYS_futex, word, FUTEX_WAKE, 1, NULL, NULL, 0);
}

int main (void) {
  pthread_t thread;
  word = calloc (1, sizeof *word);
  pthread_create (&thread, NULL, wait_there, word);
  const int woken = wake () == 1;
  if (woken)
    free (word);
  if (!woken) {
    atomic_store (word, 1);
    wake ();
  }
  pthread_join (thread, NULL);
  if (!woken)
    free (word);
  return 0;
}
