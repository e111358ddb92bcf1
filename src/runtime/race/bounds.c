/* What threads have declared to use at most: see bounds.h.  Who goes beyond it
   is reported. */

#include "runtime/race/bounds.h"

#include "base/assert.h"
#include "runtime/core/knowledge.h"
#include "runtime/core/object_table.h"
#include "runtime/race/uses.h"
#include "stateless/persistent_threads.h"
#include "stateless/stateless.h"

#define TOO_MANY UINT32_MAX /* the list is not used */
#define READING (1u << SETT_EFFECT_LOAD | 1u << SETT_EFFECT_AWAIT)

static int rules_out_races (void) {
  const unsigned discipline = engine.shared->orders.discipline;
  return discipline == SETT_DISCIPLINE_HB || discipline == SETT_DISCIPLINE_MLD;
}

int sett_bounds_count (void) {
  return !engine.multi && rules_out_races () && !sett_knows_visible_memory () &&
         !engine.finish_visible && !engine.cancelling && !engine.main_leaves &&
         !engine.free_visible && !engine.undeclared;
}

int sett_bounds_infer (void) {
  const sett_orders *orders = &engine.shared->orders;
  return !orders->infers_nothing && orders->task == SETT_TASK_SEARCH &&
         !orders->stateful && orders->preemptions < 0 && orders->workers <= 1 &&
         rules_out_races () &&
         (orders->search == SETT_STATELESS_IFSSS ||
          orders->search == SETT_STATELESS_SSS);
}

void sett_bounds_end (unsigned thread) {
  if (thread && sett_bounds_count ())
    sett_uses_end (thread);
}

/*------------------------------------------------------------------------*/
/* Declaring. */

/* Objects are at least as large as a granule (object_table.c). */
void sett_bounds_list (const void *address, size_t size, int observed) {
  sett_thread *t = sett_self ();
  const uintptr_t low = (uintptr_t)address;
  const uint32_t number = world->declared_count + 1;
  if (number == SETT_MOST_BOUNDS || t->listed == TOO_MANY) {
    t->listed = TOO_MANY;
    return;
  }
  world->declared[number] =
      (sett_declared){low & ~(uintptr_t)7, (low + size + 7) & ~(uintptr_t)7,
                      observed ? READING : ~0u, t->listed};
  world->declared_count = t->listed = number;
  SETT_ASSERT (number < SETT_MOST_BOUNDS);
}

static void bind (sett_thread *t, uint32_t bound) {
  if (world->binding_count == SETT_MOST_BOUNDS)
    return; /* what held before still does */
  world->bindings[world->binding_count++] =
      (sett_binding){sett_now (), t->number, bound};
  t->bound = bound;
  world->bounded = 1;
  SETT_ASSERT (t->number < engine.most_threads && bound <= world->bound_count);
}

void sett_bounds_close (int child) {
  sett_thread *t = sett_self ();
  const uint32_t number = world->bound_count + 1;
  if (number < SETT_MOST_BOUNDS && t->listed != TOO_MANY) {
    world->bounds[number] = (sett_bound){t->listed, t->bound};
    SETT_ASSERT (t->listed <= world->declared_count);
    world->bound_count = number;
    if (child)
      t->child_bound = number; /* holds within what will hold then */
    else
      bind (t, number);
  }
  t->listed = 0;
}

void sett_bounds_inherit (sett_thread *creator, sett_thread *t) {
  const uint32_t bound =
      creator->child_bound ? creator->child_bound : creator->bound;
  if (creator->child_bound)
    world->bounds[bound].within = creator->bound;
  creator->child_bound = 0;
  t->bound = t->child_bound = t->listed = 0;
  if (bound)
    bind (t, bound);
}

/*------------------------------------------------------------------------*/
/* Asking. */

static int is_listed (uint32_t listed, uintptr_t address, uint32_t kinds) {
  for (; listed; listed = world->declared[listed].next) {
    const sett_declared *d = &world->declared[listed];
    SETT_ASSERT_SLOW (d->next < listed);
    if (address >= d->low && address < d->high && (d->kinds & kinds))
      return 1;
  }
  return 0;
}

static int may_use (uint32_t bound, uintptr_t address, uint32_t kinds) {
  address &= ~((uintptr_t)0xff << 55); /* objects beside objects (choice.c) */
  for (; bound; bound = world->bounds[bound].within)
    if (!is_listed (world->bounds[bound].listed, address, kinds))
      return 0;
  return 1;
}

static void check (const sett_thread *t, const void *object,
                   sett_effect_kind kind) {
  if (!sett_bounds_count ())
    return;
  if (engine.inferring)
    sett_uses_add (t, object, kind);
  if (!t->bound || may_use (t->bound, (uintptr_t)object, 1u << kind))
    return;
  sett_fail (SETT_VIOLATION_MISUSE, t->place, object,
             may_use (t->bound, (uintptr_t)object, ~0u)
                 ? "a thread changes what it has declared only to observe"
                 : "a thread uses what it has declared not to use");
}

void sett_bounds_arrive (const sett_thread *t) {
  if (t->operation == SETT_DO_END && engine.inferring)
    sett_bounds_end (t->number);
  if (t->has_object)
    check (t, t->object, t->intent);
  else if (t->operation == SETT_DO_END && t->number && t->bound &&
           sett_bounds_count ())
    sett_fail (SETT_VIOLATION_MISUSE, t->place, NULL,
               "a thread ends the program after it has declared what it uses");
}

/* Of what is invisible only unlocking matters. */
void sett_bounds_affect (const void *object, sett_effect_kind kind,
                         int internal) {
  if (!internal || kind == SETT_EFFECT_RELEASE || kind == SETT_EFFECT_UNSHARE)
    check (sett_self (), object, kind);
}

/*------------------------------------------------------------------------*/
/* Persistent sets.  They are computed when an execution is over, before it is
   taken back: the world is still as it was at its end. */

/* Bindings are in the order of events, and few. */
static uint32_t bound_of (unsigned thread, uint32_t index) {
  uint32_t bound = 0;
  for (uint32_t i = 0; i < world->binding_count; i++) {
    const sett_binding *b = &world->bindings[i];
    SETT_ASSERT_SLOW (b->thread < SETT_MOST_THREADS);
    if (b->event < index && b->thread == thread)
      bound = b->bound;
  }
  return bound;
}

static int exist (void *data) {
  (void)data;
  return (world->bounded || engine.inferring) && sett_bounds_count ();
}

/* Main does when it returns; who is bound has said that he does not. */
static int ends (void *data, uint32_t index, unsigned thread) {
  (void)data;
  if (!thread)
    return 1;
  return !bound_of (thread, index) &&
         (!engine.inferring || sett_uses_allow_end (thread));
}

static int allows (void *data, uint32_t index, unsigned thread, uint32_t object,
                   uint32_t kinds) {
  const uint32_t bound = bound_of (thread, index);
  (void)data;
  if (engine.inferring && !sett_uses_allow (thread, object, kinds))
    return 0;
  return !bound || may_use (bound, sett_object_address (object), kinds);
}

const sett_bounds *sett_bounds_of_threads (void) {
  static const sett_bounds bounds = {NULL, exist, ends, allows};
  return &bounds;
}
