/* What each thread has ever used: see uses.h. */

#include "runtime/race/uses.h"

#include "base/assert.h"
#include "runtime/core/object_table.h"

#include "base/memory.h"

typedef struct use {
  uint64_t who; /* thread and object; 0: nothing is here */
  uint32_t kinds;
} use;

static use *table;
static size_t mask, count;
static sett_thread_set ending;

static uint64_t key (unsigned thread, uint32_t object) {
  return (uint64_t)(thread + 1) << 32 | object;
}

static use *find (uint64_t who) {
  SETT_ASSERT (2 * count <= mask + 1); /* so that a search ends */
  size_t i = (who * 0x9e3779b97f4a7c15ul >> 32) & mask;
  while (table[i].who && table[i].who != who)
    i = (i + 1) & mask;
  return &table[i];
}

static void grow (void) {
  use *old = table;
  const size_t old_size = old ? mask + 1 : 0;
  const size_t size = old ? 2 * old_size : 256;
  table = sett_zalloc (size, sizeof *table);
  mask = size - 1;
  for (size_t i = 0; i < old_size; i++)
    if (old[i].who)
      *find (old[i].who) = old[i];
  sett_free (old, old_size * sizeof *old);
}

/* Sets of threads so far were too small. */
static void begin_anew (void) {
  conduct->anew |= engine.has_snapshot ? SETT_ANEW_EVENTS : 0;
}

void sett_uses_add (const sett_thread *t, const void *object,
                    sett_effect_kind kind) {
  if (2 * (count + 1) > mask)
    grow ();
  use *u = find (key (t->number, sett_object_number (object)));
  if (LIKELY (u->kinds >> kind & 1))
    return;
  count += !u->who;
  u->who = key (t->number, sett_object_number (object));
  u->kinds |= 1u << kind;
  begin_anew ();
}

void sett_uses_end (unsigned thread) {
  if (sett_threads_have (ending, thread))
    return;
  sett_threads_add (&ending, thread);
  begin_anew ();
}

/*------------------------------------------------------------------------*/

/* Is it the thread itself, or has it been created by it, or by one that was? */
static int descends (unsigned thread, unsigned from) {
  const sett_shared *shared = engine.shared;
  SETT_ASSERT (thread < shared->birth_count);
  while (thread != from && thread >= shared->initial_count)
    thread = shared->births[thread].creator;
  return thread == from;
}

int sett_uses_allow (unsigned thread, uint32_t object, uint32_t kinds) {
  if (!table)
    return 0;
  for (unsigned t = thread; t < engine.shared->birth_count; t++)
    if ((find (key (t, object))->kinds & kinds) && descends (t, thread))
      return 1;
  return 0;
}

void sett_uses_save (sett_saved *s) {
  sett_saved_put (s, &ending, sizeof ending);
  sett_saved_put_number (s, count);
  for (size_t i = 0; table && i <= mask; i++)
    if (table[i].who)
      sett_saved_put (s, &table[i], sizeof table[i]);
}

void sett_uses_forget (void) {
  for (size_t i = 0; table && i <= mask; i++)
    table[i] = (use){0};
  count = 0;
}

void sett_uses_load (sett_saved *s) {
  sett_thread_set more;
  sett_saved_get (s, &more, sizeof more);
  ending = sett_threads_or (ending, more);
  for (uint64_t left = sett_saved_get_count (s, sizeof (use)); left; left--) {
    use one;
    sett_saved_get (s, &one, sizeof one);
    if (2 * (count + 1) > mask)
      grow ();
    use *u = find (one.who);
    count += !u->who;
    u->who = one.who;
    u->kinds |= one.kinds;
  }
}

int sett_uses_allow_end (unsigned thread) {
  for (unsigned t = thread; t < engine.shared->birth_count; t++)
    if (sett_threads_have (ending, t) && descends (t, thread))
      return 1;
  return 0;
}
