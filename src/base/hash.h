/* Small inline mixing functions for hash tables.

   Both are bijections: different values never collide before they are cut to
   the size of a table. */

#ifndef SETT_BASE_HASH_H
#define SETT_BASE_HASH_H

#include <stdint.h>

/* Every bit of the result depends on every bit of `x`. */
static inline uint64_t sett_mix64 (uint64_t x) {
  x ^= x >> 32;
  x *= 0x9e6c63d0876a9a99u;
  x ^= x >> 29;
  x *= 0xc2b2ae3d27d4eb4fu;
  return x ^ x >> 32;
}

/* The high half of the product: maps a hash evenly, and in order, to
   0 ... n - 1. */
static inline uint64_t sett_scale64 (uint64_t hash, uint64_t n) {
  return (uint64_t)((unsigned __int128)hash * n >> 64);
}

#endif
