/* Starting programs in one call (posix_spawn, system, popen), by what they
   consist of: fork, exec, waiting.

   The C library does it in a process that shares the memory of its parent for a
   while; here it is a copy. */

#include "runtime/process/execute.h"
#include "runtime/core/os_process.h"
#include "runtime/core/real.h"
#include "runtime/sched/schedule.h"
#include "runtime/sync/threads.h"

#include <fcntl.h>
#include <limits.h>
#include <paths.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Where a program of this name is; false: nowhere. */
static int find_program (const char *name, char path[PATH_MAX]) {
  const char *folders = getenv ("PATH");
  if (!folders)
    folders = "/bin:/usr/bin";
  while (*folders) {
    const size_t length = strcspn (folders, ":");
    const size_t name_length = strlen (name);
    if (length + name_length + 2 < PATH_MAX) {
      memcpy (path, folders, length);
      path[length] = '/';
      memcpy (path + length + 1, name, name_length + 1);
      if (!sett_execute_check (path))
        return 1;
    }
    folders += length + (folders[length] == ':');
  }
  return 0;
}

/*------------------------------------------------------------------------*/
/* What the C library keeps in its lists of actions. */

typedef struct action {
  enum {
    DO_CLOSE,
    DO_DUP2,
    DO_OPEN,
    DO_CHDIR,
    DO_FCHDIR,
    DO_CLOSE_FROM,
    DO_TERMINAL
  } what;
  union {
    struct {
      int file;
    } close;
    struct {
      int file, copy;
    } dup2;
    struct {
      int file;
      char *path;
      int flags;
      mode_t mode;
    } open;
    struct {
      char *path;
    } chdir;
    struct {
      int from;
    } close_from;
  };
} action;

static int open_as (const action *a) {
  const int file = open (a->open.path, a->open.flags, a->open.mode);
  if (file < 0 || file == a->open.file)
    return file >= 0;
  const int fine = dup2 (file, a->open.file) >= 0;
  close (file);
  return fine;
}

static int copy_as (const action *a) {
  if (a->dup2.file == a->dup2.copy)
    return fcntl (a->dup2.file, F_SETFD, 0) == 0;
  return dup2 (a->dup2.file, a->dup2.copy) >= 0;
}

static int act (const action *a) {
  switch (a->what) {
  case DO_CLOSE:
    close (a->close.file);
    return 1;
  case DO_DUP2:
    return copy_as (a);
  case DO_OPEN:
    return open_as (a);
  case DO_CHDIR:
    return chdir (a->chdir.path) == 0;
  case DO_FCHDIR:
    return fchdir (a->close.file) == 0;
  case DO_CLOSE_FROM:
    return close_range ((unsigned)a->close_from.from, ~0u, 0) == 0;
  default:
    return 1;
  }
}

static int act_all (const posix_spawn_file_actions_t *actions) {
  const action *a = actions ? (const action *)actions->__actions : NULL;
  for (int i = 0; a && i < actions->__used; i++)
    if (!act (&a[i]))
      return 0;
  return 1;
}

static void set_signals (const posix_spawnattr_t *attributes) {
  short flags = 0;
  sigset_t set;
  if (attributes)
    posix_spawnattr_getflags (attributes, &flags);
  if (flags & POSIX_SPAWN_SETSIGMASK) {
    posix_spawnattr_getsigmask (attributes, &set);
    pthread_sigmask (SIG_SETMASK, &set, NULL);
  }
  if (!(flags & POSIX_SPAWN_SETSIGDEF))
    return;
  posix_spawnattr_getsigdefault (attributes, &set);
  for (int i = 1; i < NSIG; i++)
    if (sigismember (&set, i) == 1)
      signal (i, SIG_DFL);
}

static int spawn (pid_t *process, const char *path,
                  const posix_spawn_file_actions_t *actions,
                  const posix_spawnattr_t *attributes, char *const *arguments,
                  char *const *environment) {
  const long wrong = sett_execute_check (path);
  if (wrong)
    return (int)-wrong;
  const pid_t child = fork ();
  if (child < 0)
    return errno;
  if (!child) {
    set_signals (attributes);
    if (act_all (actions))
      execve (path, arguments, environment);
    _exit (127);
  }
  if (process)
    *process = child;
  return 0;
}

EXPORT int posix_spawn (pid_t *restrict process, const char *restrict path,
                        const posix_spawn_file_actions_t *restrict actions,
                        const posix_spawnattr_t *restrict attributes,
                        char *const argv[restrict],
                        char *const environment[restrict]) {
  if (!sett_active ())
    return SETT_REAL (posix_spawn) (process, path, actions, attributes, argv,
                                    environment);
  return spawn (process, path, actions, attributes, argv, environment);
}

EXPORT int posix_spawnp (pid_t *restrict process, const char *restrict name,
                         const posix_spawn_file_actions_t *restrict actions,
                         const posix_spawnattr_t *restrict attributes,
                         char *const argv[restrict],
                         char *const environment[restrict]) {
  char path[PATH_MAX];
  if (!sett_active ())
    return SETT_REAL (posix_spawnp) (process, name, actions, attributes, argv,
                                     environment);
  if (!strchr (name, '/') && find_program (name, path))
    name = path;
  return spawn (process, name, actions, attributes, argv, environment);
}

