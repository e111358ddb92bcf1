/* Virtual time.

   Every thread has a time of its own, which goes on when it sleeps, and a
   little whenever it asks for it.  Where threads synchronise, the later one of
   their times counts.  So the time that a thread sees depends on what happened
   before, and on nothing else: neither on the machine nor on the order of what
   is independent.

   A thread that asks again and again without doing anything else sees time go
   by faster and faster, so that loops until a deadline end soon.  Asking for
   the time changes what a thread knows: a loop that does so is no busy wait
   that could be left alone until something changes. */

#include "runtime/sync/clock.h"

#include "base/assert.h"
#include "runtime/access/buffers.h"
#include "runtime/core/knowledge.h"
#include "runtime/core/real.h"
#include "runtime/sched/arrangements.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/state.h"
#include "runtime/sched/syscalls.h"
#include "runtime/sync/threads.h"
#include "runtime/sync/time_arithmetic.h"
#include "runtime/sched/spin.h"

#include <sched.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <threads.h>
#include <unistd.h>

static const uint64_t SECOND = SETT_TIME_SECOND;

static void pass (sett_thread *t, uint64_t nanoseconds) {
  t->time = sett_time_add (t->time, nanoseconds);
}

static uint64_t ask (void) {
  sett_state_time_matters ();
  if (UNLIKELY (engine.composed))
    sett_know_releases (); /* who had a lock first is seen by the time */
  sett_thread *t = sett_self ();
  const uint64_t step = sett_time_step (t->spin.clock_reads++);
  SETT_ASSERT (t->time <= SETT_TIME_NEVER);
  if (UNLIKELY (step > SECOND))
    sett_note_add (0, 0,
                   "asked for the time again and again: it goes by faster and "
                   "faster then");
  pass (t, step);
  sett_spin_changed_own (t);
  return t->time;
}

void sett_clock_pass (uint64_t nanoseconds) {
  pass (sett_self (), nanoseconds);
}

void sett_clock_reach (const struct timespec *until) {
  sett_clock_merge (&sett_self ()->time, sett_time_since_start (until));
}

uint64_t sett_clock_now (void) {
  return ask ();
}

/*------------------------------------------------------------------------*/

static int is_of_processor (clockid_t clock) {
  return clock < 0 || clock == CLOCK_PROCESS_CPUTIME_ID ||
         clock == CLOCK_THREAD_CPUTIME_ID;
}

static uint64_t since_1970 (void) {
  return SETT_TIME_START * SECOND + ask ();
}

long sett_clock_read (clockid_t clock, struct timespec *time) {
  if (clock > CLOCK_TAI)
    return -EINVAL;
  *time = sett_time_timespec (is_of_processor (clock) ? ask () : since_1970 ());
  return 0;
}

static int is_duration (const struct timespec *t) {
  return t->tv_sec >= 0 && t->tv_nsec >= 0 && t->tv_nsec < (long)SECOND;
}

static int would_sleep (const sett_thread *t) {
  (void)t;
  return 1;
}

/* Sleeping is no event: others may go first anyway, where it matters.  Unless a
   signal can come meanwhile, which ends it. */
static long doze (uintptr_t place) {
  return engine.multi && engine.signalled &&
                 sett_visible_for_a_while (SETT_DO_SLEEP, NULL, 0, would_sleep,
                                           NULL, place)
             ? -EINTR
             : 0;
}

long sett_clock_rest (uint64_t nanoseconds, uintptr_t place) {
  if (nanoseconds && doze (place))
    return -EINTR;
  sett_clock_pass (nanoseconds);
  return 0;
}

static int is_zero (const struct timespec *t) {
  return !t->tv_sec && !t->tv_nsec;
}

long sett_clock_sleep (int absolute, const struct timespec *time,
                       uintptr_t place) {
  if (!is_duration (time))
    return -EINVAL;
  if (!is_zero (time) && doze (place))
    return -EINTR;
  if (absolute)
    sett_clock_reach (time);
  else
    sett_clock_pass (sett_time_of (time));
  return 0;
}

/*------------------------------------------------------------------------*/
/* Asking. */

/* The caller's memory; null: there is none. */
#define WRITES(TO)                                                             \
  sett_buffer_write (TO, sizeof *(TO), sett_buffer_place (SETT_HERE))

EXPORT int clock_gettime (clockid_t clock, struct timespec *time) {
  if (!sett_active ())
    return SETT_REAL (clock_gettime) (clock, time);
  WRITES (time);
  return (int)sett_result (sett_clock_read (clock, time));
}

EXPORT int gettimeofday (struct timeval *restrict time, void *restrict zone) {
  if (!sett_active ())
    return SETT_REAL (gettimeofday) (time, zone);
  WRITES (time);
  *time = sett_time_timeval (since_1970 ());
  if (zone)
    memset (zone, 0, sizeof (struct timezone));
  return 0;
}

EXPORT time_t time (time_t *result) {
  if (!sett_active ())
    return SETT_REAL (time) (result);
  WRITES (result);
  const time_t now = (time_t)(since_1970 () / SECOND);
  if (result)
    *result = now;
  return now;
}

EXPORT int timespec_get (struct timespec *time, int base) {
  if (!sett_active ())
    return SETT_REAL (timespec_get) (time, base);
  if (base != TIME_UTC)
    return 0;
  WRITES (time);
  *time = sett_time_timespec (since_1970 ());
  return base;
}

EXPORT clock_t clock (void) {
  if (!sett_active ())
    return SETT_REAL (clock) ();
  return (clock_t)(ask () / 1000);
}

