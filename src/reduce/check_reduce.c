/* The definition of persistent sets, checked: see check_reduce.h.

   A *move* is a transition of a process with its partner; its *result* in a
   state are all stable states to which it can lead and the violations on the
   way.

   What was found to be right about a set T in a state q is right wherever q is
   reached again by a run that avoids the same T, so that pairs (T, q) are
   remembered, by hash, and tested once.  The bound is on the states tested
   anew for one selected set; it is lower when much has been tested already, so
   that large models come to an end.  Hashes of 64 bits also stand for states
   and violations when results are compared: if two were taken for the same, a
   test would be lost. */

#include "reduce/check_reduce.h"

#include "base/assert.h"
#include "base/hash.h"
#include "base/text.h"
#include "kernel/describe.h"
#include "kernel/expand.h"
#include "reduce/check_leap.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#define MOST_STATES 300u         /* tested for one selected set */
#define FEW_STATES 4u            /* the same, when so many were tested: */
#define GENEROUS 20000u          /* in all, before time matters */
#define MOST_RESULTS 256u        /* of one move: others are not compared */
#define MOST_REMEMBERED 1000000u /* pairs of a set and a state */

/* States, one behind the other; sizes are multiples of eight bytes. */
typedef struct batch {
  SETT_VECTOR (uint64_t) words;
  SETT_VECTOR (size_t) offsets;
  SETT_VECTOR (uint32_t) sizes;
} batch;

typedef SETT_VECTOR (uint64_t) hash_set; /* sorted, without repetitions */

typedef struct result {
  batch states;
  hash_set violations;
  int possible;
} result;

typedef struct view {
  const unsigned char *at;
  uint32_t size;
} view;

struct sett_reduce_checker {
  sett_model *model;
  sett_expander *expander;
  int keeps_order;
  sett_move_set selected;       /* T */
  sett_move_set moves;          /* all that are possible in the state tested */
  batch queue;                  /* states reached by avoiding T */
  SETT_VECTOR (result) results; /* of `moves`; some are spare */
  result after;                 /* of a move after another */
  hash_set one_way, other_way;
  uint64_t *remembered; /* open addressing; 0: free */
  size_t remembered_count, remembered_room;
  uint64_t tested; /* states, for all sets */
  sett_text wrong;
};

/* -------------------------------------------------------------- states --- */

static void batch_add (batch *b, view v) {
  SETT_ASSERT (!(v.size % 8));
  SETT_PUSH (b->offsets, b->words.count);
  SETT_PUSH (b->sizes, v.size);
  for (uint32_t i = 0; i < v.size; i += 8) {
    uint64_t word;
    memcpy (&word, v.at + i, 8);
    SETT_PUSH (b->words, word);
  }
  SETT_ASSERT (b->offsets.count == b->sizes.count);
}

static void batch_clear (batch *b) {
  b->words.count = b->offsets.count = b->sizes.count = 0;
}

static void batch_release (batch *b) {
  SETT_RELEASE (b->words);
  SETT_RELEASE (b->offsets);
  SETT_RELEASE (b->sizes);
}

/* Valid until something is added. */
static view batch_at (const batch *b, size_t i) {
  SETT_ASSERT (i < b->sizes.count);
  return (view){(const unsigned char *)(b->words.at + b->offsets.at[i]),
                b->sizes.at[i]};
}

