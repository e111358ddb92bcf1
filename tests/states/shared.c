/* expect: race
   expect: race
   options: -DSWAP

   As order.c, between processes: both orders of the critical sections lead to
   the same memory, and only in one of them the accesses to x are ordered. */

#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static struct shared {
  int x;
  atomic_int mark;
  pthread_mutex_t lock;
} * shared;

static void pass (void) {
  pthread_mutex_lock (&shared->lock);
  pthread_mutex_unlock (&shared->lock);
}

static void first (void) {
  shared->x = 1;
  pass ();
  atomic_store_explicit (&shared->mark, 1, memory_order_relaxed);
}

static void second (void) {
  pass ();
  if (atomic_load_explicit (&shared->mark, memory_order_relaxed))
    shared->x = 1;
}

#ifdef SWAP
#define FIRST second
#define SECOND first
#else
#define FIRST first
#define SECOND second
#endif

int main (void) {
  pthread_mutexattr_t kind;
  shared = mmap (NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  pthread_mutexattr_init (&kind);
  pthread_mutexattr_setpshared (&kind, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init (&shared->lock, &kind);
  if (!fork ()) {
    FIRST ();
    _exit (0);
  }
  SECOND ();
  wait (NULL);
  return 0;
}
