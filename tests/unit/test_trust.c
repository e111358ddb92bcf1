/* What is taken from traces and Procfiles of strangers: options of compilers
   against a list of what is known to be dangerous; control characters; then
   mutated files, which must be read or refused, and must never get a dangerous
   word past the check.

   MUTANTS says how many of each kind (400). */

#include "base/flags.h"
#include "base/text.h"
#include "program/file_hash.h"
#include "program/procfile.h"
#include "program/program_trace.h"
#include "program/trust.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char directory[] = "/tmp/sett-trust-XXXXXX";
static char file[64], source[64];

static void write_file (const char *path, const char *text, size_t length) {
  FILE *f = fopen (path, "w");
  assert_non_null (f);
  assert_int_equal (fwrite (text, 1, length, f), length);
  fclose (f);
}

/*------------------------------------------------------------------------*/

/* A program of one source and these words before it. */
static int accepts (const char *const *words, const char *environment) {
  sett_system system = {0};
  sett_part *part = sett_system_add (&system, "p");
  sett_source s = {.name = source};
  sett_text error = {0};
  assert_true (sett_file_hash (source, &s.hash));
  part->target.name = source;
  for (; *words; words++)
    SETT_PUSH (part->target.words, *words);
  SETT_PUSH (part->target.words, source);
  SETT_PUSH (part->target.sources, s);
  if (environment)
    SETT_PUSH (part->environment, environment);
  const int result = sett_trust_check (&system, &error);
  assert_int_equal (result, !error.length);
  sett_text_release (&error);
  sett_system_release (&system);
  return result;
}

#define ACCEPTS(...) accepts ((const char *const[]){__VA_ARGS__, NULL}, NULL)

/* Beginnings of words that write, start, load, or read more words. */
static const char *const dangerous[] = {
    "-B",
    "-o",
    "-MF",
    "-MD",
    "-MMD",
    "-MJ",
    "-specs",
    "--specs",
    "-wrapper",
    "-fplugin",
    "-fpass-",
    "-fdump",
    "-fprofile",
    "-ftest-cov",
    "-fsave",
    "-save-temps",
    "-dump",
    "-Wl,",
    "-Wa,",
    "-Wp,",
    "-X",
    "-T",
    "-aux-info",
    "-fuse-ld",
    "-mllvm",
    "-gsplit",
    "-fmodule",
    "-fstack-usage",
    "-fcallgraph",
    "-fopt-info",
    "-x",
    "-fcrash",
    "-fdeps",
    "--sysroot",
    "-no-canonical",
    "-z",
    "-u",
    "-c",
    "-S",
    "-E",
    "-fauto-profile",
    "-foffload",
    "-fdiagnostics-add",
    "@",
    "-gcc-toolchain",
    "--coverage",
    "-coverage",
    "-pg",
    "-p",
    "-frandom-seed",
};

static int is_dangerous (const char *word) {
  static const char *const fine[] = {"-pthread", "-pedantic",
                                     "-pedantic-errors", "-pipe", "-pie"};
  for (size_t i = 0; i < sizeof fine / sizeof *fine; i++)
    if (!strcmp (word, fine[i]))
      return 0;
  for (size_t i = 0; i < sizeof dangerous / sizeof *dangerous; i++)
    if (!strncmp (word, dangerous[i], strlen (dangerous[i])))
      return 1;
  return 0;
}

static void test_options (void **state) {
  (void)state;
  assert_true (ACCEPTS ("-O2", "-g", "-Wall", "-DX=1", "-D", "Y", "-I", "inc"));
  assert_true (ACCEPTS ("-std=c11", "-pthread", "-fno-builtin", "-lm", "-L.",
                        "-march=native", "-include", "x.h", "-fPIC"));
  for (size_t i = 0; i < sizeof dangerous / sizeof *dangerous; i++) {
    char longer[64];
    snprintf (longer, sizeof longer, "%s=/tmp/x", dangerous[i]);
    assert_false (ACCEPTS (dangerous[i]));
    assert_false (ACCEPTS (longer));
    assert_false (ACCEPTS ("-O2", longer, "-g"));
  }
  assert_true (ACCEPTS ("-static-libgcc", "-shared-libgcc"));
  assert_true (ACCEPTS ("-I", "-B/x")); /* the name of a folder */
}

