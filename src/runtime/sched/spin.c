/* Busy waiting: see spin.h. */

#include "runtime/sched/spin.h"

#include "base/assert.h"
#include "kernel/object.h"
#include "runtime/core/knowledge.h"
#include "runtime/core/os_model.h"
#include "runtime/race/owners.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/state.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

sett_registers sett_entry_registers;

/*------------------------------------------------------------------------*/
/* Loops of visible operations. */

/* Another stack (swapcontext, sigaltstack) is not known. */
static int is_on_own_stack (const sett_thread *t) {
  const uintptr_t sp = sett_entry_registers.rsp;
  return sp >= (uintptr_t)t->low && sp <= (uintptr_t)t->top;
}

static uint64_t hash_of_self (const sett_thread *t) {
  const sett_registers *r = &sett_entry_registers;
  const char *sp = (const char *)r->rsp;
  SETT_ASSERT (sp <= t->top);
  const uint64_t seed = XXH3_64bits (r, offsetof (sett_registers, arguments));
  return XXH3_64bits_withSeed (sp, (size_t)(t->top - sp), seed);
}

uint64_t sett_spin_value (const void *address, size_t size) {
  return size <= 8 ? sett_access_value (address, size)
                   : XXH3_64bits (address, size);
}

int sett_spin_changed (const sett_glance *g) {
  return sett_spin_value (g->address, g->size) != g->value;
}

static int something_changed (const sett_thread *t) {
  for (uint32_t i = 0; i < t->spin.count; i++)
    if (sett_spin_changed (&sett_glances_of (t)[i]))
      return 1;
  return 0;
}

static void await (sett_thread *t, uintptr_t place) {
  const void *first = t->spin.count ? sett_glances_of (t)[0].object : t;
  sett_visible (SETT_DO_AWAIT, first, SETT_EFFECT_AWAIT, something_changed,
                place);
  if (UNLIKELY (t->interrupted))
    return;
  for (uint32_t i = 0; i < t->spin.count; i++) {
    SETT_ASSERT (t->spin.count <= SETT_MOST_GLANCES);
    const sett_glance *g = &sett_glances_of (t)[i];
    sett_affect (g->object, SETT_EFFECT_AWAIT, g->value);
    engine.log->effects[engine.log->effect_count - 1].changed =
        sett_spin_changed (g) != 0;
  }
}

int sett_spin_can_wait (void) {
  return sett_self ()->spin.count <= SETT_MOST_GLANCES;
}

int sett_spin_wait (uintptr_t place) {
  sett_thread *t = sett_self ();
  t->wants = 1; /* it does not wait busily */
  t->interruptible = 1;
  await (t, place);
  t->wants = 0;
  sett_spin_progress ();
  return t->interrupted;
}

/* Code that is not instrumented does not say what it writes: the C library's
   has random numbers, positions in files and in strings.  Whoever else has
   written meanwhile only makes the thread look once more. */
static int memory_is_same (sett_spin *s) {
  if (!engine.has_snapshot)
    sett_engine_snapshot ();
  const uint64_t hash = sett_state_of_memory ();
  const int same = hash == s->memory_hash;
  s->memory_hash = hash;
  return same;
}

/* The place may be one before the loop: then another one is tried, for twice as
   long.  A stack that is large is looked at when the thread comes back. */
static void begin (sett_thread *t, uintptr_t place, uint32_t most_rounds) {
  enum { SMALL = 8192 };
  sett_spin *s = &t->spin;
  s->place = place;
  s->most_rounds = most_rounds;
  s->sp = sett_entry_registers.rsp;
  const size_t size = (uintptr_t)t->top - s->sp;
  SETT_ASSERT (s->sp <= (uintptr_t)t->top);
  s->stack_hash = size <= SMALL ? hash_of_self (t) : 0;
  s->memory_hash = 0;
  s->count = s->rounds = 0;
}

void sett_spin_look (uintptr_t place) {
  enum { FEW_LOOKS = 2, MANY_LOOKS = 64 };
  sett_thread *t = sett_self ();
  sett_spin *s = &t->spin;
  if (UNLIKELY (t->vain.waits))
    return;
  if (sett_own.wrote) {
    sett_own.wrote = 0;
    sett_spin_changed_own (t);
  }
  if (UNLIKELY (!is_on_own_stack (t))) {
    s->place = 0; /* nothing is concluded there */
    return;
  }
  if (!s->place) {
    begin (t, place, FEW_LOOKS);
    return;
  }
  if (s->place != place || s->sp != sett_entry_registers.rsp) {
    if (++s->rounds > s->most_rounds)
      begin (t, place,
             s->most_rounds < MANY_LOOKS ? 2 * s->most_rounds : MANY_LOOKS);
    return;
  }
  const uint64_t hash = hash_of_self (t);
  if (hash != s->stack_hash || s->count > SETT_MOST_GLANCES)
    s->memory_hash = 0;
  else if (memory_is_same (s))
    await (t, place);
  s->stack_hash = hash;
  s->count = s->rounds = 0;
}

void sett_spin_opened (long number) {
  sett_spin *s = &sett_self ()->spin;
  if (s->fresh)
    sett_spin_progress ();
  s->fresh = (uint32_t)number + 1;
}

void sett_spin_closed (long number) {
  sett_spin *s = &sett_self ()->spin;
  if (s->fresh != (uint32_t)number + 1)
    sett_spin_progress ();
  s->fresh = 0;
}

