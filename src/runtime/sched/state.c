/* States of programs: see state.h. */

#include "runtime/sched/state.h"

#include "base/assert.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/vector.h"
#include "runtime/core/upcalls.h"
#include "runtime/race/clocks.h"
#include "runtime/core/os_model.h"
#include "runtime/core/engine.h"
#include "runtime/sched/state_graph.h"
#include "runtime/race/owners.h"
#include "runtime/undo/pages.h"
#include "runtime/sched/spin.h"

#include <string.h>

#define XXH_INLINE_ALL
#define XXH_FORCE_MEMORY_ACCESS 1 /* no calls of memcpy, which is watched */
#include <xxhash.h>

typedef XXH128_hash_t state_hash;

/*------------------------------------------------------------------------*/
/* The set of states: in the shared memory, for all processes. */

/* A state that differs from others of the same hash in what can race after it
   (clocks.h). */
typedef struct variant {
  const sett_worry *worries;
  size_t count;
  uint32_t number;
  struct variant *next;
} variant;

typedef struct known_state {
  state_hash hash;
  variant *variants;
} known_state;

typedef struct sett_visited_states {
  known_state *known;
  size_t mask, count;
  uint32_t variants;
} sett_visited_states;

static sett_visited_states *states (void) {
  sett_shared *shared = engine.shared;
  if (!shared->set_of_states)
    shared->set_of_states = sett_zalloc (1, sizeof *shared->set_of_states);
  return shared->set_of_states;
}

static int is_empty (const state_hash *h) {
  return !h->low64 && !h->high64;
}

static known_state *find (known_state *set, size_t mask, const state_hash *h) {
  size_t i = h->low64 & mask;
  while (!is_empty (&set[i].hash) && !XXH128_isEqual (set[i].hash, *h))
    i = (i + 1) & mask;
  return &set[i];
}

static void grow (sett_visited_states *s) {
  const size_t count = s->known ? 2 * (s->mask + 1) : 1 << 12;
  known_state *wider = sett_zalloc (count, sizeof *wider);
  for (size_t i = 0; s->known && i <= s->mask; i++)
    if (!is_empty (&s->known[i].hash))
      *find (wider, count - 1, &s->known[i].hash) = s->known[i];
  if (s->known)
    sett_free (s->known, (s->mask + 1) * sizeof *s->known);
  s->known = wider;
  s->mask = count - 1;
}

static known_state *slot_of (const state_hash *h) {
  sett_visited_states *s = states ();
  if (2 * s->count >= s->mask)
    grow (s);
  SETT_ASSERT_SLOW (2 * s->count <= s->mask + 1);
  return find (s->known, s->mask, h);
}

/* The same, known from now on. */
static known_state *known (const state_hash *h) {
  known_state *slot = slot_of (h);
  if (is_empty (&slot->hash)) {
    slot->hash = *h;
    states ()->count++;
  }
  return slot;
}

/* One that is as bad, or worse. */
static const variant *find_variant (const known_state *slot,
                                    const sett_worry *worries, size_t count) {
  for (const variant *v = slot->variants; v; v = v->next)
    if (sett_worries_within (worries, count, v->worries, v->count))
      return v;
  return NULL;
}

static const variant *add_variant (known_state *slot, const sett_worry *worries,
                                   size_t count) {
  variant *v = sett_alloc (sizeof *v);
  sett_worry *copy = count ? sett_alloc (count * sizeof *copy) : NULL;
  if (count)
    memcpy (copy, worries, count * sizeof *copy);
  *v = (variant){copy, count, states ()->variants++, slot->variants};
  SETT_ASSERT (v->count == count);
  slot->variants = v;
  engine.shared->states = states ()->variants;
  SETT_ASSERT (slot->variants == v);
  return v;
}

static void forget_variants (known_state *slot) {
  while (slot->variants) {
    variant *v = slot->variants;
    slot->variants = v->next;
    sett_free ((void *)v->worries, v->count * sizeof *v->worries);
    sett_free (v, sizeof *v);
  }
}

