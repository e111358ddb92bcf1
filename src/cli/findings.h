/* How `sett check` tells what it has found, of models and programs alike. */

#ifndef SETT_CLI_FINDINGS_H
#define SETT_CLI_FINDINGS_H

#include "base/text.h"
#include "cli/cli.h"
#include "report/outcome.h"

/* Writes a trace to <--trace-dir>/<base>.<number>.trace by `save`, unless no
   traces are wanted.  The name of the file, owned; or null, after a message if
   it could not be written. */
char *sett_cli_save_trace (const sett_options *, const char *base,
                           size_t number,
                           int (*save) (const void *trace, const char *file,
                                        sett_text *error),
                           const void *trace);

/* How to see it again; nothing if there is no file. */
void sett_cli_print_replay_line (const char *file, const char *options);

/* Prints the outcome: as JSON, or `lead` and then as text.  Statistics come
   last, after what was found. */
void sett_cli_print_json (const sett_outcome *);
void sett_cli_print_summary (const sett_outcome *, int quiet,
                             const sett_text *lead);
void sett_cli_print_statistics (const sett_outcome *, int quiet);

#endif
