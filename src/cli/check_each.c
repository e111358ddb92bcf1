/* Several inputs: see check_each.h.

   A limit, a crash of C that a model contains, or an error of Sett's own ends
   the process that checks one input, and no more.  What it says on its standard
   output is shown with --verbose only; its result comes as a tree (collect.h),
   of which this process makes the summary and all other forms. */

#include "cli/check_each.h"

#include "base/assert.h"
#include "base/memory.h"
#include "base/terminal.h"
#include "base/json.h"
#include "cli/collect.h"
#include "cli/gpu_race.h"
#include "cli/view.h"
#include "cli/program.h"
#include "view/json_tree.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct input {
  const char *name;
  char *base;   /* of the files that are written; owned */
  json_t *tree; /* owned */
  sett_exit status;
} input;

typedef struct session {
  const sett_options *options;
  SETT_VECTOR (input) inputs;
  int width; /* of the longest name */
} session;

/*------------------------------------------------------------------------*/
/* Which inputs there are. */

static int is_whole (const sett_options *o, const char *word) {
  sett_options alone = *o;
  alone.operands = (sett_strings){0};
  SETT_PUSH (alone.operands, word);
  alone.before_dashes = 1;
  const int whole = sett_cli_is_whole (&alone);
  SETT_RELEASE (alone.operands);
  return whole;
}

int sett_cli_is_several (const sett_options *o) {
  if (o->each)
    return o->before_dashes > 0;
  for (size_t i = 0; i < o->before_dashes; i++)
    if (!is_whole (o, o->operands.at[i]))
      return 0;
  return o->before_dashes > 1;
}

/* "b-x" for b/x.pml, if another input is called x.pml, too. */
static char *base_of (const session *s, const char *name) {
  sett_text base = {0};
  sett_cli_add_base (name, &base);
  for (size_t i = 0; i < s->inputs.count; i++) {
    if (strcmp (s->inputs.at[i].base, sett_text_get (&base)))
      continue;
    sett_text_clear (&base);
    for (const char *at = name + strspn (name, "./"); *at; at++)
      sett_text_addf (&base, "%c", *at == '/' ? '-' : *at);
    break;
  }
  char *copy = sett_strdup (sett_text_get (&base));
  sett_text_release (&base);
  return copy;
}

static void list_inputs (session *s) {
  const sett_options *o = s->options;
  for (size_t i = 0; i < o->before_dashes; i++) {
    SETT_ASSERT (i < o->operands.count);
    const char *name = o->operands.at[i];
    const int length = (int)strlen (name);
    const input fresh = {.name = name, .base = base_of (s, name)};
    SETT_PUSH (s->inputs, fresh);
    s->width = length > s->width ? length : s->width;
  }
}

/*------------------------------------------------------------------------*/
/* One of them. */

static int is_operand (const sett_options *o, const char *word) {
  for (size_t i = 0; i < o->before_dashes; i++)
    if (o->operands.at[i] == word)
      return 1;
  return 0;
}

/* The options of a call with this input alone. */
static void set_alone (const sett_options *o, const input *in,
                       sett_options *alone) {
  *alone = *o;
  alone->each = 0;
  alone->base_name = in->base;
  alone->before_dashes = 1;
  alone->operands = alone->for_compiler = (sett_strings){0};
  SETT_PUSH (alone->operands, in->name);
  for (size_t i = o->before_dashes; i < o->operands.count; i++)
    SETT_PUSH (alone->operands, o->operands.at[i]);
  for (size_t i = 0; i < o->for_compiler.count; i++)
    if (o->for_compiler.at[i] == in->name ||
        !is_operand (o, o->for_compiler.at[i]))
      SETT_PUSH (alone->for_compiler, o->for_compiler.at[i]);
}

__attribute__ ((noreturn)) static void
check_alone (const sett_options *o, const input *in, int said, int result) {
  sett_options alone;
  prctl (PR_SET_PDEATHSIG, SIGTERM);
  dup2 (said, STDOUT_FILENO);
  sett_collect_to (result);
  set_alone (o, in, &alone);
  const sett_exit status = sett_cli_check (&alone);
  fflush (stdout);
  sett_preparation_leave (status);
  _exit ((int)status);
}

