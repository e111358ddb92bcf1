/* Random programs: what threads do to each other, by atomic variables, locks,
   conditions and the like. */

#include "state.h"

#include <string.h>

verdict jump (state *s, unsigned t, const instruction *i) {
  s->threads[t].pc = i->jump;
  return ON;
}

/* Wakes one of those that wait there: number `way`; or all. */
static verdict wake (state *s, unsigned where, unsigned all, unsigned way) {
  unsigned count = 0;
  for (unsigned u = 0; u < T; u++)
    if (s->threads[u].waiting == where && (all || count++ == way))
      s->threads[u].waiting = WOKEN;
  return way && (all || way >= count) ? BLOCKED : ON;
}

static int acquires (unsigned order) {
  return order < 2;
}

verdict do_atomic (state *s, unsigned t, const instruction *i, unsigned way) {
  thread *self = &s->threads[t];
  uint8_t *a = &s->atomic[i->x];
  switch (i->code) {
  case I_LOAD:
    if (acquires (i->w))
      acquire (s, t, s->of_atomic[i->x]);
    if (!i->v)
      see (self, *a);
    return ON;
  case I_STORE:
    memset (s->of_atomic[i->x], 0, sizeof (clocks));
    if (acquires (i->w))
      release (s, t, s->of_atomic[i->x]);
    *a = i->v;
    return ON;
  case I_ADD:
    if (acquires (i->w))
      both (s, t, s->of_atomic[i->x]);
    if (!i->jump)
      see (self, *a);
    *a += i->v;
    return ON;
  case I_UNLESS:
    acquire (s, t, s->of_atomic[i->x]);
    return *a == i->v ? ON : jump (s, t, i);
  case I_AWAIT:
    if (self->waiting == IN_ATOMIC + i->x)
      return BLOCKED;
    acquire (s, t, s->of_atomic[i->x]);
    self->waiting = *a == i->v ? IN_ATOMIC + i->x : AWAKE;
    self->pc -= self->waiting != AWAKE;
    return ON;
  case I_NOTIFY:
    return wake (s, IN_ATOMIC + i->x, i->v, way);
  default: /* SAY_LOAD */
    acquire (s, t, s->of_atomic[i->x]);
    self->chosen = '0' + *a % 10;
    return ON;
  }
}

static int has_mutex (const state *s, unsigned t, unsigned m) {
  return s->owner[m] == t + 1;
}

static verdict lock (state *s, unsigned t, unsigned m) {
  if (s->owner[m] &&
      !(has_mutex (s, t, m) && the_program->mutex[m] == RECURSIVE))
    return BLOCKED;
  s->owner[m] = (uint8_t)(t + 1);
  s->depth[m]++;
  acquire (s, t, s->of_mutex[m]);
  return ON;
}

static void unlock (state *s, unsigned t, unsigned m) {
  release (s, t, s->of_mutex[m]);
  if (!--s->depth[m])
    s->owner[m] = 0;
}

static int is_read (const state *s) {
  for (unsigned u = 0; u < T; u++)
    if (s->readers[u])
      return 1;
  return 0;
}

verdict do_mutex (state *s, unsigned t, const instruction *i, unsigned way) {
  switch (i->code) {
  case I_LOCK:
    return lock (s, t, i->x);
  case I_UNLOCK:
    unlock (s, t, i->x);
    return ON;
  case I_TRY:
    return lock (s, t, i->x) == ON ? ON : jump (s, t, i);
  case I_TIMED:
    if (!way)
      return lock (s, t, i->x);
    return lock (s, t, i->x) == ON ? BLOCKED : jump (s, t, i);
  case I_READ_LOCK:
  case I_READ_TRY:
    if (s->writer)
      return i->code == I_READ_LOCK ? BLOCKED : jump (s, t, i);
    s->readers[t] = 1;
    acquire (s, t, s->of_writer);
    return ON;
  case I_READ_UNLOCK:
    s->readers[t] = 0;
    release (s, t, s->of_readers);
    return ON;
  case I_WRITE_LOCK:
    if (s->writer || is_read (s))
      return BLOCKED;
    s->writer = (uint8_t)(t + 1);
    acquire (s, t, s->of_writer);
    acquire (s, t, s->of_readers);
    return ON;
  default: /* WRITE_UNLOCK */
    s->writer = 0;
    release (s, t, s->of_writer);
    return ON;
  }
}

/* The condition for any lock has one of its own, which orders. */
static void pass_any (state *s, unsigned t) {
  if (the_program->any)
    both (s, t, s->of_any);
}

verdict do_condition (state *s, unsigned t, const instruction *i,
                      unsigned way) {
  thread *self = &s->threads[t];
  switch (i->code) {
  case I_SLEEP_UNLESS_STOPPED:
    acquire (s, t, s->of_stop[i->x]);
    if (s->stopped[i->x]) {
      pass_any (s, t);
      return jump (s, t, i);
    }
    // fall through
  case I_SLEEP:
    unlock (s, t, 0);
    pass_any (s, t);
    self->waiting = IN_CONDITION;
    return ON;
  case I_WAKE_TIMED:
    if (way) {
      /* It is late, and needs the mutex. */
      if (self->waiting != IN_CONDITION)
        return BLOCKED;
      self->waiting = AWAKE;
      self->pc--;
      self->chosen = 1;
      return ON;
    }
    if (self->waiting == AWAKE) {
      if (lock (s, t, 0) != ON)
        return BLOCKED;
      pass_any (s, t);
      return jump (s, t, i);
    }
    // fall through
  case I_WAKE:
    if (self->waiting != WOKEN || lock (s, t, 0) != ON)
      return BLOCKED;
    pass_any (s, t);
    self->waiting = AWAKE;
    return ON;
  default: /* SIGNAL */
    pass_any (s, t);
    return wake (s, IN_CONDITION, i->v, way);
  }
}

