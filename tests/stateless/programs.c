/* Random toy programs, and those that were worth keeping (programs.h). */

#include "programs.h"

#include "base/hash.h"

#include <string.h>

static void emit (toy_program *p, unsigned t, toy_code code, unsigned a,
                  unsigned b, unsigned c, unsigned d) {
  if (p->length[t] < TOY_LENGTH)
    p->code[t][p->length[t]++] = (toy_instruction){code, a, b, c, d};
}

/* By chance. */

typedef struct dice {
  uint64_t state;
} dice;

static unsigned roll (dice *d, unsigned n) {
  d->state += 0x9e3779b97f4a7c15u;
  return sett_mix64 (d->state) % n;
}

const char *const toy_flavour_names[TOY_FLAVOURS] = {
    "atomics",  "mutexes",  "rwlocks",   "semaphores", "conditions",
    "barriers", "spinning", "threading", "choices",    "faults",
    "guarded",  "queues",   "blocks",    "gates",      "latches"};

typedef struct maker {
  toy_program *program;
  dice dice;
  unsigned thread;
  unsigned variables, locks;
} maker;

static unsigned pick (maker *k, unsigned n) {
  return roll (&k->dice, n);
}

static void put (maker *k, toy_code code, unsigned a, unsigned b, unsigned c,
                 unsigned d) {
  emit (k->program, k->thread, code, a, b, c, d);
}

static void put_access (maker *k) {
  const unsigned x = pick (k, k->variables);
  switch (pick (k, 9)) {
  case 0:
  case 1:
    put (k, TOY_LOAD, x, 0, 0, 0);
    break;
  case 2:
  case 3:
    put (k, TOY_STORE, x, pick (k, 3), 0, 0);
    break;
  case 4:
    put (k, TOY_STORE_R, x, pick (k, 2), 0, 0);
    break;
  case 5:
    put (k, TOY_ADD, x, 1, 0, 0);
    break;
  case 6:
    put (k, TOY_FETCH, x, 1, 0, 0);
    break;
  default:
    put (k, TOY_CAS, x, pick (k, 3), pick (k, 3), 0);
  }
}

/* Whether the next one happens depends on what was read. */
static void put_condition (maker *k) {
  put (k, TOY_LOAD, pick (k, k->variables), 0, 0, 0);
  put (k, pick (k, 2) ? TOY_SKIP_IF : TOY_SKIP_UNLESS, pick (k, 2), 1, 0, 0);
}

static void put_locked (maker *k, int deep) {
  const unsigned m = pick (k, k->locks);
  if (pick (k, 4) == 0) {
    put (k, TOY_TRYLOCK, m, 2, 0, 0);
    put_access (k);
    put (k, TOY_UNLOCK, m, 0, 0, 0);
    return;
  }
  put (k, TOY_LOCK, m, 0, 0, 0);
  if (deep && pick (k, 2) && k->locks > 1) {
    const unsigned other = (m + 1 + pick (k, k->locks - 1)) % k->locks;
    put (k, TOY_LOCK, other, 0, 0, 0);
    put_access (k);
    put (k, TOY_UNLOCK, other, 0, 0, 0);
  } else if (pick (k, 3))
    put_access (k);
  put (k, TOY_UNLOCK, m, 0, 0, 0);
}

static void put_rwlocked (maker *k) {
  const unsigned m = pick (k, 2);
  const unsigned n = pick (k, 4);
  switch (n) {
  case 0:
    put (k, TOY_TRYRDLOCK, m, 2, 0, 0);
    break;
  case 1:
    put (k, pick (k, 2) ? TOY_TRYWRLOCK : TOY_WRLOCK, m, 2, 0, 0);
    break;
  case 2:
    put (k, TOY_WRLOCK, m, 0, 0, 0);
    break;
  default:
    put (k, TOY_RDLOCK, m, 0, 0, 0);
    if (pick (k, 3) == 0) {
      put (k, TOY_LOCK, 0, 0, 0, 0);
      put_access (k);
      put (k, TOY_RDUNLOCK, m, 0, 0, 0);
      put (k, TOY_UNLOCK, 0, 0, 0, 0);
      return;
    }
  }
  put_access (k);
  put (k, n == 1 || n == 2 ? TOY_WRUNLOCK : TOY_RDUNLOCK, m, 0, 0, 0);
}

