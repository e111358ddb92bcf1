/* How states become keys: of their bits only those are kept that are not the
   same in all states that were met.

   At first nothing is left out.  When states have become many, the device says
   in which bits those that are there differ, and the search begins anew with
   these (gpu.c).

   Invariant: a state that differs from `base` in no other than the `bits` is
   determined by its key; any other is refused by the device, which says what
   it needs, and the search begins anew with more bits.  So keys are exact. */

#ifndef SETT_GPU_PACK_H
#define SETT_GPU_PACK_H

#include <stdint.h>

struct sett_text;

typedef struct sett_packing {
  uint32_t words;        /* of a state, with zeros where it is shorter */
  uint64_t *base, *bits; /* so many each */
} sett_packing;

/* All bits are kept.  The state is copied. */
void sett_packing_init (sett_packing *, const unsigned char *state,
                        uint32_t size);
void sett_packing_release (sett_packing *);

/* From now on states can have so many bytes. */
void sett_packing_lengthen (sett_packing *, uint32_t bytes);

/* Keeps no other bits than these. */
void sett_packing_narrow (sett_packing *, const uint64_t *different);

/* Keeps these bits, too, and others beside them. */
void sett_packing_widen (sett_packing *, const uint64_t *different);

/* Does the state fit? */
int sett_packing_holds (const sett_packing *, const unsigned char *state,
                        uint32_t size);

/* Provides for another state, of whatever size. */
void sett_packing_include (sett_packing *, const unsigned char *state,
                           uint32_t size);

uint32_t sett_packing_key_words (const sett_packing *);

/* The functions pack and unpack for the device, with the tables that they and
   search.cl need. */
void sett_packing_emit (const sett_packing *, struct sett_text *);

#endif
