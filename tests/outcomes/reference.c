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

#include "reference.h"

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { MOST_BYTES = 24 }; /* in the pipe */
enum { T = MOST_THREADS, CELLS = PLAIN + BLOCKS + 1, NONE = 255 };

enum { UNBORN, ALIVE, DONE };                  /* status */
enum { UNDONE, BEGUN, COMPLETE };              /* once */
enum { NOT, QUEUED, WOKEN, LATE, CALLED_OFF }; /* waiting */

typedef struct thread {
  uint8_t status, pc, phase, waiting;
  uint8_t detached, joined;
  uint8_t local, blocks; /* its own variable; blocks made */
  uint8_t held;          /* locks */
  uint8_t block;         /* that it is about to use */
  uint8_t output;        /* it has written */
  uint8_t cancelled;
  uint8_t dying;    /* 2: and has to unlock, 3: and to pass a signal on first */
  uint8_t spurious; /* waits that ended without a reason */
  uint8_t key;      /* its value */
  uint8_t unused[1];
  uint32_t r, temporary;
  uint32_t seen[PLAIN + ATOMIC]; /* by a dump */
} thread;

typedef uint8_t clocks[T];

typedef struct state {
  thread threads[T];
  uint8_t plain[PLAIN], atomic[ATOMIC];
  uint8_t owner[MUTEXES], depth[MUTEXES]; /* owner: thread + 1 */
  uint8_t writer, readers[T], spin;
  uint8_t semaphore, arrived, once;
  uint8_t pipe[MOST_BYTES], bytes, count; /* count: of the eventfd */
  uint8_t block[BLOCKS], made[BLOCKS], freed[BLOCKS];
  uint8_t pointer; /* to a block, or NONE */
  uint8_t unused[4];
  char clocks_begin[0];
  clocks clock[T], fenced[T], unfenced[T];
  clocks of_atomic[ATOMIC], of_pointer, of_mutex[MUTEXES], of_writer,
      of_readers, of_spin, of_semaphore, of_barrier, of_once, of_pipe, of_count,
      of_cancel[T], of_blocks;
  clocks read[CELLS], wrote[CELLS]; /* each thread's clock then */
} state;

static const program *the_program;
static int races_wanted;
static int hasty; /* a thread that is bound to go wrong does so at once */
static reference *result;
static lines *found; /* outcomes */

/*------------------------------------------------------------------------*/
/* Lines. */

void lines_add (lines *l, const char *line) {
  for (size_t i = 0; i < l->count; i++)
    if (!strcmp (l->at[i], line))
      return;
  if (l->count == l->room) {
    l->room = l->room ? 2 * l->room : 16;
    l->at = realloc (l->at, l->room * sizeof *l->at);
  }
  l->at[l->count++] = strdup (line);
}

static int compare_lines (const void *a, const void *b) {
  return strcmp (*(char *const *)a, *(char *const *)b);
}

void lines_sort (lines *l) {
  if (l->count)
    qsort (l->at, l->count, sizeof *l->at, compare_lines);
}

int lines_have (const lines *l, const char *line) {
  for (size_t i = 0; i < l->count; i++)
    if (!strcmp (l->at[i], line))
      return 1;
  return 0;
}

void lines_release (lines *l) {
  for (size_t i = 0; i < l->count; i++)
    free (l->at[i]);
  free (l->at);
  *l = (lines){0};
}

/*------------------------------------------------------------------------*/
/* Clocks. */

static void join (clocks to, const clocks from) {
  for (unsigned i = 0; i < T; i++)
    if (from[i] > to[i])
      to[i] = from[i];
}

static void acquire (state *s, unsigned t, const clocks from) {
  if (races_wanted)
    join (s->clock[t], from);
}

/* The object knows what the thread knows, and nothing else if `alone`. */
static void release (state *s, unsigned t, clocks to, int alone) {
  if (!races_wanted)
    return;
  if (alone)
    memcpy (to, s->clock[t], sizeof (clocks));
  else
    join (to, s->clock[t]);
  s->clock[t][t]++;
}

/* A volatile variable is never atomic. */
enum { VOLATILE_CELL = CELLS - 1 };

