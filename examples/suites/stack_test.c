/* The same suite with cmocka; `sett check stack_test.c -lcmocka`. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int items[4], size;

static void push (int value) {
  int place = size;
  items[place] = value;
  size = place + 1; /* another thread may have been here */
}

static void *push_one (void *none) {
  push (1);
  return none;
}

static int empty (void **state) {
  (void)state;
  size = 0;
  return 0;
}

static void test_one_thread (void **state) {
  (void)state;
  push (1);
  push (2);
  assert_int_equal (size, 2);
}

static void test_two_threads (void **state) {
  pthread_t other;
  (void)state;
  pthread_create (&other, NULL, push_one, NULL);
  push (2);
  pthread_join (other, NULL);
  assert_int_equal (size, 2);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup (test_one_thread, empty),
      cmocka_unit_test_setup (test_two_threads, empty),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
