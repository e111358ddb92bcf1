/* Random programs: what threads do that nobody sees, with clocks and outcomes.
 */

#include "state.h"

#include <stdlib.h>
#include <string.h>

/*------------------------------------------------------------------------*/
/* Clocks. */

void acquire (state *s, unsigned t, const clocks from) {
  for (unsigned i = 0; i < T; i++)
    if (s->clock[t][i] < from[i])
      s->clock[t][i] = from[i];
}

void release (state *s, unsigned t, clocks to) {
  for (unsigned i = 0; i < T; i++)
    if (to[i] < s->clock[t][i])
      to[i] = s->clock[t][i];
  s->clock[t][t]++;
}

void both (state *s, unsigned t, clocks with) {
  acquire (s, t, with);
  release (s, t, with);
}

static int is_before (const state *s, unsigned t, const clocks then) {
  for (unsigned i = 0; i < T; i++)
    if (i != t && then[i] > s->clock[t][i])
      return 0;
  return 1;
}

static void access_cell (state *s, unsigned t, unsigned cell, int writes) {
  if (!is_before (s, t, s->wrote[cell]) ||
      (writes && !is_before (s, t, s->read[cell])))
    the_result->races = 1;
  (writes ? s->wrote : s->read)[cell][t] = s->clock[t][t];
}

/*------------------------------------------------------------------------*/
/* How executions end. */

verdict over (const char *outcome) {
  for (unsigned i = 0; i < the_result->count; i++)
    if (!strcmp (the_result->outcomes[i], outcome))
      return OVER;
  the_result->outcomes =
      realloc (the_result->outcomes,
               (the_result->count + 1) * sizeof *the_result->outcomes);
  the_result->outcomes[the_result->count++] = strdup (outcome);
  return OVER;
}

void write_text (state *s, const char *text) {
  const size_t n = strlen (text);
  if (s->length + n <= MOST_OUTPUT) {
    memcpy (s->output + s->length, text, n);
    s->length += (uint8_t)n;
  } else
    the_result->complete = 0;
}

void see (thread *self, unsigned value) {
  self->r = self->r * 5 + value + 1;
}

/*------------------------------------------------------------------------*/
/* What a thread does alone.  Returns the jump: 1, or 0. */

static int take_last_object (thread *self) {
  if (!self->alive)
    return 1;
  self->chosen = self->objects[--self->alive];
  self->uses[self->chosen] = 0;
  return 0;
}

static void touch (thread *self, unsigned x) {
  if (!self->uses[x])
    self->objects[self->alive++] = (uint8_t)x;
  see (self, self->uses[x]++);
}

int take_result (state *s, thread *self, const task *k) {
  if (k->exception == NO_EXCEPTION) {
    see (self, k->value);
    return 1;
  }
  if (k->exception != BROKEN)
    s->owners_of[k->exception]++;
  self->exception = k->exception;
  return 0;
}

static void share (state *s, const instruction *i) {
  scope *to = &s->scopes[i->x], *from = &s->scopes[i->v];
  if (i->code == I_SHARE_FAILURE) {
    to->failure = from->failure;
    if (to->failure)
      s->owners_of[to->failure - 1]++;
  } else {
    to->result = from->result;
    s->futures += to->result;
  }
}

static int do_plain (state *s, unsigned t, const instruction *i) {
  thread *self = &s->threads[t];
  switch (i->code) {
  case I_READ:
    access_cell (s, t, i->x, 0);
    if (!i->w)
      see (self, s->plain[i->x]);
    return 0;
  case I_WRITE:
    access_cell (s, t, i->x, 1);
    s->plain[i->x] = i->v;
    return 0;
  case I_INCREMENT:
    access_cell (s, t, i->x, 0);
    access_cell (s, t, i->x, 1);
    s->plain[i->x]++;
    return 0;
  case I_SEE_READY:
    access_cell (s, t, 0, 0);
    see (self, s->plain[0] >= i->v);
    return 0;
  case I_IF_READY:
    access_cell (s, t, 0, 0);
    return s->plain[0] >= i->v;
  case I_RESULT:
    access_cell (s, t, PLAIN + i->x, 1);
    s->results[i->x] = self->r;
    return 0;
  default: /* SEE_RESULT */
    access_cell (s, t, PLAIN + i->x, 0);
    see (self, s->results[i->x]);
    return 0;
  }
}

static int do_alone (state *s, unsigned t, const instruction *i) {
  thread *self = &s->threads[t];
  scope *here = &s->scopes[i->x < SCOPES ? i->x : 0];
  task *k = &s->tasks[i->x < SCOPES ? i->x : 0];
  switch (i->code) {
  case I_SEE:
    see (self, i->v);
    return 0;
  case I_TOUCH:
    touch (self, i->x);
    return 0;
  case I_JUMP:
    return 1;
  case I_UNLESS_CHOSEN:
    return self->chosen != i->v;
  case I_NEXT_OF_THREAD:
    return take_last_object (self);
  case I_THROW:
    self->exception = i->x;
    s->owners_of[i->x] = 1;
    return 0;
  case I_RETHROW:
    if (!here->failure)
      return 1;
    self->exception = here->failure - 1;
    s->owners_of[self->exception]++;
    return 0;
  case I_CATCH:
    self->caught[i->x] = self->exception;
    return 0;
  case I_SEE_CAUGHT:
    see (self, self->caught[i->x] == BROKEN
                   ? 8
                   : the_code->value[self->caught[i->x]]);
    return 0;
  case I_KEEP:
    k->exception = self->exception;
    return 0;
  case I_RETURN:
    k->value = self->r;
    return 0;
  case I_TAKE:
    return take_result (s, self, k);
  case I_SHARE_FAILURE:
  case I_SHARE_RESULT:
    share (s, i);
    return 0;
  case I_NEW_FAILURE:
    here->failure = i->v + 1;
    s->owners_of[i->v] = 1;
    return 0;
  case I_NEW_OBJECT:
    here->object = 1;
    s->object = 1;
    return 0;
  case I_NEW_PROMISE:
    here->result = 1;
    s->futures = 2;
    s->kept = NO_EXCEPTION;
    return 0;
  case I_LATE:
    self->late = 1;
    return 0;
  case I_NEW_TASK:
    k->owners = i->v;
    k->exception = NO_EXCEPTION;
    return 0;
  case I_BEGIN_TASK:
    k->saved = self->r;
    self->r = 0;
    return 0;
  case I_END_TASK:
    self->r = k->saved;
    k->saved = 0;
    return 0;
  default:
    return do_plain (s, t, i);
  }
}

void go_on (state *s, unsigned t) {
  thread *self = &s->threads[t];
  for (;;) {
    const instruction *i = &the_code->code[t][self->pc];
    if (i->code >= I_FIRST_VISIBLE || self->status != ALIVE)
      return;
    self->pc++;
    if (do_alone (s, t, i))
      self->pc = i->jump;
  }
}
