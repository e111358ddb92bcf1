/* What there is of RMI in an execution, and what others ask about it: see
   rmi.h. Nothing here starts a thread or an event.  What always holds: a
   process with an object that is exported, or was while a call of it still
   runs, has keepers, unless the object is a registry. */

#include "java/agent/rmi_model.h"

#include "base/assert.h"
#include "java/agent/jdk.h"
#include "java/agent/object_numbers.h"
#include "java/agent/scheduler.h"
#include "java/agent/things.h"

#define TARGET "sun/rmi/transport/Target"

sett_rmi rmi;
sett_thing sett_remote_calls = {.owner = -1, .name = "remote calls"};

/*------------------------------------------------------------------------*/
/* Finding. */

sett_jexport *sett_export_of_id (jlong id) {
  sett_jexport *x = rmi.exports;
  while (x && (x->is_permanent || x->id != id))
    x = x->next;
  return x;
}

sett_jexport *sett_export_of (JNIEnv *env, jobject remote) {
  sett_jexport *x = rmi.exports;
  while (x &&
         (!x->is_exported || !(*env)->IsSameObject (env, x->object, remote)))
    x = x->next;
  return x;
}

sett_jexport *sett_export_at (unsigned port) {
  sett_jexport *x = rmi.exports;
  while (x && (!x->is_permanent || !x->is_exported || x->port != port))
    x = x->next;
  return x;
}

uint32_t sett_export_number (const sett_jexport *x) {
  return sett_object_number (x->id, SETT_NUMBER_REMOTE, 0);
}

int sett_export_is_there (const sett_jexport *x) {
  return !world.processes[x->process].ended;
}

/* Is the object exported? */
uint32_t sett_status_number (sett_thing *thing) {
  enum { EXPORTED = -2 };
  return sett_thing_memory (thing, sett_thing_cell (thing, EXPORTED));
}

uint32_t sett_keepers_number (unsigned process) {
  return sett_object_number (process, SETT_NUMBER_KEEPERS, 0);
}

void sett_keepers_touch (unsigned process) {
  sett_jaffect (sett_keepers_number (process), SETT_EFFECT_STORE,
                !rmi.keepers[process].objects);
}

void sett_keepers_let_go (unsigned process) {
  sett_keepers_touch (process);
  SETT_ASSERT (rmi.keepers[process].objects);
  rmi.keepers[process].objects--;
}

void sett_export_leave (const sett_jthread *t, sett_jexport *x) {
  SETT_ASSERT (x->calls && t->process == x->process);
  x->calls--;
  x->answered++;
  if (!x->is_exported && !x->is_permanent && !x->calls)
    sett_keepers_let_go (x->process);
}

/*------------------------------------------------------------------------*/
/* Guards, and what they tell. */

int sett_may_leave (const sett_jthread *t) {
  return !rmi.keepers[t->process].objects;
}

int sett_never (const sett_jthread *t) {
  (void)t;
  return 0;
}

int sett_has_answer (const sett_jthread *t) {
  return t->call->answered != 0;
}

int sett_rmi_rests (const sett_jthread *t) {
  return t->guard == sett_may_leave || t->guard == sett_never;
}

int sett_rmi_waits (const sett_jthread *t) {
  return t->guard == sett_has_answer;
}

/*------------------------------------------------------------------------*/
/* The end of a process. */

/* ...and nobody will answer. */
static void lose_calls (const sett_jthread *t) {
  for (sett_jrequest *r = rmi.requests; r; r = r->another)
    if (r->object->process == t->process && r->arguments && !r->answered) {
      r->is_lost = 1;
      r->answered = sett_jnow () + 1;
    }
}

void sett_rmi_process_end (sett_jthread *t) {
  for (sett_jexport *x = rmi.exports; x; x = x->next)
    if (x->process == t->process) {
      sett_jaffect (sett_export_number (x), SETT_EFFECT_STORE, 1);
      x->is_exported = 0;
    }
  lose_calls (t);
}

/*------------------------------------------------------------------------*/
/* Stubs. */

/* An object of the program's that is passed on, if it is exported. */
jobject sett_stub_of (JNIEnv *env, jobject remote) {
  sett_jthread *t = sett_jself_any ();
  const sett_jexport *x = t ? sett_export_of (env, remote) : NULL;
  if (t && world.log->count && !(x && x->is_permanent))
    sett_jaffect (sett_status_number (sett_thing_of (env, remote)),
                  SETT_EFFECT_LOAD, 1);
  return x ? (*env)->GetObjectField (
                 env, x->target,
                 sett_jfield (env, TARGET, "stub", "Ljava/rmi/Remote;", 0))
           : NULL;
}

/* Not what stubs are made of. */
static int is_exportable (JNIEnv *env, jobject object) {
  static const char *const others[] = {
      "java/rmi/server/RemoteStub", "java/lang/reflect/Proxy",
      "java/rmi/server/RemoteObjectInvocationHandler"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if ((*env)->IsInstanceOf (env, object, sett_jclass (env, others[i])))
      return 0;
  return (*env)->IsInstanceOf (env, object,
                               sett_jclass (env, "java/rmi/Remote"));
}

jobject sett_export_replace (JNIEnv *env, jobject object) {
  jobject stub =
      is_exportable (env, object) ? sett_stub_of (env, object) : NULL;
  return stub ? stub : object;
}

/*------------------------------------------------------------------------*/

/* The JDK counts names of objects for good. */
static void reset_names (JNIEnv *env) {
  enum { FIRST = -32768 };
  static const char uid[] = "java/rmi/server/UID";
  jfieldID field = sett_jfield (env, uid, "lastCount", "S", 1);
  if (field)
    (*env)->SetStaticShortField (env, sett_jclass (env, uid), field, FIRST);
}

static int was_used;

void sett_rmi_begin (JNIEnv *env) {
  if (was_used)
    reset_names (env);
  rmi.exports = NULL;
  rmi.doors = NULL;
  rmi.requests = NULL;
  rmi.servers = NULL;
  for (unsigned p = 0; p < world.process_count; p++)
    rmi.keepers[p].objects = rmi.keepers[p].reapers = 0,
    rmi.keepers[p].has_reaper = 0;
}

void sett_rmi_release (JNIEnv *env) {
  for (const sett_jexport *x = rmi.exports; x; x = x->next) {
    was_used = 1;
    (*env)->DeleteGlobalRef (env, x->object);
    (*env)->DeleteGlobalRef (env, x->target);
  }
  for (const sett_jrequest *r = rmi.requests; r; r = r->another) {
    if (r->arguments)
      (*env)->DeleteGlobalRef (env, r->arguments);
    if (r->reply)
      (*env)->DeleteGlobalRef (env, r->reply);
  }
}
