/* A region of memory that grows at its end and never moves.

   Address space is reserved once and is not charged; what has been extended
   to is readable, writable, zero at first, and charged. */

#ifndef SETT_STORE_REGION_H
#define SETT_STORE_REGION_H

#include <stddef.h>

typedef struct sett_region {
  void *at;            /* null: nothing reserved */
  size_t reserved;     /* bytes of address space */
  _Atomic size_t used; /* bytes from the beginning that may be touched */
} sett_region;

/* False, with everything as before, when memory cannot be had. */
int sett_region_init (sett_region *);
int sett_region_extend (sett_region *, size_t bytes);

void sett_region_release (sett_region *);

#endif
