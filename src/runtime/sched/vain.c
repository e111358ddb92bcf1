/* Rounds of a loop that were in vain: see vain.h, which has definition and
 * proof. */

#include "runtime/sched/vain.h"

#include "base/assert.h"
#include "runtime/core/bare.h"
#include "runtime/sched/dead.h"
#include "runtime/core/knowledge.h"
#include "runtime/race/owners.h"
#include "runtime/sched/loop_sampling.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"
#include "runtime/sched/state.h"
#include "stateless/stateless.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

/* If no loop was seen in the first executions not every place is looked at any
   more.  (In these it does not depend on what was executed before, so that the
   search learns the same however it goes back: --undo.) */
void sett_vain_begin (void) {
  enum { FIRST = 32 };
  const sett_orders *orders = &engine.shared->orders;
  const int wanted = orders->search == SETT_STATELESS_DPOR &&
                     orders->preemptions < 0 &&
                     orders->task == SETT_TASK_SEARCH && !engine.locksets;
  const int early = engine.shared->executions < FIRST;
  engine.loops = !wanted ? SETT_LOOPS_IGNORED
                 : early ? SETT_LOOPS_SOUGHT
                         : SETT_LOOPS_SAMPLED;
  if (engine.loops == SETT_LOOPS_SAMPLED)
    sett_loop_sampling_begin ();
}

/* Is it of any use here to know of rounds in vain? */
static int is_of_use (void) {
  return !engine.multi && engine.has_snapshot && !engine.stateful &&
         (engine.gives_up || engine.loops != SETT_LOOPS_IGNORED);
}

static int is_sampled (void) {
  return !engine.gives_up && engine.loops == SETT_LOOPS_SAMPLED;
}

/* As long as no loop was seen nobody needs it in a later execution, where a
   page of the world would have to be put back; unless executions begin in the
   middle. */
static sett_round passing[SETT_MOST_THREADS];

static int rounds_last (void) {
  return engine.gives_up || engine.shared->orders.undo == SETT_UNDO_CHECKPOINT;
}

static sett_round *round_of (const sett_thread *t) {
  return &(rounds_last () ? world->rounds : passing)[t->number];
}

/* A loop was seen: from now on they last, those of this execution, too. */
static void learn_of_loops (void) {
  for (unsigned i = 0; i < SETT_MOST_THREADS && !rounds_last (); i++)
    if (sett_threads_have (world->alive, i))
      world->rounds[i] = passing[i];
  sett_know_gives_up ();
}

/*------------------------------------------------------------------------*/
/* The state of a thread (a). */

static uint64_t without (uint64_t value, const sett_dead *dead,
                         unsigned number) {
  return dead->registers >> number & 1 ? 0 : value;
}

/* What is dead is 0 while the rest is looked at. */
static uint64_t hash_of_stack (const sett_dead *dead, const char *sp,
                               const char *top, uint64_t seed) {
  uint64_t kept[SETT_MOST_DEAD];
  for (uint32_t i = 0; i < dead->count; i++) {
    SETT_ASSERT_SLOW (dead->parts[i].size <= sizeof kept[i]);
    memcpy (&kept[i], dead->parts[i].at, dead->parts[i].size);
    memset (dead->parts[i].at, 0, dead->parts[i].size);
  }
  const uint64_t hash = XXH3_64bits_withSeed (sp, (size_t)(top - sp), seed);
  for (uint32_t i = dead->count; i-- > 0;)
    memcpy (dead->parts[i].at, &kept[i], dead->parts[i].size);
  return hash;
}

/* How it computes with floating point, without what has happened so far. */
static uint64_t floating_point (void) {
  uint32_t vectors;
  uint16_t others;
  __asm__ volatile("stmxcsr %0\n  fnstcw %1" : "=m"(vectors), "=m"(others));
  return (uint64_t)others << 32 | (vectors & ~(uint32_t)63);
}

