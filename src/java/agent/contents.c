/* Objects of the JDK that are watched as a whole: each call of a method is a
   plain access to one piece of memory, which stands for all that is in it. */

#include "java/agent/jvm_names.h"
#include "java/agent/contents.h"

#include "java/agent/memory_accesses.h"
#include "java/agent/stack_frames.h"
#include "java/agent/sites.h"
#include "java/agent/things.h"

#include <string.h>

enum { WHOLE = -8 }; /* where no field is */

static const struct {
  const char *class_name, *writers;
} rows[] = {
#define CONTENTS(CLASS, WRITERS) {CLASS, WRITERS},
#include "java/agent/contents.def"
#undef CONTENTS
};

static int has_word (const char *words, const char *word) {
  const size_t length = strlen (word);
  const char *at = words;
  while ((at = strstr (at, word))) {
    if ((at == words || at[-1] == ' ') && (!at[length] || at[length] == ' '))
      return 1;
    at += length;
  }
  return 0;
}

static int is_writer (const char *class_name, const char *method) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!strcmp (rows[i].class_name, class_name))
      return *rows[i].writers == '*' || has_word (rows[i].writers, method);
  return 1;
}

/* Looked up once: no field is here, and its flags are free. */
static int writes_at (sett_place *p) {
  if (p->flags < 0)
    p->flags = is_writer (sett_jname_text (p->class_name),
                          sett_jname_text (p->method));
  return p->flags;
}

void JNICALL sett_hook_contents (JNIEnv *env, jclass c, jobject object,
                                 jint site) {
  (void)c;
  sett_jthread *t = sett_jself ();
  if (!t || !object)
    return;
  if (world.over) {
    sett_junwind (env);
    return;
  }
  if (sett_is_alone (t))
    return;
  const sett_access a = {sett_thing_nameless (env, object),
                         WHOLE,
                         writes_at (sett_place_at (site)),
                         site,
                         sett_frame_here (env),
                         object};
  sett_access_plain (env, t, &a);
}
