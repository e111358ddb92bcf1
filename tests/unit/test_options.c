/* Options: parsing, ranges, messages; the manual page agrees with the table. */

#include "cli/options.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/help.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 32 };

typedef struct fixture {
  sett_options options;
  sett_text error;
  int fine;
} fixture;

/* Parses words that are separated by blanks. */
static fixture parse (unsigned command, const char *line) {
  static char buffer[512];
  char *argv[MOST];
  int argc = 0;
  fixture f = {0};
  assert_true (strlen (line) < sizeof buffer);
  strcpy (buffer, line);
  for (char *word = strtok (buffer, " "); word; word = strtok (NULL, " ")) {
    assert_true (argc < MOST);
    argv[argc++] = word;
  }
  f.fine = sett_options_parse (&f.options, command, argc, argv, &f.error);
  assert_int_equal (f.fine, f.error.length == 0);
  return f;
}

static void done (fixture *f) {
  sett_options_release (&f->options);
  sett_text_release (&f->error);
  assert_int_equal (sett_memory_in_use (), 0);
}

/* The line is refused, and the message contains `part`. */
static void refused (unsigned command, const char *line, const char *part) {
  fixture f = parse (command, line);
  assert_false (f.fine);
  if (!strstr (sett_text_get (&f.error), part))
    fail_msg ("'%s' gives '%s'", line, sett_text_get (&f.error));
  done (&f);
}

static void test_defaults (void **state) {
  (void)state;
  fixture f = parse (SETT_COMMAND_CHECK, "");
  assert_true (f.fine);
  assert_int_equal (f.options.workers, 1);
  assert_int_equal (f.options.steps, 10000);
  assert_int_equal (f.options.seed, 1);
  assert_int_equal (f.options.deadlock, 1);
  assert_int_equal (f.options.trace, 1);
  assert_int_equal (f.options.shortest, 0);
  assert_int_equal (f.options.store, 0);
  assert_int_equal (f.options.memory, 0);
  assert_null (f.options.trace_dir);
  done (&f);
}

static void test_any_order (void **state) {
  (void)state;
  fixture f = parse (SETT_COMMAND_CHECK,
                     "--shortest m.pml -j4 --depth=20 --store table -DN=3 -D M "
                     "--trace-dir out -- --json -");
  assert_true (f.fine);
  assert_int_equal (f.options.shortest, 1);
  assert_int_equal (f.options.workers, 4);
  assert_int_equal (f.options.depth, 20);
  assert_int_equal (f.options.store, 1);
  assert_int_equal (f.options.json, 0);
  assert_string_equal (f.options.trace_dir, "out");
  assert_int_equal (f.options.define.count, 2);
  assert_string_equal (f.options.define.at[0], "N=3");
  assert_string_equal (f.options.define.at[1], "M");
  assert_int_equal (f.options.operands.count, 3);
  assert_string_equal (f.options.operands.at[0], "m.pml");
  assert_string_equal (f.options.operands.at[1], "--json");
  assert_string_equal (f.options.operands.at[2], "-");
  done (&f);
}

static void test_switches (void **state) {
  (void)state;
  fixture f = parse (SETT_COMMAND_CHECK, "--no-deadlock --json --no-json -qv");
  assert_true (f.fine);
  assert_int_equal (f.options.deadlock, 0);
  assert_int_equal (f.options.json, 0);
  assert_int_equal (f.options.quiet, 1);
  assert_int_equal (f.options.verbose, 1);
  done (&f);
}

/* Every switch of the table, in both forms. */
static void test_every_switch (void **state) {
  (void)state;
  size_t count;
  const sett_option *rows = sett_options_table (&count);
  for (size_t i = 0; i < count; i++)
    for (int on = 0; on < 2; on++) {
      if (rows[i].type != SETT_OPTION_SWITCH)
        continue;
      char line[80];
      snprintf (line, sizeof line, "--%s%s", on ? "" : "no-", rows[i].name);
      const unsigned command = rows[i].commands & -rows[i].commands;
      fixture f = parse (command, line);
      assert_true (f.fine);
      assert_int_equal (*(int *)((char *)&f.options + rows[i].offset), on);
      done (&f);
    }
}

static void number (const char *word, sett_option_type type, double expected) {
  double value;
  assert_true (sett_options_parse_number (word, type, &value));
  assert_true (value == expected);
}

