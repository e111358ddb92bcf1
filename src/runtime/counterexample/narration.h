/* The tale: what is known of the execution that is being replayed
   (engine.narrating).  In the shared memory: all processes tell it.  For
   narrate.c, locate.c and describe_syscall.c. */

#ifndef SETT_RUNTIME_NARRATION_H
#define SETT_RUNTIME_NARRATION_H

#include "base/vector.h"
#include "runtime/core/narrator.h"

typedef char sett_phrase[sizeof ((sett_counterexample_step *)0)->words];

/* Who has made a block of the heap. */
typedef struct sett_told_allocation {
  unsigned process;
  uintptr_t base;
  sett_backtrace stack;
} sett_told_allocation;

/* If there are more, only the places are known. */
#define SETT_MOST_ALLOCATIONS 10000

typedef struct sett_narration {
  SETT_VECTOR (sett_counterexample_step) steps;
  sett_backtrace about_to[SETT_MOST_THREADS];
  sett_backtrace born[SETT_MOST_THREADS];
  sett_phrase calling[SETT_MOST_THREADS]; /* the system call it is in; or "" */
  uint8_t senders[1 << 16];               /* by UDP port: the process, plus 1 */
  sett_counterexample_thread threads[SETT_MOST_THREADS];
  sett_backtrace stack; /* where it went wrong... */
  sett_address_info what;
  sett_counterexample_access accesses[2];
  uint32_t access_count;
  SETT_VECTOR (sett_told_allocation) allocations; /* the last are true */
} sett_narration;

static inline sett_narration *sett_tale_get (void) {
  return engine.shared->narration;
}

static inline sett_counterexample_step *sett_tale_last (void) {
  return &sett_tale_get ()->steps.at[sett_tale_get ()->steps.count - 1];
}

/* locate.c: what this is, for people. */
sett_address_info sett_tale_locate (const void *object);

/* What the narrator tells of system calls, in describe_syscall.c. */
void sett_tell_call (const struct sett_call *, sett_told_call *);
void sett_tell_result (const struct sett_call *, const sett_told_call *,
                       long result);
void sett_tell_ready (const struct sett_question *);
void sett_tell_target (const struct sett_socket *,
                       const struct sett_socket_name *);
void sett_tell_lost (void);
void sett_tell_sender (const struct sett_socket *,
                       const struct sett_socket_name *);

#endif
