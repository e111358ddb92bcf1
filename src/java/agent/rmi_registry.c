/* Registries: see rmi.h.

   The names of one are in the table of the JDK's own object, which belongs to
   the process that has made it.  Whoever asks does so in one event: it looks at
   the port, and at the name or the list of all names, or changes them.  What is
   bound over the network is a stub; who looks it up gets a copy, of classes of
   its own, unless it is the registry's own process and has bound it there. */

#include "java/agent/rmi_model.h"

#include "base/assert.h"
#include "java/agent/injected_failures.h"
#include "java/agent/jdk.h"
#include "java/agent/jdk_sockets.h"
#include "java/agent/jvm_narrator.h"
#include "java/agent/network_model.h"
#include "java/agent/object_numbers.h"
#include "java/agent/scheduler.h"
#include "java/agent/stack_frames.h"
#include "java/agent/vector_clocks.h"

#include <stdio.h>
#include <stdlib.h>

#define REGISTRY "sun/rmi/registry/RegistryImpl"
#define TABLE "java/util/Hashtable"

/* What is done to one. */
typedef struct inquiry {
  JNIEnv *env;
  sett_jthread *thread;
  jobject registry; /* itself, or a stub */
  jobject live;     /* where a stub leads; null: it is itself */
  unsigned port;
  jstring name;         /* or null */
  const char *words;    /* "look up" */
  sett_effect_kind how; /* it has an effect on the name */
} inquiry;

/*------------------------------------------------------------------------*/
/* Words, for searches. */

static uint32_t list_number (const inquiry *q) {
  return sett_object_number (q->port, SETT_NUMBER_NAMES, 0);
}

/* Names with the same hash are the same: more depends then, not less. */
static uint32_t name_number (const inquiry *q) {
  JNIEnv *env = q->env;
  const char *utf = (*env)->GetStringUTFChars (env, q->name, NULL);
  uint32_t hash = 2166136261u;
  for (const char *at = utf; *at; at++)
    hash = (hash ^ (unsigned char)*at) * 16777619u;
  (*env)->ReleaseStringUTFChars (env, q->name, utf);
  return sett_object_number ((uint64_t)q->port << 32 | hash, SETT_NUMBER_NAMES,
                             1);
}

static uint32_t number_of (const inquiry *q) {
  return q->name ? name_number (q) : list_number (q);
}

/*------------------------------------------------------------------------*/
/* The table. */

static jobject table_of (const inquiry *q, const sett_jexport *x) {
  jobject registry = q->live ? x->object : q->registry;
  return (*q->env)->GetObjectField (
      q->env, registry,
      sett_jfield (q->env, REGISTRY, "bindings", "L" TABLE ";", 0));
}

static jobject get (const inquiry *q, jobject table) {
  return sett_rmi_call (q->env, table, TABLE, "get",
                        "(Ljava/lang/Object;)Ljava/lang/Object;", q->name);
}

static void put (const inquiry *q, jobject table, jobject object) {
  sett_rmi_call (q->env, table, TABLE, "put",
                 "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;",
                 q->name, object);
}

/*------------------------------------------------------------------------*/
/* Asking. */

static int is_stub (JNIEnv *env, jobject registry) {
  return (*env)->IsInstanceOf (env, registry,
                               sett_jclass (env, "java/rmi/server/RemoteStub"));
}

static jobject ref_of (JNIEnv *env, jobject registry) {
  return (*env)->GetObjectField (
      env, registry,
      sett_jfield (env, "java/rmi/server/RemoteObject", "ref",
                   "Ljava/rmi/server/RemoteRef;", 0));
}

/* False: an exception is pending. */
static int begin (JNIEnv *env, jobject registry, jstring name,
                  const char *words, sett_effect_kind how, inquiry *q) {
  sett_jthread *t = sett_rmi_caller (env);
  if (!t)
    return 0;
  jobject ref = ref_of (env, registry);
  if (!sett_ref_is_known (env, ref))
    return 0;
  jobject live = sett_live_of (env, ref);
  *q = (inquiry){.env = env,
                 .thread = t,
                 .registry = registry,
                 .live = is_stub (env, registry) ? live : NULL,
                 .port = sett_live_port (env, live),
                 .name = name,
                 .words = words,
                 .how = how};
  return 1;
}