static void put_semaphore (maker *k) {
  const unsigned s = pick (k, 2);
  switch (pick (k, 8)) {
  case 0:
  case 1:
    put (k, TOY_SEM_WAIT, s, 0, 0, 0);
    break;
  case 2:
  case 3:
  case 4: /* a section for as many as it has units */
    put (k, TOY_SEM_WAIT, s, 0, 0, 0);
    if (pick (k, 2))
      put_access (k);
    put (k, TOY_SEM_POST, s, 0, 0, 0);
    break;
  case 5:
    put (k, TOY_SEM_TRYWAIT, s, 0, 0, 0);
    put (k, TOY_SKIP_IF, 0, 1, 0, 0);
    put_access (k);
    break;
  default:
    put (k, TOY_SEM_POST, s, 0, 0, 0);
  }
}

static void put_latch (maker *k) {
  const unsigned l = pick (k, 2);
  switch (pick (k, 6)) {
  case 0:
  case 1:
    put (k, TOY_PASS, l, 0, 0, 0);
    put_access (k);
    break;
  case 2:
    put (k, TOY_ASK_LATCH, l, 0, 0, 0);
    put (k, TOY_SKIP_IF, 0, 1, 0, 0);
    put_access (k);
    break;
  default:
    if (pick (k, 2))
      put_access (k);
    put (k, TOY_COUNT_DOWN, l, 0, 0, 0);
  }
}

static void put_waiting (maker *k) {
  const unsigned c = pick (k, 2) ? 0 : pick (k, 2);
  const int locked = pick (k, 3) > 0;
  switch (pick (k, 7)) {
  case 0:
  case 1:
    put (k, TOY_LOCK, 0, 0, 0, 0);
    if (pick (k, 2))
      put_condition (k);
    put (k, TOY_WAIT, c, 0, 0, 0);
    put (k, TOY_UNLOCK, 0, 0, 0, 0);
    break;
  case 2:
    put (k, TOY_LOCK, 0, 0, 0, 0);
    put (k, TOY_TIMEDWAIT, c, 0, 0, 0);
    put (k, TOY_UNLOCK, 0, 0, 0, 0);
    break;
  default:
    if (locked)
      put (k, TOY_LOCK, 0, 0, 0, 0);
    if (pick (k, 2))
      put_access (k);
    put (k, pick (k, 3) ? TOY_SIGNAL : TOY_BROADCAST, c, 0, 0, 0);
    if (locked)
      put (k, TOY_UNLOCK, 0, 0, 0, 0);
  }
}

static void put_spinning (maker *k) {
  const unsigned x = pick (k, k->variables);
  if (pick (k, 2))
    put (k, TOY_STORE, x, 1 + pick (k, 2), 0, 0);
  else if (pick (k, 3))
    put (k, TOY_SPIN, x, 1, 0, 0);
  else
    put (k, TOY_SPIN2, x, 1, (x + 1) % k->variables, pick (k, 3));
}

/* A variable that is only used under its lock, in invisible accesses. */
static void put_guarded (maker *k) {
  const unsigned m = pick (k, k->locks);
  put (k, TOY_LOCK, m, 0, 0, 0);
  put (k, TOY_GET, 8 + m, 0, 0, 0);
  if (pick (k, 3)) {
    put (k, TOY_PLUS, 1 + pick (k, 2), 7, 0, 0);
    put (k, TOY_PUT, 8 + m, 0, 0, 0);
  }
  if (pick (k, 3) == 0)
    put_access (k);
  put (k, TOY_UNLOCK, m, 0, 0, 0);
}

