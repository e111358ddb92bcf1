/* expect: race

   A mutex that is made of a futex, in an object that its last user frees: it
   is looked at after it was given back. */

#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef struct object {
  atomic_int word; /* 0: free; 1: locked; 2: and somebody waits */
  int users;
} object;

static void lock (object *o) {
  int seen = 0;
  if (atomic_compare_exchange_strong (&o->word, &seen, 1))
    return;
  if (seen != 2)
    seen = atomic_exchange (&o->word, 2);
  while (seen) {
    syscall (SYS_futex, &o->word, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0);
    seen = atomic_exchange (&o->word, 2);
  }
}

static void unlock (object *o) {
  atomic_store (&o->word, 0);
  if (o->users)
    syscall (SYS_futex, &o->word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void *leave (void *argument) {
  object *o = argument;
  lock (o);
  const int last = --o->users == 0;
  unlock (o);
  if (last)
    free (o);
  return NULL;
}

int main (void) {
  pthread_t other;
  object *o = malloc (sizeof *o);
  atomic_init (&o->word, 0);
  o->users = 2;
  pthread_create (&other, NULL, leave, o);
  leave (o);
  pthread_join (other, NULL);
}
