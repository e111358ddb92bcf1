/* Growing strings, against a fixed buffer filled by the C library. */

#include "base/memory.h"
#include "base/text.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void test_empty (void **unused) {
  (void)unused;
  sett_text text = {0};
  assert_string_equal (sett_text_get (&text), "");
  sett_text_clear (&text);
  sett_text_add (&text, "");
  assert_string_equal (sett_text_get (&text), "");
  assert_int_equal (text.length, 0);
  sett_text_release (&text);
  sett_text_release (&text);
  assert_int_equal (sett_memory_in_use (), 0);
}

static void test_clear_keeps_room (void **unused) {
  (void)unused;
  sett_text text = {0};
  sett_text_add (&text, "a proposition that is true");
  const size_t room = text.room;
  sett_text_clear (&text);
  assert_int_equal (text.room, room);
  assert_string_equal (sett_text_get (&text), "");
  sett_text_release (&text);
  assert_int_equal (sett_memory_in_use (), 0);
}

static void test_bytes (void **unused) {
  (void)unused;
  sett_text text = {0};
  sett_text_add_bytes (&text, "a\0b", 3);
  assert_int_equal (text.length, 3);
  assert_memory_equal (text.at, "a\0b", 4);
  sett_text_release (&text);
  assert_int_equal (sett_memory_in_use (), 0);
}

static void test_random (void **unused) {
  (void)unused;
  static char expected[200000];
  size_t length = 0;
  sett_text text = {0};
  srand (2);
  for (int round = 0; round < 3000; round++) {
    char piece[64];
    const int number = rand ();
    snprintf (piece, sizeof piece, "%d:%*s;", number, number % 30, "x");
    if (number % 3)
      sett_text_addf (&text, "%d:%*s;", number, number % 30, "x");
    else
      sett_text_add (&text, piece);
    strcpy (expected + length, piece);
    length += strlen (piece);
    assert_int_equal (text.length, length);
    assert_true (text.room > length);
  }
  assert_string_equal (sett_text_get (&text), expected);
  sett_text_release (&text);
  assert_int_equal (sett_memory_in_use (), 0);
}

static void test_read_file (void **unused) {
  (void)unused;
  char path[] = "/tmp/sett_text_XXXXXX";
  const int file = mkstemp (path);
  assert_true (file >= 0);
  static char bytes[300000];
  for (size_t i = 0; i < sizeof bytes; i++)
    bytes[i] = (char)(i * 7 % 251);
  assert_int_equal (write (file, bytes, sizeof bytes), sizeof bytes);
  close (file);
  sett_text text = {0};
  sett_text_add (&text, "before");
  assert_true (sett_text_read_file (&text, path));
  unlink (path);
  assert_int_equal (text.length, 6 + sizeof bytes);
  assert_memory_equal (text.at, "before", 6);
  assert_memory_equal (text.at + 6, bytes, sizeof bytes);
  assert_int_equal (text.at[text.length], 0);
  sett_text_release (&text);
  assert_int_equal (sett_memory_in_use (), 0);
}

static void test_read_failures (void **unused) {
  (void)unused;
  sett_text text = {0};
  assert_false (sett_text_read_file (&text, "/no/such/file"));
  assert_int_equal (errno, ENOENT);
  assert_false (sett_text_read_file (&text, "/tmp"));
  assert_int_equal (errno, EISDIR);
  sett_text_release (&text);
  assert_int_equal (sett_memory_in_use (), 0);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_empty),
      cmocka_unit_test (test_clear_keeps_room),
      cmocka_unit_test (test_bytes),
      cmocka_unit_test (test_random),
      cmocka_unit_test (test_read_file),
      cmocka_unit_test (test_read_failures),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
