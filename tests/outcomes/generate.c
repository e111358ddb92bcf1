/* Random programs: see program.h.

   Each has a few features, so that every pair of them meets in programs that
   are small enough to be explored without any reduction. */

#include "program.h"

#include <string.h>
#include <strings.h>

/* A feature is in a program by chance. */
#define ALL_FEATURES(X)                                                        \
  X (MUTEX)                                                                    \
  X (CONDITION)                                                                \
  X (QUEUE) /* two wait, one signals */                                        \
  X (CROWD) /* three wait, main signals */                                     \
  X (SEMAPHORE)                                                                \
  X (RWLOCK)                                                                   \
  X (SPINLOCK)                                                                 \
  X (BARRIER)                                                                  \
  X (INIT) /* once */                                                          \
  X (FUTEX)                                                                    \
  X (SLEEPERS) /* several of them */                                           \
  X (PIPE)                                                                     \
  X (ATOMICS)                                                                  \
  X (WEAK)    /* atomics with other orders */                                  \
  X (TRAFFIC) /* little else than these, fences, and variables between them */ \
  X (UNPROTECTED)                                                              \
  X (HANDOVER) /* x1 goes from one thread to others */                         \
  X (CHOICE)                                                                   \
  X (BUSY)                                                                     \
  X (ROUNDS) /* loops that write and take it back, and who notices */          \
  X (HEAP)                                                                     \
  X (FILES)                                                                    \
  X (ERRORS) /* assertions, assumptions, wrong use */                          \
  X (THREADS)                                                                  \
  X (KEYS) /* values of a thread's own, and what happens to them at its end */ \
  X (CANCELLING)                                                               \
  X (ENDING)

typedef enum feature {
#define X(NAME) NAME,
  ALL_FEATURES (X)
#undef X
      FEATURES
} feature;

static int focus = -1; /* all programs have this feature */

static uint64_t state;
static int has[FEATURES];
static program *made;
static unsigned thread; /* the one that is being made */
static int variables;   /* so many are used of each kind */
static unsigned first_atomic;

static unsigned below (unsigned limit) {
  uint64_t z = state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return (unsigned)((z ^ z >> 31) % limit);
}

static int chance (unsigned percent) {
  return below (100) < percent;
}

/*------------------------------------------------------------------------*/

static operation *emit (code c) {
  static operation nowhere;
  unsigned *length = &made->length[thread];
  operation *o =
      *length < MOST_CODE ? &made->code[thread][(*length)++] : &nowhere;
  memset (o, 0, sizeof *o);
  o->code = c;
  return o;
}

static operation *emit_on (code c, unsigned x) {
  operation *o = emit (c);
  o->x = (uint8_t)x;
  return o;
}

static unsigned room (void) {
  return MOST_CODE - made->length[thread];
}

static void add_plain (void) {
  static const code codes[] = {OP_READ, OP_WRITE, OP_INCREMENT};
  const unsigned first = chance (25) ? 2 : 0;
  emit_on (codes[below (3)], first + below ((unsigned)variables))->v =
      (uint8_t)(1 + below (2));
}

static unsigned some_order (code c) {
  static const order loads[] = {ORDER_SEQ_CST, ORDER_ACQUIRE, ORDER_RELAXED};
  static const order stores[] = {ORDER_SEQ_CST, ORDER_RELEASE, ORDER_RELAXED};
  if (!has[WEAK])
    return ORDER_SEQ_CST;
  if (c == OP_LOAD)
    return loads[below (3)];
  if (c == OP_STORE)
    return stores[below (3)];
  return below (ORDER_COUNT);
}

static unsigned some_atomic (void) {
  return (first_atomic + below ((unsigned)variables)) % ATOMIC;
}

