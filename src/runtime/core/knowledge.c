/* What was learnt in earlier executions: see knowledge.h.  Whatever changes
   what events are makes the search begin anew. */

#include "runtime/core/sockets_known.h"
#include "runtime/core/knowledge.h"

#include "base/assert.h"
#include "base/memory.h"
#include "runtime/core/upcalls.h"
#include "runtime/core/os_model.h"

#include <string.h>

static sett_member *member (void) {
  return &engine.shared->members[engine.process];
}

/* Executions so far are void, unless this is the first and has made no choice.
 */
static void begin_anew (void) {
  conduct->anew |= engine.has_snapshot ? SETT_ANEW_EVENTS : 0;
  upcalls.reconsider_owners ();
}

/*------------------------------------------------------------------------*/
/* Special memory, in the order of addresses. */

static uintptr_t granule_of (const void *address) {
  return (uintptr_t)address & ~(uintptr_t)7;
}

/* The first one that is not below. */
static size_t position_of (const sett_specials *all, uintptr_t granule) {
  size_t low = 0, high = all->count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (all->at[middle].granule < granule)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static sett_special *find_in (const sett_specials *all, uintptr_t granule) {
  const size_t i = position_of (all, granule);
  return i < all->count && all->at[i].granule == granule ? &all->at[i] : NULL;
}

static sett_special *add_in (sett_specials *all, uintptr_t granule) {
  const size_t i = position_of (all, granule);
  if (i < all->count && all->at[i].granule == granule)
    return &all->at[i];
  (void)SETT_PUSH_SLOT (*all);
  memmove (&all->at[i + 1], &all->at[i],
           (all->count - 1 - i) * sizeof *all->at);
  all->at[i] = (sett_special){.granule = granule};
  SETT_ASSERT (!i || all->at[i - 1].granule < granule);
  return &all->at[i];
}

static void count_specials (void) {
  engine.specials = (uint32_t)(member ()->specials.count +
                               engine.shared->shared_specials.count);
}

/*------------------------------------------------------------------------*/
/* Habits: bits in the shared memory, and variables for quick access. */

static int *const habits[] = {
    &engine.release_visible,  &engine.finish_visible, &engine.cancelling,
    &engine.main_leaves,      &engine.free_visible,   &engine.dies_early,
    &engine.signalled,        &engine.copied,         &engine.calls_visible,
    &engine.undeclared,       &engine.updates_store,  &engine.gives_up,
    &engine.arrivals_visible, &engine.ordered_output, &engine.at_exit_visible,
    &engine.later_visible,
};

enum { HABITS = sizeof habits / sizeof *habits };

void sett_knowledge_open (void) {
  for (unsigned i = 0; i < HABITS; i++)
    *habits[i] = member ()->habits >> i & 1;
  count_specials ();
}

/*------------------------------------------------------------------------*/
/* As words: a kind in the upper bits, the process, then what belongs to it.
   Births come in the order of their numbers. */

enum {
  OF_HABITS = 1,
  OF_BIRTH,
  OF_SPECIAL,
  OF_PROCESS = SETT_LEARNED_PROCESS,
  OF_STUCK,
  OF_QUEUE,
  OF_SHARED_SPECIAL,
  OF_REGION,
  OF_GUEST,
  KIND_AT = SETT_LEARNED_KIND_AT,
  PROCESS_AT = 52
};

/* Bits of a special granule: three that its address does not use below, one
   above. */
static const uint64_t HANDLED = (uint64_t)1 << 48;

static uint64_t of_special (const sett_special *s) {
  return s->granule |
         (unsigned)(s->visible | s->reported << 1 | s->mixed << 2) |
         (s->handled ? HANDLED : 0);
}

static uint64_t word (unsigned kind, unsigned process, uint64_t rest) {
  SETT_ASSERT (process < SETT_SYSTEM_PROCESSES && !(rest >> PROCESS_AT));
  return (uint64_t)kind << KIND_AT | (uint64_t)process << PROCESS_AT | rest;
}

static uint32_t save_specials (uint64_t *words, uint64_t kind,
                               const sett_specials *all) {
  for (size_t i = 0; i < all->count; i++)
    words[i] = kind | of_special (&all->at[i]);
  return (uint32_t)all->count;
}

static void load_birth (uint64_t rest) {
  sett_shared *shared = engine.shared;
  if (shared->birth_count == SETT_MOST_THREADS)
    return;
  shared->births[shared->birth_count].creator = (uint32_t)(rest >> 32) & 0xff;
  SETT_ASSERT (shared->birth_count < SETT_MOST_THREADS);
  shared->births[shared->birth_count++].ordinal = (uint32_t)rest;
}

static void load_special (sett_specials *all, uint64_t rest) {
  const uintptr_t granule = rest & ~(uint64_t)7 & ~HANDLED;
  *add_in (all, granule) = (sett_special){.granule = granule,
                                          .visible = rest & 1,
                                          .reported = rest >> 1 & 1,
                                          .mixed = rest >> 2 & 1,
                                          .handled = !!(rest & HANDLED)};
}

static void add_queue (uint64_t key) {
  sett_shared *shared = engine.shared;
  if (shared->shared_queue_count < SETT_MOST_SHARED_QUEUES)
    shared->shared_queues[shared->shared_queue_count++] = key;
}

static void load_region (uint64_t key) {
  sett_shared *shared = engine.shared;
  if (shared->region_count < SETT_MOST_REGIONS)
    shared->regions[shared->region_count++] = key;
}

/* Threads that are stuck: so many in a word, which has the number of the word
   in place of a process. */
enum { STUCK_IN_WORD = 32 };
#define STUCK_WORDS (SETT_MOST_THREADS / STUCK_IN_WORD)

static void load_stuck (unsigned number, uint64_t mask) {
  for (unsigned i = 0; i < STUCK_IN_WORD && number < STUCK_WORDS; i++)
    if (mask >> i & 1)
      sett_threads_add (&engine.shared->stuck, STUCK_IN_WORD * number + i);
}

static uint32_t save_stuck (uint64_t *words) {
  uint32_t n = 0;
  for (unsigned number = 0; number < STUCK_WORDS; number++) {
    uint64_t mask = 0;
    for (unsigned i = 0; i < STUCK_IN_WORD; i++)
      if (sett_threads_have (engine.shared->stuck, STUCK_IN_WORD * number + i))
        mask |= (uint64_t)1 << i;
    if (mask)
      words[n++] = word (OF_STUCK, number, mask);
  }
  return n;
}

/* Memory of Java programs: half a key in a word, which has the number of the
   half in place of a process. */
static void load_guest (unsigned half, uint64_t rest) {
  sett_errands *e = engine.shared->errands;
  if (!e)
    return;
  if (!half)
    SETT_PUSH (e->promoted, rest);
  else if (e->promoted.count)
    e->promoted.at[e->promoted.count - 1] |= rest << 32;
}

static uint32_t count_guests (void) {
  const sett_errands *e = engine.shared->errands;
  return e ? (uint32_t)e->promoted.count : 0;
}

static uint32_t save_guests (uint64_t *words) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < count_guests (); i++) {
    const uint64_t key = engine.shared->errands->promoted.at[i];
    words[n++] = word (OF_GUEST, 0, (uint32_t)key);
    words[n++] = word (OF_GUEST, 1, key >> 32);
  }
  return n;
}

