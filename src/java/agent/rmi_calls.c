/* Remote calls: see rmi.h.

   What always holds: a caller waits for one result at a time, so that its
   thread in another process has one call to run at most.  An event that only
   another one makes possible names it as its cause. */

#include "java/agent/rmi_model.h"

#include "base/assert.h"
#include "java/agent/execution_memory.h"
#include "java/agent/injected_failures.h"
#include "java/agent/jdk.h"
#include "java/agent/jdk_sockets.h"
#include "java/agent/jvm_narrator.h"
#include "java/agent/scheduler.h"
#include "java/agent/stack_frames.h"
#include "java/agent/statics.h"
#include "java/agent/things.h"
#include "java/agent/thread_operations.h"
#include "java/agent/vector_clocks.h"
#include "java/classfile/rewrite.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define METHOD "java/lang/reflect/Method"

static void serve (JNIEnv *, sett_jthread *);

/* Behind all that the caller starts itself. */
static sett_jserver *server_for (JNIEnv *env, sett_jthread *t,
                                 unsigned process) {
  enum { SERVERS = 1 << 26 };
  char name[32];
  sett_jserver *s = rmi.servers;
  while (s && (s->caller != t->number || s->process != process))
    s = s->next;
  if (s)
    return s;
  snprintf (name, sizeof name, "RMI(%u)", t->number);
  s = sett_jalloc (sizeof *s);
  *s = (sett_jserver){
      .next = rmi.servers, .caller = t->number, .process = process};
  s->thread = sett_rmi_start (env, t, process, t->number, SERVERS + process,
                              name, 1, serve);
  if (!s->thread)
    return NULL;
  s->thread->serves = s;
  if (world.narrating)
    sett_narrate_hidden (); /* the call says enough */
  return rmi.servers = s;
}

/*------------------------------------------------------------------------*/
/* Names, for reports. */

static void name_request (JNIEnv *env, sett_jrequest *r, jobject method) {
  jclass declaring = sett_rmi_call (env, method, METHOD, "getDeclaringClass",
                                    "()Ljava/lang/Class;");
  jstring class_name = sett_rmi_call (env, declaring, "java/lang/Class",
                                      "getSimpleName", "()Ljava/lang/String;");
  jstring name =
      sett_rmi_call (env, method, METHOD, "getName", "()Ljava/lang/String;");
  const char *a = (*env)->GetStringUTFChars (env, class_name, NULL);
  const char *b = (*env)->GetStringUTFChars (env, name, NULL);
  snprintf (r->name, sizeof r->name, "%.14s.%.14s of %.14s", a, b,
            r->object->thing->name);
  snprintf (r->thing.name, sizeof r->thing.name, "the result of %.33s",
            r->name);
  (*env)->ReleaseStringUTFChars (env, class_name, a);
  (*env)->ReleaseStringUTFChars (env, name, b);
}

/* "call Account.deposit of Account@1 (process bank)" */
static void tell (const sett_jrequest *r, const char *does, const char *then) {
  if (!world.narrating)
    return;
  const unsigned there = r->object->process;
  const char *process = there != world.threads[world.current].process
                            ? world.shared->members[there].name
                            : "";
  sett_narrate_words ("%s %s%s%.20s%s%s", does, r->name,
                      *process ? " (process " : "", process,
                      *process ? ")" : "", then);
}

/*------------------------------------------------------------------------*/
/* The caller. */

static int marshal_all (JNIEnv *env, jobject stream, jobject method,
                        jobjectArray values) {
  jobjectArray types = sett_rmi_call (env, method, METHOD, "getParameterTypes",
                                      "()[Ljava/lang/Class;");
  const jsize count = types ? (*env)->GetArrayLength (env, types) : 0;
  int done = !(*env)->ExceptionCheck (env);
  for (jsize i = 0; i < count && done; i++) {
    jobject type = (*env)->GetObjectArrayElement (env, types, i);
    jobject value = (*env)->GetObjectArrayElement (env, values, i);
    done = sett_marshal_add (env, stream, type, value);
  }
  return done;
}

static jobject keep (JNIEnv *env, jobject object) {
  return object ? (*env)->NewGlobalRef (env, object) : NULL;
}

/* The arguments, in the event that sends them; false: an exception is pending.
 */
static int pack (JNIEnv *env, sett_jrequest *r, jobject method,
                 jobjectArray values) {
  jobject stream = sett_marshal_open (env);
  if (stream && marshal_all (env, stream, method, values))
    r->arguments = keep (env, sett_marshal_close (env, stream));
  if (world.over)
    return 0;
  if (r->arguments)
    return 1;
  jthrowable thrown = sett_take_exception (env);
  const int is_input = (*env)->IsInstanceOf (
      env, thrown, sett_jclass (env, "java/io/IOException"));
  (*env)->Throw (env, thrown);
  if (is_input)
    sett_throw_remote (env, "java/rmi/MarshalException",
                       "error marshalling arguments");
  return 0;
}

