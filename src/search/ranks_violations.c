/* What is wrong, told by ranks to each other, and paths to it.

   Each rank notes what it finds in a level, each kind once.  Then all get what
   all have noted, and choose the same.  A path goes from parent to parent,
   whoever has them; the first rank keeps its states and runs them again. */

#include "search/ranks_internal.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#define MOST_KEPT 100u

static int is_same (const sett_remote *a, const sett_remote *b) {
  if (a->violation != b->violation)
    return 0;
  return a->violation == SETT_VIOLATION_DEADLOCK
             ? a->places == b->places
             : a->step.transition == b->step.transition;
}

/* An order that knows no ranks. */
static int is_before (const sett_remote *a, const sett_remote *b) {
  const uint64_t one[] = {a->violation, a->step.transition, a->key,
                          a->step.process, a->step.partner};
  const uint64_t two[] = {b->violation, b->step.transition, b->key,
                          b->step.process, b->step.partner};
  for (unsigned i = 0; i < sizeof one / sizeof *one; i++)
    if (one[i] != two[i])
      return one[i] < two[i];
  return 0;
}

/* Adds one to a list in which each is once, the least of its kind. */
static void unite (sett_ranks *r, const sett_remote *more) {
  for (size_t i = 0; i < r->noted.count; i++) {
    sett_remote *old = &r->noted.at[i];
    if (!is_same (old, more))
      continue;
    const uint64_t count = old->count + more->count;
    if (is_before (more, old))
      *old = *more;
    old->count = count;
    return;
  }
  SETT_PUSH (r->noted, *more);
}

void sett_ranks_note (sett_worker *w, const sett_remote *what) {
  uint32_t size;
  const unsigned char *system = sett_worker_system (w, &size);
  sett_remote noted = *what;
  noted.key = XXH3_64bits (system, size);
  noted.rank = w->run->ranks->transport->rank;
  noted.index = w->position + w->members;
  noted.count = 1;
  pthread_mutex_lock (&w->run->ranks->team.lock);
  unite (w->run->ranks, &noted);
  pthread_mutex_unlock (&w->run->ranks->team.lock);
}

/* Everybody gets what everybody has noted. */
static void exchange_notes (sett_ranks *r) {
  const sett_transport *t = r->transport;
  const size_t mine = r->noted.count;
  sett_remote *own = sett_zalloc (mine, sizeof *own);
  if (mine)
    memcpy (own, r->noted.at, mine * sizeof *own);
  for (unsigned rank = 0; rank < t->ranks; rank++) {
    uint64_t count = mine;
    t->broadcast (rank, &count, sizeof count);
    for (uint64_t i = 0; i < count; i++) {
      sett_remote one;
      memset (&one, 0, sizeof one);
      if (rank == t->rank)
        one = own[i];
      t->broadcast (rank, &one, sizeof one);
      if (rank != t->rank)
        unite (r, &one);
    }
  }
  sett_free (own, mine * sizeof *own);
}

/* Makes a state of this rank the current one; gives its size. */
static uint32_t fetch (sett_worker *w, uint64_t index) {
  const sett_ranks_states *states = &w->run->ranks->states;
  SETT_ASSERT (index < states->queue.count);
  const uint64_t handle = states->queue.at[index];
  return states->keep.in_store
             ? sett_worker_fetch (w, handle, w->state)
             : sett_keep_get (&states->keep, handle, w->state);
}

/* One state of the path to something wrong, told by whom it belongs to. */
static uint64_t tell_state (sett_worker *w, uint64_t place, uint64_t *size) {
  const sett_transport *t = w->run->ranks->transport;
  const unsigned rank = (unsigned)(place >> INDEX_BITS);
  uint64_t head[2] = {0, 0};
  if (rank == t->rank) {
    const uint64_t index = place & INDEX_MASK;
    head[0] = w->run->ranks->states.parents.at[index];
    head[1] = fetch (w, index);
  }
  t->broadcast (rank, head, sizeof head);
  t->broadcast (rank, w->state, head[1]);
  *size = head[1];
  return head[0];
}

/* The states of a path; the first rank has them. */
typedef struct route {
  sett_keep states;
  sett_trail trail;
} route;

/* Collective: puts a state behind the others; gives the place of its parent. */
static uint64_t add_state (sett_worker *w, route *p, uint64_t place) {
  uint64_t size;
  const uint64_t parent = tell_state (w, place, &size);
  const sett_entry entry = {.state = w->state, .size = (uint32_t)size};
  if (!w->run->ranks->transport->rank && sett_keep_fit (&p->states, 1, size))
    SETT_PUSH (p->trail.handles, sett_keep_put (&p->states, &entry));
  return parent;
}

/* From parent to parent; the first rank keeps the states. */
static void find_way (sett_worker *w, route *p, uint64_t place) {
  while (place != NO_PARENT)
    place = add_state (w, p, place);
  for (size_t i = 0, j = p->trail.handles.count; i + 1 < j; i++) {
    const uint64_t swap = p->trail.handles.at[i];
    p->trail.handles.at[i] = p->trail.handles.at[--j];
    p->trail.handles.at[j] = swap;
  }
}

