/* Who knows of which access, as part of a state: see clocks.h, which has the
   argument. */

#include "runtime/race/clocks.h"

#include "base/assert.h"
#include "base/vector.h"
#include "runtime/core/os_model.h"
#include "runtime/race/races.h"

#include <string.h>

/* A clock: of a thread, of an object, of a fence. */
typedef struct row {
  uint64_t id;
  uint64_t time; /* virtual (clock.h); 0: it does not matter */
  uint32_t at[SETT_MOST_THREADS];
} row;

enum { OF_THREAD = 1, OF_OBJECT, OF_RELEASE, OF_LOADS, OF_OS_MODEL };

/* What a process has told; in the shared memory. */
typedef struct sett_told {
  SETT_VECTOR (row) rows;
  SETT_VECTOR (sett_access_past) accesses;
  sett_thread_set threads;         /* alive */
  uint32_t now[SETT_MOST_THREADS]; /* their own times */
} sett_told;

static uint64_t id_of (unsigned kind, uint64_t number) {
  SETT_ASSERT (number < (uint64_t)1 << 56);
  return (uint64_t)kind << 56 | number;
}

/*------------------------------------------------------------------------*/
/* Telling. */

static sett_told *told_by (unsigned process) {
  SETT_ASSERT (process < SETT_SYSTEM_PROCESSES);
  sett_member *m = &engine.shared->members[process];
  if (!m->told)
    m->told = sett_zalloc (1, sizeof *m->told);
  return m->told;
}

static void clear (sett_told *told) {
  told->rows.count = told->accesses.count = 0;
  told->threads = SETT_NO_THREADS;
}

void sett_clocks_begin (void) {
  for (unsigned i = 0; i < engine.shared->member_count; i++)
    if (engine.shared->members[i].told)
      clear (engine.shared->members[i].told);
}

static uint64_t time_that_matters (uint64_t time) {
  return engine.shared->time_matters ? time : 0;
}

static row *add_row (sett_told *told, uint64_t id, uint64_t time,
                     const sett_vector_clock *clock) {
  row *r = SETT_PUSH_SLOT (told->rows);
  r->id = id;
  r->time = time_that_matters (time);
  memset (r->at, 0, engine.most_threads * sizeof *r->at);
  if (!engine.all_visible)
    sett_vector_clock_write (r->at, clock, world->thread_count);
  return r;
}

static int is_empty (const sett_object_clock *clock) {
  return !clock->time &&
         sett_vector_clock_is_empty (&clock->at, world->thread_count);
}

static void tell_objects (sett_told *told) {
  const sett_object_clock *clock = (const sett_object_clock *)world - 1;
  for (uint32_t n = 1; n <= engine.shared->object_count; n++, clock--)
    if (!is_empty (clock))
      add_row (told, id_of (OF_OBJECT, n), clock->time, &clock->at);
}

/* One that has ended leaves its clock to who joins it. */
static int is_of_use (const sett_thread *t) {
  return t->alive || (t->done && !t->joined && !t->detached);
}

static void tell_thread (sett_told *told, const sett_thread *t) {
  const sett_fences *f = &world->fences[t->number];
  SETT_ASSERT (t->number < world->thread_count);
  add_row (told, id_of (OF_THREAD, t->number), 0, &t->clock);
  if (!t->alive)
    return;
  add_row (told, id_of (OF_RELEASE, t->number), 0, &f->released);
  add_row (told, id_of (OF_LOADS, t->number), 0, &f->loaded);
  sett_threads_add (&told->threads, t->number);
  told->now[t->number] = sett_vector_clock_of (&t->clock, t->number);
  SETT_ASSERT (told->now[t->number]);
}

static int all_know (const sett_access_past *a) {
  for (sett_thread_set rest = world->alive; sett_threads_any (rest);
       rest = sett_threads_rest (rest))
    if (sett_vector_clock_of (&world->threads[sett_threads_first (rest)].clock,
                              a->thread) < a->clock)
      return 0;
  return 1;
}

static int is_of_same_time (const sett_access_past *a,
                            const sett_access_past *b) {
  return a->thread == b->thread && a->clock == b->clock && a->how == b->how &&
         a->count == b->count;
}

/* Accesses to parts of a granule can be known as one, or as several. */
static int is_added (sett_told *told, const sett_access_past *a) {
  for (size_t i = told->accesses.count;
       i-- && told->accesses.at[i].low == a->low;)
    if (is_of_same_time (&told->accesses.at[i], a)) {
      told->accesses.at[i].mask |= a->mask;
      return 1;
    }
  return 0;
}

static void tell_access (const sett_access_past *a, void *data) {
  sett_told *told = data;
  const int freed = a->how & SETT_MEMORY_FREE;
  if ((freed ? !sett_heap_has (a->low << 3) : !all_know (a)) &&
      !is_added (told, a))
    SETT_PUSH (told->accesses, *a);
}