/* It is there, and has nothing to do. */
static void hand_over (sett_jthread *t, sett_jserver *s, sett_jrequest *r) {
  SETT_ASSERT (!s->waiting);
  s->waiting = r;
  r->sent = sett_jnow ();
  s->thread->object_number = sett_export_number (r->object);
  s->thread->intent = SETT_EFFECT_LOAD;
  sett_clock_pass (t, s->thread);
  if (s->thread->time < t->time)
    s->thread->time = t->time;
  sett_crash_expose ();
}

static jobject read_value (JNIEnv *env, const sett_jrequest *r, jclass type) {
  jobject stream = sett_unmarshal_open (env, r->reply);
  return stream ? sett_unmarshal_next (env, stream, type) : NULL;
}

/* As the JDK does it: with the stacks of both sides. */
static void throw_answer (JNIEnv *env, const sett_jrequest *r) {
  static const char call[] = "sun/rmi/transport/StreamRemoteCall";
  jobject thrown = read_value (env, r, sett_jclass (env, "java/lang/Object"));
  if (!thrown) {
    if (!world.over)
      sett_throw_remote (env, "java/rmi/UnmarshalException",
                         "Error unmarshaling return");
    return;
  }
  jobject stands_for = (*env)->AllocObject (env, sett_jclass (env, call));
  sett_rmi_call (env, stands_for, call, "exceptionReceivedFromServer",
                 "(Ljava/lang/Exception;)V", thrown);
}

static jobject take_answer (JNIEnv *env, const sett_jrequest *r,
                            jobject method) {
  if (r->is_lost) {
    sett_throw_caused (env, "java/rmi/UnmarshalException",
                       "Error unmarshaling return header",
                       "java/io/EOFException", NULL);
    return NULL;
  }
  if (r->is_exception) {
    throw_answer (env, r);
    return NULL;
  }
  jclass type = sett_rmi_call (env, method, METHOD, "getReturnType",
                               "()Ljava/lang/Class;");
  if (!(*env)->GetArrayLength (env, r->reply))
    return NULL; /* nothing */
  jobject value = read_value (env, r, type);
  if ((*env)->ExceptionCheck (env) && !world.over)
    sett_throw_remote (env, "java/rmi/UnmarshalException",
                       "error unmarshalling return");
  return value;
}

/* The other half of a call. */
static jobject await_answer (JNIEnv *env, sett_jthread *t, sett_jserver *s,
                             sett_jrequest *r, jobject method) {
  t->call = r;
  t->second = s->thread;
  if (!sett_jvisible (env, t, SETT_DO_WAIT_CHILD, &r->thing, 0, 0,
                      sett_has_answer, sett_frame_here (env)))
    return NULL;
  sett_jevent ()->cause = r->answered - 1;
  if (!r->is_lost)
    sett_clock_pass (s->thread, t);
  if (t->time < s->thread->time)
    t->time = s->thread->time;
  tell (r, "get the result of",
        r->is_lost || r->is_exception ? ": an exception" : "");
  return take_answer (env, r, method);
}

static sett_jrequest *make_request (JNIEnv *env, sett_jexport *x,
                                    jobject method, jlong hash) {
  sett_jrequest *r = sett_jalloc (sizeof *r);
  *r = (sett_jrequest){.another = rmi.requests, .object = x, .hash = hash};
  r->thing.owner = -1;
  if (world.narrating)
    name_request (env, r, method);
  return rmi.requests = r;
}

static jobject call (JNIEnv *env, sett_jthread *t, sett_jrequest *r,
                     jobject live, jobject method, jobjectArray values) {
  const uint32_t number = sett_export_number (r->object);
  t->spreads = 1; /* to objects that are passed */
  const int goes_on =
      sett_jvisible (env, t, SETT_DO_ENTER, &r->thing, number, SETT_EFFECT_LOAD,
                     NULL, sett_frame_here (env));
  t->spreads = 0;
  if (!goes_on)
    return NULL;
  sett_jaffect (number, SETT_EFFECT_LOAD, 1);
  tell (r, "call", "");
  if (!sett_export_is_there (r->object)) {
    if (world.narrating)
      sett_narrate_error (ECONNREFUSED);
    sett_throw_refused (env, live);
    return NULL;
  }
  sett_jserver *s = pack (env, r, method, values)
                        ? server_for (env, t, r->object->process)
                        : NULL;
  if (!s)
    return NULL;
  hand_over (t, s, r);
  return await_answer (env, t, s, r, method);
}

