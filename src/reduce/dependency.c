/* Relations between the processes of a state: see dependency.h.

   Why the loops of processes suffice for a proviso: along a cycle of the state
   graph every process that moves and exists all the time returns to where it
   was, so that it goes once around a loop of its control flow.  The process
   with the lowest number that moves does exist all the time, since whoever
   would have to start it again has a lower number.  A *sticky* transition is
   one that closes a loop (a back edge of a depth-first walk from the entry);
   hence every cycle of the state graph contains a sticky transition. */

#include "reduce/dependency.h"

#include "base/assert.h"
#include "base/mutant.h"
#include "base/memory.h"
#include "base/vector.h"
#include "reduce/access_table.h"
#include "reduce/reduce_mutant.h"

#include <string.h>

/* A process with what its transitions touch. */
typedef struct instance {
  uint32_t type;
  unsigned process;        /* SETT_NO_PROCESS: any process of the type */
  unsigned char *record;   /* a copy of one record, null: any process */
  uint8_t **does, **needs; /* by transition; null: not yet known */
  uint8_t **future;        /* by location */
  struct place **places;   /* by location */
  struct instance *next;
} instance;

/* A set of transitions that are possible, and its number. */
typedef struct situation {
  uint64_t possible;
  uint32_t number;
} situation;

/* A position with all that belongs to it. */
typedef struct place {
  sett_position position;
  instance *who;
  uint64_t *rivals;   /* see sett_position */
  uint8_t **runs;     /* by number: what the whole run touches */
  uint8_t **futures;  /* by number: what may be touched from it on */
  uint64_t lost;      /* whose future contains wild transitions */
  uint64_t *known;    /* set of positions that are in `blocking` or not */
  uint64_t *blocking; /* set of positions that disturb all transitions */
  uint32_t blocking_words;
  SETT_VECTOR (situation) situations;
} place;

struct sett_dependency {
  sett_model *model;
  const sett_control *control;
  unsigned mutant;
  uint32_t words;        /* of a set of transitions */
  uint32_t type_words;   /* of a set of types */
  uint64_t **reach;      /* by location: transitions; null: not yet known */
  uint64_t **children;   /* by location: types that may be started */
  unsigned char *sticky; /* by transition */
  instance **anybody;    /* by type: the one for any process */
  uint32_t instances_count;
  instance *instances[SETT_MOST_PROCESSES]; /* lists of the others */
  instance *last[SETT_MOST_PROCESSES];
  SETT_VECTOR (place *) places;
  uint64_t *present; /* a set of positions */
  uint32_t present_words;
  uint32_t situations;
  sett_access_table table;
};

#define MOST_INSTANCES 200u

/* ------------------------------------------------------------ accesses --- */

static int meet (const sett_dependency *r, const unsigned char table[256],
                 const uint8_t *a, const uint8_t *b) {
  for (uint32_t i = SETT_OBJECT_SELF + 1; i < r->control->objects; i++)
    if (table[a[i]] & b[i])
      return 1;
  return 0;
}

static void unite (const sett_dependency *r, uint8_t *into,
                   const uint8_t *from) {
  for (uint32_t i = 0; i < r->control->objects; i++)
    into[i] |= from[i];
}

static uint8_t *new_objects (const sett_dependency *r) {
  return sett_zalloc (r->control->objects, 1);
}

/* -------------------------------------------------------- control flow --- */

static int has (const uint64_t *set, uint32_t i) {
  return (int)(set[i / 64] >> i % 64 & 1);
}

static void put (uint64_t *set, uint32_t i) {
  set[i / 64] |= (uint64_t)1 << i % 64;
}

/* Locations on the way of a walk. */
typedef SETT_VECTOR (uint32_t) location_list;

