/* Running a schedule again: see program.h. */

#include "base/terminal.h"
#include "cli/program.h"

#include <stdio.h>
#include <string.h>

/* The last counterexample in the shared memory. */
static const sett_counterexample *
find_counterexample (const sett_shared *shared) {
  const sett_counterexample *a = shared->counterexamples;
  uint32_t left = shared->counterexample_count;
  while (a && sett_counterexample_is_sound (shared, a) && a->next && --left)
    a = a->next;
  return a && sett_counterexample_is_sound (shared, a) ? a : NULL;
}

int sett_retell (sett_retelling *r, const sett_system *system,
                 const sett_install_paths *install_paths,
                 const sett_orders *orders, const volatile int *interrupted,
                 sett_text *error) {
  const sett_job job = {.system = system,
                        .library = install_paths->library,
                        .orders = *orders,
                        .interrupted = interrupted};
  *r = (sett_retelling){0};
  if (!sett_run (&job, &r->handle, &r->supervised, error))
    return 0;
  r->counterexample = find_counterexample (r->handle.shared);
  r->symboliser =
      sett_symbolise_make (r->handle.shared, system, install_paths->library);
  if (r->counterexample)
    sett_explain_init (&r->explainer, r->counterexample, &r->symboliser);
  return 1;
}

void sett_retelling_release (sett_retelling *r) {
  if (r->counterexample)
    sett_explain_release (&r->explainer);
  sett_symbolise_release (&r->symboliser);
  sett_shared_close (&r->handle);
}

void sett_retelling_add (sett_retelling *r, int stacks, int abridge,
                         const char *trace, sett_text *text) {
  sett_text command = {0};
  if (trace)
    sett_text_addf (&command, "sett replay %s", trace);
  const sett_tell_style style = {.colours = sett_terminal_colours (stdout),
                                 .stacks = stacks,
                                 .abridge = abridge,
                                 .complete = trace ? command.at : NULL};
  sett_tell_violation (&r->explainer, &style, text);
  sett_text_add (text, "\n");
  sett_tell_schedule (&r->explainer, &style, text);
  sett_tell_output (&r->explainer, &style, text);
  sett_text_release (&command);
}
