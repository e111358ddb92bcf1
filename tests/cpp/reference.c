/* What a random program can do: every order of its instructions is tried, each
   as the standard defines it, or libstdc++ where that leaves a choice, with no
   knowledge of how Sett does it.

   A state is a block of bytes; those that were met before are not entered
   again. Races are found by vector clocks, which are part of the state.
   Accesses to plain variables are made together with the visible instruction
   before them: as long as there is no race, their order among those of others
   is settled, and what races first does so in any case.  So what a program with
   races does is not told. */

#include "state.h"

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

const program *the_program;
const lowered *the_code;
result *the_result;

static struct {
  uint64_t *slots;
  size_t room, count;
} known;

static struct {
  state *at;
  size_t count, room;
} agenda;

/*------------------------------------------------------------------------*/
/* What is shared. */

/* Jumps unless it was the last owner. */
static verdict drop (state *s, unsigned t, const instruction *i,
                     uint8_t *owners, clocks of) {
  both (s, t, of);
  return --*owners ? jump (s, t, i) : ON;
}

static verdict drop_exception (state *s, unsigned t, const instruction *i,
                               unsigned e) {
  if (e == NO_EXCEPTION || e == BROKEN)
    return jump (s, t, i);
  return drop (s, t, i, &s->owners_of[e], s->of_exception[e]);
}

static verdict do_failure (state *s, unsigned t, const instruction *i) {
  scope *here = &s->scopes[i->x < SCOPES ? i->x : 0];
  unsigned e;
  switch (i->code) {
  case I_DROP_FAILURE:
    e = here->failure ? here->failure - 1u : NO_EXCEPTION;
    here->failure = 0;
    return drop_exception (s, t, i, e);
  case I_DROP_CAUGHT:
    e = s->threads[t].caught[i->x];
    s->threads[t].caught[i->x] = 0;
    return drop_exception (s, t, i, e);
  case I_DROP_TASK:
    return drop (s, t, i, &s->tasks[i->x].owners, s->of_owners[i->x]);
  case I_DROP_KEPT:
    return drop_exception (s, t, i, s->tasks[i->x].exception);
  case I_DROP_PASSED:
    return drop_exception (s, t, i, s->threads[t].caught[i->x]);
  case I_DROP_PROMISED:
    return drop_exception (s, t, i, s->kept);
  default: /* DROP_THROWN */
    return drop_exception (s, t, i, i->x);
  }
}

static verdict do_object (state *s, unsigned t, const instruction *i) {
  scope *here = &s->scopes[i->x < SCOPES ? i->x : 0];
  switch (i->code) {
  case I_SHARE_OBJECT:
    here->object = s->scopes[i->v].object;
    s->object += here->object;
    return ON;
  case I_COUNT:
    see (&s->threads[t], s->object);
    return ON;
  case I_LOCK_WEAK:
    if (!s->object)
      return jump (s, t, i);
    both (s, t, s->of_object);
    s->object++;
    return ON;
  case I_DROP_OBJECT:
    if (!here->object)
      return jump (s, t, i);
    here->object = 0;
    // fall through
  default: /* DROP_LOCKED */
    return drop (s, t, i, &s->object, s->of_object);
  }
}

static verdict do_promise (state *s, unsigned t, const instruction *i) {
  thread *self = &s->threads[t];
  switch (i->code) {
  case I_DROP_RESULT:
    if (i->x == SCOPES)
      return drop (s, t, i, &s->futures, s->of_futures);
    if (!s->scopes[i->x].result)
      return jump (s, t, i);
    s->scopes[i->x].result = 0;
    return drop (s, t, i, &s->futures, s->of_futures);
  case I_BREAK:
    if (s->claimed || s->futures < 2)
      return ON;
    s->claimed = s->is_kept = 1;
    s->kept = BROKEN;
    release (s, t, s->of_promise);
    return ON;
  case I_SET:
    if (i->x != NO_EXCEPTION)
      s->owners_of[i->x] = 1;
    both (s, t, s->of_claim);
    if (s->claimed)
      return jump (s, t, i);
    s->claimed = 1;
    s->kept = i->x;
    s->value = i->v;
    if (i->x != NO_EXCEPTION)
      s->owners_of[i->x]++;
    return ON;
  case I_SET_CAUGHT: {
    const uint8_t e = self->caught[i->x];
    uint8_t unused = 0, *owners = e == BROKEN ? &unused : &s->owners_of[e];
    ++*owners;
    both (s, t, s->of_claim);
    if (s->claimed)
      return jump (s, t, i);
    s->claimed = 1;
    s->kept = e;
    ++*owners;
    return ON;
  }
  case I_READY_LATE:
    if (!self->late)
      return ON;
    self->late = 0;
    // fall through
  case I_READY:
    s->is_kept = 1;
    release (s, t, s->of_promise);
    return ON;
  case I_GET: {
    if (!s->is_kept)
      return BLOCKED;
    acquire (s, t, s->of_promise);
    const task result = {.exception = s->kept, .value = s->value};
    return take_result (s, self, &result) ? jump (s, t, i) : ON;
  }
  case I_POLL:
    acquire (s, t, s->of_promise);
    see (self, s->is_kept);
    return ON;
  case I_TASK_READY:
    s->tasks[i->x].ready = 1;
    release (s, t, s->of_task[i->x]);
    return ON;
  default: /* WAIT_TASK */
    if (!s->tasks[i->x].ready)
      return BLOCKED;
    acquire (s, t, s->of_task[i->x]);
    return ON;
  }
}