static void access_cell (state *s, unsigned t, unsigned cell, int writes) {
  if (!races_wanted)
    return;
  for (unsigned u = 0; u < T; u++) {
    if (u == t)
      continue;
    const uint8_t known = s->clock[t][u];
    if (s->wrote[cell][u] > known || (writes && s->read[cell][u] > known)) {
      result->races = 1;
      result->raced_block |= cell >= PLAIN && cell < VOLATILE_CELL;
    }
  }
  (writes ? s->wrote : s->read)[cell][t] = s->clock[t][t];
}

static int acquires (unsigned o) {
  return o == ORDER_SEQ_CST || o == ORDER_ACQ_REL || o == ORDER_ACQUIRE;
}

static int releases (unsigned o) {
  return o == ORDER_SEQ_CST || o == ORDER_ACQ_REL || o == ORDER_RELEASE;
}

static void load_order (state *s, unsigned t, const clocks of, unsigned o) {
  if (acquires (o))
    acquire (s, t, of);
  else if (races_wanted)
    join (s->unfenced[t], of);
}

static void store_order (state *s, unsigned t, clocks of, unsigned o,
                         int updates) {
  if (releases (o))
    release (s, t, of, !updates);
  else if (races_wanted && updates)
    join (of, s->fenced[t]);
  else if (races_wanted)
    memcpy (of, s->fenced[t], sizeof (clocks));
}

static void fence (state *s, unsigned t, unsigned o) {
  if (!races_wanted)
    return;
  if (acquires (o))
    join (s->clock[t], s->unfenced[t]);
  if (releases (o)) {
    memcpy (s->fenced[t], s->clock[t], sizeof (clocks));
    s->clock[t][t]++;
  }
}

/*------------------------------------------------------------------------*/
/* Steps.  Each function changes the state and says what happened. */

typedef enum verdict {
  BLOCKED, /* it cannot go on; nothing was changed */
  STAYS,   /* it goes on, in the next phase of the same operation */
  AGAIN,   /* it goes on, in the phase that was set */
  SKIPS,   /* the operation failed: its body is left out */
  NEXT,    /* the operation is complete */
  OVER,    /* the execution has ended */
} verdict;

static void see (thread *self, uint32_t value) {
  self->r = self->r * 5 + value + 1;
}

