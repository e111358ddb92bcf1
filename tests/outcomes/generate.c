/* Random programs: see program.h.

   Each has a few features, so that every pair of them meets in programs that
   are small enough to be explored without any reduction. */

#include "generate.h"

#include <string.h>
#include <strings.h>

static int focus = -1; /* all programs have this feature */
static uint64_t state; /* of the random numbers */

int has[FEATURES];
program *made;
unsigned thread;
int variables;
unsigned first_atomic;

unsigned below (unsigned limit) {
  uint64_t z = state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return (unsigned)((z ^ z >> 31) % limit);
}

int chance (unsigned percent) {
  return below (100) < percent;
}

operation *emit (code c) {
  static operation nowhere;
  unsigned *length = &made->length[thread];
  operation *o =
      *length < MOST_CODE ? &made->code[thread][(*length)++] : &nowhere;
  memset (o, 0, sizeof *o);
  o->code = c;
  return o;
}

operation *emit_on (code c, unsigned x) {
  operation *o = emit (c);
  o->x = (uint8_t)x;
  return o;
}

unsigned room (void) {
  return MOST_CODE - made->length[thread];
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
      [MUTEX] = add_mutex,       [CONDITION] = add_mutex,
      [ROBUSTNESS] = add_robust, [SEMAPHORE] = add_semaphore,
      [RWLOCK] = add_rwlock,     [SPINLOCK] = add_spinlock,
      [ATOMICS] = add_atomic,    [INIT] = add_once,
      [FUTEX] = add_futex,       [PIPE] = add_pipe,
      [FILES] = add_file,        [UNPROTECTED] = add_plain,
      [HANDOVER] = add_handover, [CHOICE] = add_choice,
      [BUSY] = add_busy,         [ROUNDS] = add_rounds,
      [HEAP] = add_heap,         [ERRORS] = add_error,
      [KEYS] = add_key};
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
      INIT,  FUTEX,     PIPE,      ATOMICS,   BUSY,   HEAP,     ROBUSTNESS};
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
  if (has[ROBUSTNESS]) /* who goes round would have it, and go on for ever */
    has[BUSY] = has[ROUNDS] = 0;
  has[QUEUE] = has[CONDITION] && chance (40);
  has[CROWD] = has[CONDITION] && !has[QUEUE] && chance (40);
  has[SLEEPERS] = has[FUTEX] && chance (40);
  first_atomic = below (ATOMIC);
  variables = chance (70) ? 1 : 2;
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
  if (has[ROBUSTNESS]) {
    p->kind[1] = ROBUST;
    p->c11 = 0;
  }
  p->writers = has[RWLOCK] && seed % 5 < 2;
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
