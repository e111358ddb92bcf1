/* The machine of toy programs: what each instruction does, as events with
   effects (toy.h). */

#include "toy.h"

#include "toy_objects.h"

#include "base/memory.h"
#include "kernel/object.h"

#include <string.h>

void toy_machine_init (toy_machine *m, const toy_program *program) {
  memset (m, 0, sizeof *m);
  m->runner.run = toy_run;
  m->program = program;
  m->log.room = 4096;
  m->log.effect_room = 32768;
  m->log.events = sett_alloc (m->log.room * sizeof *m->log.events);
  m->log.effects = sett_alloc (m->log.effect_room * sizeof *m->log.effects);
  m->log.states = sett_alloc ((m->log.room + 1) * sizeof *m->log.states);
  m->log.thread_count = program->threads;
  for (unsigned t = 0; t < program->threads; t++)
    for (unsigned i = 0; i < program->length[t]; i++)
      if (program->code[t][i].code == TOY_TRYLOCK)
        m->asked |= (uint64_t)1 << program->code[t][i].a;
      else if (program->code[t][i].code == TOY_ATTEMPT)
        m->asked |= (uint64_t)1 << program->code[t][i].b;
}

void toy_machine_release (toy_machine *m) {
  sett_free (m->log.events, m->log.room * sizeof *m->log.events);
  sett_free (m->log.effects, m->log.effect_room * sizeof *m->log.effects);
  sett_free (m->log.states, (m->log.room + 1) * sizeof *m->log.states);
}

int toy_is_finished (const toy_machine *m, unsigned thread) {
  return m->state.pc[thread] >= m->program->length[thread];
}

const toy_instruction *toy_instruction_of (const toy_machine *m, unsigned t) {
  return &m->program->code[t][m->state.pc[t]];
}

/* Effects go to the end of the log: of the event in the making, or of a
   pending one. */
static sett_effect *effect (toy_machine *m, sett_event *event,
                            sett_effect_kind kind, unsigned object,
                            uint64_t before) {
  sett_effect *e = &m->log.effects[m->log.effect_count++];
  *e = (sett_effect){.before = before, .object = object, .kind = kind};
  event->effects++;
  return e;
}

static void release (toy_machine *m, sett_event *event, unsigned lock) {
  effect (m, event, SETT_EFFECT_RELEASE, LOCKS + lock, m->state.locks[lock]);
  m->state.locks[lock] = 0;
}

/* Unlocking is invisible in composed transitions. */
static int unlocks (toy_machine *m, const toy_instruction *in,
                    sett_event *event) {
  if (!m->composed || in->code != TOY_UNLOCK || (m->asked >> in->a & 1))
    return 0;
  release (m, event, in->a);
  m->log.effects[m->log.effect_count - 1].internal = 1;
  return 1;
}

/* The invisible instructions after a visible one. */
static void run_invisible (toy_machine *m, unsigned t, sett_event *event) {
  toy_state *s = &m->state;
  while (!toy_is_finished (m, t)) {
    const toy_instruction *in = toy_instruction_of (m, t);
    if (unlocks (m, in, event)) {
      s->pc[t]++;
      continue;
    }
    if (in->code < TOY_SKIP_IF)
      return;
    s->pc[t]++;
    switch (in->code) {
    case TOY_SKIP_IF:
      s->pc[t] += s->reg[t] == in->a ? in->b : 0;
      break;
    case TOY_SKIP_UNLESS:
      s->pc[t] += s->reg[t] != in->a ? in->b : 0;
      break;
    case TOY_SKIP:
      s->pc[t] += in->b;
      break;
    case TOY_ASSERT:
      if (s->reg[t] == in->a) {
        s->violation = 1;
        s->pc[t]--;
        return;
      }
      break;
    case TOY_ASSUME:
      if (s->reg[t] == in->a) {
        s->assumed = 1;
        s->pc[t]--;
        return;
      }
      break;
    case TOY_SET:
      s->reg[t] = in->a;
      break;
    case TOY_PLUS:
      s->reg[t] = (s->reg[t] + in->a) % in->b;
      break;
    case TOY_KEEP:
      s->second[t] = s->reg[t];
      break;
    case TOY_BACK:
      s->reg[t] = s->second[t];
      break;
    case TOY_GET:
      if (m->composed)
        effect (m, event, SETT_EFFECT_LOAD, in->a, s->variables[in->a])
            ->internal = 1;
      s->reg[t] = s->variables[in->a];
      break;
    case TOY_PUT:
      if (m->composed)
        effect (m, event, SETT_EFFECT_STORE, in->a, s->variables[in->a])
            ->internal = 1;
      s->variables[in->a] = s->reg[t];
      break;
    }
  }
}

