/* Methods are known by the names of their annotations, as JUnit's own runners
   know them: first all that is done once, then what is done before each test,
   the test, and what is done after it, also if it fails.  Those of a superclass
   come first before the test and last after it.

   What is run by extensions, runners and rules is refused: the test alone would
   mean something else. */

#include "java/agent/junit.h"

#include "base/assert.h"
#include "java/agent/jdk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum role { BEFORE_ALL, BEFORE, TEST, AFTER, AFTER_ALL, ROLES } role;

static const struct {
  const char *annotation;
  role role;
} roles[] = {
    {"org.junit.jupiter.api.BeforeAll", BEFORE_ALL},
    {"org.junit.BeforeClass", BEFORE_ALL},
    {"org.junit.jupiter.api.BeforeEach", BEFORE},
    {"org.junit.Before", BEFORE},
    {"org.junit.jupiter.api.Test", TEST},
    {"org.junit.jupiter.api.RepeatedTest", TEST}, /* each execution is one */
    {"org.junit.Test", TEST},
    {"org.junit.jupiter.api.AfterEach", AFTER},
    {"org.junit.After", AFTER},
    {"org.junit.jupiter.api.AfterAll", AFTER_ALL},
    {"org.junit.AfterClass", AFTER_ALL},
};

/* The first ones matter on a method only if it is the test. */
static const char *const refused[] = {
    "org.junit.jupiter.params.ParameterizedTest",
    "org.junit.jupiter.api.TestFactory",
    "org.junit.jupiter.api.TestTemplate",
    "org.junit.jupiter.api.extension.ExtendWith",
    "org.junit.jupiter.api.Nested",
    "org.junit.runner.RunWith",
    "org.junit.Rule",
    "org.junit.ClassRule",
};
enum { OF_METHODS = 4 };

enum { MOST = 64 };

typedef struct step {
  role role;
  unsigned above; /* so many classes above the test's own */
  int is_static;
  char name[256];
} step;

static step steps[MOST];
static unsigned step_count;
static char expected[256]; /* class of what the test shall throw; or "" */

/*------------------------------------------------------------------------*/
/* Reflection. */

static jobject call (JNIEnv *env, jobject object, const char *class_name,
                     const char *method, const char *type) {
  return (*env)->CallObjectMethod (
      env, object, sett_jmethod (env, class_name, method, type, 0));
}

static void copy_text (JNIEnv *env, jstring text, char *to, size_t room) {
  const char *utf = text ? (*env)->GetStringUTFChars (env, text, NULL) : NULL;
  snprintf (to, room, "%s", utf ? utf : "");
  if (utf)
    (*env)->ReleaseStringUTFChars (env, text, utf);
}

static jobjectArray annotations_of (JNIEnv *env, jobject element) {
  return call (env, element, "java/lang/reflect/AnnotatedElement",
               "getDeclaredAnnotations",
               "()[Ljava/lang/annotation/Annotation;");
}

static jclass type_of (JNIEnv *env, jobject annotation, char *name,
                       size_t room) {
  jclass type = call (env, annotation, "java/lang/annotation/Annotation",
                      "annotationType", "()Ljava/lang/Class;");
  copy_text (
      env,
      call (env, type, "java/lang/Class", "getName", "()Ljava/lang/String;"),
      name, room);
  return type;
}

/* An annotation of this element that is refused, from one on; or null. */
static const char *refusal_of (JNIEnv *env, jobject element, size_t from) {
  jobjectArray all = annotations_of (env, element);
  const jsize count = all ? (*env)->GetArrayLength (env, all) : 0;
  char name[256];
  for (jsize i = 0; i < count; i++) {
    type_of (env, (*env)->GetObjectArrayElement (env, all, i), name,
             sizeof name);
    for (size_t k = from; k < sizeof refused / sizeof *refused; k++)
      if (!strcmp (refused[k], name))
        return refused[k];
  }
  return NULL;
}

