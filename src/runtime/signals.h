/* Signals, as far as the program sends them to itself. */

#ifndef SETT_RUNTIME_SIGNALS_H
#define SETT_RUNTIME_SIGNALS_H

#include "runtime/engine.h"

#include <signal.h>

/* The running thread gets a signal. */
void sett_signals_raise (int signal);

/* What the program does about a signal by itself, or null. */
const struct sigaction *sett_signals_handler (int signal);

/* Before main: as the program was started. */
void sett_signals_open (void);

#endif
