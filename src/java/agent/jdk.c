/* Finds, once, the classes, methods and fields of the JDK that the agent uses;
   a JDK without one of them is refused by its name. */

#include "java/agent/jdk.h"

#include "base/assert.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

sett_jdk jdk;

/*------------------------------------------------------------------------*/
/* What is asked for at every operation, or every execution: found once. */

typedef struct finding {
  const char *class_name, *name, *type; /* name null: the class itself */
  void *what;
} finding;

static finding *all; /* a table by their hashes; free: without a class's name */
static size_t count, room;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int is_same (const char *a, const char *b) {
  return a == b || (a && b && !strcmp (a, b));
}

static uint64_t mix (uint64_t hash, const char *text) {
  while (text && *text)
    hash = (hash ^ (unsigned char)*text++) * 1099511628211ul;
  return hash * 31;
}

/* Where it is, or would be; there is always a free place. */
static finding *find (const char *class_name, const char *name,
                      const char *type) {
  const uint64_t hash =
      mix (mix (mix (14695981039346656037ul, class_name), name), type);
  SETT_ASSERT (count < room); /* so that a search ends */
  size_t i = hash % room;
  while (all[i].class_name &&
         (!is_same (all[i].class_name, class_name) ||
          !is_same (all[i].name, name) || !is_same (all[i].type, type)))
    i = (i + 1) % room;
  return &all[i];
}

static int recall (const char *class_name, const char *name, const char *type,
                   void **what) {
  pthread_mutex_lock (&lock);
  const finding *f = room ? find (class_name, name, type) : NULL;
  const int known = f && f->class_name;
  if (known)
    *what = f->what;
  pthread_mutex_unlock (&lock);
  return known;
}

static void widen (void) {
  finding *const old = all;
  const size_t before = room;
  room = 2 * room + 255;
  all = calloc (room, sizeof *all);
  if (!all)
    sett_jgive_up ("out of memory");
  for (size_t i = 0; i < before; i++)
    if (old[i].class_name)
      *find (old[i].class_name, old[i].name, old[i].type) = old[i];
  free (old);
}

static void *remember (JNIEnv *env, const char *class_name, const char *name,
                       const char *type, void *what) {
  if ((*env)->ExceptionCheck (env))
    (*env)->ExceptionClear (env);
  pthread_mutex_lock (&lock);
  if (2 * count >= room)
    widen ();
  finding *f = find (class_name, name, type);
  count += !f->class_name; /* another thread may have been quicker */
  SETT_ASSERT (class_name && (name || !type));
  *f = (finding){class_name, name, type, what};
  pthread_mutex_unlock (&lock);
  return what;
}

jclass sett_jclass (JNIEnv *env, const char *name) {
  void *what;
  if (recall (name, NULL, NULL, &what))
    return what;
  jclass local = (*env)->FindClass (env, name);
  return remember (env, name, NULL, NULL,
                   local ? (*env)->NewGlobalRef (env, local) : NULL);
}

typedef void *getter (JNIEnv *, jclass, const char *name, const char *type);

static void *find_member (JNIEnv *env, const char *class_name, const char *name,
                          const char *type, getter *get) {
  void *what;
  if (recall (class_name, name, type, &what))
    return what;
  jclass class = sett_jclass (env, class_name);
  return remember (env, class_name, name, type,
                   class ? get (env, class, name, type) : NULL);
}

#define GETTER(NAME, FUNCTION)                                                 \
  static void *NAME (JNIEnv *env, jclass class, const char *name,              \
                     const char *type) {                                       \
    return (*env)->FUNCTION (env, class, name, type);                          \
  }
GETTER (get_field, GetFieldID)
GETTER (get_static_field, GetStaticFieldID)
GETTER (get_method, GetMethodID)
GETTER (get_static_method, GetStaticMethodID)
#undef GETTER

jfieldID sett_jfield (JNIEnv *env, const char *class_name, const char *name,
                      const char *type, int is_static) {
  return find_member (env, class_name, name, type,
                      is_static ? get_static_field : get_field);
}

jmethodID sett_jmethod (JNIEnv *env, const char *class_name, const char *name,
                        const char *type, int is_static) {
  return find_member (env, class_name, name, type,
                      is_static ? get_static_method : get_method);
}

/*------------------------------------------------------------------------*/

static int missing (JNIEnv *env, const char *what) {
  (*env)->ExceptionClear (env);
  fprintf (stderr, "this Java virtual machine has no %s: use a JDK 17\n", what);
  return 0;
}

static int find_class (JNIEnv *env, const char *name, jclass *class) {
  jclass found = (*env)->FindClass (env, name);
  if (!found)
    return missing (env, name);
  *class = (*env)->NewGlobalRef (env, found);
  return 1;
}

static int find_method (JNIEnv *env, jclass class, const char *name,
                        const char *type, int is_static, jmethodID *method) {
  *method = is_static ? (*env)->GetStaticMethodID (env, class, name, type)
                      : (*env)->GetMethodID (env, class, name, type);
  return *method ? 1 : missing (env, name);
}