void toy_reset (toy_machine *m) {
  const toy_program *p = m->program;
  toy_state *s = &m->state;
  memset (s, 0, sizeof *s);
  memcpy (s->semaphores, p->semaphores, sizeof s->semaphores);
  memcpy (s->latches, p->latches, sizeof s->latches);
  memcpy (s->missing, p->barriers, sizeof s->missing);
  s->started = ~p->waiting & (BIT (p->threads) - 1);
  m->log.count = m->log.effect_count = 0;
  m->log.alive = m->log.enabled = SETT_NO_THREADS;
  for (unsigned t = 0; t < p->threads; t++)
    m->causes[t] = m->lasts[t] = SETT_NO_CAUSE;
  memset (m->turns, 0, sizeof m->turns);
}

static unsigned lock_of (const toy_machine *m, unsigned t,
                         const toy_instruction *in) {
  return in->code == TOY_LOCK_AT || in->code == TOY_UNLOCK_AT
             ? in->a + m->state.reg[t]
             : in->a;
}

static int is_enabled (const toy_machine *m, unsigned t) {
  const toy_state *s = &m->state;
  if (!(s->started & BIT (t)) || toy_is_finished (m, t))
    return 0;
  const toy_instruction *in = toy_instruction_of (m, t);
  switch (in->code) {
  case TOY_LOCK:
  case TOY_LOCK_AT:
    return !s->locks[lock_of (m, t, in)];
  case TOY_RDLOCK:
    return sett_effect_possible (SETT_EFFECT_SHARE, s->rwlocks[in->a]);
  case TOY_WRLOCK:
    return !s->rwlocks[in->a];
  case TOY_SEM_WAIT:
    return s->semaphores[in->a] > 0;
  case TOY_PASS:
    return !s->latches[in->a];
  case TOY_SEND:
    return s->filled[in->a] < m->program->rooms[in->a];
  case TOY_RECEIVE:
    return s->filled[in->a] > 0;
  case TOY_WAIT:
    if (s->phase[t] == 0)
      return 1;
    return (s->signalled & BIT (t)) && !s->locks[in->b];
  case TOY_TIMEDWAIT:
    return s->phase[t] < 2 || !s->locks[in->b];
  case TOY_ARRIVE:
    return s->phase[t] == 0 || (s->signalled & BIT (t));
  case TOY_SPIN:
    return s->phase[t] == 0 || s->variables[in->a] != s->seen[t];
  case TOY_SPIN2:
    return s->phase[t] < 2 || s->variables[in->a] != s->seen[t] ||
           s->variables[in->c] != s->seen2[t];
  case TOY_JOIN:
    return (s->started & BIT (in->a)) && toy_is_finished (m, in->a);
  default:
    return 1;
  }
}

uint64_t toy_enabled (const toy_machine *m) {
  uint64_t enabled = 0;
  if (m->state.over || m->state.violation || m->state.assumed)
    return 0;
  for (unsigned t = 0; t < m->program->threads; t++)
    if (is_enabled (m, t))
      enabled |= BIT (t);
  return enabled;
}

unsigned toy_alternatives (const toy_machine *m, unsigned t) {
  const toy_instruction *in = toy_instruction_of (m, t);
  if (in->code == TOY_CHOOSE)
    return in->a;
  if (in->code == TOY_TRY_OUT)
    return 2;
  if (in->code == TOY_DECIDE || in->code == TOY_ANSWER ||
      in->code == TOY_ATTEMPT)
    return m->state.variables[in->a] ? 2 : 1;
  if (in->code == TOY_SIGNAL) {
    const unsigned waiters = __builtin_popcount (m->state.queues[in->a]);
    return waiters ? waiters : 1;
  }
  return 1;
}

static void acquire (toy_machine *m, unsigned t, sett_event *event,
                     unsigned lock) {
  effect (m, event, SETT_EFFECT_ACQUIRE, LOCKS + lock, m->state.locks[lock]);
  m->state.locks[lock] = t + 1;
}