/* What the run-time keeps for it belongs to it, too. */
static uint64_t hash_of_self (const sett_thread *t, uintptr_t place,
                              unsigned arguments) {
  const sett_registers *r = &sett_entry_registers;
  uint64_t words[18] = {place};
  sett_dead dead;
  sett_dead_find (&dead, r, arguments, t->top);
  words[1] = without (r->rbx, &dead, 3);
  words[2] = without (r->rbp, &dead, 5);
  words[3] = without (r->r12, &dead, 12);
  words[4] = without (r->r13, &dead, 13);
  words[5] = without (r->r14, &dead, 14);
  words[6] = without (r->r15, &dead, 15);
  words[7] = r->rsp;
  for (unsigned i = 0; i < arguments; i++)
    words[8 + i] = r->arguments[i];
  words[11] = t->signal_mask;
  words[12] = (uint64_t)t->uncancellable | (uint64_t)t->cancel_asynchronous
                                               << 8;
  words[13] = (uintptr_t)t->cleanup;
  words[14] = t->held_count;
  words[15] = floating_point ();
  memcpy (&words[16], t->name, sizeof t->name);
  return hash_of_stack (&dead, (const char *)r->rsp, t->top,
                        XXH3_64bits (words, sizeof words));
}

/*------------------------------------------------------------------------*/
/* Memory (b): nothing may change between operations. */

static void open_part (sett_thread *t) {
  t->vain.memory = sett_state_of_memory ();
  t->vain.event = engine.log->count;
}

void sett_vain_close_part (sett_thread *t) {
  if (sett_own.wrote) {
    sett_own.wrote = 0;
    sett_spin_changed_own (t);
  }
  if (t->vain.heads && engine.gives_up) {
    const uint64_t memory = sett_state_of_memory ();
    if (memory != t->vain.memory)
      sett_vain_end (t);
    t->vain.memory = memory;
    t->vain.event = engine.log->count;
  }
}

/* If nobody else has run since, memory is what it was before the operation. */
void sett_vain_read (void) {
  sett_thread *t = sett_self ();
  if (t->vain.heads && engine.gives_up && engine.log->count > t->vain.event + 1)
    open_part (t);
}

void sett_vain_add_write (const void *object, uint64_t before, uint64_t after,
                          unsigned how) {
  sett_thread *t = sett_self ();
  if (t->vain.writes == SETT_MOST_TAKEN) {
    sett_vain_end (t);
    return;
  }
  round_of (t)->taken[t->vain.writes++] = (sett_taken){
      before, after, sett_object_number (object), sett_now (), how};
  if (engine.gives_up)
    open_part (t);
}

/*------------------------------------------------------------------------*/
/* What was written (c, d). */

static int uses (const sett_event *e, uint32_t object) {
  for (uint32_t i = 0; i < e->effects; i++)
    if (engine.log->effects[e->first + i].object == object)
      return 1;
  return 0;
}

/* Has another thread used it meanwhile? */
static int is_noticed (const sett_thread *t, uint32_t object, uint32_t from,
                       uint32_t to) {
  for (uint32_t i = from + 1; i < to; i++) {
    const sett_event *e = &engine.log->events[i];
    if (e->thread != t->number && uses (e, object))
      return 1;
  }
  return 0;
}

/* The writes to one object, from this one on. */
static int is_taken_back (const sett_thread *t, uint32_t first) {
  const sett_taken *taken = round_of (t)->taken;
  SETT_ASSERT (first < t->vain.writes && t->vain.writes <= SETT_MOST_TAKEN);
  const unsigned all = SETT_VAIN_UPDATES | SETT_VAIN_ACQUIRES;
  const int acquires = (taken[first].how & all) == all;
  if ((taken[first].how & SETT_VAIN_LOCKS) && taken[first].before)
    return 0;
  uint32_t last = first;
  for (uint32_t i = first; i < t->vain.writes; i++) {
    if (taken[i].object != taken[first].object)
      continue;
    if (!(taken[i].how & SETT_VAIN_UPDATES) &&
        !(acquires && taken[i].how & SETT_VAIN_RELEASES))
      return 0;
    last = i;
  }
  return taken[last].after == taken[first].before &&
         !is_noticed (t, taken[first].object, taken[first].event,
                      taken[last].event);
}

