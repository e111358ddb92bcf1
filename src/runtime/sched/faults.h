/* Signals that the run-time needs: writes to protected pages, crashes, and a
   clock that notices threads that run without end. */

#ifndef SETT_RUNTIME_FAULTS_H
#define SETT_RUNTIME_FAULTS_H

#include <signal.h>
#include <ucontext.h>

void sett_faults_install (void);

/* Another signal for the run-time. */
void sett_faults_catch (int signal, void (*) (int, siginfo_t *, void *));
/* The kernel does what it does by itself. */
void sett_faults_ignore (int signal);

/* Returns from a handler: the stack is as the kernel has left it. */
extern char sett_restorer[] __attribute__ ((visibility ("hidden")));

/* The program has done something that it cannot go on after. */
void sett_faults_report (int signal, const siginfo_t *, ucontext_t *);

/* Does something that may fail because the program has ruined its memory; false
   if it did.  On the stack of a thread. */
int sett_faults_try (void (*act) (void *), void *);

/* The clock that notices threads that run without end: on or off. */
void sett_faults_watch (int on);

#endif