static int find_field (JNIEnv *env, jclass class, const char *name,
                       const char *type, jfieldID *field) {
  *field = (*env)->GetFieldID (env, class, name, type);
  return *field ? 1 : missing (env, name);
}

static int find_unsafe (JNIEnv *env) {
  jclass class;
  jmethodID get;
  if (!find_class (env, "jdk/internal/misc/Unsafe", &class) ||
      !find_method (env, class, "getUnsafe", "()Ljdk/internal/misc/Unsafe;", 1,
                    &get) ||
      !find_method (env, class, "objectFieldOffset",
                    "(Ljava/lang/reflect/Field;)J", 0, &jdk.field_offset) ||
      !find_method (env, class, "staticFieldOffset",
                    "(Ljava/lang/reflect/Field;)J", 0, &jdk.static_offset))
    return 0;
  jobject unsafe = (*env)->CallStaticObjectMethod (env, class, get);
  jdk.unsafe = (*env)->NewGlobalRef (env, unsafe);
  return jdk.unsafe != NULL;
}

static int find_thread (JNIEnv *env) {
  jclass class;
  if (!find_class (env, "java/lang/Thread", &jdk.thread_class))
    return 0;
  class = jdk.thread_class;
  return find_field (env, class, "interrupted", "Z", &jdk.thread_interrupted) &&
         find_field (env, class, "daemon", "Z", &jdk.thread_daemon) &&
         find_field (env, class, "eetop", "J", &jdk.thread_itself) &&
         find_field (env, class, "threadLocalRandomSeed", "J",
                     &jdk.thread_seed) &&
         find_field (env, class, "threadLocalRandomProbe", "I",
                     &jdk.thread_probe) &&
         find_method (env, class, "getName", "()Ljava/lang/String;", 0,
                      &jdk.thread_name) &&
         find_method (env, class, "getDefaultUncaughtExceptionHandler",
                      "()Ljava/lang/Thread$UncaughtExceptionHandler;", 1,
                      &jdk.default_handler) &&
         find_method (env, class, "setContextClassLoader",
                      "(Ljava/lang/ClassLoader;)V", 0, &jdk.set_context);
}

/* What unwinds executions: one object, made once. */
static int make_death (JNIEnv *env) {
  jmethodID init;
  if (!find_class (env, "java/lang/ThreadDeath", &jdk.thread_death) ||
      !find_method (env, jdk.thread_death, "<init>", "()V", 0, &init))
    return 0;
  jobject death = (*env)->NewObject (env, jdk.thread_death, init);
  jdk.death = (*env)->NewGlobalRef (env, death);
  return jdk.death != NULL;
}

static int find_real (void) {
  const struct {
    const char *name;
    void **at;
  } functions[] = {
      {"JVM_MonitorWait", (void **)&jdk.real_wait},
      {"JVM_MonitorNotify", (void **)&jdk.real_notify},
      {"JVM_MonitorNotifyAll", (void **)&jdk.real_notify_all},
      {"JVM_StartThread", (void **)&jdk.real_start},
      {"JVM_Sleep", (void **)&jdk.real_sleep},
      {"JVM_Yield", (void **)&jdk.real_yield},
      {"JVM_IHashCode", (void **)&jdk.real_hash},
      {"JVM_NanoTime", (void **)&jdk.real_nanos},
      {"JVM_CurrentTimeMillis", (void **)&jdk.real_millis},
      {"JVM_GetNanoTimeAdjustment", (void **)&jdk.real_adjustment},
  };
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    *functions[i].at = dlsym (RTLD_DEFAULT, functions[i].name);
    if (*functions[i].at)
      continue;
    fprintf (stderr, "this Java virtual machine has no %s: use a JDK 17\n",
             functions[i].name);
    return 0;
  }
  if (jdk.real_park && jdk.real_unpark && jdk.real_write)
    return 1;
  fprintf (stderr, "this Java virtual machine does not say where park is: use "
                   "a JDK 17\n");
  return 0;
}

int sett_jdk_find (JNIEnv *env) {
  return find_class (env, "java/lang/Class", &jdk.class_class) &&
         find_method (
             env, jdk.class_class, "forName",
             "(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;", 1,
             &jdk.for_name) &&
         find_class (env, "java/lang/String", &jdk.string_class) &&
         find_class (env, "java/lang/System", &jdk.system_class) &&
         find_class (env, "java/lang/ClassLoader", &jdk.loader_class) &&
         find_method (env, jdk.loader_class, "loadClass",
                      "(Ljava/lang/String;)Ljava/lang/Class;", 0,
                      &jdk.loader_load) &&
         find_method (env, jdk.loader_class, "setDefaultAssertionStatus",
                      "(Z)V", 0, &jdk.set_assertions) &&
         find_thread (env) && find_unsafe (env) && make_death (env) &&
         find_real ();
}