void sett_know_guests (void) {
  sett_errands *e = engine.shared->errands;
  for (size_t i = 0; i < e->promoted.count; i++)
    if (e->promoted.at[i] == e->racing)
      return;
  SETT_PUSH (e->promoted, e->racing);
  begin_anew ();
}

static void load_word (uint64_t w) {
  const uint64_t rest = w & (((uint64_t)1 << PROCESS_AT) - 1);
  sett_member *m =
      &engine.shared->members[(w >> PROCESS_AT & 0xff) % SETT_SYSTEM_PROCESSES];
  switch (w >> KIND_AT) {
  case OF_HABITS:
    m->habits = (uint32_t)rest;
    break;
  case OF_BIRTH:
    load_birth (rest);
    break;
  case OF_SPECIAL:
    load_special (&m->specials, rest);
    break;
  case OF_SHARED_SPECIAL:
    load_special (&engine.shared->shared_specials, rest);
    break;
  case OF_REGION:
    load_region (rest);
    break;
  case OF_STUCK:
    load_stuck (w >> PROCESS_AT & 0xff, rest);
    break;
  case OF_QUEUE:
    add_queue (rest);
    break;
  case OF_GUEST:
    load_guest (w >> PROCESS_AT & 0xff, rest);
    break;
  case OF_PROCESS:
    m->main = (uint8_t)rest;
    if (engine.shared->member_count <= (w >> PROCESS_AT & 0xff))
      engine.shared->member_count = (w >> PROCESS_AT & 0xff) + 1;
    break;
  default:
    break;
  }
}