static void put_queue (maker *k) {
  const unsigned q = pick (k, 4) == 0;
  switch (pick (k, 9)) {
  case 0:
    put (k, TOY_COUNT, q, 0, 0, 0);
    put (k, TOY_STORE_R, pick (k, k->variables), 0, 0, 0);
    break;
  case 1:
    put (k, TOY_RECEIVE, q, 0, 0, 0);
    put (k, TOY_SKIP_IF, pick (k, 3), 1, 0, 0);
    put (k, TOY_SEND, !q, pick (k, 3), 0, 0);
    break;
  case 2:
    put (k, TOY_RECEIVE, q, 0, 0, 0);
    put (k, TOY_STORE_R, pick (k, k->variables), 0, 0, 0);
    break;
  case 3:
  case 4:
    put (k, TOY_RECEIVE, q, 0, 0, 0);
    break;
  default:
    put (k, TOY_SEND, q, pick (k, 3), 0, 0);
  }
}

static void put_violation (maker *k) {
  put (k, TOY_LOAD, pick (k, k->variables), 0, 0, 0);
  put (k, pick (k, 3) ? TOY_ASSERT : TOY_ASSUME, pick (k, 4), 0, 0, 0);
}

static void put_piece (maker *k, toy_flavour flavour) {
  if (pick (k, 4) == 0) {
    if (pick (k, 3) == 0)
      put_condition (k);
    put_access (k);
    return;
  }
  switch (flavour) {
  case TOY_MUTEXES:
    put_locked (k, 1);
    break;
  case TOY_RWLOCKS:
    put_rwlocked (k);
    break;
  case TOY_SEMAPHORES:
    put_semaphore (k);
    break;
  case TOY_LATCHES:
    put_latch (k);
    break;
  case TOY_CONDITIONS:
    put_waiting (k);
    break;
  case TOY_BARRIERS:
    put (k, TOY_ARRIVE, pick (k, 3) == 0, 0, 0, 0);
    break;
  case TOY_SPINNING:
    put_spinning (k);
    break;
  case TOY_CHOICES:
    put (k, TOY_CHOOSE, 2 + pick (k, 2), 0, 0, 0);
    put (k, TOY_SKIP_IF, pick (k, 2), 1, 0, 0);
    put_access (k);
    break;
  case TOY_FAULTS:
    put_violation (k);
    break;
  case TOY_GUARDED:
    put_guarded (k);
    break;
  case TOY_QUEUES:
    put_queue (k);
    break;
  case TOY_BLOCKS:
    put (k, TOY_ATOMIC, pick (k, k->variables), pick (k, 2),
         pick (k, k->variables), pick (k, k->variables));
    break;
  default:
    put_access (k);
  }
}

/* Gates: who finds one closed is finished.  Each thread has a part: one waits
   or stores two variables at once, one looks at the second thing that is
   touched, one opens the gate in between and looks at what the others have
   written. */

enum { FIRST_GATE = 3, WORDS = 3 }; /* variables, the gates behind the words */

static void put_gate (maker *k) {
  put (k, TOY_LOAD, FIRST_GATE + pick (k, 2), 0, 0, 0);
  put (k, TOY_SKIP_UNLESS, 1, TOY_LENGTH, 0, 0);
}

static void put_spread (maker *k) {
  const unsigned gate = FIRST_GATE + pick (k, 2);
  if (pick (k, 2)) {
    put (k, TOY_STORE, gate, 1, 0, 0);
    put (k, TOY_WIDE, pick (k, 2), 1, 2, 0);
  } else {
    put (k, TOY_LOCK, 0, 0, 0, 0);
    put (k, TOY_STORE, gate, 1, 0, 0);
    put (k, pick (k, 3) ? TOY_TIMEDWAIT : TOY_WAIT, 0, 0, 0, 0);
    put (k, TOY_STORE, 2, 1, 0, 0);
    put (k, TOY_UNLOCK, 0, 0, 0, 0);
  }
  put (k, TOY_STORE, pick (k, WORDS), 1, 0, 0);
}

static void put_look (maker *k) {
  put_gate (k);
  if (pick (k, 2)) {
    put (k, TOY_TRYLOCK, 0, 2, 0, 0);
    put (k, TOY_UNLOCK, 0, 0, 0, 0);
    put (k, TOY_SKIP, 0, 4, 0, 0);
    put (k, TOY_LOCK, 0, 0, 0, 0);
    put (k, TOY_LOAD, 2, 0, 0, 0);
    put (k, TOY_UNLOCK, 0, 0, 0, 0);
  } else
    put (k, TOY_LOAD, 2, 0, 0, 0);
  put (k, TOY_SKIP_UNLESS, pick (k, 4) == 0, 1, 0, 0);
  put (k, TOY_STORE, pick (k, WORDS), 1, 0, 0);
}

