/* Atomic operations on more than 8 bytes, and those that compilers leave to a
   library (libatomic).

   Such an operation is one event with an effect on each 8 bytes that it
   touches, so that it meets others that use a part of them. */

#include "runtime/access/atomics.h"
#include "base/assert.h"
#include "runtime/race/races.h"
#include "runtime/core/narrator.h"
#include "runtime/core/real.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"

#include <string.h>

typedef unsigned __int128 uint128;

/* A piece of memory that is one object. */
typedef struct part {
  const void *address, *object;
  size_t size;
} part;

static part first_part (const void *address, size_t size) {
  const uintptr_t at = (uintptr_t)address;
  const int fits = size && !(size & (size - 1)) && size <= 8 && !(at % size);
  part p = {address, NULL, size};
  if (!fits) {
    p.address = (const void *)(at & ~(uintptr_t)7);
    p.size = 8;
  }
  p.object = sett_object_memory (p.address, p.size);
  SETT_ASSERT (p.size && p.size <= 8);
  return p;
}

static int next_part (part *p, const void *address, size_t size) {
  p->address = (const char *)p->address + p->size;
  if ((const char *)p->address >= (const char *)address + size)
    return 0;
  p->object = sett_object_memory (p->address, p->size);
  return 1;
}

static void begin (sett_operation operation, const void *address, size_t size,
                   uintptr_t place) {
  const part p = first_part (address, size);
  SETT_ASSERT (size);
  if (operation != SETT_DO_STORE)
    sett_spin_look (place);
  sett_self ()->spreads =
      (const char *)address + size > (const char *)p.address + p.size;
  sett_visible (operation, p.object,
                operation == SETT_DO_LOAD ? SETT_EFFECT_LOAD
                                          : SETT_EFFECT_STORE,
                NULL, place);
  sett_self ()->spreads = 0;
}

/* The effects, before anything is written. */
static void affect (const void *address, size_t size, int stores, int changes) {
  part p = first_part (address, size);
  do {
    uint64_t before = 0;
    memcpy (&before, p.address, p.size);
    sett_affect (p.object, stores ? SETT_EFFECT_STORE : SETT_EFFECT_LOAD,
                 before);
    if (!changes)
      sett_spin_looked (p.object, p.address, p.size);
  } while (next_part (&p, address, size));
  if (changes)
    sett_spin_progress ();
}

/* In the sense of data races.  A store that does not read ends what was
   released before. */
static void settle (const void *address, size_t size, int reads, int writes,
                    int stores, int order, uintptr_t place) {
  part p = first_part (address, size);
  do {
    if (reads && sett_order_acquires (order))
      sett_races_acquire (p.object);
    else if (reads)
      sett_races_relaxed_load (p.object);
  } while (next_part (&p, address, size));
  sett_races_access (address, size,
                     SETT_MEMORY_ATOMIC |
                         (writes ? SETT_MEMORY_WRITE : SETT_MEMORY_READ),
                     place);
  p = first_part (address, size);
  do {
    if (reads && writes)
      sett_order_update (p.object, stores, order);
    else if (writes && sett_order_releases (order))
      sett_races_publish (p.object);
    else if (writes)
      sett_races_relaxed_store (p.object);
  } while (next_part (&p, address, size));
}

/*------------------------------------------------------------------------*/
/* Under control. */

static void load (const void *from, void *to, size_t size, int order,
                  uintptr_t place) {
  begin (SETT_DO_LOAD, from, size, place);
  memcpy (to, from, size);
  affect (from, size, 0, 0);
  settle (from, size, 1, 0, 0, order, place);
}

static void store (void *to, const void *from, size_t size, int order,
                   uintptr_t place) {
  begin (SETT_DO_STORE, to, size, place);
  affect (to, size, 1, 1);
  memcpy (to, from, size);
  settle (to, size, 0, 1, 1, order, place);
}

/* The second half of an update: the memory gets a new value. */
static void replace (void *to, const void *from, size_t size, int order,
                     uintptr_t place) {
  const int changes = memcmp (to, from, size) != 0;
  const int stores = changes || engine.updates_store;
  affect (to, size, stores, changes);
  memcpy (to, from, size);
  settle (to, size, 1, 1, stores, order, place);
}

