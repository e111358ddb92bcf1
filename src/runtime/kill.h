/* Signals from one process to another: see kill.c. */

#ifndef SETT_RUNTIME_KILL_H
#define SETT_RUNTIME_KILL_H

#include "runtime/engine.h"

/* Is there a signal that the thread takes when it goes on, in place of what it
   is about to do? */
int sett_kill_due (const sett_thread *);
/* All that would be. */
uint64_t sett_kill_taken_by (const sett_thread *);
/* ...one that ends the process? */
int sett_kill_is_deadly (const sett_thread *);

/* It does, in an event of its own that was opened.  The handler has run then.
   How is it with operations that it interrupts? */
typedef enum sett_interruption {
  SETT_INTERRUPTED = 1, /* they fail with EINTR... */
  SETT_RESTARTED,       /* ...or begin again (SA_RESTART)... */
  SETT_UNHARMED,        /* ...or could have gone on anyway */
} sett_interruption;

sett_interruption sett_kill_take (uintptr_t place);

/* Can the thread go on? */
static inline int sett_thread_enabled (const sett_thread *t) {
  return !t->gate || t->gate (t) ||
         (UNLIKELY (engine.signalled) && sett_kill_due (t));
}

/* What the process does about signals: before it changes, if others can tell,
   which is an event (true); and then as it is. */
int sett_kill_change (uintptr_t place);
void sett_kill_tell (void);

/* Signals that have come for this process and wait: a word in the commons.  It
   will be looked at. */
uint64_t *sett_kill_word (void);

#endif
