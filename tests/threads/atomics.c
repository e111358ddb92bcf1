/* expect: verified
   options: -latomic -w
   expect: verified
   options: -latomic -mcx16 -w

   All atomic operations of all sizes do what they say. */

#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

typedef unsigned __int128 uint128_t;

#define CHECK(OPERATION, RESULT, AFTER)                                        \
  {                                                                            \
    x = a;                                                                     \
    assert ((OPERATION) == (RESULT));                                          \
    assert (x == (AFTER));                                                     \
  }

#define CHECK_FETCH(TYPE, NAME, NEW)                                           \
  CHECK (__atomic_fetch_##NAME (&x, b, 5), a, (TYPE)(NEW))                     \
  CHECK (__atomic_##NAME##_fetch (&x, b, 5), (TYPE)(NEW), (TYPE)(NEW))

#define CHECK_SYNC(TYPE, NAME, NEW)                                            \
  CHECK (__sync_fetch_and_##NAME (&x, b), a, (TYPE)(NEW))                      \
  CHECK (__sync_##NAME##_and_fetch (&x, b), (TYPE)(NEW), (TYPE)(NEW))

#define CHECK_TYPE(TYPE)                                                       \
  static void check_##TYPE (TYPE a, TYPE b) {                                  \
    static TYPE x;                                                             \
    TYPE e = b;                                                                \
    __atomic_store_n (&x, a, __ATOMIC_RELEASE);                                \
    assert (__atomic_load_n (&x, __ATOMIC_ACQUIRE) == a);                      \
    CHECK (__atomic_exchange_n (&x, b, 5), a, b)                               \
    CHECK (__atomic_compare_exchange_n (&x, &e, b, 0, 5, 0), 0, a)             \
    assert (e == a);                                                           \
    CHECK (__atomic_compare_exchange_n (&x, &e, b, 0, 5, 5), 1, b)             \
    CHECK_FETCH (TYPE, add, a + b)                                             \
    CHECK_FETCH (TYPE, sub, a - b)                                             \
    CHECK_FETCH (TYPE, and, a &b)                                              \
    CHECK_FETCH (TYPE, or, a | b)                                              \
    CHECK_FETCH (TYPE, xor, a ^ b)                                             \
    CHECK_FETCH (TYPE, nand, ~(a & b))                                         \
  }

#define CHECK_TYPE_SYNC(TYPE)                                                  \
  static void check_sync_##TYPE (TYPE a, TYPE b) {                             \
    static TYPE x;                                                             \
    CHECK (__sync_lock_test_and_set (&x, b), a, b)                             \
    __sync_lock_release (&x);                                                  \
    assert (x == 0);                                                           \
    CHECK (__sync_bool_compare_and_swap (&x, a, b), 1, b)                      \
    CHECK (__sync_bool_compare_and_swap (&x, b, b), 0, a)                      \
    CHECK (__sync_val_compare_and_swap (&x, a, b), a, b)                       \
    CHECK_SYNC (TYPE, add, a + b)                                              \
    CHECK_SYNC (TYPE, sub, a - b)                                              \
    CHECK_SYNC (TYPE, and, a &b)                                               \
    CHECK_SYNC (TYPE, or, a | b)                                               \
    CHECK_SYNC (TYPE, xor, a ^ b)                                              \
    CHECK_SYNC (TYPE, nand, ~(a & b))                                          \
    __sync_synchronize ();                                                     \
  }

CHECK_TYPE (uint8_t)
CHECK_TYPE (uint16_t)
CHECK_TYPE (uint32_t)
CHECK_TYPE (uint64_t)
CHECK_TYPE (uint128_t)
CHECK_TYPE_SYNC (uint8_t)
CHECK_TYPE_SYNC (uint16_t)
CHECK_TYPE_SYNC (uint32_t)
CHECK_TYPE_SYNC (uint64_t)
#ifdef __GCC_HAVE_SYNC_COMPARE_AND_SWAP_16
CHECK_TYPE_SYNC (uint128_t)
#endif

typedef struct triple {
  long a, b, c;
} triple;

static int equal (triple x, triple y) {
  return x.a == y.a && x.b == y.b && x.c == y.c;
}

static void check_triple (void) {
  static _Atomic triple shared;
  const triple one = {1, 2, 3}, two = {4, 5, 6};
  triple expected = two;
  atomic_store (&shared, one);
  assert (equal (atomic_load (&shared), one));
  assert (!atomic_compare_exchange_strong (&shared, &expected, two));
  assert (equal (expected, one));
  assert (atomic_compare_exchange_strong (&shared, &expected, two));
  assert (equal (atomic_exchange (&shared, one), two));
  assert (equal (shared, one));
}

static void check_floating (void) {
  static _Atomic float f = 1;
  static _Atomic double d = 1;
  static _Atomic long double l = 1;
  f += 0.5f;
  d *= 4;
  l = 2;
  assert (f == 1.5f && d == 4 && l == 2);
}

static void check_flags (void) {
  static atomic_flag flag = ATOMIC_FLAG_INIT;
  static _Bool other;
  assert (!atomic_flag_test_and_set (&flag));
  assert (atomic_flag_test_and_set (&flag));
  atomic_flag_clear (&flag);
  assert (!atomic_flag_test_and_set (&flag));
  assert (!__atomic_test_and_set (&other, __ATOMIC_SEQ_CST) && other);
  __atomic_clear (&other, __ATOMIC_SEQ_CST);
  assert (!other);
}

int main (void) {
  const uint128_t large = (uint128_t)0x123456789abcdef << 64 | 0xfedcba9876;
  check_uint8_t (0x5a, 0x33);
  check_uint16_t (0x5a01, 0x3377);
  check_uint32_t (0x5a010203, 0x33771199);
  check_uint64_t (0x5a01020304050607, 0x3377119988);
  check_uint128_t (large, large * 3 + 1);
  check_sync_uint8_t (0x5a, 0x33);
  check_sync_uint16_t (0x5a01, 0x3377);
  check_sync_uint32_t (0x5a010203, 0x33771199);
  check_sync_uint64_t (0x5a01020304050607, 0x3377119988);
#ifdef __GCC_HAVE_SYNC_COMPARE_AND_SWAP_16
  check_sync_uint128_t (large, large * 3 + 1);
#endif
  check_triple ();
  check_floating ();
  check_flags ();
  return 0;
}