static int same_glance (const sett_glance *g, const void *address,
                        size_t size) {
  return g->address == address && g->size == size;
}

static void looked (const void *object, const void *address, size_t size,
                    sett_glance_kind what) {
  sett_spin *s = &sett_self ()->spin;
  sett_glance *glances = sett_glances_of (sett_self ());
  const uint64_t value = sett_spin_value (address, size);
  SETT_ASSERT (s->count <= SETT_MOST_GLANCES + 1);
  for (uint32_t i = 0; i < s->count && i < SETT_MOST_GLANCES; i++)
    if (same_glance (&glances[i], address, size) && glances[i].value == value)
      return;
  if (s->count < SETT_MOST_GLANCES)
    glances[s->count] = (sett_glance){object, address, value, size, what};
  if (s->count <= SETT_MOST_GLANCES)
    s->count++;
}

void sett_spin_looked (const void *object, const void *address, size_t size) {
  looked (object, address, size, SETT_GLANCE_MEMORY);
}

void sett_spin_looked_for (const uint64_t *word, sett_glance_kind what) {
  looked (word, word, sizeof *word, what);
}

/* Memory that it looks at as well does not matter: servers look whether they
   shall stop. */
int sett_spin_rests (const sett_thread *t) {
  int rests = 0;
  if (t->operation != SETT_DO_AWAIT)
    return 0;
  for (uint32_t i = 0; i < t->spin.count && i < SETT_MOST_GLANCES; i++)
    if (sett_glances_of (t)[i].what == SETT_GLANCE_INPUT)
      return 0;
    else
      rests |= sett_glances_of (t)[i].what != SETT_GLANCE_MEMORY;
  return rests;
}

int sett_spin_is_outside (const sett_thread *t) {
  for (uint32_t i = 0; i < t->spin.count && i < SETT_MOST_GLANCES; i++)
    if (sett_glances_of (t)[i].what == SETT_GLANCE_OUTSIDE)
      return t->operation == SETT_DO_AWAIT;
  return 0;
}

/*------------------------------------------------------------------------*/
/* Loops of plain accesses: what they read becomes visible, and they are loops
   of visible operations when the search begins anew. */

enum { MOST_SAMPLES = 64 };

static const void *samples[MOST_SAMPLES];
static size_t sample_count;
static int sample_writes, too_many_samples;

static void add_sample (const void *address) {
  for (size_t i = 0; i < sample_count && i < MOST_SAMPLES; i++)
    if (samples[i] == address)
      return;
  if (sample_count < MOST_SAMPLES)
    samples[sample_count++] = address;
  else
    too_many_samples = 1;
  SETT_ASSERT (sample_count <= MOST_SAMPLES);
}

void sett_spin_sample (const void *address, int writes) {
  sample_writes |= writes;
  add_sample (address);
  if (--engine.sampling)
    return;
  const int spins = !sample_writes && engine.has_snapshot && !too_many_samples;
  for (size_t i = 0; spins && i < sample_count; i++)
    sett_know_visible (samples[i]);
  sample_count = 0;
  sample_writes = too_many_samples = 0;
  if (spins && conduct->anew)
    sett_end (SETT_CUT);
}

/*------------------------------------------------------------------------*/
/* What a thread is about to do.  One that waits for something else than its
   object (for a signal, for the end of another thread) has no effects. */

static void add_pending (sett_event *e, const void *object,
                         sett_effect_kind kind, uint64_t before) {
  sett_log *log = engine.log;
  SETT_ASSERT (log->effect_count <= log->effect_room);
  if (log->effect_count == log->effect_room)
    return;
  log->effects[log->effect_count++] = (sett_effect){
      .before = before, .object = sett_object_number (object), .kind = kind};
  e->effects++;
}

void sett_pending_describe (const sett_thread *t, sett_event *e) {
  *e = (sett_event){.place = t->place,
                    .first = engine.log->effect_count,
                    .thread = t->number,
                    .operation = t->operation,
                    .alternatives = 1,
                    .cause = t->cause};
  const int hopeless =
      (t->waiting && !t->signalled && !t->timed) || t->vain.waits;
  if (t->operation == SETT_DO_AWAIT)
    for (uint32_t i = 0; i < t->spin.count; i++) {
      const sett_glance *g = &sett_glances_of (t)[i];
      add_pending (e, g->object, SETT_EFFECT_AWAIT, g->value);
      engine.log->effects[engine.log->effect_count - 1].changed =
          sett_spin_changed (g) != 0;
    }
  else if (t->has_object && !hopeless)
    add_pending (e, t->object, t->intent,
                 t->intent == SETT_EFFECT_NEXT ? SETT_UNKNOWN_STATE : 0);
  if (engine.signalled)
    add_pending (e, &os_model->lives[engine.process].signals, SETT_EFFECT_LOAD,
                 0);
}

void sett_pending_displaced (const sett_thread *t) {
  sett_log *log = engine.log;
  if (log->displaced_count == SETT_MOST_DISPLACED) {
    sett_note_add (1, t->place,
                   "too many signals interrupt what waits: not all orders are "
                   "tried");
    return;
  }
  sett_displaced *d = &log->displaced[log->displaced_count++];
  d->index = log->count - 1;
  sett_pending_describe (t, &d->event);
  sett_current_event ()->first = log->effect_count;
}
