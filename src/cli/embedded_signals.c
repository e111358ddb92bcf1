/* Signals of the C that a model contains: it divides by zero, follows a wrong
   pointer, or calls abort.  Sett and that code are one process, so nothing in
   it can be relied on afterwards: where it was is said, there is no verdict,
   and the status is that of a bad input.

   Signals anywhere else are Sett's own, and end it as they would without this
   file. */

#include "base/watch.h"
#include "base/tempdir.h"
#include "cli/cli.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
enum { COUNT = sizeof numbers / sizeof *numbers, SECONDS = 1 };

static struct sigaction before[COUNT];

static void say (const char *text) {
  const ssize_t ignored = write (2, text, strlen (text));
  (void)ignored;
}

/* The temporary folder could not be removed. */
static void leave (int number) {
  (void)number;
  _exit (SETT_EXIT_USAGE);
}

/* The instruction is executed again when the handler returns. */
static void pass_on (int number) {
  for (int i = 0; i < COUNT; i++)
    if (numbers[i] == number)
      sigaction (number, &before[i], NULL);
  if (number == SIGABRT)
    raise (number);
}

static void end (int number) {
  const char *where = sett_watch_within;
  if (!where) {
    pass_on (number);
    return;
  }
  say ("sett: the C code at ");
  say (where);
  say (number == SIGABRT  ? " calls abort"
       : number == SIGFPE ? " divides by zero"
                          : " accesses memory that is not there");
  say (": there is no verdict\n");
  signal (SIGALRM, leave);
  alarm (SECONDS);
  sett_tempdir_close ();
  _exit (SETT_EXIT_USAGE);
}

/* On a stack of its own: there may be no room left on the other. */
void sett_cli_catch_embedded_signals (void) {
  static char room[64 << 10];
  const stack_t stack = {.ss_sp = room, .ss_size = sizeof room};
  struct sigaction action;
  memset (&action, 0, sizeof action);
  action.sa_handler = end;
  action.sa_flags = SA_ONSTACK;
  sigaltstack (&stack, NULL);
  for (int i = 0; i < COUNT; i++)
    sigaction (numbers[i], &action, &before[i]);
}
