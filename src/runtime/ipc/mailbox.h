/* Mailboxes: what message queues of POSIX and of System V have in common.

   One object stands for a mailbox: a digest of its contents, so that who waits
   for a change waits until another message is there, or there is room.  All
   transfers of a mailbox depend on each other. */

#ifndef SETT_RUNTIME_MAILBOX_H
#define SETT_RUNTIME_MAILBOX_H

#include "runtime/core/os_model.h"

#include <time.h>

typedef enum sett_mailbox_kind {
  SETT_MAILBOX_POSIX,
  SETT_MAILBOX_SYSTEM_V
} sett_mailbox_kind;

static inline sett_mailbox *sett_mailbox_at (sett_mailbox_kind kind,
                                             unsigned i) {
  return &os_model->mailboxes[kind][i];
}

/* Is it the state of one? */
static inline int sett_mailbox_has (const void *word) {
  return (uintptr_t)word - (uintptr_t)os_model->mailboxes <
         sizeof os_model->mailboxes;
}

/* Its first message, and the one behind; null: there is none (any more). */
sett_message *sett_mailbox_first (const sett_mailbox *);
sett_message *sett_mailbox_next (const sett_mailbox *, const sett_message *);
static inline char *sett_message_text (sett_message *m) {
  return (char *)(m + 1);
}

/* Adds a message before that one (null: at the end), in an event.  Ends the
   execution, with a note, where there is no room in the model. */
void sett_mailbox_put (sett_mailbox *, sett_message *before, sett_message head,
                       const void *text, uintptr_t place);
/* Removes it. */
void sett_mailbox_take (sett_mailbox *, sett_message *);

/* It has changed otherwise. */
void sett_mailbox_changed (sett_mailbox *);

/* Tries until it does not give -EAGAIN, waiting for changes of the word that
   stands for the thing in between: every attempt is an event that stores it.
   With a limit, the time may be over at once; not at all: -EAGAIN. */
typedef struct sett_attempt {
  sett_operation operation;
  uint64_t *state;
  long (*try) (void *what, uintptr_t place);
  void *what;
  int waits;
  int cancels;                  /* to wait is a cancellation point */
  int restarts;                 /* after a handler with SA_RESTART */
  const struct timespec *limit; /* null: none */
  int relative;                 /* ...from now on */
} sett_attempt;

long sett_attempt_do (const sett_attempt *, uintptr_t place);

void sett_mailboxes_each (void (*visit) (const void *, size_t, void *), void *);

#endif
