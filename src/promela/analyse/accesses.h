/* What reductions need to know of a Promela model: see kernel/control.h. */

#ifndef SETT_PROMELA_ACCESSES_H
#define SETT_PROMELA_ACCESSES_H

#include "kernel/control.h"
#include "promela/analyse/automaton.h"

struct access_map;

/* In the tree's arena.  First which objects there are and who touches them;
   then, when it is known what is visible, the rest of the control. */
struct access_map *sett_touch_map_build (tree *, automata *, unsigned mutant);
const sett_control *sett_touch_map_describe (struct access_map *);

/* The objects that the transition changes, whoever takes it: accesses other
   than reading, by object. */
void sett_touch_map_writes (const struct access_map *, uint32_t transition,
                            uint8_t *writes);

/* The functions of sett_control, without the model around. */
unsigned
sett_touch_map_standings (const struct access_map *, const unsigned char *state,
                          sett_standing standings[SETT_MOST_PROCESSES]);
void sett_touch_map_add (const struct access_map *, const unsigned char *bytes,
                         unsigned process, uint32_t number, uint8_t *does,
                         uint8_t *needs);
void sett_objects_place (const struct access_map *, const unsigned char *state,
                         uint32_t size, uint32_t *objects);
const char *sett_object_name (const struct access_map *, uint32_t object);

#endif