static void walk_from (sett_dependency *r, uint32_t entry,
                       uint64_t *transitions, uint64_t *types) {
  const sett_control *c = r->control;
  location_list todo = {0};
  unsigned char *seen = sett_zalloc (c->locations_count + 1, 1);
  SETT_PUSH (todo, entry);
  seen[entry] = 1;
  while (todo.count) {
    const sett_location *l = &c->locations[SETT_POP (todo)];
    for (uint32_t i = 0; i < l->count; i++) {
      const uint32_t t = l->transitions[i];
      const sett_flow *flow = &c->flows[t];
      if (flow->properties & SETT_ON_TIMEOUT)
        continue;
      put (transitions, t);
      for (uint32_t k = 0; k < flow->starts_count; k++)
        put (types, c->locations[flow->starts[k]].type);
      if (!(flow->properties & SETT_DIES) && !seen[flow->target]) {
        seen[flow->target] = 1;
        SETT_PUSH (todo, flow->target);
      }
    }
  }
  SETT_RELEASE (todo);
  sett_free (seen, c->locations_count + 1);
}

/* What can happen from a location on: transitions of the process itself, and
   types of which processes may be started, also by those started. */
static void find_reach (sett_dependency *r, uint32_t location) {
  SETT_ASSERT (location < r->control->locations_count);
  if (r->reach[location])
    return;
  const sett_control *c = r->control;
  uint64_t *ignored = sett_zalloc (r->words, 8);
  r->reach[location] = sett_zalloc (r->words, 8);
  r->children[location] = sett_zalloc (r->type_words, 8);
  walk_from (r, location, r->reach[location], r->children[location]);
  unsigned char *done = sett_zalloc (c->types_count + 1, 1);
  for (uint32_t type = 0; type < c->types_count; type++)
    if (has (r->children[location], type) && !done[type]) {
      done[type] = 1;
      walk_from (r, c->types[type].entry, ignored, r->children[location]);
      type = UINT32_MAX; /* from the beginning */
    }
  if (SETT_MUTANT (r->mutant) == SETT_MUTANT_CHILDLESS)
    memset (r->children[location], 0, (size_t)r->type_words * 8);
  sett_free (done, c->types_count + 1);
  sett_free (ignored, (size_t)r->words * 8);
}

/* One frame of the depth-first walk that looks for loops. */
typedef struct frame {
  uint32_t location, next;
} frame;

static void find_sticky_from (sett_dependency *r, uint32_t entry,
                              unsigned char *colour) {
  const sett_control *c = r->control;
  SETT_VECTOR (frame) stack = {0};
  const frame first = {entry, 0};
  SETT_PUSH (stack, first);
  colour[entry] = 1;
  while (stack.count) {
    frame *top = &stack.at[stack.count - 1];
    const sett_location *l = &c->locations[top->location];
    if (top->next == l->count) {
      colour[top->location] = 2;
      stack.count--;
      continue;
    }
    const uint32_t t = l->transitions[top->next++];
    if (c->flows[t].properties & SETT_DIES)
      continue;
    const frame inner = {c->flows[t].target, 0};
    if (colour[inner.location] == 1)
      r->sticky[t] = 1;
    if (!colour[inner.location]) {
      colour[inner.location] = 1;
      SETT_PUSH (stack, inner);
    }
  }
  SETT_RELEASE (stack);
}

static void find_sticky (sett_dependency *r) {
  const sett_control *c = r->control;
  unsigned char *colour = sett_zalloc (c->locations_count + 1, 1);
  for (uint32_t i = 0; i < c->types_count; i++)
    if (!colour[c->types[i].entry])
      find_sticky_from (r, c->types[i].entry, colour);
  for (uint32_t i = 0; i < c->locations_count; i++)
    if (!colour[i])
      find_sticky_from (r, i, colour);
  sett_free (colour, c->locations_count + 1);
}

/* ----------------------------------------------------------- instances --- */

static uint32_t record_size (const sett_process_type *type) {
  uint32_t size = 1;
  for (uint32_t i = 0; i < type->constants_count; i++)
    if (size < type->constants[i].from + type->constants[i].size)
      size = type->constants[i].from + type->constants[i].size;
  return size;
}

