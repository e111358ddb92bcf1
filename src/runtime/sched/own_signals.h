/* Signals that the run-time needs: writes to protected pages, crashes, and a
   clock that notices threads that run without end. */

#ifndef SETT_RUNTIME_OWN_SIGNALS_H
#define SETT_RUNTIME_OWN_SIGNALS_H

#include <signal.h>
#include <ucontext.h>

void sett_own_signals_install (void);

/* Another signal for the run-time. */
void sett_own_signals_catch (int signal, void (*) (int, siginfo_t *, void *));
/* The kernel does what it does by itself. */
void sett_own_signals_ignore (int signal);

/* Returns from a handler: the stack is as the kernel has left it. */
extern char sett_restorer[] __attribute__ ((visibility ("hidden")));

/* The program has done something that it cannot go on after. */
void sett_own_signals_report (int signal, const siginfo_t *, ucontext_t *);

/* Does something that may fail because the program has ruined its memory; false
   if it did.  On the stack of a thread. */
int sett_own_signals_try (void (*act) (void *), void *);

/* The clock that notices threads that run without end: on or off. */
void sett_own_signals_watch (int on);

#endif