static void add_atomic (void) {
  static const code codes[] = {OP_LOAD, OP_LOAD, OP_STORE, OP_STORE,
                               OP_ADD,  OP_SWAP, OP_CAS};
  const unsigned a = some_atomic ();
  const code c = codes[below (a == VOLATILE ? 4 : 7)];
  if (a != VOLATILE && chance (8)) {
    emit_on (OP_BOTH, a)->v = (uint8_t)(1 + below (2));
    return;
  }
  if (has[WEAK] && chance (10)) {
    emit (OP_FENCE)->order = (uint8_t)below (4);
    return;
  }
  operation *o = emit_on (c, a);
  o->v = (uint8_t)(1 + below (2));
  o->w = (uint8_t)below (2);
  o->order = (uint8_t)some_order (c);
}

static void add_access (void) {
  if (has[UNPROTECTED] && chance (50))
    add_plain ();
  else if (has[ATOMICS])
    add_atomic ();
  else if (chance (50))
    emit (OP_LOCAL);
  else
    add_atomic ();
}

/*------------------------------------------------------------------------*/
/* What happens inside a lock: plain accesses are in order there. */

static void add_wait (void) {
  operation *o;
  switch (below (8)) {
  case 0:
  case 5: /* and the next one, please */
    emit (OP_WAIT);
    if (chance (50)) {
      emit_on (OP_INCREMENT, 0);
      emit_on (OP_READ, 0);
      emit (OP_SIGNAL);
    }
    break;
  case 1:
    emit (OP_WAIT_TIMED);
    break;
  case 2:
    o = emit_on (OP_WAIT_LOOP, 0);
    o->v = (uint8_t)(1 + below (2));
    break;
  case 3:
    emit (OP_BROADCAST);
    break;
  default:
    emit (OP_SIGNAL);
    break;
  }
}

static void add_file (void) {
  static const code codes[] = {
      OP_FILE_OPEN,  OP_FILE_OPEN,   OP_FILE_READ,    OP_FILE_READ,
      OP_FILE_WRITE, OP_FILE_WRITE,  OP_FILE_WRITE,   OP_FILE_CLOSE,
      OP_FILE_CLOSE, OP_FILE_SEEK,   OP_FILE_CUT,     OP_FILE_COPY,
      OP_FILE_SHARE, OP_FILE_REMOVE, OP_FILE_RENAME,  OP_FILE_SIZE,
      OP_FILE_SHOW,  OP_FOLDER_MAKE, OP_FOLDER_REMOVE};
  operation *o =
      emit_on (codes[below (sizeof codes / sizeof *codes)], chance (30));
  o->v = (uint8_t)below (o->code == OP_FILE_OPEN ? 5 : 4);
  o->w = (uint8_t)('a' + thread);
}

static void add_inside (int with_conditions) {
  if (has[FILES] && chance (70)) {
    add_file ();
    return;
  }
  if (with_conditions && chance (75))
    add_wait ();
  else if (chance (60))
    emit_on (below (2) ? OP_READ : OP_INCREMENT, below ((unsigned)variables))
        ->v = 1;
  else if (has[ATOMICS])
    add_atomic ();
  else
    emit_on (OP_WRITE, 0)->v = (uint8_t)(1 + below (2));
}

/* A lock, something, an unlock; with errors one of them may be missing. */
static void add_section (code lock, code unlock, unsigned x, int conditional,
                         int with_conditions) {
  if (room () < 9)
    return;
  const unsigned first = made->length[thread];
  const int wrong = has[ERRORS] && chance (12);
  if (!wrong || chance (50))
    emit_on (lock, x);
  const int locked = made->length[thread] > first;
  for (unsigned n = 1 + chance (40); n; n--)
    add_inside (with_conditions);
  if (!wrong || !locked)
    emit_on (unlock, x);
  if (conditional && locked)
    made->code[thread][first].body =
        (uint8_t)(made->length[thread] - first - 1);
}

/* To wake somebody one need not have the lock. */
static void add_signal (void) {
  emit (chance (25) ? OP_BROADCAST : OP_SIGNAL);
}