static instance *new_instance (sett_dependency *r, uint32_t type,
                               unsigned process, const unsigned char *record) {
  SETT_ASSERT (type < r->control->types_count);
  const sett_process_type *t = &r->control->types[type];
  instance *made = sett_zalloc (1, sizeof *made);
  made->type = type;
  made->process = process;
  if (record) {
    made->record = sett_alloc (record_size (t));
    memcpy (made->record, record, record_size (t));
  }
  made->does = sett_zalloc (r->model->transitions + 1, sizeof *made->does);
  made->needs = sett_zalloc (r->model->transitions + 1, sizeof *made->needs);
  made->future =
      sett_zalloc (r->control->locations_count + 1, sizeof *made->future);
  made->places =
      sett_zalloc (r->control->locations_count + 1, sizeof *made->places);
  r->instances_count++;
  return made;
}

static int has_constants (const sett_process_type *type, const instance *who,
                          const unsigned char *record) {
  for (uint32_t i = 0; i < type->constants_count; i++) {
    const sett_constant *c = &type->constants[i];
    for (uint32_t k = c->from; k < c->from + c->size; k++)
      if (who->record[k] != record[k])
        return 0;
  }
  return 1;
}

/* The instance for any process of a type. */
static instance *anybody (sett_dependency *r, uint32_t type) {
  if (!r->anybody[type])
    r->anybody[type] = new_instance (r, type, SETT_NO_PROCESS, NULL);
  return r->anybody[type];
}

static instance *find_instance (sett_dependency *r, uint32_t type,
                                unsigned process, const unsigned char *record) {
  const sett_process_type *t = &r->control->types[type];
  for (instance *i = r->instances[process]; i; i = i->next)
    if (i->type == type && has_constants (t, i, record))
      return i;
  if (r->instances_count >= MOST_INSTANCES)
    return anybody (r, type);
  instance *made = new_instance (r, type, process, record);
  made->next = r->instances[process];
  return r->instances[process] = made;
}

static void find_touches (sett_dependency *r, instance *who, uint32_t t) {
  if (who->does[t])
    return;
  who->does[t] = new_objects (r);
  who->needs[t] = new_objects (r);
  r->control->touches (r->model, who->record, who->process, t, who->does[t],
                       who->needs[t]);
}

/* --------------------------------------------------------------- runs --- */

/* A receive by which a rendezvous can be answered. */
static int receives_handshake (const sett_dependency *r, const uint8_t *does,
                               const uint8_t *offered) {
  for (uint32_t i = SETT_OBJECT_SELF + 1; i < r->control->objects; i++)
    if (does[i] & offered[i] & SETT_ACCESS_HANDSHAKE)
      return 1;
  return 0;
}

/* What is being put together for a whole run. */
typedef struct run {
  uint8_t *does;
  unsigned properties;
  int sticky, meets;
} run;

/* The receiver of a rendezvous moves, too. */
static void add_receivers (sett_dependency *r, const uint8_t *offered,
                           run *out) {
  const sett_control *c = r->control;
  for (uint32_t l = 0; l < c->locations_count; l++)
    for (uint32_t i = 0; i < c->locations[l].count; i++) {
      const uint32_t t = c->locations[l].transitions[i];
      if (c->flows[t].properties & SETT_OFFERS)
        continue;
      instance *any = anybody (r, c->locations[l].type);
      find_touches (r, any, t);
      if (!receives_handshake (r, any->does[t], offered))
        continue;
      unite (r, out->does, any->does[t]);
      out->properties |= c->flows[t].properties & (SETT_VISIBLE | SETT_WILD);
      out->sticky |= r->sticky[t];
      if (c->flows[t].properties & SETT_KEEPS_CONTROL)
        out->properties |= SETT_WILD;
    }
}

