/* What the reference (reference.c) takes for the meaning of operations on
   objects that threads wait for: mutexes, conditions, futexes, pipes, and the
   others of POSIX.

   A thread that waits in a queue is QUEUED until somebody else changes that;
   a condition wakes any of its waiters: each is an alternative. */

#include "reference_state.h"

#include <string.h>

void take (state *s, unsigned t, unsigned m) {
  s->owner[m] = (uint8_t)(t + 1);
  s->depth[m] = 1;
  s->threads[t].held++;
  acquire (s, t, s->of_mutex[m]);
}

void give (state *s, unsigned t, unsigned m) {
  s->owner[m] = s->depth[m] = 0;
  s->threads[t].held--;
  release (s, t, s->of_mutex[m], 1);
}

/* A robust mutex, which is mutex 1.  Who ends with it leaves it in doubt: the
   next one is told, and must say that all is well before it gives it back, or
   nobody has it any more. */
enum { WELL, IN_DOUBT, LOST, TAKEN };

static int take_robust (state *s, unsigned t, unsigned m) {
  see (&s->threads[t], s->health);
  take (s, t, m);
  if (s->health == LOST)
    give (s, t, m);
  return s->health != LOST;
}

static verdict declare_well (state *s, unsigned t, unsigned m) {
  const int doubted = s->owner[m] == t + 1 && s->health == IN_DOUBT;
  if (doubted)
    s->health = WELL;
  see (&s->threads[t], !doubted);
  return NEXT;
}

int leave_robust (state *s, unsigned t) {
  if (the_program->kind[1] != ROBUST || s->owner[1] != t + 1)
    return 0;
  s->health = IN_DOUBT;
  give (s, t, 1);
  return 1;
}

static verdict lock (state *s, unsigned t, unsigned m) {
  thread *self = &s->threads[t];
  const int kind = the_program->kind[m];
  if (s->owner[m] == t + 1 && kind == RECURSIVE) {
    s->depth[m]++;
    return NEXT;
  }
  if (s->owner[m] == t + 1 && kind == ERRORCHECK) {
    see (self, 1);
    return NEXT;
  }
  if (s->owner[m])
    return BLOCKED;
  if (kind == ROBUST) {
    take_robust (s, t, m);
    return NEXT;
  }
  take (s, t, m);
  if (kind == ERRORCHECK)
    see (self, 0);
  return NEXT;
}

verdict unlock (state *s, unsigned t, unsigned m) {
  thread *self = &s->threads[t];
  const int checks = the_program->kind[m] == ERRORCHECK;
  if (s->owner[m] != t + 1 && !checks)
    return over ("misuse");
  if (checks)
    see (self, s->owner[m] != t + 1);
  if (s->owner[m] != t + 1)
    return NEXT;
  if (s->depth[m] > 1) {
    s->depth[m]--;
    return NEXT;
  }
  if (the_program->kind[m] == ROBUST && s->health)
    s->health = LOST;
  give (s, t, m);
  return NEXT;
}

/* Also with a time limit: to give up is possible whenever the lock is taken. */
static verdict try_lock (state *s, unsigned t, unsigned m) {
  if (s->owner[m] == t + 1 && the_program->kind[m] == RECURSIVE) {
    s->depth[m]++;
    return NEXT;
  }
  if (the_program->kind[m] == ROBUST && s->owner[m])
    see (&s->threads[t], TAKEN);
  if (s->owner[m])
    return SKIPS;
  if (the_program->kind[m] == ROBUST)
    return take_robust (s, t, m) ? NEXT : SKIPS;
  take (s, t, m);
  return NEXT;
}

verdict mutex_step (state *s, unsigned t, const operation *o) {
  switch (o->code) {
  case OP_LOCK:
    return lock (s, t, o->x);
  case OP_UNLOCK:
    return unlock (s, t, o->x);
  case OP_CONSISTENT:
    return declare_well (s, t, o->x);
  case OP_AWAIT_LOCK: {
    const verdict v = try_lock (s, t, o->x);
    return v == SKIPS ? AGAIN : v;
  }
  default:
    return try_lock (s, t, o->x);
  }
}

