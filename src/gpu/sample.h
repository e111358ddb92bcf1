/* How long states of a model are, by walking about in it. */

#ifndef SETT_GPU_SAMPLE_H
#define SETT_GPU_SAMPLE_H

#include "gpu/pack.h"
#include "kernel/expand.h"

/* Provides for the states on some random walks, and all successors of these,
   in the packing. */
void sett_sample (sett_expander *, const unsigned char *initial, uint32_t size,
                  sett_packing *);

#endif