void sett_state_forget (void) {
  sett_visited_states *s = engine.shared->set_of_states;
  if (!s)
    return;
  for (size_t i = 0; s->known && i <= s->mask; i++)
    forget_variants (&s->known[i]);
  if (s->known)
    memset (s->known, 0, (s->mask + 1) * sizeof *s->known);
  engine.shared->states = s->count = s->variants = 0;
  SETT_ASSERT (!s->count && !s->variants);
  sett_state_graph_forget ();
}

/*------------------------------------------------------------------------*/
/* Hashing.  What is as it was at the snapshot adds nothing, so that it does not
   matter which pages have become hot meanwhile, nor what another process has
   there that goes on from a checkpoint: the number of a thread of the system,
   say, in a word beside those that change. */

/* What it leaves below the stack pointer would be part of the frames of
   functions that wait, and depends on where this process has its tables. */
__attribute__ ((noinline)) void sett_state_clean (void) {
  uint64_t dead[512];
  void *to = dead;
  size_t count = sizeof dead / sizeof *dead;
  __asm__ volatile("rep stosq"
                   : "+D"(to), "+c"(count)
                   : "a"((uint64_t)0)
                   : "memory");
}

/* To compare is cheaper than to hash, and few blocks of a page change. */
enum { BLOCK = 256, WORD = 8 };

static inline size_t part_of (uintptr_t address, uintptr_t end, size_t size) {
  const uintptr_t next = (address | (size - 1)) + 1;
  SETT_ASSERT_SLOW (address < end);
  return (next < end ? next : end) - address;
}

static inline int is_same (const char *now, const char *then, size_t size) {
  return size == WORD ? *(const uint64_t *)now == *(const uint64_t *)then
                      : !memcmp (now, then, size);
}

/* Of a block: the words that have changed, and which they are. */
static void add_words (state_hash *sum, const char *then, uintptr_t from,
                       uintptr_t end) {
  const uintptr_t first = from;
  uint64_t words[1 + BLOCK / WORD] = {0};
  size_t count = 0;
  for (size_t size; from < end; from += size, then += size) {
    const char *now = (const char *)from;
    size = part_of (from, end, WORD);
    SETT_ASSERT_SLOW (count < BLOCK / WORD);
    words[0] |= (uint64_t)!is_same (now, then, size) << count++;
    if (!(words[0] >> (count - 1) & 1))
      continue;
    if (size == WORD)
      words[count] = *(const uint64_t *)now;
    else
      for (size_t i = 0; i < size; i++)
        ((char *)&words[count])[i] = now[i];
  }
  const state_hash h =
      XXH3_128bits_withSeed (words, (1 + count) * sizeof *words, first);
  sum->low64 += h.low64;
  sum->high64 += h.high64;
}

static void add_difference (state_hash *sum, const char *then, uintptr_t from,
                            uintptr_t end) {
  for (size_t size; from < end; from += size, then += size) {
    size = part_of (from, end, BLOCK);
    if (memcmp ((const void *)from, then, size))
      add_words (sum, then, from, from + size);
  }
}

/* From where on the page matters: stacks do so above the stack pointer. */
static uintptr_t live_part (uintptr_t page) {
  for (uint32_t i = 0; i < world->thread_count; i++) {
    const sett_thread *t = &world->threads[i];
    if (page < sett_page_of ((uintptr_t)t->low) || page >= (uintptr_t)t->top)
      continue;
    const uintptr_t sp = t->alive ? (uintptr_t)t->user_sp : (uintptr_t)t->top;
    return sp > page ? sp : page;
  }
  return page;
}

static void add_page (uintptr_t page, const char *then, void *sum) {
  if (page - SETT_WORLD_ADDRESS < SETT_WORLD_SIZE || sett_is_far (page) ||
      sett_is_common ((const void *)page))
    return; /* these are looked at by other means */
  const uintptr_t from = live_part (page);
  add_difference (sum, then + (from - page), from, page + SETT_PAGE);
}

/* Where memory begins to matter to a thread that has come round (spin.h): of
   others' stacks what is above the frames in which they stand, of its own
   nothing. */
static uintptr_t outer_part (uintptr_t page) {
  for (uint32_t i = 0; i < world->thread_count; i++) {
    const sett_thread *t = &world->threads[i];
    if (page < sett_page_of ((uintptr_t)t->low) || page >= (uintptr_t)t->top)
      continue;
    const uintptr_t sp = t->alive && t->number != world->current
                             ? (uintptr_t)t->sp
                             : (uintptr_t)t->top;
    return sp > page ? sp : page;
  }
  return page;
}

