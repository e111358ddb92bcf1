/* Places in rewritten code: what they access, and which field or element that
   is.  What always holds: a number, once given, means the same place for good.
 */

#include "java/agent/sites.h"

#include "base/assert.h"
#include "java/agent/class_names.h"
#include "java/agent/jvm_names.h"
#include "java/agent/stack_frames.h"
#include "java/agent/jdk.h"
#include "java/agent/things.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 4096, CHUNKS = 4096, VOLATILE = 0x40, FINAL = 0x10, STATIC = 8 };

/* Chunks, so that places stay where they are while classes are loaded. */
static sett_place *chunks[CHUNKS];
static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

sett_place *sett_place_at (int number) {
  SETT_ASSERT (number >= 0 && number < count);
  return &chunks[number / CHUNK][number % CHUNK];
}

static int is_in (const sett_site *site, const char *class,
                  const char *method) {
  return !strcmp (site->class_name, class) && !strcmp (site->method, method);
}

static uint8_t is_alone (const sett_site *site) {
#define EACH(CLASS, METHOD)                                                    \
  if (is_in (site, CLASS, METHOD))                                             \
    return 1;
#define WHOLE(CLASS, METHOD)
#define TOGETHER(CLASS, METHOD)
#define APART(CLASS, METHOD)
#define STEPS(CLASS, METHOD)
#define STEPS_IF(CLASS, METHOD, TYPE)
#include "java/agent/whole_methods.def"
#undef EACH
#undef TOGETHER
  return 0;
}

static uint8_t is_together (const sett_site *site) {
#define EACH(CLASS, METHOD)
#define TOGETHER(CLASS, METHOD)                                                \
  if (is_in (site, CLASS, METHOD))                                             \
    return 1;
#include "java/agent/whole_methods.def"
#undef EACH
#undef TOGETHER
#undef WHOLE
#undef APART
#undef STEPS
#undef STEPS_IF
  return 0;
}

int sett_place_add (void *context, const sett_site *site) {
  (void)context;
  pthread_mutex_lock (&lock);
  if (count == CHUNK * CHUNKS)
    sett_jgive_up ("more code than can be watched");
  if (!chunks[count / CHUNK])
    chunks[count / CHUNK] = calloc (CHUNK, sizeof (sett_place));
  const int number = count++;
  *sett_place_at (number) = (sett_place){
      .class_name = sett_jname (site->class_name),
      .method = sett_jname (site->method),
      .owner = sett_jname (site->owner),
      .member = sett_jname (site->member),
      .type = sett_jname (site->type),
      .line = site->line,
      .flags = site->flags,
      .hook = (uint8_t)site->hook,
      .opcode = (uint8_t)site->opcode,
      .is_foreign = (uint8_t)sett_is_foreign_class (site->class_name),
      .is_alone = is_alone (site),
      .is_together = is_together (site)};
  pthread_mutex_unlock (&lock);
  return number;
}

int sett_place_is_together (int number) {
  return sett_place_at (number)->is_together;
}

/*------------------------------------------------------------------------*/
/* Fields. */

/* The class of the code that has called the hook. */
static jclass calling_class (void) {
  jvmtiFrameInfo frames[2];
  jint depth = 0;
  jclass class = NULL;
  (*world.jvmti)->GetStackTrace (world.jvmti, NULL, 0, 2, frames, &depth);
  if (depth == 2)
    (*world.jvmti)
        ->GetMethodDeclaringClass (world.jvmti, frames[1].method, &class);
  return class;
}

/* A class by its name, as this one sees it. */
static jclass find_class (JNIEnv *env, jclass from, const char *name,
                          jboolean initialise) {
  char dotted[256];
  jobject loader = NULL;
  (*world.jvmti)->GetClassLoader (world.jvmti, from, &loader);
  size_t i = 0;
  for (; i < sizeof dotted - 1 && name[i]; i++)
    dotted[i] = name[i] == '/' ? '.' : name[i];
  dotted[i] = 0;
  jstring text = (*env)->NewStringUTF (env, dotted);
  return (*env)->CallStaticObjectMethod (env, jdk.class_class, jdk.for_name,
                                         text, initialise, loader);
}

/* The field of that name and type that this class itself declares. */
static jfieldID own_field (jclass class, const char *name, const char *type) {
  jint number = 0;
  jfieldID *fields = NULL, found = NULL;
  if ((*world.jvmti)->GetClassFields (world.jvmti, class, &number, &fields))
    return NULL;
  for (jint i = 0; i < number && !found; i++) {
    char *text = NULL, *signature = NULL;
    if ((*world.jvmti)
            ->GetFieldName (world.jvmti, class, fields[i], &text, &signature,
                            NULL))
      continue;
    if (!strcmp (text, name) && !strcmp (signature, type))
      found = fields[i];
    (*world.jvmti)->Deallocate (world.jvmti, (unsigned char *)text);
    (*world.jvmti)->Deallocate (world.jvmti, (unsigned char *)signature);
  }
  (*world.jvmti)->Deallocate (world.jvmti, (unsigned char *)fields);
  return found;
}

/* Views of maps: made at their first use, by whoever comes, on purpose. */
static int is_view (const char *member) {
  static const char *const views[] = {"keySet", "values", "entrySet",
                                      "navigableKeySet", "descendingMap"};
  for (size_t i = 0; i < sizeof views / sizeof *views; i++)
    if (!strcmp (member, views[i]))
      return 1;
  return 0;
}

