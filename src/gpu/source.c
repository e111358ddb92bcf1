/* The device's program: see source.h. */

#include "gpu/source.h"

#include "base/embed.h"
#include "base/text.h"

#include <stdio.h>

SETT_EMBED (gpu_prelude, "/gpu/prelude.cl");
SETT_EMBED (gpu_search, "/gpu/search.cl");

extern const char gpu_prelude[], gpu_search[];

int sett_source_build (sett_device *device, const char *code,
                       const sett_packing *packing, unsigned mutant,
                       sett_text *error) {
  sett_text all = {0};
  char options[80];
  sett_text_add (&all, gpu_prelude);
  sett_text_add (&all, code);
  sett_packing_emit (packing, &all);
  sett_text_add (&all, gpu_search);
  snprintf (options, sizeof options, "-DSETT_DEVICE_BYTES=%u%s%.0u",
            8 * packing->words, mutant ? " -DSETT_GPU_MUTANT=" : "", mutant);
  const int done =
      sett_device_build (device, sett_text_get (&all), options, error);
  sett_text_release (&all);
  return done;
}
