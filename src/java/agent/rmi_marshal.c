/* Copies of arguments and results, as the JDK makes them, muted: see rmi.h.

   What is sent is looked at as if it were cloned, so that who changes it
   meanwhile races with that.  What arrives was made by the thread that gets it.
   Methods by which classes of the program serialise themselves are not watched,
   which is noted. */

#include "java/agent/rmi_model.h"

#include "base/assert.h"
#include "java/agent/class_names.h"
#include "java/agent/jdk.h"
#include "java/agent/jdk_sockets.h"
#include "java/agent/memory_accesses.h"
#include "java/agent/scheduler.h"
#include "java/agent/sites.h"
#include "java/agent/stack_frames.h"
#include "java/agent/things.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define OUTPUT "sun/rmi/server/MarshalOutputStream"
#define INPUT "sun/rmi/server/MarshalInputStream"
#define BYTES_OUT "java/io/ByteArrayOutputStream"
#define BYTES_IN "java/io/ByteArrayInputStream"
#define CLIENT_REF "sun/rmi/server/UnicastRef"

jobject sett_rmi_call (JNIEnv *env, jobject object, const char *class_name,
                       const char *method, const char *type, ...) {
  sett_jthread *t = sett_jself_any ();
  va_list arguments;
  jmethodID id = sett_jmethod (env, class_name, method, type, 0);
  const char result = strchr (type, ')')[1];
  jobject got = NULL;
  SETT_ASSERT (id);
  va_start (arguments, type);
  if (t)
    t->muted++;
  if (result == 'L' || result == '[')
    got = (*env)->CallObjectMethodV (env, object, id, arguments);
  else
    (*env)->CallVoidMethodV (env, object, id, arguments);
  if (t)
    t->muted--;
  va_end (arguments);
  return (*env)->ExceptionCheck (env) ? NULL : got;
}

static jobject make (JNIEnv *env, const char *class_name, const char *type,
                     jobject argument) {
  sett_jthread *t = sett_jself_any ();
  t->muted++;
  jobject made = (*env)->NewObject (
      env, sett_jclass (env, class_name),
      sett_jmethod (env, class_name, "<init>", type, 0), argument);
  t->muted--;
  return (*env)->ExceptionCheck (env) ? NULL : made;
}

/*------------------------------------------------------------------------*/
/* Out. */

jobject sett_marshal_open (JNIEnv *env) {
  jobject bytes = make (env, BYTES_OUT, "()V", NULL);
  return bytes ? make (env, OUTPUT, "(Ljava/io/OutputStream;)V", bytes) : NULL;
}

int sett_marshal_add (JNIEnv *env, jobject stream, jclass type, jobject value) {
  sett_jthread *t = sett_jself_any ();
  jmethodID put = sett_jmethod (
      env, CLIENT_REF, "marshalValue",
      "(Ljava/lang/Class;Ljava/lang/Object;Ljava/io/ObjectOutput;)V", 1);
  t->muted++;
  (*env)->CallStaticVoidMethod (env, sett_jclass (env, CLIENT_REF), put, type,
                                value, stream);
  t->muted--;
  return !(*env)->ExceptionCheck (env);
}

/* Where the bytes are is below several streams, none of which says so. */
jbyteArray sett_marshal_close (JNIEnv *env, jobject stream) {
  static const char inner[] =
      "java/io/ObjectOutputStream$BlockDataOutputStream";
  sett_rmi_call (env, stream, "java/io/ObjectOutputStream", "flush", "()V");
  if ((*env)->ExceptionCheck (env))
    return NULL;
  jobject block = (*env)->GetObjectField (
      env, stream,
      sett_jfield (env, "java/io/ObjectOutputStream", "bout",
                   "Ljava/io/ObjectOutputStream$BlockDataOutputStream;", 0));
  jobject bytes = (*env)->GetObjectField (
      env, block, sett_jfield (env, inner, "out", "Ljava/io/OutputStream;", 0));
  return sett_rmi_call (env, bytes, BYTES_OUT, "toByteArray", "()[B");
}

static int is_of_program (jclass class) {
  char *name = NULL;
  if ((*world.jvmti)->GetClassSignature (world.jvmti, class, &name, NULL))
    return 0;
  const int is = *name == 'L' && !sett_is_foreign_class (name + 1);
  (*world.jvmti)->Deallocate (world.jvmti, (unsigned char *)name);
  return is;
}

/* Has it the method from a class of the program's? */
static int has_own (JNIEnv *env, jclass class, const char *name,
                    const char *type) {
  jmethodID method = (*env)->GetMethodID (env, class, name, type);
  jclass declaring = NULL;
  (*env)->ExceptionClear (env);
  if (!method ||
      (*world.jvmti)->GetMethodDeclaringClass (world.jvmti, method, &declaring))
    return 0;
  const int own = is_of_program (declaring);
  (*env)->DeleteLocalRef (env, declaring);
  return own;
}

