/* Objects that are exported: see rmi.h.

   To searches such an object has a word, which calls look at and its end
   changes; another one says whether the object itself is exported, for whoever
   passes it on.  A port of the program's choice is held by a socket of the
   network's model that nobody can connect to.  What always holds: a process
   with an object that is exported, or was while a call of it still runs, has a
   thread that waits, unless the object is a registry. */

#include "java/agent/rmi_model.h"

#include "base/assert.h"
#include "java/agent/execution_memory.h"
#include "java/agent/injected_failures.h"
#include "java/agent/jdk.h"
#include "java/agent/jdk_sockets.h"
#include "java/agent/jvm_narrator.h"
#include "java/agent/network_model.h"
#include "java/agent/object_numbers.h"
#include "java/agent/reentrant_locks.h"
#include "java/agent/scheduler.h"
#include "java/agent/stack_frames.h"
#include "java/agent/things.h"
#include "java/agent/thread_operations.h"
#include "java/agent/vector_clocks.h"

#include <errno.h>
#include <stdio.h>

#define SERVER_REF "sun/rmi/server/UnicastServerRef"
#define TARGET "sun/rmi/transport/Target"

/* What the JDK's own objects have as names is below. */
enum { FIRST_ID = 16, EXPORTS_OF_THREAD = 1 << 16, ANY_PORT = 33000 };

/* A port that a process has for its objects. */
typedef struct sett_jdoor {
  struct sett_jdoor *next;
  sett_jsocket *socket;
  unsigned port, process, objects;
} door;

/*------------------------------------------------------------------------*/
/* The thread that keeps a process. */

static void reap (JNIEnv *env, sett_jthread *t) {
  const uint32_t number = sett_keepers_number (t->process);
  if (!sett_jvisible (env, t, SETT_DO_WAIT_CHILD, &sett_remote_calls, number,
                      SETT_EFFECT_RECEIVE, sett_may_leave, 0))
    return;
  sett_jaffect (number, SETT_EFFECT_RECEIVE, 1);
  if (world.narrating)
    sett_narrate_words ("no object is exported any more");
  rmi.keepers[t->process].has_reaper = 0;
}

/* Whoever exports: it is the process's. */
enum { REAPERS = 1 << 25 };

static int keep (JNIEnv *env, sett_jthread *t) {
  const unsigned p = t->process;
  sett_keepers_touch (p);
  rmi.keepers[p].objects++;
  if (rmi.keepers[p].has_reaper)
    return 1;
  rmi.keepers[p].has_reaper = 1;
  return sett_rmi_start (env, t, p, p, REAPERS + rmi.keepers[p].reapers++,
                         "RMI Reaper", 0, reap) != NULL;
}

/*------------------------------------------------------------------------*/
/* Ports. */

static door *door_of (unsigned port, unsigned process) {
  door *d = rmi.doors;
  while (d &&
         (d->port != port || d->process != process || d->socket->is_closed))
    d = d->next;
  return d;
}

/* False: somebody else has it. */
static int open_door (JNIEnv *env, sett_jthread *t, unsigned port) {
  door *d = door_of (port, t->process);
  if (!d) {
    const sett_jcall call = {.env = env,
                             .thread = t,
                             .socket = sett_network_open (env, t, 0),
                             .place = t->place};
    if (!call.socket || sett_bind_now (&call, port, 0, 0))
      return 0;
    call.socket->is_listener = call.socket->is_for_calls = 1;
    d = sett_jalloc (sizeof *d);
    *d = (door){rmi.doors, call.socket, port, t->process, 0};
    rmi.doors = d;
  }
  d->objects++;
  return 1;
}

static void leave_door (sett_jthread *t, const sett_jexport *x) {
  door *d = x->port ? door_of (x->port, x->process) : NULL;
  if (d && !--d->objects)
    sett_close_now (t, d->socket);
}

/*------------------------------------------------------------------------*/
/* Exporting: the event comes first, and what the JDK does then is muted. */

