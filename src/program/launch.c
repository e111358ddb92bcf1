/* Starting a program: see launch.h.

   Between fork and exec the child only calls what is safe there; what it has
   to say about a failure goes through a pipe that exec closes. */

#include "program/launch.h"

#include "base/assert.h"
#include "base/arena.h"
#include "base/string_list.h"
#include "base/text.h"
#include "shared/shared.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/*------------------------------------------------------------------------*/
/* The environment. */

typedef struct environment {
  sett_arena arena;
  SETT_VECTOR (char *) words;
} environment;

/* The value of a variable if `word` sets it, else null. */
static const char *value_of (const char *word, const char *name) {
  const size_t length = strlen (name);
  return !strncmp (word, name, length) && word[length] == '='
             ? word + length + 1
             : NULL;
}

static const char *old_value (const char *name) {
  const char *value = getenv (name);
  return value && *value ? value : NULL;
}

int sett_launch_sets (const char *word) {
  return value_of (word, SETT_SHARED_VARIABLE) ||
         value_of (word, "LD_PRELOAD") || value_of (word, "LD_BIND_NOW") ||
         value_of (word, "GLIBC_TUNABLES");
}

/* Is the variable of this word set by the launch? */
static int is_set (const sett_strings *settings, const char *word) {
  const size_t length = strcspn (word, "=") + 1;
  for (size_t i = 0; settings && i < settings->count; i++)
    if (!strncmp (settings->at[i], word, length))
      return 1;
  return 0;
}

/* NAME=first, or NAME=first:others. */
static void add_variable (environment *e, const char *name, const char *first,
                          const char *others) {
  sett_text text = {0};
  sett_text_addf (&text, "%s=%s%s%s", name, first, others ? ":" : "",
                  others ? others : "");
  SETT_PUSH (e->words,
             sett_arena_copy (&e->arena, sett_text_get (&text), text.length));
  sett_text_release (&text);
}

static void make_environment (environment *e, const sett_launch *launch) {
  char number[36];
  snprintf (number, sizeof number, "%d:%u:%u", launch->shared, launch->worker,
            launch->number);
  for (char **word = environ; *word; word++)
    if (!sett_launch_sets (*word) && !is_set (launch->environment, *word))
      SETT_PUSH (e->words, *word);
  for (size_t i = 0; launch->environment && i < launch->environment->count; i++)
    SETT_PUSH (e->words, (char *)launch->environment->at[i]);
  add_variable (e, SETT_SHARED_VARIABLE, number, NULL);
  if (!launch->library) {
    SETT_PUSH (e->words, NULL);
    return;
  }
  add_variable (e, "LD_PRELOAD", launch->library, old_value ("LD_PRELOAD"));
  add_variable (e, "LD_BIND_NOW", "1", NULL);
  add_variable (e, "GLIBC_TUNABLES", "glibc.pthread.rseq=0",
                old_value ("GLIBC_TUNABLES"));
  SETT_PUSH (e->words, NULL);
}

static void release_environment (environment *e) {
  SETT_RELEASE (e->words);
  sett_arena_release (&e->arena);
}

/* LD_PRELOAD cannot quote. */
static int check_library (const sett_launch *launch, sett_text *error) {
  if (!launch->library || !strpbrk (launch->library, " :"))
    return 1;
  sett_text_addf (error,
                  "the path of the run-time library, '%s', has a blank or a "
                  "colon in it, which LD_PRELOAD cannot express; set "
                  "SETT_RUNTIME to a copy elsewhere",
                  launch->library);
  return 0;
}

/*------------------------------------------------------------------------*/
/* The child. */

typedef struct child {
  const sett_launch *launch;
  const char *path; /* as seen from everywhere */
  char *const *environment;
  pid_t parent;
  int input;      /* for its standard input */
  int output;     /* for the other two; -1: as they are */
  int complaints; /* for errno of a failure */
} child;