verdict do_once (state *s, unsigned t, const instruction *i) {
  thread *self = &s->threads[t];
  uint8_t *list = s->at_exit[i->x < 2 ? i->x : 0];
  switch (i->code) {
  case I_ONCE:
    if (s->once[i->x] == BEGUN)
      return BLOCKED;
    acquire (s, t, s->of_once[i->x]);
    if (s->once[i->x] == COMPLETE)
      return jump (s, t, i);
    s->once[i->x] = BEGUN;
    return ON;
  case I_ONCE_DONE:
  case I_ONCE_FAILED:
    s->once[i->x] = i->code == I_ONCE_DONE ? COMPLETE : NOT_DONE;
    release (s, t, s->of_once[i->x]);
    return ON;
  case I_AT_EXIT:
    if (s->registered[i->x] == MOST_AT_EXIT)
      return the_result->complete = 0, ON;
    release (s, t, s->of_at_exit[i->x][s->registered[i->x]]);
    list[s->registered[i->x]++] = i->v;
    return ON;
  default: /* NEXT_AT_EXIT */
    if (!s->registered[i->x])
      return jump (s, t, i);
    self->chosen = list[--s->registered[i->x]];
    list[s->registered[i->x]] = 0;
    acquire (s, t, s->of_at_exit[i->x][s->registered[i->x]]);
    return ON;
  }
}

verdict do_semaphore (state *s, unsigned t, const instruction *i,
                      unsigned way) {
  thread *self = &s->threads[t];
  switch (i->code) {
  case I_ACQUIRE:
  case I_TRY_ACQUIRE:
    if (self->waiting == IN_SEMAPHORE)
      return BLOCKED;
    self->waiting = AWAKE;
    acquire (s, t, s->of_semaphore);
    if (s->semaphore) {
      s->semaphore--;
      return ON;
    }
    if (i->code == I_TRY_ACQUIRE)
      return jump (s, t, i);
    self->waiting = IN_SEMAPHORE;
    self->pc--;
    return ON;
  case I_RELEASE: /* who finds it above 0 wakes nobody */
    release (s, t, s->of_semaphore);
    self->chosen = s->semaphore++ == 0;
    return ON;
  default: /* RELEASED */
    return self->chosen ? wake (s, IN_SEMAPHORE, 0, way) : way ? BLOCKED : ON;
  }
}

verdict do_latch (state *s, unsigned t, const instruction *i) {
  thread *self = &s->threads[t];
  switch (i->code) {
  case I_DOWN:
    release (s, t, s->of_latch);
    s->latch--;
    return ON;
  case I_PASS:
    acquire (s, t, s->of_latch);
    return s->latch ? BLOCKED : ON;
  case I_LOOK:
    acquire (s, t, s->of_latch);
    see (self, !s->latch);
    return ON;
  case I_ARRIVE:
    both (s, t, s->of_barrier);
    s->crossing[t] = s->phase + 1;
    if (++s->arrived < 2)
      return jump (s, t, i);
    s->arrived = 0;
    return ON;
  case I_OPEN:
    s->phase++;
    release (s, t, s->of_open);
    return ON;
  default: /* CROSS */
    if (s->phase < s->crossing[t])
      return BLOCKED;
    acquire (s, t, s->of_open);
    s->crossing[t] = 0;
    return ON;
  }
}

verdict do_thread (state *s, unsigned t, const instruction *i) {
  thread *other = &s->threads[i->x < T ? i->x : 0];
  switch (i->code) {
  case I_SPAWN:
    acquire (s, i->x, s->clock[t]);
    s->clock[i->x][i->x] = 1;
    s->clock[t][t]++;
    other->status = ALIVE;
    go_on (s, i->x);
    return ON;
  case I_JOIN:
    if (other->status == ALIVE)
      return BLOCKED;
    acquire (s, t, s->of_end[i->x]);
    return ON;
  default: /* END */
    release (s, t, s->of_end[t]);
    memset (&s->threads[t], 0, sizeof (thread));
    s->threads[t].status = DONE;
    return ON;
  }
}

verdict do_stop (state *s, unsigned t, const instruction *i) {
  thread *self = &s->threads[t];
  const unsigned k = i->x;
  switch (i->code) {
  case I_STOP:
    if (!i->v)
      see (self, !s->stopped[k]);
    self->chosen = 0;
    if (s->stopped[k]) {
      acquire (s, t, s->of_stop[k]);
      return ON;
    }
    both (s, t, s->of_stop[k]);
    s->stopped[k] = 1;
    if (s->callback[k] == REGISTERED) {
      s->callback[k] = CLAIMED;
      self->chosen = s->what[k];
    }
    return ON;
  case I_STOPPED:
    acquire (s, t, s->of_stop[k]);
    if (!i->v)
      see (self, s->stopped[k]);
    return i->v && s->stopped[k] ? jump (s, t, i) : ON;
  case I_REGISTER:
    if (s->stopped[k]) {
      acquire (s, t, s->of_stop[k]);
      return ON;
    }
    both (s, t, s->of_stop[k]);
    s->callback[k] = REGISTERED;
    s->what[k] = i->v;
    return jump (s, t, i);
  case I_UNREGISTER:
    if (s->callback[k] == CLAIMED)
      return BLOCKED;
    if (s->callback[k] != NOTHING)
      both (s, t, s->of_stop[k]);
    s->callback[k] = NOTHING;
    return ON;
  default: /* CALLED */
    release (s, t, s->of_stop[k]);
    s->callback[k] = CALLED;
    return ON;
  }
}
