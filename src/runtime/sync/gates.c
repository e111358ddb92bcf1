#include "runtime/sync/gates.h"

#include "kernel/object.h"
#include "runtime/core/engine.h"
#include "runtime/sync/mutex.h"

static const sett_gate gates[] = {
    sett_gate_mutex, sett_gate_condition, sett_gate_read,   sett_gate_write,
    sett_gate_take,  sett_gate_spinlock,  sett_gate_passed, sett_gate_futex,
};

unsigned sett_gate_number (sett_gate gate) {
  for (unsigned i = 0; i < sizeof gates / sizeof *gates; i++)
    if (gates[i] == gate)
      return i + 1;
  return 0;
}

int sett_gate_open (const sett_station *s) {
  static sett_thread seen; /* as much of a thread as gates look at */
  seen.object = s->object;
  seen.signalled = s->signalled;
  seen.timed = s->timed;
  return gates[s->gate - 1](&seen);
}

int sett_gate_holder (const sett_station *s) {
  const sett_gate gate = gates[s->gate - 1];
  if (gate == sett_gate_mutex || (gate == sett_gate_condition && s->signalled))
    return sett_mutex_of (s->object)->owner - 1;
  if (gate == sett_gate_spinlock)
    return *(const int *)s->object - 1;
  if (gate != sett_gate_read && gate != sett_gate_write)
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
