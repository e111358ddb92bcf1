/* Which program, or which system of processes, is meant: see program.h. */

#include "cli/program.h"
#include "program/compiler_driver.h"
#include "program/java.h"
#include "program/procfile.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int has_suffix (const char *name, const char *suffix) {
  const size_t length = strlen (name), end = strlen (suffix);
  return length > end && !strcmp (name + length - end, suffix);
}

/* An executable, a script, or something else that is meant to be run. */
static int is_runnable (const char *path) {
  char start[4] = {0};
  struct stat status;
  const int file = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0)
    return !access (path, X_OK);
  const ssize_t got = pread (file, start, sizeof start, 0);
  const int executable = !fstat (file, &status) && S_ISREG (status.st_mode) &&
                         (status.st_mode & S_IXUSR);
  close (file);
  return executable || (got == 4 && !memcmp (start, "\177ELF", 4));
}

static int names_source (const sett_options *o) {
  for (size_t i = 0; i < o->before_dashes; i++)
    if (sett_compile_takes (o->operands.at[i]))
      return 1;
  return 0;
}

/* Java: sources, a jar, a class path. */
static int names_java (const sett_options *o) {
  for (size_t i = 0; i < o->for_compiler.count; i++)
    if (sett_java_is_class_path (o->for_compiler.at[i]))
      return 1;
  return o->operands.count && sett_java_takes (o->operands.at[0]);
}

static int is_model (const char *name) {
  return has_suffix (name, ".pml") || !strcmp (name, "-");
}

static int is_procfile (const sett_options *o) {
  return o->operands.count && !names_source (o) && !names_java (o) &&
         !is_model (o->operands.at[0]) && !is_runnable (o->operands.at[0]) &&
         sett_procfile_is (o->operands.at[0]);
}

int sett_cli_is_program (const sett_options *o) {
  if (o->process.count)
    return 1;
  if (names_java (o))
    return 1;
  if (!o->operands.count)
    return 0;
  if (names_source (o) || names_java (o) || is_procfile (o))
    return 1;
  const char *first = o->operands.at[0];
  return !is_model (first) && (o->program_option || is_runnable (first));
}

int sett_cli_is_whole (const sett_options *o) {
  const char *first = o->operands.at[0];
  if (is_model (first))
    return 1;
  if (names_source (o) || has_suffix (first, ".java") || o->process.count)
    return 0;
  return has_suffix (first, ".jar") || is_procfile (o) || is_runnable (first);
}

/*------------------------------------------------------------------------*/
/* One program. */

static void set_program (const sett_options *o, sett_system *system) {
  sett_target *t = &sett_system_add (system, "main")->target;
  size_t from = o->before_dashes;
  t->input = o->input_file;
  t->name = o->operands.at[0];
  for (size_t i = 0; i < from; i++)
    if (sett_compile_takes (o->operands.at[i])) {
      t->name = o->operands.at[i];
      for (size_t j = 0; j < o->for_compiler.count; j++)
        SETT_PUSH (t->words, o->for_compiler.at[j]);
      break;
    }
  if (!from)
    from = 1; /* sett check -- ./program argument */
  for (size_t i = from; i < o->operands.count; i++)
    SETT_PUSH (t->arguments, o->operands.at[i]);
  system->name = t->name;
}

/* Words for javac, or for the class path alone; a jar has none. */
static void set_java (const sett_options *o, sett_system *system) {
  sett_target *t = &sett_system_add (system, "main")->target;
  const size_t before = o->before_dashes ? o->before_dashes : 1;
  t->input = o->input_file;
  t->name = o->test ? o->test : o->operands.at[0];
  const int sources = sett_java_takes (t->name);
  for (size_t i = 0; i < o->for_compiler.count; i++)
    if (sources || strcmp (o->for_compiler.at[i], t->name))
      SETT_PUSH (t->words, o->for_compiler.at[i]);
  if (has_suffix (t->name, ".jar"))
    t->words.count = 0;
  for (size_t i = before; i < o->operands.count; i++)
    SETT_PUSH (t->arguments, o->operands.at[i]);
  system->name = t->name;
}

