/* Models from files: see load.h. */

#include "cli/load.h"

#include "base/watch.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static sett_promela_options promela_options (const sett_options *options) {
  return (sett_promela_options){
      .defines = options->define.at,
      .defines_count = (unsigned)options->define.count,
      .include_paths = options->include.at,
      .include_paths_count = (unsigned)options->include.count,
      .allow_c = options->allow_c,
      .no_acceleration = !options->acceleration,
      .receptions = options->receptions,
      .overflows = options->overflows,
      .strict_messages = options->strict_messages,
      .property = {.formula = options->ltl,
                   .kind =
                       options->ltl ? SETT_PROPERTY_LTL : SETT_PROPERTY_SAFETY},
  };
}

/* Messages about files are ours, whatever the preprocessor would say. */
static sett_exit check_file (const char *path, int json) {
  if (!strcmp (path, "-"))
    return SETT_EXIT_FINE;
  sett_text text = {0};
  sett_exit status = SETT_EXIT_FINE;
  if (!sett_text_read_file (&text, path))
    status =
        sett_cli_error (json, "cannot read '%s': %s", path, strerror (errno));
  else if (!text.length)
    status = sett_cli_error (json, "cannot read '%s': the file is empty", path);
  sett_text_release (&text);
  return status;
}

sett_exit sett_input_open (sett_input *input, const char *path,
                           const sett_options *options) {
  *input = (sett_input){.path = path, .promela = promela_options (options)};
  sett_exit status = check_file (path, options->json);
  if (status)
    return status;
  sett_text diagnostics = {0};
  sett_watch_phase ("preprocessing the model");
  if (!sett_promela_preprocess (path, &input->promela, &input->source,
                                &diagnostics)) {
    sett_watch_give_up ();
    status = sett_cli_diagnostics (options->json, &diagnostics);
  }
  sett_text_release (&diagnostics);
  return status;
}

sett_exit sett_input_load (sett_input *input, const sett_options *options) {
  sett_text diagnostics = {0};
  sett_exit status = SETT_EXIT_FINE;
  input->model = sett_promela_load (input->path, sett_text_get (&input->source),
                                    &input->promela, &diagnostics);
  if (!input->model)
    status = sett_cli_diagnostics (options->json, &diagnostics);
  else
    sett_cli_complain (sett_text_get (&diagnostics));
  sett_text_release (&diagnostics);
  return status;
}

void sett_input_release (sett_input *input) {
  if (input->model)
    input->model->destroy (input->model);
  sett_text_release (&input->source);
}
