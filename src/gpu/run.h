/* One search on a device while it runs.  Internal to src/gpu. */

#ifndef SETT_GPU_RUN_H
#define SETT_GPU_RUN_H

#include "base/vector.h"
#include "gpu/card.h"
#include "gpu/gpu.h"
#include "kernel/expand.h"

enum {
#define MUTANT(NUMBER, NAME, TEXT) SETT_MUTANT_##NAME = NUMBER,
#include "gpu/mutant.def"
#undef MUTANT
};

typedef struct sett_gpu_run {
  sett_model *model;
  const sett_search_options *options;
  const sett_gpu_request *request;
  sett_result *result;
  sett_expander *expander;
  sett_packing packing;
  sett_card *card;
  SETT_VECTOR (uint64_t) levels; /* the first state of each */
  uint64_t transitions;
  uint64_t piece; /* states that are expanded at once */
  double started, next_report;
  double building; /* seconds that the device's compiler took */
  unsigned limits_hit;
  int stop;    /* enough is known */
  int restart; /* begin anew: states do not fit, or could be kept smaller */
  int packed;  /* keys leave out what does not matter */
  int failed;  /* result->message says why */
} sett_gpu_run;

void sett_gpu_fail (sett_gpu_run *, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

/* Provides for a state that the packing may not have room for; says whether
   that changes anything. */
int sett_gpu_provide (sett_gpu_run *, const unsigned char *state,
                      uint32_t size);

/* The processor's part: looks at a state that was marked, reports what is
   wrong with it, and adds its successors if the device did not. */
void sett_gpu_examine (sett_gpu_run *, const sett_marked *);

/* Reports a fault of the initial step, which the sink holds. */
void sett_gpu_report_initial (sett_gpu_run *, const sett_sink *);

/* The numbers of the states on a shortest path to the last of them; false if
   there is none. */
typedef SETT_VECTOR (uint64_t) sett_numbers;
int sett_gpu_trail (sett_gpu_run *, uint64_t last, sett_numbers *);

#endif
