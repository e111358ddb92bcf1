/* Depth-first search move by move: with sleep sets, with stored states or
   without (Godefroid's SSS).

   The moves of a state are taken one after the other; behind each of them
   those sleep that were taken or asleep before and commute with it.  What
   sleeps is not taken: the states behind it are reached in another order.

   Stored states.  The sleep set with which a state was visited is kept with
   it.  When the state is met again with a smaller one, the moves that slept
   then and do not sleep now are taken, and the intersection is kept.

   Without stored states the search ends only if no run is infinite.  A run
   that comes back to a state on its own path is cut, and the verdict is
   bounded. */

#include "search/sleep_search.h"

#include "search/budget.h"
#include "search/saved_run.h"
#include "search/search_order.h"
#include "search/violations.h"

#include "base/assert.h"
#include "base/hash.h"
#include "kernel/violation.h"
#include <string.h>
#include <xxhash.h>

/* ------------------------------------------------------------- memories --- */

static sett_sleep_memory *find_memory (const sett_sleeper *s, uint64_t handle) {
  SETT_ASSERT (s->memories_count < s->memories_room);
  size_t i = sett_mix64 (handle) & (s->memories_room - 1);
  while (s->memories[i].used && s->memories[i].handle != handle)
    i = (i + 1) & (s->memories_room - 1);
  return &s->memories[i];
}

static void grow_memories (sett_sleeper *s) {
  sett_sleep_memory *old = s->memories;
  const size_t room = s->memories_room;
  s->memories_room = room ? 2 * room : 1024;
  SETT_ASSERT (!(s->memories_room & (s->memories_room - 1)));
  s->memories = sett_zalloc (s->memories_room, sizeof *s->memories);
  for (size_t i = 0; i < room; i++)
    if (old[i].used)
      *find_memory (s, old[i].handle) = old[i];
  sett_free (old, room * sizeof *old);
}

/* States that were visited with nobody asleep need no memory. */
void sett_sleeper_remember (sett_sleeper *s, uint64_t handle,
                            const sett_move_set *asleep) {
  if (!asleep->count)
    return;
  if (2 * s->memories_count >= s->memories_room)
    grow_memories (s);
  sett_sleep_memory *m = find_memory (s, handle);
  s->memories_count += !m->used;
  m->used = 1;
  m->handle = handle;
  m->asleep.count = 0;
  for (size_t i = 0; i < asleep->count; i++)
    SETT_PUSH (m->asleep, asleep->at[i]);
}

/* Leaves in memory who sleeps in both; `awake` gets who slept only then. */
static void wake_up (sett_sleeper *s, uint64_t handle, const sett_move_set *now,
                     sett_move_set *awake) {
  awake->count = 0;
  if (!s->memories_room)
    return;
  sett_sleep_memory *m = find_memory (s, handle);
  size_t kept = 0;
  for (size_t i = 0; m->used && i < m->asleep.count; i++)
    if (sett_moves_have (now, &m->asleep.at[i]))
      m->asleep.at[kept++] = m->asleep.at[i];
    else
      SETT_PUSH (*awake, m->asleep.at[i]);
  if (m->used)
    m->asleep.count = kept;
}

/* ----------------------------------------------------------------- path --- */

static sett_visit *top (sett_sleeper *s) {
  SETT_ASSERT (s->path.count);
  return &s->path.at[s->path.count - 1];
}

static void release_visit (sett_visit *v) {
  SETT_RELEASE (v->asleep);
  SETT_RELEASE (v->moves);
  for (size_t i = 0; i < v->dreams.count; i++)
    SETT_RELEASE (v->dreams.at[i]);
  SETT_RELEASE (v->dreams);
  SETT_RELEASE (v->words);
}

static void leave (sett_sleeper *s) {
  SETT_ASSERT (sett_frames_count (&s->worker->frames) == s->path.count);
  sett_visit v = SETT_POP (s->path);
  release_visit (&v);
  sett_frames_leave (&s->worker->frames);
  if (s->path.count)
    sett_keep_cut_after (&s->worker->keep, top (s)->handle);
}

static int is_on_path (const sett_sleeper *s, uint64_t hash) {
  for (size_t i = 0; i < s->path.count; i++)
    if (s->path.at[i].hash == hash)
      return 1;
  return 0;
}

