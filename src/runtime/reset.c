#include "runtime/reset.h"

#include <immintrin.h>

enum { PAGE_BYTES = 4096 };

/*------------------------------------------------------------------------*/

static void copy_plainly (void *page, const void *copy) {
  size_t words = PAGE_BYTES / 8;
  __asm__ volatile("rep movsq" : "+D"(page), "+S"(copy), "+c"(words)::"memory");
}

static void clear_plainly (void *page) {
  size_t words = PAGE_BYTES / 8;
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

WIDE static void copy_wide (void *page, const void *copy) {
  __m512i *to = page;
  const __m512i *from = copy;
  for (size_t i = 0; i < PAGE_BYTES / sizeof *to; i += 4) {
    const __m512i a = from[i], b = from[i + 1], c = from[i + 2],
                  d = from[i + 3];
    const __m512i changed =
        _mm512_or_si512 (_mm512_or_si512 (_mm512_xor_si512 (a, to[i]),
                                          _mm512_xor_si512 (b, to[i + 1])),
                         _mm512_or_si512 (_mm512_xor_si512 (c, to[i + 2]),
                                          _mm512_xor_si512 (d, to[i + 3])));
    if (_mm512_test_epi64_mask (changed, changed)) {
      to[i] = a;
      to[i + 1] = b;
      to[i + 2] = c;
      to[i + 3] = d;
    }
  }
}

WIDE static void clear_wide (void *page) {
  __m512i *to = page;
  const __m512i zero = _mm512_setzero_si512 ();
  for (size_t i = 0; i < PAGE_BYTES / sizeof *to; i += 4) {
    const __m512i any =
        _mm512_or_si512 (_mm512_or_si512 (to[i], to[i + 1]),
                         _mm512_or_si512 (to[i + 2], to[i + 3]));
    if (_mm512_test_epi64_mask (any, any))
      to[i] = to[i + 1] = to[i + 2] = to[i + 3] = zero;
  }
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

HALF static void copy_half (void *page, const void *copy) {
  __m256i *to = page;
  const __m256i *from = copy;
  for (size_t i = 0; i < PAGE_BYTES / sizeof *to; i += 4) {
    const __m256i a = from[i], b = from[i + 1], c = from[i + 2],
                  d = from[i + 3];
    const __m256i changed =
        _mm256_or_si256 (_mm256_or_si256 (_mm256_xor_si256 (a, to[i]),
                                          _mm256_xor_si256 (b, to[i + 1])),
                         _mm256_or_si256 (_mm256_xor_si256 (c, to[i + 2]),
                                          _mm256_xor_si256 (d, to[i + 3])));
    if (!_mm256_testz_si256 (changed, changed)) {
      to[i] = a;
      to[i + 1] = b;
      to[i + 2] = c;
      to[i + 3] = d;
    }
  }
}

HALF static void clear_half (void *page) {
  __m256i *to = page;
  const __m256i zero = _mm256_setzero_si256 ();
  for (size_t i = 0; i < PAGE_BYTES / sizeof *to; i += 4) {
    const __m256i any =
        _mm256_or_si256 (_mm256_or_si256 (to[i], to[i + 1]),
                         _mm256_or_si256 (to[i + 2], to[i + 3]));
    if (!_mm256_testz_si256 (any, any))
      to[i] = to[i + 1] = to[i + 2] = to[i + 3] = zero;
  }
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
    return (sett_reset){copy_wide, clear_wide, differs_wide};
  if (__builtin_cpu_supports ("avx2"))
    return (sett_reset){copy_half, clear_half, differs_half};
  return (sett_reset){copy_plainly, clear_plainly, differs_plainly};
}