static void test_files (void **state) {
  (void)state;
  const char *const none[] = {NULL};
  assert_false (ACCEPTS ("other.c"));
  assert_false (ACCEPTS ("script.ld"));
  assert_true (accepts (none, "COLOUR=red"));
  assert_false (accepts (none, "LD_PRELOAD=/tmp/x.so"));
  assert_false (accepts (none, "LD_LIBRARY_PATH=/tmp"));
  assert_false (accepts (none, "JAVA_TOOL_OPTIONS=-agentpath:/tmp/x.so"));
  assert_false (accepts (none, "_JAVA_OPTIONS=-Xlog:all:file=/tmp/x"));
  assert_false (accepts (none, "JDK_JAVA_OPTIONS=@/tmp/x"));
  assert_false (accepts (none, "PATH=/tmp"));
}

static void shows (const char *bytes, const char *wanted) {
  sett_text text = {0};
  sett_text_add_shown (&text, bytes, strlen (bytes));
  assert_string_equal (sett_text_get (&text), wanted);
  sett_text_release (&text);
}

static void test_shown (void **state) {
  (void)state;
  shows ("plain\ttext\n", "plain\ttext\n");
  shows ("\033[31mred\a", "\\x1b[31mred\\x07");
  shows ("na\xc3\xafve \xe2\x82\xac \xf0\x9f\x98\x80",
         "na\xc3\xafve \xe2\x82\xac \xf0\x9f\x98\x80");
  shows ("\xc2\x9b"
         "31m \x9b \xff \xe2\x82",
         "\\xc2\\x9b31m \\x9b \\xff \\xe2\\x82");
  shows ("\r\x7f", "\\x0d\\x7f");
}

/*------------------------------------------------------------------------*/
/* Mutants. */

static uint64_t state_of_chance = 1;

static unsigned chance (unsigned n) {
  state_of_chance ^= state_of_chance << 13;
  state_of_chance ^= state_of_chance >> 7;
  state_of_chance ^= state_of_chance << 17;
  return (unsigned)(state_of_chance >> 16) % n;
}

static const char *const morsels[] = {"[",
                                      "]",
                                      "{",
                                      "}",
                                      "\"",
                                      ",",
                                      ":",
                                      "-1",
                                      "99999999999999999999",
                                      "null",
                                      "\\u001b]0;x\\u0007",
                                      "\"-B/tmp\",",
                                      "\"@x\",",
                                      "\"-Wl,-o,/tmp/x\",",
                                      "\"LD_PRELOAD=x\",",
                                      "true",
                                      "\n",
                                      "#",
                                      "=",
                                      "*3",
                                      "a: ",
                                      "--",
                                      "\\",
                                      "'",
                                      "$(x)",
                                      "\xff",
                                      "\"compile\":[\"-MF\",\"x\"],",
                                      "\"processes\": [],",
                                      "../",
                                      "name=",
                                      "*99",
                                      "\t",
                                      "\"hash\":\"0\","};

static void mutate_once (sett_text *text) {
  sett_text new = {0};
  const unsigned at = chance ((unsigned)text->length + 1);
  const unsigned rest = (unsigned)text->length - at;
  const unsigned cut = chance (4) ? chance (8) : chance (rest + 1);
  const unsigned skip = cut < rest ? cut : rest;
  const char *morsel = morsels[chance (sizeof morsels / sizeof *morsels)];
  const char *bytes = sett_text_get (text);
  sett_text_add_bytes (&new, bytes, at);
  switch (chance (4)) {
  case 0: /* leaves out */
    break;
  case 1:
    sett_text_add (&new, morsel);
    break;
  case 2: /* twice */
    sett_text_add_bytes (&new, bytes + at, skip);
    sett_text_add_bytes (&new, bytes + at, skip);
    break;
  default: {
    const char c = (char)chance (256);
    sett_text_add_bytes (&new, bytes + at, skip);
    sett_text_add_bytes (&new, &c, 1);
  }
  }
  sett_text_add_bytes (&new, bytes + at + skip, rest - skip);
  sett_text_release (text);
  *text = new;
}

static int mutants (void) {
  const char *word = getenv ("MUTANTS");
  return word ? atoi (word) : getenv ("LONG") ? 10000 : 400;
}

/* Words that got past the check. */
static void look_at_accepted (const sett_system *system) {
  for (size_t i = 0; i < system->parts.count; i++) {
    const sett_target *t = &system->parts.at[i].target;
    for (size_t k = 0; k < t->words.count; k++)
      if (k && sett_flag_takes_next (t->words.at[k - 1]))
        continue;
      else
        assert_false (is_dangerous (t->words.at[k]));
    for (size_t k = 0; k < system->parts.at[i].environment.count; k++)
      assert_int_not_equal (
          strncmp (system->parts.at[i].environment.at[k], "LD_", 3), 0);
  }
}