static int try_lock (toy_machine *m, unsigned t, sett_event *event,
                     unsigned lock) {
  if (!m->state.locks[lock]) {
    acquire (m, t, event, lock);
    return 1;
  }
  effect (m, event, SETT_EFFECT_ASK, LOCKS + lock, m->state.locks[lock]);
  return 0;
}

static void rwlock (toy_machine *m, unsigned t, sett_event *event, unsigned a,
                    sett_effect_kind kind) {
  uint64_t *state = &m->state.rwlocks[a];
  effect (m, event, kind, RWLOCKS + a, *state);
  *state = sett_effect_apply (kind, *state, t);
}

static void store (toy_machine *m, sett_event *event, unsigned a,
                   unsigned value) {
  effect (m, event, SETT_EFFECT_STORE, a, m->state.variables[a]);
  m->state.variables[a] = value;
}

static unsigned load (toy_machine *m, sett_event *event, unsigned a) {
  effect (m, event, SETT_EFFECT_LOAD, a, m->state.variables[a]);
  return m->state.variables[a];
}

static int exchange (toy_machine *m, sett_event *event, unsigned a,
                     unsigned wanted, unsigned value) {
  const int success = m->state.variables[a] == wanted;
  sett_effect *e =
      effect (m, event, success ? SETT_EFFECT_STORE : SETT_EFFECT_LOAD, a,
              m->state.variables[a]);
  e->wanted = wanted;
  e->conditional = 1;
  if (success)
    m->state.variables[a] = value;
  return success;
}

/* Wakes a waiter of a condition. */
static void wake (toy_machine *m, unsigned condition, unsigned t) {
  m->state.queues[condition] &= ~BIT (t);
  m->state.signalled |= BIT (t);
  m->causes[t] = m->log.count - 1;
}

static unsigned nth_bit (uint32_t set, unsigned n) {
  while (n--)
    set &= set - 1;
  return __builtin_ctz (set);
}

static void signal (toy_machine *m, sett_event *event, unsigned condition,
                    int all) {
  const uint32_t queue = m->state.queues[condition];
  effect (m, event, queue ? SETT_EFFECT_SIGNAL : SETT_EFFECT_LOST,
          CONDITIONS + condition, __builtin_popcount (queue))
      ->wanted = all ? __builtin_popcount (queue) : queue != 0;
  if (!queue)
    return;
  if (all)
    for (uint32_t rest = queue; rest; rest &= rest - 1)
      wake (m, condition, __builtin_ctz (rest));
  else
    wake (m, condition, nth_bit (queue, event->alternative));
}

static void wait_for (toy_machine *m, unsigned t, sett_event *event,
                      const toy_instruction *in) {
  toy_state *s = &m->state;
  if (s->phase[t] == 0) {
    release (m, event, in->b);
    effect (m, event, SETT_EFFECT_ENQUEUE, CONDITIONS + in->a,
            __builtin_popcount (s->queues[in->a]));
    s->queues[in->a] |= BIT (t);
    s->phase[t] = 1;
    return;
  }
  if (in->code == TOY_TIMEDWAIT && s->phase[t] == 1) {
    event->operation = SETT_DO_WAKE;
    effect (m, event, SETT_EFFECT_LEAVE, CONDITIONS + in->a,
            __builtin_popcount (s->queues[in->a]))
        ->wanted = s->queues[in->a] >> t & 1;
    s->reg[t] = s->signalled >> t & 1;
    s->queues[in->a] &= ~BIT (t);
    s->signalled &= ~BIT (t);
    s->phase[t] = 2;
    return;
  }
  event->operation = SETT_DO_WAKE;
  if (in->code == TOY_WAIT)
    event->cause = m->causes[t];
  acquire (m, t, event, in->b);
  s->signalled &= ~BIT (t);
  s->phase[t] = 0;
  s->pc[t]++;
}

