/* The device's program: see source.h. */

#include "gpu/source.h"

#include "base/embed.h"
#include "base/text.h"
#include "gpu/claim_code.h"
#include "gpu/relations.h"

#include <stdio.h>
#include <string.h>

SETT_EMBED (gpu_prelude, "/gpu/prelude.cl");
SETT_EMBED (gpu_counters, "/gpu/counters.h");
SETT_EMBED (gpu_launches, "/gpu/launches.h");
SETT_EMBED (gpu_tables, "/gpu/tables.cl");
SETT_EMBED (gpu_layout, "/gpu/layout.cl");
SETT_EMBED (gpu_cycles, "/gpu/cycles.cl");
SETT_EMBED (gpu_reduce, "/gpu/reduce.cl");
SETT_EMBED (gpu_search, "/gpu/search.cl");

extern const char gpu_prelude[], gpu_counters[], gpu_launches[], gpu_tables[],
    gpu_layout[], gpu_cycles[], gpu_reduce[], gpu_search[];

/* As tables.cl has it. */
static const char *name_of (sett_store_kind store) {
  return store == SETT_STORE_COMPACT    ? "COMPACT"
         : store == SETT_STORE_BITSTATE ? "BITSTATE"
                                        : "EXACT";
}

/* A deliberate error of the device's, or 0: others need no other program. */
static unsigned mutant_of (const sett_source *source) {
  char number[16];
  snprintf (number, sizeof number, "= %u", source->mutant);
  return strstr (gpu_tables, number) || strstr (gpu_cycles, number) ||
                 strstr (gpu_reduce, number) || strstr (gpu_search, number)
             ? source->mutant
             : 0;
}

int sett_source_build (sett_device *device, const sett_source *source,
                       sett_text *error) {
  const uint32_t words = source->packing->words - (source->claim != NULL);
  const unsigned mutant = mutant_of (source);
  sett_text all = {0};
  char options[80];
  sett_text_add (&all, gpu_prelude);
  sett_text_add (&all, source->code);
  sett_gpu_tree_emit (source->tree, source->packing, &all);
  sett_gpu_emit_claim (source->claim, &all);
  sett_relations_emit (source->relations, &all);
  sett_text_add (&all, gpu_counters);
  sett_text_add (&all, gpu_launches);
  sett_text_add (&all, gpu_tables);
  sett_text_add (&all, gpu_layout);
  sett_text_add (&all, gpu_cycles);
  sett_text_add (&all, gpu_reduce);
  sett_text_add (&all, gpu_search);
  snprintf (options, sizeof options, "-DSETT_DEVICE_BYTES=%u -DSTORE=%s%s%.0u",
            8 * words, name_of (source->store),
            mutant ? " -DSETT_GPU_MUTANT=" : "", mutant);
  const int done =
      sett_device_build (device, sett_text_get (&all), options, error);
  sett_text_release (&all);
  return done;
}
