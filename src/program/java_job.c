/* Writes the job file and the command line of the virtual machine: see
   java_job.h.  Every list has its length in front; paths are absolute, since
   the machine runs in the folder of the Procfile. */

#include "program/java_job.h"

#include "base/tempdir.h"
#include "base/text.h"
#include "program/java.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *keep (sett_target *t, sett_text *text) {
  const char *kept =
      sett_arena_copy (&t->arena, sett_text_get (text), text->length);
  sett_text_release (text);
  return kept;
}

static void add_word (sett_text *text, const char *word) {
  sett_text_add_bytes (text, word, strlen (word) + 1);
}

static void add_count (sett_text *text, size_t count) {
  char digits[24];
  snprintf (digits, sizeof digits, "%zu", count);
  add_word (text, digits);
}

static void add_list (sett_text *text, const sett_strings *words) {
  add_count (text, words->count);
  for (size_t i = 0; i < words->count; i++)
    add_word (text, words->at[i]);
}

/* As it is, if there is no such file. */
static void add_absolute (sett_text *text, const char *path) {
  char real[PATH_MAX];
  sett_text_add (text, realpath (*path ? path : ".", real) ? real : path);
}

static void add_class_path (sett_text *text, const char *path) {
  char *words = strdup (path), *rest = words, *word;
  const char *between = "";
  while ((word = strsep (&rest, ":"))) {
    sett_text_add (text, between);
    add_absolute (text, word);
    between = ":";
  }
  sett_text_add_bytes (text, "", 1);
  free (words);
}

static void add_candidates (sett_text *text, const sett_target *t) {
  size_t count = 0;
  for (size_t i = 0; i < t->classes.candidates_length; i++)
    count += !t->classes.candidates[i];
  add_count (text, count);
  sett_text_add_bytes (text, t->classes.candidates,
                       t->classes.candidates_length);
}

/* -Dname=value among the words. */
static void add_properties (sett_text *text, const sett_target *t) {
  sett_strings found = {0};
  for (size_t i = 0; i < t->words.count; i++)
    if (!strncmp (t->words.at[i], "-D", 2))
      SETT_PUSH (found, t->words.at[i] + 2);
  add_list (text, &found);
  SETT_RELEASE (found);
}

/* Of another program there is nothing to say. */
static void add_process (sett_text *text, const sett_part *part) {
  static const sett_part none = {.target.classes = {"", "", "", 0}};
  part = part->target.java ? part : &none;
  const sett_target *t = &part->target;
  add_class_path (text, t->classes.class_path);
  add_word (text, t->classes.main);
  add_candidates (text, t);
  add_list (text, &t->arguments);
  add_properties (text, t);
  add_list (text, &part->environment);
  if (t->input)
    add_absolute (text, t->input);
  sett_text_add_bytes (text, "", 1);
}

static const char *write_file (sett_system *system, size_t machine,
                               sett_text *error) {
  sett_target *t = &system->parts.at[machine].target;
  sett_text text = {0}, path = {0};
  const char *room = sett_tempdir_room (error);
  if (!room)
    return NULL;
  for (size_t i = 0; i < system->parts.count; i++)
    add_process (&text, &system->parts.at[i]);
  sett_text_addf (&path, "%s/job", room);
  FILE *file = fopen (sett_text_get (&path), "w");
  const int done =
      file && fwrite (text.at, 1, text.length, file) == text.length;
  const int closed = file && !fclose (file);
  sett_text_release (&text);
  if (done && closed)
    return keep (t, &path);
  sett_text_addf (error, "cannot write '%s'", sett_text_get (&path));
  sett_text_release (&path);
  return NULL;
}

/*------------------------------------------------------------------------*/
/* The environment of a machine that several processes share. */

static int has_setting (const sett_part *part, const char *word) {
  for (size_t i = 0; i < part->environment.count; i++)
    if (!strcmp (part->environment.at[i], word))
      return 1;
  return 0;
}

static int all_have (const sett_system *system, const char *word) {
  for (size_t i = 0; i < system->parts.count; i++)
    if (system->parts.at[i].target.java &&
        !has_setting (&system->parts.at[i], word))
      return 0;
  return 1;
}

/* Those that the machine, or the C library below it, reads when it begins. */
static int is_for_machine (const char *word) {
  static const char *const names[] = {
      "JAVA_", "_JAVA_", "JDK_", "CLASSPATH=", "LANG", "LC_", "TZ=", "LD_"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strncmp (word, names[i], strlen (names[i])))
      return 1;
  return 0;
}

static int share_settings (sett_system *system, size_t machine,
                           sett_text *error) {
  for (size_t i = 0; i < system->parts.count; i++) {
    const sett_part *part = &system->parts.at[i];
    for (size_t k = 0; k < part->environment.count && part->target.java; k++) {
      const char *word = part->environment.at[k];
      const int common = all_have (system, word);
      if (common && i == machine)
        SETT_PUSH (system->common, word);
      if (common || !is_for_machine (word))
        continue;
      sett_text_addf (error,
                      "'%s' (process '%s'): this is for the virtual machine, "
                      "which all processes share; set it for all of them",
                      word, part->name);
      return 0;
    }
  }
  return 1;
}

/*------------------------------------------------------------------------*/

static void make_command (sett_target *t, const char *agent, const char *file) {
  static const char *const options[] = {
      "java",
      "-XX:+UseSerialGC",
      "-XX:TieredStopAtLevel=1",
      "-XX:CICompilerCount=1",
      "-XX:-UsePerfData",
      "-XX:+DisableAttachMechanism", /* whose socket is a file */
      "-XX:ActiveProcessorCount=2",  /* programs see it: the same everywhere */
      "-XX:+SuppressFatalErrorMessage", /* which is a file */
      "-XX:+UnlockDiagnosticVMOptions",
      ("-XX:DisableIntrinsic=_hashCode,_identityHashCode,_nanoTime,"
       "_currentTimeMillis,_onSpinWait"),
      "-Xlog:disable",
      "-Xlog:all=error:stderr",
      "-Xshare:auto",
      "-Xmx2g",
      "-XX:TLABSize=16k", /* of each thread: what is left of it is lost */
      "-XX:-ResizeTLAB",
      "-Djava.awt.headless=true",
  };
  enum { OPTIONS = sizeof options / sizeof *options };
  sett_text word = {0};
  sett_text_addf (&word, "-agentpath:%s=%s", agent, file);
  t->argc = OPTIONS + 2;
  t->argv = sett_arena_get (&t->arena, (t->argc + 1) * sizeof *t->argv);
  for (int i = 0; i < OPTIONS; i++)
    t->argv[i] = (char *)options[i];
  t->argv[OPTIONS] = (char *)keep (t, &word);
  t->argv[OPTIONS + 1] = (char *)"-version"; /* which it never comes to */
  t->argv[OPTIONS + 2] = NULL;
}

int sett_java_write_job (sett_system *system, size_t machine,
                         sett_text *error) {
  sett_target *t = &system->parts.at[machine].target;
  system->common.count = 0;
  if (!share_settings (system, machine, error))
    return 0;
  const char *agent = sett_java_agent (t, error);
  const char *file = agent ? write_file (system, machine, error) : NULL;
  if (!file)
    return 0;
  make_command (t, agent, file);
  return 1;
}