static void become_normal (void) {
  sigset_t none;
  sigemptyset (&none);
  for (int i = 1; i < NSIG; i++)
    signal (i, SIG_DFL);
  sigprocmask (SIG_SETMASK, &none, NULL);
}

static int connect (const child *c) {
  SETT_ASSERT (c->complaints >= 0);
  if ((c->launch->folder && chdir (c->launch->folder)) ||
      dup2 (c->input, STDIN_FILENO) < 0 ||
      fcntl (c->launch->shared, F_SETFD, 0) < 0)
    return 0;
  return c->output < 0 || (dup2 (c->output, STDOUT_FILENO) >= 0 &&
                           dup2 (c->output, STDERR_FILENO) >= 0);
}

__attribute__ ((noreturn)) static void run_child (const child *c) {
  setpgid (0, c->launch->group);
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (getppid () != c->parent)
    _exit (127); /* it died before */
  become_normal ();
  const int old = personality (0xffffffff);
  if (old >= 0)
    personality ((unsigned long)old | ADDR_NO_RANDOMIZE);
  if (connect (c))
    execve (c->path, c->launch->argv, c->environment);
  const int reason = errno;
  if (write (c->complaints, &reason, sizeof reason) < 0)
    _exit (126);
  _exit (127);
}

/*------------------------------------------------------------------------*/
/* The parent. */

typedef struct plumbing {
  int input;
  int output[2], complaints[2];
} plumbing;

static void shut (int file) {
  if (file >= 0)
    close (file);
}

static int open_plumbing (plumbing *p, const sett_launch *launch,
                          sett_text *error) {
  *p = (plumbing){-1, {-1, -1}, {-1, -1}};
  const char *path = launch->input ? launch->input : "/dev/null";
  p->input = open (path, O_RDONLY | O_CLOEXEC);
  if (p->input < 0) {
    sett_text_addf (error, "cannot read '%s': %s", path, strerror (errno));
    return 0;
  }
  if (pipe2 (p->complaints, O_CLOEXEC) ||
      (!launch->keeps_output && pipe2 (p->output, O_CLOEXEC))) {
    sett_text_addf (error, "cannot make a pipe: %s", strerror (errno));
    return 0;
  }
  return 1;
}

static void close_plumbing (plumbing *p) {
  shut (p->input);
  shut (p->output[0]);
  shut (p->output[1]);
  shut (p->complaints[0]);
  shut (p->complaints[1]);
}

static pid_t start_child (const sett_launch *launch, const plumbing *p) {
  environment e = {0};
  char path[PATH_MAX];
  const int known = launch->folder && realpath (launch->path, path);
  make_environment (&e, launch);
  const child c = {.launch = launch,
                   .path = known ? path : launch->path,
                   .environment = e.words.at,
                   .parent = getpid (),
                   .input = p->input,
                   .output = p->output[1],
                   .complaints = p->complaints[1]};
  fflush (NULL);
  const pid_t process = fork ();
  if (!process)
    run_child (&c);
  release_environment (&e);
  return process;
}

/* Waits until exec has happened, or has not. */
static int hear_complaint (plumbing *p) {
  int reason = 0;
  ssize_t got;
  close (p->complaints[1]);
  p->complaints[1] = -1;
  do
    got = read (p->complaints[0], &reason, sizeof reason);
  while (got < 0 && errno == EINTR);
  return got == sizeof reason ? reason : 0;
}

static int start (const sett_launch *launch, sett_launched *launched,
                  plumbing *p, sett_text *error) {
  launched->process = start_child (launch, p);
  if (launched->process < 0) {
    sett_text_addf (error, "cannot start a process: %s", strerror (errno));
    return 0;
  }
  const int reason = hear_complaint (p);
  if (reason) {
    waitpid (launched->process, NULL, 0);
    sett_text_addf (error, "cannot run '%s': %s", launch->path,
                    strerror (reason));
    return 0;
  }
  launched->handle = (int)syscall (SYS_pidfd_open, launched->process, 0);
  launched->output = p->output[0];
  p->output[0] = -1;
  if (launched->output >= 0)
    fcntl (launched->output, F_SETFL, O_NONBLOCK);
  return 1;
}

