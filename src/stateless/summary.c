/* Sets of touches, each kept once: see summary.h.  Equal sets have equal
 * numbers. */

#include "stateless/summary.h"

#include "base/assert.h"
#include "base/hash.h"
#include "base/mutant.h"
#include "stateless/stateless_search.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(SETT_EFFECTS <= 24, "kinds of a touch");

/* More objects of one thread are all of them; fewer do when there is much to be
   kept already. */
enum { MOST_OBJECTS = 512, FEW_OBJECTS = 16, MANY_TOUCHES = 1 << 23 };

/* In `after`: to know less of it is never wrong. */
static uint64_t bit (unsigned thread) {
  return thread < 64 ? (uint64_t)1 << thread : 0;
}

void sett_summaries_release (sett_summaries *s) {
  sett_free (s->set_table.slots,
             s->set_table.room * sizeof *s->set_table.slots);
  sett_free (s->action_table.slots,
             s->action_table.room * sizeof *s->action_table.slots);
  sett_free (s->computed, s->computed_room * sizeof *s->computed);
  SETT_RELEASE (s->touches);
  SETT_RELEASE (s->sets);
  SETT_RELEASE (s->actions);
  SETT_RELEASE (s->draft);
  memset (s, 0, sizeof *s);
}

/*------------------------------------------------------------------------*/
/* Tables of numbers. */

static void place (sett_number_table *t, uint64_t hash, uint32_t number) {
  size_t i = hash & (t->room - 1);
  SETT_ASSERT (t->room && t->count < t->room);
  while (t->slots[i])
    i = (i + 1) & (t->room - 1);
  t->slots[i] = number + 1;
}

static void clear_wider (sett_number_table *t) {
  sett_free (t->slots, t->room * sizeof *t->slots);
  t->room = t->room ? 2 * t->room : 256;
  SETT_ASSERT (!(t->room & (t->room - 1)));
  t->slots = sett_zalloc (t->room, sizeof *t->slots);
}

static int is_full (const sett_number_table *t) {
  return 2 * (t->count + 1) > t->room;
}

static uint64_t mix (uint64_t hash, uint64_t word) {
  return sett_mix64 (hash * 0x9e3779b97f4a7c15u + word + 1);
}

static uint64_t hash_of_action (const sett_action *a) {
  return mix (mix (mix (a->thread, a->touches), sett_threads_hash (a->joined)),
              sett_threads_hash (a->woken));
}

static uint64_t hash_of_touches (const sett_touch *touches, size_t count) {
  uint64_t hash = count;
  for (size_t i = 0; i < count; i++) {
    const sett_touch *t = &touches[i];
    hash = mix (hash, t->after);
    hash = mix (hash, (uint64_t)t->object << 32 | t->thread << 24 | t->kinds);
  }
  return hash;
}

uint32_t sett_summaries_action (sett_summaries *s, const sett_action *a) {
  sett_number_table *table = &s->action_table;
  const uint64_t hash = hash_of_action (a);
  if (is_full (table)) {
    clear_wider (table);
    for (size_t i = 0; i < s->actions.count; i++)
      place (table, hash_of_action (&s->actions.at[i]), (uint32_t)i);
  }
  for (size_t i = hash & (table->room - 1); table->slots[i];
       i = (i + 1) & (table->room - 1)) {
    const sett_action *other = &s->actions.at[table->slots[i] - 1];
    if (other->thread == a->thread && other->touches == a->touches &&
        sett_threads_same (other->joined, a->joined) &&
        sett_threads_same (other->woken, a->woken))
      return table->slots[i] - 1;
  }
  SETT_PUSH (s->actions, *a);
  place (table, hash, (uint32_t)table->count);
  return (uint32_t)table->count++;
}

/*------------------------------------------------------------------------*/
/* Sets: sorted by thread and object. */

void sett_summaries_add (sett_summaries *s, sett_touch touch) {
  SETT_ASSERT (touch.thread < SETT_MOST_THREADS);
  SETT_PUSH (s->draft, touch);
}

static int compare (const void *first, const void *second) {
  const sett_touch *a = first, *b = second;
  if (a->thread != b->thread)
    return a->thread < b->thread ? -1 : 1;
  return a->object < b->object ? -1 : a->object > b->object;
}

static void put_together (const sett_summaries *s, sett_touch *a,
                          const sett_touch *b) {
  a->kinds |= b->kinds;
  if (SETT_MUTANT (s->mutant) == SETT_STATELESS_MUTANT_AFTER_ON_ONE_WAY)
    a->after |= b->after;
  else
    a->after &= b->after;
}