static void test_numbers (void **state) {
  (void)state;
  number ("0", SETT_OPTION_NUMBER, 0);
  number ("1e6", SETT_OPTION_NUMBER, 1e6);
  number ("2^20", SETT_OPTION_NUMBER, 1048576);
  number ("512M", SETT_OPTION_BYTES, 512. * 1048576);
  number ("4G", SETT_OPTION_BYTES, 4. * 1073741824);
  number ("1.5KiB", SETT_OPTION_BYTES, 1536);
  number ("2^30", SETT_OPTION_BYTES, 1073741824);
  number ("1e9", SETT_OPTION_BYTES, 1e9);
  number ("90s", SETT_OPTION_SECONDS, 90);
  number ("5m", SETT_OPTION_SECONDS, 300);
  number ("2h", SETT_OPTION_SECONDS, 7200);
  number (".5", SETT_OPTION_SECONDS, 0.5);
}

static void test_no_numbers (void **state) {
  (void)state;
  static const char *const words[] = {"",     "-1",  "+1",   "x",     "1x",
                                      "inf",  "nan", "0x10", "1e999", "2^",
                                      "2^^3", "1 ",  ".",    "12M"};
  double value;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (sett_options_parse_number (words[i], SETT_OPTION_NUMBER, &value))
      fail_msg ("'%s' is taken for a number", words[i]);
  assert_false (sett_options_parse_number ("5M", SETT_OPTION_SECONDS, &value));
}

/* Joined by blanks. */
static void assert_words (const sett_strings *words, const char *expected) {
  sett_text text = {0};
  for (size_t i = 0; i < words->count; i++)
    sett_text_addf (&text, "%s%s", i ? " " : "", words->at[i]);
  assert_string_equal (sett_text_get (&text), expected);
  sett_text_release (&text);
}

static void test_for_compilers (void **state) {
  (void)state;
  fixture f = parse (SETT_COMMAND_CHECK,
                     "a.c -O2 -DN=3 -q -I inc b.c -lm -include x.h -pthread "
                     "--search sss -std=c11 -isystem sys -- -O1 c.c");
  assert_true (f.fine);
  assert_words (&f.options.for_compiler,
                "a.c -O2 -D N=3 -I inc b.c -lm -include x.h -pthread -std=c11 "
                "-isystem sys");
  assert_words (&f.options.operands, "a.c b.c -O1 c.c");
  assert_int_equal (f.options.before_dashes, 2);
  assert_int_equal (f.options.quiet, 1);
  assert_int_equal (f.options.search, 2);
  assert_string_equal (f.options.compiler_option, "-O2");
  assert_string_equal (f.options.program_option, "search");
  assert_null (f.options.model_option);
  done (&f);
  refused (SETT_COMMAND_CHECK, "a.c -include", "-include needs a value");
  refused (SETT_COMMAND_CHECK, "a.c -o b", "sett check does not take -o");
  refused (SETT_COMMAND_COMPARE, "a.pml -O2", "unknown option -O");
}

static void test_kinds_of_options (void **state) {
  (void)state;
  fixture f = parse (SETT_COMMAND_CHECK, "--store table --fair --time 3");
  assert_true (f.fine);
  assert_string_equal (f.options.model_option, "store");
  assert_null (f.options.program_option);
  assert_null (f.options.compiler_option);
  assert_int_equal ((int64_t)f.options.preemptions, -1);
  done (&f);
}

/* Arguments of the compilers are not options. */
static void test_raw_commands (void **state) {
  (void)state;
  fixture f = parse (SETT_COMMAND_CC, "--json -c -- x.c --help");
  assert_true (f.fine);
  assert_words (&f.options.operands, "--json -c -- x.c --help");
  assert_int_equal (f.options.json, 0);
  assert_int_equal (f.options.help, 0);
  done (&f);
}

static void test_messages (void **state) {
  (void)state;
  refused (SETT_COMMAND_CHECK, "--shortst", "did you mean --shortest?");
  refused (SETT_COMMAND_CHECK, "--no-deadlok", "did you mean --no-deadlock?");
  refused (SETT_COMMAND_CHECK, "--no-store", "unknown option --no-store");
  refused (SETT_COMMAND_CHECK, "--xyzzyxyzzy", "unknown option --xyzzyxyzzy");
  refused (SETT_COMMAND_CHECK, "-Z", "unknown option -Z");
  refused (SETT_COMMAND_CHECK, "--depth", "--depth needs a value");
  refused (SETT_COMMAND_CHECK, "--depth=", "--depth needs a value");
  refused (SETT_COMMAND_CHECK, "--depth 0", "not between 1 and");
  refused (SETT_COMMAND_CHECK, "--depth 1.5", "not a whole number");
  refused (SETT_COMMAND_CHECK, "-j many", "'many' is not a number");
  refused (SETT_COMMAND_CHECK, "--shortest=1", "--shortest takes no value");
  refused (SETT_COMMAND_CHECK, "--store heap",
           "tree, table, bitstate or compact");
  refused (SETT_COMMAND_CHECK, "--reduce some", "none, ample");
  refused (SETT_COMMAND_REPLAY, "--store tree",
           "sett replay does not take --store");
}