static verdict finish (const state *s, unsigned status) {
  char text[MOST_OUTPUT + 20];
  snprintf (text, sizeof text, "%u|%.*s", status, s->length, s->output);
  return over (text);
}

static verdict do_end (state *s, unsigned t, const instruction *i) {
  char text[20];
  switch (i->code) {
  case I_SAY:
    snprintf (text, sizeof text, "%c", i->v ? i->v : s->threads[t].chosen);
    write_text (s, text);
    return ON;
  case I_SHOW:
    snprintf (text, sizeof text, "%u.", s->threads[t].r);
    write_text (s, text);
    return ON;
  case I_FINISH:
    return finish (s, i->v);
  default:
    return over ("abort");
  }
}

/* One visible instruction, and what follows that nobody sees. */
static verdict step (state *s, unsigned t, unsigned way) {
  const instruction *i = &the_code->code[t][s->threads[t].pc];
  const unsigned c = i->code;
  verdict v;
  s->threads[t].pc++;
  const int chooses = c == I_NOTIFY || c == I_SIGNAL || c == I_RELEASED ||
                      c == I_TIMED || c == I_WAKE_TIMED;
  if (way && !chooses)
    return BLOCKED;
  if (c <= I_NOTIFY || c == I_SAY_LOAD)
    v = do_atomic (s, t, i, way);
  else if (c <= I_READ_TRY)
    v = do_mutex (s, t, i, way);
  else if (c <= I_SIGNAL)
    v = do_condition (s, t, i, way);
  else if (c <= I_NEXT_AT_EXIT)
    v = do_once (s, t, i);
  else if (c <= I_RELEASED)
    v = do_semaphore (s, t, i, way);
  else if (c <= I_CROSS)
    v = do_latch (s, t, i);
  else if (c <= I_END)
    v = do_thread (s, t, i);
  else if (c <= I_CALLED)
    v = do_stop (s, t, i);
  else if (c <= I_DROP_LOCKED)
    v = do_object (s, t, i);
  else if (c == I_DROP_RESULT || (c >= I_BREAK && c <= I_POLL))
    v = do_promise (s, t, i);
  else if (c <= I_DROP_THROWN)
    v = do_failure (s, t, i);
  else
    v = do_end (s, t, i);
  if (v == ON)
    go_on (s, t);
  return v;
}

/*------------------------------------------------------------------------*/
/* All states. */

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
  uint64_t hash = XXH3_64bits (s, sizeof *s);
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

static void expand (const state *s) {
  int is_stuck = 1;
  for (unsigned t = 0; t < T; t++)
    for (unsigned way = 0; way < T && s->threads[t].status == ALIVE; way++) {
      state after = *s;
      const verdict v = step (&after, t, way);
      is_stuck &= v == BLOCKED;
      if (v == ON)
        enter (&after);
    }
  if (is_stuck)
    over ("stuck");
}

static int compare (const void *a, const void *b) {
  return strcmp (*(char *const *)a, *(char *const *)b);
}

void find_outcomes (const program *of, const lowered *with, unsigned long most,
                    result *r) {
  static state first, now;
  the_program = of;
  the_code = with;
  the_result = r;
  memset (r, 0, sizeof *r);
  r->complete = !the_code->too_large;
  memset (&first, 0, sizeof first);
  known.count = agenda.count = 0;
  if (known.room)
    memset (known.slots, 0, known.room * sizeof *known.slots);
  first.threads[0].status = ALIVE;
  first.clock[0][0] = 1;
  first.semaphore = the_program->semaphore;
  first.latch = the_program->latch;
  if (the_program->global) {
    first.at_exit[0][0] = OF_GLOBAL;
    first.registered[0] = 1;
  }
  go_on (&first, 0);
  enter (&first);
  while (agenda.count && known.count <= most && r->complete) {
    now = agenda.at[--agenda.count];
    expand (&now);
  }
  r->states = known.count;
  r->complete = r->complete && !agenda.count;
  if (r->count)
    qsort (r->outcomes, r->count, sizeof *r->outcomes, compare);
}
