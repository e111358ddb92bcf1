/* The process that a launcher started watches the one that searches.

   When a rank is killed (by a machine that is out of memory, most of all), the
   launcher ends the others at once, and its status is what it makes of the
   signal.  So the process that the launcher knows does nothing but wait: the
   one that it waits for speaks MPI and searches.  If that dies, it says why and
   ends with the status of an internal error, which it passes on in the same way
   if the other one ends with it before all ranks do.  Open MPI's launcher
   passes on the status of the first process that fails.  MPICH's does so with
   that of some process, but obeys if it is asked to end all with a status (the
   message of PMI 1 that MPI_Abort sends).

   Signals are passed on; the two have groups of their own, since launchers send
   signals to the group, and one is enough.  Neither outlives the other. */

#include "cli/rank_guard.h"

#include "base/assert.h"
#include "cli/exit.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile pid_t searcher;
static volatile int *ended; /* both see it: with all others, and not before */

static const int passed[] = {SIGINT,  SIGTERM, SIGHUP, SIGQUIT,
                             SIGUSR1, SIGUSR2, SIGCONT};

#define EACH(S)                                                                \
  for (const int *S = passed; S < passed + sizeof passed / sizeof *passed; S++)

/* What the terminal sends goes to both. */
static void pass_on (int number, siginfo_t *info, void *context) {
  const int before = errno;
  (void)context;
  if (info->si_code <= 0)
    kill (searcher, number);
  errno = before;
}

static void catch_signals (void) {
  struct sigaction action;
  memset (&action, 0, sizeof action);
  action.sa_sigaction = pass_on;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  EACH (s)
  sigaction (*s, &action, NULL);
}

static const char *rank_name (void) {
  static const char *const names[] = {"PMI_RANK", "OMPI_COMM_WORLD_RANK",
                                      "PMIX_RANK"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (getenv (names[i]))
      return getenv (names[i]);
  return "?";
}

/* A launcher that is told to end all at once may do so before it has passed on
   what was said: it gets a moment to read that. */
static void let_launcher_read (void) {
  const struct timespec moment = {.tv_nsec = 200 * 1000 * 1000};
  nanosleep (&moment, NULL);
}

/* Slurm speaks another PMI. */
static void end_all (void) {
  static const char request[] = "cmd=abort exitcode=4\n";
  const char *launcher = getenv ("PMI_FD");
  _Static_assert(SETT_EXIT_INTERNAL == 4, "as the request says");
  if (!launcher || getenv ("SLURM_JOB_ID"))
    return;
  if (write (atoi (launcher), request, sizeof request - 1) > 0)
    sleep (1); /* then this one has ended, too */
}

__attribute__ ((noreturn)) static void watch (void) {
  SETT_ASSERT (searcher > 0);
  int status;
  pid_t done;
  while ((done = waitpid (searcher, &status, 0)) < 0 && errno == EINTR)
    ;
  const int exited = done == searcher && WIFEXITED (status);
  if (exited && (*ended || WEXITSTATUS (status) != SETT_EXIT_INTERNAL))
    _exit (WEXITSTATUS (status));
  if (done == searcher && WIFSIGNALED (status))
    fprintf (stderr,
             "sett: rank %s was killed by signal %d (%s): all ranks end; a "
             "search with --checkpoint goes on from the last one by 'sett "
             "resume FILE'\n",
             rank_name (), WTERMSIG (status), strsignal (WTERMSIG (status)));
  else if (!exited) /* one that exited has said why */
    fprintf (stderr, "sett: rank %s is out of sight: all ranks end\n",
             rank_name ());
  let_launcher_read ();
  end_all ();
  _exit (SETT_EXIT_INTERNAL);
}

static void begin_to_search (pid_t guard, const sigset_t *mask) {
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (getppid () != guard)
    _exit (SETT_EXIT_INTERNAL);
  if (!isatty (STDIN_FILENO))
    setpgid (0, 0);
  sigprocmask (SIG_SETMASK, mask, NULL);
}

void sett_cli_rank_ends (void) {
  if (ended)
    *ended = 1;
}

void sett_cli_guard_rank (void) {
  const pid_t guard = getpid ();
  sigset_t all, before;
  void *page = mmap (NULL, sizeof *ended, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED)
    return;
  ended = page;
  sigfillset (&all);
  fflush (NULL);
  sigprocmask (SIG_BLOCK, &all, &before);
  searcher = fork ();
  if (!searcher) {
    begin_to_search (guard, &before);
    return;
  }
  if (searcher > 0)
    catch_signals ();
  sigprocmask (SIG_SETMASK, &before, NULL);
  if (searcher > 0)
    watch ();
}
