/* What a search executes: steps inside of atomic runs, and what is left. */

#include "kernel/coverage.h"
#include "search/search.h"
#include "toy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static void search_all (sett_model *toy, unsigned workers,
                        sett_result *result) {
  const sett_search_options options = {.store = SETT_STORE_TREE,
                                       .workers = workers,
                                       .all_errors = 1,
                                       .check_deadlocks = 1,
                                       .check_assertions = 1,
                                       .record = 1};
  sett_search (toy, &options, result);
}

static void test_transient_steps_count (void **state) {
  (void)state;
  sett_model *toy = toy_create (TOY_FINE);
  for (unsigned workers = 1; workers < 3; workers++) {
    sett_result result;
    sett_unexecuted_list list = {0};
    search_all (toy, workers, &result);
    assert_true (result.exhaustive);
    sett_coverage_list (result.coverage, &list);
    assert_int_equal (list.count, 0);
    SETT_RELEASE (list);
    sett_result_release (&result);
  }
  toy->destroy (toy);
  assert_int_equal (sett_memory_in_use (), 0);
}

/* A run that ends at once has executed nothing. */
static void test_nothing_is_executed (void **state) {
  (void)state;
  sett_model *toy = toy_create (TOY_FINE);
  sett_coverage *c = sett_coverage_create (toy);
  sett_unexecuted_list list = {0};
  sett_coverage_list (c, &list);
  assert_int_equal (list.count, toy->transitions);
  for (size_t i = 0; i < list.count; i++) {
    assert_int_equal (list.at[i].transition, i);
    assert_false (list.at[i].reached);
  }
  SETT_RELEASE (list);
  sett_coverage_destroy (c);
  toy->destroy (toy);
  assert_int_equal (sett_memory_in_use (), 0);
}

static void test_union (void **state) {
  (void)state;
  sett_model *toy = toy_create (TOY_FINE);
  sett_coverage *a = sett_coverage_create (toy);
  sett_coverage *b = sett_coverage_create (toy);
  sett_unexecuted_list list = {0};
  a->taken[0] = b->taken[3] = 1;
  sett_coverage_unite (a, b);
  sett_coverage_list (a, &list);
  assert_int_equal (list.count, toy->transitions - 2);
  assert_int_equal (list.at[0].transition, 1);
  assert_int_equal (list.at[1].transition, 2);
  assert_int_equal (list.at[2].transition, 4);
  SETT_RELEASE (list);
  sett_coverage_destroy (a);
  sett_coverage_destroy (b);
  toy->destroy (toy);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_transient_steps_count),
      cmocka_unit_test (test_nothing_is_executed),
      cmocka_unit_test (test_union),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
