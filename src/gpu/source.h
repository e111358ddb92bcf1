/* The device's program for one model. */

#ifndef SETT_GPU_SOURCE_H
#define SETT_GPU_SOURCE_H

#include "gpu/device.h"
#include "gpu/word_tree.h"
#include "store/store.h"

struct sett_claim;
struct sett_relations;

/* Puts prelude, generated model, packing, claim (null: none) and search
   together and compiles them.  False, with a sentence, if the device's compiler
   refuses. */
typedef struct sett_source {
  const char *code; /* the generated model */
  const sett_packing *packing;
  const sett_gpu_tree *tree;
  const struct sett_claim *claim;
  const struct sett_relations *relations; /* null: nothing is reduced */
  sett_store_kind store;
  unsigned mutant;
} sett_source;

int sett_source_build (sett_device *, const sett_source *,
                       struct sett_text *error);

#endif