static void put_opening (maker *k) {
  const unsigned gate = FIRST_GATE + pick (k, 2);
  if (pick (k, 4))
    put_gate (k);
  put (k, TOY_STORE, gate, 1, 0, 0);
  put (k, TOY_LOAD, pick (k, WORDS), 0, 0, 0);
  put (k, TOY_KEEP, 0, 0, 0, 0);
  put (k, TOY_LOAD, pick (k, WORDS), 0, 0, 0);
  if (pick (k, 4))
    put (k, TOY_STORE, gate, 0, 0, 0);
}

static void put_part (maker *k) {
  void (*const parts[]) (maker *) = {put_opening, put_spread, put_look};
  k->variables = FIRST_GATE + 2;
  parts[(k->thread + (pick (k, 6) == 0)) % 3](k);
  if (pick (k, 5) == 0)
    put_access (k);
}

/* A few features at once make the programs in which errors hide. */
static void put_thread (maker *k, toy_flavour flavour, unsigned pieces) {
  while (pieces--) {
    const unsigned other = pick (k, 5);
    put_piece (k, other == 0   ? (toy_flavour)pick (k, TOY_BLOCKS)
                  : other == 1 ? TOY_ATOMICS
                               : flavour);
  }
  if (!k->program->length[k->thread])
    put_access (k);
}

static toy_instruction choice_of_what_to_do (maker *k) {
  const uint8_t x = (uint8_t)pick (k, k->variables);
  const uint8_t y = (uint8_t)pick (k, k->variables);
  const uint8_t value = (uint8_t)pick (k, 3), when = (uint8_t)pick (k, 2);
  if (pick (k, 3) == 0)
    return (toy_instruction){TOY_ANSWER, x, y, value, when};
  return pick (k, 3) ? (toy_instruction){TOY_DECIDE, x, y, value, when}
                     : (toy_instruction){TOY_TRY_OUT, x, value, y, when};
}

/* Of some programs choices decide what is touched, or there are none unless a
   variable is set. */
static void make_choices_matter (maker *k) {
  for (unsigned t = 0; t < k->program->threads; t++)
    for (unsigned i = 0; i < k->program->length[t]; i++) {
      toy_instruction *in = &k->program->code[t][i];
      if (in->code == TOY_CHOOSE && pick (k, 4))
        *in = choice_of_what_to_do (k);
      else if (in->code == TOY_TRYLOCK && pick (k, 2))
        *in = (toy_instruction){TOY_ATTEMPT, (uint8_t)pick (k, k->variables),
                                in->a, in->b, (uint8_t)pick (k, 2)};
    }
}

toy_flavour toy_generate (toy_program *p, uint64_t seed) {
  memset (p, 0, sizeof *p);
  maker k = {.program = p, .dice = {seed * 1000003}};
  const toy_flavour flavour = (toy_flavour)(seed % TOY_FLAVOURS);
  p->threads = flavour == TOY_GATES ? 3 : 2 + pick (&k, 3);
  k.variables = 1 + pick (&k, 3);
  k.locks = 1 + pick (&k, 2);
  for (unsigned i = 0; i < TOY_OTHERS; i++) {
    p->semaphores[i] = pick (&k, 3);
    p->barriers[i] = 2 + pick (&k, 2);
    p->rooms[i] = 1 + pick (&k, TOY_ROOM);
    p->latches[i] = (uint8_t)(flavour == TOY_LATCHES ? 1 + pick (&k, 2) : 0);
  }
  for (unsigned t = 0; t < p->threads; t++) {
    const unsigned most = p->threads == 2 ? 5 : p->threads == 3 ? 3 : 2;
    k.thread = t;
    if (flavour == TOY_GATES) {
      put_part (&k);
      continue;
    }
    const int ends = t == 0 && flavour == TOY_THREADING;
    if (ends)
      for (unsigned other = 1; other < p->threads; other++)
        if (pick (&k, 2)) {
          p->waiting |= 1u << other;
          put (&k, TOY_CREATE, other, 0, 0, 0);
          if (pick (&k, 3) == 0)
            put_access (&k);
        }
    put_thread (&k, flavour, 1 + pick (&k, most));
    if (ends) {
      for (unsigned other = 1; other < p->threads; other++)
        if (pick (&k, 3) == 0)
          put (&k, TOY_JOIN, other, 0, 0, 0);
      if (pick (&k, 2))
        put (&k, TOY_END, 0, 0, 0, 0);
    }
  }
  if (flavour != TOY_BLOCKS && seed / TOY_FLAVOURS % 2)
    make_choices_matter (&k);
  return flavour;
}