static int needs_name (JNIEnv *env, jstring name) {
  if (!name)
    sett_throw_plain (env, "java/lang/NullPointerException");
  return name != NULL;
}

/* `so`: what comes of it. */
static void tell (const inquiry *q, const char *so) {
  JNIEnv *env = q->env;
  if (!world.narrating)
    return;
  const char *utf =
      q->name ? (*env)->GetStringUTFChars (env, q->name, NULL) : NULL;
  if (utf)
    sett_narrate_words ("%s \"%.40s\" in the registry at port %u%s", q->words,
                        utf, q->port, so);
  else
    sett_narrate_words ("%s of the registry at port %u%s", q->words, q->port,
                        so);
  if (utf)
    (*env)->ReleaseStringUTFChars (env, q->name, utf);
}

/* A port of something else would not understand. */
static int is_strange (const inquiry *q) {
  const sett_jport *p = sett_port_of (q->port, 0);
  if (!p->holder || p->holder->is_for_calls)
    return 0;
  sett_jnote (1, q->thread->place,
              "a registry is asked at the port of a socket: the execution ends "
              "there");
  sett_jend (SETT_CUT);
  sett_junwind (q->env);
  return 1;
}

/* The event; false: it is over, or an exception is pending.  Who has the
   registry itself needs no port. */
static int ask (const inquiry *q, sett_jexport **x) {
  sett_jthread *t = q->thread;
  t->spreads = 1;
  const int goes_on =
      sett_jvisible (q->env, t, SETT_DO_ENTER, NULL, number_of (q), q->how,
                     NULL, sett_frame_here (q->env));
  t->spreads = 0;
  if (!goes_on)
    return 0;
  SETT_ASSERT (t->number == world.current);
  sett_jaffect (number_of (q), q->how, 1);
  tell (q, "");
  *x = NULL;
  if (!q->live)
    return 1;
  const sett_jport *port = sett_port_of (q->port, 0);
  sett_touch_port (port, SETT_EFFECT_LOAD);
  if (is_strange (q))
    return 0;
  *x = sett_export_at (q->port);
  if (*x)
    return 1;
  tell (q, port->holder ? ": there is none" : ": connection refused");
  if (port->holder)
    sett_throw (q->env, "java/rmi/NoSuchObjectException",
                "no such object in table");
  else
    sett_throw_refused (q->env, q->live);
  return 0;
}

/* Whatever those before have done to it happens before. */
static void order (const inquiry *q, const sett_jexport *x) {
  sett_jexport *own = x ? (sett_jexport *)x : sett_export_at (q->port);
  if (!own)
    return;
  sett_clock_acquire (q->thread, own->clock);
  if (q->how != SETT_EFFECT_LOAD)
    sett_clock_release (q->thread, &own->clock);
}

static void change_list (const inquiry *q) {
  sett_jaffect (list_number (q), SETT_EFFECT_ADD, 1);
  sett_crash_expose ();
}

static void throw_named (const inquiry *q, const char *class_name) {
  JNIEnv *env = q->env;
  const char *utf = (*env)->GetStringUTFChars (env, q->name, NULL);
  sett_throw (env, class_name, utf);
  (*env)->ReleaseStringUTFChars (env, q->name, utf);
}

/*------------------------------------------------------------------------*/
/* Copies. */

/* Was it bound in the process of the registry itself? */
static int is_own (const inquiry *q, jobject object) {
  JNIEnv *env = q->env;
  jfieldID field = sett_jfield (env, "java/lang/Thread", "contextClassLoader",
                                "Ljava/lang/ClassLoader;", 0);
  jobject own = (*env)->GetObjectField (env, q->thread->object, field);
  jobject loader = NULL;
  (*world.jvmti)
      ->GetClassLoader (world.jvmti, (*env)->GetObjectClass (env, object),
                        &loader);
  return (*env)->IsSameObject (env, loader, own);
}

