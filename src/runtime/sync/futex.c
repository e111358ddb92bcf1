/* Futexes, for programs that call the kernel themselves (std::atomic::wait
   does); and other system calls that are made through syscall ().

   To wait is two events: looking at the word and queueing up, then going on
   because somebody woke the thread, or its time is out.  Whom to wake is a
   choice: the kernel promises no order.  The queue is an object of its own
   beside the word, known by the address of the word's second byte.

   Who finds somebody in the queue comes after what that one did before it
   queued up, its look at the word above all: the kernel has a lock there.  To
   wake or to move threads has nothing to do with the memory where the word is,
   unless it is compared. */

#include "runtime/core/narrator.h"
#include "base/assert.h"
#include "runtime/core/os_model.h"
#include "runtime/sync/guards.h"
#include "runtime/race/races.h"
#include "runtime/core/real.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/syscalls.h"
#include "runtime/sched/spin.h"
#include "runtime/sched/waiters.h"

#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

/* In memory that processes share, those that call for their own process only
   have a queue of their own. */
enum { FOR_ALL = 1, FOR_OWN = 2 };

static void *queue_of (uint32_t *word, int whose) {
  return (char *)word + (sett_is_shared (word) ? whose : FOR_ALL);
}

static sett_thread_set own_threads (const void *queue) {
  return sett_is_shared (queue) && ((uintptr_t)queue & 3) == FOR_OWN
             ? world->alive
             : sett_threads_all ();
}

static sett_thread_set waiters_of (const void *queue, uint32_t bits) {
  return sett_threads_and (sett_waiters_at (queue, bits), own_threads (queue));
}

static uint64_t count_waiters (const void *queue) {
  return sett_threads_count (waiters_of (queue, ~0u));
}

int sett_guard_futex (const sett_thread *t) {
  return t->signalled || t->timed;
}

static long wait (uint32_t *word, uint32_t value, uint32_t bits, int timed,
                  int whose, uintptr_t place) {
  const void *object = sett_object_memory (word, sizeof *word);
  void *queue = queue_of (word, whose);
  sett_thread *t = sett_self ();
  SETT_ASSERT (!t->waiting);
  sett_visible (SETT_DO_FUTEX_WAIT, object, SETT_EFFECT_LOAD, NULL, place);
  sett_affect (object, SETT_EFFECT_LOAD, *word);
  if (*word != value)
    return -EAGAIN;
  sett_affect (queue, SETT_EFFECT_ENQUEUE, count_waiters (queue));
  sett_races_release (queue);
  sett_spin_progress ();
  t->waiting = 1;
  t->signalled = 0;
  t->timed = timed != 0;
  t->queue = queue;
  t->futex_bits = bits;
  sett_visible (SETT_DO_FUTEX_RETURN, queue, SETT_EFFECT_LEAVE,
                sett_guard_futex, place);
  if (timed)
    sett_affect_wanting (t->queue, SETT_EFFECT_LEAVE, count_waiters (t->queue),
                         !t->signalled);
  if (UNLIKELY (engine.narrating) && !t->signalled)
    narrator->failed ();
  t->waiting = 0;
  return t->signalled ? 0 : -ETIMEDOUT;
}

/*------------------------------------------------------------------------*/

/* How many ways are there to choose `some' of `count'?  UINT16_MAX: that many,
   or more. */
static unsigned ways (unsigned count, unsigned some) {
  SETT_ASSERT (some <= count);
  uint64_t result = 1;
  for (unsigned i = 1; i <= some; i++) {
    result = result * (count - some + i) / i;
    if (result > UINT16_MAX)
      return UINT16_MAX;
  }
  return (unsigned)result;
}

/* The way with this number. */
static sett_thread_set selection (sett_thread_set mask, unsigned some,
                                  unsigned number) {
  SETT_ASSERT (some <= sett_threads_count (mask));
  sett_thread_set selected = SETT_NO_THREADS;
  while (some) {
    const unsigned first = sett_threads_first (mask);
    const unsigned rest = sett_threads_count (mask) - 1;
    const unsigned with = ways (rest, some - 1);
    mask = sett_threads_rest (mask);
    if (number < with || rest < some) {
      sett_threads_add (&selected, first);
      some--;
    } else
      number -= with;
  }
  return selected;
}

static sett_thread_set choose (sett_thread_set mask, unsigned most,
                               uintptr_t place) {
  const unsigned count = sett_threads_count (mask);
  if (count <= most)
    return mask;
  const unsigned possible = ways (count, most);
  if (possible == UINT16_MAX)
    sett_note_add (1, place, "futex: too many ways to wake threads");
  return selection (mask, most, sett_alternative (possible));
}

