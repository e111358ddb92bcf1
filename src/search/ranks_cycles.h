/* Cycles that the claim accepts, across ranks: see ranks_cycles.c. */

#ifndef SETT_SEARCH_RANKS_CYCLES_H
#define SETT_SEARCH_RANKS_CYCLES_H

#include "search/run.h"

typedef struct sett_ranks_cycles sett_ranks_cycles;

/* Collective, when all states are known. */
void sett_ranks_find_cycles (sett_worker *);

/* A successor has arrived: of the state at this place. */
void sett_ranks_cycles_edge (sett_worker *, sett_ranks_cycles *, sett_ref to,
                             uint64_t from);

#endif
