/* Cycles that the claim accepts, found by several processes: OWCTY (one way
   catch them young: Fisler, Fraer, Kamhi, Vardi, Yang 2001; Cerna, Pelanek
   2003).

   All reachable states are known (ranks.c).  S begins as all of them, and

       reach      of S stays what accepting states of S lead to, within S
       eliminate  whatever has no predecessor in S goes, again and again

   are repeated until S is empty, or as large as before.  A state on an
   accepting cycle, or behind one, never goes.  If S is not empty in the end,
   each state in it is reached from an accepting one in it, and has a
   predecessor in it: going back from one accepting state to another comes to
   one that was met before, S being finite.  That is the cycle.

   Edges are not stored: a state is expanded again in each phase, so that each
   takes as much time as the search.  What a rank has to be told is what it is
   told in the search: a successor, and whose it is.

   To find the cycle each state knows by whom it was reached; accepting states,
   with which that began, know one of their predecessors.  In the last round
   nothing is eliminated, so that all of these are in S.

   The threads of a rank expand the states of a phase as they do those of a
   level (ranks_team.c).  Of a vertex they change `before` and `flags` at once,
   each for itself: an edge counts once, and who brings `before` to 0, or sets
   REACHED, is one thread.

   Reductions are those whose choice is a function of the state, with a proviso
   that looks at the model only: the reduced graph is a graph. */

#include "search/ranks_cycles.h"

#include "base/assert.h"
#include "base/mutant.h"
#include "base/watch.h"
#include "search/search_mutant.h"
#include "search/ranks_internal.h"

#include <string.h>
#include <xxhash.h>

enum { IN = 1, ACCEPTING = 2, REACHED = 4, MET = 8 };

typedef struct vertex {
  _Atomic uint64_t parent; /* place of a predecessor, or SETT_NO_PLACE */
  atomic_uint before;      /* predecessors in S, by the number of edges */
  atomic_uint flags;
} vertex;

struct sett_ranks_cycles {
  int eliminates; /* else: reaches */
  size_t count;   /* states of this rank */
  vertex *vertices;
  uint64_t *map; /* from references of the store to 1 + index; 0: nothing */
  size_t mask;
  sett_ranks_states work; /* indices of states that are to be expanded */
  sett_ranks_level phase;
};

static unsigned flags_of (const vertex *v) {
  return atomic_load_explicit (&v->flags, memory_order_relaxed);
}

/* They give what was there before. */
static unsigned set_flags (vertex *v, unsigned flags) {
  return atomic_fetch_or_explicit (&v->flags, flags, memory_order_relaxed);
}

static unsigned clear_flags (vertex *v, unsigned flags) {
  return atomic_fetch_and_explicit (&v->flags, ~flags, memory_order_relaxed);
}

/* ---------------------------------------------------------------- memory ---
 */

static const uint64_t *references (const sett_worker *w) {
  return w->run->ranks->states.queue.at;
}

static size_t slot_of (const sett_worker *w, const sett_ranks_cycles *c,
                       sett_ref ref) {
  size_t i = (size_t)(ref * 0x9e3779b97f4a7c15u >> 20) & c->mask;
  while (c->map[i] && references (w)[c->map[i] - 1] != ref)
    i = (i + 1) & c->mask;
  return i;
}

static void release (sett_ranks_cycles *c) {
  sett_free (c->vertices,
             c->vertices ? (c->count + 1) * sizeof *c->vertices : 0);
  sett_free (c->map, c->map ? (c->mask + 1) * sizeof *c->map : 0);
  sett_pile_release (&c->work.queue);
  SETT_RELEASE (c->phase.returned);
}

/* False: memory is exhausted. */
static int create (sett_worker *w, sett_ranks_cycles *c) {
  size_t room = 16;
  c->count = w->run->ranks->states.queue.count;
  while (room < 2 * c->count)
    room *= 2;
  c->mask = room - 1;
  c->vertices = sett_try_resize (NULL, 0, (c->count + 1) * sizeof *c->vertices);
  c->map = sett_try_resize (NULL, 0, room * sizeof *c->map);
  if (!c->vertices || !c->map)
    return 0;
  memset (c->map, 0, room * sizeof *c->map);
  for (size_t i = 0; i < c->count; i++) {
    c->map[slot_of (w, c, references (w)[i])] = i + 1;
    const uint32_t size = sett_worker_fetch (w, references (w)[i], w->state);
    const int accepts =
        sett_explorer_accepting (w->explorers[0], w->state, size);
    atomic_init (&c->vertices[i].parent, SETT_NO_PLACE);
    atomic_init (&c->vertices[i].before, 0);
    atomic_init (&c->vertices[i].flags, accepts ? IN | ACCEPTING : IN);
  }
  return 1;
}

/* ---------------------------------------------------------------- phases ---
 */