static int has (const toy_program *p, toy_code code) {
  for (unsigned t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->length[t]; i++)
      if (p->code[t][i].code == code)
        return 1;
  return 0;
}

int toy_ends (const toy_program *p) {
  return has (p, TOY_END);
}

/* Behind the last of these. */
static unsigned start_of_loop (const toy_program *p, unsigned t) {
  unsigned start = 0;
  for (unsigned i = 0; i < p->length[t]; i++) {
    const unsigned code = p->code[t][i].code;
    if (code == TOY_CREATE || code == TOY_JOIN || code == TOY_END)
      start = i + 1;
  }
  return start;
}

/* Each round looks at a variable, so that there is an event in it. */
void toy_make_endless (toy_program *p, uint64_t seed) {
  maker k = {.program = p, .dice = {seed * 1000033 + 7}};
  for (unsigned t = 0; t < p->threads; t++) {
    const unsigned start = start_of_loop (p, t);
    if (p->length[t] + 2 > TOY_LENGTH || pick (&k, 3) == 0)
      continue;
    k.thread = t;
    put (&k, TOY_LOAD, 0, 0, 0, 0);
    put (&k, TOY_SKIP, 0, 255 - p->length[t] + start, 0, 0);
  }
}

static int gives_back (toy_code code) {
  return code == TOY_UNLOCK || code == TOY_WRUNLOCK || code == TOY_RDUNLOCK ||
         code == TOY_SEM_POST;
}

/* Joins somebody, or not, and goes on. */
static void put_late_join (maker *k) {
  const toy_program *p = k->program;
  put_condition (k);
  put (k, TOY_JOIN, 1 + pick (k, p->threads - 1), 0, 0, 0);
  put_access (k);
  if (pick (k, 2))
    put_locked (k, 0);
}

void toy_make_careless (toy_program *p, uint64_t seed) {
  maker k = {
      .program = p, .dice = {seed * 1000037 + 11}, .variables = 2, .locks = 2};
  for (unsigned t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->length[t]; i++)
      if (gives_back (p->code[t][i].code) && pick (&k, 3) == 0)
        p->code[t][i].code = TOY_KEEP;
  if (p->length[0] + 10 > TOY_LENGTH || pick (&k, 2))
    return;
  const int ends = p->code[0][p->length[0] - 1].code == TOY_END;
  p->length[0] -= ends;
  put_late_join (&k);
  if (ends)
    put (&k, TOY_END, 0, 0, 0, 0);
}

int toy_is_vague (const toy_program *p) {
  return has (p, TOY_ATOMIC) || has (p, TOY_WIDE) || has (p, TOY_DECIDE) ||
         has (p, TOY_ANSWER) || has (p, TOY_ATTEMPT) || has (p, TOY_TRY_OUT) ||
         has (p, TOY_ASSERT) || has (p, TOY_ASSUME) ||
         (has (p, TOY_ADD) &&
          (has (p, TOY_CAS) || has (p, TOY_SPIN) || has (p, TOY_SPIN2)));
}

int toy_gathers (const toy_program *p) {
  return has (p, TOY_ARRIVE);
}

/* Bounds: a thread may do all that its text says, and what those do that it
   creates. */