static void arrive (toy_machine *m, unsigned t, sett_event *event, unsigned a) {
  toy_state *s = &m->state;
  if (s->phase[t]) {
    event->operation = SETT_DO_PASS;
    event->cause = m->causes[t];
    s->signalled &= ~BIT (t);
    s->phase[t] = 0;
    s->pc[t]++;
    return;
  }
  effect (m, event,
          s->missing[a] == 1 ? SETT_EFFECT_ARRIVE_LAST : SETT_EFFECT_ARRIVE,
          BARRIERS + a, s->missing[a]);
  if (--s->missing[a]) {
    s->phase[t] = 1 + a;
    return;
  }
  s->missing[a] = m->program->barriers[a];
  for (unsigned other = 0; other < m->program->threads; other++)
    if (!toy_is_finished (m, other) &&
        toy_instruction_of (m, other)->code == TOY_ARRIVE &&
        s->phase[other] == 1 + a && !(s->signalled & BIT (other))) {
      s->signalled |= BIT (other);
      m->causes[other] = m->log.count - 1;
    }
  s->pc[t]++;
}

static void spin (toy_machine *m, unsigned t, sett_event *event,
                  const toy_instruction *in) {
  toy_state *s = &m->state;
  const unsigned last = in->code == TOY_SPIN ? 1 : 2;
  if (s->phase[t] == last) {
    event->operation = SETT_DO_AWAIT;
    effect (m, event, SETT_EFFECT_AWAIT, in->a, s->seen[t])->changed =
        s->variables[in->a] != s->seen[t];
    if (last == 2)
      effect (m, event, SETT_EFFECT_AWAIT, in->c, s->seen2[t])->changed =
          s->variables[in->c] != s->seen2[t];
    s->phase[t] = 0;
    s->seen[t] = s->seen2[t] = 0;
    return;
  }
  const unsigned which = s->phase[t] ? in->c : in->a;
  const unsigned value = load (m, event, which);
  if (value == (s->phase[t] ? in->d : in->b)) {
    s->phase[t] = 0;
    s->seen[t] = 0;
    s->pc[t]++;
    return;
  }
  if (s->phase[t])
    s->seen2[t] = value;
  else
    s->seen[t] = value;
  s->phase[t]++;
}

/* Attempts: true if they succeed. */
static int attempt (toy_machine *m, unsigned t, sett_event *event,
                    const toy_instruction *in) {
  toy_state *s = &m->state;
  const sett_effect_kind kind =
      in->code == TOY_TRYRDLOCK ? SETT_EFFECT_SHARE : SETT_EFFECT_ACQUIRE;
  if (in->code == TOY_TRYLOCK)
    return try_lock (m, t, event, in->a);
  if (sett_effect_possible (kind, s->rwlocks[in->a])) {
    rwlock (m, t, event, in->a, kind);
    return 1;
  }
  effect (m, event, SETT_EFFECT_ASK, RWLOCKS + in->a, s->rwlocks[in->a]);
  return 0;
}

static void semaphore (toy_machine *m, unsigned t, sett_event *event,
                       const toy_instruction *in) {
  uint8_t *value = &m->state.semaphores[in->a];
  const sett_effect_kind kind = in->code == TOY_SEM_POST ? SETT_EFFECT_GIVE
                                : *value                 ? SETT_EFFECT_TAKE
                                                         : SETT_EFFECT_ASK;
  if (in->code == TOY_SEM_TRYWAIT)
    m->state.reg[t] = *value > 0;
  effect (m, event, kind, SEMAPHORES + in->a, *value);
  *value = sett_effect_apply (kind, *value, t);
}

/* As of threads that take signals, or do not yet. */
static void decide (toy_machine *m, unsigned t, sett_event *event,
                    const toy_instruction *in) {
  m->state.reg[t] = event->alternative;
  if (event->operation == SETT_DO_HANDLE && event->alternatives > 1 &&
      !event->alternative)
    event->operation = SETT_DO_EXIT;
  const int does = load (m, event, in->a) && event->alternative == in->d;
  if (in->code == TOY_ATTEMPT) {
    if (!does || !try_lock (m, t, event, in->b))
      m->state.pc[t] += in->c;
  } else if (does)
    store (m, event, in->b, in->c);
  else if (in->code == TOY_ANSWER)
    m->state.reg[t] += load (m, event, in->b);
}