/* May a process wait for a rendezvous here? */
static int meets_at (sett_dependency *r, instance *who, uint32_t location) {
  const sett_location *l = &r->control->locations[location];
  for (uint32_t k = 0; k < l->count; k++) {
    find_touches (r, who, l->transitions[k]);
    for (uint32_t i = SETT_OBJECT_SELF + 1; i < r->control->objects; i++)
      if (who->does[l->transitions[k]][i] & SETT_ACCESS_HANDSHAKE)
        return 1;
  }
  return 0;
}

/* Adds a transition and those after it while the process keeps control. */
static void find_run (sett_dependency *r, instance *who, uint32_t first,
                      run *out) {
  const sett_control *c = r->control;
  unsigned char *seen = sett_zalloc (r->model->transitions + 1, 1);
  location_list todo = {0}; /* of transitions */
  SETT_PUSH (todo, first);
  seen[first] = 1;
  while (todo.count) {
    const uint32_t t = SETT_POP (todo);
    const sett_flow *flow = &c->flows[t];
    find_touches (r, who, t);
    unite (r, out->does, who->does[t]);
    out->properties |= flow->properties & (SETT_VISIBLE | SETT_WILD);
    out->sticky |= r->sticky[t];
    if (!(flow->properties & SETT_DIES))
      out->meets |= meets_at (r, who, flow->target);
    if (flow->properties & SETT_OFFERS) {
      add_receivers (r, who->does[t], out);
      if (t != first) /* the partner is not known in time */
        out->properties |= SETT_WILD;
    }
    if (t != first && flow->properties & SETT_ON_TIMEOUT)
      out->properties |= SETT_WILD;
    if (!(flow->properties & SETT_KEEPS_CONTROL) ||
        flow->properties & SETT_DIES)
      continue;
    const sett_location *l = &c->locations[flow->target];
    for (uint32_t i = 0; i < l->count; i++)
      if (!seen[l->transitions[i]]) {
        seen[l->transitions[i]] = 1;
        SETT_PUSH (todo, l->transitions[i]);
      }
  }
  SETT_RELEASE (todo);
  sett_free (seen, r->model->transitions + 1);
}

/* -------------------------------------------------------------- futures --- */

static void add_transitions (sett_dependency *r, instance *who,
                             const uint64_t *set, uint8_t *into, int *wild) {
  for (uint32_t t = 0; t < r->model->transitions; t++)
    if (has (set, t)) {
      find_touches (r, who, t);
      unite (r, into, who->does[t]);
      *wild |= !!(r->control->flows[t].properties & SETT_WILD);
    }
}

/* What may be touched from a location on; object 0 is used as a mark for wild
   transitions. */
static const uint8_t *future_at (sett_dependency *r, instance *who,
                                 uint32_t location) {
  if (who->future[location])
    return who->future[location];
  uint8_t *future = new_objects (r);
  int wild = 0;
  find_reach (r, location);
  add_transitions (r, who, r->reach[location], future, &wild);
  for (uint32_t type = 0; type < r->control->types_count; type++)
    if (has (r->children[location], type)) {
      const uint32_t entry = r->control->types[type].entry;
      find_reach (r, entry);
      add_transitions (r, anybody (r, type), r->reach[entry], future, &wild);
    }
  future[SETT_OBJECT_SELF] = (uint8_t)wild;
  who->future[location] = future;
  return future;
}

/* What may be touched by a transition and all that comes after it. */
static uint8_t *future_from (sett_dependency *r, instance *who, uint32_t t,
                             int *lost) {
  const sett_flow *flow = &r->control->flows[t];
  uint8_t *future = new_objects (r);
  *lost = 0;
  if (flow->properties & SETT_ON_TIMEOUT)
    return future;
  find_touches (r, who, t);
  unite (r, future, who->does[t]);
  *lost = !!(flow->properties & SETT_WILD);
  for (uint32_t k = 0; k < flow->starts_count; k++) {
    const uint32_t type = r->control->locations[flow->starts[k]].type;
    if (SETT_MUTANT (r->mutant) == SETT_MUTANT_CHILDLESS)
      break;
    const uint8_t *child = future_at (r, anybody (r, type), flow->starts[k]);
    unite (r, future, child);
    *lost |= child[SETT_OBJECT_SELF];
  }
  if (!(flow->properties & SETT_DIES)) {
    const uint8_t *later = future_at (r, who, flow->target);
    unite (r, future, later);
    *lost |= later[SETT_OBJECT_SELF];
  }
  return future;
}

