/* The search on a GPU: breadth first, all states; exact, or with a lossy store
   that may take a state for another.

   The device expands states by the model's generated code; whatever is unusual
   it leaves to the processor (search.cl).  A violation that it sees is looked
   at by the usual code, and counts only with a path that was run again. */

#ifndef SETT_GPU_GPU_H
#define SETT_GPU_GPU_H

#include "gpu/device.h"
#include "search/search.h"

typedef struct sett_gpu_request {
  sett_device *device;
  const char *code;        /* the generated model: sett_promela_device_code */
  uint64_t memory;         /* of the device's, at most; 0: nine tenths */
  uint64_t bitstate_bytes; /* 0: half of that */
  unsigned mutant;         /* a deliberate error: see mutant.def */
} sett_gpu_request;

/* False, with a sentence, if the search cannot begin.  Of the options those
   are heeded that a search without reduction has, with a claim that the device
   can follow (gpu/claim_code.h); whoever calls refuses the others. */
int sett_gpu_search (sett_model *, const sett_search_options *,
                     const sett_gpu_request *, sett_result *,
                     struct sett_text *error);

#endif
