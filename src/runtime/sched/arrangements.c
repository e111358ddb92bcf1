/* Nice values and processors of threads: what programs ask for and set is kept
   here, the kernel never hears of it (arrangements.h). */

#include "runtime/sched/arrangements.h"

#include "base/assert.h"
#include "runtime/core/os_model.h"
#include "runtime/sched/randomness.h"
#include "runtime/sched/groups.h"
#include "runtime/sched/numbers.h"
#include "runtime/sched/processors.h"
#include "runtime/sched/children.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/syscalls.h"
#include "runtime/sched/user.h"

#include <string.h>
#include <sys/resource.h>

enum { LEAST_NICE = -20, NICEST = 19, ZERO = 20 };

static sett_arrangement *of (unsigned thread) {
  SETT_ASSERT (thread < SETT_MOST_THREADS);
  return &os_model->arrangements[thread];
}

static int is_arranged (unsigned thread) {
  return of (thread)->has_nice || of (thread)->has_allowed;
}

/* Where there is nothing to copy the page need not become hot. */
void sett_arrangements_add (unsigned creator, unsigned thread) {
  if (is_arranged (creator) || is_arranged (thread))
    *of (thread) = *of (creator);
  if (is_arranged (creator))
    sett_affect (&os_model->arranged, SETT_EFFECT_LOAD, 0);
}

static void begin (sett_effect_kind effect, uintptr_t place) {
  sett_visible (SETT_DO_TRANSFER, &os_model->arranged, effect, NULL, place);
  sett_affect (&os_model->arranged, effect, 0);
}

/* The thread that has this number, or the first one of the process; -1: none.
   In an event. */
static int find (int number, uintptr_t place) {
  if (!number)
    return (int)sett_self ()->number;
  if (!sett_numbers_known (number, place))
    return -1;
  return number - SETT_FIRST_NUMBER;
}

/*------------------------------------------------------------------------*/
/* Nice values. */

/* As the program began. */
static int first_nice (void) {
  return ZERO - (int)sett_raw (SYS_getpriority, PRIO_PROCESS, 0);
}

static int nice_of (unsigned thread) {
  return of (thread)->has_nice ? of (thread)->nice : first_nice ();
}

/* Who may become more urgent than that: a limit counts from 20 downwards. */
static int may_have (int nice) {
  static struct rlimit limit; /* the kernel may write to it */
  if (sett_user_can (SETT_CAN_BE_URGENT))
    return 1;
  return !sett_raw (SYS_prlimit64, 0, RLIMIT_NICE, 0, &limit) &&
         (uint64_t)(ZERO - nice) <= limit.rlim_cur;
}

static long set_nice (unsigned thread, int nice) {
  if (nice < nice_of (thread) && !may_have (nice))
    return -EACCES;
  of (thread)->nice = (int8_t)nice;
  of (thread)->has_nice = 1;
  return 0;
}

static unsigned first_thread_of (unsigned process) {
  return (unsigned)(sett_process_number (process) - SETT_FIRST_NUMBER);
}

/* The first threads of a group, or (user) of all processes; then those of the
   caller. */
static sett_thread_set find_all (int which, int number) {
  const int group = number ? number : sett_groups_of (engine.process);
  sett_thread_set found = SETT_NO_THREADS;
  sett_groups_affect ();
  for (unsigned i = 0; i < engine.shared->member_count; i++)
    if (which == PRIO_USER ? os_model->lives[i].there
                           : sett_groups_has (group, i))
      sett_threads_add (&found, first_thread_of (i));
  return sett_threads_have (found, first_thread_of (engine.process))
             ? sett_threads_or (found, world->alive)
             : found;
}

/* 0 and minus an error: there are none. */
static long find_threads (const sett_call *call, sett_thread_set *found,
                          uintptr_t place) {
  const int which = (int)call->a[0], number = (int)call->a[1];
  if (which < PRIO_PROCESS || which > PRIO_USER)
    return -EINVAL;
  if (which == PRIO_PROCESS) {
    const int thread = find (number, place);
    *found = thread < 0 ? SETT_NO_THREADS : sett_threads_of ((unsigned)thread);
  } else
    *found = find_all (which, number);
  if (which == PRIO_USER)
    sett_call_remark (sett_call_name (call->number),
                      "only for processes of the program", place);
  return sett_threads_any (*found) ? 0 : -ESRCH;
}