/* ------------------------------------------------------------ positions --- */

static void add_transition (sett_dependency *r, place *p, uint32_t number) {
  SETT_ASSERT (number < p->position.count);
  const uint32_t t = p->position.transitions[number];
  const uint64_t bit = (uint64_t)1 << number;
  run whole = {.does = new_objects (r)};
  int lost;
  find_run (r, p->who, t, &whole);
  p->runs[number] = whole.does;
  p->futures[number] = future_from (r, p->who, t, &lost);
  if (lost)
    p->lost |= bit;
  if (whole.properties & SETT_WILD)
    p->position.wild |= bit;
  if (whole.properties & SETT_VISIBLE)
    p->position.visible |= bit;
  if (whole.sticky)
    p->position.sticky |= bit;
  if (whole.meets || meets_at (r, p->who, p->position.location))
    p->position.meets |= bit;
  if (r->control->flows[t].properties & SETT_ON_TIMEOUT)
    p->position.waiting |= bit;
  if (p->who->needs[t][SETT_OBJECT_SELF])
    p->position.own |= bit;
}

/* The channel of which a transition receives the first message; 0: none that
   is known. */
static uint32_t channel_of (const sett_dependency *r, const instance *who,
                            uint32_t t) {
  uint32_t channel = 0;
  if (!(r->control->flows[t].properties & SETT_TAKES_FIRST))
    return 0;
  for (uint32_t i = SETT_OBJECT_SELF + 1; i < r->control->objects; i++)
    if (who->needs[t][i] & SETT_ACCESS_RECEIVE) {
      if (channel)
        return 0;
      channel = i;
    }
  return channel;
}

static void find_rivals (sett_dependency *r, place *p) {
  const sett_position *at = &p->position;
  uint64_t *rivals = sett_zalloc (SETT_MOST_BRANCHES, sizeof *rivals);
  p->position.rivals = p->rivals = rivals;
  for (uint32_t i = 0; i < at->count; i++) {
    const uint32_t channel = channel_of (r, p->who, at->transitions[i]);
    for (uint32_t k = 0; channel && k < i; k++)
      if (channel_of (r, p->who, at->transitions[k]) == channel) {
        rivals[i] |= (uint64_t)1 << k;
        rivals[k] |= (uint64_t)1 << i;
      }
  }
}

static place *new_place (sett_dependency *r, instance *who, uint32_t location) {
  SETT_ASSERT (location < r->control->locations_count);
  const sett_location *l = &r->control->locations[location];
  place *p = sett_zalloc (1, sizeof *p);
  p->who = who;
  p->position = (sett_position){.location = location,
                                .count = l->count,
                                .index = (uint32_t)r->places.count,
                                .transitions = l->transitions};
  SETT_PUSH (r->places, p);
  if (l->count > SETT_MOST_BRANCHES)
    p->position.count = SETT_MOST_BRANCHES;
  p->position.all = p->position.count == 64
                        ? ~(uint64_t)0
                        : ((uint64_t)1 << p->position.count) - 1;
  p->runs = sett_zalloc (SETT_MOST_BRANCHES, sizeof *p->runs);
  p->futures = sett_zalloc (SETT_MOST_BRANCHES, sizeof *p->futures);
  for (uint32_t i = 0; i < p->position.count; i++)
    add_transition (r, p, i);
  find_rivals (r, p);
  if (l->count > SETT_MOST_BRANCHES) /* nothing is known of the others */
    p->position.wild = p->lost = p->position.all;
  return p;
}

static place *find_place (sett_dependency *r, instance *who,
                          uint32_t location) {
  if (!who->places[location])
    who->places[location] = new_place (r, who, location);
  return who->places[location];
}