/*------------------------------------------------------------------------*/

static verdict begin_wait (state *s, unsigned t) {
  if (s->owner[0] != t + 1 || s->depth[0] > 1)
    return over ("misuse");
  give (s, t, 0);
  s->threads[t].waiting = QUEUED;
  s->threads[t].phase = 0;
  return AGAIN;
}

/* Without a reason: by an alternative that nobody can rely on. */
enum { SPURIOUS = 3 };

static verdict wake_spuriously (thread *self) {
  if (self->waiting != QUEUED || self->spurious >= the_program->spurious)
    return BLOCKED;
  self->spurious++;
  self->waiting = WOKEN;
  return AGAIN;
}

/* Alternative 1 is the end of the time; 2: who was cancelled before it came
   notices that, and no signal. */
enum { CANCELLED_BEFORE = 2 };

static verdict go_on_waiting (state *s, unsigned t, const operation *o,
                              unsigned alternative) {
  thread *self = &s->threads[t];
  if (alternative == SPURIOUS)
    return wake_spuriously (self);
  if (self->waiting == QUEUED && self->cancelled) {
    if (alternative == CANCELLED_BEFORE)
      self->waiting = CALLED_OFF;
    return alternative == CANCELLED_BEFORE ? AGAIN : BLOCKED;
  }
  if (alternative) {
    if (alternative == 1 && self->waiting == WOKEN && self->cancelled &&
        !s->owner[0]) {
      take (s, t, 0);
      return begin_dying (s, t, 3);
    }
    if (o->code != OP_WAIT_TIMED || self->waiting != QUEUED)
      return BLOCKED;
    self->waiting = LATE;
    return AGAIN;
  }
  if (self->waiting == QUEUED || s->owner[0])
    return BLOCKED;
  take (s, t, 0);
  if (self->waiting == CALLED_OFF)
    return begin_dying (s, t, 2);
  if (o->code == OP_WAIT_TIMED)
    see (self, self->waiting == LATE);
  self->waiting = NOT;
  return NEXT;
}

verdict wait_step (state *s, unsigned t, const operation *o,
                   unsigned alternative) {
  thread *self = &s->threads[t];
  const int loops = o->code == OP_WAIT_LOOP;
  if (self->waiting) {
    const verdict v = go_on_waiting (s, t, o, alternative);
    return v == NEXT && loops ? AGAIN : v;
  }
  if (alternative)
    return BLOCKED;
  if (loops && self->phase == 0) {
    access_cell (s, t, o->x, 0);
    return s->plain[o->x] == o->v ? NEXT : STAYS;
  }
  return begin_wait (s, t);
}

unsigned queue_of (const state *s, unsigned t) {
  switch (the_program->code[t][s->threads[t].pc].code) {
  case OP_ARRIVE:
    return BARRIER;
  case OP_FUTEX_WAIT:
  case OP_FUTEX_TIMED:
    return FUTEX;
  default:
    return CONDITION;
  }
}

static unsigned waiters (const state *s, unsigned queue, unsigned *who) {
  unsigned count = 0;
  for (unsigned u = 0; u < T; u++) {
    const thread *other = &s->threads[u];
    if (other->status == ALIVE && other->waiting == QUEUED &&
        queue_of (s, u) == queue)
      who[count++] = u;
  }
  return count;
}

verdict signal_step (state *s, const operation *o, unsigned alternative) {
  unsigned who[T];
  const unsigned count = waiters (s, CONDITION, who);
  if (o->code == OP_BROADCAST)
    for (unsigned i = 0; i < count; i++)
      s->threads[who[i]].waiting = WOKEN;
  else if (count) {
    if (alternative >= count)
      return BLOCKED;
    s->threads[who[alternative]].waiting = WOKEN;
    return NEXT;
  }
  return alternative ? BLOCKED : NEXT;
}

/*------------------------------------------------------------------------*/

