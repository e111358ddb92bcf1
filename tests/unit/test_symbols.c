/* Symbols: the names of this program's own functions and variables. */

#include "program/symbols.h"

#include "base/memory.h"
#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <link.h>
#include <pthread.h>
#include <string.h>

static volatile int plain;
static volatile struct record {
  char letter;
  struct {
    int x, y;
  } points[3];
  union {
    int number;
    char bytes[8];
  };
  pthread_mutex_t lock;
} records[2];
static volatile short grid[3][4];

/* Where the program itself lies: the first module. */
static int find_base (struct dl_phdr_info *info, size_t size, void *base) {
  (void)size;
  *(uintptr_t *)base = info->dlpi_addr;
  return 1;
}

static int start (void **state) {
  static sett_member member;
  member.module_count = 1;
  strcpy (member.modules[0].path, "/proc/self/exe");
  dl_iterate_phdr (find_base, &member.modules[0].base);
  *state = sett_symbols_create (&member, "/proc/self/exe", "none");
  return 0;
}

static int finish (void **state) {
  sett_symbols_destroy (*state);
  assert_int_equal (sett_memory_in_use (), 0);
  return 0;
}

static void assert_name (void **state, const volatile void *address,
                         size_t size, const char *expected) {
  sett_text text = {0};
  assert_true (
      sett_symbols_variable (*state, (uintptr_t)address, size, &text, NULL));
  assert_string_equal (sett_text_get (&text), expected);
  sett_text_release (&text);
}

static void test_variables (void **state) {
  assert_name (state, &plain, sizeof plain, "plain");
  assert_name (state, records, sizeof records, "records");
  assert_name (state, &records[1], sizeof *records, "records[1]");
  assert_name (state, &records[1].letter, 1, "records[1].letter");
  assert_name (state, &records[0].points[2].y, 4, "records[0].points[2].y");
  assert_name (state, &records[0].points[1], 8, "records[0].points[1]");
  assert_name (state, &records[1].number, 4, "records[1].number");
  assert_name (state, &records[1].bytes[5], 1, "records[1].bytes[5]");
  assert_name (state, &grid[2][1], 2, "grid[2][1]");
  assert_name (state, &grid[1], sizeof grid[1], "grid[1]");
}

/* What is inside of a lock is nobody's business. */
static void test_opaque (void **state) {
  assert_name (state, &records[1].lock, sizeof (pthread_mutex_t),
               "records[1].lock");
  assert_name (state, &records[1].lock, 1, "records[1].lock");
  assert_name (state, (const volatile char *)&records[1].lock + 8, 4,
               "records[1].lock");
}

static void test_nothing (void **state) {
  sett_text text = {0};
  int local;
  assert_false (
      sett_symbols_variable (*state, (uintptr_t)&local, 4, &text, NULL));
  assert_false (sett_symbols_variable (*state, 0, 4, &text, NULL));
  assert_false (sett_symbols_variable (*state, UINTPTR_MAX, 4, &text, NULL));
  assert_int_equal (text.length, 0);
}

__attribute__ ((noinline)) static uintptr_t here (void) {
  return (uintptr_t)__builtin_return_address (0);
}

__attribute__ ((always_inline)) static inline uintptr_t inlined (void) {
  const uintptr_t result = here ();
  plain++; /* the call is not the last thing */
  return result;
}

__attribute__ ((noinline)) static uintptr_t outer (void) {
  const uintptr_t result = inlined ();
  plain++;
  return result;
}

static void test_frames (void **state) {
  const sett_call_frames frames = sett_symbols_frames (*state, outer ());
  assert_int_equal (frames.count, 2);
  assert_string_equal (frames.at[0].function, "inlined");
  assert_string_equal (frames.at[1].function, "outer");
  assert_string_equal (frames.at[0].file, "tests/unit/test_symbols.c");
  assert_in_range (frames.at[1].line, frames.at[0].line + 4,
                   frames.at[0].line + 9);
  assert_false (frames.at[0].foreign);
  const sett_call_frames again = sett_symbols_frames (*state, outer ());
  assert_ptr_equal (again.at, frames.at);
}

static void test_functions (void **state) {
  const sett_call_frames frames =
      sett_symbols_function (*state, (uintptr_t)&test_variables);
  assert_string_equal (frames.at[frames.count - 1].function, "test_variables");
  const sett_call_frames nowhere = sett_symbols_function (*state, 16);
  assert_int_equal (nowhere.count, 1);
  assert_null (nowhere.at->function);
  assert_true (nowhere.at->foreign);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_variables), cmocka_unit_test (test_opaque),
      cmocka_unit_test (test_nothing),   cmocka_unit_test (test_frames),
      cmocka_unit_test (test_functions),
  };
  return cmocka_run_group_tests_name ("symbols", tests, start, finish);
}