static int may_touch (const toy_program *p, unsigned t, uint32_t object,
                      uint32_t kinds) {
  for (unsigned i = 0; i < p->length[t]; i++) {
    const toy_instruction *in = &p->code[t][i];
    if (toy_may_touch (in, object, kinds) ||
        (in->code == TOY_CREATE && may_touch (p, in->a, object, kinds)))
      return 1;
  }
  return 0;
}

static int allows (void *data, uint32_t index, unsigned thread, uint32_t object,
                   uint32_t kinds) {
  (void)index;
  return may_touch (data, thread, object, kinds);
}

static int may_end (const toy_program *p, unsigned t) {
  for (unsigned i = 0; i < p->length[t]; i++) {
    const toy_instruction *in = &p->code[t][i];
    if (in->code == TOY_END || in->code == TOY_ASSERT ||
        in->code == TOY_ASSUME ||
        (in->code == TOY_CREATE && may_end (p, in->a)))
      return 1;
  }
  return 0;
}

static int exist (void *data) {
  (void)data;
  return 1;
}

static int ends (void *data, uint32_t index, unsigned thread) {
  (void)index;
  return may_end (data, thread);
}

sett_bounds toy_bounds (const toy_program *p) {
  return (sett_bounds){(void *)p, exist, ends, allows};
}

/* By name. */

static void make_counter (toy_program *p, unsigned n, unsigned unused) {
  (void)unused;
  p->threads = n;
  for (unsigned t = 0; t < n; t++) {
    emit (p, t, TOY_LOCK, 0, 0, 0, 0);
    emit (p, t, TOY_GET, 0, 0, 0, 0);
    emit (p, t, TOY_PLUS, 1, 255, 0, 0);
    emit (p, t, TOY_PUT, 0, 0, 0, 0);
    emit (p, t, TOY_UNLOCK, 0, 0, 0, 0);
  }
}

static void make_increments (toy_program *p, unsigned n, unsigned times) {
  p->threads = n;
  for (unsigned t = 0; t < n; t++)
    for (unsigned i = 0; i < times; i++)
      emit (p, t, TOY_FETCH, 0, 1, 0, 0);
}

/* The last zero of an array that others fill. */
static void make_lastzero (toy_program *p, unsigned n, unsigned unused) {
  (void)unused;
  p->threads = n + 1;
  for (unsigned i = n + 1; i-- > 0;) {
    emit (p, 0, TOY_LOAD, i, 0, 0, 0);
    emit (p, 0, TOY_SKIP_IF, 0, 2 * i, 0, 0);
  }
  for (unsigned t = 1; t <= n; t++) {
    emit (p, t, TOY_LOAD, t - 1, 0, 0, 0);
    emit (p, t, TOY_STORE_R, t, 1, 0, 0);
  }
}

static void make_readers (toy_program *p, unsigned n, unsigned unused) {
  (void)unused;
  p->threads = n + 1;
  emit (p, 0, TOY_STORE, 0, 1, 0, 0);
  for (unsigned t = 1; t <= n; t++)
    emit (p, t, TOY_LOAD, 0, 0, 0, 0);
}

/* A hash table without locks, filled by all threads. */
static void make_indexer (toy_program *p, unsigned n, unsigned unused) {
  (void)unused;
  p->threads = n;
  for (unsigned t = 0; t < n; t++)
    for (unsigned m = 1; m <= 4; m++) {
      const unsigned w = m * 11 + t, h = w * 7 % 128;
      emit (p, t, TOY_CAS, h, 0, w, 0);
      emit (p, t, TOY_SKIP_IF, 1, 6, 0, 0);
      emit (p, t, TOY_SET, (h + 1) % 128, 0, 0, 0);
      emit (p, t, TOY_CAS_AT, 0, 0, w, 0);
      emit (p, t, TOY_SKIP_IF, 1, 3, 0, 0);
      emit (p, t, TOY_BACK, 0, 0, 0, 0);
      emit (p, t, TOY_PLUS, 1, 128, 0, 0);
      emit (p, t, TOY_SKIP, 0, 256 - 5, 0, 0);
    }
}

