/* See what_matters.h.  Objects are told apart by where they are, in each
   process by itself, or by their names if processes share them. */

#include "program/what_matters.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { LAST = 3, FEW = 3 }; /* steps that are always told; no gap is so small */

/* A use of an object. */
typedef struct use {
  const sett_address_info *object;
  unsigned process;
  uint8_t thread;
  uint32_t step;
} use;

static int compare_numbers (uint64_t a, uint64_t b) {
  return a < b ? -1 : a > b;
}

/* By object, then by step. */
static int compare (const void *left, const void *right) {
  const use *a = left, *b = right;
  const int common = a->object->kind == SETT_PLACE_COMMON;
  int order = compare_numbers (a->object->kind, b->object->kind);
  if (!order && common)
    order = strncmp (a->object->name, b->object->name, sizeof a->object->name);
  else if (!order)
    order = compare_numbers (a->object->address, b->object->address);
  if (!order && !common)
    order = compare_numbers (a->process, b->process);
  return order ? order : compare_numbers (a->step, b->step);
}

static int is_same (const use *a, const use *b) {
  use same = *b;
  same.step = a->step;
  return !compare (a, &same);
}

static void add_use (const sett_explainer *t, uint32_t step,
                     const sett_address_info *object, use *uses,
                     size_t *count) {
  const uint8_t thread = t->counterexample->steps[step].thread;
  if (object->kind != SETT_PLACE_NONE)
    uses[(*count)++] =
        (use){object, sett_explain_process (t, thread), thread, step};
}

static void mark_shared (const use *uses, size_t count, uint8_t *matters) {
  for (size_t from = 0, to; from < count; from = to) {
    int shared = 0;
    for (to = from; to < count && is_same (&uses[from], &uses[to]); to++)
      shared |= uses[to].thread != uses[from].thread;
    for (size_t i = from; i < to; i++)
      matters[uses[i].step] |= (uint8_t)shared;
  }
}

static int is_a_boundary (const sett_counterexample_step *s) {
  return s->partner >= 0 || s->preempts || s->alternatives > 1 || s->error ||
         s->operation == SETT_DO_FREE || s->operation == SETT_DO_CREATE ||
         s->operation == SETT_DO_JOIN;
}

/* To say that a step or two were left out takes as much room as they do. */
static void fill_small_gaps (uint32_t count, uint8_t *matters) {
  for (uint32_t from = 0, to; from < count; from = to + 1) {
    for (to = from; to < count && !matters[to];)
      to++;
    if (to - from < FEW)
      memset (matters + from, 1, to - from);
  }
}

void sett_find_what_matters (const sett_explainer *t, uint8_t *matters) {
  const sett_counterexample *a = t->counterexample;
  const size_t room = 2 * (size_t)a->step_count + 1;
  use *uses = sett_alloc (room * sizeof *uses);
  size_t count = 0;
  for (uint32_t i = 0; i < a->step_count; i++) {
    add_use (t, i, &a->steps[i].object, uses, &count);
    add_use (t, i, &a->steps[i].second, uses, &count);
    matters[i] = is_a_boundary (&a->steps[i]) || i + LAST >= a->step_count;
  }
  qsort (uses, count, sizeof *uses, compare);
  mark_shared (uses, count, matters);
  for (uint32_t i = 0; i < a->access_count; i++)
    if (a->accesses[i].before && a->accesses[i].before <= a->step_count)
      matters[a->accesses[i].before - 1] = 1;
  fill_small_gaps (a->step_count, matters);
  sett_free (uses, room * sizeof *uses);
}
