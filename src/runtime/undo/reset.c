/* Making a page what it was: see reset.h. */

#include "runtime/undo/reset.h"

#include <immintrin.h>

enum { PAGE_BYTES = 4096, BLOCK_BYTES = PAGE_BYTES / SETT_BLOCKS };

/*------------------------------------------------------------------------*/

unsigned sett_reset_filled (const void *page) {
  const uint64_t *words = page;
  unsigned filled = 0;
  for (unsigned i = 0; i < SETT_BLOCKS; i++) {
    uint64_t any = 0;
    for (unsigned k = 0; k < BLOCK_BYTES / 8; k++)
      any |= *words++;
    filled |= (unsigned)(any != 0) << i;
  }
  return filled;
}

static void copy_plainly (void *page, const void *copy, unsigned filled) {
  size_t words = PAGE_BYTES / 8;
  if (filled)
    __asm__ volatile("rep movsq"
                     : "+D"(page), "+S"(copy), "+c"(words)::"memory");
  else
    __asm__ volatile("rep stosq" : "+D"(page), "+c"(words) : "a"(0) : "memory");
}

static int differs_plainly (const void *page, const void *copy) {
  const uint64_t *a = page, *b = copy;
  uint64_t any = 0;
  for (size_t i = 0; i < PAGE_BYTES / 8 && !any; i += 8)
    for (size_t k = i; k < i + 8; k++)
      any |= a[k] ^ b[k];
  return any != 0;
}

/*------------------------------------------------------------------------*/
/* Four registers at a time: one decision for 256 bytes, or 128. */

#define WIDE __attribute__ ((target ("avx512f")))

WIDE static inline void copy_four_wide (__m512i *to, const __m512i *from) {
  const __m512i a = from[0], b = from[1], c = from[2], d = from[3];
  const __m512i changed =
      _mm512_or_si512 (_mm512_or_si512 (_mm512_xor_si512 (a, to[0]),
                                        _mm512_xor_si512 (b, to[1])),
                       _mm512_or_si512 (_mm512_xor_si512 (c, to[2]),
                                        _mm512_xor_si512 (d, to[3])));
  if (_mm512_test_epi64_mask (changed, changed)) {
    to[0] = a;
    to[1] = b;
    to[2] = c;
    to[3] = d;
  }
}

WIDE static inline void clear_four_wide (__m512i *to) {
  const __m512i any = _mm512_or_si512 (_mm512_or_si512 (to[0], to[1]),
                                       _mm512_or_si512 (to[2], to[3]));
  if (_mm512_test_epi64_mask (any, any))
    to[0] = to[1] = to[2] = to[3] = _mm512_setzero_si512 ();
}

WIDE static void copy_wide (void *page, const void *copy, unsigned filled) {
  __m512i *to = page;
  const __m512i *from = copy;
  for (unsigned i = 0; i < SETT_BLOCKS; i++, to += 4, from += 4)
    if (filled >> i & 1)
      copy_four_wide (to, from);
    else
      clear_four_wide (to);
}

WIDE static int differs_wide (const void *page, const void *copy) {
  const __m512i *a = page, *b = copy;
  for (size_t i = 0; i < PAGE_BYTES / sizeof *a; i += 4) {
    const __m512i changed = _mm512_or_si512 (
        _mm512_or_si512 (_mm512_xor_si512 (a[i], b[i]),
                         _mm512_xor_si512 (a[i + 1], b[i + 1])),
        _mm512_or_si512 (_mm512_xor_si512 (a[i + 2], b[i + 2]),
                         _mm512_xor_si512 (a[i + 3], b[i + 3])));
    if (_mm512_test_epi64_mask (changed, changed))
      return 1;
  }
  return 0;
}

#define HALF __attribute__ ((target ("avx2")))

HALF static inline void copy_four_half (__m256i *to, const __m256i *from) {
  const __m256i a = from[0], b = from[1], c = from[2], d = from[3];
  const __m256i changed =
      _mm256_or_si256 (_mm256_or_si256 (_mm256_xor_si256 (a, to[0]),
                                        _mm256_xor_si256 (b, to[1])),
                       _mm256_or_si256 (_mm256_xor_si256 (c, to[2]),
                                        _mm256_xor_si256 (d, to[3])));
  if (!_mm256_testz_si256 (changed, changed)) {
    to[0] = a;
    to[1] = b;
    to[2] = c;
    to[3] = d;
  }
}

HALF static inline void clear_four_half (__m256i *to) {
  const __m256i any = _mm256_or_si256 (_mm256_or_si256 (to[0], to[1]),
                                       _mm256_or_si256 (to[2], to[3]));
  if (!_mm256_testz_si256 (any, any))
    to[0] = to[1] = to[2] = to[3] = _mm256_setzero_si256 ();
}

HALF static void copy_half (void *page, const void *copy, unsigned filled) {
  __m256i *to = page;
  const __m256i *from = copy;
  for (unsigned i = 0; i < 2 * SETT_BLOCKS; i++, to += 4, from += 4)
    if (filled >> i / 2 & 1)
      copy_four_half (to, from);
    else
      clear_four_half (to);
}

HALF static int differs_half (const void *page, const void *copy) {
  const __m256i *a = page, *b = copy;
  for (size_t i = 0; i < PAGE_BYTES / sizeof *a; i += 4) {
    const __m256i changed = _mm256_or_si256 (
        _mm256_or_si256 (_mm256_xor_si256 (a[i], b[i]),
                         _mm256_xor_si256 (a[i + 1], b[i + 1])),
        _mm256_or_si256 (_mm256_xor_si256 (a[i + 2], b[i + 2]),
                         _mm256_xor_si256 (a[i + 3], b[i + 3])));
    if (!_mm256_testz_si256 (changed, changed))
      return 1;
  }
  return 0;
}

sett_reset sett_reset_choose (void) {
  __builtin_cpu_init ();
  if (__builtin_cpu_supports ("avx512f"))
    return (sett_reset){copy_wide, differs_wide};
  if (__builtin_cpu_supports ("avx2"))
    return (sett_reset){copy_half, differs_half};
  return (sett_reset){copy_plainly, differs_plainly};
}
