/* Every execution has a class loader of its own for the classes of the program,
   so that their static fields begin anew, and a first thread of its own.  The
   bytes of classes are read once.  Of what the JDK keeps, numbers of threads,
   handlers and standard streams are set back. */

#include "java/agent/execution.h"

#include "java/agent/common_pool.h"
#include "java/agent/jdk.h"
#include "java/agent/junit.h"
#include "java/agent/output.h"
#include "java/agent/schedule.h"
#include "java/agent/sockets.h"
#include "java/agent/spins.h"
#include "java/agent/things.h"
#include "java/agent/threads.h"
#include "java/classfile/rewrite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
  jobject finder; /* a URLClassLoader that is asked for bytes only */
  jmethodID find_stream, find_resource, read_all;
  jclass loader_class, main_class;
  jmethodID new_loader, new_main;
  jobject parent;
  jobjectArray arguments;
  char main[256]; /* as Java writes it */
  int is_test;    /* one of its methods, and no main (junit.c) */
  jclass present; /* main class of this execution */
  jobject streams[3];
  jobject properties;
  int has_other_properties; /* the program may have changed them */
  jlong thread_id;          /* the last that was given */
} java;

/*------------------------------------------------------------------------*/
/* Bytes of classes, read once. */

typedef struct cached {
  struct cached *next;
  char *name;
  jbyte *bytes;
  jsize count;
} cached;

static cached *classes;

static cached *find_cached (const char *name) {
  cached *c = classes;
  while (c && strcmp (c->name, name))
    c = c->next;
  return c;
}

static cached *read_class (JNIEnv *env, const char *name) {
  char path[512];
  size_t i = 0;
  for (; i < sizeof path - 7 && name[i]; i++)
    path[i] = name[i] == '.' ? '/' : name[i];
  strcpy (path + i, ".class");
  jobject stream = (*env)->CallObjectMethod (env, java.finder, java.find_stream,
                                             (*env)->NewStringUTF (env, path));
  if (!stream)
    return NULL;
  jbyteArray bytes = (*env)->CallObjectMethod (env, stream, java.read_all);
  if (!bytes)
    return NULL;
  cached *c = calloc (1, sizeof *c);
  c->name = strdup (name);
  c->count = (*env)->GetArrayLength (env, bytes);
  c->bytes = malloc ((size_t)c->count);
  (*env)->GetByteArrayRegion (env, bytes, 0, c->count, c->bytes);
  c->next = classes;
  return classes = c;
}

static jclass JNICALL find_class (JNIEnv *env, jobject loader, jstring text) {
  const char *name = (*env)->GetStringUTFChars (env, text, NULL);
  jclass found = NULL;
  (*env)->PushLocalFrame (env, 16);
  const cached *c = find_cached (name);
  if (!c)
    c = read_class (env, name);
  if (c) {
    char inner[512];
    size_t i = 0;
    for (; i < sizeof inner - 1 && name[i]; i++)
      inner[i] = name[i] == '.' ? '/' : name[i];
    inner[i] = 0;
    found = (*env)->DefineClass (env, inner, loader, c->bytes, c->count);
  } else if (!(*env)->ExceptionCheck (env))
    (*env)->ThrowNew (
        env, (*env)->FindClass (env, "java/lang/ClassNotFoundException"), name);
  (*env)->ReleaseStringUTFChars (env, text, name);
  return (*env)->PopLocalFrame (env, found);
}

static jobject JNICALL find_resource (JNIEnv *env, jobject loader,
                                      jstring name) {
  (void)loader;
  return (*env)->CallObjectMethod (env, java.finder, java.find_resource, name);
}

/*------------------------------------------------------------------------*/
/* The first thread. */

static void JNICALL run_main (JNIEnv *env, jobject thread) {
  (void)thread;
  if (java.is_test) {
    sett_junit_run (env, java.present);
    return;
  }
  jmethodID method = (*env)->GetStaticMethodID (env, java.present, "main",
                                                "([Ljava/lang/String;)V");
  if (method)
    (*env)->CallStaticVoidMethod (env, java.present, method, java.arguments);
}

/*------------------------------------------------------------------------*/
/* Opening. */

static int complain (JNIEnv *env, const char *text) {
  (*env)->ExceptionDescribe (env);
  fprintf (stderr, "%s\n", text);
  return 0;
}

static jclass define (JNIEnv *env, const sett_native_class *class,
                      const JNINativeMethod *natives, jint count) {
  size_t size;
  uint8_t *bytes = sett_class_synthesize (class, &size);
  jclass made =
      (*env)->DefineClass (env, class->name, NULL, (jbyte *)bytes, (jsize)size);
  free (bytes);
  if (!made || (*env)->RegisterNatives (env, made, natives, count))
    return NULL;
  return (*env)->NewGlobalRef (env, made);
}

