/* What traces may say: see trust.h.  It is heeded only as far as it can neither
   write nor start anything else. */

#include "program/trust.h"

#include "base/flags.h"
#include "base/text.h"
#include "program/command_line.h"
#include "program/file_hash.h"
#include "program/java.h"

#include <string.h>

typedef enum match { EXACT, PREFIX } match;

static const struct {
  const char *text;
  match match;
  int is_harmless;
} options[] = {
#define HARMLESS(TEXT, MATCH) {TEXT, MATCH, 1},
#define DANGEROUS(TEXT, MATCH) {TEXT, MATCH, 0},
#include "program/harmless.def"
#undef HARMLESS
#undef DANGEROUS
};

static int is_harmless (const char *word) {
  for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
    const char *text = options[i].text;
    if (options[i].match == EXACT ? !strcmp (word, text)
                                  : !strncmp (word, text, strlen (text)))
      return options[i].is_harmless;
  }
  return 0;
}

static const sett_source *find_source (const sett_target *t, const char *name) {
  for (size_t i = 0; i < t->sources.count; i++)
    if (!strcmp (t->sources.at[i].name, name))
      return &t->sources.at[i];
  return NULL;
}

static int refuse_changed (const char *name, sett_text *error) {
  sett_text_addf (error,
                  "'%s' is not the file that the trace was written for, its "
                  "contents differ: --trust runs it all the same",
                  name);
  return 0;
}

/* A file that cannot be read is missed later, in better words. */
static int is_same (const char *name, uint64_t recorded, sett_text *error) {
  uint64_t hash;
  return !sett_file_hash (name, &hash) || hash == recorded ||
         refuse_changed (name, error);
}

static int check_file (const sett_target *t, const char *name,
                       sett_text *error) {
  const sett_source *source = find_source (t, name);
  switch (sett_input_kind_of (name)) {
  case SETT_INPUT_C:
  case SETT_INPUT_CXX:
  case SETT_INPUT_OBJECT:
  case SETT_INPUT_ASSEMBLY:
    break;
  default:
    source = NULL;
  }
  if (*name == '@' || !source) {
    sett_text_addf (error,
                    "the trace hands '%s' to the compiler, which is none of "
                    "its sources: --trust takes it",
                    name);
    return 0;
  }
  return is_same (name, source->hash, error);
}

static int check_words (const sett_target *t, sett_text *error) {
  for (size_t i = 0; i < t->words.count; i++) {
    const char *word = t->words.at[i];
    if (*word != '-') {
      if (!check_file (t, word, error))
        return 0;
    } else if (is_harmless (word))
      i += (size_t)sett_flag_takes_next (word);
    else {
      sett_text_addf (error,
                      "the trace wants the option '%s' of the compiler, which "
                      "could write or start something: --trust takes it",
                      word);
      return 0;
    }
  }
  return 1;
}

/* Variables by which the C library, or a virtual machine of Java, loads code or
   writes. */
static int check_environment (const sett_part *part, sett_text *error) {
  static const char *const loading[] = {
      "LD_",   "GLIBC_", "GCONV_PATH=", "MALLOC_",   "PATH=",
      "SETT_", "JAVA_",  "_JAVA_",      "JDK_JAVA_", "CLASSPATH="};
  for (size_t i = 0; i < part->environment.count; i++)
    for (size_t k = 0; k < sizeof loading / sizeof *loading; k++)
      if (!strncmp (part->environment.at[i], loading[k], strlen (loading[k]))) {
        sett_text_addf (error,
                        "the trace sets '%s' in the environment: --trust does "
                        "so",
                        part->environment.at[i]);
        return 0;
      }
  return 1;
}

static int is_java_source (const char *name) {
  const size_t length = strlen (name);
  return length > 5 && !strcmp (name + length - 5, ".java");
}

/* Classes are known by their contents.  What javac does with a class path is
   not known at all: it may run what is there. */
static int check_java (const sett_part *part, sett_text *error) {
  const sett_target *t = &part->target;
  const char *given = sett_java_class_path (t);
  const char *path = given && !sett_java_takes (t->name) ? given : t->name;
  if (!is_java_source (t->name))
    return sett_java_hash (path) == part->recorded ||
           refuse_changed (path, error);
  for (size_t i = 0; i < t->words.count; i++) {
    const sett_source *source = find_source (t, t->words.at[i]);
    if (!source || !is_java_source (source->name)) {
      sett_text_addf (error,
                      "the trace hands '%s' to javac, which is none of its "
                      "sources: --trust takes it",
                      t->words.at[i]);
      return 0;
    }
    if (!is_same (source->name, source->hash, error))
      return 0;
  }
  return 1;
}

static int check_part (const sett_part *part, sett_text *error) {
  const sett_target *t = &part->target;
  if (sett_java_is (t))
    return check_environment (part, error) && check_java (part, error);
  return check_environment (part, error) &&
         (t->words.count ? check_words (t, error)
                         : is_same (t->name, part->recorded, error));
}

int sett_trust_check (const sett_system *system, sett_text *error) {
  for (size_t i = 0; i < system->parts.count; i++)
    if (!check_part (&system->parts.at[i], error))
      return 0;
  return 1;
}

/*------------------------------------------------------------------------*/

static void add_words (const sett_strings *words, sett_text *text) {
  for (size_t i = 0; i < words->count; i++)
    sett_text_addf (text, " %s", words->at[i]);
}

void sett_trust_tell (const sett_part *part, sett_text *text) {
  const sett_target *t = &part->target;
  const int compiles = !sett_java_is (t) || is_java_source (t->name);
  if (t->words.count && compiles) {
    sett_text_add (text, "compiles");
    add_words (&t->words, text);
    sett_text_add (text, "; ");
  }
  sett_text_add (text, "runs");
  if (!compiles)
    add_words (&t->words, text);
  add_words (&part->environment, text);
  sett_text_addf (text, " %s", t->name);
  add_words (&t->arguments, text);
  if (part->folder)
    sett_text_addf (text, " in %s", part->folder);
}