void sett_knowledge_load (void) {
  const sett_orders *orders = &engine.shared->orders;
  if (!orders->learned_count)
    return;
  engine.shared->birth_count = engine.shared->initial_count;
  SETT_ASSERT (engine.shared->initial_count <= SETT_SYSTEM_PROCESSES);
  for (unsigned i = 0; i < SETT_SYSTEM_PROCESSES; i++)
    engine.shared->members[i].specials.count = 0;
  engine.shared->shared_specials.count = 0;
  engine.shared->shared_queue_count = engine.shared->region_count = 0;
  if (engine.shared->errands)
    engine.shared->errands->promoted.count = 0;
  for (uint32_t i = 0; i < orders->learned_count; i++)
    load_word (orders->learned[i]);
  upcalls.forget_queues ();
  sett_knowledge_open ();
}

static size_t most_words (void) {
  size_t n = STUCK_WORDS + 2 * SETT_SYSTEM_PROCESSES +
             engine.shared->birth_count + engine.shared->shared_queue_count +
             engine.shared->shared_specials.count +
             engine.shared->region_count + 2 * count_guests ();
  for (unsigned i = 0; i < SETT_SYSTEM_PROCESSES; i++)
    n += engine.shared->members[i].specials.count;
  return n;
}

uint64_t *sett_knowledge_save (uint32_t *count) {
  const sett_shared *shared = engine.shared;
  uint64_t *words = sett_alloc (most_words () * sizeof *words);
  uint32_t n = 0;
  for (uint32_t i = shared->initial_count; i < shared->birth_count; i++)
    words[n++] = word (OF_BIRTH, 0,
                       (uint64_t)shared->births[i].creator << 32 |
                           shared->births[i].ordinal);
  /* One at least, if the program was run as a system though it is alone. */
  for (unsigned p = shared->orders.alone ? 0 : shared->initial_count;
       engine.multi && p < shared->member_count; p++)
    words[n++] = word (OF_PROCESS, p, shared->members[p].main);
  for (unsigned p = 0; p < SETT_SYSTEM_PROCESSES; p++) {
    const sett_member *m = &shared->members[p];
    if (m->habits)
      words[n++] = word (OF_HABITS, p, m->habits);
    n += save_specials (words + n, word (OF_SPECIAL, p, 0), &m->specials);
  }
  for (uint32_t i = 0; i < shared->region_count; i++)
    words[n++] = word (OF_REGION, 0, shared->regions[i]);
  n += save_specials (words + n, word (OF_SHARED_SPECIAL, 0, 0),
                      &shared->shared_specials);
  for (uint32_t i = 0; i < shared->shared_queue_count; i++)
    words[n++] = word (OF_QUEUE, 0, shared->shared_queues[i]);
  n += save_stuck (words + n);
  n += save_guests (words + n);
  *count = n;
  SETT_ASSERT (n <= most_words ());
  return words;
}

/*------------------------------------------------------------------------*/

static void know (int *habit) {
  if (*habit)
    return;
  *habit = 1;
  for (unsigned i = 0; i < HABITS; i++)
    member ()->habits |= (unsigned)*habits[i] << i;
  begin_anew ();
}

void sett_know_releases (void) {
  know (&engine.release_visible);
}

void sett_know_arrivals (void) {
  know (&engine.arrivals_visible);
}

void sett_know_finishes (void) {
  know (&engine.finish_visible);
}

void sett_know_cancelling (void) {
  know (&engine.cancelling);
}

void sett_know_main_leaves (void) {
  know (&engine.main_leaves);
}

void sett_know_calls (void) {
  know (&engine.calls_visible);
}

void sett_know_undeclared (void) {
  know (&engine.undeclared);
}

void sett_know_updates (void) {
  know (&engine.updates_store);
}

void sett_know_ordered_output (void) {
  know (&engine.ordered_output);
}

void sett_know_at_exit (void) {
  know (&engine.at_exit_visible);
}

void sett_know_later (void) {
  know (&engine.later_visible);
}

void sett_know_gives_up (void) {
  know (&engine.gives_up);
}

void sett_know_frees (void) {
  know (&engine.free_visible);
}

static void know_of (unsigned process, int *habit, uint32_t bit) {
  sett_member *m = &engine.shared->members[process];
  SETT_ASSERT (process < SETT_SYSTEM_PROCESSES);
  if (process == engine.process)
    know (habit);
  else if (!(m->habits & bit)) {
    m->habits |= bit;
    begin_anew ();
  }
}

void sett_know_dies_early (unsigned process) {
  know_of (process, &engine.dies_early, SETT_HABIT_DIES_EARLY);
}

void sett_know_copied (void) {
  know (&engine.copied);
  know (&engine.release_visible);
}

void sett_know_calls_of (unsigned process) {
  know_of (process, &engine.calls_visible, SETT_HABIT_CALLS);
}

void sett_know_signalled (unsigned process) {
  if (engine.shared->members[process].stands_in)
    sett_note_add (SETT_NOTE_BOUNDS, 0,
                   "a Java program gets a signal: it ends without its shutdown "
                   "hooks");
  know_of (process, &engine.signalled, SETT_HABIT_SIGNALLED);
}

