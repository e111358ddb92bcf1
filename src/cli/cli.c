/* What the commands share: see cli.h. */

#include "cli/cli.h"

#include "base/assert.h"
#include "base/terminal.h"
#include "base/text.h"
#include "base/watch.h"
#include "cli/collect.h"
#include "cli/machine.h"
#include "report/json_report.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* What comes from models, traces and programs is shown, never sent to the
   terminal as it is: only our own colours are. */
void sett_cli_print (const sett_text *text) {
  const sett_colours *colours = sett_terminal_colours (stdout);
  const char *at = sett_text_get (text), *end = at + text->length;
  sett_text shown = {0};
  while (at < end) {
    const char *escape = memchr (at, 033, (size_t)(end - at));
    const char *stop = escape ? escape : end;
    sett_text_add_shown (&shown, at, (size_t)(stop - at));
    const size_t colour = escape ? sett_terminal_colour_at (colours, stop) : 0;
    if (colour)
      sett_text_add_bytes (&shown, stop, colour);
    else if (escape)
      sett_text_add_shown (&shown, stop, 1);
    at = stop + (escape ? colour ? colour : 1 : 0);
  }
  fwrite (sett_text_get (&shown), 1, shown.length, stdout);
  sett_text_release (&shown);
}

void sett_cli_complain (const char *text) {
  sett_text shown = {0};
  sett_text_add_shown (&shown, text, strlen (text));
  fputs (sett_text_get (&shown), stderr);
  sett_text_release (&shown);
}

void sett_cli_say (const char *format, ...) {
  sett_text text = {0};
  va_list arguments;
  sett_text_add (&text, "sett: ");
  va_start (arguments, format);
  sett_text_addv (&text, format, arguments);
  va_end (arguments);
  sett_text_add (&text, "\n");
  sett_cli_complain (sett_text_get (&text));
  sett_text_release (&text);
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
  sett_collect_error (sett_text_get (&message));
  if (json)
    print_json_error (sett_text_get (&message));
  else
    sett_cli_say ("%s", sett_text_get (&message));
  sett_text_release (&message);
  return SETT_EXIT_USAGE;
}

sett_exit sett_cli_diagnostics (int json, const sett_text *diagnostics) {
  sett_watch_end ();
  sett_collect_error (sett_text_get (diagnostics));
  if (json)
    print_json_error (sett_text_get (diagnostics));
  else
    sett_cli_complain (sett_text_get (diagnostics));
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
  else if (access (options->operands.at[0], F_OK))
    sett_cli_error (options->json, "cannot open '%s': %s",
                    options->operands.at[0], strerror (errno));
  else
    sett_cli_error (options->json, "sett %s takes one file, but there is '%s'",
                    command, options->operands.at[1]);
  return NULL;
}

const char *sett_cli_patience (const sett_options *o) {
  if (o->time > 0 || o->executions)
    return NULL;
  return "sett: there is no limit, and nobody knows how long this will take: "
         "--time 10m would be one;\n"
         "sett: Ctrl-C ends the search, with what is known by then";
}

/*------------------------------------------------------------------------*/

/* Signal handlers can reach nothing but a global. */
static volatile int interrupted;

static void interrupt (int number) {
  (void)number;
  interrupted = 1;
}

static void catch (int number, int flags) {
  SETT_ASSERT (number > 0);
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
  catch (SIGQUIT,
         (int)SA_RESETHAND); /* the second one ends it, come what may */
  return &interrupted;
}

const volatile int *sett_cli_catch_signals (void) {
  return catch_all ((int)SA_RESETHAND);
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

static volatile sig_atomic_t has_no_reader;

static void note_no_reader (int number) {
  (void)number;
  has_no_reader = 1;
}

/* With a handler, not ignored: what Sett starts begins as usual. */
void sett_cli_survive_pipes (void) {
  struct sigaction action;
  memset (&action, 0, sizeof action);
  action.sa_handler = note_no_reader;
  sigaction (SIGPIPE, &action, NULL);
}

int sett_cli_has_no_reader (void) {
  return has_no_reader;
}