static void reach (sett_worker *w, sett_ranks_cycles *c, size_t index,
                   uint64_t from) {
  vertex *v = &c->vertices[index];
  uint64_t none = SETT_NO_PLACE;
  if (sett_ranks_mutant (w->run->ranks) == SETT_MUTANT_FIRST_EDGE &&
      (flags_of (v) & REACHED))
    return;
  const unsigned before =
      atomic_fetch_add_explicit (&v->before, 1, memory_order_relaxed);
  SETT_ASSERT (before != UINT32_MAX);
  atomic_compare_exchange_strong (&v->parent, &none, from);
  if (!(set_flags (v, REACHED) & REACHED))
    sett_ranks_find_word (w, index);
}

static void lose (sett_worker *w, sett_ranks_cycles *c, size_t index) {
  vertex *v = &c->vertices[index];
  const unsigned before =
      atomic_fetch_sub_explicit (&v->before, 1, memory_order_relaxed);
  SETT_ASSERT (before);
  if (before > 1)
    return;
  clear_flags (v, IN);
  sett_ranks_find_word (w, index);
}

/* States beyond a limit of the depth are in the store, but nobody's. */
void sett_ranks_cycles_edge (sett_worker *w, sett_ranks_cycles *c, sett_ref to,
                             uint64_t from) {
  const int remote = !sett_ranks_is_own (w->run, from);
  const unsigned mutant = sett_ranks_mutant (w->run->ranks);
  const uint64_t found = c->map[slot_of (w, c, to)];
  if (!found || !(flags_of (&c->vertices[found - 1]) & IN))
    return;
  if (remote && mutant == SETT_MUTANT_LOST_EDGE && !c->eliminates)
    return;
  if (c->eliminates)
    lose (w, c, found - 1);
  else
    reach (w, c, found - 1, from);
}

static void expand (sett_worker *w, sett_ranks_cycles *c, size_t index) {
  w->position = index;
  w->depth = 0; /* is not limited here */
  sett_worker_look_up (w, references (w)[index], SETT_EXTENT_REDUCED);
  for (size_t i = w->begins[0]; i < w->ends[0]; i++)
    if (w->entries.at[i].found != SETT_FULL)
      sett_ranks_cycles_edge (w, c, w->entries.at[i].ref,
                              sett_ranks_place (w->run, index));
}

/* The states of a chunk, one after the other. */
static void visit (sett_worker *w) {
  chunk *items = &sett_ranks_hand_of (w)->chunk;
  while (sett_ranks_goes_on (w)) {
    expand (w, w->run->ranks->cycles, items->items[items->done++]);
    if (!w->index)
      sett_ranks_communicate (w);
  }
}

/* False: all stop. */
static int run_phase (sett_worker *w, sett_ranks_cycles *c) {
  int more;
  do {
    c->phase.end = c->work.queue.count;
    sett_ranks_visit_level (w);
    sett_ranks_finish_level (w);
    more = sett_ranks_agree (w, c->work.queue.count - c->phase.end);
  } while (more);
  c->work.queue.count = c->phase.next = c->phase.end = 0;
  return !sett_run_stopping (w->run);
}

/* Before a phase, while the others wait. */
static void begin_with (sett_worker *w, sett_ranks_cycles *c, size_t index) {
  if (sett_pile_fit (&c->work.queue, 1))
    sett_pile_push (&c->work.queue, index);
  else
    sett_run_hit (w->run, SETT_LIMIT_MEMORY);
}

static int reach_all (sett_worker *w, sett_ranks_cycles *c) {
  c->eliminates = 0;
  for (size_t i = 0; i < c->count; i++) {
    vertex *v = &c->vertices[i];
    atomic_store_explicit (&v->before, 0, memory_order_relaxed);
    atomic_store_explicit (&v->parent, SETT_NO_PLACE, memory_order_relaxed);
    const unsigned flags = clear_flags (v, REACHED);
    if (!(flags & IN) || !(flags & ACCEPTING))
      continue;
    set_flags (v, REACHED);
    begin_with (w, c, i);
  }
  return run_phase (w, c);
}

static int eliminate_all (sett_worker *w, sett_ranks_cycles *c) {
  c->eliminates = 1;
  for (size_t i = 0; i < c->count; i++) {
    vertex *v = &c->vertices[i];
    const unsigned flags = flags_of (v);
    const unsigned before =
        atomic_load_explicit (&v->before, memory_order_relaxed);
    if (!(flags & IN) || ((flags & REACHED) && before))
      continue;
    clear_flags (v, IN);
    if (flags & REACHED)
      begin_with (w, c, i);
  }
  return run_phase (w, c);
}

/* Of all ranks. */
static uint64_t count_all (const sett_worker *w, const sett_ranks_cycles *c) {
  uint64_t count = 0;
  for (size_t i = 0; i < c->count; i++)
    count += flags_of (&c->vertices[i]) & IN;
  sett_ranks_sum (w->run, &count, 1);
  return count;
}