/* The touches of one thread from here on are one. */
static size_t touch_all (sett_summaries *s, size_t from, size_t end) {
  sett_touch *t = &s->draft.at[from];
  SETT_ASSERT (from < end && end <= s->draft.count);
  for (size_t i = from + 1; i < end; i++)
    put_together (s, t, &s->draft.at[i]);
  t->object = SETT_ANY_OBJECT;
  t->kinds = SETT_ANY_KIND;
  return from + 1;
}

/* Each thread and object once. */
static void simplify (sett_summaries *s) {
  sett_touch *draft = s->draft.at;
  const size_t count = s->draft.count;
  const size_t most =
      s->touches.count < MANY_TOUCHES ? MOST_OBJECTS : FEW_OBJECTS;
  size_t kept = 0, i = 0;
  while (i < count) {
    const unsigned thread = draft[i].thread;
    const size_t from = kept;
    for (; i < count && draft[i].thread == thread; i++)
      if (kept > from && draft[kept - 1].object == draft[i].object)
        put_together (s, &draft[kept - 1], &draft[i]);
      else
        draft[kept++] = draft[i];
    if (draft[kept - 1].object == SETT_ANY_OBJECT || kept - from > most)
      kept = touch_all (s, from, kept);
  }
  s->draft.count = kept;
  SETT_ASSERT (kept <= count);
}

static inline int is_sorted (const sett_summaries *s) {
  for (size_t i = 1; i < s->draft.count; i++)
    if (compare (&s->draft.at[i - 1], &s->draft.at[i]) >= 0)
      return 0;
  return 1;
}

static int is_draft (const sett_summaries *s, const sett_touch_set *set) {
  const sett_touch *at = s->touches.at + set->first;
  SETT_ASSERT (set->first + set->count <= s->touches.count);
  if (set->count != s->draft.count)
    return 0;
  for (size_t i = 0; i < set->count; i++) {
    const sett_touch *a = &at[i], *b = &s->draft.at[i];
    if (compare (a, b) || a->after != b->after || a->kinds != b->kinds)
      return 0;
  }
  return 1;
}

static void make_room (sett_summaries *s) {
  sett_number_table *table = &s->set_table;
  if (!is_full (table))
    return;
  clear_wider (table);
  for (size_t i = 0; i < s->sets.count; i++)
    place (table, s->sets.at[i].hash, (uint32_t)i);
  if (!s->sets.count) { /* the empty one comes first */
    const uint64_t hash = hash_of_touches (NULL, 0);
    SETT_PUSH (s->sets, ((sett_touch_set){0, 0, hash}));
    place (table, hash, SETT_NOTHING_BELOW);
    table->count = 1;
  }
}

/* The number of the draft, which is sorted. */
static uint32_t number_of_draft (sett_summaries *s) {
  sett_number_table *table = &s->set_table;
  const uint64_t hash = hash_of_touches (s->draft.at, s->draft.count);
  SETT_ASSERT_SLOW (is_sorted (s));
  make_room (s);
  for (size_t i = hash & (table->room - 1); table->slots[i];
       i = (i + 1) & (table->room - 1)) {
    const sett_touch_set *set = &s->sets.at[table->slots[i] - 1];
    if (set->hash == hash && is_draft (s, set))
      return table->slots[i] - 1;
  }
  const sett_touch_set new = {(uint32_t)s->touches.count,
                              (uint32_t)s->draft.count, hash};
  for (size_t i = 0; i < s->draft.count; i++)
    SETT_PUSH (s->touches, s->draft.at[i]);
  SETT_PUSH (s->sets, new);
  place (table, hash, (uint32_t)table->count);
  return (uint32_t)table->count++;
}

static uint32_t make_sorted (sett_summaries *s) {
  simplify (s);
  const uint32_t number = number_of_draft (s);
  s->draft.count = 0;
  SETT_ASSERT (number < s->sets.count);
  return number;
}

uint32_t sett_summaries_make (sett_summaries *s) {
  if (s->draft.count > 1)
    qsort (s->draft.at, s->draft.count, sizeof *s->draft.at, compare);
  return make_sorted (s);
}

static sett_touch_set set_of (const sett_summaries *s, uint32_t number) {
  SETT_ASSERT (number == SETT_NOTHING_BELOW || number < s->sets.count);
  return number == SETT_NOTHING_BELOW ? (sett_touch_set){0, 0, 0}
                                      : s->sets.at[number];
}