static void latch (toy_machine *m, unsigned t, sett_event *event,
                   const toy_instruction *in) {
  uint8_t *value = &m->state.latches[in->a];
  const sett_effect_kind kind = in->code == TOY_COUNT_DOWN ? SETT_EFFECT_COUNT
                                : in->code == TOY_PASS     ? SETT_EFFECT_PASS
                                                           : SETT_EFFECT_ASK;
  if (in->code == TOY_ASK_LATCH)
    m->state.reg[t] = !*value;
  effect (m, event, kind, LATCHES + in->a, *value);
  *value = sett_effect_apply (kind, *value, t);
}

/* Takes the next turn, which is possible since so many turns at the other end
   are over. */
static void take_turn (toy_machine *m, sett_event *event, unsigned queue,
                       unsigned end, uint32_t others) {
  sett_effect *e = effect (m, event, SETT_EFFECT_NEXT, end_of (queue, end),
                           m->turns[end][queue]++);
  e->wanted = others ? sett_turn (end_of (queue, !end), others - 1) : 0;
}

static void use_queue (toy_machine *m, unsigned t, sett_event *event,
                       const toy_instruction *in) {
  toy_state *s = &m->state;
  const unsigned q = in->a, room = m->program->rooms[q];
  const uint32_t sent = m->turns[0][q], received = m->turns[1][q];
  switch (in->code) {
  case TOY_SEND:
    s->items[q][s->filled[q]++] = in->b;
    take_turn (m, event, q, 0, sent < room ? 0 : sent - room + 1);
    break;
  case TOY_RECEIVE:
    s->reg[t] = s->items[q][0];
    memmove (s->items[q], s->items[q] + 1, TOY_ROOM - 1);
    s->items[q][TOY_ROOM - 1] = 0;
    s->filled[q]--;
    take_turn (m, event, q, 1, received + 1);
    break;
  default:
    s->reg[t] = s->filled[q];
    effect (m, event, SETT_EFFECT_LOAD, end_of (q, 0), sent);
    effect (m, event, SETT_EFFECT_LOAD, end_of (q, 1), received);
  }
}

static void execute (toy_machine *m, unsigned t, sett_event *event) {
  toy_state *s = &m->state;
  const toy_instruction *in = toy_instruction_of (m, t);
  event->operation = toy_operation (in->code);
  switch (in->code) {
  case TOY_WAIT:
  case TOY_TIMEDWAIT:
    wait_for (m, t, event, in);
    return;
  case TOY_ARRIVE:
    arrive (m, t, event, in->a);
    return;
  case TOY_SPIN:
  case TOY_SPIN2:
    spin (m, t, event, in);
    return;
  }
  s->pc[t]++;
  switch (in->code) {
  case TOY_LOCK:
  case TOY_LOCK_AT:
    acquire (m, t, event, lock_of (m, t, in));
    break;
  case TOY_UNLOCK:
  case TOY_UNLOCK_AT:
    release (m, event, lock_of (m, t, in));
    break;
  case TOY_TRYLOCK:
  case TOY_TRYRDLOCK:
  case TOY_TRYWRLOCK:
    if (!attempt (m, t, event, in))
      s->pc[t] += in->b;
    break;
  case TOY_RDLOCK:
    rwlock (m, t, event, in->a, SETT_EFFECT_SHARE);
    break;
  case TOY_WRLOCK:
    rwlock (m, t, event, in->a, SETT_EFFECT_ACQUIRE);
    break;
  case TOY_RDUNLOCK:
    rwlock (m, t, event, in->a, SETT_EFFECT_UNSHARE);
    break;
  case TOY_WRUNLOCK:
    rwlock (m, t, event, in->a, SETT_EFFECT_RELEASE);
    break;
  case TOY_COUNT_DOWN:
  case TOY_PASS:
  case TOY_ASK_LATCH:
    latch (m, t, event, in);
    break;
  case TOY_SEM_WAIT:
  case TOY_SEM_TRYWAIT:
  case TOY_SEM_POST:
    semaphore (m, t, event, in);
    break;
  case TOY_SEND:
  case TOY_RECEIVE:
  case TOY_COUNT:
    use_queue (m, t, event, in);
    break;
  case TOY_SIGNAL:
  case TOY_BROADCAST:
    signal (m, event, in->a, in->code == TOY_BROADCAST);
    break;
  case TOY_LOAD:
    s->reg[t] = load (m, event, in->a);
    break;
  case TOY_LOAD_AT:
    s->reg[t] = load (m, event, in->a + s->reg[t]);
    break;
  case TOY_STORE:
    store (m, event, in->a, in->b);
    break;
  case TOY_STORE_AT:
    store (m, event, in->a + s->reg[t], in->b);
    break;
  case TOY_STORE_R:
    store (m, event, in->a, (uint8_t)(s->reg[t] + in->b));
    break;
  case TOY_ADD:
    effect (m, event, SETT_EFFECT_ADD, in->a, s->variables[in->a]);
    s->variables[in->a] += in->b;
    break;
  case TOY_FETCH:
    s->reg[t] = s->variables[in->a];
    store (m, event, in->a, (uint8_t)(s->reg[t] + in->b));
    break;
  case TOY_CAS:
    s->reg[t] = exchange (m, event, in->a, in->b, in->c);
    break;
  case TOY_CAS_AT:
    s->second[t] = s->reg[t];
    s->reg[t] = exchange (m, event, in->a + s->reg[t], in->b, in->c);
    break;
  case TOY_ATOMIC:
    store (m, event, load (m, event, in->a) == in->b ? in->c : in->d,
           s->reg[t]);
    break;
  case TOY_WIDE:
    store (m, event, in->a, in->b);
    store (m, event, in->c, in->b);
    break;
  case TOY_CREATE:
    s->started |= BIT (in->a);
    m->causes[in->a] = m->log.count - 1;
    break;
  case TOY_JOIN:
    event->cause = m->lasts[in->a];
    break;
  case TOY_CHOOSE:
    s->reg[t] = event->alternative;
    break;
  case TOY_DECIDE:
  case TOY_ANSWER:
  case TOY_ATTEMPT:
    decide (m, t, event, in);
    break;
  case TOY_TRY_OUT:
    s->reg[t] = event->alternative;
    if (event->alternative == in->d)
      store (m, event, in->a, in->b);
    else
      load (m, event, in->c);
    break;
  case TOY_END:
    s->over = 1;
    break;
  }
}