int sett_launch_start (const sett_launch *launch, sett_launched *launched,
                       sett_text *error) {
  plumbing p;
  *launched = (sett_launched){.process = -1, .handle = -1, .output = -1};
  if (!check_library (launch, error))
    return 0;
  const int started =
      open_plumbing (&p, launch, error) && start (launch, launched, &p, error);
  close_plumbing (&p);
  return started;
}

void sett_launch_finish (sett_launched *launched) {
  if (launched->process > 0) {
    kill (-launched->process, SIGKILL);
    kill (launched->process, SIGKILL);
    while (waitpid (launched->process, NULL, 0) < 0 && errno == EINTR)
      ;
  }
  shut (launched->handle);
  shut (launched->output);
  *launched = (sett_launched){.process = -1, .handle = -1, .output = -1};
}

/*------------------------------------------------------------------------*/

/* gdb hands its environment to the program, but must not run under the
   run-time library itself: it sets these when it starts the program. */
static void add_settings (environment *e, const sett_launch *launch,
                          sett_strings *words) {
  environment of_program = {0};
  make_environment (&of_program, launch);
  for (size_t i = 0; i + 1 < of_program.words.count; i++)
    if (sett_launch_sets (of_program.words.at[i]) ||
        is_set (launch->environment, of_program.words.at[i])) {
      sett_text text = {0};
      sett_text_addf (&text, "set environment %s", of_program.words.at[i]);
      char *equals = strchr (text.at, '=');
      *equals = ' ';
      SETT_PUSH (*words, "-ex");
      SETT_PUSH (*words, sett_arena_copy (&e->arena, sett_text_get (&text),
                                          text.length));
      sett_text_release (&text);
    }
  release_environment (&of_program);
  if (!launch->folder)
    return;
  sett_text text = {0};
  sett_text_addf (&text, "set cwd %s", launch->folder);
  SETT_PUSH (*words, "-ex");
  SETT_PUSH (*words,
             sett_arena_copy (&e->arena, sett_text_get (&text), text.length));
  sett_text_release (&text);
}

/* Keys that interrupt are for gdb. */
static int converse (sett_strings *words, sett_text *error) {
  void (*old) (int) = signal (SIGINT, SIG_IGN);
  int status = -1;
  pid_t process;
  fflush (NULL);
  process = fork ();
  if (!process) {
    become_normal ();
    execvp (words->at[0], (char *const *)words->at);
    _exit (127);
  }
  while (process > 0 && waitpid (process, &status, 0) < 0 && errno == EINTR)
    ;
  signal (SIGINT, old);
  if (process > 0 && !(WIFEXITED (status) && WEXITSTATUS (status) == 127))
    return 1;
  sett_text_add (error, "cannot run gdb");
  return 0;
}

int sett_launch_debugger (const sett_launch *launch, sett_text *error) {
  static const char *const fixed[] = {
      "gdb", "-q",
      "-ex", "set disable-randomization on",
      "-ex", "set startup-with-shell off",
      "-ex", "handle SIGSEGV SIGSYS SIGPROF nostop noprint pass",
  };
  environment e = {0};
  sett_strings words = {0};
  if (!check_library (launch, error))
    return 0;
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
    SETT_PUSH (words, fixed[i]);
  add_settings (&e, launch, &words);
  SETT_PUSH (words, "--args");
  SETT_PUSH (words, launch->path);
  for (char *const *word = launch->argv + 1; *word; word++)
    SETT_PUSH (words, *word);
  SETT_PUSH (words, NULL);
  fcntl (launch->shared, F_SETFD, 0);
  const int done = converse (&words, error);
  SETT_RELEASE (words);
  release_environment (&e);
  return done;
}