/* Both, sorted: a draft. */
static void merge (sett_summaries *s, uint32_t first, uint32_t second) {
  const sett_touch_set a = set_of (s, first), b = set_of (s, second);
  uint32_t i = 0, j = 0;
  while (i < a.count || j < b.count) {
    const sett_touch *one = s->touches.at + a.first + i;
    const sett_touch *other = s->touches.at + b.first + j;
    if (j == b.count || (i < a.count && compare (one, other) <= 0))
      SETT_PUSH (s->draft, *one), i++;
    else
      SETT_PUSH (s->draft, *other), j++;
  }
}

/*------------------------------------------------------------------------*/
/* What was computed before. */

enum { UNION, BEFORE, RIVALS };

static sett_computed *find_computed (sett_computed *all, size_t room,
                                     uint64_t key) {
  size_t i = sett_mix64 (key) & (room - 1);
  SETT_ASSERT (room && !(room & (room - 1)));
  while (all[i].key && all[i].key != key)
    i = (i + 1) & (room - 1);
  return &all[i];
}

static void widen_computed (sett_summaries *s) {
  const size_t room = s->computed_room ? 2 * s->computed_room : 1024;
  sett_computed *wider = sett_zalloc (room, sizeof *wider);
  for (size_t i = 0; i < s->computed_room; i++)
    if (s->computed[i].key)
      *find_computed (wider, room, s->computed[i].key) = s->computed[i];
  sett_free (s->computed, s->computed_room * sizeof *s->computed);
  s->computed = wider;
  s->computed_room = room;
}

/* Never 0. */
static uint64_t key_of (int what, uint32_t a, uint32_t b) {
  SETT_ASSERT (a < 1u << 31 && b < 1u << 31);
  return (uint64_t)(what + 1) << 62 | (uint64_t)a << 31 | b;
}

static const uint64_t *look_up (const sett_summaries *s, uint64_t key) {
  if (!s->computed_room)
    return NULL;
  const sett_computed *c = find_computed (s->computed, s->computed_room, key);
  return c->key ? &c->value : NULL;
}

static void remember (sett_summaries *s, uint64_t key, uint64_t value) {
  if (2 * (s->computed_count + 1) > s->computed_room)
    widen_computed (s);
  *find_computed (s->computed, s->computed_room, key) =
      (sett_computed){key, value};
  SETT_ASSERT (s->computed_count < s->computed_room);
  s->computed_count++;
}

/*------------------------------------------------------------------------*/

uint32_t sett_summaries_union (sett_summaries *s, uint32_t a, uint32_t b) {
  if (a == b || b == SETT_NOTHING_BELOW)
    return a;
  if (a == SETT_NOTHING_BELOW)
    return b;
  const uint64_t key = a < b ? key_of (UNION, a, b) : key_of (UNION, b, a);
  const uint64_t *known = look_up (s, key);
  if (known)
    return (uint32_t)*known;
  merge (s, a, b);
  const uint32_t result = make_sorted (s);
  remember (s, key, result);
  return result;
}

/* Is the touch after something that one of these threads is still to do? */
static int waits_for (const sett_touch *t, sett_thread_set threads) {
  return sett_threads_have (threads, t->thread) ||
         (t->after & threads.words[0]) != 0;
}

/* Who joins does nothing more before the other thread has ended, nor does who
   is woken up before that. */
static void put_behind (sett_touch *t, const sett_action *a) {
  if (waits_for (t, sett_threads_of (a->thread)))
    t->after |= a->joined.words[0];
  if (waits_for (t, a->woken))
    t->after |= bit (a->thread);
}

uint32_t sett_summaries_before (sett_summaries *s, uint32_t action,
                                uint32_t set) {
  const uint64_t key = key_of (BEFORE, action, set);
  const uint64_t *known = look_up (s, key);
  if (known)
    return (uint32_t)*known;
  const sett_action *a = &s->actions.at[action];
  SETT_ASSERT (action < s->actions.count);
  merge (s, set, a->touches);
  for (size_t i = 0; i < s->draft.count; i++)
    put_behind (&s->draft.at[i], a);
  const uint32_t result = make_sorted (s);
  remember (s, key, result);
  return result;
}

#define KIND(NAME) (1u << SETT_EFFECT_##NAME)

/* What somebody else could do before an effect of this kind with which it
   conflicts.  Who is about to release a lock has it: nobody can get it. */
static uint32_t conflicts (const sett_summaries *s, uint32_t kind) {
  const uint32_t blocked = KIND (ACQUIRE) | KIND (SHARE);
  if (kind == SETT_EFFECT_RELEASE || kind == SETT_EFFECT_UNSHARE)
    return sett_effect_conflicts[kind] & ~blocked;
  if (SETT_MUTANT (s->mutant) == SETT_STATELESS_MUTANT_LOCKS_COMMUTE &&
      kind == SETT_EFFECT_ACQUIRE)
    return 0;
  return sett_effect_conflicts[kind];
}

