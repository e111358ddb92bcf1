/* expect: verified
   expect: deadlock
   options: -DFORGET
   expect: assertion
   options: -DALWAYS

   Two threads wait at a futex.  One is woken; the other one is moved to a
   second futex and woken there.  A wait with a time limit may end early. */

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int first, second;

static long futex (int *word, int operation, int value, long limit, int *other,
                   int third) {
  return syscall (SYS_futex, word, operation, value, limit, other, third);
}

static void *run (void *none) {
  futex (&first, FUTEX_WAIT, 0, 0, NULL, 0);
  return none;
}

int main (void) {
  pthread_t a, b;
  const struct timespec soon = {0, 1000};
  pthread_create (&a, NULL, run, NULL);
  pthread_create (&b, NULL, run, NULL);
  assert (futex (&first, FUTEX_WAIT, 1, 0, NULL, 0) == -1 && errno == EAGAIN);
  assert (futex (&second, FUTEX_WAIT, 0, (long)&soon, NULL, 0) == -1 &&
          errno == ETIMEDOUT);
  __atomic_store_n (&first, 1, __ATOMIC_SEQ_CST);
  assert (futex (&first, FUTEX_CMP_REQUEUE, 1, INT_MAX, &second, 0) == -1 &&
          errno == EAGAIN);
  const long found = futex (&first, FUTEX_CMP_REQUEUE, 1, INT_MAX, &second, 1);
#ifdef ALWAYS
  assert (found == 2);
#endif
  assert (found >= 0 && found <= 2);
#ifndef FORGET
  assert (futex (&second, FUTEX_WAKE, 1, 0, NULL, 0) == (found == 2));
#endif
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
