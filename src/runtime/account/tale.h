/* The tale: what is known of the execution that is being replayed
   (engine.narrating).  On the board: all processes tell it.  For account.c and
   tell_calls.c. */

#ifndef SETT_RUNTIME_TALE_H
#define SETT_RUNTIME_TALE_H

#include "base/vector.h"
#include "runtime/core/narrator.h"

typedef char sett_words[sizeof ((sett_account_step *)0)->words];

typedef struct sett_tale {
  SETT_VECTOR (sett_account_step) steps;
  sett_stack about_to[SETT_MOST_THREADS];
  sett_stack born[SETT_MOST_THREADS];
  sett_words calling[SETT_MOST_THREADS]; /* the system call it is in; or "" */
  uint8_t senders[1 << 16];              /* by UDP port: the process, plus 1 */
  sett_account_thread threads[SETT_MOST_THREADS];
  sett_stack stack; /* where it went wrong... */
  sett_location what;
  sett_account_access accesses[2];
  uint32_t access_count;
} sett_tale;

static inline sett_tale *sett_tale_get (void) {
  return engine.board->tale;
}

static inline sett_account_step *sett_tale_last (void) {
  return &sett_tale_get ()->steps.at[sett_tale_get ()->steps.count - 1];
}

/* What this is, for people. */
sett_location sett_tale_locate (const void *object);

/* What the narrator tells of system calls, in tell_calls.c. */
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