static void add_memory (uintptr_t page, const char *then, void *sum) {
  if (page - SETT_WORLD_ADDRESS < SETT_WORLD_SIZE || sett_is_far (page) ||
      sett_is_common ((const void *)page))
    return;
  state_hash difference = {0, 0};
  const uintptr_t from = outer_part (page);
  add_difference (&difference, then + (from - page), from, page + SETT_PAGE);
  *(uint64_t *)sum += difference.low64;
}

static void add_shared (const void *memory, size_t size, void *sum) {
  *(uint64_t *)sum +=
      XXH3_64bits_withSeed (memory, size, (uint64_t)(uintptr_t)memory);
}

static __attribute__ ((noinline)) uint64_t hash_of_memory (void) {
  uint64_t sum = 1;
  sett_pages_each (add_memory, &sum);
  upcalls.each_region (add_shared, &sum);
  return sum;
}

uint64_t sett_state_of_memory (void) {
  const uint64_t hash = hash_of_memory ();
  sett_state_clean ();
  return hash;
}

void sett_state_time_matters (void) {
  if (engine.shared->time_matters || !engine.stateful)
    return;
  engine.shared->time_matters = 1;
  conduct->anew |= engine.has_snapshot ? SETT_ANEW_EVENTS : 0;
  sett_state_forget ();
}

/* What the world knows about a thread that has to do with its future. */
typedef struct thread_digest {
  uint8_t number, alive, done, detached, joined;
  uint8_t operation, waiting, signalled, timed, cancelled;
  uint8_t uncancellable, cancel_asynchronous, settled, heard, dies, dismissed;
  uint32_t futex_bits, wants, atomic, children, held, spurious;
  const void *object, *second, *queue, *result, *cleanup;
  /* What it will do, as long as it has not begun; then its stack says it. */
  void (*start) (void);
  const void *argument;
  uint8_t returns_int;
  uint64_t signal_mask, postponed, overdue, time, shared_locks;
  char name[16];
  sett_guard guard;
  const void *user_sp;
  /* How far it is in finding out that it waits busily (spin.h): else a state in
     which it could do so would be one that was met before. */
  uintptr_t spin_place, spin_sp;
  uint64_t spin_hash, spin_memory;
  uint32_t rounds, most_rounds, glances, fresh;
} thread_digest;

/* Whether a counter has changed is all that matters: it has never been what it
   is now. */
static void add_glance (XXH3_state_t *state, const sett_glance *g) {
  sett_glance copy = *g;
  if (sett_os_model_is_counter (g->address))
    copy.value = (uint64_t)sett_spin_changed (g);
  XXH3_128bits_update (state, &copy, sizeof copy);
}

/* Those that several threads can have at once do not say who has them. */
static uint64_t shared_locks (const sett_thread *t) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < t->held_count; i++) {
    const sett_held *h = &sett_held_of (t)[i];
    sum += h->shared ? XXH3_64bits (&h->lock, sizeof h->lock) : 0;
  }
  return sum;
}

static void add_at_exit (XXH3_state_t *state, const sett_at_exit_list *list) {
  XXH3_128bits_update (state, &list->count, sizeof list->count);
  XXH3_128bits_update (state, list->at, list->count * sizeof *list->at);
}

