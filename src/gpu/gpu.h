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

/* A search in two halves.  What is prepared is the device's program, which its
   driver compiles: that may be done in another thread than the rest, while
   others use the model.  Model, options, and what the request points to must
   last.  Of the options those are heeded that a search without reduction has,
   with a claim that the device can follow (gpu/claim_code.h); whoever calls
   refuses the others.  Both give a sentence if that cannot be done. */
typedef struct sett_gpu_run sett_gpu_run;
sett_gpu_run *sett_gpu_prepare (sett_model *, const sett_search_options *,
                                const sett_gpu_request *,
                                struct sett_text *error); /* null: error */
int sett_gpu_search (sett_gpu_run *, sett_result *, struct sett_text *error);
void sett_gpu_release (sett_gpu_run *); /* accepts null */

#endif
