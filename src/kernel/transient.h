/* A small set of transient states: state bytes with their holder. */

#ifndef SETT_KERNEL_TRANSIENT_H
#define SETT_KERNEL_TRANSIENT_H

#include "base/vector.h"

#include <stdint.h>

typedef struct sett_transient {
  uint64_t hash;
  size_t offset; /* of the state in `bytes` */
  uint32_t size;
  uint16_t holder;
} sett_transient;

/* All zero bytes: empty and valid. */
typedef struct sett_transients {
  SETT_VECTOR (sett_transient) members;
  SETT_VECTOR (unsigned char) bytes; /* the states, one after the other */
  uint32_t *table;   /* open addressing: index into members + 1; 0: free */
  size_t table_size; /* a power of two */
} sett_transients;

/* True if the state was not in the set before. */
int sett_transients_add (sett_transients *, const unsigned char *state,
                         uint32_t size, unsigned holder);
void sett_transients_clear (sett_transients *);
void sett_transients_release (sett_transients *);

#endif