sett_event *toy_execute (toy_machine *m, unsigned t, unsigned alternative,
                         uint64_t enabled) {
  sett_event *event = &m->log.events[m->log.count++];
  const uint32_t cause =
      m->lasts[t] == SETT_NO_CAUSE && (m->program->waiting & BIT (t))
          ? m->causes[t]
          : SETT_NO_CAUSE;
  *event = (sett_event){.near_enabled = enabled,
                        .place = m->state.pc[t],
                        .first = m->log.effect_count,
                        .thread = t,
                        .alternative = alternative,
                        .alternatives = toy_alternatives (m, t),
                        .cause = cause};
  execute (m, t, event);
  m->lasts[t] = m->log.count - 1;
  if (!m->state.phase[t])
    run_invisible (m, t, event);
  return event;
}

void toy_step (toy_machine *m, unsigned thread, unsigned alternative) {
  toy_execute (m, thread, alternative, toy_enabled (m));
}

/* What a thread is about to do: kinds and objects. */
static void add_pending (toy_machine *m, unsigned t) {
  const toy_state *s = &m->state;
  const toy_instruction *in = toy_instruction_of (m, t);
  sett_event *event = &m->log.pending[t];
  *event = (sett_event){.first = m->log.effect_count,
                        .thread = t,
                        .operation = toy_operation (in->code),
                        .alternatives = 1,
                        .cause = SETT_NO_CAUSE};
  if (m->lasts[t] == SETT_NO_CAUSE && (m->program->waiting & BIT (t)))
    event->cause = m->causes[t];
  switch (in->code) {
  case TOY_LOCK:
  case TOY_LOCK_AT: {
    const unsigned lock = lock_of (m, t, in);
    effect (m, event, SETT_EFFECT_ACQUIRE, LOCKS + lock, s->locks[lock]);
    break;
  }
  case TOY_RDLOCK:
  case TOY_WRLOCK:
    effect (m, event,
            in->code == TOY_RDLOCK ? SETT_EFFECT_SHARE : SETT_EFFECT_ACQUIRE,
            RWLOCKS + in->a, s->rwlocks[in->a]);
    break;
  case TOY_SEM_WAIT:
    effect (m, event, SETT_EFFECT_TAKE, SEMAPHORES + in->a,
            s->semaphores[in->a]);
    break;
  case TOY_PASS:
    effect (m, event, SETT_EFFECT_PASS, LATCHES + in->a, s->latches[in->a]);
    break;
  case TOY_SEND:
  case TOY_RECEIVE:
    effect (m, event, SETT_EFFECT_NEXT, end_of (in->a, in->code == TOY_RECEIVE),
            SETT_UNKNOWN_STATE);
    break;
  case TOY_WAIT:
    if (s->phase[t] && (s->signalled & BIT (t))) {
      event->operation = SETT_DO_WAKE;
      event->cause = m->causes[t];
      effect (m, event, SETT_EFFECT_ACQUIRE, LOCKS + in->b, s->locks[in->b]);
    }
    break;
  case TOY_TIMEDWAIT:
    if (s->phase[t] == 2) {
      event->operation = SETT_DO_WAKE;
      effect (m, event, SETT_EFFECT_ACQUIRE, LOCKS + in->b, s->locks[in->b]);
    }
    break;
  case TOY_SPIN:
  case TOY_SPIN2:
    if (s->phase[t] == (in->code == TOY_SPIN ? 1 : 2)) {
      event->operation = SETT_DO_AWAIT;
      effect (m, event, SETT_EFFECT_AWAIT, in->a, s->seen[t])->changed =
          s->variables[in->a] != s->seen[t];
      if (in->code == TOY_SPIN2)
        effect (m, event, SETT_EFFECT_AWAIT, in->c, s->seen2[t])->changed =
            s->variables[in->c] != s->seen2[t];
    }
    break;
  default:
    break;
  }
}

