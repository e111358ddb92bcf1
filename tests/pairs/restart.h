/* A process waits in a call, and a child sends it a signal, whose handler does
   what is waited for: restart-bad.c and restart-good.c. */

#ifndef RESTART_H
#define RESTART_H

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <signal.h>
#include <stddef.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/wait.h>
#include <unistd.h>

#if !defined SET && !defined MESSAGE && !defined INFORMED && !defined QUEUE
#define SIGWAIT
#endif

static int all = -1;
static pid_t child;

static void answer (int signal) {
  const int before = errno;
  (void)signal;
#if defined SET
  struct sembuf up = {0, 1, 0};
  semop (all, &up, 1);
#elif defined MESSAGE
  const long message[2] = {1, 0};
  msgsnd (all, message, sizeof *message, 0);
#elif defined QUEUE
  mq_send (all, "m", 1, 0);
#else
  kill (getpid (), SIGUSR2);
#endif
  errno = before;
}

static void prepare (void) {
  struct sigaction action = {.sa_handler = answer, .sa_flags = SA_RESTART};
  sigaction (SIGUSR1, &action, NULL);
#if defined SET
  all = semget (IPC_PRIVATE, 1, 0600);
#elif defined MESSAGE
  all = msgget (IPC_PRIVATE, 0600);
#elif defined QUEUE
  struct mq_attr small = {.mq_maxmsg = 1, .mq_msgsize = 8};
  all = mq_open ("/sett-restart", O_RDWR | O_CREAT, 0600, &small);
#else
  sigset_t set;
  sigemptyset (&set);
  sigaddset (&set, SIGUSR2);
  sigprocmask (SIG_BLOCK, &set, NULL);
#endif
  if ((child = fork ()))
    return;
  kill (getppid (), SIGUSR1);
  _exit (0);
}

static long wait_once (void) {
#if defined SET
  struct sembuf down = {0, -1, 0};
  return semop (all, &down, 1);
#elif defined MESSAGE
  long message[2];
  return msgrcv (all, message, sizeof *message, 0, 0);
#elif defined QUEUE
  char text[8];
  return mq_receive (all, text, sizeof text, NULL);
#else
  sigset_t set;
  int signal;
  sigemptyset (&set);
  sigaddset (&set, SIGUSR2);
#ifdef INFORMED
  return sigwaitinfo (&set, NULL);
#else
  return sigwait (&set, &signal) ? -1 : signal;
#endif
#endif
}

static int finish (void) {
#if defined SET
  semctl (all, 0, IPC_RMID);
#elif defined MESSAGE
  msgctl (all, IPC_RMID, NULL);
#elif defined QUEUE
  mq_unlink ("/sett-restart");
#endif
  return waitpid (child, NULL, 0) != child;
}

#endif
