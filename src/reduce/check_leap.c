/* What extended leaps must lead to: see check_leap.h.  States stand for
   themselves by hashes of 64 bits; where there are too many the rest is taken
   for right. */

#include "reduce/check_leap.h"

#include "base/assert.h"
#include "base/memory.h"
#include "reduce/state_list.h"

#include <stdlib.h>
#include <xxhash.h>

#define MOST_VISITED 2000u /* states, for one extending state */

typedef struct check {
  sett_expander *expander;
  const sett_leaps *leaps;
  uint64_t *selected; /* hashes of states, sorted */
  size_t selected_count;
  unsigned visited;
} check;

static int compare (const void *a, const void *b) {
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static void find_selected (check *c) {
  const sett_sink *out = c->leaps->out;
  c->selected = sett_alloc (out->count * sizeof *c->selected + 1);
  for (uint32_t k = 0; k < out->count; k++)
    if (out->steps[k].size)
      c->selected[c->selected_count++] =
          XXH3_64bits (out->bytes + out->steps[k].offset, out->steps[k].size);
  qsort (c->selected, c->selected_count, sizeof *c->selected, compare);
  SETT_ASSERT (c->selected_count <= out->count);
}

static int is_selected (const check *c, const unsigned char *state,
                        uint32_t size) {
  const uint64_t hash = XXH3_64bits (state, size);
  return bsearch (&hash, c->selected, c->selected_count, sizeof hash,
                  compare) != NULL;
}

/* The states after the steps that are in the expander's sink. */
static void close_steps (check *c, sett_state_list *states) {
  const sett_sink *sink = sett_expand_close (c->expander);
  for (uint32_t k = 0; k < sink->count; k++)
    if (sink->steps[k].size)
      sett_state_list_add (states, &sink->steps[k],
                           sink->bytes + sink->steps[k].offset, 0);
}

/* Leads a state to a selected one, by steps of groups from this one on? */
static int leads_on (check *c, const unsigned char *state, uint32_t size,
                     unsigned group) {
  if (is_selected (c, state, size) || c->visited++ > MOST_VISITED)
    return 1;
  if (group > c->leaps->groups->count)
    return 0;
  const int all = c->leaps->all;
  SETT_ASSERT (group <= c->leaps->groups->count);
  sett_state_list next = {0};
  sett_groups_expand (c->leaps->groups, c->expander, state, size, group);
  close_steps (c, &next);
  int good = all;
  for (size_t i = 0; i < next.steps.count && good == all; i++)
    good = leads_on (c, sett_state_list_at (&next, i), next.steps.at[i].size,
                     group + 1);
  sett_state_list_release (&next);
  return good;
}

int sett_leaps_are_extended (sett_expander *expander, const sett_leaps *leaps,
                             sett_step *missing) {
  check c = {.expander = expander, .leaps = leaps};
  sett_state_list others = {0};
  sett_groups_expand (leaps->groups, expander, leaps->state, leaps->size, 0);
  close_steps (&c, &others);
  find_selected (&c);
  int good = 1;
  for (size_t i = 0; i < others.steps.count && good; i++) {
    *missing = others.steps.at[i];
    good = leads_on (&c, sett_state_list_at (&others, i),
                     others.steps.at[i].size, 1);
  }
  sett_free (c.selected, leaps->out->count * sizeof *c.selected + 1);
  sett_state_list_release (&others);
  return good;
}