verdict futex_wait (state *s, unsigned t, const operation *o,
                    unsigned alternative) {
  thread *self = &s->threads[t];
  unsigned seen = 0; /* woken */
  if (self->waiting == QUEUED) {
    if (!alternative || o->code != OP_FUTEX_TIMED)
      return BLOCKED;
    seen = 2;
  } else if (alternative)
    return BLOCKED;
  else if (self->waiting == NOT && s->atomic[o->x] == o->v) {
    self->waiting = QUEUED;
    return AGAIN;
  } else if (self->waiting == NOT)
    seen = 1;
  self->waiting = NOT;
  see (self, seen);
  return NEXT;
}

/* One of them, or all. */
verdict futex_wake (state *s, unsigned t, const operation *o,
                    unsigned alternative) {
  unsigned who[T];
  const unsigned count = waiters (s, FUTEX, who);
  const unsigned woken = count < o->v ? count : o->v;
  if (alternative >= (count > o->v ? count : 1))
    return BLOCKED;
  for (unsigned i = 0; i < woken; i++)
    s->threads[who[i + alternative]].waiting = WOKEN;
  see (&s->threads[t], woken);
  return NEXT;
}

/*------------------------------------------------------------------------*/

verdict pipe_step (state *s, unsigned t, const operation *o) {
  thread *self = &s->threads[t];
  switch (o->code) {
  case OP_PIPE_READ:
    if (!s->bytes)
      return BLOCKED;
    see (self, s->pipe[0]);
    s->bytes--;
    memmove (s->pipe, s->pipe + 1, MOST_BYTES - 1);
    s->pipe[MOST_BYTES - 1] = 0;
    acquire (s, t, s->of_pipe);
    return NEXT;
  case OP_PIPE_WRITE:
    s->pipe[s->bytes++] = o->v;
    release (s, t, s->of_pipe, 0);
    return NEXT;
  case OP_PIPE_LOOK:
    see (self, s->bytes > 0);
    acquire (s, t, s->of_pipe);
    return NEXT;
  case OP_EVENT_READ:
    if (!s->count)
      return BLOCKED;
    see (self, s->count);
    s->count = 0;
    acquire (s, t, s->of_count);
    return NEXT;
  default: /* EVENT_WRITE */
    s->count = (uint8_t)(s->count + o->v);
    release (s, t, s->of_count, 0);
    return NEXT;
  }
}

/* Each access of the function that is called once is a step. */
verdict once_step (state *s, unsigned t) {
  thread *self = &s->threads[t];
  enum { COUNTED = 1 };
  switch (self->phase) {
  case 0:
    if (s->once == BEGUN)
      return BLOCKED;
    acquire (s, t, s->of_once);
    if (s->once == COMPLETE)
      return NEXT;
    s->once = BEGUN;
    return STAYS;
  case 1:
    access_cell (s, t, COUNTED, 0);
    self->temporary = s->plain[COUNTED];
    return STAYS;
  case 2:
    access_cell (s, t, COUNTED, 1);
    s->plain[COUNTED] = (uint8_t)(self->temporary + 1);
    self->temporary = 0;
    return STAYS;
  default:
    s->once = COMPLETE;
    release (s, t, s->of_once, 1);
    return NEXT;
  }
}

/*------------------------------------------------------------------------*/

verdict semaphore_step (state *s, unsigned t, const operation *o) {
  switch (o->code) {
  case OP_SEM_POST:
    s->semaphore++;
    release (s, t, s->of_semaphore, 0);
    return NEXT;
  case OP_SEM_VALUE:
    see (&s->threads[t], s->semaphore);
    return NEXT;
  default:
    if (!s->semaphore)
      return o->code == OP_SEM_WAIT ? BLOCKED : SKIPS;
    s->semaphore--;
    acquire (s, t, s->of_semaphore);
    return NEXT;
  }
}

static unsigned reader_count (const state *s) {
  unsigned count = 0;
  for (unsigned u = 0; u < T; u++)
    count += s->readers[u];
  return count;
}

