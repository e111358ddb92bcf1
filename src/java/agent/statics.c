/* Standard streams, properties, numbers and the like, of each process: see
   statics.h.  What always holds: what is in the JDK's own places belongs to
   world.process, and what other processes have is in `kept`. */

#include "java/agent/statics.h"

#include "base/assert.h"
#include "java/agent/common_pool.h"
#include "java/agent/jdk.h"
#include "java/agent/standard_streams.h"

#include <stdio.h>
#include <string.h>

#define ATOMIC_INTEGER "java/util/concurrent/atomic/AtomicInteger"
#define ATOMIC_LONG "java/util/concurrent/atomic/AtomicLong"
#define PROPERTIES "java/util/Properties"

/* Static fields that are references. */
typedef enum slot { IN, OUT, ERR, PROPERTIES_OF, HANDLER, SLOTS } slot;

static const struct {
  const char *class_name, *name, *type;
} fields[SLOTS] = {
    [IN] = {"java/lang/System", "in", "Ljava/io/InputStream;"},
    [OUT] = {"java/lang/System", "out", "Ljava/io/PrintStream;"},
    [ERR] = {"java/lang/System", "err", "Ljava/io/PrintStream;"},
    [PROPERTIES_OF] = {"java/lang/System", "props", "L" PROPERTIES ";"},
    [HANDLER] = {"java/lang/Thread", "defaultUncaughtExceptionHandler",
                 "Ljava/lang/Thread$UncaughtExceptionHandler;"},
};

/* Atomic numbers behind static fields; those of Random are inside of it. */
enum { SEED = 1 };
static const struct {
  const char *class_name, *name;
  int kind; /* 'I', 'J'; SEED: of a Random */
  int stays;
  jlong first;
} rows[] = {
    {"java/util/concurrent/Executors$DefaultThreadFactory", "poolNumber", 'I',
     0, 1},
    {"java/util/Timer", "nextSerialNumber", 'I', 0, 0},
    {"java/lang/ThreadLocal", "nextHashCode", 'I', 1, 0},
    {"java/lang/Math$RandomNumberGeneratorHolder", "randomNumberGenerator",
     SEED, 0, (1181783497276652981 ^ 0x5deece66d) & 0xffffffffffff},
    {"java/util/Collections", "r", SEED, 0,
     (1181783497276652981 ^ 0x5deece66d) & 0xffffffffffff},
    {"java/util/SplittableRandom", "defaultGen", 'J', 0, 1181783497276652981},
};
enum { ROWS = sizeof rows / sizeof *rows };

static struct {
  jclass classes[SLOTS];
  jfieldID fields[SLOTS];
  jobject atomics[ROWS]; /* null: there is no such field, or not yet */
  jlong first[ROWS];     /* how it begins */
  jlong thread_id;       /* the last that was given */
  jfieldID of_integer, of_long, thread_number, thread_ids;
} jdk_own;

/* Of a process. */
static struct {
  const sett_jprogram *program;
  jobject streams[3]; /* as they are in the beginning */
  jobject properties; /* likewise, never changed */
  int has_used;       /* they may not be as they were */
  jobjectArray slots; /* while another one runs */
  jlong numbers[ROWS];
  jint thread_name;
  jlong thread_id;
} kept[SETT_SYSTEM_PROCESSES];

/*------------------------------------------------------------------------*/
/* Numbers. */

static jlong number_get (JNIEnv *env, int i) {
  SETT_ASSERT (i >= 0 && i < ROWS);
  jobject atomic = jdk_own.atomics[i];
  if (!atomic)
    return rows[i].first;
  if (rows[i].kind == 'I')
    return (*env)->GetIntField (env, atomic, jdk_own.of_integer);
  return (*env)->GetLongField (env, atomic, jdk_own.of_long);
}

static void number_set (JNIEnv *env, int i, jlong value) {
  jobject atomic = jdk_own.atomics[i];
  if (!atomic)
    return;
  if (rows[i].kind == 'I')
    (*env)->SetIntField (env, atomic, jdk_own.of_integer, (jint)value);
  else
    (*env)->SetLongField (env, atomic, jdk_own.of_long, value);
}

static const char *type_of (int kind) {
  return kind == 'I'   ? "L" ATOMIC_INTEGER ";"
         : kind == 'J' ? "L" ATOMIC_LONG ";"
                       : "Ljava/util/Random;";
}

