#include "runtime/spin.h"

#include "runtime/knowledge.h"
#include "runtime/owners.h"
#include "runtime/schedule.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

sett_registers sett_entry_registers;

/*------------------------------------------------------------------------*/
/* Loops of visible operations. */

static uint64_t hash_of_self (const sett_thread *t) {
  const sett_registers *r = &sett_entry_registers;
  const char *sp = (const char *)r->rsp;
  const uint64_t seed = XXH3_64bits (r, sizeof *r);
  return XXH3_64bits_withSeed (sp, t->top - sp, seed);
}

static uint64_t value_at (const void *address, size_t size) {
  uint64_t value = 0;
  if (size <= 8)
    memcpy (&value, address, size);
  else
    value = XXH3_64bits (address, size);
  return value;
}

int sett_spin_changed (const sett_glance *g) {
  return value_at (g->address, g->size) != g->value;
}

static int something_changed (const sett_thread *t) {
  for (uint32_t i = 0; i < t->spin.count; i++)
    if (sett_spin_changed (&t->spin.glances[i]))
      return 1;
  return 0;
}

static void await (sett_thread *t, uintptr_t place) {
  const void *first = t->spin.count ? t->spin.glances[0].object : t;
  sett_visible (SETT_DO_AWAIT, first, SETT_EFFECT_AWAIT, something_changed,
                place);
  for (uint32_t i = 0; i < t->spin.count; i++) {
    const sett_glance *g = &t->spin.glances[i];
    sett_affect (g->object, SETT_EFFECT_AWAIT, g->value);
    engine.log->effects[engine.log->effect_count - 1].changed =
        sett_spin_changed (g);
  }
}

int sett_spin_can_wait (void) {
  return sett_self ()->spin.count <= SETT_MOST_GLANCES;
}

void sett_spin_wait (uintptr_t place) {
  sett_thread *t = sett_self ();
  t->wants = 1; /* it does not wait busily */
  await (t, place);
  t->wants = 0;
  sett_spin_progress ();
}

static void begin (sett_spin *s, uintptr_t place) {
  s->place = place;
  s->sp = sett_entry_registers.rsp;
  s->stack_hash = 0;
  s->count = s->rounds = 0;
}

void sett_spin_look (uintptr_t place) {
  enum { MANY_LOOKS = 64 };
  sett_thread *t = sett_self ();
  sett_spin *s = &t->spin;
  if (sett_own.wrote) {
    sett_own.wrote = 0;
    s->place = 0;
  }
  if (!s->place) {
    begin (s, place);
    return;
  }
  if (s->place != place || s->sp != sett_entry_registers.rsp) {
    if (++s->rounds > MANY_LOOKS)
      begin (s, place);
    return;
  }
  const uint64_t hash = hash_of_self (t);
  if (hash == s->stack_hash && s->count <= SETT_MOST_GLANCES)
    await (t, place);
  s->stack_hash = hash;
  s->count = s->rounds = 0;
}

static int same_glance (const sett_glance *g, const void *address,
                        size_t size) {
  return g->address == address && g->size == size;
}

void sett_spin_looked (const void *object, const void *address, size_t size) {
  sett_spin *s = &sett_self ()->spin;
  const uint64_t value = value_at (address, size);
  for (uint32_t i = 0; i < s->count && i < SETT_MOST_GLANCES; i++)
    if (same_glance (&s->glances[i], address, size) &&
        s->glances[i].value == value)
      return;
  if (s->count < SETT_MOST_GLANCES)
    s->glances[s->count] = (sett_glance){object, address, value, size};
  if (s->count <= SETT_MOST_GLANCES)
    s->count++;
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
  if (spins && engine.anew)
    sett_end (SETT_CUT);
}
