/* The concurrency level of a model, as the leap paper defines it: the size of
   the leap sets, averaged over all states of the full state space.

   A state in which no process has an ample set counts as 0.  The search is the
   plain one; a wrapper around the model looks at each state that it expands,
   so the number of looks must be the number of states.

   usage: concurrency MODEL.pml
   prints the level and the number of states. */

#include "cli/cli.h"
#include "cli/load.h"
#include "reduce/reducer.h"
#include "search/search.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct meter {
  sett_model base; /* first: what the search sees */
  sett_model *model;
  sett_reducer *reducer;
  uint64_t looks, members;
} meter;

static meter *own (sett_model *m) {
  return (meter *)m;
}

/* How many processes take part in the leaps of a state. */
static unsigned count_members (sett_reducer *r, const unsigned char *state,
                               uint32_t size) {
  unsigned count = 0;
  sett_reducer_look (r, state, size);
  for (unsigned i = 0; i < r->count; i++) {
    const sett_sink *steps = sett_ample_steps (r, i);
    count +=
        steps && sett_ample_suits (r, steps) && sett_ample_close (r, steps);
  }
  return count;
}

static void steps (sett_model *m, const unsigned char *state, uint32_t size,
                   unsigned holder, sett_sink *sink) {
  meter *me = own (m);
  if (holder == SETT_NO_PROCESS) {
    me->looks++;
    me->members += count_members (me->reducer, state, size);
  }
  me->model->steps (me->model, state, size, holder, sink);
}

static void initial (sett_model *m, sett_sink *sink) {
  own (m)->model->initial (own (m)->model, sink);
}

static int is_end (sett_model *m, const unsigned char *state, uint32_t size) {
  return own (m)->model->is_end (own (m)->model, state, size);
}

static const sett_transition *transition (sett_model *m, uint32_t number) {
  return own (m)->model->transition (own (m)->model, number);
}

static void wrap (meter *me, sett_model *model) {
  const sett_reduction leap = {.kind = SETT_REDUCE_LEAP, .relates = 1};
  *me = (meter){.base = {.name = model->name,
                         .transitions = model->transitions,
                         .initial = initial,
                         .steps = steps,
                         .is_end = is_end,
                         .transition = transition},
                .model = model,
                .reducer = sett_reducer_create (model, &leap, NULL)};
}

static int measure (sett_model *model) {
  const sett_search_options options = {
      .order = SETT_DEPTH_FIRST, .workers = 1, .all_errors = 1};
  meter me;
  sett_result result;
  wrap (&me, model);
  sett_search (&me.base, &options, &result);
  const uint64_t states = result.statistics.states;
  const int fine = result.verdict == SETT_VERIFIED && me.looks == states;
  if (fine)
    printf ("%.4f %" PRIu64 "\n", (double)me.members / (double)states, states);
  else
    fprintf (stderr, "concurrency: %" PRIu64 " states, %" PRIu64 " looks\n",
             states, me.looks);
  sett_result_release (&result);
  sett_reducer_destroy (me.reducer);
  return fine;
}

int main (int argc, char **argv) {
  sett_options options;
  sett_text error = {0};
  sett_input input;
  if (!sett_options_parse (&options, SETT_COMMAND_CHECK, argc - 1, argv + 1,
                           &error) ||
      options.operands.count != 1) {
    fprintf (stderr, "usage: concurrency MODEL.pml\n");
    return 2;
  }
  int fine = !sett_input_open (&input, options.operands.at[0], &options) &&
             !sett_input_load (&input, &options) && measure (input.model);
  sett_input_release (&input);
  sett_options_release (&options);
  sett_text_release (&error);
  return fine ? 0 : 1;
}