static sett_field_kind kind_of (const sett_place *p, jint modifiers) {
  if (modifiers & FINAL ||
      (p->is_foreign && is_view (sett_jname_text (p->member))))
    return SETT_FIELD_IGNORED;
  if (modifiers & VOLATILE || sett_is_fenced (sett_jname_text (p->class_name)))
    return SETT_FIELD_VOLATILE;
  return p->is_foreign && !sett_is_collection (sett_jname_text (p->class_name))
             ? SETT_FIELD_IGNORED
             : SETT_FIELD_PLAIN;
}

static void describe (JNIEnv *env, sett_place *p, jclass class,
                      jfieldID field) {
  jint modifiers = 0;
  char *signature = NULL;
  (*world.jvmti)->GetFieldModifiers (world.jvmti, class, field, &modifiers);
  jobject reflected =
      (*env)->ToReflectedField (env, class, field, (modifiers & STATIC) != 0);
  p->offset = (*env)->CallLongMethod (
      env, jdk.unsafe,
      modifiers & STATIC ? jdk.static_offset : jdk.field_offset, reflected);
  (*world.jvmti)->GetClassSignature (world.jvmti, class, &signature, NULL);
  if (signature && *signature == 'L') {
    signature[strlen (signature) - 1] = 0;
    p->declared = sett_jname (signature + 1);
  }
  (*world.jvmti)->Deallocate (world.jvmti, (unsigned char *)signature);
  p->kind = (uint8_t)kind_of (p, modifiers);
}

/* The fields of a class are known when it is linked; that does not initialise
   it.  False: an exception is pending. */
static int link_class (JNIEnv *env, jclass class) {
  jint status = 0;
  (*world.jvmti)->GetClassStatus (world.jvmti, class, &status);
  if (status & JVMTI_CLASS_STATUS_PREPARED)
    return 1;
  jmethodID method = sett_jmethod (env, "java/lang/Class", "getDeclaredFields",
                                   "()[Ljava/lang/reflect/Field;", 0);
  (*env)->CallObjectMethod (env, class, method);
  return !(*env)->ExceptionCheck (env);
}

static int resolve_in (JNIEnv *env, sett_place *p, jclass class);

/* A constant. */
static int resolve_in_interfaces (JNIEnv *env, sett_place *p, jclass class) {
  jint number = 0;
  jclass *interfaces = NULL;
  int found = 0;
  if ((*world.jvmti)
          ->GetImplementedInterfaces (world.jvmti, class, &number, &interfaces))
    return 0;
  for (jint i = 0; i < number && !found; i++)
    found = resolve_in (env, p, interfaces[i]);
  (*world.jvmti)->Deallocate (world.jvmti, (unsigned char *)interfaces);
  return found;
}

/* Looks in the class, and then above it. */
static int resolve_in (JNIEnv *env, sett_place *p, jclass class) {
  if (!link_class (env, class))
    return 0;
  jfieldID field =
      own_field (class, sett_jname_text (p->member), sett_jname_text (p->type));
  if (field) {
    describe (env, p, class, field);
    return 1;
  }
  if (resolve_in_interfaces (env, p, class))
    return 1;
  jclass above = (*env)->GetSuperclass (env, class);
  return above && resolve_in (env, p, above);
}

static int resolve (JNIEnv *env, sett_place *p) {
  jclass from = calling_class ();
  jclass class =
      from ? find_class (env, from, sett_jname_text (p->owner), JNI_FALSE)
           : NULL;
  if (!class || (*env)->ExceptionCheck (env))
    return 0;
  if (!resolve_in (env, p, class) && !(*env)->ExceptionCheck (env)) {
    sett_jnote (1, 0, "field %.60s of class %.60s is not found: not watched",
                sett_jname_text (p->member), sett_jname_text (p->owner));
    p->kind = SETT_FIELD_IGNORED;
  }
  return !(*env)->ExceptionCheck (env);
}

jclass sett_place_declaring (JNIEnv *env, const sett_place *p) {
  jclass from = p->declared ? calling_class () : NULL;
  return from ? find_class (env, from, sett_jname_text (p->declared), JNI_FALSE)
              : NULL;
}

/* The instruction would do so, when the access was noted already: what comes
   before it, and what after, would be mixed up. */
int sett_class_initialise (JNIEnv *env, const sett_jthread *t,
                           const sett_place *p) {
  sett_thing *thing = p->declared && !sett_is_alone (t) && !p->is_foreign
                          ? sett_thing_of_class (p->declared)
                          : NULL;
  if (!thing || thing->is_initialised)
    return 1;
  thing->is_initialised = 1;
  (*env)->PushLocalFrame (env, 16);
  jclass from = calling_class ();
  if (from)
    find_class (env, from, sett_jname_text (p->declared), JNI_TRUE);
  (*env)->PopLocalFrame (env, NULL);
  return !(*env)->ExceptionCheck (env);
}

int sett_place_resolve (JNIEnv *env, sett_place *p) {
  sett_jthread *t = sett_jself_any ();
  if (t)
    t->muted++;
  (*env)->PushLocalFrame (env, 16);
  const int done = resolve (env, p);
  (*env)->PopLocalFrame (env, NULL);
  if (t)
    t->muted--;
  return done;
}

/*------------------------------------------------------------------------*/

uintptr_t sett_place_address (int number) {
  sett_place *p = sett_place_at (number);
  if (!p->frame)
    p->frame = sett_frame_add (sett_jname_text (p->class_name),
                               sett_jname_text (p->method), NULL, p->line,
                               p->is_foreign) +
               1;
  return p->frame;
}
