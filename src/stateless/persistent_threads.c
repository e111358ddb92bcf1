/* The set is closed under these rules.

   1. If a thread in it is about to do something that another thread could ever
      conflict with, the other is in it, too.  What an operation does to its
      object may depend on when it happens (trylock, compare and exchange,
      signal), so that it conflicts with every other use, unless it only reads.
   2. If a thread in it waits for the end of another one, the other is in it.
   3. Who may end the program is in it.
   4. A thread in it that waits for something else (a signal), whose operation
      may touch now this, now that, that is about to end the execution, or of
      which nothing is known, makes it all of them.

   Unlocking that is invisible needs no rule: who wants to have the lock cannot
   go before it, and where somebody asks whether it is taken, or destroys it,
   unlocking is visible.

   Why that is enough.  Let u be what threads outside of the set do from this
   state on, and t the first step of a thread in it.  By the rules each step of
   u commutes with t, as far as visible operations and unlocking go.  If it does
   not because of plain accesses, then these are not ordered: t u is explored,
   no step of u happens after t there, and the race is reported.  So without a
   race each execution u t ... has an equivalent one that begins with t.  If no
   thread of the set moves in u, t can be put in front of it, and threads
   outside of the set come to the same places of their code.  As executions are
   finite, each of them is explored, up to the order of steps that commute, and
   so is whatever a thread does on its own account: also that it leaves its
   bound, which is checked when it comes to an operation and when the operation
   has an effect (the run-time's bounds.c).

   Stoller's pendInvisOps bounds what invisible operations may come after the
   visible one, by candidate lock sets and by who may initialise, so that
   whoever might interfere with them is in the set.  Here nobody has to be in it
   for that: interference between invisible operations is a race, and breaks the
   discipline that is checked (races.h, phases.h), in t u ... as well as in any
   other order. That would not do where what is a violation depends on who
   happens to access a variable first. */

#include "stateless/persistent_threads.h"

#include "base/assert.h"

#include <stddef.h>

typedef struct closure {
  const sett_bounds *bounds;
  uint32_t index;
  sett_thread_set alive, set, todo;
} closure;

static void add (closure *c, unsigned thread) {
  SETT_ASSERT (thread < SETT_MOST_THREADS);
  if (!sett_threads_have (c->alive, thread) ||
      sett_threads_have (c->set, thread))
    return;
  sett_threads_add (&c->set, thread);
  sett_threads_add (&c->todo, thread);
}

static void add_rivals (closure *c, uint32_t object, uint32_t kinds) {
  for (sett_thread_set rest = sett_threads_but (c->alive, c->set);
       sett_threads_any (rest); rest = sett_threads_rest (rest)) {
    const unsigned thread = sett_threads_first (rest);
    if (c->bounds->allows (c->bounds->data, c->index, thread, object, kinds))
      add (c, thread);
  }
}

static int only_reads (const sett_event *event, const sett_effect *effect) {
  return sett_operation_has (event->operation, SETT_TRAIT_READS) &&
         (effect->kind == SETT_EFFECT_LOAD ||
          effect->kind == SETT_EFFECT_AWAIT);
}

static void add_thread (closure *c, const sett_standing *s) {
  for (uint32_t i = 0; i < s->pending->effects; i++) {
    const sett_effect *effect = &s->effects[i];
    if (!effect->internal)
      add_rivals (c, effect->object,
                  only_reads (s->pending, effect)
                      ? sett_effect_conflicts[effect->kind]
                      : ~0u);
  }
}

/* Is it known beforehand which objects the operation may have an effect on? */
static int is_predictable (const sett_event *event) {
  return sett_operation_has (event->operation, SETT_TRAIT_FORESEEN) &&
         (event->effects > 0 ||
          sett_operation_has (event->operation, SETT_TRAIT_EFFECTLESS));
}

sett_thread_set sett_persistent_set (const sett_bounds *bounds, uint32_t index,
                                     sett_thread_set enabled,
                                     sett_thread_set alive, unsigned seed,
                                     const sett_standing *standings) {
  closure c = {bounds, index, alive, SETT_NO_THREADS, SETT_NO_THREADS};
  SETT_ASSERT (sett_threads_have (alive, seed));
  add (&c, seed);
  for (sett_thread_set rest = alive; sett_threads_any (rest);
       rest = sett_threads_rest (rest))
    if (bounds->ends (bounds->data, index, sett_threads_first (rest)))
      add (&c, sett_threads_first (rest));
  while (sett_threads_any (c.todo)) {
    const unsigned thread = sett_threads_first (c.todo);
    const sett_standing *s = &standings[thread];
    c.todo = sett_threads_rest (c.todo);
    SETT_ASSERT (sett_threads_have (c.alive, thread));
    if (!s->pending && s->awaited >= 0) {
      add (&c, (unsigned)s->awaited);
      continue;
    }
    if (!s->pending || !is_predictable (s->pending))
      return enabled;
    if (!sett_threads_have (enabled, thread) && !s->pending->effects)
      return enabled;
    add_thread (&c, s);
  }
  return sett_threads_and (enabled, c.set);
}
