/* What a thread can be asked and told about itself and others: stack, name,
   processors, priorities, signals.  The C library would ask the kernel, which
   knows nothing of these threads; the answers here are the same in all
   executions. */

#include "base/assert.h"
#include "runtime/access/buffers.h"
#include "runtime/core/real.h"
#include "runtime/sched/arrangements.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/syscalls.h"
#include "runtime/sync/threads.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <time.h>

EXPORT int pthread_getattr_np (pthread_t handle, pthread_attr_t *attributes) {
  if (!sett_active ())
    return SETT_REAL (pthread_getattr_np) (handle, attributes);
  const sett_thread *t = sett_thread_at (handle, "asking about", SETT_HERE);
  pthread_attr_init (attributes);
  char *low = (char *)sett_page_of ((uintptr_t)t->low);
  char *top = (char *)sett_page_up ((uintptr_t)t->top);
  SETT_ASSERT (low < top);
  pthread_attr_setstack (attributes, low, (size_t)(top - low));
  pthread_attr_setdetachstate (attributes, t->detached
                                               ? PTHREAD_CREATE_DETACHED
                                               : PTHREAD_CREATE_JOINABLE);
  return 0;
}

EXPORT int pthread_setname_np (pthread_t handle, const char *name) {
  if (!sett_active ())
    return SETT_REAL (pthread_setname_np) (handle, name);
  sett_thread *t = sett_thread_at (handle, "naming", SETT_HERE);
  const size_t length = strlen (name);
  if (length >= sizeof t->name)
    return ERANGE;
  memset (t->name, 0, sizeof t->name);
  memcpy (t->name, name, length);
  return 0;
}

EXPORT int pthread_getname_np (pthread_t handle, char *name, size_t size) {
  if (!sett_active ())
    return SETT_REAL (pthread_getname_np) (handle, name, size);
  const sett_thread *t = sett_thread_at (handle, "asking about", SETT_HERE);
  const char *known = t->name[0] ? t->name : program_invocation_short_name;
  const size_t length = strnlen (known, sizeof t->name - 1);
  if (size <= length)
    return ERANGE;
  sett_buffer_write (name, length + 1, sett_buffer_place (SETT_HERE));
  memcpy (name, known, length);
  name[length] = 0;
  return 0;
}

/*------------------------------------------------------------------------*/
/* Processors; policies and their priorities, which are accepted, and without
   effect. */

static int error_of (long result) {
  return result < 0 ? (int)-result : 0;
}

EXPORT int pthread_setaffinity_np (pthread_t handle, size_t size,
                                   const cpu_set_t *set) {
  if (!sett_active ())
    return SETT_REAL (pthread_setaffinity_np) (handle, size, set);
  const sett_thread *t = sett_thread_at (handle, "moving", SETT_HERE);
  return error_of (sett_arrangements_allow (t->number, size, set, SETT_HERE));
}

EXPORT int pthread_getaffinity_np (pthread_t handle, size_t size,
                                   cpu_set_t *set) {
  if (!sett_active ())
    return SETT_REAL (pthread_getaffinity_np) (handle, size, set);
  const sett_thread *t = sett_thread_at (handle, "asking about", SETT_HERE);
  memset (set, 0, size);
  return error_of (sett_arrangements_allowed (t->number, size, set, SETT_HERE));
}

static int accept_policy (int differs, uintptr_t place) {
  if (differs)
    sett_note_add (1, place,
                   "changed the policy or priority of a thread: without "
                   "effect");
  return 0;
}

EXPORT int pthread_setschedparam (pthread_t handle, int policy,
                                  const struct sched_param *parameters) {
  if (!sett_active ())
    return SETT_REAL (pthread_setschedparam) (handle, policy, parameters);
  sett_thread_at (handle, "the priority of", SETT_HERE);
  return accept_policy (policy != SCHED_OTHER || parameters->sched_priority,
                        SETT_HERE);
}

EXPORT int pthread_getschedparam (pthread_t handle, int *policy,
                                  struct sched_param *parameters) {
  if (!sett_active ())
    return SETT_REAL (pthread_getschedparam) (handle, policy, parameters);
  sett_thread_at (handle, "the priority of", SETT_HERE);
  *policy = SCHED_OTHER;
  memset (parameters, 0, sizeof *parameters);
  return 0;
}

EXPORT int pthread_setschedprio (pthread_t handle, int priority) {
  if (!sett_active ())
    return SETT_REAL (pthread_setschedprio) (handle, priority);
  sett_thread_at (handle, "the priority of", SETT_HERE);
  return accept_policy (priority, SETT_HERE);
}

EXPORT int pthread_getcpuclockid (pthread_t handle, clockid_t *clock) {
  if (!sett_active ())
    return SETT_REAL (pthread_getcpuclockid) (handle, clock);
  sett_thread_at (handle, "the time of", SETT_HERE);
  *clock = CLOCK_THREAD_CPUTIME_ID;
  return 0;
}