static void add_thread (XXH3_state_t *state, const sett_thread *t) {
  thread_digest d;
  memset (&d, 0, sizeof d);
  d.number = t->number;
  d.alive = t->alive;
  d.done = t->done;
  d.detached = t->detached;
  d.joined = t->joined;
  d.children = t->children;
  d.result = t->result;
  if (t->alive) {
    d.operation = t->operation;
    d.waiting = t->waiting;
    d.settled = t->settled;
    d.signalled = t->signalled;
    d.timed = t->timed;
    d.cancelled = t->cancelled;
    d.uncancellable = t->uncancellable;
    d.cancel_asynchronous = t->cancel_asynchronous;
    d.futex_bits = t->waiting ? t->futex_bits : 0;
    d.cleanup = t->cleanup;
    d.signal_mask = t->signal_mask;
    d.postponed = t->postponed;
    d.overdue = t->overdue;
    d.heard = t->heard;
    d.dies = t->dies;
    memcpy (d.name, t->name, sizeof d.name);
    d.wants = t->wants;
    d.time = engine.shared->time_matters ? t->time : 0;
    d.atomic = t->atomic;
    d.held = t->held_count;
    d.shared_locks = shared_locks (t);
    d.spurious = t->spurious;
    d.object = t->object;
    d.second = t->operation == SETT_DO_JOIN ? t->second : NULL;
    d.queue = t->waiting ? t->queue : NULL;
    d.dismissed = t->waiting && t->dismissed;
    if (t->operation == SETT_DO_START) {
      d.start = t->start;
      d.argument = t->argument;
      d.returns_int = t->returns_int;
    }
    d.guard = t->guard;
    d.user_sp = t->user_sp;
  }
  if (t->alive && (t->spin.place || t->operation == SETT_DO_AWAIT)) {
    d.spin_place = t->spin.place;
    d.spin_sp = t->spin.sp;
    d.spin_hash = t->spin.stack_hash;
    d.spin_memory = t->spin.memory_hash;
    d.fresh = t->spin.fresh;
    d.rounds = t->spin.rounds;
    d.most_rounds = t->spin.most_rounds;
    d.glances = t->spin.count;
  }
  XXH3_128bits_update (state, &d, sizeof d);
  const uint32_t most = SETT_MOST_GLANCES;
  const uint32_t known_glances = d.glances < most ? d.glances : most;
  SETT_ASSERT (known_glances <= SETT_MOST_GLANCES);
  for (uint32_t i = 0; i < known_glances; i++)
    add_glance (state, &sett_glances_of (t)[i]);
}

/* Of this process. */
static state_hash own_state (void) {
  state_hash sum = {0, 0};
  sett_pages_each (add_page, &sum);
  XXH3_state_t state;
  XXH3_128bits_reset (&state);
  XXH3_128bits_update (&state, &sum, sizeof sum);
  const uint64_t owners = engine.all_visible ? 0 : sett_owners_digest ();
  XXH3_128bits_update (&state, &owners, sizeof owners);
  XXH3_128bits_update (&state, &world->in_atomic, sizeof world->in_atomic);
  XXH3_128bits_update (&state, world->key_used, world->key_count);
  XXH3_128bits_update (&state, world->key_destructor,
                       world->key_count * sizeof *world->key_destructor);
  XXH3_128bits_update (&state, &world->written, sizeof world->written);
  add_at_exit (&state, &world->at_exit);
  add_at_exit (&state, &world->at_quick_exit);
  for (uint32_t i = 0; i < world->thread_count; i++)
    if (world->threads[i].top)
      add_thread (&state, &world->threads[i]);
  return XXH3_128bits_digest (&state);
}

void sett_state_tell (void) {
  const state_hash h = own_state ();
  uint64_t *digest = engine.shared->members[engine.process].digest;
  digest[0] = h.low64;
  digest[1] = h.high64;
  sett_clocks_tell ();
}

static state_hash of_parent;

static __attribute__ ((noinline)) void note_parent (void) {
  of_parent = own_state ();
}

void sett_state_before_birth (void) {
  note_parent ();
  sett_state_clean ();
}

/* Until it tells itself where it stands, it stands where its parent did. */
void sett_state_born (unsigned process, const sett_thread *child) {
  uint64_t *digest = engine.shared->members[process].digest;
  digest[0] = of_parent.low64 + 1;
  digest[1] = of_parent.high64;
  sett_clocks_born (process, child);
}

static void add_bytes (const void *bytes, size_t count, void *state) {
  XXH3_128bits_update (state, bytes, count);
}

/* What others have done to a thread since its process has told where it stands
   (waiters.h). */
static void add_station (XXH3_state_t *state, const sett_station *s) {
  if (!s->alive || !s->waiting || !sett_is_shared (s->queue))
    return;
  XXH3_128bits_update (state, &s->signalled, sizeof s->signalled);
  XXH3_128bits_update (state, &s->queue, sizeof s->queue);
}

/* Of all processes, and of what they share. */
typedef struct present {
  state_hash hash;
  const sett_worry *worries;
  size_t count;
} present;

