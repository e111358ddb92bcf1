/* Programs on the command line: what `check` and `replay` share. */

#ifndef SETT_CLI_PROGRAM_H
#define SETT_CLI_PROGRAM_H

#include "base/text.h"
#include "cli/cli.h"
#include "program/install_paths.h"
#include "program/run_program.h"
#include "program/explain.h"
#include "program/program_trace.h"
#include "report/outcome.h"

/* Does `sett check` mean a program, not a model? */
int sett_cli_is_program (const sett_options *);
/* Is the first operand an input that needs no other one: a model, a program, a
   Procfile, but not a source? */
int sett_cli_is_whole (const sett_options *);
sett_exit sett_cli_check_program (const sett_options *);
/* `process` is what gdb is for, or null. */
sett_exit sett_cli_replay_program (const sett_options *, const char *path,
                                   const char *process);

/* What `sett check` is asked to check, and how.  Both print an error message
   and give its status when something is wrong. */
sett_exit sett_cli_set_system (const sett_options *, sett_system *);
sett_exit sett_cli_set_orders (const sett_options *, const sett_system *,
                               sett_orders *);

/* States are compared, of a search that explores all orders. */
void sett_cli_make_stateful (sett_orders *);

/* A search by default has stints (program_states.c): their orders, and for how
   long each may go on (0: without limit) after so many seconds.  False: there
   is no further one. */
int sett_cli_stint (const sett_options *, unsigned number, double spent,
                    sett_orders *, double *seconds);

/* What is worth knowing about the stint that was the last one; null: nothing.
 */
const char *sett_cli_stint_note (unsigned number, int complete);

/* A list of executions (shared/listed.h), one line each; or their different
   outcomes. */
void sett_cli_add_executions (const sett_text *list, sett_text *);
void sett_cli_add_outcomes (const sett_text *list, sett_text *);

/* A schedule that is run again, with the counterexample of it. */
typedef struct sett_retelling {
  sett_shared_handle handle;
  sett_supervised supervised;
  sett_symboliser symboliser;
  const sett_counterexample *counterexample; /* null: nothing went wrong */
  sett_explainer explainer;                  /* if there is a counterexample */
} sett_retelling;

/* Runs the schedule of `orders`.  False, with a sentence, when the program
   cannot be run; `release` is due either way. */
int sett_retell (sett_retelling *, const sett_system *,
                 const sett_install_paths *, const sett_orders *,
                 const volatile int *interrupted, sett_text *error);
void sett_retelling_release (sett_retelling *);

/* The counterexample as text: what is wrong, the schedule, the output. */
void sett_retelling_add (sett_retelling *, int stacks, int abridge,
                         const char *trace, sett_text *);

#endif