static verdict over (const char *outcome) {
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

static verdict memory_step (state *s, unsigned t, const operation *o) {
  thread *self = &s->threads[t];
  switch (o->code) {
  case OP_READ:
    access_cell (s, t, o->x, 0);
    see (self, s->plain[o->x]);
    return NEXT;
  case OP_WRITE:
    access_cell (s, t, o->x, 1);
    s->plain[o->x] = o->v;
    return NEXT;
  default: /* INCREMENT */
    access_cell (s, t, o->x, self->phase);
    if (!self->phase) {
      self->temporary = s->plain[o->x];
      return STAYS;
    }
    s->plain[o->x] = (uint8_t)(self->temporary + 1);
    self->temporary = 0;
    return NEXT;
  }
}

static void load_atomic (state *s, unsigned t, unsigned a, unsigned o) {
  if (a == VOLATILE)
    access_cell (s, t, VOLATILE_CELL, 0);
  else
    load_order (s, t, s->of_atomic[a], o);
}

static void update (state *s, unsigned t, unsigned a, uint8_t value) {
  load_order (s, t, s->of_atomic[a], ORDER_SEQ_CST);
  s->atomic[a] = value;
  store_order (s, t, s->of_atomic[a], ORDER_SEQ_CST, 1);
}

static verdict exchange (state *s, unsigned t, const operation *o) {
  static const order failures[] = {ORDER_SEQ_CST, ORDER_ACQUIRE, ORDER_ACQUIRE,
                                   ORDER_RELAXED, ORDER_RELAXED};
  const int equal = s->atomic[o->x] == o->w;
  clocks *of = &s->of_atomic[o->x];
  load_order (s, t, *of, equal ? o->order : failures[o->order]);
  if (equal) {
    s->atomic[o->x] = o->v;
    store_order (s, t, *of, o->order, 1);
  }
  see (&s->threads[t], (uint32_t)equal);
  return NEXT;
}

static verdict atomic_step (state *s, unsigned t, const operation *o) {
  uint8_t *a = &s->atomic[o->x];
  clocks *of = &s->of_atomic[o->x];
  const unsigned how = o->order;
  switch (o->code) {
  case OP_LOAD:
    load_atomic (s, t, o->x, how);
    see (&s->threads[t], *a);
    return NEXT;
  case OP_STORE:
    *a = o->v;
    if (o->x == VOLATILE)
      access_cell (s, t, VOLATILE_CELL, 1);
    else
      store_order (s, t, *of, how, 0);
    return NEXT;
  case OP_FENCE:
    fence (s, t, o->order);
    return NEXT;
  case OP_WHEN:
    load_atomic (s, t, o->x, how);
    return *a == o->v ? NEXT : SKIPS;
  case OP_CAS:
    return exchange (s, t, o);
  case OP_BOTH:
    acquire (s, t, s->of_blocks);
    see (&s->threads[t], *a);
    update (s, t, o->x, (uint8_t)(*a + o->v));
    load_atomic (s, t, (o->x + 1u) % ATOMIC, ORDER_SEQ_CST);
    see (&s->threads[t], s->atomic[(o->x + 1u) % ATOMIC]);
    release (s, t, s->of_blocks, 0);
    return NEXT;
  default: /* ADD, SWAP */
    load_order (s, t, *of, how);
    see (&s->threads[t], *a);
    *a = (uint8_t)(o->code == OP_ADD ? *a + o->v : o->v);
    store_order (s, t, *of, how, 1);
    return NEXT;
  }
}

/*------------------------------------------------------------------------*/

static void take (state *s, unsigned t, unsigned m) {
  s->owner[m] = (uint8_t)(t + 1);
  s->depth[m] = 1;
  s->threads[t].held++;
  acquire (s, t, s->of_mutex[m]);
}

static void give (state *s, unsigned t, unsigned m) {
  s->owner[m] = s->depth[m] = 0;
  s->threads[t].held--;
  release (s, t, s->of_mutex[m], 1);
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
  take (s, t, m);
  if (kind == ERRORCHECK)
    see (self, 0);
  return NEXT;
}

static verdict unlock (state *s, unsigned t, unsigned m) {
  thread *self = &s->threads[t];
  const int checks = the_program->kind[m] == ERRORCHECK;
  if (s->owner[m] != t + 1 && !checks)
    return over ("misuse");
  if (checks)
    see (self, s->owner[m] != t + 1);
  if (s->owner[m] != t + 1)
    return NEXT;
  if (s->depth[m] > 1)
    s->depth[m]--;
  else
    give (s, t, m);
  return NEXT;
}

/* Also with a time limit: to give up is possible whenever the lock is taken. */
static verdict try_lock (state *s, unsigned t, unsigned m) {
  if (s->owner[m] == t + 1 && the_program->kind[m] == RECURSIVE) {
    s->depth[m]++;
    return NEXT;
  }
  if (s->owner[m])
    return SKIPS;
  take (s, t, m);
  return NEXT;
}

static verdict mutex_step (state *s, unsigned t, const operation *o) {
  switch (o->code) {
  case OP_LOCK:
    return lock (s, t, o->x);
  case OP_UNLOCK:
    return unlock (s, t, o->x);
  case OP_AWAIT_LOCK: {
    const verdict v = try_lock (s, t, o->x);
    return v == SKIPS ? AGAIN : v;
  }
  default:
    return try_lock (s, t, o->x);
  }
}

/*------------------------------------------------------------------------*/

/* Returns AGAIN: the thread is cancelled, and goes on to die. */
static verdict begin_dying (state *s, unsigned t, unsigned how) {
  thread *self = &s->threads[t];
  self->waiting = NOT;
  self->dying = (uint8_t)how;
  self->r = UINT32_MAX; /* PTHREAD_CANCELED */
  acquire (s, t, s->of_cancel[t]);
  return AGAIN;
}

static verdict begin_wait (state *s, unsigned t) {
  if (s->threads[t].cancelled)
    return begin_dying (s, t, 2);
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

/* Alternative 1 is the end of the time. */
static verdict go_on_waiting (state *s, unsigned t, const operation *o,
                              unsigned alternative) {
  thread *self = &s->threads[t];
  if (alternative == SPURIOUS)
    return wake_spuriously (self);
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

static verdict wait_step (state *s, unsigned t, const operation *o,
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

/* What does it wait for? */
enum { CONDITION, BARRIER, FUTEX };

static unsigned queue_of (const state *s, unsigned t) {
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

static verdict signal_step (state *s, const operation *o,
                            unsigned alternative) {
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

static verdict futex_wait (state *s, unsigned t, const operation *o,
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
static verdict futex_wake (state *s, unsigned t, const operation *o,
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

static verdict pipe_step (state *s, unsigned t, const operation *o) {
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
static verdict once_step (state *s, unsigned t) {
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

static verdict semaphore_step (state *s, unsigned t, const operation *o) {
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

static verdict rw_unlock (state *s, unsigned t) {
  if (s->writer == t + 1) {
    s->writer = 0;
    release (s, t, s->of_writer, 1);
  } else if (s->readers[t]) {
    s->readers[t]--;
    release (s, t, s->of_readers, 0);
  } else
    return over ("misuse");
  s->threads[t].held--;
  return NEXT;
}

static verdict rwlock_step (state *s, unsigned t, const operation *o) {
  const int tries = o->code >= OP_TRY_READ && o->code <= OP_TIMED_WRITE;
  const int shared = o->code == OP_READ_LOCK || o->code == OP_TRY_READ ||
                     o->code == OP_TIMED_READ;
  if (o->code == OP_RW_UNLOCK)
    return rw_unlock (s, t);
  if (!tries && s->writer == t + 1) {
    see (&s->threads[t], 1);
    return NEXT;
  }
  if (s->writer || (!shared && reader_count (s)))
    return tries ? SKIPS : BLOCKED;
  if (!tries)
    see (&s->threads[t], 0);
  acquire (s, t, s->of_writer);
  if (shared)
    s->readers[t]++;
  else {
    s->writer = (uint8_t)(t + 1);
    acquire (s, t, s->of_readers);
  }
  s->threads[t].held++;
  return NEXT;
}

static verdict spin_step (state *s, unsigned t, const operation *o) {
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

static verdict barrier_step (state *s, unsigned t) {
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

/*------------------------------------------------------------------------*/

/* What a busy loop would do now: does it end? */
static int ends_loop (const state *s, const operation *o) {
  if (o->code == OP_AWAIT_LOCK)
    return 1; /* a blocked one is found otherwise */
  if (o->code == OP_AWAIT_BACK)
    return s->atomic[(o->x + 1) % ATOMIC] == o->w;
  return s->atomic[o->x] == o->v ||
         (o->code == OP_AWAIT_TWO && s->atomic[(o->x + 1) % ATOMIC] == o->w);
}

/* The mutex is free, or the thread's own and lets itself be locked again. */
static int can_poll (const state *s, unsigned t, unsigned m) {
  return !s->owner[m] ||
         (s->owner[m] == t + 1 && the_program->kind[m] != NORMAL);
}

/* Who goes round and releases something has another clock each time, without
   end.  This is enough for what is seen by programs of this size. */
enum { MOST_ROUNDS = 3 };

static verdict go_round (thread *self, int ends) {
  self->phase = 0;
  self->temporary = ends ? 0 : self->temporary + 1;
  return ends ? NEXT : AGAIN;
}

static verdict poll_step (state *s, unsigned t, const operation *o) {
  const unsigned m = o->w;
  if (!s->threads[t].phase) {
    if (!can_poll (s, t, m) ||
        (s->threads[t].temporary >= MOST_ROUNDS && s->plain[o->x] != o->v))
      return BLOCKED;
    if (!s->owner[m])
      take (s, t, m);
    else
      s->depth[m] += the_program->kind[m] == RECURSIVE;
    return STAYS;
  }
  access_cell (s, t, o->x, 0);
  const int equal = s->plain[o->x] == o->v;
  if (s->depth[m] > 1)
    s->depth[m]--;
  else
    give (s, t, m);
  return go_round (&s->threads[t], equal);
}

static verdict back_step (state *s, unsigned t, const operation *o) {
  thread *self = &s->threads[t];
  const unsigned next = (o->x + 1u) % ATOMIC;
  switch (self->phase) {
  case 0:
    if (self->temporary >= MOST_ROUNDS && s->atomic[next] != o->w)
      return BLOCKED;
    update (s, t, o->x, (uint8_t)(s->atomic[o->x] + o->v));
    return STAYS;
  case 1:
    load_atomic (s, t, next, ORDER_SEQ_CST);
    return s->atomic[next] == o->w ? go_round (self, 1) : STAYS;
  default:
    update (s, t, o->x, (uint8_t)(s->atomic[o->x] - o->v));
    return go_round (self, 0);
  }
}

static verdict exchange_step (state *s, unsigned t, const operation *o) {
  if (s->atomic[o->x] == o->v) {
    update (s, t, o->x, o->w);
    return NEXT;
  }
  load_order (s, t, s->of_atomic[o->x], ORDER_SEQ_CST);
  return AGAIN;
}

static verdict busy_step (state *s, unsigned t, const operation *o) {
  thread *self = &s->threads[t];
  if (o->code == OP_AWAIT_CAS)
    return exchange_step (s, t, o);
  if (o->code == OP_AWAIT_BACK)
    return back_step (s, t, o);
  if (o->code == OP_AWAIT_POLL)
    return poll_step (s, t, o);
  if (o->code == OP_RETRY) {
    load_atomic (s, t, o->x, ORDER_SEQ_CST);
    const int equal = s->atomic[o->x] == o->v;
    if (!equal && self->phase < 1)
      return STAYS;
    see (self, self->phase + !equal);
    return NEXT;
  }
  const int second = o->code == OP_AWAIT_TWO && self->phase == 1;
  const unsigned a = second ? (o->x + 1u) % ATOMIC : o->x;
  load_atomic (s, t, a, ORDER_SEQ_CST);
  if (s->atomic[a] == (second ? o->w : o->v))
    return NEXT;
  if (o->code != OP_AWAIT_TWO || second)
    self->phase = 0;
  else
    self->phase = 1;
  return AGAIN;
}

static verdict use_block (state *s, unsigned t, unsigned b, int frees) {
  if (s->freed[b])
    return over ("use-after-free");
  access_cell (s, t, PLAIN + b, frees);
  if (frees)
    s->freed[b] = 1;
  else
    see (&s->threads[t], s->block[b]);
  return NEXT;
}

static unsigned new_block (state *s) {
  unsigned b = 0;
  while (s->made[b])
    b++;
  s->made[b] = 1;
  return b;
}

static verdict publish (state *s, unsigned t, const operation *o) {
  thread *self = &s->threads[t];
  if (!self->phase) {
    self->block = (uint8_t)new_block (s);
    access_cell (s, t, PLAIN + self->block, 1);
    s->block[self->block] = o->v;
    return STAYS;
  }
  s->pointer = self->block;
  store_order (s, t, s->of_pointer, ORDER_SEQ_CST, 0);
  return NEXT;
}

static verdict heap_step (state *s, unsigned t, const operation *o) {
  thread *self = &s->threads[t];
  if (o->code == OP_PUBLISH)
    return publish (s, t, o);
  if (!self->phase) {
    self->block = s->pointer;
    load_order (s, t, s->of_pointer, ORDER_SEQ_CST);
    if (o->code == OP_CONSUME) {
      s->pointer = NONE;
      store_order (s, t, s->of_pointer, ORDER_SEQ_CST, 1);
    }
    if (self->block == NONE && o->code != OP_USE_ANYHOW)
      return NEXT;
    return STAYS;
  }
  if (self->block == NONE)
    return over ("crash");
  if (o->code == OP_CONSUME) {
    const verdict v = use_block (s, t, self->block, self->phase == 2);
    return v == NEXT && self->phase == 1 ? STAYS : v;
  }
  return use_block (s, t, self->block, o->code == OP_FREE);
}

/*------------------------------------------------------------------------*/

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
  if (alternative && c != OP_CHOOSE)
    return BLOCKED;
  if (s->threads[t].cancelled && is_point (c))
    return begin_dying (s, t, 1);
  if (c <= OP_INCREMENT)
    return memory_step (s, t, o);
  if (c <= OP_FENCE)
    return atomic_step (s, t, o);
  if (c <= OP_TIMEDLOCK || c == OP_AWAIT_LOCK)
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

static verdict step (state *s, unsigned t, unsigned alternative) {
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

/*------------------------------------------------------------------------*/
/* All states. */

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
    return s->owner[o->x] == t + 1 && the_program->kind[o->x] != NORMAL;
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