jobject JNICALL sett_rmi_invoke (JNIEnv *env, jclass c, jobject ref,
                                 jobject stub, jobject method,
                                 jobjectArray values, jlong hash) {
  (void)c, (void)stub;
  sett_jthread *t = sett_rmi_caller (env);
  if (!t || !sett_ref_is_known (env, ref))
    return NULL;
  jobject live = sett_live_of (env, ref);
  sett_jexport *x = sett_export_of_id (sett_live_id (env, live));
  if (!x) {
    sett_jnote (1, sett_frame_here (env),
                "a stub is called whose object was never exported here: the "
                "execution ends there");
    sett_jend (SETT_CUT);
    sett_junwind (env);
    return NULL;
  }
  return call (env, t, make_request (env, x, method, hash), live, method,
               values);
}

/*------------------------------------------------------------------------*/
/* The server. */

/* The pending exception as it is sent: java.rmi's rules. */
static jthrowable wrap (JNIEnv *env) {
  jthrowable thrown = sett_take_exception (env);
  const int is_error =
      (*env)->IsInstanceOf (env, thrown, sett_jclass (env, "java/lang/Error"));
  const int is_remote = (*env)->IsInstanceOf (
      env, thrown, sett_jclass (env, "java/rmi/RemoteException"));
  (*env)->Throw (env, thrown);
  if (is_error)
    sett_throw_remote (env, "java/rmi/ServerError",
                       "Error occurred in server thread");
  else if (is_remote)
    sett_throw_remote (env, "java/rmi/ServerException",
                       "RemoteException occurred in server thread");
  return sett_take_exception (env);
}

static jobject find_method (JNIEnv *env, const sett_jrequest *r) {
  static const char ref[] = "sun/rmi/server/UnicastServerRef";
  jobject server = (*env)->GetObjectField (
      env, r->object->target,
      sett_jfield (env, "sun/rmi/transport/Target", "disp",
                   "Lsun/rmi/server/Dispatcher;", 0));
  jobject map = (*env)->GetObjectField (
      env, server,
      sett_jfield (env, ref, "hashToMethod_Map", "Ljava/util/Map;", 0));
  jobject hash = (*env)->CallStaticObjectMethod (
      env, sett_jclass (env, "java/lang/Long"),
      sett_jmethod (env, "java/lang/Long", "valueOf", "(J)Ljava/lang/Long;", 1),
      r->hash);
  jobject found =
      sett_rmi_call (env, map, "java/util/Map", "get",
                     "(Ljava/lang/Object;)Ljava/lang/Object;", hash);
  if (!found)
    sett_throw_remote (env, "java/rmi/UnmarshalException",
                       "unrecognized method hash: method not supported by "
                       "remote object");
  return found;
}

static jobjectArray unpack (JNIEnv *env, const sett_jrequest *r,
                            jobject method) {
  jobjectArray types = sett_rmi_call (env, method, METHOD, "getParameterTypes",
                                      "()[Ljava/lang/Class;");
  const jsize count = (*env)->GetArrayLength (env, types);
  jobjectArray values = (*env)->NewObjectArray (
      env, count, sett_jclass (env, "java/lang/Object"), NULL);
  jobject stream = sett_unmarshal_open (env, r->arguments);
  for (jsize i = 0; i < count && !(*env)->ExceptionCheck (env); i++) {
    jobject type = (*env)->GetObjectArrayElement (env, types, i);
    jobject value = sett_unmarshal_next (env, stream, type);
    if (!(*env)->ExceptionCheck (env))
      (*env)->SetObjectArrayElement (env, values, i, value);
  }
  if (!(*env)->ExceptionCheck (env) || world.over)
    return values;
  sett_throw_remote (env, "java/rmi/UnmarshalException",
                     "error unmarshalling arguments");
  return NULL;
}

/* What the method has thrown, rather than that it has. */
static void uncover (JNIEnv *env) {
  static const char name[] = "java/lang/reflect/InvocationTargetException";
  jthrowable thrown = sett_take_exception (env);
  if (thrown && (*env)->IsInstanceOf (env, thrown, sett_jclass (env, name)))
    thrown = sett_rmi_call (env, thrown, name, "getTargetException",
                            "()Ljava/lang/Throwable;");
  if (thrown)
    (*env)->Throw (env, thrown);
}

/* Threads of the program that run its code have its class loader. */
static void set_loader (JNIEnv *env, const sett_jthread *t,
                        const sett_jrequest *r) {
  jobject loader = (*env)->GetObjectField (
      env, r->object->target,
      sett_jfield (env, "sun/rmi/transport/Target", "ccl",
                   "Ljava/lang/ClassLoader;", 0));
  sett_rmi_call (env, t->object, "java/lang/Thread", "setContextClassLoader",
                 "(Ljava/lang/ClassLoader;)V", loader);
}

