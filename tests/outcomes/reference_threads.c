/* The next step of a thread of the reference (reference.c): which operation it
   is at, how threads begin, end and are cancelled, and how the program ends.

   An operation is complete before the next one begins (NEXT, SKIPS); in between
   its thread's phase says how far it is. */

#include "reference_state.h"

#include <stdio.h>

void see (thread *self, uint32_t value) {
  self->r = self->r * 5 + value + 1;
}

verdict over (const char *outcome) {
  lines_add (found, outcome);
  return OVER;
}

static verdict finish_program (const state *s, unsigned how) {
  char text[200];
  const thread *main = &s->threads[0];
  if (how) {
    snprintf (text, sizeof text, "exit %u", how);
    return over (text);
  }
  int length = snprintf (text, sizeof text, "ended");
  if (main->output) {
    length +=
        snprintf (text + length, sizeof text - (size_t)length, " %u", main->r);
    for (unsigned i = 0; i < PLAIN + ATOMIC; i++)
      length += snprintf (text + length, sizeof text - (size_t)length, " %u",
                          main->seen[i]);
  }
  return over (text);
}

verdict begin_dying (state *s, unsigned t, unsigned how) {
  thread *self = &s->threads[t];
  self->waiting = NOT;
  self->dying = (uint8_t)how;
  self->r = UINT32_MAX; /* PTHREAD_CANCELED */
  acquire (s, t, s->of_cancel[t]);
  return AGAIN;
}

static verdict dump_step (state *s, unsigned t) {
  thread *self = &s->threads[t];
  unsigned i = self->phase;
  while (i < PLAIN + ATOMIC &&
         !(i < PLAIN ? uses_plain (the_program, i)
                     : uses_atomic (the_program, i - PLAIN)))
    i++;
  if (i == PLAIN + ATOMIC) {
    self->output = 1;
    return NEXT;
  }
  if (i < PLAIN) {
    access_cell (s, t, i, 0);
    self->seen[i] = s->plain[i];
  } else {
    load_atomic (s, t, i - PLAIN, ORDER_SEQ_CST);
    self->seen[i] = s->atomic[i - PLAIN];
  }
  self->phase = (uint8_t)i;
  return STAYS;
}

static verdict join_thread (state *s, unsigned t, unsigned child) {
  if (s->threads[child].status != DONE)
    return BLOCKED;
  acquire (s, t, s->clock[child]);
  see (&s->threads[t], s->threads[child].r);
  return NEXT;
}

static verdict cancel_thread (state *s, unsigned t, unsigned child) {
  thread *other = &s->threads[child];
  if (other->status != ALIVE || other->cancelled)
    return NEXT;
  other->cancelled = 1;
  release (s, t, s->of_cancel[child], 0);
  if (other->waiting == QUEUED && queue_of (s, child) == CONDITION)
    other->waiting = CALLED_OFF;
  return NEXT;
}

static verdict thread_step (state *s, unsigned t, const operation *o,
                            unsigned alternative) {
  thread *self = &s->threads[t];
  char text[40];
  switch (o->code) {
  case OP_CREATE:
    s->threads[o->x].status = ALIVE;
    if (races_wanted) {
      s->clock[o->x][o->x] = 1;
      release (s, t, s->clock[o->x], 0);
    }
    return NEXT;
  case OP_JOIN:
    return join_thread (s, t, o->x);
  case OP_CANCEL:
    return cancel_thread (s, t, o->x);
  case OP_LOCAL:
    see (self, ++self->local);
    return NEXT;
  case OP_KEY:
    see (self, self->key);
    self->key = o->v;
    return NEXT;
  case OP_CHOOSE:
    if (alternative >= o->v)
      return BLOCKED;
    see (self, alternative);
    return NEXT;
  case OP_ASSUME:
    return self->r % o->v != o->w ? NEXT : OVER;
  case OP_ASSERT:
    if (self->r % o->v != o->w)
      return NEXT;
    snprintf (text, sizeof text, "assertion T%u_%u", t, self->pc);
    return over (text);
  case OP_EXIT:
  case OP_QUICK_EXIT:
    return finish_program (s, o->v);
  case OP_DUMP:
    return dump_step (s, t);
  default: /* DETACH, TESTCANCEL */
    return NEXT;
  }
}

/* Does a thread that is cancelled end here?  Waiting for a condition is
   another matter. */
