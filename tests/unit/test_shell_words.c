/* Words as a shell reads them. */

#include "base/text.h"
#include "program/shell_words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* The words with a '|' behind each, and '=' before the settings; first of all
   the input, behind '<'. */
static const char *split (const char *line, sett_text *text) {
  sett_arena arena = {0};
  sett_shell_words words;
  sett_text error = {0};
  const int fine = sett_shell_split (&words, line, &arena, &error);
  sett_text_clear (text);
  if (!fine)
    sett_text_addf (text, "error: %s", sett_text_get (&error));
  if (fine && words.input)
    sett_text_addf (text, "<%s|", words.input);
  for (size_t i = 0; fine && i < words.words.count; i++)
    sett_text_addf (text, "%s%s|", i < words.settings ? "=" : "",
                    words.words.at[i]);
  SETT_RELEASE (words.words);
  sett_text_release (&error);
  sett_arena_release (&arena);
  return sett_text_get (text);
}

static void test_words (void **state) {
  static const char *const pairs[][2] = {
      {"", ""},
      {"  \t ", ""},
      {"a b  c", "a|b|c|"},
      {"'a b' \"c d\"", "a b|c d|"},
      {"a'b'\"c\"d", "abcd|"},
      {"'' \"\"", "||"},
      {"a\\ b \\' \\\\", "a b|'|\\|"},
      {"'a\\b'", "a\\b|"},
      {"\"a\\b \\\" \\\\ \\$ \\`\"", "a\\b \" \\ $ `|"},
      {"\"a | b > c\" '$x `y` *'", "a | b > c|$x `y` *|"},
      {"a # b", "a|"},
      {"a#b '#c'", "a#b|#c|"},
      {"# a", ""},
      {"A=1 B='x y' c D=2", "=A=1|=B=x y|c|D=2|"},
      {"'A=1' b", "A=1|b|"},
      {"1A=1", "1A=1|"},
      {"_a1= b", "=_a1=|b|"},
      {"a~ b~c", "a~|b~c|"},
      {"\\*", "*|"},
      {"a b < c", "<c|a|b|"},
      {"a <'c d' b", "<c d|a|b|"},
      {"A=1 <c b # d", "<c|=A=1|b|"},
      {"a '<' \"<b\"", "a|<|<b|"},
  };
  sett_text text = {0};
  (void)state;
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    assert_string_equal (split (pairs[i][0], &text), pairs[i][1]);
  sett_text_release (&text);
}

static void test_refusals (void **state) {
  static const char *const lines[] = {
      "a|b",    "a || b",  "a&&b",  "a&",    "a;b",     "a>b",
      "a<b",    "(a)",     "a)",    "$a",    "$(a)",    "`a`",
      "\"$a\"", "\"`a`\"", "a*",    "a?",    "[a]",     "~/a",
      "a ~",    "'a",      "\"a",   "a\\",   "a 'b\"",  "a <",
      "a << b", "a <(b)",  "a <&1", "a 0<b", "a <b <c", "a < # b",
  };
  sett_text text = {0};
  (void)state;
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    assert_memory_equal (split (lines[i], &text), "error: ", 7);
  sett_text_release (&text);
}

static void test_settings (void **state) {
  (void)state;
  assert_int_equal (sett_shell_setting ("NAME=value"), 4);
  assert_int_equal (sett_shell_setting ("n_1="), 3);
  assert_int_equal (sett_shell_setting ("name: A=1"), 0);
  assert_int_equal (sett_shell_setting ("=a"), 0);
  assert_int_equal (sett_shell_setting ("9a=1"), 0);
  assert_int_equal (sett_shell_setting ("a-b=1"), 0);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_words),
      cmocka_unit_test (test_refusals),
      cmocka_unit_test (test_settings),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
