/* A claim as the device's code.

   With a claim a state begins with a word, the claim's state, as everywhere
   (search/explorer.h); the model's words come behind it. */

#ifndef SETT_GPU_CLAIM_CODE_H
#define SETT_GPU_CLAIM_CODE_H

#include "kernel/claim.h"

struct sett_text;

enum { SETT_MOST_CLAIM_STATES = 64 };

/* Why the device cannot follow the claim; null: it can. */
const char *sett_gpu_refuses_claim (const sett_claim *);

/* What search.cl asks: FIRST, the words before the model's; and with a claim
   to which states it can move, which are final or accepting, whether it reads
   states again in which nothing can move, and whether it accepts CYCLES. */
void sett_gpu_emit_claim (const sett_claim *, struct sett_text *);

#endif
