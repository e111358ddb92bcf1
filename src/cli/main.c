/* The program: finds the command, parses its options, runs it. */

#include "base/assert.h"
#include "base/terminal.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/gpu_race.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define STACK_BYTES ((rlim_t)8 << 20)

static const struct {
  const char *name;
  sett_exit (*run) (const sett_options *);
} commands[] = {
#define COMMAND(NAME, FUNCTION, WORD, ...) {WORD, sett_cli_##FUNCTION},
#include "cli/commands.def"
#undef COMMAND
};

static int find_command (const char *word) {
  for (int i = 0; i < SETT_COMMANDS; i++)
    if (!strcmp (word, commands[i].name))
      return i;
  return -1;
}

static sett_exit unknown_command (const char *word) {
  const char *names[SETT_COMMANDS];
  for (int i = 0; i < SETT_COMMANDS; i++)
    names[i] = commands[i].name;
  const char *dot = strrchr (word, '.');
  if (dot && (!strcmp (dot, ".pml") || !strcmp (dot, ".c")))
    return sett_cli_error (
        0, "unknown command '%s'; did you mean 'sett check %s'?", word, word);
  const int nearest = sett_options_nearest (word, names, SETT_COMMANDS);
  if (nearest >= 0)
    return sett_cli_error (0, "unknown command '%s'; did you mean '%s'?", word,
                           names[nearest]);
  return sett_cli_error (0, "unknown command '%s'; see 'sett help'", word);
}

/* Did somebody ask for JSON, although the options could not be parsed? */
static int wants_json (int argc, char *const *argv) {
  for (int i = 0; i < argc; i++)
    if (!strcmp (argv[i], "--json"))
      return 1;
  return 0;
}

/* `--help` and `--version` go before anything else. */
static sett_exit dispatch (int command, sett_options *options) {
  SETT_ASSERT (command >= 0 && command < SETT_COMMANDS);
  if (options->help ||
      (options->help_all && command != find_command ("help"))) {
    options->operands.count = 0;
    SETT_PUSH (options->operands, commands[command].name);
    return sett_cli_help (options);
  }
  if (options->version)
    return sett_cli_version (options);
  return commands[command].run (options);
}

static sett_exit run_command (int command, int argc, char *const *argv) {
  sett_options options;
  sett_text error = {0};
  sett_exit status;
  if (sett_options_parse (&options, 1u << command, argc, argv, &error)) {
    sett_terminal_wish ((sett_colour_wish)options.color);
    status = dispatch (command, &options);
  } else
    status =
        sett_cli_error (wants_json (argc, argv), "%s", sett_text_get (&error));
  sett_text_release (&error);
  sett_options_release (&options);
  return status;
}

/* `sett --help` is `sett help`, `sett --version` is `sett version`. */
static sett_exit run (int argc, char **argv) {
  if (argc < 2)
    return sett_cli_error (0, "which command?  Try 'sett check MODEL.pml', or "
                              "see 'sett help'");
  const char *word = argv[1];
  if (!strcmp (word, "--help") || !strcmp (word, "-h"))
    word = "help";
  else if (!strcmp (word, "--version"))
    word = "version";
  const int command = find_command (word);
  return command < 0 ? unknown_command (word)
                     : run_command (command, argc - 2, argv + 2);
}

static sett_exit close_output (sett_exit status) {
  if ((!fflush (stdout) && !ferror (stdout)) || sett_cli_has_no_reader ())
    return status;
  fprintf (stderr, "sett: cannot write the output: %s\n", strerror (errno));
  return SETT_EXIT_INTERNAL;
}

/* SETT_CHECK_LEAKS=1 makes a leak an internal error. */
static sett_exit check_leaks (sett_exit status) {
  const char *wanted = getenv ("SETT_CHECK_LEAKS");
  const size_t bytes = sett_memory_in_use ();
  if (!wanted || strcmp (wanted, "1") || !bytes)
    return status;
  fprintf (stderr, "sett: internal error: %zu bytes were not given back\n",
           bytes);
  return SETT_EXIT_INTERNAL;
}

/* Sett itself ends by returning from main.  If something else calls exit, it is
   C that a model contains, and there is no verdict. */
static int has_returned;

static void refuse_exit (void) {
  if (has_returned)
    return;
  fputs ("sett: the C code in the model ends the program: there is no "
         "verdict\n",
         stderr);
  _exit (SETT_EXIT_USAGE);
}

typedef struct invocation {
  int argc;
  char **argv;
  sett_exit status;
} invocation;

static void *run_all (void *context) {
  invocation *i = context;
  const sett_exit status = close_output (run (i->argc, i->argv));
  sett_preparation_leave (status);
  i->status = check_leaks (status);
  return NULL;
}

/* Formulas and statements nest, and so do the functions that read them: that
   takes more than `ulimit -s 64` allows. */
static int is_stack_small (void) {
  struct rlimit limit;
  return !getrlimit (RLIMIT_STACK, &limit) && limit.rlim_cur < STACK_BYTES;
}

static int run_on_own_stack (invocation *i) {
  pthread_t thread;
  pthread_attr_t attributes;
  pthread_attr_init (&attributes);
  pthread_attr_setstacksize (&attributes, STACK_BYTES);
  const int failed = pthread_create (&thread, &attributes, run_all, i);
  pthread_attr_destroy (&attributes);
  if (!failed)
    pthread_join (thread, NULL);
  return !failed;
}

/* A file that may not grow is an error when it is written (`ulimit -f`), and
   no reason to die; programs that are started do not inherit a handler. */
static void do_nothing (int number) {
  (void)number;
}

int main (int argc, char **argv) {
  invocation i = {argc, argv, SETT_EXIT_INTERNAL};
  atexit (refuse_exit);
  sett_cli_survive_pipes ();
  signal (SIGXFSZ, do_nothing);
  sett_cli_catch_embedded_signals ();
  if (!is_stack_small () || !run_on_own_stack (&i))
    run_all (&i);
  has_returned = 1;
  return (int)i.status;
}