/* Code of the program's that the JDK calls meanwhile. */
static int serialises_itself (JNIEnv *env, jclass class, jobject object) {
  static const struct {
    const char *name, *type;
  } rows[] = {{"writeObject", "(Ljava/io/ObjectOutputStream;)V"},
              {"readObject", "(Ljava/io/ObjectInputStream;)V"},
              {"readObjectNoData", "()V"},
              {"writeReplace", "()Ljava/lang/Object;"},
              {"readResolve", "()Ljava/lang/Object;"}};
  int found = (*env)->IsInstanceOf (
      env, object, sett_jclass (env, "java/io/Externalizable"));
  for (size_t i = 0; i < sizeof rows / sizeof *rows && !found; i++)
    found = has_own (env, class, rows[i].name, rows[i].type);
  return found;
}

static void note_own_code (JNIEnv *env, jobject object) {
  jclass class = (*env)->GetObjectClass (env, object);
  char *name = NULL;
  if (is_of_program (class) && serialises_itself (env, class, object) &&
      !(*world.jvmti)->GetClassSignature (world.jvmti, class, &name, NULL)) {
    sett_jnote (1, sett_frame_here (env),
                "class %.*s serialises itself: not watched in remote calls",
                (int)strlen (name) - 2, name + 1);
    (*world.jvmti)->Deallocate (world.jvmti, (unsigned char *)name);
  }
  (*env)->DeleteLocalRef (env, class);
}

/* A place that stands for all where something is sent. */
static int site_of_copies (void) {
  static int site = -1;
  if (site < 0) {
    const sett_site s = {.class_name = OUTPUT,
                         .method = "writeObject",
                         .method_type = "",
                         .owner = "",
                         .member = "",
                         .type = "",
                         .hook = SETT_HOOK_COPIED};
    site = sett_place_add (NULL, &s);
  }
  return site;
}

static int is_text (JNIEnv *env, jobject object) {
  return (*env)->IsInstanceOf (env, object, jdk.string_class) ||
         (*env)->IsInstanceOf (env, object, jdk.class_class) ||
         (*env)->IsInstanceOf (env, object,
                               sett_jclass (env, "java/lang/Enum"));
}

jobject JNICALL sett_rmi_replace (JNIEnv *env, jclass c, jobject stream,
                                  jobject object) {
  (void)stream;
  sett_jthread *t = sett_jself_any ();
  if (!t || world.over || !object)
    return object;
  jobject instead = sett_export_replace (env, object);
  if (instead != object || is_text (env, object))
    return instead;
  note_own_code (env, object);
  const unsigned muted = t->muted;
  t->muted = 0;
  sett_hook_copied (env, c, object, site_of_copies ());
  t->muted = muted;
  return object;
}

/*------------------------------------------------------------------------*/
/* In. */

jobject sett_unmarshal_open (JNIEnv *env, jbyteArray bytes) {
  static const char base[] = "java/io/ObjectInputStream";
  jobject in = make (env, BYTES_IN, "([B)V", bytes);
  jobject stream =
      in ? make (env, INPUT, "(Ljava/io/InputStream;)V", in) : NULL;
  if (stream)
    (*env)->SetBooleanField (env, stream,
                             sett_jfield (env, base, "enableResolve", "Z", 0),
                             JNI_TRUE);
  return stream;
}

jobject sett_unmarshal_next (JNIEnv *env, jobject stream, jclass type) {
  sett_jthread *t = sett_jself_any ();
  jmethodID get = sett_jmethod (
      env, CLIENT_REF, "unmarshalValue",
      "(Ljava/lang/Class;Ljava/io/ObjectInput;)Ljava/lang/Object;", 1);
  t->muted++;
  jobject value = (*env)->CallStaticObjectMethod (
      env, sett_jclass (env, CLIENT_REF), get, type, stream);
  t->muted--;
  return (*env)->ExceptionCheck (env) ? NULL : value;
}

/* Only streams of RMI say so. */
void JNICALL sett_rmi_arrived (JNIEnv *env, jclass c, jobject stream,
                               jobject object) {
  (void)c;
  sett_jthread *t = sett_jself_any ();
  if (t && !world.over && object && !is_text (env, object) &&
      (*env)->IsInstanceOf (env, stream, sett_jclass (env, INPUT)))
    sett_thing_born (env, t, object);
}

/* The distributed garbage collector: there is none. */
void JNICALL sett_rmi_ignore_references (JNIEnv *env, jclass c,
                                         jobject endpoint, jobject list) {
  (void)env, (void)c, (void)endpoint, (void)list;
}

