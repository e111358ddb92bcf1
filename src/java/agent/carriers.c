/* What always holds: a carrier is in `idle` if and only if it waits for its
   next thread; who takes it out of there gives it one.

   The place that says who a thread is holds the address of an object, which
   the garbage collector may move: it is written while that must not run. */

#include "java/agent/carriers.h"

#include "base/assert.h"
#include "java/agent/jdk.h"
#include "java/agent/vm_structs.h"
#include "java/classfile/rewrite.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct carrier {
  struct carrier *next; /* in `idle` */
  jobject itself;       /* its own Thread */
  jlong machine;        /* what the virtual machine has of it */
  void **identity;      /* where that says who it is */
  sem_t wanted;
  sett_jthread *thread;     /* that it runs... */
  sett_life_begins *begins; /* ...and how that begins and ends */
  sett_life_ends *ends;
} carrier;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static carrier *idle;
static unsigned made, wanted;
static volatile int retired;

static struct {
  int is_open;        /* -1: it was tried in vain */
  size_t identity_at; /* in what the virtual machine has of a thread */
  jclass class;
  jmethodID make, run, uncaught, exit;
  jfieldID status, stack_size;
  jarray fence; /* see above */
} java;

/*------------------------------------------------------------------------*/
/* Who a thread is. */

/* The collector waits until it is called the second time. */
static void *hold_collector (JNIEnv *env) {
  return (*env)->GetPrimitiveArrayCritical (env, java.fence, NULL);
}

static void release_collector (JNIEnv *env, void *held) {
  (*env)->ReleasePrimitiveArrayCritical (env, java.fence, held, JNI_ABORT);
}

/* A reference is the address of a place with the object's address. */
static int has_identity (JNIEnv *env, const carrier *c, jobject object) {
  void *held = hold_collector (env);
  const int same = held && *c->identity == *(void **)object;
  if (held)
    release_collector (env, held);
  return same;
}

static void set_identity (JNIEnv *env, const carrier *c, jobject object) {
  void *held = hold_collector (env);
  if (!held)
    sett_jgive_up ("out of memory of the Java virtual machine");
  *c->identity = *(void **)object;
  release_collector (env, held);
}

/*------------------------------------------------------------------------*/
/* A life of a thread of the program, as the virtual machine lets one live. */

enum { RUNNABLE = 5, TERMINATED = 2 }; /* Thread.threadStatus */

static void end_life (JNIEnv *env, jobject object) {
  (*env)->CallVoidMethod (env, object, java.exit);
  (*env)->ExceptionClear (env);
}

/* Nobody who is controlled waits there. */
static void tell_joiners (JNIEnv *env, jobject object) {
  (*env)->MonitorEnter (env, object);
  (*env)->SetIntField (env, object, java.status, TERMINATED);
  (*env)->SetLongField (env, object, jdk.thread_itself, 0);
  jdk.real_notify_all (env, object);
  (*env)->MonitorExit (env, object);
  (*env)->ExceptionClear (env);
}

static void live (JNIEnv *env, const carrier *c, jobject object) {
  set_identity (env, c, object);
  c->begins (env, c->thread);
  (*env)->CallVoidMethod (env, object, java.run);
  jthrowable thrown = (*env)->ExceptionOccurred (env);
  (*env)->ExceptionClear (env);
  if (thrown && !world.over)
    (*env)->CallVoidMethod (env, object, java.uncaught, thrown);
  (*env)->ExceptionClear (env);
  end_life (env, object);
  c->ends (env);
  tell_joiners (env, object);
  set_identity (env, c, c->itself);
}

static void rest (carrier *c) {
  pthread_mutex_lock (&lock);
  c->thread = NULL;
  c->next = idle;
  idle = c;
  pthread_mutex_unlock (&lock);
}

static void JNICALL carry (JNIEnv *env, jobject itself) {
  carrier *c = calloc (1, sizeof *c);
  if (!c)
    return;
  sem_init (&c->wanted, 0, 0);
  c->itself = (*env)->NewGlobalRef (env, itself);
  c->machine = (*env)->GetLongField (env, itself, jdk.thread_itself);
  c->identity = *(void ***)((uintptr_t)c->machine + java.identity_at);
  if (!has_identity (env, c, c->itself)) {
    sett_carriers_retire ();
    return;
  }
  for (;;) {
    rest (c);
    while (sem_wait (&c->wanted))
      ;
    SETT_ASSERT (c->thread && c->thread->object);
    (*env)->PushLocalFrame (env, 16);
    jobject object = (*env)->NewLocalRef (env, c->thread->object);
    live (env, c, object);
    (*env)->PopLocalFrame (env, NULL);
    sett_threads_leave ();
  }
}

