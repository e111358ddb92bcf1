/* Which words of two states differ?

   Answers are sets of at most 32 words, in which word i has the bit 2 i: that
   is the form in which the machine's vector instructions give them. */

#ifndef SETT_STORE_DIFFER_H
#define SETT_STORE_DIFFER_H

#include <emmintrin.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t sett_get_word (const unsigned char *state,
                                      uint32_t word) {
  uint64_t result;
  memcpy (&result, state + 8 * (size_t)word, 8);
  return result;
}

/* For each 32 bits of two 64-bit words: all ones if they are equal. */
static inline __m128i sett_equal2 (const unsigned char *a,
                                   const unsigned char *b) {
  return _mm_cmpeq_epi32 (_mm_loadu_si128 ((const __m128i *)(const void *)a),
                          _mm_loadu_si128 ((const __m128i *)(const void *)b));
}

static inline uint64_t sett_differ8 (const unsigned char *a,
                                     const unsigned char *b) {
  const __m128i low =
      _mm_packs_epi32 (sett_equal2 (a, b), sett_equal2 (a + 16, b + 16));
  const __m128i high = _mm_packs_epi32 (sett_equal2 (a + 32, b + 32),
                                        sett_equal2 (a + 48, b + 48));
  const __m128i bytes = _mm_packs_epi16 (low, high);
  const unsigned halves = ~(unsigned)_mm_movemask_epi8 (bytes);
  return (halves | halves >> 1) & 0x5555;
}

/* Both can be read up to a multiple of eight words: see store.h. */
static inline uint64_t sett_differ (const unsigned char *a,
                                    const unsigned char *b, uint32_t words) {
  uint64_t bits = sett_differ8 (a, b);
  for (uint32_t w = 8; w < words; w += 8)
    bits |= sett_differ8 (a + 8 * w, b + 8 * w) << 2 * w;
  return words < 32 ? bits & (((uint64_t)1 << 2 * words) - 1) : bits;
}

#endif
