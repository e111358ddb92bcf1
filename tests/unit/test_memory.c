/* Memory: accounting, the limit, fault injection. */

#include "base/memory.h"
#include "base/vector.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_accounting (void **unused) {
  (void)unused;
  char *block = sett_alloc (100);
  assert_int_equal (sett_memory_in_use (), 100);
  memset (block, 7, 100);
  block = sett_resize (block, 100, 5000);
  assert_int_equal (sett_memory_in_use (), 5000);
  assert_int_equal (block[99], 7);
  block = sett_resize (block, 5000, 10);
  assert_int_equal (sett_memory_in_use (), 10);
  assert_true (sett_memory_peak () >= 5000);
  sett_free (block, 10);
  sett_free (NULL, 10);
  assert_int_equal (sett_memory_in_use (), 0);
}

static void test_zeroed (void **unused) {
  (void)unused;
  int *numbers = sett_zalloc (1000, sizeof *numbers);
  for (int i = 0; i < 1000; i++)
    assert_int_equal (numbers[i], 0);
  sett_free (numbers, 1000 * sizeof *numbers);
  void *nothing = sett_zalloc (0, 8);
  assert_non_null (nothing);
  sett_free (nothing, 0);
  assert_int_equal (sett_memory_in_use (), 0);
}

static void test_strings (void **unused) {
  (void)unused;
  char *whole = sett_strdup ("sleep set");
  char *part = sett_strndup ("sleep set", 5);
  assert_string_equal (whole, "sleep set");
  assert_string_equal (part, "sleep");
  assert_int_equal (sett_memory_in_use (), 10 + 6);
  sett_strfree (whole);
  sett_strfree (part);
  sett_strfree (NULL);
  assert_int_equal (sett_memory_in_use (), 0);
}

static void test_vector (void **unused) {
  (void)unused;
  SETT_VECTOR (int) numbers = {0};
  for (int i = 0; i < 1000; i++)
    SETT_PUSH (numbers, i);
  assert_int_equal (numbers.count, 1000);
  for (int i = 999; i >= 0; i--)
    assert_int_equal (SETT_POP (numbers), i);
  SETT_RELEASE (numbers);
  assert_int_equal (sett_memory_in_use (), 0);
}

static void test_maps (void **unused) {
  (void)unused;
  unsigned char *map = sett_try_map (1 << 20);
  assert_non_null (map);
  assert_int_equal (map[12345], 0);
  map[12345] = 1;
  map = sett_try_remap (map, 1 << 20, 1 << 24);
  assert_non_null (map);
  assert_int_equal (map[12345], 1);
  assert_int_equal (map[(1 << 24) - 1], 0);
  assert_int_equal (sett_memory_in_use (), 1 << 24);
  map = sett_try_remap (map, 1 << 24, 1 << 16);
  assert_int_equal (sett_memory_in_use (), 1 << 16);
  sett_unmap (map, 1 << 16);
  sett_unmap (NULL, 1);
  assert_int_equal (sett_memory_in_use (), 0);
}

static void test_limit (void **unused) {
  (void)unused;
  sett_memory_limit (1 << 20);
  assert_int_equal (sett_memory_limited_to (), 1 << 20);
  assert_null (sett_try_map ((1 << 20) + 4096));
  void *map = sett_try_map (1 << 19);
  assert_non_null (map);
  assert_null (sett_try_remap (map, 1 << 19, 1 << 21));
  assert_null (sett_try_resize (NULL, 0, (1 << 19) + 1));
  assert_false (sett_try_charge ((1 << 19) + 1));
  assert_true (sett_try_charge (1 << 19));
  assert_false (sett_try_charge (1));
  assert_false (sett_try_charge ((size_t)-1)); /* must not wrap around */
  void *small = sett_alloc (1 << 20);          /* ignores the limit */
  sett_free (small, 1 << 20);
  sett_uncharge (1 << 19);
  void *block = sett_try_resize (NULL, 0, 1 << 19);
  assert_non_null (block);
  sett_free (block, 1 << 19);
  sett_unmap (map, 1 << 19);
  sett_memory_limit (0);
  assert_int_equal (sett_memory_in_use (), 0);
}

static jmp_buf out_of_memory;

static void jump (void) {
  longjmp (out_of_memory, 1);
}

static void test_injection (void **unused) {
  (void)unused;
  sett_memory_fail_at (3);
  void *first = sett_try_map (4096);
  void *second = sett_try_resize (NULL, 0, 10);
  void *third = sett_try_map (4096);
  void *fourth = sett_try_map (4096);
  assert_non_null (first);
  assert_non_null (second);
  assert_null (third);
  assert_non_null (fourth);
  sett_unmap (first, 4096);
  sett_free (second, 10);
  sett_unmap (fourth, 4096);
  assert_int_equal (sett_memory_in_use (), 0);
}

static void test_failure_handler (void **unused) {
  (void)unused;
  sett_memory_on_failure (jump);
  sett_memory_fail_at (1);
  if (!setjmp (out_of_memory)) {
    sett_alloc (1);
    fail_msg ("allocation did not fail");
  }
  if (!setjmp (out_of_memory)) {
    sett_zalloc ((size_t)-1, 16); /* the product overflows */
    fail_msg ("allocation did not fail");
  }
  sett_memory_on_failure (NULL);
  assert_int_equal (sett_memory_in_use (), 0);
}

/* Random blocks against an array of their sizes. */
static void test_random (void **unused) {
  (void)unused;
  enum { BLOCKS = 50 };
  unsigned char *blocks[BLOCKS] = {0};
  size_t sizes[BLOCKS] = {0};
  srand (1);
  for (int round = 0; round < 5000; round++) {
    const int i = rand () % BLOCKS;
    const size_t size = (size_t)rand () % 300;
    if (size < sizes[i] / 2) {
      sett_free (blocks[i], sizes[i]);
      blocks[i] = NULL;
      sizes[i] = 0;
    } else if (size) {
      unsigned char *const block =
          rand () % 2 ? sett_resize (blocks[i], sizes[i], size)
                      : sett_try_resize (blocks[i], sizes[i], size);
      for (size_t k = 0; k < sizes[i] && k < size; k++)
        assert_int_equal (block[k], i);
      memset (block, i, size);
      blocks[i] = block;
      sizes[i] = size;
    }
    size_t sum = 0;
    for (int k = 0; k < BLOCKS; k++)
      sum += sizes[k];
    assert_int_equal (sett_memory_in_use (), sum);
  }
  for (int i = 0; i < BLOCKS; i++)
    sett_free (blocks[i], sizes[i]);
  assert_int_equal (sett_memory_in_use (), 0);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_accounting),
      cmocka_unit_test (test_zeroed),
      cmocka_unit_test (test_strings),
      cmocka_unit_test (test_vector),
      cmocka_unit_test (test_maps),
      cmocka_unit_test (test_limit),
      cmocka_unit_test (test_injection),
      cmocka_unit_test (test_failure_handler),
      cmocka_unit_test (test_random),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
