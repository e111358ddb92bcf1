/* posix_spawn, pipes and poll: no shell, so nothing to quote.

   What is started gets a process group of its own, so that it can be ended
   with all that it has started when the watch says so; so it is, too, if the
   watch ends this process (a duty). */

#include "promela/parse/process.h"

#include "base/assert.h"
#include "base/watch.h"

#include "base/tempdir.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define LOOK_MILLISECONDS 50 /* between two looks at the watch */

extern char **environ;

typedef struct pipes {
  int input[2], output[2], errors[2];
} pipes;

static void shut (int *fd) {
  if (*fd >= 0)
    close (*fd);
  *fd = -1;
}

static void shut_all (pipes *p) {
  for (int i = 0; i < 2; i++) {
    shut (&p->input[i]);
    shut (&p->output[i]);
    shut (&p->errors[i]);
  }
}

static int open_all (pipes *p) {
  *p = (pipes){{-1, -1}, {-1, -1}, {-1, -1}};
  if (!pipe2 (p->input, O_CLOEXEC) && !pipe2 (p->output, O_CLOEXEC) &&
      !pipe2 (p->errors, O_CLOEXEC))
    return 1;
  const int why = errno;
  shut_all (p);
  errno = why;
  return 0;
}

/* Gives 0, or the errno of why it cannot be started. */
static int spawn_group (char *const argv[],
                        const posix_spawn_file_actions_t *actions,
                        char **environment, pid_t *child) {
  posix_spawnattr_t attributes;
  posix_spawnattr_init (&attributes);
  posix_spawnattr_setflags (&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup (&attributes, 0);
  const int failed =
      posix_spawnp (child, argv[0], actions, &attributes, argv, environment);
  posix_spawnattr_destroy (&attributes);
  return failed;
}

/* 0, or an error. */
static int spawn (char *const argv[], pipes *p, pid_t *child) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init (&actions);
  posix_spawn_file_actions_adddup2 (&actions, p->input[0], 0);
  posix_spawn_file_actions_adddup2 (&actions, p->output[1], 1);
  posix_spawn_file_actions_adddup2 (&actions, p->errors[1], 2);
  const int failed = spawn_group (argv, &actions, environ, child);
  posix_spawn_file_actions_destroy (&actions);
  shut (&p->input[0]);
  shut (&p->output[1]);
  shut (&p->errors[1]);
  return failed;
}

/* Why could it not be started? */
static int explain (const char *name, int error, sett_text *errors) {
  if (error == ENOENT)
    return PROCESS_NOT_FOUND;
  sett_text_addf (errors, "sett: cannot run '%s': %s\n", name,
                  strerror (error));
  return PROCESS_NOT_STARTED;
}

static void collect (int *fd, sett_text *text) {
  char buffer[16384];
  const ssize_t n = read (*fd, buffer, sizeof buffer);
  if (n > 0)
    sett_text_add_bytes (text, buffer, (size_t)n);
  else if (!n || errno != EINTR)
    shut (fd);
}

static size_t feed (int *fd, const sett_text *input, size_t done) {
  SETT_ASSERT (done <= input->length);
  const size_t left = input ? input->length - done : 0;
  if (!left) {
    shut (fd);
    return done;
  }
  const ssize_t n = write (*fd, input->at + done, left < 4096 ? left : 4096);
  if (n < 0 && errno != EINTR)
    shut (fd);
  return done + (n > 0 ? (size_t)n : 0);
}

static void converse (pipes *p, const sett_text *input, sett_text *output,
                      sett_text *errors) {
  size_t done = 0;
  if (!input)
    shut (&p->input[1]);
  while (!sett_watch_spent () && (p->output[0] >= 0 || p->errors[0] >= 0)) {
    struct pollfd fds[3] = {{p->output[0], POLLIN, 0},
                            {p->errors[0], POLLIN, 0},
                            {p->input[1], POLLOUT, 0}};
    if (poll (fds, 3, LOOK_MILLISECONDS) < 0 && errno != EINTR)
      break;
    if (fds[0].revents)
      collect (&p->output[0], output);
    if (fds[1].revents)
      collect (&p->errors[0], errors);
    if (fds[2].revents)
      done = feed (&p->input[1], input, done);
  }
}

static void kill_by_number (void *number) {
  kill (-(pid_t)(intptr_t)number, SIGKILL);
}

/* Its exit status, or 128 + signal; -1 after an error. */
static int wait_for (pid_t child) {
  int status;
  if (sett_watch_spent ())
    kill (-child, SIGKILL);
  while (waitpid (child, &status, 0) < 0)
    if (errno != EINTR)
      return -1;
  return WIFEXITED (status) ? WEXITSTATUS (status) : 128 + WTERMSIG (status);
}

int sett_process_run (char *const argv[], const sett_text *input,
                      sett_text *output, sett_text *errors) {
  pipes p;
  pid_t child = 0;
  if (!open_all (&p))
    return explain (argv[0], errno, errors);
  void (*old) (int) = signal (SIGPIPE, SIG_IGN);
  const int failed = spawn (argv, &p, &child);
  sett_watch_duty duty = {kill_by_number, (void *)(intptr_t)child, NULL};
  if (!failed) {
    sett_watch_oblige (&duty);
    converse (&p, input, output, errors);
  }
  shut_all (&p);
  signal (SIGPIPE, old);
  if (failed)
    return explain (argv[0], failed, errors);
  const int status = wait_for (child);
  const int why = errno;
  sett_watch_release (&duty);
  if (sett_watch_spent ())
    return PROCESS_STOPPED;
  return status < 0 ? explain (argv[0], why, errors) : status;
}

pid_t sett_process_start (char *const argv[], const char *folder) {
  posix_spawn_file_actions_t actions;
  pid_t child;
  char **environment = sett_tempdir_environment (folder);
  posix_spawn_file_actions_init (&actions);
  posix_spawn_file_actions_addopen (&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen (&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen (&actions, 2, "/dev/null", O_WRONLY, 0);
  const int failed = spawn_group (argv, &actions, environment, &child);
  posix_spawn_file_actions_destroy (&actions);
  sett_tempdir_forget (environment);
  return failed ? -1 : child;
}

void sett_process_kill (pid_t child) {
  kill (-child, SIGKILL);
  while (waitpid (child, NULL, 0) < 0 && errno == EINTR)
    ;
}
