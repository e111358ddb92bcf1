/* expect: verified
   expect: deadlock
   options: -DFORGET
   expect: deadlock
   options: -DOTHER_BITS

   A mutex made of a futex (Drepper's second one). */

#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef OTHER_BITS
#define WAKE_BITS 2
#else
#define WAKE_BITS 3
#endif

static atomic_int word;
static int count;

static void lock (void) {
  int state = 0;
  if (atomic_compare_exchange_strong (&word, &state, 1))
    return;
  if (state != 2)
    state = atomic_exchange (&word, 2);
  while (state) {
    syscall (SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE, 2, NULL, NULL, 1);
    state = atomic_exchange (&word, 2);
  }
}

static void unlock (void) {
  if (atomic_fetch_sub (&word, 1) == 1)
    return;
  atomic_store (&word, 0);
#ifndef FORGET
  syscall (SYS_futex, &word, FUTEX_WAKE_BITSET_PRIVATE, 1, NULL, NULL,
           WAKE_BITS);
#endif
}

static void *run (void *none) {
  lock ();
  count++;
  unlock ();
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, run, NULL);
  pthread_create (&b, NULL, run, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (count == 2);
  return 0;
}
