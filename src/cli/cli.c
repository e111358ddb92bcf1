/* What the commands share: see cli.h. */

#include "cli/cli.h"

#include "base/text.h"
#include "base/watch.h"
#include "cli/machine.h"
#include "report/json.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

void sett_cli_print (const sett_text *text) {
  fwrite (sett_text_get (text), 1, text->length, stdout);
}

static void print_json_error (const char *message) {
  sett_text text = {0};
  sett_report_json_error (SETT_VERSION, message, &text);
  sett_cli_print (&text);
  sett_text_release (&text);
}

/* Errors are a command's own last words. */
sett_exit sett_cli_error (int json, const char *format, ...) {
  sett_text message = {0};
  sett_watch_end ();
  va_list arguments;
  va_start (arguments, format);
  sett_text_addv (&message, format, arguments);
  va_end (arguments);
  if (json)
    print_json_error (sett_text_get (&message));
  else
    fprintf (stderr, "sett: %s\n", sett_text_get (&message));
  sett_text_release (&message);
  return SETT_EXIT_USAGE;
}

sett_exit sett_cli_diagnostics (int json, const sett_text *diagnostics) {
  sett_watch_end ();
  if (json)
    print_json_error (sett_text_get (diagnostics));
  else
    fputs (sett_text_get (diagnostics), stderr);
  return SETT_EXIT_USAGE;
}

const char *sett_cli_operand (const sett_options *options, const char *command,
                              const char *metavar) {
  if (options->operands.count == 1)
    return options->operands.at[0];
  if (!options->operands.count)
    sett_cli_error (options->json,
                    "nothing to %s: use 'sett %s %s', or see 'sett help %s'",
                    command, command, metavar, command);
  else
    sett_cli_error (options->json, "sett %s takes one file, but there is '%s'",
                    command, options->operands.at[1]);
  return NULL;
}

/*------------------------------------------------------------------------*/

/* Signal handlers can reach nothing but a global. */
static volatile int interrupted;

static void interrupt (int number) {
  (void)number;
  interrupted = 1;
}

static void catch (int number, int flags) {
  struct sigaction action;
  memset (&action, 0, sizeof action);
  action.sa_handler = interrupt;
  action.sa_flags = flags;
  sigaction (number, &action, NULL);
}

/* The end of the terminal counts, too, unless somebody wants it ignored. */
static const volatile int *catch_all (int flags) {
  struct sigaction old;
  catch (SIGINT, flags);
  catch (SIGTERM, flags);
  if (!sigaction (SIGHUP, NULL, &old) && old.sa_handler != SIG_IGN)
    catch (SIGHUP, flags);
  return &interrupted;
}

const volatile int *sett_cli_catch_signals (void) {
  return catch_all (SA_RESETHAND);
}

const volatile int *sett_cli_hold_signals (void) {
  return catch_all (0);
}

void sett_cli_watch (const volatile int *flag, double seconds) {
  sett_watch_begin (
      &(sett_watch_orders){.seconds = seconds,
                           .memory = sett_machine_memory () / 10 * 9,
                           .interrupted = flag});
}

sett_exit sett_cli_stopped (int json) {
  const unsigned spent = sett_watch_spent ();
  char busy[200];
  sett_watch_describe (busy, sizeof busy);
  if (spent & SETT_SPENT_PATIENCE)
    sett_cli_error (json, "interrupted while %s", busy);
  else
    sett_cli_error (json, "stopped by the %s limit while %s",
                    spent & SETT_SPENT_TIME ? "time" : "memory", busy);
  return SETT_EXIT_INCOMPLETE;
}