/* Runs the method; its result, or an exception is pending. */
static jobject perform (JNIEnv *env, const sett_jthread *t,
                        const sett_jrequest *r, jobject *method) {
  set_loader (env, t, r);
  *method = find_method (env, r);
  jobjectArray values = *method ? unpack (env, r, *method) : NULL;
  if (!values || world.over)
    return NULL;
  jmethodID invoke = sett_jmethod (
      env, METHOD, "invoke",
      "(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;", 0);
  jobject result = (*env)->CallObjectMethod (env, *method, invoke,
                                             r->object->object, values);
  if (!world.over)
    uncover (env);
  return (*env)->ExceptionCheck (env) ? NULL : result;
}

/* What cannot be sent is told the caller by the stream itself. */
static jbyteArray write_reply (JNIEnv *env, jclass type, jobject value) {
  jobject stream = sett_marshal_open (env);
  sett_marshal_add (env, stream, type, value);
  if (world.over)
    return NULL;
  (*env)->ExceptionClear (env);
  return sett_marshal_close (env, stream);
}

static int is_void (JNIEnv *env, jclass type) {
  jstring name = sett_rmi_call (env, type, "java/lang/Class", "getName",
                                "()Ljava/lang/String;");
  const char *utf = (*env)->GetStringUTFChars (env, name, NULL);
  const int found = !strcmp (utf, "void");
  (*env)->ReleaseStringUTFChars (env, name, utf);
  return found;
}

/* The present event returns from the call. */
static void reply (JNIEnv *env, sett_jrequest *r, jobject method,
                   jobject result, jthrowable thrown) {
  jclass type = sett_jclass (env, "java/lang/Object");
  if (!thrown)
    type = sett_rmi_call (env, method, METHOD, "getReturnType",
                          "()Ljava/lang/Class;");
  jbyteArray bytes = !thrown && is_void (env, type)
                         ? (*env)->NewByteArray (env, 0)
                         : write_reply (env, type, thrown ? thrown : result);
  if (world.over)
    return;
  r->is_exception = thrown != NULL;
  r->reply = keep (env, bytes);
  r->answered = sett_jnow () + 1;
  sett_crash_expose ();
}

/* One that is not there any more. */
static jthrowable no_such_object (JNIEnv *env) {
  sett_throw (env, "java/rmi/NoSuchObjectException", "no such object in table");
  return sett_take_exception (env);
}

static void run_call (JNIEnv *env, sett_jthread *t, sett_jrequest *r) {
  sett_jexport *x = r->object;
  const uint32_t number = sett_export_number (x);
  jobject method = NULL;
  if (!x->is_exported) {
    reply (env, r, NULL, NULL, no_such_object (env));
    return;
  }
  x->calls++;
  sett_clock_acquire (t, x->clock);
  jobject result = perform (env, t, r, &method);
  if (world.over)
    return;
  jthrowable thrown = (*env)->ExceptionCheck (env) ? wrap (env) : NULL;
  t->spreads = 1;
  const int goes_on = sett_jvisible (env, t, SETT_DO_SEND, &r->thing, number,
                                     SETT_EFFECT_LOAD, NULL, 0);
  t->spreads = 0;
  if (!goes_on)
    return;
  sett_jaffect (number, SETT_EFFECT_LOAD, 1);
  tell (r, "return from", thrown ? ": an exception" : "");
  reply (env, r, method, result, thrown);
  sett_export_leave (t, x);
}

static int has_request (const sett_jthread *t) {
  return t->serves->waiting != NULL;
}

/* False: the execution is over. */
static int serve_one (JNIEnv *env, sett_jthread *t) {
  sett_jserver *s = t->serves;
  const sett_jrequest *next = s->waiting;
  if (!sett_jvisible (env, t, SETT_DO_WAIT_CHILD, &sett_remote_calls,
                      next ? sett_export_number (next->object) : 0,
                      SETT_EFFECT_LOAD, has_request, 0))
    return 0;
  sett_jrequest *r = s->waiting;
  s->waiting = NULL;
  sett_jevent ()->cause = r->sent;
  tell (r, "run", r->object->is_exported ? "" : ": it is not exported");
  sett_jaffect (sett_export_number (r->object), SETT_EFFECT_LOAD, 1);
  if ((*env)->PushLocalFrame (env, 64))
    return 0;
  run_call (env, t, r);
  (*env)->PopLocalFrame (env, NULL);
  return !world.over;
}

static void serve (JNIEnv *env, sett_jthread *t) {
  while (serve_one (env, t))
    ;
}

/* Who is in a call? */
jobject JNICALL sett_rmi_client (JNIEnv *env, jclass c) {
  (void)c;
  const sett_jthread *t = sett_jself_any ();
  if (t && t->serves)
    return (*env)->NewStringUTF (env, "127.0.0.1");
  sett_throw (env, "java/rmi/server/ServerNotActiveException",
              "not in a remote call");
  return NULL;
}
