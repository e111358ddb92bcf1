/* Every execution has a class loader of its own for the classes of each
   process, so that their static fields begin anew, and a first thread of its
   own.  The bytes of classes are read once for each class path.  What the JDK
   keeps is set back (statics.c). */

#include "java/agent/jvm_execution.h"

#include "base/assert.h"
#include "java/agent/carriers.h"
#include "java/agent/channel_descriptors.h"
#include "java/agent/classes.h"
#include "java/agent/injected_failures.h"
#include "java/agent/guest.h"
#include "java/agent/jvm_crash.h"
#include "java/agent/delays.h"
#include "java/agent/fork_join.h"
#include "java/agent/jdk.h"
#include "java/agent/junit.h"
#include "java/agent/kept_output.h"
#include "java/agent/rmi.h"
#include "java/agent/scheduler.h"
#include "java/agent/selectors.h"
#include "java/agent/shutdown_hooks.h"
#include "java/agent/jdk_sockets.h"
#include "java/agent/spins.h"
#include "java/agent/statics.h"
#include "java/agent/things.h"
#include "java/agent/thread_operations.h"
#include "java/agent/verified.h"
#include "java/agent/locking.h"
#include "java/classfile/rewrite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Classes that are found in the same class path. */
typedef struct group {
  const char *class_path;
  jobject finder; /* a URLClassLoader that is asked for bytes only */
  struct cached *classes;
} group;

static struct {
  jmethodID find_stream, find_resource, read_all;
  jclass loader_class, main_class;
  jmethodID new_loader, new_main;
  jobject parent;
  int is_test; /* one of the methods of a class, and no main (junit.c) */
  group groups[SETT_SYSTEM_PROCESSES];
  unsigned group_count;
} java;

/* Of a process. */
static struct {
  group *group;
  jobject loader; /* of this execution; or null */
  jclass present; /* ...and its main class */
  jobjectArray arguments;
  char main[256]; /* as Java writes it */
} processes[SETT_SYSTEM_PROCESSES];

/*------------------------------------------------------------------------*/
/* Bytes of classes, read once. */

typedef struct cached {
  struct cached *next;
  char *name;
  const uint8_t *bytes; /* rewritten */
  size_t count;
  int verified;
} cached;

static cached *find_cached (const group *g, const char *name) {
  cached *c = g->classes;
  while (c && strcmp (c->name, name))
    c = c->next;
  return c;
}

/* The class of a lambda. */
static void add_class (void *context, const char *name, const uint8_t *bytes,
                       size_t count) {
  group *g = context;
  cached *c = calloc (1, sizeof *c);
  uint8_t *copy = malloc (count);
  if (!c || !copy)
    sett_jgive_up ("out of memory");
  memcpy (copy, bytes, count);
  c->name = strdup (name);
  for (char *at = c->name; *at; at++)
    if (*at == '/')
      *at = '.';
  c->bytes = copy;
  c->count = count;
  c->next = g->classes;
  g->classes = c;
}

static cached *read_class (JNIEnv *env, group *g, const char *name) {
  char path[512];
  size_t i = 0;
  for (; i < sizeof path - 7 && name[i]; i++)
    path[i] = name[i] == '.' ? '/' : name[i];
  strcpy (path + i, ".class");
  jobject stream = (*env)->CallObjectMethod (env, g->finder, java.find_stream,
                                             (*env)->NewStringUTF (env, path));
  if (!stream)
    return NULL;
  jbyteArray bytes = (*env)->CallObjectMethod (env, stream, java.read_all);
  if (!bytes)
    return NULL;
  cached *c = calloc (1, sizeof *c);
  const jsize count = (*env)->GetArrayLength (env, bytes);
  jbyte *read = malloc ((size_t)count + 1);
  if (!c || !read)
    sett_jgive_up ("out of memory");
  (*env)->GetByteArrayRegion (env, bytes, 0, count, read);
  path[i] = 0;
  c->name = strdup (name);
  c->count = (size_t)count;
  c->bytes = sett_class_bytes (path, (const uint8_t *)read, &c->count,
                               (unsigned)(g - java.groups), add_class, g);
  if (c->bytes != (const uint8_t *)read)
    free (read);
  c->next = g->classes;
  return g->classes = c;
}

/* Whose loader it is. */
static group *group_of (JNIEnv *env, jobject loader) {
  for (unsigned p = 0; p < world.process_count; p++)
    if ((*env)->IsSameObject (env, processes[p].loader, loader))
      return processes[p].group;
  return &java.groups[0];
}

unsigned sett_execution_group (JNIEnv *env, jobject loader) {
  return java.group_count > 1 && loader
             ? (unsigned)(group_of (env, loader) - java.groups)
             : 0;
}

/* Bytes that are rewritten already. */
static jclass define_cached (JNIEnv *env, jobject loader, cached *c) {
  char inner[512];
  size_t i = 0;
  for (; i < sizeof inner - 1 && c->name[i]; i++)
    inner[i] = c->name[i] == '.' ? '/' : c->name[i];
  inner[i] = 0;
  sett_verified_expect (&c->verified);
  sett_class_expect (inner);
  jclass class = (*env)->DefineClass (env, inner, loader,
                                      (const jbyte *)c->bytes, (jsize)c->count);
  sett_class_expect (NULL);
  sett_verified_add (env, class, &c->verified);
  return class;
}

