/* A part of a search that was given up, and divided anew (stateless/
   partition.c): several workers share it, and know it by this. */

#ifndef SETT_KERNEL_DIVISION_H
#define SETT_KERNEL_DIVISION_H

#include <stdint.h>

typedef struct sett_division {
  uint64_t part;   /* its number */
  uint64_t path;   /* to its root: a hash */
  uint64_t digest; /* of what it was divided into */
  uint32_t ways;   /* about so many parts; in fact: */
  uint32_t part_count;
  uint32_t first_mask, mask_count; /* decisions: who goes first where */
} sett_division;

/* The k-th part of a division has a number of its own. */
#define SETT_PART_BITS 20
#define SETT_PART_IN(DIVISION, K)                                              \
  ((((uint64_t)(DIVISION) + 1) << SETT_PART_BITS) + (K))
#define SETT_NO_PART UINT64_MAX

#endif