unsigned sett_dependency_locate (sett_dependency *r, const unsigned char *state,
                                 uint32_t size,
                                 const sett_position *at[SETT_MOST_PROCESSES]) {
  sett_standing standings[SETT_MOST_PROCESSES];
  const unsigned count =
      r->control->standings (r->model, state, size, standings);
  SETT_ASSERT (count <= SETT_MOST_PROCESSES);
  for (unsigned i = 0; i < count; i++) {
    const uint32_t type = r->control->locations[standings[i].location].type;
    const unsigned char *record = state + standings[i].record;
    instance *who = r->last[i];
    if (!who || who->type != type ||
        !has_constants (&r->control->types[type], who, record)) {
      who = find_instance (r, type, i, record);
      r->last[i] = who->record ? who : NULL;
    }
    at[i] = &find_place (r, who, standings[i].location)->position;
  }
  return count;
}

/* ---------------------------------------------------------------- pairs --- */

static void relate (sett_dependency *r, const place *a, const place *b,
                    sett_pair *pair) {
  for (uint32_t t = 0; t < a->position.count; t++) {
    const uint64_t bit = (uint64_t)1 << t;
    const uint8_t *needs = a->who->needs[a->position.transitions[t]];
    if (a->position.waiting & bit)
      continue; /* impossible while others can move, and never selected */
    for (uint32_t u = 0; u < b->position.count; u++) {
      const uint64_t other = (uint64_t)1 << u;
      if ((a->position.wild & bit) || (b->lost & other) ||
          meet (r, r->table.conflicts, a->runs[t], b->futures[u]))
        pair->disturbing[t] |= other;
      if ((a->position.wild & bit) || (b->lost & other) ||
          meet (r, r->table.enablers, needs, b->futures[u]))
        pair->enabling[t] |= other;
      if ((a->position.wild & bit) || (b->lost & other) ||
          meet (r, r->table.enablers_still, needs, b->futures[u]))
        pair->enabling_still[t] |= other;
    }
    if (pair->disturbing[t])
      pair->disturbed |= bit;
    if (pair->enabling[t])
      pair->enabled |= bit;
    if (pair->enabling_still[t])
      pair->enabled_still |= bit;
  }
}

static size_t pair_bytes (const place *a) {
  return sizeof (sett_pair) + 3 * (a->position.count + 1) * sizeof (uint64_t);
}

static sett_pair *new_pair (sett_dependency *r, const place *a,
                            const place *b) {
  const size_t sets = a->position.count + 1;
  sett_pair *pair = sett_zalloc (1, pair_bytes (a));
  pair->disturbing = (uint64_t *)(pair + 1);
  pair->enabling = pair->disturbing + sets;
  pair->enabling_still = pair->enabling + sets;
  relate (r, a, b, pair);
  return pair;
}

const sett_pair *sett_dependency_find_pair (sett_dependency *r,
                                            const sett_position *a,
                                            const sett_position *b) {
  SETT_ASSERT (a->index < r->places.count && b->index < r->places.count);
  place *p = r->places.at[a->index];
  if (b->index >= p->position.pairs_room) {
    const uint32_t room = (uint32_t)r->places.count + 32;
    p->position.pairs = sett_resize (
        p->position.pairs, p->position.pairs_room * sizeof *p->position.pairs,
        room * sizeof *p->position.pairs);
    memset (p->position.pairs + p->position.pairs_room, 0,
            (room - p->position.pairs_room) * sizeof *p->position.pairs);
    p->position.pairs_room = room;
  }
  if (!p->position.pairs[b->index])
    p->position.pairs[b->index] = new_pair (r, p, r->places.at[b->index]);
  return p->position.pairs[b->index];
}

/* ---------------------------------------------------------- candidates --- */

static void fit_set (uint64_t **set, uint32_t *words, uint32_t wanted) {
  *set = sett_resize (*set, *words * sizeof **set, wanted * sizeof **set);
  memset (*set + *words, 0, (wanted - *words) * sizeof **set);
  *words = wanted;
}

