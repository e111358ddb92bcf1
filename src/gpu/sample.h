/* How long states of a model are, and which bits they need, by walking about in
   it. */

#ifndef SETT_GPU_SAMPLE_H
#define SETT_GPU_SAMPLE_H

#include "gpu/pack.h"
#include "gpu/relations.h"
#include "search/explorer.h"

/* Provides for the states on some random walks, and all successors of these,
   in the packing, and for their positions, if something is reduced (else null).
   The walks are others, and longer, for each `effort`. */
void sett_sample (sett_explorer *, const unsigned char *initial, uint32_t size,
                  uint32_t effort, sett_packing *, sett_relations *);

#endif
