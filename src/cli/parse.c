/* sett parse: what was understood of a model. */

#include "base/watch.h"
#include "cli/cli.h"
#include "cli/load.h"

#include <stdio.h>

static sett_exit show (sett_input *input, sett_promela_view view) {
  sett_text out = {0}, diagnostics = {0};
  const int done =
      sett_promela_show (input->path, sett_text_get (&input->source),
                         &input->promela, view, &out, &diagnostics);
  sett_watch_end ();
  sett_cli_complain (sett_text_get (&diagnostics));
  if (done)
    sett_cli_print (&out);
  sett_text_release (&out);
  sett_text_release (&diagnostics);
  return done ? SETT_EXIT_FINE : SETT_EXIT_USAGE;
}

sett_exit sett_cli_parse (const sett_options *options) {
  const char *path = sett_cli_operand (options, "parse", "MODEL.pml");
  if (!path)
    return SETT_EXIT_USAGE;
  if (options->dot && *options->dot)
    return sett_cli_error (0, "sett parse --dot prints: '> %s' writes it",
                           options->dot);
  if (options->dot && options->c)
    return sett_cli_error (0, "--dot and --c exclude each other");
  sett_input input;
  sett_cli_watch (sett_cli_catch_signals (), 0);
  sett_exit status = sett_input_open (&input, path, options);
  if (!status)
    status = show (&input, options->dot ? SETT_VIEW_DOT
                           : options->c ? SETT_VIEW_C
                                        : SETT_VIEW_TEXT);
  sett_input_release (&input);
  return status;
}