/* @Test (expected = SomeException.class), of JUnit 4. */
static void note_expected (JNIEnv *env, jobject annotation, jclass type) {
  jmethodID method =
      (*env)->GetMethodID (env, type, "expected", "()Ljava/lang/Class;");
  (*env)->ExceptionClear (env);
  if (!method)
    return;
  jobject class = (*env)->CallObjectMethod (env, annotation, method);
  copy_text (
      env,
      call (env, class, "java/lang/Class", "getName", "()Ljava/lang/String;"),
      expected, sizeof expected);
  if (strstr (expected, "$None"))
    *expected = 0;
}

/*------------------------------------------------------------------------*/
/* The steps. */

static int is_known (const char *name) { /* one below has taken its place */
  SETT_ASSERT (step_count <= MOST);
  for (unsigned i = 0; i < step_count; i++)
    if (!strcmp (steps[i].name, name))
      return 1;
  return 0;
}

static void add_step (JNIEnv *env, jobject method, role r, const char *name,
                      unsigned above) {
  enum { STATIC = 8 };
  const jint flags = (*env)->CallIntMethod (
      env, method,
      sett_jmethod (env, "java/lang/reflect/Method", "getModifiers", "()I", 0));
  const jint parameters =
      (*env)->CallIntMethod (env, method,
                             sett_jmethod (env, "java/lang/reflect/Method",
                                           "getParameterCount", "()I", 0));
  if (step_count == MOST || is_known (name) || (r == TEST && parameters))
    return;
  steps[step_count] =
      (step){.role = r, .above = above, .is_static = (flags & STATIC) != 0};
  snprintf (steps[step_count++].name, sizeof steps->name, "%s", name);
}

static void look_at_method (JNIEnv *env, jobject method, unsigned above,
                            const char *test) {
  char name[256], type[256];
  copy_text (env,
             call (env, method, "java/lang/reflect/Method", "getName",
                   "()Ljava/lang/String;"),
             name, sizeof name);
  jobjectArray all = annotations_of (env, method);
  for (jsize i = 0; all && i < (*env)->GetArrayLength (env, all); i++) {
    jobject annotation = (*env)->GetObjectArrayElement (env, all, i);
    jclass class = type_of (env, annotation, type, sizeof type);
    for (size_t k = 0; k < sizeof roles / sizeof *roles; k++) {
      if (strcmp (roles[k].annotation, type) ||
          (roles[k].role == TEST && strcmp (name, test)))
        continue;
      if (roles[k].role == TEST)
        note_expected (env, annotation, class);
      add_step (env, method, roles[k].role, name, above);
    }
  }
}

static int is_named (JNIEnv *env, jobject method, const char *test) {
  char name[256];
  copy_text (env,
             call (env, method, "java/lang/reflect/Method", "getName",
                   "()Ljava/lang/String;"),
             name, sizeof name);
  return !strcmp (name, test);
}

static int look_at_members (JNIEnv *env, jclass class, const char *getter,
                            const char *type, unsigned above, const char *test,
                            const char **refusal) {
  jobjectArray all = call (env, class, "java/lang/Class", getter, type);
  const jsize count = all ? (*env)->GetArrayLength (env, all) : 0;
  for (jsize i = 0; i < count && !*refusal; i++) {
    (*env)->PushLocalFrame (env, 64);
    jobject member = (*env)->GetObjectArrayElement (env, all, i);
    *refusal = refusal_of (
        env, member, !test || is_named (env, member, test) ? 0 : OF_METHODS);
    if (test && !*refusal)
      look_at_method (env, member, above, test);
    (*env)->PopLocalFrame (env, NULL);
  }
  return !*refusal && !(*env)->ExceptionCheck (env);
}

static int look_at_class (JNIEnv *env, jclass class, unsigned above,
                          const char *test, const char **refusal) {
  *refusal = refusal_of (env, class, 0);
  return !*refusal &&
         look_at_members (env, class, "getDeclaredFields",
                          "()[Ljava/lang/reflect/Field;", above, NULL,
                          refusal) &&
         look_at_members (env, class, "getDeclaredMethods",
                          "()[Ljava/lang/reflect/Method;", above, test,
                          refusal);
}

