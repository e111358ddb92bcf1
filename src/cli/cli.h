/* What the commands share. */

#ifndef SETT_CLI_CLI_H
#define SETT_CLI_CLI_H

#include "cli/options.h"
#include "base/version.h"
#include "cli/exit.h"

struct sett_text;

/* The commands themselves: each gets its parsed options. */
#define COMMAND(NAME, FUNCTION, ...)                                           \
  sett_exit sett_cli_##FUNCTION (const sett_options *);
#include "cli/commands.def"
#undef COMMAND

/* Writes a finished text to standard output. */
void sett_cli_print (const struct sett_text *);
/* To the error output, likewise: a text, or a sentence after "sett: ". */
void sett_cli_complain (const char *text);
void sett_cli_say (const char *format, ...)
    __attribute__ ((format (printf, 1, 2)));

/* A usage or input error: "sett: message" on standard error, or with `json`
   the JSON object for errors on standard output.  Gives SETT_EXIT_USAGE. */
sett_exit sett_cli_error (int json, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

/* The same for diagnostics, which speak for themselves. */
sett_exit sett_cli_diagnostics (int json, const struct sett_text *);

/* The one operand of a command, or null after an error message. */
const char *sett_cli_operand (const sett_options *, const char *command,
                              const char *metavar);

/* What is said once to somebody who has given no limit and waits at a terminal;
   null: nothing. */
const char *sett_cli_patience (const sett_options *);

/* A flag that the first SIGINT, SIGTERM or SIGHUP sets; the second one
   kills. */
const volatile int *sett_cli_catch_signals (void);

/* The same, but nothing kills: for commands that must clean up, and look at
   the flag all the time. */
const volatile int *sett_cli_hold_signals (void);

/* own_signals.c: C code in models that crashes ends the command, with a
 * message. */
void sett_cli_catch_embedded_signals (void);

/* Begins a watch for commands that have nothing to say when they are ended;
   the flag is one of those above.  No seconds: no limit of time. */
void sett_cli_watch (const volatile int *interrupted, double seconds);

/* One line that says what was spent, and on what; gives
   SETT_EXIT_INCOMPLETE. */
sett_exit sett_cli_stopped (int json);

/* Who reads the output may leave: the work is done all the same, and the status
   tells the verdict. */
void sett_cli_survive_pipes (void);
int sett_cli_has_no_reader (void);

#endif
