/* expect: verified
   expect: verified
   options: -DC11

   A recursive mutex that is locked once is like any other to who waits with it;
   it may have been locked several times before. */

#include <pthread.h>
#include <threads.h>

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
#define WAIT() pthread_cond_wait (&condition, &mutex)
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
  UNLOCK ();
  while (!ready)
    WAIT ();
  UNLOCK ();
  pthread_join (thread, NULL);
  return 0;
}