static void add_mutex (void) {
  if (has[CONDITION] && chance (15)) {
    add_signal ();
    return;
  }
  const unsigned x = has[CONDITION] && chance (70) ? 0 : below (MUTEXES);
  const int waits = has[CONDITION] && !x;
  if (chance (15)) { /* two of them, or one twice */
    emit_on (OP_LOCK, x);
    const int again = chance (30);
    add_section (OP_LOCK, OP_UNLOCK, again ? x : 1 - x, 0,
                 again && waits && made->kind[0] == RECURSIVE);
    emit_on (OP_UNLOCK, x);
    return;
  }
  switch (below (8)) {
  case 0:
    add_section (OP_TRYLOCK, OP_UNLOCK, x, 1, waits);
    break;
  case 1:
    add_section (OP_TIMEDLOCK, OP_UNLOCK, x, 1, waits);
    break;
  case 2:
    add_section (has[BUSY] ? OP_AWAIT_LOCK : OP_LOCK, OP_UNLOCK, x, 0, waits);
    break;
  default:
    add_section (OP_LOCK, OP_UNLOCK, x, 0, waits);
    break;
  }
}

static void add_rwlock (void) {
  static const code asking[] = {OP_TRY_READ, OP_TRY_WRITE, OP_TIMED_READ,
                                OP_TIMED_WRITE};
  if (chance (20) && room () > 14) { /* again, or with more rights */
    emit_on (chance (70) ? OP_READ_LOCK : OP_WRITE_LOCK, 0);
    if (chance (60))
      add_section (asking[below (4)], OP_RW_UNLOCK, 0, 1, 0);
    else
      add_section (chance (70) ? OP_READ_LOCK : OP_WRITE_LOCK, OP_RW_UNLOCK, 0,
                   0, 0);
    emit_on (OP_RW_UNLOCK, 0);
    return;
  }
  switch (below (6)) {
  case 0:
  case 1:
    add_section (asking[below (4)], OP_RW_UNLOCK, 0, 1, 0);
    break;
  case 2:
  case 3:
    add_section (OP_READ_LOCK, OP_RW_UNLOCK, 0, 0, 0);
    break;
  default:
    add_section (OP_WRITE_LOCK, OP_RW_UNLOCK, 0, 0, 0);
    break;
  }
}

static void add_spinlock (void) {
  if (chance (30))
    add_section (OP_SPIN_TRY, OP_SPIN_UNLOCK, 0, 1, 0);
  else
    add_section (OP_SPIN_LOCK, OP_SPIN_UNLOCK, 0, 0, 0);
}

static void add_semaphore (void) {
  switch (below (8)) {
  case 0:
    add_section (OP_SEM_TRY, OP_SEM_POST, 0, 1, 0);
    break;
  case 1:
    add_section (OP_SEM_TIMED, OP_SEM_POST, 0, 1, 0);
    break;
  case 2:
    emit (OP_SEM_VALUE);
    break;
  case 3:
  case 4:
    emit (OP_SEM_POST);
    break;
  case 5:
    emit (OP_SEM_WAIT);
    break;
  default:
    add_section (OP_SEM_WAIT, OP_SEM_POST, 0, 0, 0);
    break;
  }
}

/*------------------------------------------------------------------------*/

/* Loops that write, or lock. */
static void add_round (void) {
  operation *o;
  if (chance (50)) {
    o = emit_on (OP_AWAIT_CAS, some_atomic () % VOLATILE);
    o->v = (uint8_t)below (3);
    o->w = (uint8_t)below (3);
  } else {
    o = emit_on (OP_AWAIT_POLL, below ((unsigned)variables) % PLAIN);
    o->v = (uint8_t)below (3);
    o->w = (uint8_t)below (MUTEXES);
  }
}

static void add_busy (void) {
  static const code codes[] = {OP_AWAIT, OP_AWAIT, OP_AWAIT_YIELD, OP_AWAIT_TWO,
                               OP_RETRY};
  const unsigned a = some_atomic ();
  if (chance (30)) {
    add_round ();
    return;
  }
  if (chance (50)) {
    operation *o = emit_on (OP_STORE, a);
    o->v = (uint8_t)(1 + below (2));
    return;
  }
  operation *o = emit_on (codes[below (5)], a);
  o->v = (uint8_t)(1 + below (2));
  o->w = (uint8_t)(1 + below (2));
}

