/* What reductions on a device know: which positions there are and what they do
   to each other (reduce/dependency.h), as data for reduce.cl.

   Positions are learnt from states: those of the walks at the beginning, then
   those at which the device met one that it does not know. */

#ifndef SETT_GPU_RELATIONS_H
#define SETT_GPU_RELATIONS_H

#include "base/vector.h"
#include "reduce/reduce.h"

struct sett_text;
typedef struct sett_relations sett_relations;

/* Null if nothing is reduced. */
sett_relations *sett_relations_create (sett_model *, const sett_reduction *);
void sett_relations_destroy (sett_relations *); /* accepts null */

/* Learns the positions of a state of the model; was one new? */
int sett_relations_learn (sett_relations *, const unsigned char *state,
                          uint32_t size);

typedef SETT_VECTOR (uint64_t) sett_relation_words;

/* All that is known, as the device reads it; the words are the caller's. */
void sett_relations_lay_out (sett_relations *, sett_relation_words *);

/* The part of the device's program that depends on the model and the reduction:
   also when nothing is reduced (null). */
void sett_relations_emit (const sett_relations *, struct sett_text *);

#endif