static present present_state (void) {
  const sett_shared *shared = engine.shared;
  XXH3_state_t state;
  present p;
  sett_state_tell ();
  SETT_ASSERT (shared->member_count <= SETT_SYSTEM_PROCESSES);
  XXH3_128bits_reset (&state);
  for (uint32_t i = 0; i < shared->member_count; i++)
    XXH3_128bits_update (&state, shared->members[i].digest,
                         sizeof shared->members[i].digest);
  sett_os_model_each (add_bytes, &state);
  for (uint32_t i = 0; i < conduct->thread_count; i++)
    add_station (&state, &shared->stations[i]);
  p.worries = sett_clocks_worries (&p.count, add_bytes, &state);
  p.hash = XXH3_128bits_digest (&state);
  if (is_empty (&p.hash))
    p.hash.low64 = 1;
  return p;
}

int sett_state_enter (sett_thread_set enabled) {
  const present p = present_state ();
  known_state *slot = known (&p.hash);
  const variant *v = find_variant (slot, p.worries, p.count);
  const int is_new = !v;
  if (is_new)
    v = add_variant (slot, p.worries, p.count);
  sett_state_graph_arrive (v->number, is_new, enabled);
  SETT_ASSERT (v->number < states ()->variants);
  return is_new;
}

/* What becomes of the files follows from the state and from who goes on. */
static __attribute__ ((noinline)) void note_past_of_files (void) {
  const state_hash h = present_state ().hash;
  os_model->files_past[0] = h.low64 + world->current;
  os_model->files_past[1] = h.high64;
}

void sett_state_files_change (void) {
  if (!engine.stateful)
    return;
  note_past_of_files ();
  sett_state_clean ();
}

/*------------------------------------------------------------------------*/
/* Checkpoints. */

static int looks_different; /* the process that goes on */

typedef struct numbered_variant {
  const known_state *slot;
  const variant *variant;
} numbered_variant;

/* By their numbers: so they get the same ones. */
void sett_state_save (sett_saved *to) {
  const sett_visited_states *s = states ();
  const size_t count = s->variants;
  numbered_variant *all = sett_zalloc (count + 1, sizeof *all);
  for (size_t i = 0; s->known && i <= s->mask; i++)
    for (const variant *v = s->known[i].variants; v; v = v->next)
      all[v->number] = (numbered_variant){&s->known[i], v};
  sett_saved_put_number (to, count);
  for (size_t i = 0; i < count; i++) {
    const variant *v = all[i].variant;
    SETT_ASSERT (v && v->number == i);
    sett_saved_put (to, &all[i].slot->hash, sizeof all[i].slot->hash);
    sett_saved_put_number (to, v->count);
    sett_saved_put (to, v->worries, v->count * sizeof *v->worries);
  }
  sett_free (all, (count + 1) * sizeof *all);
  sett_state_graph_save (to);
  sett_clocks_save (to);
}

static void load_variant (sett_saved *from) {
  SETT_VECTOR (sett_worry) of_one = {0};
  state_hash hash;
  sett_saved_get (from, &hash, sizeof hash);
  SETT_LOAD_VECTOR (from, of_one);
  if (!from->failed && !is_empty (&hash))
    add_variant (known (&hash), of_one.at, of_one.count);
  SETT_RELEASE (of_one);
}

/* The one at the end of the execution, if it has come to one. */
static state_hash only_state (void) {
  const sett_visited_states *s = states ();
  state_hash hash = {0, 0};
  for (size_t i = 0; s->known && i <= s->mask; i++)
    if (!is_empty (&s->known[i].hash))
      hash = s->known[i].hash;
  return hash;
}

void sett_state_load (sett_saved *from) {
  const state_hash last = only_state ();
  sett_state_forget ();
  for (uint64_t i = sett_saved_get_count (from, sizeof (state_hash)); i; i--)
    load_variant (from);
  sett_state_graph_load (from);
  sett_clocks_load (from);
  if (!is_empty (&last) && is_empty (&slot_of (&last)->hash))
    looks_different = 1;
}

void sett_state_resumed (void) {
  if (looks_different)
    sett_note_add (SETT_NOTE_INFORMS, 0,
                   "looks different after the checkpoint: states that were "
                   "known may have been explored and counted again");
}
