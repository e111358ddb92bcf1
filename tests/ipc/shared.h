/* What the programs of this suite have in common. */
#ifndef SHARED_H
#define SHARED_H
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* Memory that children have, too. */
static inline void *share (size_t size) {
  void *memory = mmap (NULL, size, PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  assert (memory != MAP_FAILED);
  return memory;
}

static inline void share_mutex (pthread_mutex_t *m, int robust) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init (&attributes);
  pthread_mutexattr_setpshared (&attributes, PTHREAD_PROCESS_SHARED);
  if (robust)
    pthread_mutexattr_setrobust (&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init (m, &attributes);
}

static inline void share_condition (pthread_cond_t *c) {
  pthread_condattr_t attributes;
  pthread_condattr_init (&attributes);
  pthread_condattr_setpshared (&attributes, PTHREAD_PROCESS_SHARED);
  pthread_cond_init (c, &attributes);
}

/* Lets a child do it. */
static inline pid_t start (void (*what) (void)) {
  fflush (stdout);
  const pid_t child = fork ();
  if (child)
    return child;
  what ();
  fflush (stdout);
  _exit (0);
}

static inline void await (pid_t child) {
  int status;
  assert (waitpid (child, &status, 0) == child);
}
#endif