static jclass JNICALL find_class (JNIEnv *env, jobject loader, jstring text) {
  const char *name = (*env)->GetStringUTFChars (env, text, NULL);
  jclass found = NULL;
  (*env)->PushLocalFrame (env, 16);
  group *g = group_of (env, loader);
  cached *c = find_cached (g, name);
  if (!c)
    c = read_class (env, g, name);
  if (c)
    found = define_cached (env, loader, c);
  else if (!(*env)->ExceptionCheck (env))
    (*env)->ThrowNew (
        env, (*env)->FindClass (env, "java/lang/ClassNotFoundException"), name);
  (*env)->ReleaseStringUTFChars (env, text, name);
  return (*env)->PopLocalFrame (env, found);
}

static jobject JNICALL find_resource (JNIEnv *env, jobject loader,
                                      jstring name) {
  return (*env)->CallObjectMethod (env, group_of (env, loader)->finder,
                                   java.find_resource, name);
}

/*------------------------------------------------------------------------*/
/* The first thread. */

static void JNICALL run_main (JNIEnv *env, jobject thread) {
  (void)thread;
  const sett_jthread *t = sett_jself_any ();
  const unsigned p = t ? t->process : 0;
  jclass class = processes[p].present;
  sett_delays_begin (env);
  if (java.is_test) {
    sett_junit_run (env, class);
    return;
  }
  jmethodID method =
      (*env)->GetStaticMethodID (env, class, "main", "([Ljava/lang/String;)V");
  if (method)
    (*env)->CallStaticVoidMethod (env, class, method, processes[p].arguments);
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
                                   .are_hidden = 1,
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

static int find_methods (JNIEnv *env) {
  jclass class = (*env)->FindClass (env, "java/net/URLClassLoader");
  jclass stream = (*env)->FindClass (env, "java/io/InputStream");
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
  return java.read_all && java.find_resource;
}

/* The group of that class path; null: it cannot be made. */
static group *make_group (JNIEnv *env, const char *path) {
  for (unsigned i = 0; i < java.group_count; i++)
    if (!strcmp (java.groups[i].class_path, path))
      return &java.groups[i];
  jclass class = (*env)->FindClass (env, "java/net/URLClassLoader");
  jmethodID make = (*env)->GetMethodID (
      env, class, "<init>", "([Ljava/net/URL;Ljava/lang/ClassLoader;)V");
  jobject finder =
      (*env)->NewObject (env, class, make, urls_of (env, path), NULL);
  SETT_ASSERT (java.group_count < SETT_SYSTEM_PROCESSES);
  group *g = &java.groups[java.group_count++];
  *g =
      (group){.class_path = path, .finder = (*env)->NewGlobalRef (env, finder)};
  return g->finder ? g : NULL;
}

static jobjectArray make_arguments (JNIEnv *env, const sett_jwords *words) {
  jobjectArray list =
      (*env)->NewObjectArray (env, (jsize)words->count, jdk.string_class, NULL);
  for (size_t i = 0; i < words->count; i++)
    (*env)->SetObjectArrayElement (env, list, (jsize)i,
                                   (*env)->NewStringUTF (env, words->at[i]));
  return (*env)->NewGlobalRef (env, list);
}

/*------------------------------------------------------------------------*/
/* The main class. */

static jobject make_loader (JNIEnv *env, unsigned p) {
  jobject loader =
      (*env)->NewObject (env, java.loader_class, java.new_loader, java.parent);
  if (loader)
    (*env)->CallVoidMethod (env, loader, jdk.set_assertions, JNI_TRUE);
  if (processes[p].loader)
    (*env)->DeleteGlobalRef (env, processes[p].loader);
  processes[p].loader = loader ? (*env)->NewGlobalRef (env, loader) : NULL;
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

static int explain (JNIEnv *env, const sett_jprogram *job, const char *name) {
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

static int try_main (JNIEnv *env, const sett_jprogram *job, unsigned p,
                     const char *name, int *found) {
  jclass class = load (env, processes[p].loader, name);
  *found = 0;
  if (!class || !prepare (env, class))
    return explain (env, job, name);
  if (!has_main (class))
    return 1;
  *found = 1;
  snprintf (processes[p].main, sizeof processes[p].main, "%s", name);
  return 1;
}

/* CLASS#METHOD */
static int find_test (JNIEnv *env, const sett_jprogram *job) {
  const char *method = strchr (job->main, '#') + 1;
  char *name = processes[0].main;
  snprintf (name, sizeof processes[0].main, "%.*s",
            (int)(method - 1 - job->main), job->main);
  jclass class = load (env, make_loader (env, 0), name);
  if (!class || !prepare (env, class))
    return explain (env, job, name);
  java.is_test = 1;
  return sett_junit_open (env, class, name, method);
}

static int find_main (JNIEnv *env, const sett_jprogram *job, unsigned p) {
  int found = 0;
  if (strchr (job->main, '#'))
    return find_test (env, job);
  make_loader (env, p);
  if (*job->main && !try_main (env, job, p, job->main, &found))
    return 0;
  if (found)
    return 1;
  if (*job->main && !job->candidates.count) {
    fprintf (stderr,
             "class %s has no method 'public static void main(String[])'\n",
             job->main);
    return 0;
  }
  for (size_t i = 0; i < job->candidates.count && !found; i++)
    if (!try_main (env, job, p, job->candidates.at[i], &found))
      return 0;
  if (!found)
    fprintf (stderr, "no class of the source has a method 'public static void "
                     "main(String[])'\n");
  return found;
}

static int open_process (JNIEnv *env, const sett_jprogram *job, unsigned p) {
  processes[p].group = make_group (env, job->class_path);
  if (!processes[p].group)
    return complain (env, "the class path cannot be used");
  processes[p].arguments = make_arguments (env, &job->arguments);
  (*env)->PushLocalFrame (env, 64); /* or the class would be there for good */
  const int found = find_main (env, job, p);
  (*env)->PopLocalFrame (env, NULL);
  return found;
}

int sett_execution_open (JNIEnv *env, const sett_jjob *job) {
  world.multi = world.shared->orders.multi;
  world.guest = world.shared->errands != NULL;
  world.process_count = job->count;
  if (!define_classes (env) || !find_methods (env) ||
      !sett_shutdown_open (env) || !sett_rmi_open (env))
    return complain (env, "this Java virtual machine refuses the class loader: "
                          "use a JDK 17");
  if (!sett_statics_open (env, job))
    return 0;
  sett_spins_open (env);
  for (unsigned p = 0; p < job->count; p++)
    if (sett_is_java_process (p) && !open_process (env, &job->programs[p], p))
      return 0;
  return 1;
}

/*------------------------------------------------------------------------*/

/* The first thread of a process, with classes of its own. */
static jobject make_first (JNIEnv *env, unsigned p) {
  sett_statics_switch (env, p);
  jobject loader = make_loader (env, p);
  jclass class = loader ? load (env, loader, processes[p].main) : NULL;
  if (!class)
    sett_jgive_up ("the main class cannot be loaded again");
  processes[p].present = (*env)->NewGlobalRef (env, class);
  jobject first = (*env)->NewObject (env, java.main_class, java.new_main, NULL,
                                     (*env)->NewStringUTF (env, "main"));
  (*env)->CallVoidMethod (env, first, jdk.set_context, loader);
  if ((*env)->ExceptionCheck (env))
    sett_jgive_up ("the first thread cannot be made");
  sett_thread_first (env, first, p);
  return first;
}

static void run (JNIEnv *env) {
  jobject first[SETT_SYSTEM_PROCESSES];
  memset (world.processes, 0, sizeof world.processes);
  for (unsigned p = 0; p < world.process_count; p++)
    first[p] = sett_is_java_process (p) ? make_first (env, p) : NULL;
  sett_jschedule_begin ();
  sett_inject_begin ();
  sett_crash_begin ();
  SETT_ASSERT (world.guest || world.thread_count == world.process_count);
  world.open = 1;
  if (!sett_threads_run (env, first))
    sett_jgive_up ("threads of the program cannot be ended");
  world.open = 0;
  sett_threads_release (env);
  sett_shutdown_release (env);
  sett_rmi_release (env);
  sett_fork_join_end (env);
  sett_verified_end (env);
  sett_datagrams_end (env);
  sett_selectors_end (env);
  sett_delays_end (env);
  for (unsigned p = 0; p < world.process_count; p++) {
    if (!first[p])
      continue;
    (*env)->DeleteGlobalRef (env, processes[p].present);
    (*env)->DeleteGlobalRef (env, processes[p].loader);
    processes[p].loader = NULL;
  }
}

const sett_log *sett_execution_run (JNIEnv *env, const sett_plan *plan) {
  sett_shared *shared = world.shared;
  SETT_ASSERT (!world.open && plan->most_events < world.log->room);
  world.plan = plan;
  world.execution++;
  sett_things_begin ();
  sett_locking_begin ();
  sett_network_begin ();
  sett_descriptors_begin ();
  sett_selectors_begin ();
  sett_joutput_begin ();
  sett_rmi_begin (env);
  sett_fork_join_begin ();
  (*env)->PushLocalFrame (env, 64);
  sett_carriers_prepare (env);
  sett_verified_begin ();
  sett_statics_begin (env);
  run (env);
  (*env)->PopLocalFrame (env, NULL);
  if (world.guest)
    return NULL;
  SETT_ASSERT (world.log->count <= world.log->room && !world.open);
  shared->events += world.log->count;
  if (world.log->count > shared->longest)
    shared->longest = world.log->count;
  if (world.log->thread_count > shared->most_threads)
    shared->most_threads = world.log->thread_count;
  shared->beat++;
  return world.log;
}
