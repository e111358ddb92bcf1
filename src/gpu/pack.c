/* Which bits of states are kept: see pack.h. */

#include "gpu/pack.h"

#include "base/memory.h"

#include <string.h>

#define WORD_BITS 64u

void sett_packing_init (sett_packing *p, const unsigned char *state,
                        uint32_t size) {
  p->words = size / 8;
  p->base = sett_zalloc (p->words, sizeof *p->base);
  p->bits = sett_zalloc (p->words, sizeof *p->bits);
  memcpy (p->base, state, size);
}

void sett_packing_release (sett_packing *p) {
  sett_free (p->base, p->words * sizeof *p->base);
  sett_free (p->bits, p->words * sizeof *p->bits);
  memset (p, 0, sizeof *p);
}

static uint64_t *lengthen (uint64_t *at, uint32_t old, uint32_t new) {
  at = sett_resize (at, old * sizeof *at, new * sizeof *at);
  memset (at + old, 0, (new - old) * sizeof *at);
  return at;
}

void sett_packing_lengthen (sett_packing *p, uint32_t bytes) {
  const uint32_t words = bytes / 8;
  if (words <= p->words)
    return;
  p->base = lengthen (p->base, p->words, words);
  p->bits = lengthen (p->bits, p->words, words);
  p->words = words;
}

/* All bits of the bytes that have another one: what has grown may grow on. */
static uint64_t whole_bytes (uint64_t bits) {
  uint64_t bytes = 0;
  for (unsigned i = 0; i < WORD_BITS; i += 8)
    if (bits >> i & 255)
      bytes |= UINT64_C (255) << i;
  return bytes;
}

/* All bits of each byte up to the highest one: smaller numbers will come. */
static uint64_t filled (uint64_t bits) {
  bits |= bits >> 1 & UINT64_C (0x7f7f7f7f7f7f7f7f);
  bits |= bits >> 2 & UINT64_C (0x3f3f3f3f3f3f3f3f);
  return bits | (bits >> 4 & UINT64_C (0x0f0f0f0f0f0f0f0f));
}

void sett_packing_widen (sett_packing *p, const uint64_t *different) {
  for (uint32_t i = 0; i < p->words; i++)
    p->bits[i] |= whole_bytes (different[i] & ~p->bits[i]);
}

static uint64_t word_of (const unsigned char *state, uint32_t size,
                         uint32_t i) {
  uint64_t word = 0;
  if (8 * i < size)
    memcpy (&word, state + 8 * i, 8);
  return word;
}

int sett_packing_holds (const sett_packing *p, const unsigned char *state,
                        uint32_t size) {
  uint64_t other = 0;
  for (uint32_t i = 0; i < p->words; i++)
    other |= (word_of (state, size, i) ^ p->base[i]) & ~p->bits[i];
  return size <= 8 * p->words && !other;
}

void sett_packing_include (sett_packing *p, const unsigned char *state,
                           uint32_t size) {
  sett_packing_lengthen (p, size);
  for (uint32_t i = 0; i < p->words; i++)
    p->bits[i] |=
        whole_bytes ((word_of (state, size, i) ^ p->base[i]) & ~p->bits[i]);
}

void sett_packing_sample (sett_packing *p, const unsigned char *state,
                          uint32_t size) {
  sett_packing_lengthen (p, size);
  for (uint32_t i = 0; i < p->words; i++)
    p->bits[i] |= filled (word_of (state, size, i) ^ p->base[i]);
}