static void find_number (JNIEnv *env, int i) {
  jfieldID field = sett_jfield (env, rows[i].class_name, rows[i].name,
                                type_of (rows[i].kind), 1);
  jobject held = field ? (*env)->GetStaticObjectField (
                             env, sett_jclass (env, rows[i].class_name), field)
                       : NULL;
  if (held && rows[i].kind == SEED)
    held = (*env)->GetObjectField (
        env, held,
        sett_jfield (env, "java/util/Random", "seed", "L" ATOMIC_LONG ";", 0));
  jdk_own.atomics[i] = held ? (*env)->NewGlobalRef (env, held) : NULL;
  (*env)->DeleteLocalRef (env, held);
  jdk_own.first[i] = rows[i].stays ? number_get (env, i) : rows[i].first;
  (*env)->ExceptionClear (env);
}

/* Some are made when they are needed. */
static void find_numbers (JNIEnv *env) {
  for (int i = 0; i < ROWS; i++)
    if (!jdk_own.atomics[i])
      find_number (env, i);
}

int sett_statics_have (JNIEnv *env, jobject object) {
  for (int i = 0; i < ROWS; i++)
    if (jdk_own.atomics[i] &&
        (*env)->IsSameObject (env, jdk_own.atomics[i], object))
      return 1;
  return sett_common_pool_is (env, object);
}

const char *sett_statics_stream_name (JNIEnv *env, jobject object) {
  static const char *const names[] = {"System.in", "System.out", "System.err"};
  for (int i = 0; i < 3; i++)
    if ((*env)->IsSameObject (env, kept[world.process].streams[i], object))
      return names[i];
  return NULL;
}

int sett_statics_is_inside_stream (JNIEnv *env, jobject object) {
  return sett_streams_have_inside (env, kept[world.process].streams, object);
}

/*------------------------------------------------------------------------*/
/* References. */

static jobject slot_get (JNIEnv *env, slot s) {
  return (*env)->GetStaticObjectField (env, jdk_own.classes[s],
                                       jdk_own.fields[s]);
}

static void slot_set (JNIEnv *env, slot s, jobject value) {
  (*env)->SetStaticObjectField (env, jdk_own.classes[s], jdk_own.fields[s],
                                value);
}

static jobject copy_properties (JNIEnv *env, jobject properties) {
  jmethodID clone =
      sett_jmethod (env, PROPERTIES, "clone", "()Ljava/lang/Object;", 0);
  return (*env)->CallObjectMethod (env, properties, clone);
}

/* Nobody gets at them but by methods of System that say so. */
void JNICALL sett_properties_used (JNIEnv *env, jclass c) {
  (void)env, (void)c;
  const sett_jthread *t = sett_jself_any ();
  if (t)
    kept[t->process].has_used = 1;
}

/*------------------------------------------------------------------------*/
/* Opening. */

/* The input of a single program is that of the virtual machine. */
static const char *input_of (unsigned p) {
  const char *input = kept[p].program->input;
  return !world.multi ? NULL : *input ? input : "/dev/null";
}

/* "name=value" */
static void set_property (JNIEnv *env, jobject properties, const char *word) {
  char name[256];
  const size_t length = strcspn (word, "=");
  snprintf (name, sizeof name, "%.*s", (int)length, word);
  jmethodID set = sett_jmethod (
      env, PROPERTIES, "setProperty",
      "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/Object;", 0);
  (*env)->CallObjectMethod (
      env, properties, set, (*env)->NewStringUTF (env, name),
      (*env)->NewStringUTF (env, word + length + (word[length] == '=')));
}

static int open_process (JNIEnv *env, unsigned p,
                         const sett_jprogram *program) {
  kept[p].program = program;
  jobject properties = copy_properties (env, slot_get (env, PROPERTIES_OF));
  for (size_t i = 0; properties && i < program->properties.count; i++)
    set_property (env, properties, program->properties.at[i]);
  jobjectArray slots = (*env)->NewObjectArray (
      env, SLOTS, sett_jclass (env, "java/lang/Object"), NULL);
  kept[p].properties = (*env)->NewGlobalRef (env, properties);
  kept[p].slots = (*env)->NewGlobalRef (env, slots);
  kept[p].has_used = world.multi;
  return properties && slots &&
         sett_streams_open (env, input_of (p), kept[p].streams) &&
         !(*env)->ExceptionCheck (env);
}

