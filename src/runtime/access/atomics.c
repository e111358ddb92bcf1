/* Atomic operations, as the compiler reports them (-fsanitize=thread).

   Each is an event.  All are executed in one order (sequential consistency);
   the memory order that the program asked for decides what is ordered in the
   sense of data races.

   An update that writes the value that was there is a load to everybody else,
   so that two of them need not be tried in both orders.  But if it releases,
   which of them came first decides what is ordered.  Therefore such an update
   releases nothing: there may be races then that the program does not have, but
   none is missed, whichever order is tried.  When a race is found after that,
   it is not reported: the search begins anew, and these updates are stores,
   which release, from then on (sett_races_withhold). */

#include "runtime/access/atomics.h"

#include "base/assert.h"
#include "runtime/access/access.h"
#include "runtime/core/narrator.h"
#include "runtime/sched/handlers.h"
#include "runtime/race/races.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"

/* That decide what it does. */
static unsigned arguments_of (sett_operation operation) {
  return operation == SETT_DO_LOAD ? 1 : operation == SETT_DO_UPDATE ? 2 : 3;
}

static const void *begin (sett_operation operation,
                          const volatile void *address, size_t size,
                          sett_effect_kind intent, uintptr_t place) {
  const void *object = sett_object_memory ((const void *)address, size);
  sett_handlers_visible ((const void *)address, size,
                         intent != SETT_EFFECT_LOAD);
  if (operation == SETT_DO_STORE)
    sett_vain_pass ();
  else {
    sett_vain_head (place, arguments_of (operation));
    sett_spin_look (place);
  }
  sett_visible (operation, object, intent, NULL, place);
  return object;
}

static unsigned how_in (int order) {
  return (sett_order_acquires (order) ? SETT_VAIN_ACQUIRES : 0) |
         (sett_order_releases (order) ? SETT_VAIN_RELEASES : 0);
}

/* The operation read, and wrote if `writes`; `before` is what it found. */
static void end (const void *object, const volatile void *address_, size_t size,
                 int writes, int changes, uint64_t before, int order,
                 uintptr_t place) {
  const void *address = (const void *)address_;
  const int stores = writes && (changes || engine.updates_store);
  sett_affect (object, stores ? SETT_EFFECT_STORE : SETT_EFFECT_LOAD, before);
  if (UNLIKELY (engine.narrating))
    narrator->value (sett_access_value (address, size));
  if (writes && changes)
    sett_spin_moved ();
  else
    sett_spin_looked (object, address, size);
  if (stores)
    sett_vain_write (object, before, sett_access_value (address, size),
                     SETT_VAIN_UPDATES | how_in (order));
  else
    sett_vain_read ();
  if (sett_order_acquires (order))
    sett_races_acquire (object);
  else
    sett_races_relaxed_load (object);
  sett_races_access (address, size,
                     SETT_MEMORY_ATOMIC |
                         (writes ? SETT_MEMORY_WRITE : SETT_MEMORY_READ),
                     place);
  if (writes)
    sett_order_update (object, stores, order);
}

/* A compare and exchange with a value that it would change: is a store if it
   finds that, else a load. */
static void expect (uint64_t wanted) {
  SETT_ASSERT (engine.log->effect_count);
  sett_effect *effect = &engine.log->effects[engine.log->effect_count - 1];
  effect->wanted = wanted;
  effect->conditional = 1;
}

/* A plain store of another value ends what was released before. */
static void end_store (const void *object, const volatile void *address_,
                       size_t size, uint64_t before, int order,
                       uintptr_t place) {
  const void *address = (const void *)address_;
  sett_affect (object, SETT_EFFECT_STORE, before);
  if (UNLIKELY (engine.narrating))
    narrator->value (sett_access_value (address, size));
  sett_spin_moved ();
  sett_vain_write (object, before, sett_access_value (address, size),
                   how_in (order));
  sett_races_access (address, size, SETT_MEMORY_ATOMIC | SETT_MEMORY_WRITE,
                     place);
  if (sett_order_releases (order))
    sett_races_publish (object);
  else
    sett_races_relaxed_store (object);
}

#define UPDATE(BITS, TYPE, NAME, NEW)                                          \
  SETT_LOOKING (__tsan_atomic##BITS##_##NAME);                                 \
  SETT_LOOKS TYPE __tsan_atomic##BITS##_##NAME##_looking (                     \
      volatile TYPE *a, TYPE value, int order) {                               \
    if (!sett_active ())                                                       \
      return native_##NAME (a, value);                                         \
    const void *object =                                                       \
        begin (SETT_DO_UPDATE, a, sizeof *a, SETT_EFFECT_STORE, SETT_HERE);    \
    const TYPE old = *a;                                                       \
    const TYPE new = (TYPE)(NEW);                                              \
    *a = new;                                                                  \
    end (object, a, sizeof *a, 1, new != old, (uint64_t)old, order,            \
         SETT_HERE);                                                           \
    return old;                                                                \
  }

#define native_exchange(A, V) __atomic_exchange_n (A, V, __ATOMIC_SEQ_CST)
#define native_fetch_add(A, V) __atomic_fetch_add (A, V, __ATOMIC_SEQ_CST)
#define native_fetch_sub(A, V) __atomic_fetch_sub (A, V, __ATOMIC_SEQ_CST)
#define native_fetch_and(A, V) __atomic_fetch_and (A, V, __ATOMIC_SEQ_CST)
#define native_fetch_or(A, V) __atomic_fetch_or (A, V, __ATOMIC_SEQ_CST)
#define native_fetch_xor(A, V) __atomic_fetch_xor (A, V, __ATOMIC_SEQ_CST)
#define native_fetch_nand(A, V) __atomic_fetch_nand (A, V, __ATOMIC_SEQ_CST)