/* The most urgent one is told. */
long sett_call_getpriority (const sett_call *call, uintptr_t place) {
  sett_thread_set threads;
  begin (SETT_EFFECT_LOAD, place);
  const long wrong = find_threads (call, &threads, place);
  if (wrong)
    return wrong;
  int nice = NICEST;
  for (; sett_threads_any (threads); threads = sett_threads_rest (threads)) {
    const int one = nice_of (sett_threads_first (threads));
    nice = one < nice ? one : nice;
  }
  return ZERO - nice;
}

long sett_call_setpriority (const sett_call *call, uintptr_t place) {
  sett_thread_set threads;
  const int wanted = (int)call->a[2];
  const int nice = wanted < LEAST_NICE ? LEAST_NICE
                   : wanted > NICEST   ? NICEST
                                       : wanted;
  begin (SETT_EFFECT_STORE, place);
  long result = find_threads (call, &threads, place);
  for (; !result && sett_threads_any (threads);
       threads = sett_threads_rest (threads))
    result = set_nice (sett_threads_first (threads), nice);
  return result;
}

/*------------------------------------------------------------------------*/
/* Processors. */

long sett_arrangements_allow (unsigned thread, size_t size, const void *set,
                              uintptr_t place) {
  static uint64_t all[SETT_MOST_PROCESSORS / 64];
  sett_arrangement new = *of (thread);
  uint64_t any = 0;
  memset (all, 0, sizeof all);
  memset (new.allowed, 0, sizeof new.allowed);
  if (!set)
    return -EFAULT;
  const long known = sett_processors_allowed (sizeof all, all);
  if (known < 0)
    return known;
  memcpy (new.allowed, set,
          size < sizeof new.allowed ? size : sizeof new.allowed);
  for (size_t i = 0; i < SETT_MOST_PROCESSORS / 64; i++)
    any |= new.allowed[i] &= all[i];
  if (!any)
    return -EINVAL;
  begin (SETT_EFFECT_STORE, place);
  new.has_nice = of (thread)->has_nice;
  new.nice = of (thread)->nice;
  new.has_allowed = 1;
  *of (thread) = new;
  return 0;
}

long sett_arrangements_allowed (unsigned thread, size_t size, void *set,
                                uintptr_t place) {
  begin (SETT_EFFECT_LOAD, place);
  const long bytes = sett_processors_allowed (size, set);
  if (bytes > 0 && of (thread)->has_allowed)
    memcpy (set, of (thread)->allowed,
            (size_t)bytes < sizeof of (thread)->allowed
                ? (size_t)bytes
                : sizeof of (thread)->allowed);
  return bytes;
}

unsigned sett_arrangements_processor (void) {
  static uint64_t all[SETT_MOST_PROCESSORS / 64];
  const sett_arrangement *a = of (sett_self ()->number);
  const uint64_t *set = a->has_allowed ? a->allowed : all;
  if (!a->has_allowed && sett_processors_allowed (sizeof all, all) < 0)
    return 0;
  for (unsigned i = 0; i < SETT_MOST_PROCESSORS; i++)
    if (set[i / 64] >> i % 64 & 1)
      return i;
  return 0;
}

long sett_call_affinity (const sett_call *call, uintptr_t place) {
  const int thread = find ((int)call->a[0], place);
  if (thread < 0)
    return -ESRCH;
  return call->number == SYS_sched_setaffinity
             ? sett_arrangements_allow ((unsigned)thread, (size_t)call->a[1],
                                        (const void *)call->a[2], place)
             : sett_arrangements_allowed ((unsigned)thread, (size_t)call->a[1],
                                          (void *)call->a[2], place);
}

long sett_call_getcpu (const sett_call *call, uintptr_t place) {
  (void)place;
  if (call->a[0])
    *(unsigned *)call->a[0] = sett_arrangements_processor ();
  if (call->a[1])
    *(unsigned *)call->a[1] = 0;
  return 0;
}
