/* expect: race
   expect: use-after-free
   options: --no-races
   expect: race
   options: -DREADERS
   expect: race
   options: -DSPIN

   A lock in a block of the heap that another thread frees as soon as it is told
   so, from inside of the critical section.  The lock is still to be given back:
   that is no event, but it is a use of the block. */

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#if defined READERS
typedef pthread_rwlock_t lock_type;
#define MAKE(l) pthread_rwlock_init (l, NULL)
#define LOCK pthread_rwlock_rdlock
#define UNLOCK pthread_rwlock_unlock
#elif defined SPIN
typedef int lock_type; /* the type itself is volatile */
#define MAKE(l) pthread_spin_init (l, PTHREAD_PROCESS_PRIVATE)
#define LOCK pthread_spin_lock
#define UNLOCK pthread_spin_unlock
#else
typedef pthread_mutex_t lock_type;
#define MAKE(l) pthread_mutex_init (l, NULL)
#define LOCK pthread_mutex_lock
#define UNLOCK pthread_mutex_unlock
#endif

static atomic_int done;

static void *finish (void *lock) {
  LOCK (lock);
  done = 1;
  UNLOCK (lock);
  return NULL;
}

int main (void) {
  lock_type *lock = malloc (sizeof *lock);
  pthread_t thread;
  MAKE (lock);
  pthread_create (&thread, NULL, finish, lock);
  while (!done)
    ;
  free (lock);
  pthread_join (thread, NULL);
  return 0;
}