void sett_clocks_tell (void) {
  sett_told *told = told_by (engine.process);
  clear (told);
  for (uint32_t i = 0; i < world->thread_count; i++)
    if (world->threads[i].top && is_of_use (&world->threads[i]))
      tell_thread (told, &world->threads[i]);
  tell_objects (told);
  if (!engine.all_visible)
    sett_races_each (tell_access, told);
}

/* Of a child the first plane is given; the others are where it will be. */
enum { FIRST_TIME = 1 };

void sett_clocks_born (unsigned process, const sett_thread *child) {
  sett_told *told = told_by (process);
  clear (told);
  row *r = add_row (told, id_of (OF_THREAD, child->number), child->time,
                    &world->threads[child->number].clock);
  if (!engine.all_visible) {
    memcpy (r->at, child->clock.near, sizeof child->clock.near);
    r->at[child->number] = FIRST_TIME;
  }
  told->threads = sett_threads_of (child->number);
  SETT_ASSERT (told->rows.count == 1);
  told->now[child->number] = FIRST_TIME;
}

/*------------------------------------------------------------------------*/
/* Numbers of accesses, and bits of clocks: for the whole search, in the shared
 * memory.
 */

typedef struct numbered {
  uint64_t words[3];
  uint32_t number; /* from 1 on; 0: this one is empty */
} numbered;

typedef struct sett_numbers {
  numbered *table;
  size_t mask;
  uint32_t count;
} sett_numbers;

static size_t hash (const uint64_t *words) {
  uint64_t h = words[0] * 0x9e3779b97f4a7c15ul;
  h = (h ^ h >> 29 ^ words[1]) * 0xbf58476d1ce4e5b9ul;
  h = (h ^ h >> 32 ^ words[2]) * 0x94d049bb133111ebul;
  return h >> 20;
}

static numbered *find (numbered *table, size_t mask, const uint64_t *words) {
  size_t i = hash (words) & mask;
  while (table[i].number &&
         memcmp (table[i].words, words, sizeof table[i].words))
    i = (i + 1) & mask;
  return &table[i];
}

static void grow (sett_numbers *n) {
  const size_t count = n->table ? 2 * (n->mask + 1) : 256;
  SETT_ASSERT (!(count & (count - 1)));
  numbered *wider = sett_zalloc (count, sizeof *wider);
  for (size_t i = 0; n->table && i <= n->mask; i++)
    if (n->table[i].number)
      *find (wider, count - 1, n->table[i].words) = n->table[i];
  if (n->table)
    sett_free (n->table, (n->mask + 1) * sizeof *n->table);
  n->table = wider;
  n->mask = count - 1;
}

static uint32_t number_of (sett_numbers **numbers, uint64_t a, uint64_t b,
                           uint64_t c) {
  const uint64_t words[3] = {a, b, c};
  if (!*numbers)
    *numbers = sett_zalloc (1, sizeof **numbers);
  sett_numbers *n = *numbers;
  if (!n->table || 2 * n->count >= n->mask)
    grow (n);
  numbered *found = find (n->table, n->mask, words);
  if (!found->number) {
    memcpy (found->words, words, sizeof words);
    found->number = ++n->count;
  }
  SETT_ASSERT (found->number && found->number <= n->count);
  return found->number;
}

static uint32_t number_of_access (unsigned process, const sett_access_past *a) {
  return number_of (&engine.shared->numbered_accesses, a->low, a->count,
                    (uint64_t)process << 16 | (unsigned)a->mask << 8 | a->how);
}

static uint32_t number_of_clock (unsigned process, uint64_t id) {
  return number_of (&engine.shared->numbered_clocks, process, id, 0);
}

/* In a checkpoint. */
static void save_numbers (sett_saved *s, const sett_numbers *n) {
  sett_saved_put_number (s, n ? n->count : 0);
  for (size_t i = 0; n && n->table && i <= n->mask; i++)
    if (n->table[i].number)
      sett_saved_put (s, &n->table[i], sizeof n->table[i]);
}

/* They are those of the file, whatever the order. */
static void load_numbers (sett_saved *s, sett_numbers **numbers) {
  const uint64_t count = sett_saved_get_count (s, sizeof (numbered));
  if (*numbers && (*numbers)->table)
    memset ((*numbers)->table, 0,
            ((*numbers)->mask + 1) * sizeof *(*numbers)->table);
  if (*numbers)
    (*numbers)->count = 0;
  for (uint64_t i = 0; i < count && !s->failed; i++) {
    numbered one;
    sett_saved_get (s, &one, sizeof one);
    number_of (numbers, one.words[0], one.words[1], one.words[2]);
    find ((*numbers)->table, (*numbers)->mask, one.words)->number = one.number;
  }
}

void sett_clocks_save (sett_saved *s) {
  save_numbers (s, engine.shared->numbered_accesses);
  save_numbers (s, engine.shared->numbered_clocks);
}

void sett_clocks_load (sett_saved *s) {
  load_numbers (s, &engine.shared->numbered_accesses);
  load_numbers (s, &engine.shared->numbered_clocks);
}

/*------------------------------------------------------------------------*/
/* Who knows? */

/* Where the data go that must be the same. */
typedef struct sink {
  void (*visit) (const void *, size_t, void *);
  void *data;
} sink;

