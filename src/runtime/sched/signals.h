/* Signals, as far as the program sends them to itself. */

#ifndef SETT_RUNTIME_SIGNALS_H
#define SETT_RUNTIME_SIGNALS_H

#include "runtime/core/engine.h"
#include "runtime/core/signal_queue.h"

#include <signal.h>

/* The running thread gets a signal. */
void sett_signals_raise (int signal);

/* What the program does about a signal by itself, or null. */
const struct sigaction *sett_signals_handler (int signal);

/* Signals for the running thread: the words that tell which are there... */
void sett_signals_watch (void (*visit) (const uint64_t *word));
/* ...and is there one that this mask lets through? */
int sett_signals_ready (uint64_t mask);
/* Then it is delivered, in the present event: -EINTR. */
long sett_signals_interrupt (uint64_t mask, uintptr_t place);

/* Before main: as the program was started. */
void sett_signals_open (void);

/* In the event in which a child of this process ends.  True: nobody shall wait
   for it. */
int sett_signals_child_ends (unsigned process);

/* Runs the handler, or does what there is to be done without. */
void sett_signals_deliver (const sett_sent *, uintptr_t place);

/* To this process, from itself. */
long sett_signals_send (const sett_sent *, uintptr_t place);

/* Does a timer run whose signal would do something but will not come, or is
   there a signal that a thread would have had by now? */
int sett_signals_expected (void);

#endif
