/* A futex between processes; one that is said to be private does not reach the
   other.
   expect: verified
   outputs: 1 */
#include "shared.h"
#include <linux/futex.h>
#include <sys/syscall.h>
static _Atomic unsigned *word;
static void wake (void) {
  *word = 1;
  syscall (SYS_futex, word, FUTEX_WAKE, 1, NULL, NULL, 0);
}
int main (void) {
  word = share (sizeof *word);
  const pid_t child = start (wake);
  while (!*word)
    syscall (SYS_futex, word, FUTEX_WAIT, 0, NULL, NULL, 0);
  printf ("%u\n", *word);
  await (child);
  return 0;
}
