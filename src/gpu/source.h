/* The device's program for one model. */

#ifndef SETT_GPU_SOURCE_H
#define SETT_GPU_SOURCE_H

#include "gpu/device.h"
#include "gpu/pack.h"

/* Puts prelude, generated model, keys and search together and compiles them.
   False, with a sentence, if the device's compiler refuses. */
int sett_source_build (sett_device *, const char *code, const sett_packing *,
                       unsigned mutant, struct sett_text *error);

#endif