static const char trace_text[] =
    "{\n\"sett-program-trace\": 2,\n\"input\": \"a.c\",\n\"system\": false,\n"
    "\"processes\": [{\"name\":\"a\",\"folder\":null,\"input\":\"a.c\","
    "\"compile\":[\"-O2\",\"-I\",\"x\",\"%s\"],\"sources\":[{\"name\":\"%s\","
    "\"hash\":\"%016llx\"}],\"hash\":\"0123456789abcdef\",\"arguments\":[\"3\"]"
    ","
    "\"environment\":[\"A=b\"],\"stdin\":null}],\n"
    "\"orders\": {\"discipline\":0,\"search\":0,\"exit_status\":false,"
    "\"deadlocks\":true,\"assertions\":true,\"races\":true,\"leftovers\":false,"
    "\"must_end\":false,\"most_events\":1000,\"spurious\":0,\"random\":0,"
    "\"reach\":\"\",\"local\":false,\"stateful\":false,\"faults\":{}},\n"
    "\"violation\": {\"fault\":\"DEADLOCK\",\"kind\":\"deadlock\","
    "\"message\":\"m\",\"where\":\"w\"},\n\"learned\": [],\n"
    "\"schedule\": [[0,0],[1,0]],\n\"steps\": [\n"
    "  {\"thread\":\"0 "
    "main\",\"where\":\"a.c:1\",\"operation\":\"lock\"}\n]}\n";

static int load_and_check (const sett_text *text) {
  sett_program_trace trace;
  sett_text error = {0};
  write_file (file, sett_text_get (text), text->length);
  const int loaded = sett_program_trace_load (&trace, file, &error);
  assert_int_equal (loaded, !error.length);
  if (loaded && sett_trust_check (&trace.system, &error)) {
    look_at_accepted (&trace.system);
    for (size_t i = 0; i < trace.system.parts.count; i++)
      sett_trust_tell (&trace.system.parts.at[i], &error);
  }
  sett_text_release (&error);
  sett_program_trace_release (&trace);
  return loaded;
}

static void test_traces (void **state) {
  uint64_t hash;
  sett_text base = {0};
  int loaded = 0;
  (void)state;
  assert_true (sett_file_hash (source, &hash));
  sett_text_addf (&base, trace_text, source, source, (unsigned long long)hash);
  assert_true (load_and_check (&base));
  for (int i = 0; i < mutants (); i++) {
    sett_text text = {0};
    sett_text_add_bytes (&text, sett_text_get (&base), base.length);
    for (unsigned k = 1 + chance (3); k; k--)
      mutate_once (&text);
    loaded += load_and_check (&text);
    sett_text_release (&text);
  }
  print_message ("%d mutated traces, %d of them could be read\n", mutants (),
                 loaded);
  assert_true (loaded > mutants () / 50); /* else it would say little */
  sett_text_release (&base);
}

static const char procfile_text[] =
    "# a system\nMODE=test\nserver: /bin/cat 'a b' \"c d\"\n"
    "client*2: COLOUR=red /bin/cat x y\\ z\nother: -O2 -DX=1 %s -- 3 4\n";

static int read_procfile (const sett_text *text) {
  sett_system system = {0};
  sett_strings flags = {0};
  sett_text errors = {0};
  write_file (file, sett_text_get (text), text->length);
  const int done = sett_procfile_read (&system, file, &flags, &errors);
  assert_int_equal (done, !errors.length);
  sett_text_release (&errors);
  sett_system_release (&system);
  return done;
}

static void test_procfiles (void **state) {
  sett_text base = {0};
  int done = 0;
  (void)state;
  sett_text_addf (&base, procfile_text, source);
  assert_true (read_procfile (&base));
  for (int i = 0; i < mutants (); i++) {
    sett_text text = {0};
    sett_text_add_bytes (&text, sett_text_get (&base), base.length);
    for (unsigned k = 1 + chance (3); k; k--)
      mutate_once (&text);
    done += read_procfile (&text);
    sett_text_release (&text);
  }
  print_message ("%d mutated Procfiles, %d of them could be read\n", mutants (),
                 done);
  assert_true (done > mutants () / 50);
  sett_text_release (&base);
}

static int make_files (void **state) {
  (void)state;
  if (!mkdtemp (directory))
    return 1;
  snprintf (file, sizeof file, "%s/file", directory);
  snprintf (source, sizeof source, "%s/a.c", directory);
  write_file (source, "int main;\n", 10);
  return 0;
}

static int remove_files (void **state) {
  (void)state;
  unlink (file);
  unlink (source);
  return rmdir (directory); /* nothing else was written there */
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_options),   cmocka_unit_test (test_files),
      cmocka_unit_test (test_shown),     cmocka_unit_test (test_traces),
      cmocka_unit_test (test_procfiles),
  };
  return cmocka_run_group_tests (tests, make_files, remove_files);
}
