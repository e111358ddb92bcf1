/* expect: misuse
   expect: misuse
   options: -DTIMED
   expect: misuse
   options: -DC11
   expect: misuse
   options: -DONCE

   Waiting for a condition gives one level of a recursive mutex back, if at all:
   nobody else gets the mutex, and nobody sets what is waited for. */

#include <pthread.h>
#include <threads.h>
#include <time.h>

#ifdef C11
static mtx_t mutex;
static cnd_t condition;
#define LOCK() mtx_lock (&mutex)
#define UNLOCK() mtx_unlock (&mutex)
#define SIGNAL() cnd_signal (&condition)
#define WAIT() cnd_wait (&condition, &mutex)
#else
static pthread_mutex_t mutex;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
#define LOCK() pthread_mutex_lock (&mutex)
#define UNLOCK() pthread_mutex_unlock (&mutex)
#define SIGNAL() pthread_cond_signal (&condition)
#ifdef TIMED
static const struct timespec later = {4000000000, 0};
#define WAIT() pthread_cond_timedwait (&condition, &mutex, &later)
#else
#define WAIT() pthread_cond_wait (&condition, &mutex)
#endif
#endif

static int ready;

static void *set (void *none) {
  LOCK ();
  ready = 1;
  SIGNAL ();
  UNLOCK ();
  return none;
}

static void begin (void) {
#ifdef C11
  mtx_init (&mutex, mtx_plain | mtx_recursive);
  cnd_init (&condition);
#else
  pthread_mutexattr_t recursive;
  pthread_mutexattr_init (&recursive);
  pthread_mutexattr_settype (&recursive, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init (&mutex, &recursive);
#endif
}

int main (void) {
  pthread_t thread;
  begin ();
  pthread_create (&thread, NULL, set, NULL);
  LOCK ();
  LOCK ();
  int waited = 0;
  while (!ready) {
    WAIT ();
    waited = 1;
  }
  UNLOCK ();
#ifdef ONCE /* as if to wait gave all levels back, and got one */
  if (waited)
    return 0;
#endif
  UNLOCK ();
  pthread_join (thread, NULL);
  return waited > 1;
}