static void add_rounds (void) {
  const unsigned a = first_atomic % (VOLATILE - 1);
  operation *o;
  switch (below (8)) {
  case 0:
  case 1:
    o = emit_on (OP_AWAIT_BACK, a);
    o->v = 1;
    o->w = 1;
    break;
  case 2:
    o = emit_on (OP_AWAIT_POLL, 0);
    o->v = (uint8_t)below (2);
    break;
  case 3:
    emit_on (OP_LOCK, 0);
    emit_on (OP_WRITE, 0)->v = (uint8_t)below (2);
    emit_on (OP_UNLOCK, 0);
    break;
  case 4:
    o = chance (50) ? emit_on (OP_AWAIT, a) : emit_on (OP_AWAIT_CAS, a + 1);
    o->v = (uint8_t)below (2);
    o->w = (uint8_t)below (2);
    break;
  case 5:
    if (chance (50))
      emit_on (OP_STORE, a + 1)->v = (uint8_t)below (2);
    else
      emit_on (OP_ADD, a)->v = 1;
    break;
  case 6:
    emit_on (OP_STORE, a + 1)->v = 1;
    break;
  default:
    emit_on (OP_LOAD, a);
    break;
  }
}

static void add_once (void) {
  emit_on (OP_ONCE, 1);
  if (chance (60))
    emit_on (OP_READ, 1);
}

/* Two or three wait, the last one wakes them, one or all. */
static void add_sleepers (void) {
  if (thread + 1 < made->threads) {
    emit_on (OP_FUTEX_WAIT, 2);
    emit_on (OP_ADD, chance (50) ? 2 : 1)->v = 1;
    return;
  }
  if (chance (40))
    emit_on (OP_ADD, 2)->v = 1;
  for (unsigned n = 1 + below (2); n; n--) {
    emit_on (OP_FUTEX_WAKE, 2)->v = (uint8_t)(chance (75) ? 1 : MOST_THREADS);
    emit_on (OP_LOAD, 1);
  }
}

static void add_futex (void) {
  static const code codes[] = {OP_FUTEX_WAIT, OP_FUTEX_WAIT, OP_FUTEX_TIMED};
  if (chance (50)) {
    if (chance (70))
      emit_on (chance (50) ? OP_ADD : OP_STORE, 2)->v = 1;
    emit_on (OP_FUTEX_WAKE, 2)->v = (uint8_t)(chance (60) ? 1 : MOST_THREADS);
    return;
  }
  emit_on (codes[below (3)], 2)->v = (uint8_t)chance (20);
}

/* Whoever reads may wait: so there are more who write. */
static void add_pipe (void) {
  static const code codes[] = {OP_PIPE_WRITE, OP_PIPE_WRITE,  OP_PIPE_WRITE,
                               OP_PIPE_READ,  OP_PIPE_READ,   OP_PIPE_LOOK,
                               OP_EVENT_READ, OP_EVENT_WRITE, OP_EVENT_WRITE};
  emit (codes[below (9)])->v = (uint8_t)(1 + below (2));
}

static void add_heap (void) {
  static const code codes[] = {OP_PUBLISH, OP_PUBLISH,    OP_USE,
                               OP_CONSUME, OP_USE_ANYHOW, OP_FREE};
  unsigned blocks = 0;
  for (unsigned t = 0; t < MOST_THREADS; t++)
    for (unsigned i = 0; i < made->length[t]; i++)
      blocks += made->code[t][i].code == OP_PUBLISH;
  unsigned pick = below (has[ERRORS] ? 6 : 4);
  if (pick < 2 && blocks == BLOCKS)
    pick = 2;
  emit (codes[pick])->v = (uint8_t)(1 + below (2));
}

