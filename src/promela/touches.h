/* What reductions need to know of a Promela model: see kernel/control.h. */

#ifndef SETT_PROMELA_TOUCHES_H
#define SETT_PROMELA_TOUCHES_H

#include "kernel/control.h"
#include "promela/automaton.h"

struct touch_map;

/* In the tree's arena. */
struct touch_map *touch_map_build (tree *, automata *);
const sett_control *touch_map_control (const struct touch_map *);

/* The two functions of sett_control, without the model around. */
unsigned touch_map_standings (const struct touch_map *,
                              const unsigned char *state,
                              sett_standing standings[SETT_MOST_PROCESSES]);
void touch_map_add (const struct touch_map *, const unsigned char *bytes,
                    unsigned process, uint32_t number, uint8_t *does,
                    uint8_t *needs);

#endif