static void exchange (void *to, const void *from, void *old, size_t size,
                      int order, uintptr_t place) {
  begin (SETT_DO_UPDATE, to, size, place);
  memcpy (old, to, size);
  replace (to, from, size, order, place);
}

static int compare_exchange (void *to, void *expected, const void *from,
                             size_t size, int order, int failure,
                             uintptr_t place) {
  begin (SETT_DO_EXCHANGE, to, size, place);
  if (!memcmp (to, expected, size)) {
    replace (to, from, size, order, place);
    return 1;
  }
  affect (to, size, 0, 0);
  if (UNLIKELY (engine.narrating))
    narrator->failed ();
  settle (to, size, 1, 0, 0, failure, place);
  memcpy (expected, to, size);
  return 0;
}

/*------------------------------------------------------------------------*/
/* 16 bytes without control. */

static int native_compare_exchange (volatile uint128 *a, uint128 *expected,
                                    uint128 value) {
  uint64_t low = (uint64_t)*expected, high = (uint64_t)(*expected >> 64);
  uint8_t equal;
  __asm__ volatile("lock cmpxchg16b %1\n\tsete %0"
                   : "=q"(equal), "+m"(*a), "+a"(low), "+d"(high)
                   : "b"((uint64_t)value), "c"((uint64_t)(value >> 64))
                   : "memory", "cc");
  *expected = (uint128)high << 64 | low;
  return equal;
}

static uint128 native_load (const volatile uint128 *a) {
  uint128 value = 0;
  native_compare_exchange ((volatile uint128 *)a, &value, 0);
  return value;
}

/*------------------------------------------------------------------------*/
/* Operations on 16 bytes have two names: the sanitizer's and the library's. */