/* ------------------------------------------------------------- the cycle ---
 */

/* An accepting state of S, the same whoever has it: the one with the least
   hash. */
static uint64_t choose_root (sett_worker *w, const sett_ranks_cycles *c) {
  uint64_t least = UINT64_MAX, place = SETT_NO_PLACE;
  for (size_t i = 0; i < c->count; i++) {
    const unsigned flags = flags_of (&c->vertices[i]);
    if (!(flags & IN) || !(flags & ACCEPTING))
      continue;
    const uint32_t size = sett_worker_fetch (w, references (w)[i], w->state);
    const uint64_t key = XXH3_64bits (w->state, size);
    if (key < least || place == SETT_NO_PLACE) {
      least = key;
      place = sett_ranks_place (w->run, i);
    }
  }
  return sett_ranks_least (w->run, least, place);
}

/* What the owner knows of a state: by whom it was reached, whether it accepts,
   and whether somebody asked before. */
static uint64_t ask (sett_worker *w, sett_ranks_cycles *c, uint64_t place,
                     int *accepts, int *met) {
  uint64_t told[2] = {0, 0};
  if (sett_ranks_is_own (w->run, place)) {
    vertex *v = &c->vertices[sett_ranks_index (place)];
    told[0] = atomic_load_explicit (&v->parent, memory_order_relaxed);
    told[1] = set_flags (v, MET);
  }
  sett_ranks_broadcast (w->run, place, told, sizeof told);
  *accepts = (told[1] & ACCEPTING) != 0;
  *met = (told[1] & MET) != 0;
  return told[0];
}

typedef SETT_VECTOR (uint64_t) places;

/* Back from parent to parent until an accepting state comes again.  All
   accepting states on the way are asked for once. */
static int go_back (sett_worker *w, sett_ranks_cycles *c, places *way) {
  uint64_t place = choose_root (w, c);
  while (place != SETT_NO_PLACE) {
    int accepts, met;
    const uint64_t parent = ask (w, c, place, &accepts, &met);
    SETT_PUSH (*way, place);
    if (accepts && met)
      return 1;
    place = parent;
  }
  return 0;
}

/* The last place of the way is an accepting state that is in it before: what
   lies between them, backwards, is the cycle. */
static int report_cycle (sett_worker *w, sett_ranks_cycles *c) {
  places way = {0};
  int found = go_back (w, c, &way);
  if (found) {
    size_t first = 0;
    const uint64_t root = way.at[way.count - 1];
    while (way.at[first] != root)
      first++;
    found = first + 1 < way.count;
    if (found)
      sett_ranks_report_lasso (w, way.at + first, way.count - first);
  }
  SETT_RELEASE (way);
  return found;
}

/* ------------------------------------------------------------------------ */

/* False: all stop. */
static int shrink (sett_worker *w, sett_ranks_cycles *c, uint64_t *size) {
  uint64_t before;
  *size = count_all (w, c);
  do {
    before = *size;
    if (!reach_all (w, c) || !eliminate_all (w, c))
      return 0;
    *size = count_all (w, c);
    SETT_ASSERT (*size <= before);
  } while (*size && *size != before);
  return 1;
}

static void find (sett_worker *w, sett_ranks_cycles *c) {
  uint64_t size;
  if (!shrink (w, c, &size) || !size)
    return;
  if (!report_cycle (w, c))
    sett_run_fail (w->run, "the states of a cycle do not form one");
}

/* While cycles are set, what arrives are edges; numbers are those of the search
   before. */
static void find_and_forget (sett_worker *w, sett_ranks_cycles *c) {
  sett_ranks *r = w->run->ranks;
  const unsigned workers = w->run->workers_count;
  c->work.keep.in_store = 1;
  c->phase = (sett_ranks_level){.states = &c->work, .visit = visit};
  for (unsigned i = 0; i < workers; i++)
    r->hands[i].counts = w->run->workers[i]->counts;
  r->cycles = c;
  r->level = &c->phase;
  find (w, c);
  r->cycles = NULL;
  r->level = &r->search;
  for (unsigned i = 0; i < workers; i++)
    w->run->workers[i]->counts = r->hands[i].counts;
}

void sett_ranks_find_cycles (sett_worker *w) {
  sett_ranks_cycles c = {0};
  const size_t depth = w->depth;
  /* Checkpoints are of the search before: a limit that warned ends this. */
  sett_watch_warn_first (0);
  if (sett_watch_warned ())
    sett_watch_spend (sett_watch_warned ());
  uint64_t failed = !create (w, &c);
  sett_ranks_sum (w->run, &failed, 1);
  if (failed)
    sett_run_hit (w->run, SETT_LIMIT_MEMORY);
  else
    find_and_forget (w, &c);
  w->depth = depth;
  release (&c);
}