static int find_test (void) {
  for (unsigned i = 0; i < step_count; i++)
    if (steps[i].role == TEST)
      return 1;
  return 0;
}

int sett_junit_open (JNIEnv *env, jclass class, const char *class_name,
                     const char *method) {
  const char *refusal = NULL;
  unsigned above = 0;
  int fine = 1;
  for (jclass at = class; at && fine; above++) {
    jclass next = (*env)->GetSuperclass (env, at);
    if (next)
      fine = look_at_class (env, at, above, method, &refusal);
    at = next;
  }
  (*env)->ExceptionClear (env);
  if (refusal)
    fprintf (stderr,
             "class %s uses @%s, which Sett cannot run: write the test with "
             "set-up and tear-down methods\n",
             class_name, refusal);
  else if (!find_test ())
    fprintf (stderr,
             "class %s has no test method '%s': one without parameters that "
             "is annotated with @Test of JUnit 4 or 5, whose jar must be in "
             "the class path\n",
             class_name, method);
  return fine && find_test ();
}

/*------------------------------------------------------------------------*/
/* Running. */

static jclass class_above (JNIEnv *env, jclass class, unsigned above) {
  while (above--)
    class = (*env)->GetSuperclass (env, class);
  return class;
}

static void run_step (JNIEnv *env, jclass class, jobject object,
                      const step *s) {
  jclass from = class_above (env, class, s->above);
  jmethodID method = s->is_static
                         ? (*env)->GetStaticMethodID (env, from, s->name, "()V")
                         : (*env)->GetMethodID (env, from, s->name, "()V");
  if (!method)
    return; /* it has parameters: that is thrown */
  if (s->is_static)
    (*env)->CallStaticVoidMethod (env, from, method);
  else
    (*env)->CallVoidMethod (env, object, method);
}

/* Is it of the class that is expected, or of one below that? */
static int is_expected (JNIEnv *env, jthrowable thrown) {
  char name[256];
  for (jclass class = (*env)->GetObjectClass (env, thrown); class;
       class = (*env)->GetSuperclass (env, class)) {
    copy_text (
        env,
        call (env, class, "java/lang/Class", "getName", "()Ljava/lang/String;"),
        name, sizeof name);
    if (!strcmp (name, expected))
      return 1;
  }
  return 0;
}

static void compare_with_expected (JNIEnv *env) {
  jthrowable thrown = (*env)->ExceptionOccurred (env);
  if (!*expected)
    return;
  (*env)->ExceptionClear (env);
  if (!thrown) {
    char text[300];
    snprintf (text, sizeof text, "%s is not thrown", expected);
    (*env)->ThrowNew (env, sett_jclass (env, "java/lang/AssertionError"), text);
  } else if (!is_expected (env, thrown))
    (*env)->Throw (env, thrown);
}

/* Those of one kind: from the top down, or up again.  After the first that
   throws, only if they clean up. */
static void run_role (JNIEnv *env, jclass class, jobject object, role r) {
  for (unsigned i = 0; i < step_count; i++) {
    const step *s = &steps[r < TEST ? step_count - 1 - i : i];
    jthrowable thrown = (*env)->ExceptionOccurred (env);
    if (s->role != r || (thrown && r <= TEST) || world.over)
      continue;
    (*env)->ExceptionClear (env);
    run_step (env, class, object, s);
    if (thrown) {
      (*env)->ExceptionClear (env);
      (*env)->Throw (env, thrown);
    }
  }
}

void sett_junit_run (JNIEnv *env, jclass class) {
  run_role (env, class, NULL, BEFORE_ALL);
  jmethodID make = (*env)->ExceptionCheck (env)
                       ? NULL
                       : (*env)->GetMethodID (env, class, "<init>", "()V");
  jobject object = make ? (*env)->NewObject (env, class, make) : NULL;
  if (object) {
    run_role (env, class, object, BEFORE);
    run_role (env, class, object, TEST);
    compare_with_expected (env);
    run_role (env, class, object, AFTER);
  }
  run_role (env, class, object, AFTER_ALL);
}