/* Waits for a process; a signal for this one is one for that one, too. */
static int wait_for (pid_t child, const volatile int *interrupted,
                     const sigset_t *mask) {
  struct pollfd ended = {.fd = (int)syscall (SYS_pidfd_open, child, 0),
                         .events = POLLIN};
  int status = 0, told = 0;
  while (ended.fd >= 0 && ppoll (&ended, 1, NULL, mask) < 0 && errno == EINTR)
    if (*interrupted && !told++)
      kill (child, SIGTERM);
  while (waitpid (child, &status, 0) < 0 && errno == EINTR)
    ;
  if (ended.fd >= 0)
    close (ended.fd);
  return status;
}

static sett_exit status_of (int ended) {
  return WIFEXITED (ended) ? (sett_exit)WEXITSTATUS (ended)
                           : SETT_EXIT_INTERNAL;
}

/* What it has left; else why there is nothing. */
static json_t *tree_of (const input *in, int file, int ended) {
  sett_text reason = {0};
  lseek (file, 0, SEEK_SET);
  json_t *tree = json_loadfd (file, 0, NULL);
  if (!tree) {
    if (WIFSIGNALED (ended))
      sett_text_addf (&reason, "the check was ended by signal %d",
                      WTERMSIG (ended));
    else
      sett_text_addf (&reason, "the check ended with status %d",
                      WEXITSTATUS (ended));
    tree = json_pack ("{s:s, s:s, s:s}", "sett", SETT_VERSION, "verdict",
                      "error", "diagnostics", sett_text_get (&reason));
  }
  if (!json_object_get (tree, "input"))
    json_object_set_new (tree, "input",
                         json_pack ("[o]", sett_json_string (in->name)));
  sett_text_release (&reason);
  return tree;
}

static void show_all (int file) {
  char part[4096];
  ssize_t got;
  lseek (file, 0, SEEK_SET);
  while ((got = read (file, part, sizeof part)) > 0)
    fwrite (part, 1, (size_t)got, stdout);
}

static void check (session *s, input *in, const volatile int *interrupted) {
  const int said = memfd_create ("said", MFD_CLOEXEC);
  const int result = memfd_create ("result", MFD_CLOEXEC);
  sigset_t mask, held;
  sigemptyset (&held);
  sigaddset (&held, SIGINT);
  sigaddset (&held, SIGTERM);
  sigaddset (&held, SIGHUP);
  fflush (stdout);
  sigprocmask (SIG_BLOCK, &held, &mask);
  const pid_t child = fork ();
  if (!child) {
    sigprocmask (SIG_SETMASK, &mask, NULL);
    check_alone (s->options, in, said, result);
  }
  const int ended = child < 0 ? SETT_EXIT_INTERNAL << 8
                              : wait_for (child, interrupted, &mask);
  sigprocmask (SIG_SETMASK, &mask, NULL);
  in->status = status_of (ended);
  in->tree = tree_of (in, result, ended);
  if (s->options->verbose && !s->options->json)
    show_all (said);
  close (said);
  close (result);
}

/*------------------------------------------------------------------------*/
/* All of them. */

static const char *colour_of (sett_exit status, const sett_colours *c) {
  return status == SETT_EXIT_FINE         ? c->good
         : status == SETT_EXIT_INCOMPLETE ? c->warning
                                          : c->bad;
}

/* The first line says enough; all is on the error output. */
static void add_meaning (const input *in, sett_text *text) {
  const char *what = sett_json_tree_text (in->tree, "meaning");
  if (!*what)
    what = sett_json_tree_text (in->tree, "diagnostics");
  sett_text_add_bytes (text, what, strcspn (what, "\n"));
}

static void print_row (const session *s, const input *in) {
  const sett_colours *c = sett_terminal_colours (stdout);
  const char *verdict = in->status == SETT_EXIT_USAGE
                            ? "error"
                            : sett_json_tree_text (in->tree, "verdict");
  const json_t *violation;
  sett_text text = {0};
  size_t i;
  sett_text_addf (&text, "%s%-13s%s  %-*s  ", colour_of (in->status, c),
                  verdict, c->off, s->width, in->name);
  add_meaning (in, &text);
  sett_text_add (&text, "\n");
  json_array_foreach (json_object_get (in->tree, "violations"), i,
                      violation) if (*sett_json_tree_text (violation, "trace"))
      sett_text_addf (&text, "%*s  %strace  %s%s\n", 15 + s->width, "",
                      c->faint, sett_json_tree_text (violation, "trace"),
                      c->off);
  sett_cli_print (&text);
  fflush (stdout);
  sett_text_release (&text);
}