/* The order of a failed exchange is the second one. */
#define EXCHANGES(BITS, TYPE)                                                  \
  static int exchange##BITS (volatile TYPE *a, TYPE *expected, TYPE value,     \
                             int order, int failure, uintptr_t place) {        \
    const void *object =                                                       \
        begin (SETT_DO_EXCHANGE, a, sizeof *a, SETT_EFFECT_STORE, place);      \
    const TYPE old = *a;                                                       \
    const TYPE wanted = *expected;                                             \
    const int equal = old == wanted;                                           \
    if (equal)                                                                 \
      *a = value;                                                              \
    end (object, a, sizeof *a, equal, value != old, (uint64_t)old,             \
         equal ? order : failure, place);                                      \
    if (UNLIKELY (engine.narrating && !equal))                                 \
      narrator->failed ();                                                     \
    if (!equal)                                                                \
      *expected = old; /* not a part of the event: vain.h, (b) */              \
    if (wanted != value || engine.updates_store)                               \
      expect (wanted);                                                         \
    return equal;                                                              \
  }                                                                            \
  SETT_LOOKING (__tsan_atomic##BITS##_compare_exchange_strong);                \
  SETT_LOOKS int __tsan_atomic##BITS##_compare_exchange_strong_looking (       \
      volatile TYPE *a, TYPE *expected, TYPE value, int order, int failure) {  \
    if (!sett_active ())                                                       \
      return __atomic_compare_exchange_n (a, expected, value, 0,               \
                                          __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    return exchange##BITS (a, expected, value, order, failure, SETT_HERE);     \
  }                                                                            \
  SETT_LOOKING (__tsan_atomic##BITS##_compare_exchange_weak);                  \
  SETT_LOOKS int __tsan_atomic##BITS##_compare_exchange_weak_looking (         \
      volatile TYPE *a, TYPE *expected, TYPE value, int order, int failure) {  \
    if (!sett_active ())                                                       \
      return __atomic_compare_exchange_n (a, expected, value, 1,               \
                                          __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    return exchange##BITS (a, expected, value, order, failure, SETT_HERE);     \
  }                                                                            \
  SETT_LOOKING (__tsan_atomic##BITS##_compare_exchange_val);                   \
  SETT_LOOKS TYPE __tsan_atomic##BITS##_compare_exchange_val_looking (         \
      volatile TYPE *a, TYPE expected, TYPE value, int order, int failure) {   \
    if (!sett_active ())                                                       \
      __atomic_compare_exchange_n (a, &expected, value, 0, __ATOMIC_SEQ_CST,   \
                                   __ATOMIC_SEQ_CST);                          \
    else                                                                       \
      exchange##BITS (a, &expected, value, order, failure, SETT_HERE);         \
    return expected;                                                           \
  }

#define ATOMICS(BITS, TYPE)                                                    \
  SETT_LOOKING (__tsan_atomic##BITS##_load);                                   \
  SETT_LOOKS TYPE __tsan_atomic##BITS##_load_looking (const volatile TYPE *a,  \
                                                      int order) {             \
    if (!sett_active ())                                                       \
      return __atomic_load_n (a, __ATOMIC_SEQ_CST);                            \
    const void *object =                                                       \
        begin (SETT_DO_LOAD, a, sizeof *a, SETT_EFFECT_LOAD, SETT_HERE);       \
    const TYPE value = *a;                                                     \
    end (object, a, sizeof *a, 0, 0, (uint64_t)value, order, SETT_HERE);       \
    return value;                                                              \
  }                                                                            \
  EXPORT void __tsan_atomic##BITS##_store (volatile TYPE *a, TYPE value,       \
                                           int order) {                        \
    if (!sett_active ()) {                                                     \
      __atomic_store_n (a, value, __ATOMIC_SEQ_CST);                           \
      return;                                                                  \
    }                                                                          \
    const void *object =                                                       \
        begin (SETT_DO_STORE, a, sizeof *a, SETT_EFFECT_STORE, SETT_HERE);     \
    const TYPE old = *a;                                                       \
    *a = value;                                                                \
    end_store (object, a, sizeof *a, (uint64_t)old, order, SETT_HERE);         \
  }                                                                            \
  UPDATE (BITS, TYPE, exchange, value)                                         \
  UPDATE (BITS, TYPE, fetch_add, old + value)                                  \
  UPDATE (BITS, TYPE, fetch_sub, old - value)                                  \
  UPDATE (BITS, TYPE, fetch_and, old &value)                                   \
  UPDATE (BITS, TYPE, fetch_or, old | value)                                   \
  UPDATE (BITS, TYPE, fetch_xor, old ^ value)                                  \
  UPDATE (BITS, TYPE, fetch_nand, ~(old & value))                              \
  EXCHANGES (BITS, TYPE)

#pragma GCC diagnostic ignored "-Wmissing-prototypes"
ATOMICS (8, uint8_t)
ATOMICS (16, uint16_t)
ATOMICS (32, uint32_t)
ATOMICS (64, uint64_t)

EXPORT void __tsan_atomic_thread_fence (int order) {
  if (sett_active ())
    sett_races_fence (sett_order_acquires (order), sett_order_releases (order));
  else
    __atomic_thread_fence (__ATOMIC_SEQ_CST);
}

EXPORT void __tsan_atomic_signal_fence (int order) {
  (void)order;
}
