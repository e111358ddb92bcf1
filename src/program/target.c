/* What is checked: see target.h. */

#include "program/target.h"

#include "base/assert.h"
#include "base/flags.h"
#include "base/text.h"
#include "base/tempdir.h"
#include "program/binary.h"
#include "program/file_hash.h"
#include "program/uninstrumented.h"
#include "program/compiler_driver.h"
#include "program/java.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

void sett_target_add_base (const char *name, sett_text *text) {
  const char *slash = strrchr (name, '/');
  const char *base = slash ? slash + 1 : name;
  const char *dot = strrchr (base, '.');
  const int known = dot && dot > base &&
                    (sett_compile_takes (base) || sett_java_takes (base));
  sett_text_add_bytes (text, base,
                       known ? (size_t)(dot - base) : strlen (base));
}

/*------------------------------------------------------------------------*/

static const char *keep (sett_target *t, sett_text *text) {
  const char *kept =
      sett_arena_copy (&t->arena, sett_text_get (text), text->length);
  sett_text_release (text);
  return kept;
}

/* Every file must be there: our message is better than the linker's. */
static int note_sources (sett_target *t, sett_text *error) {
  for (size_t i = 0; i < t->words.count; i++) {
    sett_source source = {.name = t->words.at[i]};
    if (source.name[0] == '-') {
      i += (size_t)sett_flag_takes_next (source.name);
      continue;
    }
    if (!sett_file_hash (source.name, &source.hash)) {
      sett_text_addf (error, "cannot read '%s': %s", source.name,
                      strerror (errno));
      return 0;
    }
    SETT_PUSH (t->sources, source);
  }
  return 1;
}

/* Sources in different folders may have the same name. */
static const char *find_room (sett_target *t, const char *folder) {
  sett_text path = {0};
  for (int i = 0; !i || !access (sett_text_get (&path), F_OK); i++) {
    sett_text_clear (&path);
    sett_text_addf (&path, "%s/", folder);
    sett_target_add_base (t->name, &path);
    if (i)
      sett_text_addf (&path, ".%d", i);
  }
  return keep (t, &path);
}

static int compile (sett_target *t, sett_text *error) {
  const char *folder = sett_tempdir_open (error);
  if (!folder || !note_sources (t, error))
    return 0;
  t->path = find_room (t, folder);
  return sett_compile_program (&t->words, t->path, error);
}

static void copy_made (sett_target *t, const sett_target *made) {
  SETT_ASSERT (made != t && made->path);
  t->path = sett_arena_copy (&t->arena, made->path, strlen (made->path));
  for (size_t i = 0; i < made->sources.count; i++)
    SETT_PUSH (t->sources, made->sources.at[i]);
}

/* The words of the program; what was compiled is called as if it were here. */
static void make_words (sett_target *t) {
  sett_text first = {0};
  if (t->words.count) {
    sett_text_add (&first, "./");
    sett_target_add_base (t->name, &first);
  } else
    sett_text_add (&first, t->name);
  t->argc = t->arguments.count + 1;
  t->argv = sett_arena_get (&t->arena, (t->argc + 1) * sizeof *t->argv);
  t->argv[0] = (char *)keep (t, &first);
  for (size_t i = 0; i < t->arguments.count; i++)
    t->argv[i + 1] = (char *)t->arguments.at[i];
}

static void find_foreign (sett_target *t) {
  sett_text names = {0};
  t->foreign = NULL;
  if (t->instrumented && sett_units_foreign (t->path, &names))
    t->foreign = keep (t, &names);
  else
    sett_text_release (&names);
}

int sett_target_prepare (sett_target *t, const sett_target *made,
                         sett_text *error) {
  sett_binary binary;
  if (sett_java_is (t))
    return sett_java_prepare (t, made, error);
  if (!t->words.count)
    t->path = t->name;
  else if (made)
    copy_made (t, made);
  else if (!compile (t, error))
    return 0;
  if (!sett_binary_inspect (&binary, t->path, error))
    return 0;
  t->instrumented = binary.instrumented;
  find_foreign (t);
  if (!sett_file_hash (t->path, &t->hash)) {
    sett_text_addf (error, "cannot read '%s': %s", t->path, strerror (errno));
    return 0;
  }
  make_words (t);
  return 1;
}

void sett_target_release (sett_target *t) {
  SETT_RELEASE (t->words);
  SETT_RELEASE (t->arguments);
  SETT_RELEASE (t->sources);
  sett_arena_release (&t->arena);
}