static void fit_blocking (place *p, uint32_t words) {
  uint32_t room = p->blocking_words;
  fit_set (&p->known, &room, words);
  fit_set (&p->blocking, &p->blocking_words, words);
}

/* Finds out what is not known yet about these positions. */
static void learn (sett_dependency *r, place *p, uint64_t unknown,
                   uint32_t word) {
  SETT_ASSERT (word < p->blocking_words);
  for (; unknown; unknown &= unknown - 1) {
    const uint32_t index = 64 * word + (uint32_t)__builtin_ctzll (unknown);
    const place *other = r->places.at[index];
    if (other != p && other->who->process != p->who->process &&
        sett_dependency_pair (r, &p->position, &other->position)->disturbed ==
            p->position.all)
      put (p->blocking, index);
    put (p->known, index);
  }
}

static int is_blocked (sett_dependency *r, place *p) {
  if (p->position.wild == p->position.all)
    return 1;
  if (p->blocking_words < r->present_words)
    fit_blocking (p, r->present_words);
  for (uint32_t w = 0; w < r->present_words; w++) {
    if (r->present[w] & ~p->known[w])
      learn (r, p, r->present[w] & ~p->known[w], w);
    if (r->present[w] & p->blocking[w])
      return 1;
  }
  return 0;
}

uint64_t sett_dependency_candidates (sett_dependency *r,
                                     const sett_position *const at[],
                                     unsigned count) {
  SETT_ASSERT (count <= 64);
  uint64_t set = 0;
  const uint32_t words = (uint32_t)r->places.count / 64 + 1;
  if (r->present_words < words)
    fit_set (&r->present, &r->present_words, words);
  for (unsigned i = 0; i < count; i++)
    put (r->present, at[i]->index);
  for (unsigned i = 0; i < count; i++)
    if (!is_blocked (r, r->places.at[at[i]->index]))
      set |= (uint64_t)1 << i;
  for (unsigned i = 0; i < count; i++)
    r->present[at[i]->index / 64] = 0;
  return set;
}

uint32_t sett_dependency_situation (sett_dependency *r, const sett_position *at,
                                    uint64_t possible) {
  place *p = (place *)at; /* of which it is the first part */
  for (size_t i = 0; i < p->situations.count; i++)
    if (p->situations.at[i].possible == possible)
      return p->situations.at[i].number;
  const situation fresh = {possible, r->situations++};
  SETT_PUSH (p->situations, fresh);
  return fresh.number;
}

uint32_t sett_dependency_positions (const sett_dependency *r) {
  return (uint32_t)r->places.count;
}

const sett_position *sett_dependency_position (const sett_dependency *r,
                                               uint32_t index) {
  return &r->places.at[index]->position;
}

int sett_dependency_list_situation (const sett_position *at, size_t i,
                                    uint64_t *possible, uint32_t *number) {
  const place *p = (const place *)at;
  if (i >= p->situations.count)
    return 0;
  *possible = p->situations.at[i].possible;
  *number = p->situations.at[i].number;
  return 1;
}

int sett_dependency_commute (sett_dependency *r, const sett_position *a,
                             unsigned t, const sett_position *b, unsigned u) {
  SETT_ASSERT (t < a->count && u < b->count);
  const place *p = r->places.at[a->index], *q = r->places.at[b->index];
  if ((a->wild | a->waiting) >> t & 1 || (b->wild | b->waiting) >> u & 1)
    return 0;
  return !meet (r, r->table.conflicts, p->runs[t], q->runs[u]);
}

const uint8_t *sett_dependency_run (sett_dependency *r, const sett_position *at,
                                    unsigned number) {
  SETT_ASSERT (number < at->count && at->index < r->places.count);
  return r->places.at[at->index]->runs[number];
}

const uint8_t *sett_dependency_future (sett_dependency *r,
                                       const sett_position *at) {
  SETT_ASSERT (at->index < r->places.count);
  return future_at (r, r->places.at[at->index]->who, at->location);
}

