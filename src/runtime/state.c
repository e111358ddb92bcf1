#include "runtime/state.h"

#include "base/memory.h"
#include "runtime/engine.h"
#include "runtime/pages.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

typedef XXH128_hash_t state_hash;

/*------------------------------------------------------------------------*/
/* The set of states. */

static state_hash *known;
static size_t known_mask, known_count;

static int is_empty (const state_hash *h) {
  return !h->low64 && !h->high64;
}

static state_hash *find (state_hash *set, size_t mask, const state_hash *h) {
  size_t i = h->low64 & mask;
  while (!is_empty (&set[i]) &&
         (set[i].low64 != h->low64 || set[i].high64 != h->high64))
    i = (i + 1) & mask;
  return &set[i];
}

static void grow (void) {
  const size_t count = known ? 2 * (known_mask + 1) : 1 << 12;
  state_hash *wider = sett_zalloc (count, sizeof *wider);
  for (size_t i = 0; known && i <= known_mask; i++)
    if (!is_empty (&known[i]))
      *find (wider, count - 1, &known[i]) = known[i];
  if (known)
    sett_free (known, (known_mask + 1) * sizeof *known);
  known = wider;
  known_mask = count - 1;
}

static int enter (const state_hash *h) {
  if (2 * known_count >= known_mask)
    grow ();
  state_hash *slot = find (known, known_mask, h);
  if (!is_empty (slot))
    return 0;
  *slot = *h;
  known_count++;
  engine.board->states = known_count;
  return 1;
}

void sett_state_forget (void) {
  if (known)
    memset (known, 0, (known_mask + 1) * sizeof *known);
  engine.board->states = known_count = 0;
}

/*------------------------------------------------------------------------*/
/* Hashing.  A page that is as it was at the snapshot adds nothing, so that it
   does not matter which pages have become hot meanwhile. */

static void add_difference (state_hash *sum, const void *now, const void *then,
                            size_t size, uintptr_t address) {
  const state_hash a = XXH3_128bits_withSeed (now, size, address);
  const state_hash b = XXH3_128bits_withSeed (then, size, address);
  sum->low64 += a.low64 - b.low64;
  sum->high64 += a.high64 - b.high64;
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
  if (page >= SETT_WORLD_ADDRESS && page < SETT_WORLD_ADDRESS + SETT_WORLD_SIZE)
    return;
  const uintptr_t from = live_part (page);
  if (from < page + SETT_PAGE)
    add_difference (sum, (const void *)from, then + (from - page),
                    page + SETT_PAGE - from, from);
}

static int time_matters;

void sett_state_time_matters (void) {
  if (time_matters || !engine.stateful)
    return;
  time_matters = 1;
  engine.anew |= engine.has_snapshot;
  if (known)
    memset (known, 0, (known_mask + 1) * sizeof *known);
  known_count = 0;
}

/* What the world knows about a thread that has to do with its future. */
typedef struct thread_digest {
  uint8_t number, alive, done, detached, joined;
  uint8_t operation, waiting, signalled, timed, cancelled;
  uint8_t uncancellable, cancel_asynchronous;
  uint32_t futex_bits, wants, atomic, children, held, spurious;
  const void *object, *second, *queue, *result, *cleanup;
  uint64_t signal_mask, time;
  char name[16];
  sett_gate gate;
  const void *user_sp;
  /* How far it is in finding out that it waits busily (spin.h): else a state in
     which it could do so would be one that was met before. */
  uintptr_t spin_place, spin_sp;
  uint64_t spin_hash;
  uint32_t rounds, glances;
} thread_digest;

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
    d.signalled = t->signalled;
    d.timed = t->timed;
    d.cancelled = t->cancelled;
    d.uncancellable = t->uncancellable;
    d.cancel_asynchronous = t->cancel_asynchronous;
    d.futex_bits = t->waiting ? t->futex_bits : 0;
    d.cleanup = t->cleanup;
    d.signal_mask = t->signal_mask;
    memcpy (d.name, t->name, sizeof d.name);
    d.wants = t->wants;
    d.time = time_matters ? t->time : 0;
    d.atomic = t->atomic;
    d.held = t->held_count;
    d.spurious = t->spurious;
    d.object = t->object;
    d.second = t->operation == SETT_DO_JOIN ? t->second : NULL;
    d.queue = t->waiting ? t->queue : NULL;
    d.gate = t->gate;
    d.user_sp = t->user_sp;
  }
  if (t->alive && (t->spin.place || t->operation == SETT_DO_AWAIT)) {
    d.spin_place = t->spin.place;
    d.spin_sp = t->spin.sp;
    d.spin_hash = t->spin.stack_hash;
    d.rounds = t->spin.rounds;
    d.glances = t->spin.count;
  }
  XXH3_128bits_update (state, &d, sizeof d);
  const uint32_t most = SETT_MOST_GLANCES;
  const uint32_t known_glances = d.glances < most ? d.glances : most;
  XXH3_128bits_update (state, t->spin.glances,
                       known_glances * sizeof *t->spin.glances);
}

static state_hash present_state (void) {
  state_hash sum = {0, 0};
  sett_pages_each (add_page, &sum);
  XXH3_state_t state;
  XXH3_128bits_reset (&state);
  XXH3_128bits_update (&state, &sum, sizeof sum);
  XXH3_128bits_update (&state, &world->in_atomic, sizeof world->in_atomic);
  XXH3_128bits_update (&state, world->key_used, world->key_count);
  XXH3_128bits_update (&state, world->key_destructor,
                       world->key_count * sizeof *world->key_destructor);
  for (uint32_t i = 0; i < world->thread_count; i++)
    add_thread (&state, &world->threads[i]);
  XXH3_128bits_update (&state, world->files, sizeof world->files);
  return XXH3_128bits_digest (&state);
}

int sett_state_enter (void) {
  state_hash h = present_state ();
  if (is_empty (&h))
    h.low64 = 1;
  return enter (&h);
}

/* What becomes of the files follows from the state and from who goes on. */
void sett_state_files_change (void) {
  if (!engine.stateful)
    return;
  const state_hash h = present_state ();
  world->files[0] = h.low64 + world->current;
  world->files[1] = h.high64;
}