EXPORT clock_t times (struct tms *result) {
  if (!sett_active ())
    return SETT_REAL (times) (result);
  WRITES (result);
  const clock_t ticks = (clock_t)(ask () / (SECOND / 100));
  if (result)
    *result = (struct tms){.tms_utime = ticks};
  return ticks;
}

EXPORT int getrusage (__rusage_who_t who, struct rusage *usage) {
  if (!sett_active ())
    return SETT_REAL (getrusage) (who, usage);
  WRITES (usage);
  memset (usage, 0, sizeof *usage);
  if ((int)who != RUSAGE_CHILDREN)
    usage->ru_utime = sett_time_timeval (ask ());
  return 0;
}

/*------------------------------------------------------------------------*/
/* Sleeping.  Who is interrupted has the whole time still before it. */

static long sleep_for (const struct timespec *time, struct timespec *rest,
                       uintptr_t place) {
  const long result = sett_clock_sleep (0, time, place);
  if (result == -EINTR && rest)
    *rest = *time;
  return result;
}

EXPORT unsigned sleep (unsigned seconds) {
  if (!sett_active ())
    return SETT_REAL (sleep) (seconds);
  sett_cancellation_point (SETT_HERE);
  return sett_clock_rest (seconds * SECOND, SETT_HERE) ? seconds : 0;
}

EXPORT int usleep (useconds_t microseconds) {
  if (!sett_active ())
    return SETT_REAL (usleep) (microseconds);
  sett_cancellation_point (SETT_HERE);
  return (int)sett_result (sett_clock_rest (microseconds * 1000ul, SETT_HERE));
}

EXPORT int nanosleep (const struct timespec *time, struct timespec *rest) {
  if (!sett_active ())
    return SETT_REAL (nanosleep) (time, rest);
  sett_cancellation_point (SETT_HERE);
  return (int)sett_result (sleep_for (time, rest, SETT_HERE));
}

EXPORT int clock_nanosleep (clockid_t clock, int flags,
                            const struct timespec *time,
                            struct timespec *rest) {
  if (!sett_active ())
    return SETT_REAL (clock_nanosleep) (clock, flags, time, rest);
  sett_cancellation_point (SETT_HERE);
  return (int)-(flags & TIMER_ABSTIME ? sett_clock_sleep (1, time, SETT_HERE)
                                      : sleep_for (time, rest, SETT_HERE));
}

EXPORT int thrd_sleep (const struct timespec *time, struct timespec *rest) {
  if (!sett_active ())
    return SETT_REAL (thrd_sleep) (time, rest);
  const long result = sleep_for (time, rest, SETT_HERE);
  return result == -EINTR ? -1 : result ? -2 : 0;
}

EXPORT int sched_yield (void) {
  return sett_active () ? 0 : SETT_REAL (sched_yield) ();
}

EXPORT void thrd_yield (void) {
  if (!sett_active ())
    SETT_REAL (thrd_yield) ();
}

int pthread_yield (void);
EXPORT int pthread_yield (void) {
  return sched_yield ();
}

EXPORT int sched_getcpu (void) {
  return sett_active () ? (int)sett_arrangements_processor ()
                        : SETT_REAL (sched_getcpu) ();
}

/*------------------------------------------------------------------------*/
/* As system calls. */

long sett_call_clock_gettime (const sett_call *call, uintptr_t place) {
  (void)place;
  return sett_clock_read ((clockid_t)call->a[0], (struct timespec *)call->a[1]);
}

long sett_call_gettimeofday (const sett_call *call, uintptr_t place) {
  (void)place;
  struct timeval *time = (struct timeval *)call->a[0];
  if (time)
    *time = sett_time_timeval (since_1970 ());
  return 0;
}

long sett_call_time (const sett_call *call, uintptr_t place) {
  (void)place;
  return time ((time_t *)call->a[0]);
}

long sett_call_times (const sett_call *call, uintptr_t place) {
  (void)place;
  return times ((struct tms *)call->a[0]);
}

long sett_call_getrusage (const sett_call *call, uintptr_t place) {
  (void)place;
  return getrusage ((__rusage_who_t)call->a[0], (struct rusage *)call->a[1]);
}

long sett_call_nanosleep (const sett_call *call, uintptr_t place) {
  return sleep_for ((const struct timespec *)call->a[0],
                    (struct timespec *)call->a[1], place);
}

long sett_call_clock_nanosleep (const sett_call *call, uintptr_t place) {
  const struct timespec *time = (const struct timespec *)call->a[2];
  return call->a[1] & TIMER_ABSTIME
             ? sett_clock_sleep (1, time, place)
             : sleep_for (time, (struct timespec *)call->a[3], place);
}

/*------------------------------------------------------------------------*/
/* The machine, which seems to have nothing else to do. */

static long describe_machine (struct sysinfo *info, uint64_t time) {
  const long result =
      sett_call_pass (&(const sett_call){SYS_sysinfo, {(long)info}});
  if (result)
    return result;
  info->uptime = (long)(time / SECOND);
  memset (info->loads, 0, sizeof info->loads);
  info->freeram = info->totalram;
  info->freeswap = info->totalswap;
  info->freehigh = info->totalhigh;
  info->sharedram = info->bufferram = 0;
  info->procs = 1;
  return 0;
}

EXPORT int sysinfo (struct sysinfo *info) {
  if (!sett_active ())
    return SETT_REAL (sysinfo) (info);
  WRITES (info);
  return (int)sett_result (describe_machine (info, ask ()));
}

/* The C library wants to know how much memory there is: no matter when. */
long sett_call_sysinfo (const sett_call *call, uintptr_t place) {
  (void)place;
  return describe_machine ((struct sysinfo *)call->a[0], sett_self ()->time);
}
