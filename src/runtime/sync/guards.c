/* Guards of what processes can share: see guards.h.  They look, and change
   nothing. */

#include "runtime/sync/guards.h"

#include "kernel/object.h"
#include "runtime/core/engine.h"
#include "runtime/sync/mutex.h"

static const sett_guard guards[] = {
    sett_guard_mutex, sett_guard_condition, sett_guard_read,   sett_guard_write,
    sett_guard_take,  sett_guard_spinlock,  sett_guard_passed, sett_guard_futex,
};

unsigned sett_guard_number (sett_guard guard) {
  for (unsigned i = 0; i < sizeof guards / sizeof *guards; i++)
    if (guards[i] == guard)
      return i + 1;
  return 0;
}

int sett_guard_open (const sett_station *s) {
  static sett_thread seen; /* as much of a thread as guards look at */
  seen.object = s->object;
  seen.signalled = s->signalled;
  seen.timed = s->timed;
  return guards[s->guard - 1](&seen);
}

int sett_guard_holder (const sett_station *s) {
  const sett_guard guard = guards[s->guard - 1];
  if (guard == sett_guard_mutex ||
      (guard == sett_guard_condition && s->signalled))
    return sett_mutex_of (s->object)->owner - 1;
  if (guard == sett_guard_spinlock)
    return *(const int *)s->object - 1;
  if (guard != sett_guard_read && guard != sett_guard_write)
    return -1;
  const uint64_t state = *(const uint64_t *)s->object;
  return state && state < SETT_READER ? (int)state - 1 : -1;
}

int sett_holder_of (const sett_thread *t) {
  switch (t->operation) {
  case SETT_DO_WAKE:
    return sett_mutex_of (t->object)->owner - 1;
  case SETT_DO_JOIN:
    return ((const sett_thread *)t->second)->number;
  default:
    break;
  }
  for (uint32_t i = 0; i < world->thread_count; i++) {
    const sett_thread *other = &world->threads[i];
    for (uint32_t k = 0; k < other->held_count; k++)
      if (sett_held_of (other)[k].lock == t->object)
        return (int)i;
  }
  return -1;
}
