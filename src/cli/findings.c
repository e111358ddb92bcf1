/* What was found, on the standard output: see findings.h.  The parts of a
   summary are always in the same order, and each is left out if there is
   nothing to say. */

#include "cli/findings.h"

#include "base/memory.h"
#include "base/terminal.h"
#include "report/json_report.h"
#include "report/text_report.h"

#include <stdio.h>

char *sett_cli_save_trace (const sett_options *options, const char *base,
                           size_t number,
                           int (*save) (const void *trace, const char *file,
                                        sett_text *error),
                           const void *trace) {
  sett_text name = {0}, error = {0};
  char *file = NULL;
  if (!options->trace)
    return NULL;
  if (options->trace_dir)
    sett_text_addf (&name, "%s/", options->trace_dir);
  sett_text_addf (&name, "%s.%zu.trace", base, number);
  if (save (trace, sett_text_get (&name), &error))
    file = sett_strdup (sett_text_get (&name));
  else
    fprintf (stderr, "sett: %s\n", sett_text_get (&error));
  sett_text_release (&name);
  sett_text_release (&error);
  return file;
}

void sett_cli_print_replay_line (const char *file, const char *options) {
  if (file)
    printf ("\ntrace    %s\nreplay   sett replay %s%s\n", file, options, file);
}

void sett_cli_print_json (const sett_outcome *outcome) {
  sett_text text = {0};
  sett_report_json (outcome, &text);
  sett_cli_print (&text);
  sett_text_release (&text);
}

/* Where the counter-examples are, for who wants no more. */
static void add_traces (const sett_outcome *outcome, sett_text *text) {
  for (size_t i = 0; i < outcome->violations_count; i++)
    if (outcome->violations[i].trace)
      sett_text_addf (text, "trace    %s\n", outcome->violations[i].trace);
}

void sett_cli_print_summary (const sett_outcome *outcome, int quiet,
                             const sett_text *lead) {
  const sett_colours *colours = sett_terminal_colours (stdout);
  sett_text text = {0};
  if (lead)
    sett_text_add_bytes (&text, sett_text_get (lead), lead->length);
  sett_report_headline (outcome, colours, &text);
  if (outcome->properties_count > 1)
    sett_report_properties (outcome, colours, &text);
  if (outcome->violations_count > 1)
    sett_report_violations (outcome, colours, &text);
  if (quiet)
    add_traces (outcome, &text);
  if (outcome->program)
    sett_report_notes (outcome, colours, &text);
  if (!quiet)
    sett_report_advice (outcome, colours, &text);
  sett_cli_print (&text);
  sett_text_release (&text);
}

void sett_cli_print_statistics (const sett_outcome *outcome, int quiet) {
  const sett_colours *colours = sett_terminal_colours (stdout);
  sett_text text = {0};
  if (!quiet) {
    sett_text_add (&text, "\n");
    sett_report_statistics (outcome, colours, &text);
  }
  if (outcome->wants_unreached) {
    sett_text_add (&text, quiet ? "" : "\n");
    sett_report_unreached (outcome, colours, &text);
  }
  sett_cli_print (&text);
  sett_text_release (&text);
}