#define worries (engine.shared->worries)

static void visit_words (const sink *s, uint64_t a, uint64_t b, uint64_t c) {
  const uint64_t words[] = {a, b, c};
  s->visit (words, sizeof words, s->data);
}

/* Asks everybody who has a clock: does it know of that time of the thread? */
static void ask_all (unsigned thread, uint32_t time,
                     void (*answer) (unsigned process, uint64_t id, void *),
                     void *data) {
  const sett_shared *shared = engine.shared;
  SETT_ASSERT (thread < SETT_MOST_THREADS);
  for (uint32_t p = 0; p < shared->member_count; p++) {
    const sett_told *told = shared->members[p].told;
    for (size_t i = 0; told && i < told->rows.count; i++)
      if (told->rows.at[i].at[thread] >= time)
        answer (p, told->rows.at[i].id, data);
  }
  for (uint32_t i = 0; i < os_model->clock_count; i++)
    if (sett_vector_clock_of (&os_model->clocks[i].at, thread) >= time)
      answer (0, id_of (OF_OS_MODEL, i), data);
  for (uint32_t i = 0; i < conduct->thread_count; i++) { /* (waiters.h) */
    const sett_station *s = &shared->stations[i];
    if (s->alive && s->given_clock[thread] >= time)
      answer (s->process, id_of (OF_THREAD, i), data);
  }
}

typedef struct question {
  const sink *sink;
  uint32_t about;
  uint64_t knowers;
} question;

static void note_knower (unsigned process, uint64_t id, void *data) {
  question *q = data;
  const uint32_t bit = number_of_clock (process, id) - 1;
  if (bit < 64)
    q->knowers |= (uint64_t)1 << bit;
  else
    visit_words (q->sink, q->about, process, id);
}

static inline int worries_ascend (void) {
  for (size_t i = 1; i < worries.count; i++)
    if (worries.at[i - 1].access > worries.at[i].access)
      return 0;
  return 1;
}

static void add_worry (const sink *s, unsigned process,
                       const sett_access_past *a) {
  question q = {.sink = s, .about = number_of_access (process, a)};
  ask_all (a->thread, a->clock, note_knower, &q);
  size_t i = worries.count;
  while (i && worries.at[i - 1].access > q.about)
    i--;
  SETT_PUSH (worries, ((sett_worry){0}));
  memmove (worries.at + i + 1, worries.at + i,
           (worries.count - 1 - i) * sizeof *worries.at);
  worries.at[i] = (sett_worry){q.about, q.knowers};
  SETT_ASSERT_SLOW (worries_ascend ());
}

static void visit_told (const sink *s, unsigned process,
                        const sett_told *told) {
  for (size_t i = 0; i < told->accesses.count; i++)
    add_worry (s, process, &told->accesses.at[i]);
  for (size_t i = 0; i < told->rows.count; i++)
    if (told->rows.at[i].time)
      visit_words (s, process, told->rows.at[i].id, told->rows.at[i].time);
}

static void note_present (unsigned process, uint64_t id, void *data) {
  const question *q = data;
  if (id != id_of (OF_THREAD, q->about))
    visit_words (q->sink, (uint64_t)q->about << 32 | 1, process, id);
}

static void visit_present (const sink *s, const sett_told *told) {
  for (sett_thread_set rest = told->threads; sett_threads_any (rest);
       rest = sett_threads_rest (rest)) {
    const unsigned t = sett_threads_first (rest);
    question q = {.sink = s, .about = t};
    if (!engine.all_visible)
      ask_all (t, told->now[t], note_present, &q);
  }
}

static void add_shared_worry (const sett_access_past *a, void *s) {
  add_worry (s, SETT_SYSTEM_PROCESSES, a); /* everybody's */
}

const sett_worry *
sett_clocks_worries (size_t *count,
                     void (*visit) (const void *, size_t, void *), void *data) {
  const sett_shared *shared = engine.shared;
  sink s = {visit, data};
  worries.count = 0;
  if (!engine.all_visible)
    sett_races_each_shared (add_shared_worry, &s);
  for (uint32_t i = 0; i < shared->member_count; i++)
    if (shared->members[i].told) {
      visit_told (&s, i, shared->members[i].told);
      visit_present (&s, shared->members[i].told);
    }
  for (uint32_t i = 0; shared->time_matters && i < os_model->clock_count; i++)
    visit_words (&s, i, id_of (OF_OS_MODEL, i), os_model->clocks[i].time);
  *count = worries.count;
  return worries.at;
}

/* Both are sorted; one access can be there several times, at other times. */
int sett_worries_within (const sett_worry *w, size_t count,
                         const sett_worry *worse, size_t worse_count) {
  size_t k = 0;
  for (size_t i = 0; i < count; i++) {
    while (k < worse_count && worse[k].access < w[i].access)
      k++;
    size_t m = k;
    while (m < worse_count && worse[m].access == w[i].access &&
           (worse[m].knowers & ~w[i].knowers))
      m++;
    if (m == worse_count || worse[m].access != w[i].access)
      return 0;
  }
  return 1;
}