/* sett check -cp PATH --test CLASS#METHOD */
static sett_exit check_test (const sett_options *o) {
  const char *hash = strchr (o->test, '#');
  if (!names_java (o) || o->operands.count)
    return sett_cli_error (o->json,
                           "--test is for classes of a class path, and there "
                           "is nothing beside it: sett check -cp PATH --test "
                           "CLASS#METHOD");
  if (!hash || hash == o->test || !hash[1])
    return sett_cli_error (o->json, "--test: '%s' is not CLASS#METHOD",
                           o->test);
  return SETT_EXIT_FINE;
}

static sett_exit check_java (const sett_options *o) {
  for (size_t i = 1; i < o->before_dashes; i++)
    if (!has_suffix (o->operands.at[i], ".java") ||
        !has_suffix (o->operands.at[0], ".java"))
      return sett_cli_error (o->json,
                             "arguments of the program come after --: sett "
                             "check %s -- %s",
                             o->operands.at[0], o->operands.at[i]);
  return SETT_EXIT_FINE;
}

static sett_exit check_program (const sett_options *o,
                                const sett_target *target) {
  if (!target->words.count && o->for_compiler.count > o->before_dashes)
    return sett_cli_error (o->json,
                           "options for the compiler need a source, but '%s' "
                           "is a program",
                           target->name);
  if (!target->words.count && o->before_dashes > 1)
    return sett_cli_error (o->json,
                           "arguments of the program come after --: sett check "
                           "%s -- %s",
                           target->name, o->operands.at[1]);
  return SETT_EXIT_FINE;
}

/*------------------------------------------------------------------------*/
/* Several. */

static int is_operand (const sett_options *o, const char *word) {
  for (size_t i = 0; i < o->operands.count; i++)
    if (o->operands.at[i] == word)
      return 1;
  return 0;
}

static sett_exit check_system (const sett_options *o) {
  if (o->process.count && o->operands.count)
    return sett_cli_error (o->json,
                           "--process and '%s': a system is described in one "
                           "way only",
                           o->operands.at[0]);
  if (o->operands.count > 1)
    return sett_cli_error (o->json,
                           "'%s' follows '%s': the arguments of processes are "
                           "written in that file",
                           o->operands.at[1], o->operands.at[0]);
  if (o->input_file)
    return sett_cli_error (o->json,
                           "--stdin is for single programs: for a process of a "
                           "system write 'name: command < FILE'");
  return SETT_EXIT_FINE;
}

static sett_exit set_processes (const sett_options *o, sett_system *system) {
  sett_strings flags = {0};
  sett_text errors = {0};
  system->multi = 1;
  for (size_t i = 0; i < o->for_compiler.count; i++)
    if (!is_operand (o, o->for_compiler.at[i]))
      SETT_PUSH (flags, o->for_compiler.at[i]);
  if (o->process.count) {
    system->name = "system";
    for (size_t i = 0; i < o->process.count; i++)
      sett_procfile_add (system, o->process.at[i], &flags, &errors);
  } else {
    system->name = o->operands.at[0];
    sett_procfile_read (system, system->name, &flags, &errors);
  }
  const sett_exit status =
      errors.length ? sett_cli_diagnostics (o->json, &errors) : SETT_EXIT_FINE;
  sett_text_release (&errors);
  SETT_RELEASE (flags);
  return status;
}

sett_exit sett_cli_set_system (const sett_options *o, sett_system *system) {
  if (o->process.count || is_procfile (o)) {
    const sett_exit status = check_system (o);
    return status ? status : set_processes (o, system);
  }
  if (o->test && check_test (o))
    return SETT_EXIT_USAGE;
  if (names_java (o) && !o->operands.count && !o->test)
    return sett_cli_error (o->json, "which class of the class path has main? "
                                    "sett check -cp PATH CLASS");
  if (names_java (o)) {
    set_java (o, system);
    return check_java (o);
  }
  set_program (o, system);
  return check_program (o, &system->parts.at[0].target);
}