/* A lock that prefers writers.  One that comes keeps away who only tries, and
   other readers while there are some; the last reader, or a writer, hands the
   lock on to it.  Where nobody has it a reader may overtake a writer that has
   just come: Sett need not find that, which makes a difference to those that
   have tried meanwhile only. */
static int makes_way (const state *s, code c) {
  if (s->writer || s->handed)
    return 1;
  return s->coming && (hasty || c == OP_TRY_READ || reader_count (s));
}

static void hand_on (state *s) {
  s->handed = s->coming && !s->writer && !reader_count (s);
}

static verdict rw_unlock (state *s, unsigned t) {
  if (s->writer == t + 1) {
    s->writer = 0;
    release (s, t, s->of_writer, 1);
  } else if (s->readers[t]) {
    s->readers[t]--;
    release (s, t, s->of_readers, 0);
  } else
    return over ("misuse");
  hand_on (s);
  s->threads[t].held--;
  return NEXT;
}

static void get_rwlock (state *s, unsigned t, int shared) {
  acquire (s, t, s->of_writer);
  if (shared)
    s->readers[t]++;
  else {
    s->writer = (uint8_t)(t + 1);
    s->coming &= (uint8_t) ~(1u << t);
    s->handed = 0;
    acquire (s, t, s->of_readers);
  }
  s->threads[t].held++;
}

verdict rwlock_step (state *s, unsigned t, const operation *o) {
  const code c = (code)o->code;
  const int tries = c >= OP_TRY_READ && c <= OP_TIMED_WRITE;
  const int shared =
      c == OP_READ_LOCK || c == OP_TRY_READ || c == OP_TIMED_READ;
  if (c == OP_RW_UNLOCK)
    return rw_unlock (s, t);
  if (s->writer == t + 1) {
    if (!tries)
      see (&s->threads[t], 1);
    return tries ? SKIPS : NEXT;
  }
  if (the_program->writers && !shared && c != OP_TRY_WRITE &&
      !(s->coming & 1u << t)) {
    s->coming |= (uint8_t)(1u << t);
    return STAYS;
  }
  if (shared
          ? makes_way (s, c)
          : s->writer || reader_count (s) || (c == OP_TRY_WRITE && s->coming)) {
    if (c == OP_TIMED_WRITE)
      s->coming &= (uint8_t) ~(1u << t);
    return tries ? SKIPS : BLOCKED;
  }
  if (!tries)
    see (&s->threads[t], 0);
  get_rwlock (s, t, shared);
  return NEXT;
}

verdict spin_step (state *s, unsigned t, const operation *o) {
  if (o->code == OP_SPIN_UNLOCK) {
    if (s->spin != t + 1)
      return over ("misuse");
    s->spin = 0;
    s->threads[t].held--;
    release (s, t, s->of_spin, 1);
    return NEXT;
  }
  if (s->spin)
    return o->code == OP_SPIN_TRY ? SKIPS : BLOCKED;
  s->spin = (uint8_t)(t + 1);
  s->threads[t].held++;
  acquire (s, t, s->of_spin);
  return NEXT;
}

static void open_barrier (state *s) {
  for (unsigned u = 0; u < T; u++) {
    thread *other = &s->threads[u];
    if (other->status == ALIVE && other->waiting == QUEUED &&
        queue_of (s, u) == BARRIER) {
      other->waiting = WOKEN;
      acquire (s, u, s->of_barrier);
    }
  }
  memset (s->of_barrier, 0, sizeof (clocks));
  s->arrived = 0;
}

verdict barrier_step (state *s, unsigned t) {
  thread *self = &s->threads[t];
  if (self->waiting == QUEUED)
    return BLOCKED;
  if (self->waiting == WOKEN) {
    self->waiting = NOT;
    see (self, 0);
    return NEXT;
  }
  release (s, t, s->of_barrier, 0);
  if (++s->arrived == the_program->barrier) {
    acquire (s, t, s->of_barrier);
    open_barrier (s);
    see (self, 1);
    return NEXT;
  }
  self->waiting = QUEUED;
  return STAYS;
}