/* Each thread looks for a free block for its node. */
static void make_filesystem (toy_program *p, unsigned n, unsigned unused) {
  enum { INODES = 32, BLOCKS = 26 };
  (void)unused;
  p->threads = n;
  for (unsigned t = 0; t < n; t++) {
    emit (p, t, TOY_LOCK, t, 0, 0, 0);
    emit (p, t, TOY_LOAD, t, 0, 0, 0);
    emit (p, t, TOY_SKIP_UNLESS, 0, 15, 0, 0);
    emit (p, t, TOY_SET, t * 2 % BLOCKS, 0, 0, 0);
    emit (p, t, TOY_KEEP, 0, 0, 0, 0);
    emit (p, t, TOY_LOCK_AT, INODES, 0, 0, 0);
    emit (p, t, TOY_LOAD_AT, INODES, 0, 0, 0);
    emit (p, t, TOY_SKIP_IF, 0, 5, 0, 0);
    emit (p, t, TOY_BACK, 0, 0, 0, 0);
    emit (p, t, TOY_UNLOCK_AT, INODES, 0, 0, 0);
    emit (p, t, TOY_PLUS, 1, BLOCKS, 0, 0);
    emit (p, t, TOY_KEEP, 0, 0, 0, 0);
    emit (p, t, TOY_SKIP, 0, 256 - 8, 0, 0);
    emit (p, t, TOY_BACK, 0, 0, 0, 0);
    emit (p, t, TOY_STORE_AT, INODES, 1, 0, 0);
    emit (p, t, TOY_STORE_R, t, 1, 0, 0);
    emit (p, t, TOY_UNLOCK_AT, INODES, 0, 0, 0);
    emit (p, t, TOY_SKIP, 0, 0, 0, 0);
    emit (p, t, TOY_UNLOCK, t, 0, 0, 0);
  }
}

/* Two readers who meet inside of a lock, and a writer. */
static void make_meeting (toy_program *p, unsigned n, unsigned unused) {
  (void)unused;
  p->threads = 2 + n;
  for (unsigned t = 0; t < 2; t++) {
    emit (p, t, TOY_RDLOCK, 0, 0, 0, 0);
    emit (p, t, TOY_STORE, t, 1, 0, 0);
    emit (p, t, TOY_SPIN, 1 - t, 1, 0, 0);
    emit (p, t, TOY_RDUNLOCK, 0, 0, 0, 0);
  }
  for (unsigned t = 2; t < p->threads; t++) {
    emit (p, t, TOY_WRLOCK, 0, 0, 0, 0);
    emit (p, t, TOY_WRUNLOCK, 0, 0, 0, 0);
  }
}

/* Copies a variable under its lock (Stoller's example for composition). */
static void make_copying (toy_program *p, unsigned n, unsigned unused) {
  (void)unused;
  p->threads = n;
  for (unsigned t = 0; t < n; t++) {
    emit (p, t, TOY_LOCK, 0, 0, 0, 0);
    emit (p, t, TOY_GET, 0, 0, 0, 0);
    emit (p, t, TOY_UNLOCK, 0, 0, 0, 0);
  }
}

/* Threads that send to a queue once each, and one that receives it all. */
static void make_mailbox (toy_program *p, unsigned n, unsigned room) {
  p->threads = n + 1;
  p->rooms[0] = room;
  for (unsigned t = 1; t <= n; t++) {
    emit (p, t, TOY_SEND, 0, t, 0, 0);
    emit (p, 0, TOY_RECEIVE, 0, 0, 0, 0);
  }
}

/* One thread sends, several receive. */
static void make_counter_desk (toy_program *p, unsigned n, unsigned room) {
  p->threads = n + 1;
  p->rooms[0] = room;
  for (unsigned t = 1; t <= n; t++) {
    emit (p, t, TOY_RECEIVE, 0, 0, 0, 0);
    emit (p, 0, TOY_SEND, 0, t, 0, 0);
  }
}

/* A semaphore at zero, one that takes and several that give: whichever comes
   first, the one that takes may come at once or later. */
static void make_givers (toy_program *p, unsigned n, unsigned unused) {
  (void)unused;
  p->threads = n + 1;
  emit (p, 0, TOY_SEM_WAIT, 0, 0, 0, 0);
  for (unsigned t = 1; t <= n; t++)
    emit (p, t, TOY_SEM_POST, 0, 0, 0, 0);
}