/* An object of the caller's classes. */
static jobject copy (JNIEnv *env, jobject object) {
  jclass type = sett_jclass (env, "java/lang/Object");
  jobject out = sett_marshal_open (env);
  jbyteArray bytes = out && sett_marshal_add (env, out, type, object)
                         ? sett_marshal_close (env, out)
                         : NULL;
  jobject in = bytes ? sett_unmarshal_open (env, bytes) : NULL;
  jobject made = in ? sett_unmarshal_next (env, in, type) : NULL;
  if (!made && !world.over)
    sett_throw_remote (env, "java/rmi/UnmarshalException",
                       "error unmarshalling return");
  return made;
}

/* Has the process of the registry the classes of the stub? */
static int is_loadable (JNIEnv *env, const sett_jexport *x, jobject stub) {
  jobject loader = (*env)->GetObjectField (
      env, x->target,
      sett_jfield (env, "sun/rmi/transport/Target", "ccl",
                   "Ljava/lang/ClassLoader;", 0));
  jobjectArray all =
      sett_rmi_call (env, (*env)->GetObjectClass (env, stub), "java/lang/Class",
                     "getInterfaces", "()[Ljava/lang/Class;");
  const jsize count = all ? (*env)->GetArrayLength (env, all) : 0;
  for (jsize i = 0; i < count && !(*env)->ExceptionCheck (env); i++) {
    jstring name =
        sett_rmi_call (env, (*env)->GetObjectArrayElement (env, all, i),
                       "java/lang/Class", "getName", "()Ljava/lang/String;");
    sett_rmi_call (env, loader, "java/lang/ClassLoader", "loadClass",
                   "(Ljava/lang/String;)Ljava/lang/Class;", name);
  }
  if (!(*env)->ExceptionCheck (env))
    return 1;
  sett_throw_remote (env, "java/rmi/UnmarshalException",
                     "error unmarshalling arguments");
  sett_throw_remote (env, "java/rmi/ServerException",
                     "RemoteException occurred in server thread");
  return 0;
}

/* What is bound over the network; null: an exception is pending. */
static jobject send (const inquiry *q, const sett_jexport *x, jobject object) {
  JNIEnv *env = q->env;
  jobject stub = object ? sett_export_replace (env, object) : NULL;
  if (stub && (stub != object ||
               (*env)->IsInstanceOf (
                   env, stub, sett_jclass (env, "java/lang/reflect/Proxy"))))
    return is_loadable (env, x, stub) ? stub : NULL;
  jobject out = object ? sett_marshal_open (env) : NULL;
  if (!object)
    sett_throw_plain (env, "java/lang/NullPointerException");
  else if (!sett_marshal_add (env, out, sett_jclass (env, "java/lang/Object"),
                              object)) {
    if (!world.over)
      sett_throw_remote (env, "java/rmi/MarshalException",
                         "error marshalling arguments");
  } else {
    sett_jnote (1, q->thread->place,
                "an object that is not exported is bound to a name: the "
                "execution ends there");
    sett_jend (SETT_CUT);
    sett_junwind (env);
  }
  return NULL;
}

/*------------------------------------------------------------------------*/
/* Hooks. */

jobject JNICALL sett_registry_lookup (JNIEnv *env, jclass c, jobject registry,
                                      jobject name) {
  (void)c;
  inquiry q;
  sett_jexport *x;
  if (!begin (env, registry, name, "look up", SETT_EFFECT_LOAD, &q) ||
      !needs_name (env, name) || !ask (&q, &x))
    return NULL;
  order (&q, x);
  jobject found = get (&q, table_of (&q, x));
  if (!found) {
    tell (&q, ": it is not bound");
    throw_named (&q, "java/rmi/NotBoundException");
    return NULL;
  }
  return !q.live && is_own (&q, found) ? found : copy (env, found);
}

