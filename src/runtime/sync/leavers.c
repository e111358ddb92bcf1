/* Threads that leave what they waited at: see leavers.h. */

#include "runtime/sync/leavers.h"

#include "runtime/core/engine.h"
#include "runtime/core/world.h"
#include "runtime/race/races.h"
#include "runtime/sched/schedule.h"

void sett_leave (const void *object, uintptr_t place) {
  if (sett_self ()->dismissed || !sett_heap_has ((uintptr_t)object))
    return;
  if (UNLIKELY (engine.free_visible))
    sett_affect (object, SETT_EFFECT_LOAD, 0);
  sett_races_access (object, 1,
                     SETT_MEMORY_READ | SETT_MEMORY_ATOMIC | SETT_MEMORY_LEAVES,
                     place);
}

/* No thread of another process can have its memory freed. */
void sett_dismiss_leavers (const void *object) {
  if (!sett_heap_has ((uintptr_t)object))
    return;
  for (sett_thread_set rest = world->alive; sett_threads_any (rest);
       rest = sett_threads_rest (rest)) {
    sett_thread *t = &world->threads[sett_threads_first (rest)];
    t->dismissed |= t->waiting && t->signalled && t->queue == object;
  }
  sett_races_destroyed (object);
}
