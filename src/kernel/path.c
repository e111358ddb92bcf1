/* Paths and their independent verification.

   sett_path_verify uses nothing but the model's `initial`, `steps`, `is_end`
   and `complaint`: it shares no code with the expansion and the searches that
   it checks.  Invariant of its loop: the steps before number i are steps of the
   model, taken one after the other from its initial state. */

#include "kernel/path.h"

#include "base/assert.h"

#include <stdio.h>
#include <string.h>

void sett_path_add (sett_path *path, const sett_step *step,
                    const unsigned char *state) {
  SETT_ASSERT (!step->size || state);
  sett_path_step added = {*step, NULL};
  if (step->size) {
    added.state = sett_alloc (step->size);
    memcpy (added.state, state, step->size);
  }
  SETT_PUSH (path->steps, added);
}

void sett_path_release (sett_path *path) {
  for (size_t i = 0; i < path->steps.count; i++)
    sett_free (path->steps.at[i].state, path->steps.at[i].step.size);
  SETT_RELEASE (path->steps);
  path->lasso = 0;
}

static int same_step (const sett_sink *sink, const sett_step *offered,
                      const sett_path_step *claimed) {
  const sett_step *c = &claimed->step;
  return offered->transition == c->transition &&
         offered->process == c->process && offered->partner == c->partner &&
         offered->holder == c->holder && offered->violation == c->violation &&
         offered->size == c->size &&
         !(c->size &&
           memcmp (sink->bytes + offered->offset, claimed->state, c->size));
}

static int offers (const sett_sink *sink, const sett_path_step *claimed) {
  for (uint32_t i = 0; i < sink->count; i++)
    if (same_step (sink, &sink->steps[i], claimed))
      return 1;
  return 0;
}

static void steps_after (sett_model *model, const sett_path_step *step,
                         sett_sink *sink) {
  sett_sink_clear (sink);
  model->steps (model, step->state, step->step.size, step->step.holder, sink);
}

/* Is the last state one in which nothing can move and something should? */
static const char *verify_deadlock (sett_model *model,
                                    const sett_path_step *last,
                                    sett_sink *sink) {
  if (!last->step.size || last->step.holder != SETT_NO_PROCESS)
    return "the path does not end in a stable state";
  steps_after (model, last, sink);
  if (sink->count)
    return "the last state of the path has a step";
  if (model->is_end (model, last->state, last->step.size))
    return "the last state of the path is a proper end";
  return NULL;
}

/* Does the model complain of the last state as such? */
static int complains (sett_model *model, const sett_path_step *last,
                      sett_violation_kind violation) {
  unsigned process;
  uint32_t transition;
  return model->complaint && last->state &&
         last->step.holder == SETT_NO_PROCESS &&
         model->complaint (model, last->state, last->step.size, &process,
                           &transition) == violation;
}

static const char *verify_end (sett_model *model, const sett_path *path,
                               sett_violation_kind violation, sett_sink *sink) {
  const sett_path_step *last = &path->steps.at[path->steps.count - 1];
  if (violation == SETT_VIOLATION_DEADLOCK)
    return verify_deadlock (model, last, sink);
  if (last->step.violation != violation && !complains (model, last, violation))
    return "the last step of the path does not have the violation";
  return NULL;
}

/* The number of the first step that the model does not offer, or the number
   of steps. */
static size_t find_departure (sett_model *model, const sett_path *path,
                              sett_sink *sink) {
  model->initial (model, sink);
  SETT_ASSERT (sink->count == 1);
  for (size_t i = 0; i < path->steps.count; i++) {
    if (!offers (sink, &path->steps.at[i]))
      return i;
    if (i + 1 == path->steps.count)
      break;
    if (!path->steps.at[i].step.size)
      return i + 1;
    steps_after (model, &path->steps.at[i], sink);
  }
  return path->steps.count;
}

const char *sett_path_verify_steps (sett_model *model, const sett_path *path,
                                    char message[200]) {
  if (!path->steps.count)
    return "the path is empty";
  sett_sink sink;
  sett_sink_init (&sink);
  const size_t departed = find_departure (model, path, &sink);
  sett_sink_release (&sink);
  if (departed == path->steps.count)
    return NULL;
  snprintf (message, 200, "the model does not offer step %zu of %zu", departed,
            path->steps.count - 1);
  return message;
}

const char *sett_path_verify (sett_model *model, const sett_path *path,
                              sett_violation_kind violation,
                              char message[200]) {
  const char *wrong = sett_path_verify_steps (model, path, message);
  if (wrong)
    return wrong;
  sett_sink sink;
  sett_sink_init (&sink);
  wrong = verify_end (model, path, violation, &sink);
  sett_sink_release (&sink);
  return wrong;
}
