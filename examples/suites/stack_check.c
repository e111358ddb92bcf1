/* The same suite with Check; `sett check stack_check.c -lcheck -lsubunit -lm`.
 */

#include <check.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int items[4], size;

static void push (int value) {
  const int place = size;
  items[place] = value;
  size = place + 1; /* another thread may have been here */
}

static void *push_one (void *none) {
  push (1);
  return none;
}

static void empty (void) {
  size = 0;
}

START_TEST (one_thread) {
  push (1);
  push (2);
  ck_assert_int_eq (size, 2);
}
END_TEST

START_TEST (two_threads) {
  pthread_t other;
  pthread_create (&other, NULL, push_one, NULL);
  push (2);
  pthread_join (other, NULL);
  ck_assert_int_eq (size, 2);
}
END_TEST

static void add_case (Suite *suite, const char *name, const TTest *test) {
  TCase *one = tcase_create (name);
  tcase_add_checked_fixture (one, empty, NULL);
  tcase_add_test (one, test);
  suite_add_tcase (suite, one);
}

int main (void) {
  Suite *suite = suite_create ("stack");
  add_case (suite, "one", one_thread);
  add_case (suite, "two", two_threads);
  SRunner *runner = srunner_create (suite);
  srunner_set_fork_status (runner, CK_NOFORK); /* one process is enough */
  srunner_run_all (runner, CK_NORMAL);
  const int failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