/* What is taken was not asleep. */
static inline int none_asleep (const sett_visit *v) {
  for (size_t i = 0; i < v->moves.count; i++)
    if (sett_moves_have (&v->asleep, &v->moves.at[i]))
      return 0;
  return 1;
}

/* Removes those who sleep, and finds who will behind each of the others. */
static void plan_moves (sett_sleeper *s, sett_visit *v) {
  size_t kept = 0;
  for (size_t i = 0; i < v->moves.count; i++)
    if (!sett_moves_have (&v->asleep, &v->moves.at[i]))
      v->moves.at[kept++] = v->moves.at[i];
  v->moves.count = kept;
  SETT_ASSERT_SLOW (none_asleep (v));
  for (size_t i = 0; i < v->moves.count; i++) {
    sett_move_set dream = {0};
    if (s->worker->run->options->sleep)
      sett_reducer_fall_asleep (s->reducer, &v->asleep, &v->moves, i,
                                &v->moves.at[i], &dream);
    SETT_PUSH (v->dreams, dream);
  }
  SETT_ASSERT (v->dreams.count == v->moves.count);
}

static void test_reduction (sett_sleeper *s) {
  sett_run *run = s->worker->run;
  if (!run->options->explorer.reduction.check)
    return;
  const char *wrong = sett_reducer_wrong (s->reducer);
  sett_budget_look (s->worker);
  if (wrong)
    sett_run_fail (run, "%s", wrong);
}

/* The moves of the current state; when it was visited before only those of
   `awake`. */
static void find_moves (sett_sleeper *s, sett_visit *v,
                        const sett_move_set *awake) {
  sett_worker *w = s->worker;
  int stuck;
  sett_reducer_moves (s->reducer, w->state, w->size, &v->moves, &stuck);
  if (stuck) {
    w->counts.executions++;
    sett_worker_report_deadlock (w);
  }
  if (awake) {
    size_t kept = 0;
    for (size_t i = 0; i < v->moves.count; i++)
      if (sett_moves_have (awake, &v->moves.at[i]))
        v->moves.at[kept++] = v->moves.at[i];
    v->moves.count = kept;
  }
  plan_moves (s, v);
  test_reduction (s);
  if (!stuck && !v->moves.count && !awake) {
    w->counts.executions++;
    w->counts.blocked++;
  }
}

static int reaches_limit (sett_sleeper *s, uint64_t hash) {
  sett_worker *w = s->worker;
  const uint64_t limit = w->run->options->depth;
  if (limit && w->depth >= limit)
    sett_run_note (w->run, SETT_LIMIT_DEPTH);
  else if (!s->stores && is_on_path (s, hash))
    sett_run_note (w->run, SETT_LIMIT_CYCLE);
  else
    return 0;
  w->counts.executions += !s->stores;
  return 1;
}

/* Enters the state in the worker's buffer. */
static void enter (sett_sleeper *s, uint64_t handle,
                   const sett_move_set *asleep, const sett_move_set *awake) {
  sett_worker *w = s->worker;
  sett_visit v = {.handle = handle, .hash = XXH3_64bits (w->state, w->size)};
  w->handle = handle;
  w->depth = s->path.count;
  if (w->depth > w->counts.depth)
    w->counts.depth = w->depth;
  if (!sett_frames_enter (&w->frames, handle)) {
    sett_run_hit (w->run, SETT_LIMIT_MEMORY);
    return;
  }
  SETT_ASSERT (sett_frames_count (&w->frames) == s->path.count + 1);
  for (size_t i = 0; i < asleep->count; i++)
    SETT_PUSH (v.asleep, asleep->at[i]);
  const int cut = reaches_limit (s, v.hash);
  SETT_PUSH (s->path, v);
  sett_budget_poll (w);
  if (!cut)
    find_moves (s, top (s), awake);
}

/* Looks a state up that a move leads to, and enters it if there is something
   to do. */
