/* What a random program can do: every order of its operations is tried, each
   as the standards define it, with no knowledge of how Sett does it.

   A state is a block of bytes; states that were met before are not entered
   again (their hash is kept).  Each step is one access of one thread to
   something that others can see.  Values are those of sequential consistency.

   Races are found by vector clocks, if wanted, which are part of the state
   then: two accesses to a plain variable, one of them writing, by different
   threads, of which none happens before the other.  Atomic operations order as
   in C++20: a release store heads a sequence that read-modify-write operations
   continue. */

#include "reference_state.h"

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

const program *the_program;
int races_wanted;
reference *result;
lines *found;
int hasty; /* a thread that is bound to go wrong does so at once */

static struct {
  uint64_t *slots;
  size_t room, count;
} known;

static struct {
  state *at;
  size_t count, room;
} agenda;

static void place (uint64_t hash) {
  size_t i = hash & (known.room - 1);
  while (known.slots[i])
    i = (i + 1) & (known.room - 1);
  known.slots[i] = hash;
}

static void grow (void) {
  uint64_t *old = known.slots;
  const size_t room = known.room;
  known.room = room ? 2 * room : 1 << 12;
  known.slots = calloc (known.room, sizeof *known.slots);
  for (size_t i = 0; i < room; i++)
    if (old[i])
      place (old[i]);
  free (old);
}

static int is_new (const state *s) {
  const size_t size = races_wanted ? sizeof *s : offsetof (state, clocks_begin);
  uint64_t hash = XXH3_64bits (s, size);
  hash += !hash;
  if (2 * known.count >= known.room)
    grow ();
  for (size_t i = hash & (known.room - 1); known.slots[i];
       i = (i + 1) & (known.room - 1))
    if (known.slots[i] == hash)
      return 0;
  place (hash);
  known.count++;
  return 1;
}

static void enter (const state *s) {
  if (!is_new (s))
    return;
  if (agenda.count == agenda.room) {
    agenda.room = agenda.room ? 2 * agenda.room : 64;
    agenda.at = realloc (agenda.at, agenda.room * sizeof *agenda.at);
  }
  agenda.at[agenda.count++] = *s;
}

static int is_busy (const state *s, unsigned t) {
  const thread *self = &s->threads[t];
  const unsigned c = the_program->code[t][self->pc].code;
  return self->pc < the_program->length[t] && c >= OP_AWAIT &&
         c <= OP_AWAIT_LOCK;
}

/* A busy thread counts as blocked if its loop would go on now. */
static int can_go_on (const state *s, unsigned t) {
  const operation *o = &the_program->code[t][s->threads[t].pc];
  state after = *s;
  if (!is_busy (s, t)) {
    for (unsigned a = 0; a < 3; a++) {
      after = *s;
      const verdict v = step (&after, t, a);
      if (v != BLOCKED)
        return 1;
    }
    return 0;
  }
  if (o->code == OP_AWAIT_POLL)
    return s->threads[t].phase ||
           (s->plain[o->x] == o->v && can_poll (s, t, o->w));
  if (o->code == OP_AWAIT_BACK && s->threads[t].phase)
    return 1;
  if (o->code != OP_AWAIT_LOCK)
    return ends_loop (s, o);
  return step (&after, t, 0) != AGAIN;
}

static void note_if_stuck (const state *s) {
  for (unsigned t = 0; t < T; t++) {
    if (s->threads[t].status != ALIVE)
      continue;
    if (can_go_on (s, t))
      return;
  }
  over ("stuck");
}

/* Operations that do not depend on others, in a program without races: Sett
   does not let others go on before them. */
static int is_private (const state *s, unsigned t, const operation *o) {
  switch (o->code) {
  case OP_READ:
  case OP_WRITE:
  case OP_INCREMENT:
  case OP_FENCE:
  case OP_UNLOCK:
  case OP_CONSISTENT:
  case OP_RW_UNLOCK:
  case OP_SPIN_UNLOCK:
  case OP_ASSERT:
  case OP_LOCAL:
  case OP_KEY:
  case OP_CREATE:
  case OP_DETACH:
    return 1;
  case OP_ASSUME:
    return s->threads[t].r % o->v != o->w;
  case OP_LOCK:
  case OP_TRYLOCK:
  case OP_TIMEDLOCK:
    return s->owner[o->x] == t + 1 && (the_program->kind[o->x] == RECURSIVE ||
                                       the_program->kind[o->x] == ERRORCHECK);
  case OP_READ_LOCK:
  case OP_WRITE_LOCK:
    return s->writer == t + 1;
  case OP_PUBLISH:
    return !s->threads[t].phase;
  case OP_USE:
  case OP_USE_ANYHOW:
  case OP_CONSUME:
  case OP_FREE:
    return s->threads[t].phase;
  default:
    return 0;
  }
}

/* Does the thread go wrong before its next operation that others see? */
static int is_bound_to_fail (const state *s, unsigned t) {
  state after = *s;
  for (;;) {
    const thread *self = &after.threads[t];
    const operation *o = &the_program->code[t][self->pc];
    if (self->status == ALIVE && self->pc < the_program->length[t]
            ? !is_private (&after, t, o)
            : !t || !self->held || self->key)
      return 0;
    if (step (&after, t, 0) == OVER)
      return 1;
  }
}

static void expand (const state *s) {
  note_if_stuck (s);
  for (unsigned t = 0; t < T; t++) {
    if (s->threads[t].status != ALIVE)
      continue;
    for (unsigned a = 0; a < 4; a++) {
      state after = *s;
      const verdict v = step (&after, t, a);
      if (v != BLOCKED && v != OVER && !(hasty && is_bound_to_fail (&after, t)))
        enter (&after);
    }
  }
}

/* Returns whether all states were visited. */
static int explore (const program *p, size_t most_states) {
  state first;
  memset (&first, 0, sizeof first);
  known.count = 0;
  if (known.room)
    memset (known.slots, 0, known.room * sizeof *known.slots);
  agenda.count = 0;
  first.threads[0].status = ALIVE;
  first.clock[0][0] = 1;
  first.semaphore = p->semaphore;
  first.pointer = NONE;
  enter (&first);
  while (agenda.count && known.count <= most_states) {
    const state s = agenda.at[--agenda.count];
    expand (&s);
  }
  lines_sort (found);
  return !agenda.count;
}

int reference_find (const program *p, size_t most_states, reference *r) {
  lines unused = {0};
  memset (r, 0, sizeof *r);
  the_program = p;
  result = r;
  hasty = races_wanted = 0;
  found = &r->outcomes;
  r->complete = explore (p, most_states);
  r->states = known.count;
  hasty = 1;
  found = &r->least;
  r->complete = r->complete && explore (p, most_states);
  hasty = 0;
  races_wanted = 1;
  found = &unused;
  r->complete = r->complete && explore (p, 10 * most_states);
  lines_release (&unused);
  return r->complete;
}

void reference_release (reference *r) {
  lines_release (&r->outcomes);
  lines_release (&r->least);
}
