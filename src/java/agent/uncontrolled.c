/* Notes what the program uses that no search controls: each bounds the verdict,
   with a note that names it. */

#include "java/agent/uncontrolled.h"

#include "base/assert.h"
#include "java/agent/class_names.h"
#include "java/agent/jvm_names.h"
#include "java/agent/promoted_memory.h"
#include "java/agent/carriers.h"
#include "java/agent/stack_frames.h"
#include "java/agent/scheduler.h"
#include "java/agent/sites.h"
#include "java/agent/statics.h"
#include "java/agent/things.h"

#include <string.h>

typedef enum manner { ALWAYS, DIRECTLY, CUT } manner;

static const struct row {
  const char *class_name, *method;
  manner how;
  const char *text;
} rows[] = {
#define NOTE(CLASS, METHOD, HOW, TEXT) {CLASS, METHOD, HOW, TEXT},
#include "java/agent/uncontrolled.def"
#undef NOTE
#define FORK_NOTE(CLASS, METHOD, HOW, TEXT) {CLASS, METHOD, HOW, TEXT},
#include "java/agent/fork_join.def"
#undef FORK_NOTE
};

static const struct row *row_of (const sett_place *p) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!strcmp (rows[i].class_name, sett_jname_text (p->class_name)) &&
        !strcmp (rows[i].method, sett_jname_text (p->method)))
      return &rows[i];
  return NULL;
}

static void note_here (JNIEnv *env, const char *text) {
  if (sett_jself () && !world.over)
    sett_jnote (1, sett_frame_here (env), "%s", text);
}

/* Above the hook is the method, and above that who has called it. */
static int is_called_by_program (void) {
  jvmtiFrameInfo frames[3];
  jint depth = 0;
  jclass class = NULL;
  char *name = NULL;
  (*world.jvmti)->GetStackTrace (world.jvmti, NULL, 0, 3, frames, &depth);
  if (depth < 3 ||
      (*world.jvmti)
          ->GetMethodDeclaringClass (world.jvmti, frames[2].method, &class) ||
      (*world.jvmti)->GetClassSignature (world.jvmti, class, &name, NULL))
    return 0;
  const int program = !sett_is_foreign_class (name + 1);
  (*world.jvmti)->Deallocate (world.jvmti, (unsigned char *)name);
  return program;
}

void JNICALL sett_hook_note (JNIEnv *env, jclass c, jint site) {
  (void)c;
  const struct row *r =
      sett_jself () && !world.over ? row_of (sett_place_at (site)) : NULL;
  if (!r || (r->how == DIRECTLY && !is_called_by_program ()))
    return;
  if (!strncmp (r->class_name, "java/lang/Thread", 16))
    sett_carriers_retire ();
  if (!strcmp (r->class_name, "java/lang/Runtime"))
    sett_statics_note_library ();
  note_here (env, r->text);
  if (r->how != CUT)
    return;
  sett_jend (SETT_CUT);
  sett_junwind (env);
}

/* Of a thread that was never started it is known. */
void JNICALL sett_uncontrolled_state (JNIEnv *env, jclass c, jobject object) {
  (void)c;
  if (sett_jself () && !world.over && sett_thing_of (env, object)->thread)
    note_here (env, "Thread.getState: not controlled");
}

void JNICALL sett_uncontrolled_steps (JNIEnv *env, jclass c) {
  (void)c;
  const sett_jthread *t = sett_jself ();
  if (!t || world.over || !is_called_by_program ())
    return;
  SETT_ASSERT (t->number == world.current);
  sett_jlearn (SETT_LEARNT_STEPS);
  if (world.over)
    sett_junwind (env);
}

/* Parts of the JDK that lead out of the virtual machine. */
void sett_uncontrolled_load (const char *name) {
  static const struct {
    const char *begin, *what;
  } parts[] = {
      {"sun/nio/ch/FileChannelImpl", "file channels are used: not controlled"},
      {"sun/nio/ch/UnixAsynchronous",
       "asynchronous channels are used: not controlled"},
  };
  if (!sett_jself_any () || world.over)
    return;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (!strncmp (name, parts[i].begin, strlen (parts[i].begin)))
      sett_jnote (1, 0, "%s", parts[i].what);
}