void toy_make_bench (toy_program *p) {
  memset (p, 0, sizeof *p);
  p->threads = 3;
  for (unsigned t = 0; t < 3; t++)
    for (unsigned i = 0; i < 2; i++) {
      emit (p, t, TOY_LOCK, 0, 0, 0, 0);
      emit (p, t, TOY_LOAD, 0, 0, 0, 0);
      emit (p, t, TOY_STORE_R, 0, 1, 0, 0);
      emit (p, t, TOY_UNLOCK, 0, 0, 0, 0);
      emit (p, t, TOY_FETCH, 1, 1, 0, 0);
    }
}

const toy_known toy_known_programs[] = {
    {"counter", make_counter, 2, 0, 2, 0},
    {"counter", make_counter, 3, 0, 6, 0},
    {"counter", make_counter, 4, 0, 24, 0},
    {"counter", make_counter, 5, 0, 120, 0},
    {"counter", make_counter, 6, 0, 720, 0},
    {"counter", make_counter, 7, 0, 5040, 0},
    {"counter", make_counter, 8, 0, 40320, 1},
    {"increments", make_increments, 2, 6, 924, 0},
    {"increments", make_increments, 3, 3, 1680, 0},
    {"lastzero", make_lastzero, 5, 0, 64, 0},
    {"lastzero", make_lastzero, 10, 0, 3328, 0},
    {"lastzero", make_lastzero, 13, 0, 32768, 1},
    {"readers", make_readers, 8, 0, 256, 0},
    {"readers", make_readers, 13, 0, 8192, 0},
    {"indexer", make_indexer, 11, 0, 1, 0},
    {"indexer", make_indexer, 12, 0, 8, 0},
    {"indexer", make_indexer, 13, 0, 64, 0},
    {"indexer", make_indexer, 14, 0, 512, 0},
    {"filesystem", make_filesystem, 14, 0, 2, 0},
    {"filesystem", make_filesystem, 16, 0, 8, 0},
    {"filesystem", make_filesystem, 18, 0, 32, 0},
    {"filesystem", make_filesystem, 20, 0, 128, 0},
    {"mailbox", make_mailbox, 1, 1, 1, 0},
    {"mailbox", make_mailbox, 3, 1, 6, 0},
    {"mailbox", make_mailbox, 4, 3, 24, 0},
    {"desk", make_counter_desk, 3, 2, 6, 0},
    {"desk", make_counter_desk, 4, 3, 24, 0},
    {"givers", make_givers, 2, 0, 3, 0},
    {"givers", make_givers, 3, 0, 7, 0},
    {"meeting", make_meeting, 1, 0, 0, 0},
    {"meeting", make_meeting, 2, 0, 0, 0},
};

void toy_make_copying (toy_program *p, unsigned n) {
  memset (p, 0, sizeof *p);
  make_copying (p, n, 0);
}

void toy_make_units (toy_program *p, unsigned units) {
  memset (p, 0, sizeof *p);
  p->threads = 2;
  p->semaphores[0] = (uint8_t)units;
  emit (p, 0, TOY_SEM_WAIT, 0, 0, 0, 0);
  emit (p, 1, TOY_SEM_POST, 0, 0, 0, 0);
  emit (p, 1, TOY_SEM_WAIT, 0, 0, 0, 0);
}

void toy_make_keeping (toy_program *p) {
  memset (p, 0, sizeof *p);
  p->threads = 2;
  emit (p, 0, TOY_LOCK, 0, 0, 0, 0);
  emit (p, 0, TOY_STORE, 0, 1, 0, 0);
  emit (p, 0, TOY_UNLOCK, 0, 0, 0, 0);
  emit (p, 1, TOY_LOCK, 0, 0, 0, 0);
  emit (p, 1, TOY_UNLOCK, 0, 0, 0, 0);
  emit (p, 1, TOY_LOAD, 0, 0, 0, 0);
}

const unsigned toy_known_count =
    sizeof toy_known_programs / sizeof *toy_known_programs;