static void wake (sett_thread_set mask) {
  for (; sett_threads_any (mask); mask = sett_threads_rest (mask))
    sett_waiters_wake (sett_threads_first (mask));
}

static long wake_some (uint32_t *word, unsigned most, uint32_t bits, int whose,
                       uintptr_t place) {
  void *queue = queue_of (word, whose);
  sett_visible (SETT_DO_FUTEX_WAKE, queue, SETT_EFFECT_SIGNAL, NULL, place);
  const sett_thread_set mask = waiters_of (queue, bits);
  const unsigned found = sett_threads_count (mask);
  sett_affect_wanting (
      queue, sett_threads_any (mask) ? SETT_EFFECT_SIGNAL : SETT_EFFECT_LOST,
      count_waiters (queue), found < most ? found : most);
  if (found)
    sett_races_acquire (queue);
  sett_spin_progress ();
  const sett_thread_set chosen = choose (mask, most, place);
  SETT_ASSERT (sett_threads_within (chosen, mask));
  wake (chosen);
  return sett_threads_count (chosen);
}

/* Wakes some and lets others wait elsewhere. */
static long requeue (uint32_t *word, uint32_t *other, unsigned most,
                     unsigned most_moved, const uint32_t *expected, int whose,
                     uintptr_t place) {
  const void *object = sett_object_memory (word, sizeof *word);
  void *queue = queue_of (word, whose);
  sett_visible (SETT_DO_FUTEX_REQUEUE, queue, SETT_EFFECT_SIGNAL, NULL, place);
  if (expected) {
    sett_object_used (word, place);
    sett_affect (object, SETT_EFFECT_LOAD, *word);
    if (*word != *expected)
      return -EAGAIN;
  }
  const sett_thread_set mask = waiters_of (queue, ~0u);
  sett_affect (queue,
               sett_threads_any (mask) ? SETT_EFFECT_SIGNAL : SETT_EFFECT_LOST,
               0);
  sett_affect (queue_of (other, whose), SETT_EFFECT_CHANGE, 0);
  if (sett_threads_any (mask))
    sett_races_acquire (queue);
  sett_spin_progress ();
  const sett_thread_set chosen = choose (mask, most, place);
  wake (chosen);
  unsigned moved = 0;
  sett_thread_set left = sett_threads_but (mask, chosen);
  for (; sett_threads_any (left) && moved < most_moved;
       left = sett_threads_rest (left), moved++)
    sett_waiters_move (sett_threads_first (left), queue_of (other, whose));
  if (sett_threads_any (left))
    sett_note_add (1, place, "futex: threads are moved in one order only");
  SETT_ASSERT (moved <= most_moved);
  return sett_threads_count (chosen) + moved;
}

/*------------------------------------------------------------------------*/

static unsigned at_least (long count) {
  return count < 1 ? 1 : count > INT_MAX ? INT_MAX : (unsigned)count;
}

static long futex (const long *a, uintptr_t place) {
  uint32_t *word = (uint32_t *)a[0];
  const uint32_t third = (uint32_t)a[5];
  const int whose = a[1] & FUTEX_PRIVATE_FLAG ? FOR_OWN : FOR_ALL;
  if ((uintptr_t)word & 3)
    return -EINVAL;
  switch (a[1] & FUTEX_CMD_MASK) {
  case FUTEX_WAIT:
    return wait (word, (uint32_t)a[2], ~0u, a[3] != 0, whose, place);
  case FUTEX_WAIT_BITSET:
    return third ? wait (word, (uint32_t)a[2], third, a[3] != 0, whose, place)
                 : -EINVAL;
  case FUTEX_WAKE:
    return wake_some (word, at_least ((int)a[2]), ~0u, whose, place);
  case FUTEX_WAKE_BITSET:
    return third ? wake_some (word, at_least ((int)a[2]), third, whose, place)
                 : -EINVAL;
  case FUTEX_REQUEUE:
    return requeue (word, (uint32_t *)a[4], (unsigned)a[2], (unsigned)a[3],
                    NULL, whose, place);
  case FUTEX_CMP_REQUEUE:
    return requeue (word, (uint32_t *)a[4], (unsigned)a[2], (unsigned)a[3],
                    &third, whose, place);
  default:
    sett_note_add (1, place, "called futex in an unusual way: ended there");
    sett_end (SETT_CUT);
  }
}

/*------------------------------------------------------------------------*/

long sett_call_futex (const sett_call *call, uintptr_t place) {
  return futex (call->a, place);
}
