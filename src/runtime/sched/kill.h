/* Signals from one process to another: see kill.c. */

#ifndef SETT_RUNTIME_KILL_H
#define SETT_RUNTIME_KILL_H

#include "runtime/core/engine.h"
#include "runtime/core/signal_queue.h"
#include "runtime/sched/vain.h"

/* Is there a signal that the thread takes when it goes on, in place of what it
   is about to do? */
int sett_kill_due (const sett_thread *);
/* All that would be, if they were sent to it. */
uint64_t sett_kill_taken_by (const sett_thread *);
/* ...is one there for this thread of another process? */
int sett_kill_lets_go_on (unsigned process, unsigned thread, uint64_t takes);
/* Threads of this process that take it: a mask. */
sett_thread_set sett_kill_takers (int signal);
/* ...one that ends the process? */
int sett_kill_is_deadly (const sett_thread *);

/* The thread takes a signal in the present event: or does it come during the
   call that the thread is about to do?  Both are tried. */
int sett_kill_postpones (sett_thread *);
/* After an operation: it has to take what was postponed. */
void sett_kill_after_call (sett_thread *);

/* It does, in an event of its own that was opened.  The handler has run then.
   How is it with operations that it interrupts? */
typedef enum sett_interruption {
  SETT_INTERRUPTED = 1, /* they fail with EINTR... */
  SETT_RESTARTED,       /* ...or begin again (SA_RESTART)... */
  SETT_UNHARMED,        /* ...or could have gone on anyway */
} sett_interruption;

sett_interruption sett_kill_take (uintptr_t place);

/* It would touch memory that was freed.  Nothing can be waited for there: what
   is left of it means nothing, and to look at it is an error. */
int sett_thread_is_bereft (const sett_thread *);

/* Can the thread go on? */
static inline int sett_thread_enabled (const sett_thread *t) {
  if (UNLIKELY (t->vain.waits) && !sett_vain_goes_on (t))
    return 0;
  return !t->guard || t->guard (t) ||
         (UNLIKELY (sett_heap_has ((uintptr_t)t->object)) &&
          sett_thread_is_bereft (t)) ||
         (UNLIKELY (engine.signalled) && sett_kill_due (t));
}

/* In the event of a thread that sends a signal to its own process, and does not
   block it: another thread may take it, which is tried, too. */
int sett_kill_goes_elsewhere (sett_sent, uintptr_t place);
/* The same of one that the thread blocks: it waits, for whoever takes it. */
void sett_kill_hold (const sett_sent *, uintptr_t place);

/* To a process or more, as kill has it.  In an event of its own. */
long sett_kill_send (int number, const sett_sent *, uintptr_t place);

/* A signal joins others that wait. */
void sett_kill_enqueue (sett_signal_queue *, const sett_sent *,
                        uintptr_t place);
/* Is it a real-time signal: do several of them wait? */
int sett_signal_queues (int signal);

/* What the process does about signals: before it changes, if others can tell,
   which is an event (true); and then as it is. */
int sett_kill_change (uintptr_t place);
void sett_kill_tell (void);
/* The same in an event that is not about that. */
void sett_kill_retell (void);

/* The first such signal for this process does not wait any longer... */
sett_sent sett_kill_forget (int signal);
/* ...all such signals; the event is about what is done about them. */
void sett_kill_discard (uint64_t mask);

/* Signals that nothing is done about. */
uint64_t sett_kill_idle (void);

/* Signals that have come for this process and wait: a word in the OS model.  It
   will be looked at. */
uint64_t *sett_kill_word (void);

#endif