static uint32_t all_conflicts (const sett_summaries *s, uint32_t kinds) {
  uint32_t result = 0;
  for (; kinds; kinds &= kinds - 1)
    result |= conflicts (s, (uint32_t)__builtin_ctz (kinds));
  return result;
}

static int may_conflict (const sett_summaries *s, const sett_touch *own,
                         const sett_touch *other) {
  return own->object == SETT_ANY_OBJECT || other->object == SETT_ANY_OBJECT ||
         (own->object == other->object &&
          (all_conflicts (s, own->kinds) & other->kinds));
}

static int is_rival (const sett_summaries *s, const sett_action *a,
                     const sett_touch *other) {
  const sett_touch_set set = s->sets.at[a->touches];
  if (other->thread == a->thread || (other->after & bit (a->thread)))
    return 0;
  for (uint32_t i = 0; i < set.count; i++)
    if (may_conflict (s, &s->touches.at[set.first + i], other))
      return 1;
  return 0;
}

/* What can be remembered of a set: all of it if it has nobody above 63. */
static void remember_threads (sett_summaries *s, uint64_t key,
                              sett_thread_set threads) {
  const sett_thread_set first = {{threads.words[0]}};
  if (sett_threads_same (threads, first))
    remember (s, key, threads.words[0]);
}

sett_thread_set sett_summaries_rivals (sett_summaries *s, uint32_t action,
                                       uint32_t set) {
  const sett_action *a = &s->actions.at[action];
  SETT_ASSERT (action < s->actions.count);
  if (a->touches == SETT_NOTHING_BELOW || set == SETT_NOTHING_BELOW)
    return SETT_NO_THREADS;
  const uint64_t key = key_of (RIVALS, action, set);
  const uint64_t *known = look_up (s, key);
  if (known)
    return (sett_thread_set){{*known}};
  const sett_touch_set below = s->sets.at[set];
  SETT_ASSERT (set < s->sets.count);
  sett_thread_set threads = SETT_NO_THREADS;
  for (uint32_t i = 0; i < below.count; i++) {
    const sett_touch *other = &s->touches.at[below.first + i];
    if (!sett_threads_have (threads, other->thread) && is_rival (s, a, other))
      sett_threads_add (&threads, other->thread);
  }
  remember_threads (s, key, threads);
  return threads;
}

/*------------------------------------------------------------------------*/
/* As bytes. */

void sett_summaries_save (const sett_summaries *s, sett_saved *to) {
  SETT_ASSERT (!s->draft.count);
  SETT_SAVE_VECTOR (to, s->touches);
  SETT_SAVE_VECTOR (to, s->sets);
  SETT_SAVE_VECTOR (to, s->actions);
  sett_saved_put_number (to, s->computed_count);
  for (size_t i = 0; i < s->computed_room; i++)
    if (s->computed[i].key)
      sett_saved_put (to, &s->computed[i], sizeof s->computed[i]);
}

/* Every set has its touches, and every action its set. */
static int are_sound (const sett_summaries *s) {
  for (size_t i = 0; i < s->sets.count; i++)
    if ((uint64_t)s->sets.at[i].first + s->sets.at[i].count > s->touches.count)
      return 0;
  for (size_t i = 0; i < s->actions.count; i++)
    if (s->actions.at[i].touches >= s->sets.count)
      return 0;
  return 1;
}

static void widen_for (sett_number_table *t, size_t count) {
  t->count = count;
  while (is_full (t))
    clear_wider (t);
}

static void number_again (sett_summaries *s) {
  widen_for (&s->set_table, s->sets.count);
  for (size_t i = 0; i < s->sets.count; i++)
    place (&s->set_table, s->sets.at[i].hash, (uint32_t)i);
  widen_for (&s->action_table, s->actions.count);
  for (size_t i = 0; i < s->actions.count; i++)
    place (&s->action_table, hash_of_action (&s->actions.at[i]), (uint32_t)i);
}

void sett_summaries_load (sett_summaries *s, sett_saved *from) {
  SETT_ASSERT (!s->sets.count && !s->actions.count && !s->computed_count);
  SETT_LOAD_VECTOR (from, s->touches);
  SETT_LOAD_VECTOR (from, s->sets);
  SETT_LOAD_VECTOR (from, s->actions);
  if (s->sets.count || s->actions.count)
    number_again (s);
  for (uint64_t i = sett_saved_get_count (from, sizeof (sett_computed)); i;
       i--) {
    sett_computed c;
    sett_saved_get (from, &c, sizeof c);
    if (c.key)
      remember (s, c.key, c.value);
  }
  from->failed |= !are_sound (s);
}