/*------------------------------------------------------------------------*/

static int find_members (JNIEnv *env) {
  static const char thread[] = "java/lang/Thread";
  java.run = sett_jmethod (env, thread, "run", "()V", 0);
  java.exit = sett_jmethod (env, thread, "exit", "()V", 0);
  java.uncaught = sett_jmethod (env, thread, "dispatchUncaughtException",
                                "(Ljava/lang/Throwable;)V", 0);
  java.status = sett_jfield (env, thread, "threadStatus", "I", 0);
  java.stack_size = sett_jfield (env, thread, "stackSize", "J", 0);
  const int64_t of_thread = sett_machine_offset ("JavaThread", "_threadObj");
  const int64_t of_handle = sett_machine_offset ("OopHandle", "_obj");
  java.identity_at = (size_t)(of_thread + of_handle);
  return java.run && java.exit && java.uncaught && java.status &&
         java.stack_size && of_thread > 0 && of_handle >= 0;
}

static int define_class (JNIEnv *env) {
  static const char *const methods[] = {"run", "()V", NULL};
  static const char type[] = "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V";
  const sett_native_class class = {.name = "java/lang/SettCarrier",
                                   .super = "java/lang/Thread",
                                   .methods = methods,
                                   .are_hidden = 1,
                                   .constructor = type};
  const JNINativeMethod native = {(char *)methods[0], (char *)methods[1],
                                  (void *)carry};
  size_t size;
  uint8_t *bytes = sett_class_synthesize (&class, &size);
  jclass defined =
      (*env)->DefineClass (env, class.name, NULL, (jbyte *)bytes, (jsize)size);
  free (bytes);
  if (!defined || (*env)->RegisterNatives (env, defined, &native, 1))
    return 0;
  java.class = (*env)->NewGlobalRef (env, defined);
  java.make = (*env)->GetMethodID (env, defined, "<init>", type);
  world.carries = (*env)->GetMethodID (env, defined, methods[0], methods[1]);
  jbyteArray fence = (*env)->NewByteArray (env, 1);
  java.fence = fence ? (*env)->NewGlobalRef (env, fence) : NULL;
  return java.make && world.carries && java.fence;
}

static int is_open (JNIEnv *env) {
  if (!java.is_open)
    java.is_open = find_members (env) && define_class (env) ? 1 : -1;
  (*env)->ExceptionClear (env);
  return java.is_open > 0;
}

static void make (JNIEnv *env) {
  (*env)->PushLocalFrame (env, 16);
  jobject object = (*env)->NewObject (env, java.class, java.make, NULL,
                                      (*env)->NewStringUTF (env, "carrier"));
  if (object) {
    (*env)->SetBooleanField (env, object, jdk.thread_daemon, JNI_TRUE);
    jdk.real_start (env, object);
  }
  if ((*env)->ExceptionCheck (env))
    sett_carriers_retire ();
  (*env)->ExceptionClear (env);
  (*env)->PopLocalFrame (env, NULL);
}

void sett_carriers_prepare (JNIEnv *env) {
  if (retired || world.shared->orders.gdb || !is_open (env))
    return;
  for (; made < wanted && !retired; made++)
    make (env);
  wanted = 0;
}

/* One that wants a stack of its own size gets it elsewhere. */
int sett_carriers_start (JNIEnv *env, sett_jthread *t, sett_life_begins *begins,
                         sett_life_ends *ends) {
  if (java.is_open > 0 &&
      (*env)->GetLongField (env, t->object, java.stack_size))
    return 0;
  wanted++;
  pthread_mutex_lock (&lock);
  carrier *c = retired ? NULL : idle;
  if (c)
    idle = c->next;
  pthread_mutex_unlock (&lock);
  if (!c)
    return 0;
  SETT_ASSERT (!c->thread && c->machine);
  (*env)->SetIntField (env, t->object, java.status, RUNNABLE);
  (*env)->SetLongField (env, t->object, jdk.thread_itself, c->machine);
  c->thread = t;
  c->begins = begins;
  c->ends = ends;
  sem_post (&c->wanted);
  return 1;
}

void sett_carriers_retire (void) {
  retired = 1;
}
