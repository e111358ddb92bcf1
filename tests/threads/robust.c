/* expect: verified
   expect: misuse
   options: -DNOT_ROBUST
   expect: assertion
   options: -DNOT_CONSISTENT
   native: no

   A thread ends with a robust mutex: the next one is told. */

#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int told;

static int acquire (void) {
  const int result = pthread_mutex_lock (&lock);
  if (result == EOWNERDEAD) {
    told++;
#ifndef NOT_CONSISTENT
    assert (!pthread_mutex_consistent (&lock));
#endif
  } else
    assert (!result);
  return result;
}

static void *keep (void *none) {
  acquire ();
  return none;
}

static void *use (void *none) {
  acquire ();
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init (&attributes);
#ifndef NOT_ROBUST
  pthread_mutexattr_setrobust (&attributes, PTHREAD_MUTEX_ROBUST);
#endif
  pthread_mutexattr_setprotocol (&attributes, PTHREAD_PRIO_INHERIT);
  pthread_mutex_init (&lock, &attributes);
  pthread_create (&a, NULL, keep, NULL);
  pthread_create (&b, NULL, use, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  acquire ();
  assert (told == 1);
  pthread_mutex_unlock (&lock);
  return pthread_mutex_destroy (&lock);
}