static int define_classes (JNIEnv *env) {
  static const char *const loads[] = {
      "findClass", "(Ljava/lang/String;)Ljava/lang/Class;", "findResource",
      "(Ljava/lang/String;)Ljava/net/URL;", NULL};
  static const char *const runs[] = {"run", "()V", NULL};
  static const char loader_type[] = "(Ljava/lang/ClassLoader;)V";
  static const char main_type[] =
      "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V";
  const sett_native_class loader = {.name = "java/lang/SettLoader",
                                    .super = "java/lang/ClassLoader",
                                    .methods = loads,
                                    .constructor = loader_type};
  const sett_native_class first = {.name = "java/lang/SettMain",
                                   .super = "java/lang/Thread",
                                   .methods = runs,
                                   .constructor = main_type};
  const JNINativeMethod of_loader[] = {
      {(char *)loads[0], (char *)loads[1], (void *)find_class},
      {(char *)loads[2], (char *)loads[3], (void *)find_resource}};
  const JNINativeMethod of_first[] = {
      {(char *)runs[0], (char *)runs[1], (void *)run_main}};
  java.loader_class = define (env, &loader, of_loader, 2);
  java.main_class =
      java.loader_class ? define (env, &first, of_first, 1) : NULL;
  if (!java.main_class)
    return 0;
  java.new_loader =
      (*env)->GetMethodID (env, java.loader_class, "<init>", loader_type);
  java.new_main =
      (*env)->GetMethodID (env, java.main_class, "<init>", main_type);
  return java.new_loader && java.new_main;
}

/* Each entry of the class path as a URL. */
static jobjectArray urls_of (JNIEnv *env, const char *path) {
  char *words = strdup (path), *rest = words, *word;
  jclass file = (*env)->FindClass (env, "java/io/File");
  jclass uri = (*env)->FindClass (env, "java/net/URI");
  jclass url = (*env)->FindClass (env, "java/net/URL");
  jmethodID make =
      (*env)->GetMethodID (env, file, "<init>", "(Ljava/lang/String;)V");
  jmethodID to_uri =
      (*env)->GetMethodID (env, file, "toURI", "()Ljava/net/URI;");
  jmethodID to_url =
      (*env)->GetMethodID (env, uri, "toURL", "()Ljava/net/URL;");
  jsize count = 1, n = 0;
  for (const char *at = path; *at; at++)
    count += *at == ':';
  jobjectArray urls = (*env)->NewObjectArray (env, count, url, NULL);
  while ((word = strsep (&rest, ":"))) {
    jobject f = (*env)->NewObject (
        env, file, make, (*env)->NewStringUTF (env, *word ? word : "."));
    jobject u = (*env)->CallObjectMethod (env, f, to_uri);
    (*env)->SetObjectArrayElement (env, urls, n++,
                                   (*env)->CallObjectMethod (env, u, to_url));
  }
  free (words);
  return urls;
}

static int make_finder (JNIEnv *env, const char *path) {
  jclass class = (*env)->FindClass (env, "java/net/URLClassLoader");
  jclass stream = (*env)->FindClass (env, "java/io/InputStream");
  jmethodID make = (*env)->GetMethodID (
      env, class, "<init>", "([Ljava/net/URL;Ljava/lang/ClassLoader;)V");
  jmethodID platform = (*env)->GetStaticMethodID (env, jdk.loader_class,
                                                  "getPlatformClassLoader",
                                                  "()Ljava/lang/ClassLoader;");
  java.parent = (*env)->NewGlobalRef (
      env, (*env)->CallStaticObjectMethod (env, jdk.loader_class, platform));
  java.find_stream =
      (*env)->GetMethodID (env, class, "getResourceAsStream",
                           "(Ljava/lang/String;)Ljava/io/InputStream;");
  java.find_resource = (*env)->GetMethodID (
      env, class, "findResource", "(Ljava/lang/String;)Ljava/net/URL;");
  java.read_all = (*env)->GetMethodID (env, stream, "readAllBytes", "()[B");
  jobject finder =
      (*env)->NewObject (env, class, make, urls_of (env, path), NULL);
  java.finder = (*env)->NewGlobalRef (env, finder);
  return java.finder && java.read_all && java.find_resource;
}

