/* The set is closed under this rule: if a thread in it is about to do something
   (visible, or invisible and allowed by the discipline) that another thread
   could ever conflict with, the other is in it, too.  A thread in the set that
   waits for something which is not an effect on an object (a signal, the end of
   another thread), or of which nothing is known, makes it all of them.  Who may
   end the program is always in it. */

#include "stateless/persistent.h"

#include <stddef.h>

typedef struct closure {
  const sett_bounds *bounds;
  uint64_t alive, set, todo;
} closure;

static void add_rivals (closure *c, const sett_effect *effect) {
  for (uint64_t rest = c->alive & ~c->set; rest; rest &= rest - 1) {
    const unsigned thread = __builtin_ctzll (rest);
    if (c->bounds->allows (c->bounds->data, thread, effect->object,
                           sett_effect_conflicts[effect->kind])) {
      c->set |= (uint64_t)1 << thread;
      c->todo |= (uint64_t)1 << thread;
    }
  }
}

static void add_guarded (closure *c, unsigned thread, uint32_t lock) {
  const sett_effect *list = NULL;
  const uint32_t count =
      c->bounds->guarded
          ? c->bounds->guarded (c->bounds->data, thread, lock, &list)
          : 0;
  for (uint32_t i = 0; i < count; i++)
    add_rivals (c, &list[i]);
}

static void add_thread (closure *c, unsigned thread, const sett_standing *s) {
  for (uint32_t i = 0; i < s->pending->effects; i++) {
    const sett_effect *effect = &s->effects[i];
    if (effect->internal)
      continue;
    add_rivals (c, effect);
    if (effect->kind == SETT_EFFECT_ACQUIRE)
      add_guarded (c, thread, effect->object);
  }
  for (uint32_t i = 0; i < s->held_count; i++)
    add_guarded (c, thread, s->held[i]);
}

uint64_t sett_persistent_set (const sett_bounds *bounds, uint64_t enabled,
                              uint64_t alive, unsigned seed,
                              const sett_standing *standings) {
  if (!bounds)
    return enabled;
  const uint64_t first = (uint64_t)1 << seed | (bounds->ending & alive);
  closure c = {bounds, alive, first, first};
  while (c.todo) {
    const unsigned thread = __builtin_ctzll (c.todo);
    const sett_standing *s = &standings[thread];
    c.todo &= c.todo - 1;
    if (!s->pending || s->pending->operation == SETT_DO_END)
      return enabled;
    if (!(enabled >> thread & 1) && !s->pending->effects)
      return enabled;
    add_thread (&c, thread, s);
  }
  return enabled & c.set;
}