#define UPDATE(NAME, NEW)                                                      \
  static uint128 NAME##_of (uint128 old, uint128 value) {                      \
    (void)old;                                                                 \
    return NEW;                                                                \
  }                                                                            \
  static uint128 NAME##_16 (volatile uint128 *a, uint128 value, int order,     \
                            uintptr_t place) {                                 \
    uint128 old;                                                               \
    if (!sett_active ()) {                                                     \
      old = native_load (a);                                                   \
      while (!native_compare_exchange (a, &old, NAME##_of (old, value)))       \
        continue;                                                              \
      return old;                                                              \
    }                                                                          \
    begin (SETT_DO_UPDATE, (void *)a, sizeof *a, place);                       \
    old = *a;                                                                  \
    const uint128 new = NAME##_of (old, value);                                \
    replace ((void *)a, &new, sizeof *a, order, place);                        \
    return old;                                                                \
  }                                                                            \
  SETT_LOOKING (__tsan_atomic128_##NAME);                                      \
  SETT_LOOKS uint128 __tsan_atomic128_##NAME##_looking (                       \
      volatile uint128 *a, uint128 value, int order) {                         \
    return NAME##_16 (a, value, order, SETT_HERE);                             \
  }                                                                            \
  SETT_LOOKING (__atomic_##NAME##_16);                                         \
  SETT_LOOKS uint128 __atomic_##NAME##_16_looking (volatile uint128 *a,        \
                                                   uint128 value, int order) { \
    return NAME##_16 (a, value, order, SETT_HERE);                             \
  }

#pragma GCC diagnostic ignored "-Wmissing-prototypes"
UPDATE (exchange, value)
UPDATE (fetch_add, old + value)
UPDATE (fetch_sub, old - value)
UPDATE (fetch_and, old &value)
UPDATE (fetch_or, old | value)
UPDATE (fetch_xor, old ^ value)
UPDATE (fetch_nand, ~(old &value))

static uint128 load_16 (const volatile uint128 *a, int order, uintptr_t place) {
  if (!sett_active ())
    return native_load (a);
  uint128 value;
  load ((const void *)a, &value, sizeof value, order, place);
  return value;
}

SETT_LOOKING (__tsan_atomic128_load);
SETT_LOOKS uint128 __tsan_atomic128_load_looking (const volatile uint128 *a,
                                                  int order) {
  return load_16 (a, order, SETT_HERE);
}

SETT_LOOKING (__atomic_load_16);
SETT_LOOKS uint128 __atomic_load_16_looking (const volatile uint128 *a,
                                             int order) {
  return load_16 (a, order, SETT_HERE);
}

static void store_16 (volatile uint128 *a, uint128 value, int order,
                      uintptr_t place) {
  if (!sett_active ()) {
    uint128 old = native_load (a);
    while (!native_compare_exchange (a, &old, value))
      continue;
  } else
    store ((void *)a, &value, sizeof value, order, place);
}

EXPORT void __tsan_atomic128_store (volatile uint128 *a, uint128 value,
                                    int order) {
  store_16 (a, value, order, SETT_HERE);
}

/* A name that compilers have for themselves. */
SETT_LOOKING (__atomic_store_16);
SETT_LOOKS void __atomic_store_16_looking (volatile uint128 *a, uint128 value,
                                           int order) {
  store_16 (a, value, order, SETT_HERE);
}

static int compare_exchange_16 (volatile uint128 *a, uint128 *expected,
                                uint128 value, int order, int failure,
                                uintptr_t place) {
  if (!sett_active ())
    return native_compare_exchange (a, expected, value);
  return compare_exchange ((void *)a, expected, &value, sizeof value, order,
                           failure, place);
}

#define COMPARE_EXCHANGE(NAME)                                                 \
  SETT_LOOKING (NAME);                                                         \
  SETT_LOOKS int NAME##_looking (volatile uint128 *a, uint128 *expected,       \
                                 uint128 value, int order, int failure) {      \
    return compare_exchange_16 (a, expected, value, order, failure,            \
                                SETT_HERE);                                    \
  }

COMPARE_EXCHANGE (__tsan_atomic128_compare_exchange_strong)
COMPARE_EXCHANGE (__tsan_atomic128_compare_exchange_weak)
COMPARE_EXCHANGE (__atomic_compare_exchange_16)

SETT_LOOKING (__tsan_atomic128_compare_exchange_val);
SETT_LOOKS uint128 __tsan_atomic128_compare_exchange_val_looking (
    volatile uint128 *a, uint128 expected, uint128 value, int order,
    int failure) {
  compare_exchange_16 (a, &expected, value, order, failure, SETT_HERE);
  return expected;
}

/*------------------------------------------------------------------------*/
/* Of any size: the library's. */

typedef void move_function (size_t, void *, void *, int);
typedef void exchange_function (size_t, void *, void *, void *, int);
typedef int compare_function (size_t, void *, void *, void *, int, int);

#define LIBRARY(TYPE, NAME) ((TYPE *)dlsym (RTLD_NEXT, NAME))

SETT_LOOKING (__atomic_load);
SETT_LOOKS void __atomic_load_looking (size_t size, void *from, void *to,
                                       int order) {
  if (sett_active ())
    load (from, to, size, order, SETT_HERE);
  else
    LIBRARY (move_function, "__atomic_load") (size, from, to, order);
}

SETT_LOOKING (__atomic_store);
SETT_LOOKS void __atomic_store_looking (size_t size, void *to, void *from,
                                        int order) {
  if (sett_active ())
    store (to, from, size, order, SETT_HERE);
  else
    LIBRARY (move_function, "__atomic_store") (size, to, from, order);
}

SETT_LOOKING (__atomic_exchange);
SETT_LOOKS void __atomic_exchange_looking (size_t size, void *to, void *from,
                                           void *old, int order) {
  if (sett_active ())
    exchange (to, from, old, size, order, SETT_HERE);
  else
    LIBRARY (exchange_function, "__atomic_exchange")
  (size, to, from, old, order);
}

SETT_LOOKING (__atomic_compare_exchange);
SETT_LOOKS int __atomic_compare_exchange_looking (size_t size, void *to,
                                                  void *expected, void *from,
                                                  int order, int failure) {
  if (sett_active ())
    return compare_exchange (to, expected, from, size, order, failure,
                             SETT_HERE);
  return LIBRARY (compare_function, "__atomic_compare_exchange") (
      size, to, expected, from, order, failure);
}
