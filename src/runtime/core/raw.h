/* System calls without the C library, and what every file of the run-time
   needs.

   The run-time stands in for parts of the C library, so that it must not call
   these parts itself; and where system calls of the program are caught, those
   of the run-time must not be. */

#ifndef SETT_RUNTIME_RAW_H
#define SETT_RUNTIME_RAW_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>

/* Not in all headers yet. */
#ifndef SYS_fchmodat2
#define SYS_fchmodat2 452
#endif

#define EXPORT __attribute__ ((visibility ("default")))
#define UNLIKELY(X) __builtin_expect (!!(X), 0)
#define LIKELY(X) __builtin_expect (!!(X), 1)
#define ALWAYS_INLINE inline __attribute__ ((always_inline))

#define SETT_PAGE ((uintptr_t)4096)

static inline long sett_raw6 (long n, long a, long b, long c, long d, long e,
                              long f) {
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  long r;
  __asm__ volatile("syscall"
                   : "=a"(r)
                   : "0"(n), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return r;
}

#define SETT_RAW_(N, A, B, C, D, E, F, ...)                                    \
  sett_raw6 ((long)(N), (long)(A), (long)(B), (long)(C), (long)(D), (long)(E), \
             (long)(F))
/* The result is the kernel's: -errno on failure. */
#define sett_raw(...) SETT_RAW_ (__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0)

/* The C library's way to return it. */
static inline long sett_result (long r) {
  if (r < 0 && r > -4096) {
    errno = (int)-r;
    return -1;
  }
  return r;
}

static inline uintptr_t sett_page_of (uintptr_t address) {
  return address & ~(SETT_PAGE - 1);
}

static inline uintptr_t sett_page_up (uintptr_t address) {
  return (address + SETT_PAGE - 1) & ~(SETT_PAGE - 1);
}

/* What is there, at most 8 bytes of it. */
static inline uint64_t sett_access_value (const void *address, size_t size) {
  uint64_t value = 0;
  switch (size) {
  case 1:
    return *(const uint8_t *)address;
  case 4:
    __builtin_memcpy (&value, address, 4);
    return value;
  default:
    if (size >= 8)
      __builtin_memcpy (&value, address, 8);
    else
      memcpy (&value, address, size);
    return value;
  }
}

#endif