static void set_arguments (JNIEnv *env, const sett_jjob *job) {
  jobjectArray list = (*env)->NewObjectArray (env, (jsize)job->argument_count,
                                              jdk.string_class, NULL);
  for (size_t i = 0; i < job->argument_count; i++)
    (*env)->SetObjectArrayElement (
        env, list, (jsize)i, (*env)->NewStringUTF (env, job->arguments[i]));
  java.arguments = (*env)->NewGlobalRef (env, list);
}

/* Standard streams, as they are before the program changes them. */
static void keep_streams (JNIEnv *env) {
  static const char *const names[] = {"in", "out", "err"};
  for (int i = 0; i < 3; i++) {
    const char *type = i ? "Ljava/io/PrintStream;" : "Ljava/io/InputStream;";
    jfieldID field =
        (*env)->GetStaticFieldID (env, jdk.system_class, names[i], type);
    java.streams[i] = (*env)->NewGlobalRef (
        env, (*env)->GetStaticObjectField (env, jdk.system_class, field));
  }
}

static jobject copy_properties (JNIEnv *env, jobject properties) {
  jmethodID clone = sett_jmethod (env, "java/util/Properties", "clone",
                                  "()Ljava/lang/Object;", 0);
  return (*env)->CallObjectMethod (env, properties, clone);
}

/* System properties, and the numbers of threads. */
static void keep_numbers (JNIEnv *env) {
  jmethodID get = (*env)->GetStaticMethodID (
      env, jdk.system_class, "getProperties", "()Ljava/util/Properties;");
  jfieldID number =
      (*env)->GetStaticFieldID (env, jdk.thread_class, "threadSeqNumber", "J");
  java.properties = (*env)->NewGlobalRef (
      env, copy_properties (env, (*env)->CallStaticObjectMethod (
                                     env, jdk.system_class, get)));
  java.thread_id = (*env)->GetStaticLongField (env, jdk.thread_class, number);
}

/*------------------------------------------------------------------------*/
/* The main class. */

static jobject make_loader (JNIEnv *env) {
  jobject loader =
      (*env)->NewObject (env, java.loader_class, java.new_loader, java.parent);
  if (loader)
    (*env)->CallVoidMethod (env, loader, jdk.set_assertions, JNI_TRUE);
  return loader;
}

static jclass load (JNIEnv *env, jobject loader, const char *name) {
  return (*env)->CallObjectMethod (env, loader, jdk.loader_load,
                                   (*env)->NewStringUTF (env, name));
}

/* Declared, without running the initialiser. */
static int has_main (jclass class) {
  jint count = 0, modifiers = 0;
  jmethodID *methods = NULL;
  int found = 0;
  enum { PUBLIC_STATIC = 9 };
  if ((*world.jvmti)->GetClassMethods (world.jvmti, class, &count, &methods))
    return 0;
  for (jint i = 0; i < count && !found; i++) {
    char *name = NULL, *type = NULL;
    (*world.jvmti)->GetMethodName (world.jvmti, methods[i], &name, &type, NULL);
    (*world.jvmti)->GetMethodModifiers (world.jvmti, methods[i], &modifiers);
    found = !strcmp (name, "main") &&
            !strcmp (type, "([Ljava/lang/String;)V") &&
            (modifiers & PUBLIC_STATIC) == PUBLIC_STATIC;
    (*world.jvmti)->Deallocate (world.jvmti, (unsigned char *)name);
    (*world.jvmti)->Deallocate (world.jvmti, (unsigned char *)type);
  }
  (*world.jvmti)->Deallocate (world.jvmti, (unsigned char *)methods);
  return found;
}

/* Linked, so that its methods are known; what is wrong with it is said. */
static int prepare (JNIEnv *env, jclass class) {
  jmethodID method =
      (*env)->GetMethodID (env, jdk.class_class, "getDeclaredMethods",
                           "()[Ljava/lang/reflect/Method;");
  (*env)->CallObjectMethod (env, class, method);
  return !(*env)->ExceptionCheck (env);
}

static int explain (JNIEnv *env, const sett_jjob *job, const char *name) {
  jthrowable thrown = (*env)->ExceptionOccurred (env);
  (*env)->ExceptionClear (env);
  jclass version =
      (*env)->FindClass (env, "java/lang/UnsupportedClassVersionError");
  jclass absent = (*env)->FindClass (env, "java/lang/ClassNotFoundException");
  jmethodID text =
      (*env)->GetMethodID (env, (*env)->FindClass (env, "java/lang/Throwable"),
                           "toString", "()Ljava/lang/String;");
  if ((*env)->IsInstanceOf (env, thrown, version))
    fprintf (stderr,
             "class %s was compiled for a later Java than this virtual "
             "machine's: compile it with --release 17, or set JAVA_HOME\n",
             name);
  else if ((*env)->IsInstanceOf (env, thrown, absent))
    fprintf (stderr, "there is no class %s in the class path %s\n", name,
             job->class_path);
  else {
    jstring string = (*env)->CallObjectMethod (env, thrown, text);
    const char *utf = (*env)->GetStringUTFChars (env, string, NULL);
    fprintf (stderr, "class %s cannot be loaded: %s\n", name, utf);
  }
  return 0;
}

