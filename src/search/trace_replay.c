/* Replay: see trace_replay.h.

   Two steps out of one state may be of the same process and transition (a
   choice inside one statement); the hash of the state tells them apart, and
   for the last step the violation. */

#include "search/trace_replay.h"

#include "base/assert.h"
#include "base/text.h"
#include "kernel/lasso.h"

typedef struct replay {
  sett_model *model;
  const sett_trace *trace;
  const sett_claim *claim;
  sett_path path; /* so far; only for the violation of a run */
  sett_walk *walk;
  sett_text *departure;
} replay;

static int depart (replay *r, size_t step, const char *why) {
  sett_text_addf (r->departure, "departs at step %zu: %s", step, why);
  return 0;
}

static int same_step (const sett_step *step, const sett_trace_step *wanted) {
  return step->process == wanted->process &&
         step->transition == wanted->transition &&
         step->partner == wanted->partner;
}

static int same_end (const sett_sink *sink, const sett_step *step,
                     const sett_trace_step *wanted) {
  if (!wanted->has_hash)
    return 1;
  return step->size && step->holder == wanted->holder &&
         sett_trace_hash (sink->bytes + step->offset, step->size) ==
             wanted->hash;
}

/* The violation that a step must have; SETT_VIOLATIONS: any or none. */
static sett_violation_kind violation_at (const sett_trace *trace,
                                         size_t index) {
  const int last = index + 1 == trace->steps.count;
  SETT_ASSERT (index < trace->steps.count);
  return last && trace->violation != SETT_VIOLATION_DEADLOCK &&
                 !sett_violation_is_of_run (trace->violation)
             ? trace->violation
             : SETT_VIOLATIONS;
}

/* The step that is wanted, or -1 and why not.  Without the wanted violation it
   will do if the model complains of the state after it: that is seen later. */
static long find (const sett_sink *sink, const sett_trace_step *wanted,
                  sett_violation_kind violation, int or_state,
                  const char **why) {
  long without = -1;
  *why = "the recorded process cannot do this now";
  for (uint32_t i = 0; i < sink->count; i++) {
    const sett_step *step = sink->steps + i;
    if (!same_step (step, wanted))
      continue;
    if (!same_end (sink, step, wanted))
      *why = "the state after it is another one";
    else if (violation == SETT_VIOLATIONS || violation == step->violation)
      return i;
    else if (or_state)
      without = i;
    else
      *why = "the recorded violation does not happen";
  }
  return without;
}

static int explain_departure (replay *r, size_t number,
                              const sett_trace_step *wanted, const char *why) {
  depart (r, number, why);
  sett_text_addf (r->departure, " (%s%s%s%s%s)", wanted->name,
                  *wanted->where ? ", " : "", wanted->where,
                  *wanted->statement ? ": " : "", wanted->statement);
  return 0;
}

static int take (replay *r, size_t index) {
  const sett_trace_step *wanted = r->trace->steps.at + index;
  const char *why;
  const long i =
      find (sett_walk_steps (r->walk), wanted, violation_at (r->trace, index),
            r->model->complaint != NULL, &why);
  if (i < 0)
    return explain_departure (r, index + 1, wanted, why);
  sett_walk_take (r->walk, (uint32_t)i);
  return 1;
}

static int check_initial (replay *r) {
  const sett_move *first = sett_walk_last (r->walk);
  if (r->trace->has_initial != (first->after != NULL) ||
      (first->after &&
       sett_trace_hash (first->after, first->after_size) != r->trace->initial))
    return depart (r, 0, "the initial state is another one");
  return 1;
}

static int check_deadlock (replay *r) {
  const size_t steps = r->trace->steps.count;
  if (sett_walk_steps (r->walk)->count)
    return depart (r, steps, "some process can go on: this is no deadlock");
  if (sett_walk_at_end (r->walk))
    return depart (r, steps, "this is a valid end state");
  return 1;
}

static int check_run (replay *r) {
  char message[200];
  if (!r->claim)
    return depart (r, r->trace->steps.count, "the property is not known");
  r->path.lasso = r->trace->lasso;
  r->path.cycle = r->trace->cycle;
  const char *wrong = sett_lasso_verify (r->model, &r->path, r->claim,
                                         r->trace->property.fair, message);
  return !wrong || depart (r, r->trace->steps.count, wrong);
}

/* Does the model complain of the last state as such? */
static int complains (const replay *r) {
  const sett_move *last = sett_walk_last (r->walk);
  unsigned process;
  uint32_t transition;
  return r->model->complaint && last->after &&
         last->step.holder == SETT_NO_PROCESS &&
         r->model->complaint (r->model, last->after, last->after_size, &process,
                              &transition) == r->trace->violation;
}

static int check_violation (replay *r) {
  if (sett_violation_is_of_run (r->trace->violation))
    return check_run (r);
  if (r->trace->violation == SETT_VIOLATION_DEADLOCK)
    return check_deadlock (r);
  if (sett_walk_last (r->walk)->step.violation != r->trace->violation &&
      !complains (r))
    return depart (r, r->trace->steps.count,
                   "the recorded violation does not happen");
  return 1;
}

/* Tells whoever wants to know of the last step. */
static void tell (replay *r, sett_move_observer observe, void *context) {
  const sett_move *last = sett_walk_last (r->walk);
  if (sett_violation_is_of_run (r->trace->violation))
    sett_path_add (&r->path, &last->step, last->after);
  if (observe)
    observe (context, last);
}

int sett_replay (sett_model *model, const sett_trace *trace,
                 const sett_claim *claim, sett_move_observer observe,
                 void *context, sett_text *departure) {
  replay r = {.model = model,
              .trace = trace,
              .claim = claim,
              .walk = sett_walk_create (model),
              .departure = departure};
  int going = check_initial (&r);
  if (going)
    tell (&r, observe, context);
  for (size_t i = 0; going && i < trace->steps.count; i++) {
    going = take (&r, i);
    if (going)
      tell (&r, observe, context);
  }
  going = going && check_violation (&r);
  sett_walk_destroy (r.walk);
  sett_path_release (&r.path);
  return going;
}