void JNICALL sett_rmi_export (JNIEnv *env, jclass c, jobject ref,
                              jobject remote, jobject data,
                              jboolean permanent) {
  (void)c, (void)data;
  sett_jthread *t = sett_around (env);
  if (!t || !sett_ref_is_known (env, ref))
    return;
  if (!permanent) /* its constructor may do so, before it is known */
    sett_thing_born (env, t, remote);
  sett_thing *thing = sett_thing_nameless (env, remote);
  const unsigned port = sett_live_port (env, sett_live_of (env, ref));
  const uint32_t number =
      port ? sett_port_number (0, port) : sett_status_number (thing);
  t->spreads = 1;
  const int goes_on =
      sett_jvisible (env, t, SETT_DO_BIND, thing, number, SETT_EFFECT_STORE,
                     NULL, sett_frame_here (env));
  t->spreads = 0;
  if (!goes_on)
    return;
  if (!permanent)
    sett_jaffect (sett_status_number (thing), SETT_EFFECT_STORE, 1);
  if (world.narrating && permanent)
    sett_narrate_words ("make a registry at port %u", port);
  else if (world.narrating)
    sett_narrate_words ("export %s%.*s", thing->name, port ? 16 : 0,
                        sett_port_of (port, 0)->thing.name);
  t->muted++;
}

/* What the JDK has made is known by this. */
static void name_live (JNIEnv *env, jobject live, const sett_jexport *x) {
  static const char class_name[] = "sun/rmi/transport/LiveRef";
  static const char end[] = "sun/rmi/transport/tcp/TCPEndpoint";
  jclass id_class = sett_jclass (env, "java/rmi/server/ObjID");
  jmethodID make_id =
      sett_jmethod (env, "java/rmi/server/ObjID", "<init>", "(I)V", 0);
  jmethodID make_end =
      sett_jmethod (env, end, "<init>", "(Ljava/lang/String;I)V", 0);
  const unsigned port = x->port ? x->port : ANY_PORT + x->process;
  jobject endpoint =
      (*env)->NewObject (env, sett_jclass (env, end), make_end,
                         (*env)->NewStringUTF (env, "127.0.0.1"), (jint)port);
  (*env)->SetObjectField (
      env, live,
      sett_jfield (env, class_name, "ep", "Lsun/rmi/transport/Endpoint;", 0),
      endpoint);
  if (!x->is_permanent)
    (*env)->SetObjectField (
        env, live,
        sett_jfield (env, class_name, "id", "Ljava/rmi/server/ObjID;", 0),
        (*env)->NewObject (env, id_class, make_id, (jint)x->id));
}

static sett_jexport *make_export (JNIEnv *env, sett_jthread *t, jobject target,
                                  jobject remote, unsigned port) {
  sett_jexport *x = sett_jalloc (sizeof *x);
  *x = (sett_jexport){
      .next = rmi.exports,
      .id = t->number * EXPORTS_OF_THREAD + FIRST_ID + t->exports++,
      .process = t->process,
      .object = (*env)->NewGlobalRef (env, remote),
      .target = (*env)->NewGlobalRef (env, target),
      .thing = sett_thing_nameless (env, remote),
      .port = port,
      .is_exported = 1,
      .is_permanent = (*env)->GetBooleanField (
          env, target, sett_jfield (env, TARGET, "permanent", "Z", 0))};
  sett_clock_release (t, &x->clock);
  return rmi.exports = x;
}

/* The same again, or one more registry at the port. */
static const char *why_not (JNIEnv *env, jobject target, jobject remote,
                            unsigned port) {
  const int permanent = (*env)->GetBooleanField (
      env, target, sett_jfield (env, TARGET, "permanent", "Z", 0));
  const sett_jthread *t = sett_jself_any ();
  const sett_jexport *other = permanent ? sett_export_at (port) : NULL;
  return other && other->process == t->process
             ? "internal error: ObjID already in use"
         : sett_export_of (env, remote) ? "object already exported"
                                        : NULL;
}

