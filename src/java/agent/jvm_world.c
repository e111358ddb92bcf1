/* The world, and what everybody needs of it: see jvm_world.h.  Nothing here
   knows what threads do.

   What always holds: `running` threads have been started, or are about to be,
   and have not ended. */

#include "java/agent/jvm_world.h"

#include "base/assert.h"
#include "base/version.h"
#include "java/agent/jdk.h"
#include "java/agent/jvm_upcalls.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

sett_jworld world;

static _Thread_local sett_jthread *self;
static _Thread_local unsigned unwound;
const sett_jupcalls *sett_jup;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static unsigned running;

sett_jthread *sett_jself_any (void) {
  return world.open ? self : NULL;
}

sett_jthread *sett_jself (void) {
  return world.open && self && !self->muted ? self : NULL;
}

void sett_jself_set (sett_jthread *t) {
  self = t;
  unwound = 0;
}

/* A thread that catches everything, again and again, is left where it is: what
   it has belongs to an execution that is over. */
static void leave_behind (void) {
  enum { MOST_LEFT = 500 };
  static int left;
  if (__atomic_add_fetch (&left, 1, __ATOMIC_RELAXED) > MOST_LEFT)
    sett_jgive_up ("threads cannot be ended: the program catches every "
                   "Throwable in a loop");
  sett_jself_set (NULL);
  sett_threads_leave ();
  for (;;)
    pause ();
}

void sett_junwind (JNIEnv *env) {
  enum { PATIENCE = 1000 };
  while (world.debugging)
    pause ();
  if (self && ++unwound > PATIENCE)
    leave_behind ();
  if (!(*env)->ExceptionCheck (env))
    (*env)->Throw (env, jdk.death);
}

/*------------------------------------------------------------------------*/
/* Threads. */

sett_thread_set sett_fellows (const sett_jthread *t) {
  sett_thread_set fellows = world.alive;
  SETT_EACH_THREAD (i, world.alive) {
    if (world.threads[i].process != t->process)
      sett_threads_drop (&fellows, i);
  }
  return fellows;
}

int sett_is_alone (const sett_jthread *t) {
  return world.processes[t->process].thread_count == 1;
}

void sett_threads_enter (void) {
  pthread_mutex_lock (&lock);
  running++;
  pthread_mutex_unlock (&lock);
}

void sett_threads_leave (void) {
  pthread_mutex_lock (&lock);
  SETT_ASSERT (running);
  if (!--running)
    pthread_cond_signal (&changed);
  pthread_mutex_unlock (&lock);
}

/* Waits for the end of all; but, as soon as the execution is over, not for
   ever: what catches everything in a loop cannot be unwound. */
int sett_threads_wait (void) {
  enum { SECONDS = 5 };
  struct timespec until;
  int late = 0;
  clock_gettime (CLOCK_REALTIME, &until);
  pthread_mutex_lock (&lock);
  while (running && late < SECONDS) {
    until.tv_sec++;
    while (running &&
           pthread_cond_timedwait (&changed, &lock, &until) != ETIMEDOUT)
      ;
    late += world.over;
  }
  const int done = !running;
  pthread_mutex_unlock (&lock);
  return done;
}

/*------------------------------------------------------------------------*/
/* What is told the supervisor. */

void sett_jgive_up (const char *format, ...) {
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (world.shared->failure, sizeof world.shared->failure, format,
             arguments);
  va_end (arguments);
  world.shared->phase = SETT_PHASE_FAILED;
  _exit (4);
}

/* An assertion of the agent's, or of a search in it (base/assert.h). */
void sett_internal_error (const char *file, unsigned line, const char *function,
                          const char *condition) {
  if (!world.shared) /* nobody watches */
    __builtin_trap ();
  sett_jgive_up ("internal error at %s:%u, in %s: %s does not hold (sett %s)",
                 file, line, function, condition, SETT_VERSION);
}

void sett_jnote (int kind, uintptr_t place, const char *format, ...) {
  sett_shared *shared = world.shared;
  char text[sizeof shared->notes->text];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  pthread_mutex_lock (&lock);
  uint32_t i = 0;
  while (i < shared->note_count && strcmp (shared->notes[i].text, text))
    i++;
  if (i == SETT_MOST_NOTES)
    shared->notes[--i].kind |= kind == SETT_NOTE_BOUNDS;
  else if (i == shared->note_count) {
    sett_note *n = &shared->notes[shared->note_count++];
    *n = (sett_note){.kind = (uint8_t)kind,
                     .place = place,
                     .process = (uint8_t)(self ? self->process : 0)};
    memcpy (n->text, text, sizeof text);
  }
  shared->notes[i].count++;
  pthread_mutex_unlock (&lock);
}

void *sett_shared_alloc (size_t bytes) {
  sett_shared *shared = world.shared;
  const size_t at = (shared->in_use + 63) & ~(size_t)63;
  if (at + bytes > shared->size)
    sett_jgive_up ("the shared memory is full");
  shared->in_use = at + bytes;
  return memset ((char *)shared + at, 0, bytes);
}