static int try_main (JNIEnv *env, const sett_jjob *job, jobject loader,
                     const char *name, int *found) {
  jclass class = load (env, loader, name);
  *found = 0;
  if (!class || !prepare (env, class))
    return explain (env, job, name);
  if (!has_main (class))
    return 1;
  *found = 1;
  snprintf (java.main, sizeof java.main, "%s", name);
  return 1;
}

/* CLASS#METHOD */
static int find_test (JNIEnv *env, const sett_jjob *job) {
  const char *method = strchr (job->main, '#') + 1;
  snprintf (java.main, sizeof java.main, "%.*s", (int)(method - 1 - job->main),
            job->main);
  jclass class = load (env, make_loader (env), java.main);
  if (!class || !prepare (env, class))
    return explain (env, job, java.main);
  java.is_test = 1;
  return sett_junit_open (env, class, java.main, method);
}

static int find_main (JNIEnv *env, const sett_jjob *job) {
  int found = 0;
  if (strchr (job->main, '#'))
    return find_test (env, job);
  jobject loader = make_loader (env);
  if (*job->main && !try_main (env, job, loader, job->main, &found))
    return 0;
  if (found)
    return 1;
  if (*job->main && !job->candidate_count) {
    fprintf (stderr,
             "class %s has no method 'public static void main(String[])'\n",
             job->main);
    return 0;
  }
  for (size_t i = 0; i < job->candidate_count && !found; i++)
    if (!try_main (env, job, loader, job->candidates[i], &found))
      return 0;
  if (!found)
    fprintf (stderr, "no class of the source has a method 'public static void "
                     "main(String[])'\n");
  return found;
}

int sett_execution_open (JNIEnv *env, const sett_jjob *job) {
  if (!define_classes (env) || !make_finder (env, job->class_path))
    return complain (env, "this Java virtual machine refuses the class loader: "
                          "use a JDK 17");
  set_arguments (env, job);
  keep_streams (env);
  keep_numbers (env);
  sett_spins_open (env);
  (*env)->PushLocalFrame (env, 64); /* or the class would be there for good */
  const int found = find_main (env, job);
  (*env)->PopLocalFrame (env, NULL);
  return found;
}

/*------------------------------------------------------------------------*/
/* What the JDK keeps between executions. */

static void set_stream (JNIEnv *env, const char *name, const char *type,
                        jobject stream) {
  jmethodID method = sett_jmethod (env, "java/lang/System", name, type, 1);
  if (method)
    (*env)->CallStaticVoidMethod (env, jdk.system_class, method, stream);
}

static void set_back_int (JNIEnv *env, const char *class_name,
                          const char *name) {
  jfieldID field = sett_jfield (env, class_name, name, "I", 1);
  if (field)
    (*env)->SetStaticIntField (env, sett_jclass (env, class_name), field, 0);
}

static void set_back_pools (JNIEnv *env) {
  static const char factory[] =
      "java/util/concurrent/Executors$DefaultThreadFactory";
  static const char atomic[] = "java/util/concurrent/atomic/AtomicInteger";
  jfieldID field =
      sett_jfield (env, factory, "poolNumber",
                   "Ljava/util/concurrent/atomic/AtomicInteger;", 1);
  jobject number = field ? (*env)->GetStaticObjectField (
                               env, sett_jclass (env, factory), field)
                         : NULL;
  if (!number)
    return;
  (*env)->CallVoidMethod (env, number,
                          sett_jmethod (env, atomic, "set", "(I)V", 0), 1);
}

/* Nobody gets at them but by methods of System that say so. */
static void set_back_properties (JNIEnv *env) {
  jmethodID set = sett_jmethod (env, "java/lang/System", "setProperties",
                                "(Ljava/util/Properties;)V", 1);
  if (!java.has_other_properties)
    return;
  (*env)->CallStaticVoidMethod (env, jdk.system_class, set,
                                copy_properties (env, java.properties));
  java.has_other_properties = 0;
}

void JNICALL sett_properties_used (JNIEnv *env, jclass c) {
  (void)env, (void)c;
  java.has_other_properties = 1;
}

