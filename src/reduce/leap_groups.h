/* Groups of processes whose steps are multiplied in a leap. */

#ifndef SETT_REDUCE_LEAP_GROUPS_H
#define SETT_REDUCE_LEAP_GROUPS_H

#include "kernel/control.h"
#include "kernel/expand.h"

typedef struct sett_groups {
  unsigned count;
  uint16_t of[SETT_MOST_PROCESSES]; /* by process: its group, from 1; 0: none */
  uint16_t only[SETT_MOST_PROCESSES + 1]; /* by group: its process, if it has
                                             but one; else SETT_NO_PROCESS */
} sett_groups;

/* Puts the steps of a group into the expander's sink, which is given; group 0
   are those that are in none. */
static inline sett_sink *sett_groups_expand (const sett_groups *g,
                                             sett_expander *expander,
                                             const unsigned char *state,
                                             uint32_t size, unsigned group) {
  sett_sink *steps = sett_expand_steps (
      expander, state, size, group ? g->only[group] : SETT_NO_PROCESS);
  uint32_t kept = 0;
  for (uint32_t k = 0; k < steps->count; k++)
    if (g->of[steps->steps[k].process] == group)
      steps->steps[kept++] = steps->steps[k];
  steps->count = kept;
  return steps;
}

#endif