static int find_fields (JNIEnv *env) {
  for (int i = 0; i < SLOTS; i++) {
    jdk_own.classes[i] = sett_jclass (env, fields[i].class_name);
    jdk_own.fields[i] = sett_jfield (env, fields[i].class_name, fields[i].name,
                                     fields[i].type, 1);
    if (!jdk_own.fields[i])
      return 0;
  }
  jdk_own.of_integer = sett_jfield (env, ATOMIC_INTEGER, "value", "I", 0);
  jdk_own.of_long = sett_jfield (env, ATOMIC_LONG, "value", "J", 0);
  jdk_own.thread_number =
      sett_jfield (env, "java/lang/Thread", "threadInitNumber", "I", 1);
  jdk_own.thread_ids =
      sett_jfield (env, "java/lang/Thread", "threadSeqNumber", "J", 1);
  if (!jdk_own.of_integer || !jdk_own.of_long || !jdk_own.thread_number ||
      !jdk_own.thread_ids)
    return 0;
  find_numbers (env);
  jdk_own.thread_id =
      (*env)->GetStaticLongField (env, jdk.thread_class, jdk_own.thread_ids);
  return 1;
}

int sett_statics_open (JNIEnv *env, const sett_jjob *job) {
  if (!find_fields (env)) {
    fprintf (stderr, "this JDK keeps its state elsewhere: use a JDK 17\n");
    return 0;
  }
  for (unsigned p = 0; p < job->count; p++)
    if (!open_process (env, p, &job->programs[p])) {
      (*env)->ExceptionDescribe (env);
      fprintf (stderr, "the standard streams of '%s' cannot be opened\n",
               world.shared->members[p].name);
      return 0;
    }
  return 1;
}

/*------------------------------------------------------------------------*/
/* A new execution. */

/* Into `slots`, from where the process takes it. */
static void set_back (JNIEnv *env, unsigned p) {
  jobjectArray slots = kept[p].slots;
  sett_streams_set_back (env, input_of (p), kept[p].streams);
  for (int i = 0; i < 3; i++)
    (*env)->SetObjectArrayElement (env, slots, IN + i, kept[p].streams[i]);
  if (kept[p].has_used)
    (*env)->SetObjectArrayElement (env, slots, PROPERTIES_OF,
                                   copy_properties (env, kept[p].properties));
  kept[p].has_used = 0;
  (*env)->SetObjectArrayElement (env, slots, HANDLER, NULL);
  memcpy (kept[p].numbers, jdk_own.first, sizeof kept[p].numbers);
  kept[p].thread_name = 0;
  kept[p].thread_id = jdk_own.thread_id;
}

/* What was in place belongs to an execution that is over; a single program
   keeps its properties as long as nobody uses them. */
static void take (JNIEnv *env, unsigned p) {
  SETT_ASSERT (p < world.process_count && kept[p].slots);
  for (int i = 0; i < SLOTS; i++) {
    jobject value = (*env)->GetObjectArrayElement (env, kept[p].slots, i);
    if (value || i == HANDLER)
      slot_set (env, i, value);
    (*env)->DeleteLocalRef (env, value);
  }
  for (int i = 0; i < ROWS; i++)
    number_set (env, i, kept[p].numbers[i]);
  (*env)->SetStaticIntField (env, jdk.thread_class, jdk_own.thread_number,
                             kept[p].thread_name);
  (*env)->SetStaticLongField (env, jdk.thread_class, jdk_own.thread_ids,
                              kept[p].thread_id);
  world.process = p;
}

static void put (JNIEnv *env) {
  const unsigned p = world.process;
  SETT_ASSERT (p < world.process_count && kept[p].slots);
  find_numbers (env);
  for (int i = 0; i < SLOTS; i++) {
    jobject value = slot_get (env, i);
    (*env)->SetObjectArrayElement (env, kept[p].slots, i, value);
    (*env)->DeleteLocalRef (env, value);
  }
  for (int i = 0; i < ROWS; i++)
    kept[p].numbers[i] = number_get (env, i);
  kept[p].thread_name =
      (*env)->GetStaticIntField (env, jdk.thread_class, jdk_own.thread_number);
  kept[p].thread_id =
      (*env)->GetStaticLongField (env, jdk.thread_class, jdk_own.thread_ids);
}

/* A native library belongs to one class loader, of an execution that is over
   now: the next one may load it, too. */
static int has_library;

void sett_statics_note_library (void) {
  has_library = 1;
}