/*------------------------------------------------------------------------*/
/* Shells. */

__attribute__ ((noreturn)) static void run_shell (const char *command) {
  char *const arguments[] = {"sh", "-c", (char *)command, NULL};
  execve (_PATH_BSHELL, arguments, environ);
  _exit (127);
}

/* A thread that is cancelled meanwhile notices that later: its child has ended
   first. */
static int wait_for_shell (pid_t child) {
  int status = -1, cancels;
  pthread_setcancelstate (PTHREAD_CANCEL_DISABLE, &cancels);
  while (child > 0 && waitpid (child, &status, 0) < 0)
    if (errno != EINTR) {
      status = -1;
      break;
    }
  pthread_setcancelstate (cancels, NULL);
  return status;
}

/* The first thread that waits in `system' keeps how the program takes these
   signals, and the last one restores it. */
static const int ignored[] = {SIGINT, SIGQUIT};

static void ignore_signals (void) {
  if (os_process->waiting_for_shells++)
    return;
  for (int i = 0; i < 2; i++)
    os_process->usual_actions[i] = os_process->actions[ignored[i]];
  for (int i = 0; i < 2; i++)
    signal (ignored[i], SIG_IGN);
}

static void heed_signals (void) {
  for (int i = 0; i < 2; i++)
    sigaction (ignored[i], &os_process->usual_actions[i], NULL);
}

static void stop_ignoring (void) {
  if (os_process->waiting_for_shells == 1)
    heed_signals ();
  os_process->waiting_for_shells--;
}

/* The thread is left while it waits for its shell: it was cancelled. */
static void give_up_shell (const pid_t *waits_for) {
  if (!*waits_for)
    return;
  kill (*waits_for, SIGKILL);
  wait_for_shell (*waits_for);
  stop_ignoring ();
}

static int await_shell (pid_t child) {
  pid_t waits_for __attribute__ ((cleanup (give_up_shell))) = child;
  int status = -1, result;
  do
    result = waitpid (child, &status, 0);
  while (result < 0 && errno == EINTR);
  waits_for = 0;
  return result == child ? status : -1;
}

EXPORT int system (const char *command) {
  if (!sett_active ())
    return SETT_REAL (system) (command);
  sigset_t block, old;
  if (!command)
    return 1;
  ignore_signals ();
  sigemptyset (&block);
  sigaddset (&block, SIGCHLD);
  pthread_sigmask (SIG_BLOCK, &block, &old);
  const pid_t child = fork ();
  if (!child) {
    heed_signals ();
    pthread_sigmask (SIG_SETMASK, &old, NULL);
    run_shell (command);
  }
  const int status = child > 0 ? await_shell (child) : -1;
  stop_ignoring ();
  pthread_sigmask (SIG_SETMASK, &old, NULL);
  return status;
}

/* Pipes to shells that are open.  In the program's memory, found by a variable
   that is reset with it. */
typedef struct sett_shell {
  struct sett_shell *next;
  FILE *stream;
  pid_t process;
} shell;

/* In the child: the end of the pipe that it has. */
__attribute__ ((noreturn)) static void run_piped (const char *command, int end,
                                                  int other, int as) {
  for (const shell *s = os_process->shells; s; s = s->next)
    close (fileno (s->stream));
  close (other);
  if (end != as) {
    dup2 (end, as);
    close (end);
  }
  run_shell (command);
}

static FILE *open_shell (const char *command, int reads, int close_on_exec) {
  int ends[2];
  shell *s = malloc (sizeof *s);
  if (!s || pipe2 (ends, close_on_exec ? O_CLOEXEC : 0)) {
    free (s);
    return NULL;
  }
  const int mine = ends[!reads], others = ends[reads];
  s->process = fork ();
  if (!s->process)
    run_piped (command, others, mine, reads ? STDOUT_FILENO : STDIN_FILENO);
  close (others);
  s->stream = s->process > 0 ? fdopen (mine, reads ? "r" : "w") : NULL;
  if (!s->stream) {
    close (mine);
    free (s);
    return NULL;
  }
  s->next = os_process->shells;
  os_process->shells = s;
  return s->stream;
}

EXPORT FILE *popen (const char *command, const char *mode) {
  if (!sett_active ())
    return SETT_REAL (popen) (command, mode);
  const int reads = strchr (mode, 'r') != NULL;
  if (reads == (strchr (mode, 'w') != NULL)) {
    errno = EINVAL;
    return NULL;
  }
  return open_shell (command, reads, strchr (mode, 'e') != NULL);
}

EXPORT int pclose (FILE *stream) {
  if (!sett_active ())
    return SETT_REAL (pclose) (stream);
  struct sett_shell **at = &os_process->shells;
  while (*at && (*at)->stream != stream)
    at = &(*at)->next;
  if (!*at) {
    errno = ECHILD;
    return -1;
  }
  shell *s = *at;
  *at = s->next;
  const pid_t process = s->process;
  free (s);
  fclose (stream);
  return wait_for_shell (process);
}
