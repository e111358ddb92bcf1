/* Tries to reach another process before main; then there is a deadlock. */

#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static int survived;

__attribute__ ((constructor)) static void begin (int argc, char **argv) {
  char text[] = "changed";
  if (argc < 3)
    return;
  const int victim = atoi (argv[1]);
  struct iovec here = {text, sizeof text},
               there = {(void *)strtoul (argv[2], NULL, 10), sizeof text};
  kill (victim, SIGKILL);
  kill (-victim, SIGKILL);
  syscall (SYS_kill, victim, SIGKILL);
  syscall (SYS_tgkill, victim, victim, SIGKILL);
  syscall (SYS_pidfd_send_signal, syscall (SYS_pidfd_open, victim, 0), SIGKILL,
           NULL, 0);
  process_vm_writev (victim, &here, 1, &there, 1, 0);
  survived = !kill (getpid (), 0) && !syscall (SYS_kill, getpid (), 0);
}

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER,
                       second = PTHREAD_MUTEX_INITIALIZER;

static void *lock_both (void *argument) {
  pthread_mutex_lock (argument ? &first : &second);
  pthread_mutex_lock (argument ? &second : &first);
  pthread_mutex_unlock (&first);
  pthread_mutex_unlock (&second);
  return NULL;
}

int main (void) {
  pthread_t a, b;
  if (!survived)
    abort ();
  pthread_create (&a, NULL, lock_both, NULL);
  pthread_create (&b, NULL, lock_both, &first);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