/* The first thread gives, the others take. */
static void add_handover (void) {
  const unsigned a = some_atomic ();
  const int gives = thread == 1;
  const int by_semaphore = has[SEMAPHORE] && (chance (60) || !has[ATOMICS]);
  operation *o;
  if (gives)
    emit_on (OP_WRITE, 1)->v = (uint8_t)(1 + below (2));
  if (by_semaphore)
    emit (gives ? OP_SEM_POST : OP_SEM_WAIT);
  else if (has[BARRIER])
    emit (OP_ARRIVE);
  else {
    const code c = gives ? (chance (70) || a == VOLATILE ? OP_STORE : OP_ADD)
                   : has[BUSY] ? OP_AWAIT
                               : OP_WHEN;
    o = emit_on (c, a);
    o->v = 1;
    o->order = (uint8_t)some_order (gives ? c : OP_LOAD);
    o->body = c == OP_WHEN;
  }
  if (!gives)
    emit_on (chance (70) ? OP_READ : OP_WRITE, 1)->v = 2;
}

/*------------------------------------------------------------------------*/
/* Variables that are in order, or not, by what atomics of any order and fences
   make of it: updates that change nothing, sequences of releases, fences before
   and after. */

static unsigned any_order (code c) {
  return chance (40) ? ORDER_RELAXED : some_order (c == OP_WHEN ? OP_LOAD : c);
}

static void maybe_fence (unsigned percent) {
  if (chance (percent))
    emit (OP_FENCE)->order = (uint8_t)below (4);
}

/* From w to v, if it cares. */
static void add_signpost (code c, unsigned a, unsigned w, unsigned v) {
  operation *o = emit_on (c, a);
  o->v = (uint8_t)(c == OP_ADD ? v - w : v);
  o->w = (uint8_t)w;
  o->order = (uint8_t)any_order (c);
}

static void add_guarded (unsigned a, unsigned v) {
  operation *o = emit_on (OP_WHEN, a);
  const unsigned first = made->length[thread];
  o->v = (uint8_t)v;
  o->order = (uint8_t)any_order (OP_WHEN);
  maybe_fence (40);
  if (thread == 2 && chance (30))
    add_signpost (OP_STORE, (a + 1) % VOLATILE, 0, 1);
  else
    emit_on (chance (80) ? OP_READ : OP_WRITE, 0)->v = 2;
  o->body = (uint8_t)(made->length[thread] - first);
}

/* The first one writes and gives a sign; the next one passes it on, or not, or
   covers it; the last one looks whether it may read. */
static void add_chain (void) {
  static const code codes[] = {OP_STORE, OP_STORE, OP_ADD, OP_SWAP, OP_CAS};
  const unsigned a = first_atomic % VOLATILE;
  const unsigned last = made->threads - 1;
  if (thread == 1) {
    emit_on (OP_WRITE, 0)->v = 1;
    maybe_fence (40);
    add_signpost (codes[below (5)], a, 0, 1);
  } else if (thread < last && chance (70))
    add_signpost (codes[below (5)], a, 1, 1 + below (2));
  else if (chance (25)) {
    add_signpost (OP_ADD, a, 0, 0);
    maybe_fence (40);
    emit_on (OP_READ, 0);
  } else
    add_guarded (chance (80) ? a : (a + 1) % VOLATILE, 1 + below (2));
}

static void add_traffic (void) {
  static const code codes[] = {OP_LOAD, OP_STORE, OP_STORE, OP_ADD,
                               OP_ADD,  OP_SWAP,  OP_CAS,   OP_CAS};
  const unsigned a = (first_atomic + below ((unsigned)variables)) % VOLATILE;
  switch (below (6)) {
  case 0:
    add_guarded (a, below (3));
    break;
  case 1:
    maybe_fence (100);
    break;
  case 2:
    if (thread == 1 || chance (30))
      emit_on (chance (50) ? OP_READ : OP_WRITE, 0)->v = 1;
    break;
  default:
    add_signpost (codes[below (8)], a, below (2), 1 + below (2));
    break;
  }
}

/*------------------------------------------------------------------------*/

static void add_key (void) {
  emit (OP_KEY)->v = (uint8_t)below (4);
}

static void add_choice (void) {
  emit (OP_CHOOSE)->v = (uint8_t)(2 + chance (25));
}