static void bind (JNIEnv *env, jobject registry, jobject name, jobject object,
                  int replaces) {
  inquiry q;
  sett_jexport *x;
  if (!begin (env, registry, name, replaces ? "rebind" : "bind",
              SETT_EFFECT_STORE, &q) ||
      !needs_name (env, name) || !ask (&q, &x))
    return;
  order (&q, x);
  jobject table = table_of (&q, x),
          sent = q.live ? send (&q, x, object) : object;
  if ((*env)->ExceptionCheck (env) || world.over)
    return;
  const int known = get (&q, table) != NULL;
  if (known && !replaces) {
    tell (&q, ": it is bound already");
    throw_named (&q, "java/rmi/AlreadyBoundException");
    return;
  }
  if (!known)
    change_list (&q);
  sett_crash_expose ();
  put (&q, table, sent);
}

void JNICALL sett_registry_bind (JNIEnv *env, jclass c, jobject registry,
                                 jobject name, jobject object) {
  (void)c;
  bind (env, registry, name, object, 0);
}

void JNICALL sett_registry_rebind (JNIEnv *env, jclass c, jobject registry,
                                   jobject name, jobject object) {
  (void)c;
  bind (env, registry, name, object, 1);
}

void JNICALL sett_registry_unbind (JNIEnv *env, jclass c, jobject registry,
                                   jobject name) {
  (void)c;
  inquiry q;
  sett_jexport *x;
  if (!begin (env, registry, name, "unbind", SETT_EFFECT_STORE, &q) ||
      !needs_name (env, name) || !ask (&q, &x))
    return;
  order (&q, x);
  jobject table = table_of (&q, x);
  if (!get (&q, table)) {
    tell (&q, ": it is not bound");
    throw_named (&q, "java/rmi/NotBoundException");
    return;
  }
  change_list (&q);
  sett_rmi_call (env, table, TABLE, "remove",
                 "(Ljava/lang/Object;)Ljava/lang/Object;", name);
}

/* In the order in which the JDK has them. */
jobject JNICALL sett_registry_list (JNIEnv *env, jclass c, jobject registry) {
  (void)c;
  inquiry q;
  sett_jexport *x;
  if (!begin (env, registry, NULL, "list the names", SETT_EFFECT_LOAD, &q) ||
      !ask (&q, &x))
    return NULL;
  order (&q, x);
  jobject table = table_of (&q, x);
  jobject keys =
      sett_rmi_call (env, table, TABLE, "keySet", "()Ljava/util/Set;");
  jobjectArray all = sett_rmi_call (env, keys, "java/util/Set", "toArray",
                                    "()[Ljava/lang/Object;");
  const jsize count = (*env)->GetArrayLength (env, all);
  jobjectArray names =
      (*env)->NewObjectArray (env, count, jdk.string_class, NULL);
  for (jsize i = 0; i < count; i++)
    (*env)->SetObjectArrayElement (env, names, count - 1 - i,
                                   (*env)->GetObjectArrayElement (env, all, i));
  return names;
}

/*------------------------------------------------------------------------*/
/* The program rmiregistry: it makes one, and rests. */

void JNICALL sett_registry_main (JNIEnv *env, jclass c,
                                 jobjectArray arguments) {
  (void)c;
  static const char name[] = "java/rmi/registry/LocateRegistry";
  enum { USUAL = 1099 };
  sett_jthread *t = sett_rmi_caller (env);
  if (!t)
    return;
  jstring word = (*env)->GetArrayLength (env, arguments)
                     ? (*env)->GetObjectArrayElement (env, arguments, 0)
                     : NULL;
  const char *utf = word ? (*env)->GetStringUTFChars (env, word, NULL) : NULL;
  const int port = utf ? atoi (utf) : USUAL;
  if (utf)
    (*env)->ReleaseStringUTFChars (env, word, utf);
  (*env)->CallStaticObjectMethod (
      env, sett_jclass (env, name),
      sett_jmethod (env, name, "createRegistry",
                    "(I)Ljava/rmi/registry/Registry;", 1),
      (jint)port);
  if (!(*env)->ExceptionCheck (env))
    sett_jvisible (env, t, SETT_DO_WAIT_CHILD, &sett_remote_calls, 0, 0,
                   sett_never, 0);
}