static int is_point (code c) {
  switch (c) {
  case OP_SEM_WAIT:
  case OP_SEM_TIMED:
  case OP_JOIN:
  case OP_TESTCANCEL:
  case OP_PIPE_READ:
  case OP_PIPE_WRITE:
  case OP_PIPE_LOOK:
  case OP_EVENT_READ:
  case OP_EVENT_WRITE:
    return 1;
  default:
    return 0;
  }
}

static verdict operate (state *s, unsigned t, const operation *o,
                        unsigned alternative) {
  const code c = (code)o->code;
  if (c >= OP_WAIT && c <= OP_WAIT_TIMED)
    return wait_step (s, t, o, alternative);
  if (c == OP_SIGNAL || c == OP_BROADCAST)
    return signal_step (s, o, alternative);
  if (c == OP_FUTEX_WAIT || c == OP_FUTEX_TIMED)
    return futex_wait (s, t, o, alternative);
  if (c == OP_FUTEX_WAKE)
    return futex_wake (s, t, o, alternative);
  if (c == OP_JOIN && alternative == 1 && s->threads[t].cancelled)
    return join_thread (s, t, o->x); /* it need not look before it waits */
  if (alternative && c != OP_CHOOSE)
    return BLOCKED;
  if (s->threads[t].cancelled && is_point (c))
    return begin_dying (s, t, 1);
  if (c <= OP_INCREMENT)
    return memory_step (s, t, o);
  if (c <= OP_FENCE)
    return atomic_step (s, t, o);
  if (c <= OP_CONSISTENT || c == OP_AWAIT_LOCK)
    return mutex_step (s, t, o);
  if (c >= OP_SEM_WAIT && c <= OP_SEM_VALUE)
    return semaphore_step (s, t, o);
  if (c >= OP_READ_LOCK && c <= OP_RW_UNLOCK)
    return rwlock_step (s, t, o);
  if (c >= OP_SPIN_LOCK && c <= OP_SPIN_UNLOCK)
    return spin_step (s, t, o);
  if (c == OP_ARRIVE)
    return barrier_step (s, t);
  if (c == OP_ONCE)
    return once_step (s, t);
  if (c >= OP_PIPE_READ && c <= OP_EVENT_WRITE)
    return pipe_step (s, t, o);
  if (c >= OP_AWAIT && c <= OP_RETRY)
    return busy_step (s, t, o);
  if (c >= OP_PUBLISH && c <= OP_FREE)
    return heap_step (s, t, o);
  return thread_step (s, t, o, alternative);
}

/* What the destructor does, which is called again for what it leaves. */
static verdict drop_key (state *s, unsigned t) {
  thread *self = &s->threads[t];
  update (s, t, COUNTER, (uint8_t)(s->atomic[COUNTER] + self->key));
  self->key--;
  return AGAIN;
}

/* The end of a thread: its function returns, or it leaves. */
static verdict end_thread (state *s, unsigned t, int leaves,
                           unsigned alternative) {
  thread *self = &s->threads[t];
  if (alternative)
    return BLOCKED;
  if (!t && !leaves)
    return finish_program (s, 0);
  if (self->key)
    return drop_key (s, t);
  if (leave_robust (s, t))
    return AGAIN;
  if (self->held)
    return over ("misuse");
  self->status = DONE;
  for (unsigned u = 0; u < T; u++)
    if (s->threads[u].status == ALIVE)
      return STAYS;
  return finish_program (s, 0);
}

static verdict die (state *s, unsigned t, unsigned alternative) {
  thread *self = &s->threads[t];
  if (self->dying < 2)
    return end_thread (s, t, 1, alternative);
  if (self->dying == 3) {
    const operation signal = {.code = OP_SIGNAL};
    const verdict v = signal_step (s, &signal, alternative);
    if (v != BLOCKED)
      self->dying = 2;
    return v == BLOCKED ? v : AGAIN;
  }
  if (alternative)
    return BLOCKED;
  self->dying = 1;
  return unlock (s, t, 0) == OVER ? OVER : AGAIN;
}

verdict step (state *s, unsigned t, unsigned alternative) {
  thread *self = &s->threads[t];
  if (self->dying)
    return die (s, t, alternative);
  const operation *o = &the_program->code[t][self->pc];
  if (self->pc >= the_program->length[t] || o->code == OP_LEAVE)
    return end_thread (s, t, self->pc < the_program->length[t], alternative);
  const verdict v = operate (s, t, o, alternative);
  if (v == STAYS)
    self->phase++;
  if (v == NEXT || v == SKIPS) {
    self->pc = (uint8_t)(self->pc + 1 + (v == SKIPS ? o->body : 0));
    self->phase = 0;
    self->block = 0;
  }
  return v;
}