static void add_error (void) {
  operation *o = emit (chance (50) ? OP_ASSERT : OP_ASSUME);
  o->v = (uint8_t)(3 + below (3));
  o->w = (uint8_t)below (o->v);
}

static void add_statement (void) {
  static void (*const makers[FEATURES]) (void) = {
      [MUTEX] = add_mutex,         [CONDITION] = add_mutex,
      [SEMAPHORE] = add_semaphore, [RWLOCK] = add_rwlock,
      [SPINLOCK] = add_spinlock,   [ATOMICS] = add_atomic,
      [INIT] = add_once,           [FUTEX] = add_futex,
      [PIPE] = add_pipe,           [FILES] = add_file,
      [UNPROTECTED] = add_plain,   [HANDOVER] = add_handover,
      [CHOICE] = add_choice,       [BUSY] = add_busy,
      [ROUNDS] = add_rounds,       [HEAP] = add_heap,
      [ERRORS] = add_error,        [KEYS] = add_key};
  for (unsigned tries = 0; tries < 40; tries++) {
    const unsigned f = below (FEATURES);
    if (!has[f] || room () < 12)
      continue;
    if (f == BARRIER) {
      emit (OP_ARRIVE);
      return;
    }
    if (f == CANCELLING && chance (30)) {
      emit (OP_TESTCANCEL);
      return;
    }
    if (f == ENDING && chance (15)) {
      emit (chance (50) ? OP_EXIT : OP_QUICK_EXIT)->v = (uint8_t)(3 + thread);
      return;
    }
    if (makers[f]) {
      makers[f]();
      return;
    }
  }
  add_access ();
}

/*------------------------------------------------------------------------*/

int generate_only (const char *name) {
  static const char *const names[] = {
#define X(NAME) #NAME,
      ALL_FEATURES (X)
#undef X
  };
  for (focus = 0; focus < FEATURES; focus++)
    if (!strcasecmp (names[focus], name))
      return 1;
  focus = -1;
  return 0;
}

static void choose_features (void) {
  static const feature kinds[] = {
      MUTEX, CONDITION, CONDITION, SEMAPHORE, RWLOCK, SPINLOCK, BARRIER,
      INIT,  FUTEX,     PIPE,      ATOMICS,   BUSY,   HEAP};
  static const struct {
    feature which;
    unsigned percent;
  } rest[] = {{WEAK, 25},    {UNPROTECTED, 25}, {HANDOVER, 30},
              {TRAFFIC, 20}, {CHOICE, 15},      {ERRORS, 35},
              {THREADS, 30}, {ENDING, 25},      {CANCELLING, 15},
              {KEYS, 15}};
  static const feature points[] = {SEMAPHORE, SEMAPHORE, PIPE, CONDITION};
  memset (has, 0, sizeof has);
  for (unsigned n = 1 + below (3); n; n--)
    has[kinds[below (sizeof kinds / sizeof *kinds)]] = 1;
  for (unsigned i = 0; i < sizeof rest / sizeof *rest; i++)
    has[rest[i].which] = chance (rest[i].percent);
  if (focus >= 0)
    has[focus] = 1;
  /* Something to be cancelled at. */
  if (has[CANCELLING])
    has[points[below (4)]] = 1;
  /* A thread that is cancelled, or knows that something was done, goes wrong
     where the reference does not expect it. */
  if (has[INIT] || has[CANCELLING])
    has[ERRORS] = 0;
  if (has[FILES]) /* or there would be too many executions, or races */
    has[CONDITION] = has[BUSY] = has[ERRORS] = has[THREADS] = has[UNPROTECTED] =
        has[HANDOVER] = 0;
  if (focus >= 0 && focus != TRAFFIC)
    has[TRAFFIC] = 0;
  if (has[TRAFFIC]) {
    memset (has, 0, sizeof has);
    has[TRAFFIC] = has[WEAK] = 1;
  }
  if (has[ROUNDS] && chance (70)) { /* nothing else */
    memset (has, 0, sizeof has);
    has[ROUNDS] = 1;
  }
  has[QUEUE] = has[CONDITION] && chance (40);
  has[CROWD] = has[CONDITION] && !has[QUEUE] && chance (40);
  has[SLEEPERS] = has[FUTEX] && chance (40);
  first_atomic = below (ATOMIC);
  variables = chance (70) ? 1 : 2;
}