static void forget_libraries (JNIEnv *env) {
  static const char libraries[] = "jdk/internal/loader/NativeLibraries";
  jfieldID field =
      sett_jfield (env, libraries, "loadedLibraryNames", "Ljava/util/Set;", 1);
  jmethodID clear = sett_jmethod (env, "java/util/Set", "clear", "()V", 0);
  if (!has_library || !field || !clear)
    return;
  has_library = 0;
  jobject names =
      (*env)->GetStaticObjectField (env, sett_jclass (env, libraries), field);
  (*env)->CallVoidMethod (env, names, clear);
  (*env)->DeleteLocalRef (env, names);
}

void sett_statics_begin (JNIEnv *env) {
  find_numbers (env);
  forget_libraries (env);
  for (unsigned p = 0; p < world.process_count; p++)
    set_back (env, p);
  sett_common_pool_renew (env);
  take (env, 0);
  (*env)->ExceptionClear (env);
}

void sett_statics_switch (JNIEnv *env, unsigned process) {
  if (process == world.process)
    return;
  jthrowable pending = (*env)->ExceptionOccurred (env);
  (*env)->ExceptionClear (env);
  sett_jthread *t = sett_jself_any ();
  if (t)
    t->muted++;
  sett_common_pool_switch (env, world.process, process);
  if (t)
    t->muted--;
  put (env);
  take (env, process);
  if (pending)
    (*env)->Throw (env, pending);
}

/*------------------------------------------------------------------------*/
/* The environment: what the process has set hides the machine's. */

static const char *setting_of (const char *name) {
  const sett_jthread *t = sett_jself_any ();
  const sett_jprogram *p = t ? kept[t->process].program : NULL;
  const size_t length = strlen (name);
  for (size_t i = 0; p && i < p->environment.count; i++)
    if (!strncmp (p->environment.at[i], name, length) &&
        p->environment.at[i][length] == '=')
      return p->environment.at[i] + length + 1;
  return NULL;
}

#define ENVIRONMENT "java/lang/ProcessEnvironment"

jobject JNICALL sett_getenv (JNIEnv *env, jclass c, jstring name) {
  (void)c;
  const char *value = NULL;
  if (name) {
    const char *utf = (*env)->GetStringUTFChars (env, name, NULL);
    value = utf ? setting_of (utf) : NULL;
    (*env)->ReleaseStringUTFChars (env, name, utf);
  }
  if (value)
    return (*env)->NewStringUTF (env, value);
  jmethodID get = sett_jmethod (env, ENVIRONMENT, "getenv",
                                "(Ljava/lang/String;)Ljava/lang/String;", 1);
  return (*env)->CallStaticObjectMethod (env, sett_jclass (env, ENVIRONMENT),
                                         get, name);
}

/* A copy, which nobody can change. */
static jobject add_settings (JNIEnv *env, jobject map, const sett_jprogram *p) {
  static const char table[] = "java/util/HashMap";
  jmethodID make = sett_jmethod (env, table, "<init>", "(Ljava/util/Map;)V", 0);
  jmethodID put_in = sett_jmethod (
      env, table, "put",
      "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;", 0);
  jmethodID close =
      sett_jmethod (env, "java/util/Collections", "unmodifiableMap",
                    "(Ljava/util/Map;)Ljava/util/Map;", 1);
  jobject copy = (*env)->NewObject (env, sett_jclass (env, table), make, map);
  for (size_t i = 0; copy && i < p->environment.count; i++) {
    char name[256];
    const char *word = p->environment.at[i];
    const size_t length = strcspn (word, "=");
    snprintf (name, sizeof name, "%.*s", (int)length, word);
    (*env)->CallObjectMethod (env, copy, put_in,
                              (*env)->NewStringUTF (env, name),
                              (*env)->NewStringUTF (env, word + length + 1));
  }
  return copy
             ? (*env)->CallStaticObjectMethod (
                   env, sett_jclass (env, "java/util/Collections"), close, copy)
             : NULL;
}

jobject JNICALL sett_getenv_all (JNIEnv *env, jclass c) {
  (void)c;
  sett_jthread *t = sett_jself_any ();
  jmethodID get =
      sett_jmethod (env, ENVIRONMENT, "getenv", "()Ljava/util/Map;", 1);
  jobject map =
      (*env)->CallStaticObjectMethod (env, sett_jclass (env, ENVIRONMENT), get);
  if (!t || !map || !kept[t->process].program->environment.count)
    return map;
  t->muted++;
  map = add_settings (env, map, kept[t->process].program);
  t->muted--;
  return map;
}