static int is_first_write (const sett_taken *taken, uint32_t from, uint32_t i) {
  for (uint32_t j = from; j < i; j++)
    if (taken[j].object == taken[i].object)
      return 0;
  return 1;
}

static int all_is_taken_back (const sett_thread *t, const sett_head *since) {
  SETT_ASSERT (since->writes <= t->vain.writes);
  for (uint32_t i = since->writes; i < t->vain.writes; i++)
    if (is_first_write (round_of (t)->taken, since->writes, i) &&
        !is_taken_back (t, i))
      return 0;
  return 1;
}

/*------------------------------------------------------------------------*/
/* Rounds. */

/* The latest place of the same state from which on nothing has happened. */
static const sett_head *find_head (const sett_thread *t, uintptr_t place,
                                   uint64_t self) {
  const uint32_t count = t->vain.heads;
  for (uint32_t i = count; i-- > 0 && count - i <= SETT_MOST_HEADS;) {
    const sett_head *h = &round_of (t)->heads[i % SETT_MOST_HEADS];
    if (h->place == place && h->self == self && all_is_taken_back (t, h))
      return h;
  }
  return NULL;
}

static void add_head (sett_thread *t, uintptr_t place, uint64_t self) {
  if (!t->vain.heads) {
    t->vain.writes = 0;
    if (engine.gives_up)
      open_part (t);
  }
  round_of (t)->heads[t->vain.heads++ % SETT_MOST_HEADS] =
      (sett_head){place, self, engine.log->count, t->vain.writes};
}

/* In a long execution some rounds now and then will do. */
static int is_left_out (sett_thread *t) {
  enum { ALWAYS = 64, PERIOD = 256, TOGETHER = 2 * SETT_MOST_HEADS };
  const uint32_t visit = t->vain.visits++;
  return visit >= ALWAYS && visit % PERIOD >= TOGETHER;
}

void sett_vain_look (uintptr_t place, unsigned arguments) {
  enum { SMALL = 8192 };
  sett_thread *t = sett_self ();
  const char *sp = (const char *)sett_entry_registers.rsp;
  if (!is_of_use () || world->in_atomic >= 0 || (size_t)(t->top - sp) > SMALL ||
      (!engine.gives_up && engine.loops == SETT_LOOPS_SOUGHT &&
       is_left_out (t))) {
    sett_vain_end (t);
    return;
  }
  const int asked = !t->vain.heads; /* by sett_vain_head */
  sett_vain_pass ();
  if (!asked && is_sampled () && !sett_loop_sampling_wants (place, t->number))
    return;
  const uint64_t self = hash_of_self (t, place, arguments);
  const sett_head *since = find_head (t, place, self);
  if (since && engine.gives_up) {
    t->vain.waits = 1;
    t->vain.since = since->event;
  } else if (since)
    learn_of_loops ();
  else if (is_sampled () && sett_loop_sampling_missed (place)) {
    t->vain.heads = 0;
    return;
  }
  add_head (t, place, self);
}

int sett_vain_goes_on (const sett_thread *t) {
  const uint32_t next = engine.log->count;
  return next < engine.plan->length &&
         engine.plan->choices[next].thread == t->number;
}

/* The only place where it was is the one where it is. */
void sett_vain_go_on (sett_thread *t) {
  sett_round *r = round_of (t);
  SETT_ASSERT (t->vain.heads);
  r->heads[0] = r->heads[(t->vain.heads - 1) % SETT_MOST_HEADS];
  r->heads[0].writes = 0;
  r->heads[0].event = engine.log->count;
  t->vain.heads = 1;
  t->vain.writes = 0;
  t->vain.waits = 0;
}