/* A violation hides nothing that was not even checked, and nothing hides it.
 */
static int severity (sett_exit status) {
  switch (status) {
  case SETT_EXIT_FINE:
    return 0;
  case SETT_EXIT_INCOMPLETE:
    return 1;
  case SETT_EXIT_VIOLATION:
    return 2;
  case SETT_EXIT_USAGE:
    return 3;
  default:
    return 4;
  }
}

static sett_exit worst_of (const session *s) {
  sett_exit worst = SETT_EXIT_FINE;
  for (size_t i = 0; i < s->inputs.count; i++)
    if (severity (s->inputs.at[i].status) > severity (worst))
      worst = s->inputs.at[i].status;
  return worst;
}

static size_t count_of (const session *s, int severe) {
  size_t count = 0;
  for (size_t i = 0; i < s->inputs.count; i++)
    count +=
        s->inputs.at[i].tree && severity (s->inputs.at[i].status) == severe;
  return count;
}

static void print_sum (const session *s) {
  static const char *const words[] = {"verified", "not decided", "violated",
                                      "in error", "failed in Sett itself"};
  sett_text text = {0};
  sett_text_addf (&text, "\n%zu inputs", s->inputs.count);
  const char *separator = ": ";
  size_t done = 0;
  for (int i = 0; i < 5; i++)
    if (count_of (s, i)) {
      sett_text_addf (&text, "%s%zu %s", separator, count_of (s, i), words[i]);
      separator = ", ";
      done += count_of (s, i);
    }
  if (done < s->inputs.count)
    sett_text_addf (&text, "%s%zu not checked", separator,
                    s->inputs.count - done);
  sett_text_add (&text, "\n");
  sett_cli_print (&text);
  sett_text_release (&text);
}

static json_t *array_of (const session *s) {
  json_t *array = json_array ();
  for (size_t i = 0; i < s->inputs.count; i++)
    if (s->inputs.at[i].tree)
      json_array_append (array, s->inputs.at[i].tree);
  return array;
}

/* Pages and diagrams are one for each input, all else is one for all. */
static int write_forms (const session *s) {
  json_t *all = array_of (s);
  int done = 1;
  for (size_t i = 0; i < s->inputs.count; i++) {
    sett_options alone = *s->options;
    alone.base_name = s->inputs.at[i].base;
    alone.sarif = alone.junit = NULL;
    if (s->inputs.at[i].tree)
      done &= sett_cli_write_tree (&alone, s->inputs.at[i].tree);
  }
  sett_options together = *s->options;
  together.base_name = "sett";
  together.html = together.mermaid = together.dot = NULL;
  together.format = 0;
  done &= sett_cli_write_tree (&together, all);
  if (s->options->json)
    sett_cli_print_trees (all);
  json_decref (all);
  return done;
}

static sett_exit check_options (const sett_options *o) {
  const char *name = o->html && *o->html         ? "html"
                     : o->mermaid && *o->mermaid ? "mermaid"
                     : o->dot && *o->dot         ? "dot"
                                                 : NULL;
  if (name)
    return sett_cli_error (o->json,
                           "--%s=FILE is for one input, and there are %zu: "
                           "without a name each gets a file of its own",
                           name, o->before_dashes);
  return SETT_EXIT_FINE;
}

static void release (session *s) {
  for (size_t i = 0; i < s->inputs.count; i++) {
    sett_strfree (s->inputs.at[i].base);
    json_decref (s->inputs.at[i].tree);
  }
  SETT_RELEASE (s->inputs);
}

sett_exit sett_cli_check_each (const sett_options *o) {
  session s = {.options = o};
  sett_exit status = check_options (o);
  if (status)
    return status;
  const volatile int *interrupted = sett_cli_hold_signals ();
  list_inputs (&s);
  for (size_t i = 0; i < s.inputs.count && !*interrupted; i++) {
    check (&s, s.inputs.at + i, interrupted);
    if (!o->json)
      print_row (&s, s.inputs.at + i);
  }
  if (!o->json)
    print_sum (&s);
  status = worst_of (&s);
  if (*interrupted && !status)
    status = SETT_EXIT_INCOMPLETE;
  if (!write_forms (&s))
    status = SETT_EXIT_USAGE;
  release (&s);
  return status;
}