void JNICALL sett_rmi_add (JNIEnv *env, jclass c, jobject live,
                           jobject target) {
  (void)c;
  sett_jthread *t = sett_jself_any ();
  if (!t || world.over)
    return;
  const unsigned port = sett_live_port (env, live);
  jobject remote =
      sett_rmi_call (env, target, TARGET, "getImpl", "()Ljava/rmi/Remote;");
  const char *why = why_not (env, target, remote, port);
  if (why) {
    sett_throw (env, "java/rmi/server/ExportException", why);
    return;
  }
  if (port && !open_door (env, t, port)) {
    char text[48];
    snprintf (text, sizeof text, "Port already in use: %u", port);
    if (!world.over)
      sett_throw_caused (env, "java/rmi/server/ExportException", text,
                         "java/net/BindException", "Address already in use");
    return;
  }
  const sett_jexport *x = make_export (env, t, target, remote, port);
  name_live (env, live, x);
  sett_crash_expose ();
  if (!x->is_permanent)
    keep (env, t);
}

/*------------------------------------------------------------------------*/
/* The end of it. */

static void withdraw (sett_jthread *t, sett_jexport *x) {
  SETT_ASSERT (x->is_exported && t->number == world.current);
  sett_jaffect (sett_export_number (x), SETT_EFFECT_STORE, 1);
  x->is_exported = 0;
  leave_door (t, x);
  sett_crash_expose ();
  if (!x->is_permanent && !x->calls)
    sett_keepers_let_go (x->process);
}

/* The JDK answers a call first and notes after that that it is over.  So one
   that was answered may be seen to run still, once; or all are over. */
static int has_calls (sett_jexport *x) {
  if (x->calls || !x->answered)
    return x->calls != 0;
  const int still = sett_jalternative (2) != 0;
  x->answered = still ? x->answered - 1 : 0;
  return still;
}

jboolean JNICALL sett_rmi_unexport (JNIEnv *env, jclass c, jobject remote,
                                    jboolean force) {
  (void)c;
  sett_jthread *t = sett_rmi_caller (env);
  if (!t || !remote)
    return JNI_FALSE;
  sett_thing *thing = sett_thing_nameless (env, remote);
  const uint32_t number = sett_status_number (sett_thing_of (env, remote));
  t->spreads = 1;
  const int goes_on =
      sett_jvisible (env, t, SETT_DO_CLOSE, thing, number, SETT_EFFECT_STORE,
                     NULL, sett_frame_here (env));
  t->spreads = 0;
  if (!goes_on)
    return JNI_FALSE;
  sett_jaffect (number, SETT_EFFECT_STORE, 1);
  if (world.narrating)
    sett_narrate_words ("unexport %s", thing->name);
  sett_jexport *x = sett_export_of (env, remote);
  if (!x) {
    sett_throw (env, "java/rmi/NoSuchObjectException", "object not exported");
    return JNI_FALSE;
  }
  if (!force && has_calls (x)) {
    sett_jaffect (sett_export_number (x), SETT_EFFECT_STORE, 1);
    if (world.narrating)
      sett_narrate_failed ();
    return JNI_FALSE;
  }
  withdraw (t, x);
  return JNI_TRUE;
}

/*------------------------------------------------------------------------*/
/* Stubs. */

jobject JNICALL sett_rmi_stub (JNIEnv *env, jclass c, jobject remote) {
  (void)c;
  sett_jthread *t = sett_jself_any ();
  if (t && !t->muted && !world.over && remote) {
    const uint32_t number = sett_status_number (sett_thing_of (env, remote));
    if (!sett_jvisible (env, t, SETT_DO_LOAD, NULL, number, SETT_EFFECT_LOAD,
                        NULL, sett_frame_here (env)))
      return NULL;
    if (world.narrating)
      sett_narrate_words ("get the stub of an object");
  }
  jobject stub = remote ? sett_stub_of (env, remote) : NULL;
  if (!stub && !world.over)
    sett_throw (env, "java/rmi/NoSuchObjectException", "object not exported");
  return stub;
}