static void release_route (route *p) {
  sett_keep_release (&p->states);
  SETT_RELEASE (p->trail.handles);
}

/* ...and runs them. */
static void build_path (sett_worker *w, const sett_remote *what) {
  route p = {.states = {.in_store = 0}};
  find_way (w, &p, sett_ranks_place_of ((unsigned)what->rank, what->index));
  if (!w->run->ranks->transport->rank)
    sett_violations_keep_remote (w, what, &p.states, &p.trail);
  release_route (&p);
}

void sett_ranks_report_lasso (sett_worker *w, const uint64_t *places,
                              size_t count) {
  sett_run *run = w->run;
  route p = {.states = {.in_store = 0}};
  SETT_ASSERT (count > 1 && places[0] == places[count - 1]);
  find_way (w, &p, places[0]);
  const size_t cycle = p.trail.handles.count - 1;
  for (size_t i = count - 1; i-- > 0;)
    add_state (w, &p, places[i]);
  run->result->violations_seen++;
  if (!run->ranks->transport->rank)
    sett_violations_keep_lasso (w, &p.states, &p.trail, cycle);
  release_route (&p);
  uint64_t failed = (uint64_t)run->failed;
  run->ranks->transport->sum (&failed, 1, NULL, NULL);
  if (failed && !run->failed)
    sett_run_fail (run, "the first rank has failed");
}

/* Has it been reported?  Then it is counted. */
static int is_known (sett_worker *w, const sett_remote *what) {
  sett_ranks *r = w->run->ranks;
  unsigned alike = 0;
  for (size_t i = 0; i < r->known.count; i++) {
    alike += r->known.at[i].violation == what->violation;
    if (!is_same (&r->known.at[i], what))
      continue;
    if (r->first + i < w->run->result->violations.count)
      w->run->result->violations.at[r->first + i].count += what->count;
    return 1;
  }
  return alike >= MOST_KEPT;
}

static const sett_remote *find_least (const sett_ranks *r) {
  const sett_remote *least = &r->noted.at[0];
  for (size_t i = 1; i < r->noted.count; i++)
    if (is_before (&r->noted.at[i], least))
      least = &r->noted.at[i];
  return least;
}

static int compare (const void *a, const void *b) {
  return is_before (a, b) ? -1 : is_before (b, a);
}

/* The known ones are in the order of the violations of the result, which the
   first rank has. */
static void settle_all (sett_worker *w) {
  sett_ranks *r = w->run->ranks;
  qsort (r->noted.at, r->noted.count, sizeof *r->noted.at, compare);
  for (size_t i = 0; i < r->noted.count; i++) {
    w->run->result->violations_seen += r->noted.at[i].count;
    if (is_known (w, &r->noted.at[i]))
      continue;
    SETT_PUSH (r->known, r->noted.at[i]);
    build_path (w, &r->noted.at[i]);
  }
}

/* False: a path could not be verified. */
int sett_ranks_settle (sett_worker *w) {
  sett_ranks *r = w->run->ranks;
  exchange_notes (r);
  if (w->run->options->all_errors)
    settle_all (w);
  else {
    sett_remote least = *find_least (r);
    least.count = w->run->result->violations_seen = 1;
    build_path (w, &least);
    sett_run_stop (w->run);
  }
  r->noted.count = 0;
  uint64_t failed = (uint64_t)w->run->failed;
  r->transport->sum (&failed, 1, NULL, NULL);
  return !failed;
}

/* ---------------------------------------------------- for ranks_cycles.c ---
 */

uint64_t sett_ranks_place (const sett_run *run, uint64_t index) {
  return sett_ranks_place_of (run->ranks->transport->rank, index);
}

uint64_t sett_ranks_index (uint64_t place) {
  return place & INDEX_MASK;
}

int sett_ranks_is_own (const sett_run *run, uint64_t place) {
  return place >> INDEX_BITS == run->ranks->transport->rank;
}

void sett_ranks_sum (const sett_run *run, uint64_t *numbers, unsigned count) {
  run->ranks->transport->sum (numbers, count, NULL, NULL);
}

uint64_t sett_ranks_least (const sett_run *run, uint64_t key, uint64_t place) {
  const sett_transport *t = run->ranks->transport;
  uint64_t least = UINT64_MAX, found = SETT_NO_PLACE;
  for (unsigned rank = 0; rank < t->ranks; rank++) {
    uint64_t told[2] = {key, place};
    t->broadcast (rank, told, sizeof told);
    if (told[1] == SETT_NO_PLACE ||
        (told[0] >= least && found != SETT_NO_PLACE))
      continue;
    least = told[0];
    found = told[1];
  }
  return found;
}

void sett_ranks_broadcast (const sett_run *run, uint64_t place, void *bytes,
                           size_t size) {
  run->ranks->transport->broadcast ((unsigned)(place >> INDEX_BITS), bytes,
                                    size);
}