/*------------------------------------------------------------------------*/
/* Exceptions. */

jthrowable sett_take_exception (JNIEnv *env) {
  jthrowable thrown = (*env)->ExceptionOccurred (env);
  (*env)->ExceptionClear (env);
  return thrown;
}

void sett_throw_remote (JNIEnv *env, const char *class_name, const char *text) {
  static const char with[] = "(Ljava/lang/String;Ljava/lang/Exception;)V";
  static const char with_error[] = "(Ljava/lang/String;Ljava/lang/Error;)V";
  jthrowable cause = sett_take_exception (env);
  sett_jthread *t = sett_jself_any ();
  if (!cause) {
    sett_throw (env, class_name, text);
    return;
  }
  const int is_error = !strcmp (class_name, "java/rmi/ServerError");
  jmethodID init =
      sett_jmethod (env, class_name, "<init>", is_error ? with_error : with, 0);
  t->muted++;
  jobject thrown = (*env)->NewObject (env, sett_jclass (env, class_name), init,
                                      (*env)->NewStringUTF (env, text), cause);
  if (thrown)
    (*env)->Throw (env, thrown);
  t->muted--;
}

void sett_throw_caused (JNIEnv *env, const char *class_name, const char *text,
                        const char *cause, const char *cause_text) {
  if (cause_text)
    sett_throw (env, cause, cause_text);
  else
    sett_throw_plain (env, cause);
  sett_throw_remote (env, class_name, text);
}

void sett_throw_refused (JNIEnv *env, jobject live) {
  static const char end[] = "sun/rmi/transport/tcp/TCPEndpoint";
  char text[128];
  jobject endpoint =
      sett_rmi_call (env, live, "sun/rmi/transport/LiveRef", "getEndpoint",
                     "()Lsun/rmi/transport/Endpoint;");
  jstring host =
      sett_rmi_call (env, endpoint, end, "getHost", "()Ljava/lang/String;");
  const char *utf = host ? (*env)->GetStringUTFChars (env, host, NULL) : NULL;
  snprintf (text, sizeof text, "Connection refused to host: %.80s",
            utf ? utf : "?");
  if (utf)
    (*env)->ReleaseStringUTFChars (env, host, utf);
  sett_throw_caused (env, "java/rmi/ConnectException", text,
                     "java/net/ConnectException", "Connection refused");
}

/*------------------------------------------------------------------------*/
/* References. */

jobject sett_live_of (JNIEnv *env, jobject ref) {
  return (*env)->GetObjectField (
      env, ref,
      sett_jfield (env, CLIENT_REF, "ref", "Lsun/rmi/transport/LiveRef;", 0));
}

jlong sett_live_id (JNIEnv *env, jobject live) {
  jobject id =
      (*env)->GetObjectField (env, live,
                              sett_jfield (env, "sun/rmi/transport/LiveRef",
                                           "id", "Ljava/rmi/server/ObjID;", 0));
  return (*env)->GetLongField (
      env, id, sett_jfield (env, "java/rmi/server/ObjID", "objNum", "J", 0));
}

unsigned sett_live_port (JNIEnv *env, jobject live) {
  static const char end[] = "sun/rmi/transport/tcp/TCPEndpoint";
  jobject endpoint = (*env)->GetObjectField (
      env, live,
      sett_jfield (env, "sun/rmi/transport/LiveRef", "ep",
                   "Lsun/rmi/transport/Endpoint;", 0));
  return (unsigned)(*env)->GetIntField (env, endpoint,
                                        sett_jfield (env, end, "port", "I", 0));
}

static void end_here (JNIEnv *env, const char *why) {
  sett_jnote (1, sett_frame_here (env), "%s: the execution ends there", why);
  sett_jend (SETT_CUT);
  sett_junwind (env);
}

static void end_as_guest (JNIEnv *env) {
  end_here (env, "RMI in a system with C programs");
}

int sett_ref_is_known (JNIEnv *env, jobject ref) {
  jclass class = (*env)->GetObjectClass (env, ref);
  if (world.guest) {
    end_as_guest (env);
    return 0;
  }
  if ((*env)->IsSameObject (env, class, sett_jclass (env, CLIENT_REF)) ||
      (*env)->IsSameObject (
          env, class, sett_jclass (env, "sun/rmi/server/UnicastServerRef")))
    return 1;
  end_here (env, "RMI with socket factories is used");
  return 0;
}

sett_jthread *sett_rmi_caller (JNIEnv *env) {
  sett_jthread *t = sett_jself ();
  if (world.over && sett_jself_any ())
    sett_junwind (env);
  else if (!t)
    sett_throw (env, "java/rmi/RemoteException",
                "remote calls are for controlled threads only");
  else if (world.guest)
    end_as_guest (env);
  return world.over ? NULL : t;
}