int sett_dependency_starts (sett_dependency *r, const sett_position *at) {
  find_reach (r, at->location);
  for (uint32_t i = 0; i < r->type_words; i++)
    if (r->children[at->location][i])
      return 1;
  return 0;
}

/* ------------------------------------------------------------ lifetime --- */

sett_dependency *sett_dependency_create (sett_model *model, unsigned mutant) {
  sett_dependency *r = sett_zalloc (1, sizeof *r);
  const sett_control *c = model->control;
  r->model = model;
  r->control = c;
  r->mutant = mutant;
  r->words = model->transitions / 64 + 1;
  r->type_words = c->types_count / 64 + 1;
  r->reach = sett_zalloc (c->locations_count + 1, sizeof *r->reach);
  r->children = sett_zalloc (c->locations_count + 1, sizeof *r->children);
  r->sticky = sett_zalloc (model->transitions + 1, 1);
  r->anybody = sett_zalloc (c->types_count + 1, sizeof *r->anybody);
  sett_access_table_fill (&r->table, mutant);
  find_sticky (r);
  return r;
}

static void destroy_sets (uint8_t **sets, size_t count, size_t bytes) {
  for (size_t i = 0; i < count; i++)
    sett_free (sets[i], bytes);
  sett_free (sets, (count) * sizeof *sets);
}

static void destroy_instances (const sett_dependency *r, instance *who) {
  if (!who)
    return;
  destroy_instances (r, who->next);
  const size_t transitions = r->model->transitions + 1;
  const size_t locations = r->control->locations_count + 1;
  const size_t objects = r->control->objects;
  destroy_sets (who->does, transitions, objects);
  destroy_sets (who->needs, transitions, objects);
  destroy_sets (who->future, locations, objects);
  sett_free (who->places, locations * sizeof *who->places);
  sett_free (who->record, record_size (&r->control->types[who->type]));
  sett_free (who, sizeof *who);
}

static void destroy_place (const sett_dependency *r, place *p) {
  const size_t bytes = pair_bytes (p);
  sett_free (p->rivals, SETT_MOST_BRANCHES * sizeof *p->rivals);
  destroy_sets (p->runs, SETT_MOST_BRANCHES, r->control->objects);
  destroy_sets (p->futures, SETT_MOST_BRANCHES, r->control->objects);
  for (uint32_t i = 0; i < p->position.pairs_room; i++)
    sett_free (p->position.pairs[i], bytes);
  sett_free (p->position.pairs,
             p->position.pairs_room * sizeof *p->position.pairs);
  sett_free (p->known, p->blocking_words * sizeof *p->known);
  sett_free (p->blocking, p->blocking_words * sizeof *p->blocking);
  SETT_RELEASE (p->situations);
  sett_free (p, sizeof *p);
}

void sett_dependency_destroy (sett_dependency *r) {
  if (!r)
    return;
  const sett_control *c = r->control;
  for (size_t i = 0; i < r->places.count; i++)
    destroy_place (r, r->places.at[i]);
  SETT_RELEASE (r->places);
  for (uint32_t i = 0; i < c->types_count; i++)
    destroy_instances (r, r->anybody[i]);
  for (unsigned i = 0; i < SETT_MOST_PROCESSES; i++)
    destroy_instances (r, r->instances[i]);
  sett_free (r->anybody, (c->types_count + 1) * sizeof *r->anybody);
  for (uint32_t i = 0; i <= c->locations_count; i++) {
    sett_free (r->reach[i], (size_t)r->words * 8);
    sett_free (r->children[i], (size_t)r->type_words * 8);
  }
  sett_free (r->reach, (c->locations_count + 1) * sizeof *r->reach);
  sett_free (r->children, (c->locations_count + 1) * sizeof *r->children);
  sett_free (r->sticky, r->model->transitions + 1);
  sett_free (r->present, r->present_words * sizeof *r->present);
  sett_free (r, sizeof *r);
}
