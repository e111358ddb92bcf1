/* Two processes that read from a pipe, of which one ends the other: see
   signal-instead-bad.c. */

#ifndef SIGNAL_INSTEAD_H
#define SIGNAL_INSTEAD_H

#include <signal.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

static void nothing (int signal) {
  (void)signal;
}

static int run (size_t bytes) {
  int ends[2];
  char byte;
  struct sigaction action = {.sa_handler = nothing};
#ifdef HANDLED
  sigaction (SIGUSR1, &action, NULL);
#else
  (void)action;
#endif
  if (pipe (ends) || write (ends[1], "ab", bytes) != (ssize_t)bytes)
    return 1;
  const pid_t child = fork ();
  if (!child) {
    (void)!read (ends[0], &byte, 1);
    _exit (0);
  }
  if (read (ends[0], &byte, 1) != 1)
    return 2;
  kill (child, SIGUSR1);
  return bytes == 2 && waitpid (child, NULL, 0) != child;
}

#endif