/*------------------------------------------------------------------------*/
/* Nobody can move. */

static int is_in_vain (const sett_event *e, uint32_t index) {
  const sett_thread *t = &world->threads[e->thread];
  SETT_ASSERT (e->thread < world->thread_count);
  return t->alive && t->vain.waits && index >= t->vain.since;
}

static int conflict (const sett_event *a, const sett_event *b) {
  return sett_events_dependent (a, engine.log->effects + a->first, b,
                                engine.log->effects + b->first);
}

/* Has somebody done something since that makes a difference to this event of a
   round in vain? */
static int matters (uint32_t index) {
  const sett_event *e = &engine.log->events[index];
  SETT_ASSERT (index < engine.log->count);
  for (uint32_t i = index + 1; i < engine.log->count; i++) {
    const sett_event *later = &engine.log->events[i];
    if (later->thread != e->thread && !is_in_vain (later, i) &&
        conflict (e, later))
      return 1;
  }
  return 0;
}

static int has_changed (const sett_thread *t) {
  for (uint32_t i = t->vain.since; i < engine.log->count; i++)
    if (engine.log->events[i].thread == t->number && matters (i))
      return 1;
  return 0;
}

/* Could an event of somebody who waits have seen what is taken back here?  Who
   locks and unlocks is noticed by those who ask whether something is locked. */
static int could_see (const sett_effect *written, const sett_effect *other) {
  if (written->object != other->object ||
      !sett_effects_conflict (written->kind, other->kind))
    return 0;
  return written->kind == SETT_EFFECT_STORE || other->kind == SETT_EFFECT_ASK;
}

static int pair_is_open (const sett_event *a, const sett_event *b) {
  const sett_effect *effects = engine.log->effects;
  for (uint32_t i = 0; i < a->effects; i++)
    for (uint32_t j = 0; j < b->effects; j++)
      if (could_see (&effects[a->first + i], &effects[b->first + j]))
        return 1;
  return 0;
}

/* Who waits in another way could be woken. */
static int somebody_watches (void) {
  for (sett_thread_set rest = world->alive; sett_threads_any (rest);
       rest = sett_threads_rest (rest)) {
    const sett_thread *t = &world->threads[sett_threads_first (rest)];
    if (!t->vain.waits && t->operation == SETT_DO_AWAIT)
      return 1;
  }
  return 0;
}

static int is_open (void) {
  const sett_event *events = engine.log->events;
  const uint32_t count = engine.log->count;
  const int watched = somebody_watches ();
  for (uint32_t i = 0; i < count; i++) {
    if (!is_in_vain (&events[i], i))
      continue;
    for (uint32_t k = 0; watched && k < events[i].effects; k++)
      if (engine.log->effects[events[i].first + k].kind == SETT_EFFECT_STORE)
        return 1;
    for (uint32_t j = 0; j < count; j++)
      if (is_in_vain (&events[j], j) && events[j].thread != events[i].thread &&
          pair_is_open (&events[i], &events[j]))
        return 1;
  }
  return 0;
}

sett_thread_set sett_vain_standstill (void) {
  sett_thread_set changed = SETT_NO_THREADS;
  int waiting = 0;
  for (sett_thread_set rest = world->alive; sett_threads_any (rest);
       rest = sett_threads_rest (rest)) {
    const sett_thread *t = &world->threads[sett_threads_first (rest)];
    waiting |= t->vain.waits;
    if (t->vain.waits && has_changed (t))
      sett_threads_add (&changed, t->number);
  }
  const int some = sett_threads_any (changed);
  if (some && engine.plan->gives_up)
    sett_end (SETT_IN_VAIN);
  if (!some && waiting && is_open ()) {
    sett_note_add (1, 0,
                   "threads wait busily, each for what another one writes and "
                   "takes back: whether they would see it is not known");
    sett_end (SETT_CUT);
  }
  return changed;
}