static int compare_hashes (const void *a, const void *b) {
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static void tidy (hash_set *set) {
  size_t kept = 0;
  if (set->count)
    qsort (set->at, set->count, sizeof *set->at, compare_hashes);
  for (size_t i = 0; i < set->count; i++)
    if (!kept || set->at[kept - 1] != set->at[i])
      set->at[kept++] = set->at[i];
  SETT_ASSERT (kept <= set->count);
  set->count = kept;
}

static int same_set (const hash_set *a, const hash_set *b) {
  return a->count == b->count &&
         (!a->count || !memcmp (a->at, b->at, a->count * sizeof *a->at));
}

/* ----------------------------------------------------------- lifetime --- */

sett_reduce_checker *sett_reduce_checker_create (sett_model *model,
                                                 int keeps_order) {
  sett_reduce_checker *c = sett_zalloc (1, sizeof *c);
  c->model = model;
  c->keeps_order = keeps_order;
  c->expander = sett_expander_create (model);
  return c;
}

static void result_release (result *r) {
  batch_release (&r->states);
  SETT_RELEASE (r->violations);
}

static void forget (sett_reduce_checker *c) {
  sett_free (c->remembered, c->remembered_room * sizeof *c->remembered);
  c->remembered = NULL;
  c->remembered_room = c->remembered_count = 0;
}

void sett_reduce_checker_destroy (sett_reduce_checker *c) {
  if (!c)
    return;
  sett_expander_destroy (c->expander);
  SETT_RELEASE (c->selected);
  SETT_RELEASE (c->moves);
  batch_release (&c->queue);
  for (size_t i = 0; i < c->results.count; i++)
    result_release (&c->results.at[i]);
  SETT_RELEASE (c->results);
  result_release (&c->after);
  SETT_RELEASE (c->one_way);
  SETT_RELEASE (c->other_way);
  forget (c);
  sett_text_release (&c->wrong);
  sett_free (c, sizeof *c);
}

const char *sett_reduce_checker_wrong (const sett_reduce_checker *c) {
  return c->wrong.length ? sett_text_get (&c->wrong) : NULL;
}

/* -------------------------------------------------------------- memory --- */

static uint64_t *find_remembered (const sett_reduce_checker *c, uint64_t hash) {
  size_t i = sett_mix64 (hash) & (c->remembered_room - 1);
  SETT_ASSERT (c->remembered_room &&
               !(c->remembered_room & (c->remembered_room - 1)));
  while (c->remembered[i] && c->remembered[i] != hash)
    i = (i + 1) & (c->remembered_room - 1);
  return &c->remembered[i];
}

static void widen (sett_reduce_checker *c) {
  uint64_t *old = c->remembered;
  const size_t room = c->remembered_room;
  c->remembered_room = room ? 2 * room : 1024;
  c->remembered = sett_zalloc (c->remembered_room, sizeof *c->remembered);
  for (size_t i = 0; i < room; i++)
    if (old[i])
      *find_remembered (c, old[i]) = old[i];
  sett_free (old, room * sizeof *old);
}

/* True if T was tested in this state before. */
static int is_remembered (sett_reduce_checker *c, view state, uint64_t set) {
  const uint64_t hash = XXH3_64bits_withSeed (state.at, state.size, set) | 1;
  if (c->remembered_count >= MOST_REMEMBERED)
    forget (c);
  if (2 * c->remembered_count >= c->remembered_room)
    widen (c);
  uint64_t *place = find_remembered (c, hash);
  SETT_ASSERT (2 * c->remembered_count < c->remembered_room + 2);
  if (*place)
    return 1;
  *place = hash;
  c->remembered_count++;
  return 0;
}

/* --------------------------------------------------------------- words --- */

static void describe (sett_reduce_checker *c, view state,
                      const sett_move_name *name) {
  sett_model *model = c->model;
  model->name_process (model, state.at, state.size, name->process, &c->wrong);
  if (name->transition != SETT_YIELD)
    sett_text_addf (&c->wrong, " in line %u (%s)",
                    model->transition (model, name->transition)->line,
                    sett_describe_statement (model, name->transition));
}

/* "the reduction is wrong: P(0) in line 3 (x = 1) is ...". */
static void complain (sett_reduce_checker *c, view state,
                      const sett_move_name *one, const char *what,
                      const sett_move_name *other, const char *why) {
  if (c->wrong.length)
    return;
  sett_text_add (&c->wrong, "the reduction is wrong: ");
  describe (c, state, one);
  sett_text_add (&c->wrong, what);
  if (!other)
    return;
  describe (c, state, other);
  sett_text_addf (&c->wrong, ": %s", why);
}

/* --------------------------------------------------------------- moves --- */

static sett_move_name name_of (const sett_step *step) {
  return (sett_move_name){step->transition, step->process, step->partner};
}

static int is_move (const sett_step *step, const sett_move_name *name) {
  const sett_move_name own = name_of (step);
  return sett_same_move (&own, name);
}

static void add_names (const sett_sink *steps, sett_move_set *moves) {
  moves->count = 0;
  for (uint32_t k = 0; k < steps->count; k++) {
    const sett_move_name name = name_of (&steps->steps[k]);
    if (!sett_moves_have (moves, &name))
      SETT_PUSH (*moves, name);
  }
}

static int has_process (const sett_move_name *name, unsigned process) {
  return process != SETT_NO_PROCESS &&
         (name->process == process || name->partner == process);
}

static int shares_process (const sett_move_name *a, const sett_move_name *b) {
  return has_process (a, b->process) || has_process (a, b->partner);
}

static uint64_t hash_violation (const sett_step *step) {
  const uint64_t words[] = {step->violation, step->process, step->transition};
  return XXH3_64bits (words, sizeof words);
}

/* What a move does in a state. */
static void take (sett_reduce_checker *c, view state,
                  const sett_move_name *name, result *out) {
  sett_sink *steps =
      sett_expand_steps (c->expander, state.at, state.size, SETT_NO_PROCESS);
  uint32_t kept = 0;
  for (uint32_t k = 0; k < steps->count; k++)
    if (is_move (&steps->steps[k], name))
      steps->steps[kept++] = steps->steps[k];
  SETT_ASSERT (kept <= steps->count);
  steps->count = kept;
  out->possible = kept > 0;
  batch_clear (&out->states);
  out->violations.count = 0;
  const sett_sink *sink = sett_expand_close (c->expander);
  for (uint32_t k = 0; k < sink->count; k++) {
    const sett_step *step = &sink->steps[k];
    if (step->violation)
      SETT_PUSH (out->violations, hash_violation (step));
    if (step->size)
      batch_add (&out->states, (view){sink->bytes + step->offset, step->size});
  }
  tidy (&out->violations);
}

/* ------------------------------------------------------------ commuting --- */

/* Collects where `second` leads after each result of a first move; gives what
   is wrong, if `second` is not what it was before (`expected`). */
static const char *follow (sett_reduce_checker *c, const result *first,
                           const sett_move_name *second, const result *expected,
                           hash_set *ends) {
  ends->count = 0;
  for (size_t i = 0; i < first->states.sizes.count; i++) {
    take (c, batch_at (&first->states, i), second, &c->after);
    if (!c->after.possible)
      return "one makes the other impossible";
    if (!same_set (&c->after.violations, &expected->violations))
      return "one changes the violations of the other";
    for (size_t k = 0; k < c->after.states.sizes.count; k++) {
      const view end = batch_at (&c->after.states, k);
      SETT_PUSH (*ends, XXH3_64bits (end.at, end.size));
    }
  }
  tidy (ends);
  return NULL;
}

/* Null: two moves with these results commute. */
static const char *differ (sett_reduce_checker *c, const sett_move_name *a,
                           const result *of_a, const sett_move_name *b,
                           const result *of_b) {
  if (of_a->states.sizes.count > MOST_RESULTS ||
      of_b->states.sizes.count > MOST_RESULTS)
    return NULL;
  const char *why = follow (c, of_a, b, of_b, &c->one_way);
  if (!why)
    why = follow (c, of_b, a, of_a, &c->other_way);
  if (!why && !same_set (&c->one_way, &c->other_way))
    why = "the two orders lead to different states";
  return why;
}

/* ----------------------------------------------------------- one state --- */

/* The result of a move of the state being tested. */
static const result *result_of (const sett_reduce_checker *c,
                                const sett_move_name *name) {
  for (size_t i = 0; i < c->moves.count; i++)
    if (sett_same_move (&c->moves.at[i], name))
      return &c->results.at[i];
  return NULL;
}

static void find_results (sett_reduce_checker *c, view state) {
  add_names (
      sett_expand_steps (c->expander, state.at, state.size, SETT_NO_PROCESS),
      &c->moves);
  while (c->results.count < c->moves.count) {
    const result empty = {0};
    SETT_PUSH (c->results, empty);
  }
  for (size_t i = 0; i < c->moves.count; i++)
    take (c, state, &c->moves.at[i], &c->results.at[i]);
  SETT_ASSERT (c->results.count >= c->moves.count);
}

static void test_possible (sett_reduce_checker *c, view state) {
  for (size_t i = 0; i < c->selected.count; i++)
    if (!result_of (c, &c->selected.at[i]))
      complain (c, state, &c->selected.at[i],
                " is selected, but does not stay possible", NULL, NULL);
}

/* The claim must not see when a move of T is taken. */
static void test_invisible (sett_reduce_checker *c, view state) {
  sett_model *model = c->model;
  if (!c->keeps_order || !model->propositions)
    return;
  const uint64_t before = model->propositions (model, state.at, state.size);
  for (size_t i = 0; i < c->selected.count && !c->wrong.length; i++) {
    const batch *next = &result_of (c, &c->selected.at[i])->states;
    for (size_t k = 0; k < next->sizes.count; k++) {
      const view v = batch_at (next, k);
      if (model->propositions (model, v.at, v.size) != before)
        complain (c, state, &c->selected.at[i],
                  " is selected, but can change a proposition", NULL, NULL);
    }
  }
}

/* Tests a move that is not selected against those that are. */
static void test_other (sett_reduce_checker *c, view state,
                        const sett_move_name *other, const result *of_other) {
  for (size_t i = 0; i < c->selected.count && !c->wrong.length; i++) {
    const sett_move_name *t = &c->selected.at[i];
    const char *why = shares_process (t, other)
                          ? "both move the same process"
                          : differ (c, t, result_of (c, t), other, of_other);
    if (why)
      complain (c, state, t, " is selected without ", other, why);
  }
}

/* Tests T in a state, and adds the states to which others lead. */
static void test_state (sett_reduce_checker *c, view state) {
  find_results (c, state);
  test_possible (c, state);
  if (!c->wrong.length)
    test_invisible (c, state);
  for (size_t i = 0; i < c->moves.count && !c->wrong.length; i++) {
    const batch *next = &c->results.at[i].states;
    if (sett_moves_have (&c->selected, &c->moves.at[i]))
      continue;
    test_other (c, state, &c->moves.at[i], &c->results.at[i]);
    for (size_t k = 0; k < next->sizes.count; k++)
      batch_add (&c->queue, batch_at (next, k));
  }
}

/* ------------------------------------------------------- selected sets --- */

static int compare_names (const void *a, const void *b) {
  return memcmp (a, b, sizeof (sett_move_name));
}

void sett_reduce_checker_note (sett_reduce_checker *c, const sett_sink *steps) {
  add_names (steps, &c->selected);
  SETT_ASSERT (c->selected.count <= steps->count);
  if (c->selected.count)
    qsort (c->selected.at, c->selected.count, sizeof *c->selected.at,
           compare_names);
}

void sett_reduce_checker_test (sett_reduce_checker *c,
                               const unsigned char *state, uint32_t size) {
  const view start = {state, size};
  const uint64_t set =
      XXH3_64bits (c->selected.at, c->selected.count * sizeof *c->selected.at);
  batch copy = {0};
  batch_clear (&c->queue);
  batch_add (&c->queue, start);
  const uint64_t end =
      c->tested + (c->tested < GENEROUS ? MOST_STATES : FEW_STATES);
  for (size_t i = 0;
       i < c->queue.sizes.count && c->tested < end && !c->wrong.length; i++) {
    const view v = batch_at (&c->queue, i);
    if (is_remembered (c, v, set))
      continue;
    batch_clear (&copy); /* the queue grows while the state is tested */
    batch_add (&copy, v);
    test_state (c, batch_at (&copy, 0));
    c->tested++;
  }
  batch_release (&copy);
}

/* ---------------------------------------------------------- sleep sets --- */

void sett_reduce_checker_test_sleep (sett_reduce_checker *c,
                                     const unsigned char *state, uint32_t size,
                                     const sett_move_name *asleep,
                                     const sett_move_name *taken) {
  const view v = {state, size};
  const sett_move_name names[] = {*asleep, *taken};
  if (is_remembered (c, v, XXH3_64bits_withSeed (names, sizeof names, 1)))
    return;
  find_results (c, v);
  const result *a = result_of (c, asleep), *b = result_of (c, taken);
  const char *why = !a || !b ? "one of them is not possible"
                    : shares_process (asleep, taken)
                        ? "both move the same process"
                        : differ (c, asleep, a, taken, b);
  if (why)
    complain (c, v, asleep, " sleeps behind ", taken, why);
}

/* --------------------------------------------------------------- leaps --- */

void sett_reduce_checker_test_leaps (sett_reduce_checker *c,
                                     const sett_leaps *leaps) {
  const view v = {leaps->state, leaps->size};
  const uint64_t set =
      XXH3_64bits_withSeed (leaps->groups->of, sizeof leaps->groups->of, 2);
  sett_step missing;
  if (is_remembered (c, v, set) ||
      sett_leaps_are_extended (c->expander, leaps, &missing))
    return;
  const sett_move_name name = name_of (&missing);
  complain (c, v, &name, " is not appended to every leap that is needed", NULL,
            NULL);
}
