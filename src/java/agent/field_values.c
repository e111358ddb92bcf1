/* Values of fields and elements, in words: see field_values.h.  Everything is
   read by Unsafe, at the offset that the access has; that is no event, and
   changes nothing that the program or a search could see. */

#include "java/agent/field_values.h"

#include "base/assert.h"
#include "java/agent/jvm_names.h"
#include "java/agent/jdk.h"
#include "java/agent/sites.h"
#include "java/agent/things.h"

#include <stdio.h>
#include <string.h>

/* The letter of its type, as in class files; 0: it has none. */
char sett_type_of_elements (JNIEnv *env, jobject array) {
  char *signature = NULL;
  jclass class = (*env)->GetObjectClass (env, array);
  if ((*world.jvmti)->GetClassSignature (world.jvmti, class, &signature, NULL))
    return 0;
  (*env)->DeleteLocalRef (env, class);
  const char type = *signature == '[' ? signature[1] : 0;
  (*world.jvmti)->Deallocate (world.jvmti, (unsigned char *)signature);
  return type;
}

static char type_at (JNIEnv *env, const sett_access *a, const sett_place *p) {
  switch (p->hook) {
  case SETT_HOOK_GETFIELD:
  case SETT_HOOK_PUTFIELD:
  case SETT_HOOK_GETSTATIC:
  case SETT_HOOK_PUTSTATIC:
    return *sett_jname_text (p->type);
  case SETT_HOOK_LOAD:
  case SETT_HOOK_STORE:
  case SETT_HOOK_COPY:
  case SETT_HOOK_RANGE:
    return sett_type_of_elements (env, a->object);
  default:
    return 0;
  }
}

/* Of Unsafe.  What is remembered of a name is where it is: texts that stay. */
static jmethodID getter (JNIEnv *env, const char *name, const char *type) {
  return sett_jmethod (env, "jdk/internal/misc/Unsafe", name, type, 0);
}

/*------------------------------------------------------------------------*/

static void add_string (JNIEnv *env, jstring string, char *text, size_t room) {
  enum { MOST = 12 };
  const char *utf = (*env)->GetStringUTFChars (env, string, NULL);
  if (!utf)
    return;
  size_t n = 0;
  while (n < MOST && utf[n])
    n++;
  const int is_whole = !utf[n];
  while (n && (utf[n] & 0xc0) == 0x80) /* no part of a character */
    n--;
  snprintf (text, room, "\"%.*s\"%s", (int)n, utf, is_whole ? "" : "...");
  (*env)->ReleaseStringUTFChars (env, string, utf);
}

/* Objects that have a name by it, others by their class. */
static void add_object (JNIEnv *env, jobject object, char *text, size_t room) {
  if (!object) {
    snprintf (text, room, "null");
    return;
  }
  const sett_thing *thing = sett_thing_made (object);
  jclass class = (*env)->GetObjectClass (env, object);
  char *signature = NULL;
  (*world.jvmti)->GetClassSignature (world.jvmti, class, &signature, NULL);
  if (signature && !strcmp (signature, "Ljava/lang/String;"))
    add_string (env, object, text, room);
  else if (thing && *thing->name)
    snprintf (text, room, "%s", thing->name);
  else if (signature && *signature == '[')
    snprintf (text, room, "an array");
  else if (signature) {
    const char *slash = strrchr (signature, '/');
    const char *name = slash ? slash + 1 : signature + 1;
    snprintf (text, room, "a %.*s", (int)strcspn (name, ";"), name);
  }
  (*world.jvmti)->Deallocate (world.jvmti, (unsigned char *)signature);
}

static void add_character (jchar c, char *text, size_t room) {
  if (c >= ' ' && c < 127)
    snprintf (text, room, "'%c'", c);
  else
    snprintf (text, room, "'\\u%04x'", c);
}

/* Of so many digits as tell it apart from others. */
static void add_number (double value, int digits, char *text, size_t room) {
  snprintf (text, room, "%.*g", digits, value);
  if (!strpbrk (text, ".ein"))
    strncat (text, ".0", room - strlen (text) - 1);
}

#define READ(KIND, NAME, TYPE)                                                 \
  ((*env)->Call##KIND##Method (                                                \
      env, jdk.unsafe, getter (env, NAME, "(Ljava/lang/Object;J)" TYPE), base, \
      offset))

static void add_value (JNIEnv *env, jobject base, jlong offset, char type,
                       char *text, size_t room) {
  switch (type) {
  case 'Z':
    snprintf (text, room, "%s",
              READ (Boolean, "getBoolean", "Z") ? "true" : "false");
    break;
  case 'B':
    snprintf (text, room, "%d", READ (Byte, "getByte", "B"));
    break;
  case 'C':
    add_character (READ (Char, "getChar", "C"), text, room);
    break;
  case 'S':
    snprintf (text, room, "%d", READ (Short, "getShort", "S"));
    break;
  case 'I':
    snprintf (text, room, "%d", READ (Int, "getInt", "I"));
    break;
  case 'J':
    snprintf (text, room, "%lld", (long long)READ (Long, "getLong", "J"));
    break;
  case 'F':
    add_number ((double)READ (Float, "getFloat", "F"), 9, text, room);
    break;
  case 'D':
    add_number (READ (Double, "getDouble", "D"), 17, text, room);
    break;
  default:
    add_object (env, READ (Object, "getReference", "Ljava/lang/Object;"), text,
                room);
  }
}

/*------------------------------------------------------------------------*/

static int tell (JNIEnv *env, const sett_access *a, char *text, size_t room) {
  const sett_place *p = sett_place_at (a->place);
  const char type = type_at (env, a, p);
  const jobject base = a->object ? a->object : sett_place_declaring (env, p);
  SETT_ASSERT (room && a->thing);
  *text = 0;
  if (type && base)
    add_value (env, base, a->offset, type, text, room);
  if ((*env)->ExceptionCheck (env)) {
    (*env)->ExceptionClear (env);
    *text = 0;
  }
  return *text != 0;
}

int sett_jvalue (JNIEnv *env, const sett_access *a, char *text, size_t room) {
  sett_jthread *self = sett_jself_any ();
  (*env)->PushLocalFrame (env, 16);
  self->muted++;
  const int told = tell (env, a, text, room);
  self->muted--;
  (*env)->PopLocalFrame (env, NULL);
  return told;
}
