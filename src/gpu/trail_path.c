/* Paths along the states of a trail, by the code of every other search; none
   counts that was not run again from the initial state. */

#include "gpu/gpu_run.h"

#include "kernel/lasso.h"

/* The model's part of a state counts there. */
void sett_gpu_path_begin (sett_gpu_run *run, const sett_sink *sink,
                          sett_path *path) {
  sett_step step = sink->steps[0];
  const unsigned char *state = NULL;
  if (step.size)
    state = sett_explorer_system (run->explorer, sink->bytes + step.offset,
                                  step.size, &step.size);
  sett_path_add (path, &step, state);
}

static void begin (sett_gpu_run *run, sett_path *path) {
  sett_sink sink;
  sett_sink_init (&sink);
  sett_explore_initial (run->explorer, &sink);
  sett_gpu_path_begin (run, &sink, path);
  sett_sink_release (&sink);
}

/* Adds the steps from one state to the next, or the violating step (null:
   none); those of a phase, if they are needed (reduce/twophase.c). */
static int connect (sett_gpu_run *run, const sett_gpu_copy *here,
                    const sett_gpu_copy *next, const sett_step *violating,
                    sett_path *path) {
  return sett_explorer_connect (
      run->explorer, here->state, here->size, next ? next->state : NULL,
      next ? next->size : 0, violating, SETT_EXTENT_REDUCED, path);
}

static int build_stem (sett_gpu_run *run, const sett_gpu_trail *trail,
                       sett_path *path) {
  int found = 1;
  begin (run, path);
  for (size_t i = trail->count - 1; found && i; i--)
    found = connect (run, &trail->at[i], &trail->at[i - 1], NULL, path);
  return found;
}

static int build (sett_gpu_run *run, const sett_gpu_trail *trail,
                  const sett_met *met, sett_path *path) {
  int found = build_stem (run, trail, path);
  if (found && met->step.violation)
    found = connect (run, &trail->at[0], NULL, &met->step, path);
  return found;
}

/* What a claim says is verified by it. */
const char *sett_gpu_path_verify (sett_gpu_run *run, const sett_met *met,
                                  const sett_path *path, char message[200]) {
  const sett_claim *claim = run->options->explorer.claim;
  return claim && !met->step.violation
             ? sett_lasso_verify (run->model, path, claim, 0, message)
             : sett_path_verify (run->model, path, met->violation, message);
}

const char *sett_gpu_path (sett_gpu_run *run, const sett_gpu_trail *trail,
                           const sett_met *met, sett_path *path,
                           char message[200]) {
  if (!build (run, trail, met, path))
    return "no path was found to a state of the search";
  return sett_gpu_path_verify (run, met, path, message);
}

const char *sett_gpu_lasso (sett_gpu_run *run, const sett_gpu_trail *stem,
                            const sett_gpu_trail *cycle, sett_path *path,
                            char message[200]) {
  int found = build_stem (run, stem, path);
  path->lasso = 1;
  path->cycle = path->steps.count - 1;
  for (size_t i = 0; found && i + 1 < cycle->count; i++)
    found = connect (run, &cycle->at[i], &cycle->at[i + 1], NULL, path);
  if (!found)
    return "no path was found around a cycle";
  return sett_lasso_verify (run->model, path, run->options->explorer.claim, 0,
                            message);
}
