/* expect: verified
   expect: verified
   options: -DREADERS
   expect: verified
   options: -DSPIN

   The same, but whoever frees the block takes the lock before: nobody is
   giving it back then. */

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#if defined READERS
typedef pthread_rwlock_t lock_type;
#define MAKE(l) pthread_rwlock_init (l, NULL)
#define LOCK pthread_rwlock_rdlock
#define TAKE pthread_rwlock_wrlock
#define UNLOCK pthread_rwlock_unlock
#elif defined SPIN
typedef int lock_type; /* the type itself is volatile */
#define MAKE(l) pthread_spin_init (l, PTHREAD_PROCESS_PRIVATE)
#define LOCK pthread_spin_lock
#define TAKE LOCK
#define UNLOCK pthread_spin_unlock
#else
typedef pthread_mutex_t lock_type;
#define MAKE(l) pthread_mutex_init (l, NULL)
#define LOCK pthread_mutex_lock
#define TAKE LOCK
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
  TAKE (lock);
  UNLOCK (lock);
  free (lock);
  pthread_join (thread, NULL);
  return 0;
}
