/* Exploring and replaying: the engine's life. */

#ifndef SETT_RUNTIME_EXPLORE_H
#define SETT_RUNTIME_EXPLORE_H

#include "runtime/core/engine.h"

/* Runs the program once, by a plan. */
const sett_log *sett_engine_run (const sett_plan *);

/* The time, in seconds since some moment. */
double sett_engine_seconds (void);

/* The engine's life: explores or replays as the shared memory orders, then ends
   the process.  `main_thread` is about to enter main. */
void sett_engine_main (void *);

/* This process of the machine was made by the present execution.  Its engine
   only tells others when the execution is over. */
void sett_engine_detach (void);

/* The same for the program that a process has become, before its main. */
void sett_engine_join (void);

#endif
