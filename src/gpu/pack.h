/* How states become words: of their bits only those are kept that are not the
   same in all states that were met; what is left of a state is made one word
   (word_tree.h).

   A sample of states says which bits to begin with (sample.h).

   Invariant: a state that differs from `base` in no other than the `bits` is
   determined by these; any other is refused by the device, which says what
   it needs, and the search begins anew with more bits.  So words are exact. */

#ifndef SETT_GPU_PACK_H
#define SETT_GPU_PACK_H

#include <stdint.h>

typedef struct sett_packing {
  uint32_t words;        /* of a state, with zeros where it is shorter */
  uint64_t *base, *bits; /* so many each */
} sett_packing;

/* No bits are kept.  The state is copied. */
void sett_packing_init (sett_packing *, const unsigned char *state,
                        uint32_t size);
void sett_packing_release (sett_packing *);

/* From now on states can have so many bytes. */
void sett_packing_lengthen (sett_packing *, uint32_t bytes);

/* Keeps these bits, too, and others beside them. */
void sett_packing_widen (sett_packing *, const uint64_t *different);

/* Does the state fit? */
int sett_packing_holds (const sett_packing *, const unsigned char *state,
                        uint32_t size);

/* Provides for another state, of whatever size. */
void sett_packing_include (sett_packing *, const unsigned char *state,
                           uint32_t size);

/* The same for a state of a sample: what other states may need is guessed. */
void sett_packing_sample (sett_packing *, const unsigned char *state,
                          uint32_t size);

#endif