/* All see who is there already; the one that is woken wakes the other. */
static void add_queue (void) {
  const int late = chance (40);
  emit_on (OP_LOCK, 0);
  if (thread < 3)
    emit_on (OP_INCREMENT, 1);
  emit_on (OP_READ, 1);
  if (thread < 3) {
    emit (chance (40) ? OP_WAIT_TIMED : OP_WAIT);
    emit_on (OP_INCREMENT, 0);
    emit_on (OP_READ, 0);
  }
  if (!late)
    add_signal ();
  emit_on (OP_UNLOCK, 0);
  if (late)
    add_signal ();
}

/* Main wakes some of those that wait, one after the other. */
static void add_crowd (void) {
  if (!thread) {
    for (unsigned n = 1 + below (3); n; n--) {
      add_signal ();
      if (chance (40))
        emit_on (OP_LOCK, 0), emit_on (OP_READ, 0), emit_on (OP_UNLOCK, 0);
    }
    return;
  }
  emit_on (OP_LOCK, 0);
  if (chance (50))
    emit_on (OP_INCREMENT, 0);
  emit (chance (50) ? OP_WAIT_TIMED : OP_WAIT);
  if (chance (50))
    emit_on (OP_READ, 0);
  emit_on (OP_UNLOCK, 0);
  if (chance (25))
    add_signal ();
}

static void make_thread (unsigned t) {
  thread = t;
  if (has[TRAFFIC]) {
    if (variables == 1)
      add_chain ();
    for (unsigned n = variables == 1 ? below (2) : 2 + below (3); n; n--)
      add_traffic ();
    return;
  }
  if (has[CROWD]) {
    add_crowd ();
    if (chance (85))
      return;
  }
  if (has[QUEUE]) {
    add_queue ();
    if (chance (70))
      return;
  }
  if (has[SLEEPERS]) {
    add_sleepers ();
    if (chance (70))
      return;
  }
  if (has[FILES])
    emit_on (chance (30) ? OP_FILE_SHARE : OP_FILE_OPEN, chance (20))->v =
        (uint8_t)below (5);
  for (unsigned n = 2 + below (has[FILES] ? 2 : t < 3 ? 3 : 2); n; n--)
    add_statement ();
}

/* Who creates whom: creator[t]; who waits for it: 0 nobody, 1 the creator, 2
   main, when the creator has ended. */
static void make_family (unsigned *creator, unsigned *waits) {
  for (unsigned t = 1; t < made->threads; t++) {
    creator[t] = t > 1 && has[THREADS] && chance (40) ? 1 + below (t - 1) : 0;
    waits[t] = has[THREADS] && chance (25) ? 0 : 1;
    if (creator[t] && waits[t] && !creator[creator[t]] &&
        waits[creator[t]] == 1 && chance (50))
      waits[t] = 2;
  }
}

static void add_children (unsigned t, const unsigned *creator,
                          const unsigned *waits, int body) {
  thread = t;
  for (unsigned c = 1; c < made->threads; c++)
    if (creator[c] == t) {
      if (chance (20)) /* before the next one is there */
        emit_on (OP_WRITE, below (2))->v = (uint8_t)below (3);
      emit_on (OP_CREATE, c);
      if (!waits[c] && chance (50))
        emit_on (OP_DETACH, c);
    }
  for (; body; body--)
    add_statement ();
  if (has[CROWD] && !t)
    add_crowd ();
  for (unsigned c = 1; c < made->threads; c++)
    if (has[CANCELLING] && creator[c] == t && waits[c] && chance (60))
      emit_on (OP_CANCEL, c);
}

