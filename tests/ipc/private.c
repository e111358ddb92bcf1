/* A futex that is said to be private does not reach another process.
   expect: violated deadlock
   native: hangs */
#include "shared.h"
#include <linux/futex.h>
#include <sys/syscall.h>
static _Atomic unsigned *word;
static void wake (void) {
  *word = 1;
  syscall (SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}
int main (void) {
  word = share (sizeof *word);
  const pid_t child = start (wake);
  while (!*word)
    syscall (SYS_futex, word, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
  await (child);
  return 0;
}