static void set_back_numbers (JNIEnv *env) {
  jfieldID number =
      sett_jfield (env, "java/lang/Thread", "threadSeqNumber", "J", 1);
  set_back_properties (env);
  (*env)->SetStaticLongField (env, jdk.thread_class, number, java.thread_id);
}

/* Generators of random numbers that belong to the JDK: by a method that takes
   a number. */
static void set_back_generator (JNIEnv *env, const char *class_name,
                                const char *name, const char *type,
                                const char *method) {
  jfieldID field = sett_jfield (env, class_name, name, type, 1);
  jobject held = field ? (*env)->GetStaticObjectField (
                             env, sett_jclass (env, class_name), field)
                       : NULL;
  if (held)
    (*env)->CallVoidMethod (
        env, held,
        (*env)->GetMethodID (env, (*env)->GetObjectClass (env, held), method,
                             "(J)V"),
        (jlong)1181783497276652981);
  (*env)->ExceptionClear (env);
}

/* Input begins anew, if it is a file; what was read ahead is forgotten. */
static void set_back_input (JNIEnv *env) {
  static const char buffered[] = "java/io/BufferedInputStream";
  jfieldID at = sett_jfield (env, buffered, "pos", "I", 0);
  jfieldID end = sett_jfield (env, buffered, "count", "I", 0);
  if (lseek (STDIN_FILENO, 0, SEEK_SET) < 0 || !at || !end ||
      !(*env)->IsInstanceOf (env, java.streams[0], sett_jclass (env, buffered)))
    return;
  (*env)->SetIntField (env, java.streams[0], at, 0);
  (*env)->SetIntField (env, java.streams[0], end, 0);
}

static void set_back (JNIEnv *env) {
  jmethodID handler = sett_jmethod (
      env, "java/lang/Thread", "setDefaultUncaughtExceptionHandler",
      "(Ljava/lang/Thread$UncaughtExceptionHandler;)V", 1);
  set_back_input (env);
  set_stream (env, "setIn0", "(Ljava/io/InputStream;)V", java.streams[0]);
  set_stream (env, "setOut0", "(Ljava/io/PrintStream;)V", java.streams[1]);
  set_stream (env, "setErr0", "(Ljava/io/PrintStream;)V", java.streams[2]);
  (*env)->CallStaticVoidMethod (env, jdk.thread_class, handler, NULL);
  set_back_int (env, "java/lang/Thread", "threadInitNumber");
  set_back_pools (env);
  sett_common_pool_renew (env);
  set_back_numbers (env);
  set_back_generator (env, "java/lang/Math$RandomNumberGeneratorHolder",
                      "randomNumberGenerator", "Ljava/util/Random;", "setSeed");
  set_back_generator (env, "java/util/Collections", "r", "Ljava/util/Random;",
                      "setSeed");
  set_back_generator (env, "java/util/SplittableRandom", "defaultGen",
                      "Ljava/util/concurrent/atomic/AtomicLong;", "set");
  (*env)->ExceptionClear (env);
}

/*------------------------------------------------------------------------*/

static void run (JNIEnv *env) {
  jobject loader = make_loader (env);
  java.present = loader ? load (env, loader, java.main) : NULL;
  if (!java.present)
    sett_jgive_up ("the main class cannot be loaded again");
  java.present = (*env)->NewGlobalRef (env, java.present);
  jobject first = (*env)->NewObject (env, java.main_class, java.new_main, NULL,
                                     (*env)->NewStringUTF (env, "main"));
  (*env)->CallVoidMethod (env, first, jdk.set_context, loader);
  if ((*env)->ExceptionCheck (env))
    sett_jgive_up ("the first thread cannot be made");
  sett_jthread *t = sett_thread_first (env, first);
  sett_jschedule_begin (t);
  world.open = 1;
  if (!sett_threads_run (env, first))
    sett_jgive_up ("threads of the program cannot be ended");
  world.open = 0;
  sett_threads_release (env);
  sett_datagrams_end (env);
  (*env)->DeleteGlobalRef (env, java.present);
}

const sett_log *sett_execution_run (JNIEnv *env, const sett_plan *plan) {
  sett_shared *board = world.board;
  world.plan = plan;
  world.execution++;
  sett_things_begin ();
  sett_network_begin ();
  sett_joutput_begin ();
  (*env)->PushLocalFrame (env, 64);
  set_back (env);
  run (env);
  (*env)->PopLocalFrame (env, NULL);
  board->events += world.log.count;
  if (world.log.count > board->longest)
    board->longest = world.log.count;
  if (world.log.thread_count > board->most_threads)
    board->most_threads = world.log.thread_count;
  board->beat++;
  return &world.log;
}