static void add_joins (unsigned t, const unsigned *creator,
                       const unsigned *waits) {
  thread = t;
  for (unsigned c = 1; c < made->threads; c++)
    if (waits[c] && (creator[c] == t ? waits[c] == 1 : !t && waits[c] == 2))
      emit_on (OP_JOIN, c);
}

void generate (unsigned long seed, program *p) {
  unsigned creator[MOST_THREADS] = {0}, waits[MOST_THREADS] = {0};
  memset (p, 0, sizeof *p);
  made = p;
  state = seed * 0x2545f4914f6cdd1du + 1;
  p->seed = seed;
  choose_features ();
  p->threads = 3 + (unsigned)chance (has[QUEUE]       ? 100
                                     : has[CROWD]     ? 80
                                     : has[SLEEPERS]  ? 80
                                     : has[RWLOCK]    ? 60
                                     : has[CONDITION] ? 60
                                                      : 30);
  if (has[FILES])
    p->threads = 3;
  p->kind[0] = has[CONDITION] && has[ERRORS] ? RECURSIVE : NORMAL;
  p->kind[1] = (uint8_t)below (3);
  p->semaphore = (uint8_t)below (has[HANDOVER] ? 1 : 3);
  p->barrier = (uint8_t)(2 + chance (20));
  p->c11 = (uint8_t)chance (25);
  p->spurious = (uint8_t)(has[CONDITION] && chance (20));
  make_family (creator, waits);
  for (unsigned t = 1; t < p->threads; t++) {
    add_children (t, creator, waits, 0);
    make_thread (t);
    add_joins (t, creator, waits);
  }
  add_children (0, creator, waits, chance (30) ? 1 : 0);
  add_joins (0, creator, waits);
  for (unsigned x = 0; x < 2 && has[FILES]; x++)
    emit_on (OP_FILE_SHOW, x);
  emit (OP_DUMP);
  if (has[ENDING] && chance (20))
    emit (OP_LEAVE);
}

/*------------------------------------------------------------------------*/

int uses_code (const program *p, code c) {
  for (unsigned t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->length[t]; i++)
      if (p->code[t][i].code == c)
        return 1;
  return 0;
}

int goes_round (const program *p) {
  return uses_code (p, OP_AWAIT_BACK) || uses_code (p, OP_AWAIT_POLL);
}

int uses_files (const program *p) {
  for (unsigned t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->length[t]; i++)
      if (p->code[t][i].code >= OP_FILE_OPEN &&
          p->code[t][i].code <= OP_FOLDER_REMOVE)
        return 1;
  return 0;
}

int has_operation (const program *p, code c) {
  for (unsigned t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->length[t]; i++)
      if (p->code[t][i].code == c)
        return 1;
  return 0;
}

static int is_plain (code c) {
  return c == OP_READ || c == OP_WRITE || c == OP_INCREMENT ||
         c == OP_WAIT_LOOP || c == OP_ONCE || c == OP_AWAIT_POLL;
}

static int is_atomic (code c) {
  return (c >= OP_LOAD && c <= OP_WHEN) || c == OP_AWAIT ||
         (c >= OP_AWAIT_YIELD && c <= OP_AWAIT_BACK) || c == OP_RETRY ||
         c == OP_FUTEX_WAIT || c == OP_FUTEX_TIMED;
}

int uses_plain (const program *p, unsigned variable) {
  for (unsigned t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->length[t]; i++)
      if (is_plain (p->code[t][i].code) && p->code[t][i].x == variable)
        return 1;
  return 0;
}

int uses_atomic (const program *p, unsigned variable) {
  if (variable == COUNTER && has_operation (p, OP_KEY))
    return 1;
  for (unsigned t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->length[t]; i++) {
      const operation *o = &p->code[t][i];
      if (is_atomic (o->code) &&
          (o->x == variable ||
           ((o->code == OP_AWAIT_TWO || o->code == OP_AWAIT_BACK ||
             o->code == OP_BOTH) &&
            (o->x + 1u) % ATOMIC == variable)))
        return 1;
    }
  return 0;
}