/* A word that may be left out stands behind "=". */
static void test_maybe (void **state) {
  (void)state;
  fixture f = parse (SETT_COMMAND_CHECK, "--gpu m.pml");
  assert_true (f.fine);
  assert_string_equal (f.options.gpu, "");
  assert_string_equal (f.options.operands.at[0], "m.pml");
  done (&f);
  f = parse (SETT_COMMAND_CHECK, "m.pml --gpu=2");
  assert_true (f.fine);
  assert_string_equal (f.options.gpu, "2");
  done (&f);
  f = parse (SETT_COMMAND_CHECK, "m.pml");
  assert_null (f.options.gpu);
  done (&f);
}

static void test_unknown_is_not_far_fetched (void **state) {
  (void)state;
  fixture f = parse (SETT_COMMAND_CHECK, "--xyzzyxyzzy");
  assert_null (strstr (sett_text_get (&f.error), "did you mean"));
  done (&f);
}

static void test_long_words (void **state) {
  (void)state;
  char line[400] = "--";
  memset (line + 2, 'a', 300);
  refused (SETT_COMMAND_CHECK, line, "unknown option --aaa");
}

/* docs/update-man.sh puts the generated part there. */
static void test_manual (void **state) {
  (void)state;
  sett_text page = {0}, generated = {0};
  assert_true (sett_text_read_file (&page, "docs/sett.1"));
  sett_help_manual (&generated);
  assert_non_null (strstr (sett_text_get (&generated), ".SH OPTIONS"));
  if (!strstr (sett_text_get (&page), sett_text_get (&generated)))
    fail_msg ("docs/sett.1 is out of date: run docs/update-man.sh");
  sett_text_release (&page);
  sett_text_release (&generated);
  assert_int_equal (sett_memory_in_use (), 0);
}

/* Every option appears in the help of each command that takes it. */
static void test_help_is_complete (void **state) {
  (void)state;
  size_t count;
  const sett_option *rows = sett_options_table (&count);
  for (int command = 0; command < SETT_COMMANDS; command++) {
    sett_text help = {0};
    sett_help_command (command, 1, &help);
    for (size_t i = 0; i < count; i++) {
      char shown[64];
      const int on = rows[i].type == SETT_OPTION_SWITCH && rows[i].standard;
      const int maybe = rows[i].type == SETT_OPTION_MAYBE;
      snprintf (shown, sizeof shown, " --%s%s%s", on ? "no-" : "", rows[i].name,
                maybe ? "[" : " ");
      assert_int_equal (strstr (sett_text_get (&help), shown) != NULL,
                        (rows[i].commands >> command & 1) != 0);
    }
    sett_text_release (&help);
  }
}

/* The command that has very many options fits two screens of 24 lines. */
static void test_help_is_short (void **state) {
  (void)state;
  enum { SCREENS = 48 };
  sett_text help = {0};
  unsigned lines = 0;
  sett_help_command (SETT_COMMAND_INDEX_CHECK, 0, &help);
  for (size_t i = 0; i < help.length; i++)
    lines += help.at[i] == '\n';
  assert_true (lines <= SCREENS);
  assert_non_null (strstr (sett_text_get (&help), "--help-all"));
  sett_text_release (&help);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_help_is_short),
      cmocka_unit_test (test_defaults),
      cmocka_unit_test (test_any_order),
      cmocka_unit_test (test_switches),
      cmocka_unit_test (test_every_switch),
      cmocka_unit_test (test_numbers),
      cmocka_unit_test (test_no_numbers),
      cmocka_unit_test (test_for_compilers),
      cmocka_unit_test (test_kinds_of_options),
      cmocka_unit_test (test_raw_commands),
      cmocka_unit_test (test_messages),
      cmocka_unit_test (test_maybe),
      cmocka_unit_test (test_unknown_is_not_far_fetched),
      cmocka_unit_test (test_long_words),
      cmocka_unit_test (test_manual),
      cmocka_unit_test (test_help_is_complete),
  };
  return cmocka_run_group_tests_name ("options", tests, NULL, NULL);
}