/* What a thread would have done next if the program were not over: tried out.
 */
static void add_possible (toy_machine *m, unsigned t) {
  const toy_state state = m->state;
  const uint32_t last = m->lasts[t];
  uint32_t causes[TOY_THREADS], turns[2][TOY_OTHERS];
  memcpy (causes, m->causes, sizeof causes);
  memcpy (turns, m->turns, sizeof turns);
  m->log.pending[t] = *toy_execute (m, t, 0, 0);
  memcpy (m->causes, causes, sizeof causes);
  memcpy (m->turns, turns, sizeof turns);
  m->log.count--;
  m->lasts[t] = last;
  m->state = state;
}

static int is_announced (const toy_instruction *in, const sett_effect *e) {
  if (e->internal)
    return 0;
  switch (in->code) {
  case TOY_WAIT:
  case TOY_TIMEDWAIT:
    return e->object >= CONDITIONS;
  case TOY_ATOMIC:
  case TOY_WIDE:
    return e->object == in->a;
  default:
    return 1;
  }
}

/* A real machine, which cannot try it out, knows the object of an operation,
   not what else it will touch: the mutex of who waits, the place that an atomic
   operation chooses, what comes after it in the same transition. */
static void announce_less (toy_machine *m, unsigned t) {
  sett_log *log = &m->log;
  sett_event *event = &log->pending[t];
  const toy_instruction *in = toy_instruction_of (m, t);
  const uint32_t count = event->effects;
  int is_spreading = 0;
  event->effects = 0;
  for (uint32_t i = 0; i < count; i++) {
    const sett_effect e = log->effects[event->first + i];
    if (is_announced (in, &e))
      log->effects[event->first + event->effects++] = e;
    else
      is_spreading |= !e.internal;
  }
  log->effect_count = event->first + event->effects;
  if (m->reserve == TOY_TOLD)
    log->spreading.words[0] |= (uint64_t)is_spreading << t;
}

void toy_finish (toy_machine *m, sett_ending ending) {
  const toy_state *s = &m->state;
  sett_log *log = &m->log;
  log->ending = ending;
  log->stopped = s->over || s->violation || s->assumed;
  log->alive = log->enabled = log->spreading = SETT_NO_THREADS;
  for (unsigned t = 0; t < m->program->threads; t++)
    if ((s->started & BIT (t)) && !toy_is_finished (m, t) &&
        toy_instruction_of (m, t)->code < TOY_SKIP_IF) {
      sett_threads_add (&log->alive, t);
      if (is_enabled (m, t)) {
        sett_threads_add (&log->enabled, t);
        add_possible (m, t);
        if (m->reserve)
          announce_less (m, t);
      } else
        add_pending (m, t);
    }
}
