/* Command lines of compilers: what is read, what is linked; names of files. */

#include "program/command_line.h"
#include "program/compiler_driver.h"
#include "program/filename.h"
#include "program/target.h"

#include "base/memory.h"
#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <unistd.h>

static sett_command_line read_line (const char *text) {
  static char buffer[512];
  sett_strings words = {0};
  sett_command_line line;
  assert_true (strlen (text) < sizeof buffer);
  strcpy (buffer, text);
  for (char *word = strtok (buffer, " "); word; word = strtok (NULL, " "))
    SETT_PUSH (words, word);
  sett_command_line_read (&line, &words);
  SETT_RELEASE (words);
  return line;
}

static void test_inputs (void **state) {
  (void)state;
  const sett_command_line line =
      read_line ("a.c b.cc c.o d.s lib.a -lm e.S x.h");
  assert_int_equal (line.inputs, 7);
  assert_int_equal (line.c, 1);
  assert_int_equal (line.cxx, 1);
  assert_int_equal (line.others, 4); /* a.c b.cc e.S x.h */
  assert_int_equal (line.headers, 1);
  assert_false (line.stops_early);
  assert_false (line.only_informs);
}

/* The values of options are no inputs. */
static void test_values (void **state) {
  (void)state;
  const sett_command_line line =
      read_line ("-o out.c -I inc.c -include y.c -MF d.c -MT t.c -Xlinker l.c "
                 "-D M.c -isystem s.c -L lib.c -T script.c --param p.c");
  assert_int_equal (line.inputs, 0);
}

static void test_modes (void **state) {
  (void)state;
  assert_true (read_line ("-c a.c").stops_early);
  assert_true (read_line ("-S a.c").stops_early);
  assert_true (read_line ("-E a.c").preprocesses);
  assert_true (read_line ("-MM a.c").preprocesses);
  assert_true (read_line ("-MM a.c").stops_early);
  assert_false (read_line ("-MMD a.c").stops_early);
  assert_true (read_line ("-fsyntax-only a.c").stops_early);
  assert_true (read_line ("--version").only_informs);
  assert_true (read_line ("-print-file-name=x a.c").only_informs);
  assert_true (read_line ("-static a.c").is_static);
  assert_true (read_line ("-static-pie a.c").is_static);
  assert_false (read_line ("-static-libgcc a.c").is_static);
  assert_false (read_line ("-o -static a.c").is_static);
  assert_int_equal (read_line ("-x c -").others, 1);
  assert_int_equal (read_line ("-xc file").others, 1);
}

static void test_response_files (void **state) {
  (void)state;
  char path[] = "/tmp/sett-test-XXXXXX";
  char line[64];
  const int file = mkstemp (path);
  const char text[] = "-c 'a file.c'\n\"b\\\"c.cc\"  -o\tx.c";
  assert_int_equal (write (file, text, sizeof text - 1), sizeof text - 1);
  close (file);
  snprintf (line, sizeof line, "@%s d.c", path);
  const sett_command_line read = read_line (line);
  unlink (path);
  assert_true (read.stops_early);
  assert_int_equal (read.inputs, 3);
  assert_int_equal (read.c, 2);
  assert_int_equal (read.cxx, 1);
}

/* One that contains itself ends, too. */
static void test_endless_response_file (void **state) {
  (void)state;
  char path[] = "/tmp/sett-test-XXXXXX";
  char line[64];
  const int file = mkstemp (path);
  snprintf (line, sizeof line, "@%s", path);
  assert_int_equal (write (file, line, strlen (line)), strlen (line));
  close (file);
  assert_int_equal (read_line (line).inputs, 0);
  unlink (path);
}

static void test_what_compilers_take (void **state) {
  (void)state;
  static const char *const taken[] = {"a.c", "d/b.cpp", "c.o",  "e.a",
                                      "f.C", "g.i",     "h.cc", "a.b.cxx"};
  static const char *const others[] = {"m.pml", "prog", "./a.d/prog", "x.h",
                                       "a.c/x", "c",    ".c.txt",     "-"};
  for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
    assert_true (sett_compile_takes (taken[i]));
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    assert_false (sett_compile_takes (others[i]));
}

static void assert_base (const char *name, const char *expected) {
  sett_text text = {0};
  sett_target_add_base (name, &text);
  assert_string_equal (sett_text_get (&text), expected);
  sett_text_release (&text);
}

static void test_base_names (void **state) {
  (void)state;
  assert_base ("bank.c", "bank");
  assert_base ("d/e/bank.v2.cc", "bank.v2");
  assert_base ("./server", "server");
  assert_base ("bin/server.real", "server.real");
  assert_base (".c", ".c");
}

static void assert_path (const char *path, const char *expected) {
  sett_text text = {0};
  sett_filename_add (&text, path);
  assert_string_equal (sett_text_get (&text), expected);
  sett_text_release (&text);
}

/* As seen from the current directory, where that is shorter. */
static void test_paths (void **state) {
  (void)state;
  char old[1024];
  assert_non_null (getcwd (old, sizeof old));
  assert_int_equal (chdir ("/usr/share"), 0);
  assert_path ("/usr/share/x/a.c", "x/a.c");
  assert_path ("/usr/share/x/./y/../a.c", "x/a.c");
  assert_path ("/usr/sharex/a.c", "../sharex/a.c");
  assert_path ("/usr/lib/a.c", "../lib/a.c");
  assert_path ("/a.c", "/a.c");
  assert_path ("x/../a.c", "a.c");
  assert_path ("../a.c", "../a.c");
  assert_path ("./a.c", "a.c");
  assert_int_equal (chdir (old), 0);
}

static int check_memory (void **state) {
  (void)state;
  assert_int_equal (sett_memory_in_use (), 0);
  return 0;
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown (test_inputs, check_memory),
      cmocka_unit_test_teardown (test_values, check_memory),
      cmocka_unit_test_teardown (test_modes, check_memory),
      cmocka_unit_test_teardown (test_response_files, check_memory),
      cmocka_unit_test_teardown (test_endless_response_file, check_memory),
      cmocka_unit_test_teardown (test_what_compilers_take, check_memory),
      cmocka_unit_test_teardown (test_base_names, check_memory),
      cmocka_unit_test_teardown (test_paths, check_memory),
  };
  return cmocka_run_group_tests_name ("command_line", tests, NULL, NULL);
}