static void meet (sett_sleeper *s, const unsigned char *state, uint32_t size,
                  const sett_move_set *asleep) {
  sett_worker *w = s->worker;
  sett_entry entry = {.state = state, .size = size, .found = SETT_NEW};
  sett_move_set awake = {0};
  if (s->stores)
    sett_store_add (w->run->store, w->index, NULL, 0, 0, &entry, 1);
  else if (!sett_keep_fit (&w->keep, 1, size))
    entry.found = SETT_FULL;
  if (entry.found == SETT_FULL) {
    sett_run_hit (w->run, SETT_LIMIT_MEMORY);
    return;
  }
  const uint64_t handle = sett_keep_put (&w->keep, &entry);
  memcpy (w->state, state, size);
  w->size = size;
  w->counts.states += entry.found == SETT_NEW;
  if (entry.found == SETT_NEW) {
    if (s->stores)
      sett_sleeper_remember (s, handle, asleep);
    enter (s, handle, asleep, NULL);
  } else {
    wake_up (s, handle, asleep, &awake);
    if (awake.count)
      enter (s, handle, asleep, &awake);
  }
  SETT_RELEASE (awake);
}

/* Takes the next move of the topmost state and keeps its successors. */
static void take_move (sett_sleeper *s) {
  sett_worker *w = s->worker;
  sett_visit *v = top (s);
  SETT_ASSERT (v->next < v->moves.count && v->at == v->words.count);
  w->handle = v->handle;
  w->size = sett_worker_fetch (w, v->handle, w->state);
  const sett_sink *sink = sett_reducer_take (s->reducer, w->state, w->size,
                                             &v->moves.at[v->next++]);
  v->words.count = v->at = 0;
  for (uint32_t k = 0; k < sink->count; k++) {
    const sett_step *step = &sink->steps[k];
    sett_worker_report_violation (w, step);
    w->counts.transitions += step->size != 0;
    if (!step->size) {
      w->counts.executions += step->violation != SETT_VIOLATION_ASSERTION;
      continue;
    }
    SETT_PUSH (v->words, step->size);
    for (uint32_t i = 0; i < step->size; i += 8) {
      uint64_t word;
      memcpy (&word, sink->bytes + step->offset + i, 8);
      SETT_PUSH (v->words, word);
    }
  }
}

/* Goes to the next successor of the last move. */
static void go_on (sett_sleeper *s) {
  sett_visit *v = top (s);
  const uint32_t size = (uint32_t)v->words.at[v->at];
  SETT_ASSERT (v->next && v->next <= v->dreams.count && size);
  unsigned char *state = sett_alloc (size + 64);
  sett_move_set asleep = v->dreams.at[v->next - 1];
  memcpy (state, v->words.at + v->at + 1, size);
  v->at += 1 + size / 8;
  SETT_ASSERT (v->at <= v->words.count);
  meet (s, state, size, &asleep);
  sett_free (state, size + 64);
}

sett_sleeper *sett_sleeper_create (sett_worker *w) {
  const sett_search_options *o = w->run->options;
  sett_sleeper *s = sett_zalloc (1, sizeof *s);
  s->worker = w;
  s->stores = !o->stateless;
  if (o->stateless)
    w->keep.in_store = 0;
  s->reducer =
      sett_reducer_create (w->run->model, &o->explorer.reduction, NULL);
  sett_reducer_record (s->reducer, w->coverage);
  return s;
}

void sett_sleeper_destroy (sett_sleeper *s) {
  if (!s)
    return;
  for (size_t i = 0; i < s->path.count; i++)
    release_visit (&s->path.at[i]);
  SETT_RELEASE (s->path);
  for (size_t i = 0; i < s->memories_room; i++)
    SETT_RELEASE (s->memories[i].asleep);
  sett_free (s->memories, s->memories_room * sizeof *s->memories);
  sett_reducer_destroy (s->reducer);
  sett_free (s, sizeof *s);
}

void sett_sleep_search (sett_worker *w) {
  const sett_move_set nobody = {0};
  if (!w->run->restored) {
    w->size = sett_worker_fetch (w, w->run->root, w->state);
    enter (w->sleeper, w->run->root, &nobody, NULL);
  }
  sett_sleeper *s = w->sleeper;
  while (s->path.count && !sett_run_stopping (w->run)) {
    sett_visit *v = top (s);
    if (v->at < v->words.count)
      go_on (s);
    else if (v->next < v->moves.count)
      take_move (s);
    else
      leave (s);
    sett_checkpoint_poll (w);
  }
}

int sett_sleep_start (sett_worker *w, const sett_entry *root) {
  w->sleeper = sett_sleeper_create (w);
  if (!sett_keep_fit (&w->keep, 1, root->size))
    return 0;
  w->run->root = sett_keep_put (&w->keep, root);
  return 1;
}