int sett_knows_shared_queue (uint64_t key) {
  const sett_shared *shared = engine.shared;
  for (uint32_t i = 0; i < shared->shared_queue_count; i++)
    if (shared->shared_queues[i] == key)
      return 1;
  return 0;
}

void sett_know_shared_queue (uint64_t key) {
  if (sett_knows_shared_queue (key))
    return;
  add_queue (key);
  begin_anew ();
}

/* The supervisor runs the program again, with room for more. */
static void want_threads (void) {
  engine.active = 0;
  engine.shared->wants_threads = 1;
  engine.shared->phase = SETT_PHASE_DONE;
  sett_raw (SYS_exit_group, 0);
}

/* The child has this number in all executions, whoever else creates threads
   before. */
unsigned sett_know_birth (unsigned creator, uint32_t ordinal) {
  sett_shared *shared = engine.shared;
  uint32_t i = shared->initial_count;
  while (i < shared->birth_count && (shared->births[i].creator != creator ||
                                     shared->births[i].ordinal != ordinal))
    i++;
  if (i == SETT_MOST_THREADS)
    return 0;
  if (i >= engine.most_threads)
    want_threads ();
  if (i == shared->birth_count) {
    shared->births[i].creator = creator;
    shared->births[i].ordinal = ordinal;
    shared->birth_count++;
  }
  SETT_ASSERT (i < SETT_MOST_THREADS);
  return i;
}

/* The same for processes: the one whose first thread has this number. */
unsigned sett_know_process (unsigned thread) {
  sett_shared *shared = engine.shared;
  uint32_t i = shared->initial_count;
  while (i < shared->member_count && shared->members[i].main != thread)
    i++;
  if (i == SETT_SYSTEM_PROCESSES)
    return 0;
  if (i == shared->member_count) {
    shared->members[i].main = (uint8_t)thread;
    shared->member_count++;
    if (shared->orders.failures[SETT_FAILURE_CRASH])
      begin_anew (); /* it can crash, too */
  }
  SETT_ASSERT (i < SETT_SYSTEM_PROCESSES);
  return i;
}

/*------------------------------------------------------------------------*/

/* Those of a process, or of the memory that processes share. */
static sett_specials *specials_for (unsigned process, const void *address) {
  SETT_ASSERT (process < SETT_SYSTEM_PROCESSES);
  return sett_is_shared (address) ? &engine.shared->shared_specials
                                  : &engine.shared->members[process].specials;
}

static sett_special *find (const void *address) {
  return find_in (specials_for (engine.process, address), granule_of (address));
}

static sett_special *add_to (unsigned process, const void *address) {
  sett_special *s =
      add_in (specials_for (process, address), granule_of (address));
  count_specials ();
  return s;
}

void sett_know_promoted (unsigned process, const void *address) {
  sett_special *s = add_to (process, address);
  if (s->visible && s->reported)
    return;
  s->visible = s->reported = 1;
  begin_anew ();
}

#define KNOWS(ASPECT)                                                          \
  int sett_knows_##ASPECT (const void *address) {                              \
    const sett_special *s = engine.specials ? find (address) : NULL;           \
    return s && s->ASPECT;                                                     \
  }

#define LEARNS(ASPECT)                                                         \
  void sett_know_##ASPECT (const void *address) {                              \
    if (sett_knows_##ASPECT (address))                                         \
      return;                                                                  \
    add_to (engine.process, address)->ASPECT = 1;                              \
    begin_anew ();                                                             \
  }

KNOWS (visible)
KNOWS (reported)
KNOWS (mixed)
KNOWS (handled)
LEARNS (visible)
LEARNS (mixed)
LEARNS (handled)

static int any_within (const sett_specials *all, uintptr_t low,
                       uintptr_t span) {
  for (size_t i = position_of (all, low);
       i < all->count && all->at[i].granule - low < span; i++)
    if (all->at[i].visible || all->at[i].handled)
      return 1;
  return 0;
}

int sett_knows_visible_memory (void) {
  return engine.specials && any_within (&member ()->specials, 0, UINTPTR_MAX);
}

int sett_knows_any_special (const void *address, size_t size) {
  const uintptr_t low = granule_of (address);
  SETT_ASSERT (size);
  const uintptr_t span = (uintptr_t)address + size - low;
  return engine.specials &&
         any_within (specials_for (engine.process, address), low, span);
}

sett_sockets_known *sett_sockets_known_get (void) {
  sett_shared *shared = engine.shared;
  if (!shared->sockets)
    shared->sockets = sett_zalloc (1, sizeof *shared->sockets);
  return shared->sockets;
}
