/* Natives of the JDK in whose place the agent puts its own: see jdk_natives.h.
   What always holds: where the real ones are is known before any is replaced.
 */

#include "java/agent/jdk_natives.h"

#include "base/assert.h"
#include "java/agent/channels.h"
#include "java/agent/jdk.h"
#include "java/agent/kept_output.h"
#include "java/agent/monitors.h"
#include "java/agent/sandbox.h"
#include "java/agent/selectors.h"
#include "java/agent/spins.h"
#include "java/agent/standard_streams.h"
#include "java/agent/thread_operations.h"
#include "java/agent/time.h"

#include <string.h>

static int are_replaced;

static int replace (JNIEnv *env, const char *class_name, const char *name,
                    const char *type, void *function) {
  const JNINativeMethod native = {(char *)name, (char *)type, function};
  jclass class = (*env)->FindClass (env, class_name);
  return class && !(*env)->RegisterNatives (env, class, &native, 1);
}

int sett_natives_replace (JNIEnv *env) {
  SETT_ASSERT (!are_replaced);
  are_replaced =
      replace (env, "java/lang/Object", "wait", "(J)V",
               (void *)sett_object_wait) &&
      replace (env, "java/lang/Object", "notify", "()V",
               (void *)sett_object_notify) &&
      replace (env, "java/lang/Object", "notifyAll", "()V",
               (void *)sett_object_notify_all) &&
      replace (env, "java/lang/Object", "hashCode", "()I",
               (void *)sett_identity_hash) &&
      replace (env, "java/lang/System", "identityHashCode",
               "(Ljava/lang/Object;)I", (void *)sett_system_hash) &&
      replace (env, "java/lang/System", "nanoTime", "()J",
               (void *)sett_system_nanos) &&
      replace (env, "java/lang/System", "currentTimeMillis", "()J",
               (void *)sett_system_millis) &&
      replace (env, "jdk/internal/misc/VM", "getNanoTimeAdjustment", "(J)J",
               (void *)sett_system_adjustment) &&
      replace (env, "java/lang/Thread", "start0", "()V",
               (void *)sett_thread_start) &&
      replace (env, "java/lang/Thread", "sleep", "(J)V",
               (void *)sett_thread_sleep) &&
      replace (env, "java/lang/Thread", "yield", "()V",
               (void *)sett_thread_yield) &&
      replace (env, "jdk/internal/misc/Unsafe", "park", "(ZJ)V",
               (void *)sett_unsafe_park) &&
      replace (env, "jdk/internal/misc/Unsafe", "unpark",
               "(Ljava/lang/Object;)V", (void *)sett_unsafe_unpark) &&
      replace (env, "java/io/FileDescriptor", "close0", "()V",
               (void *)sett_descriptor_close) &&
      replace (env, "java/io/FileOutputStream", "writeBytes", "([BIIZ)V",
               (void *)sett_file_write);
  return are_replaced;
}

/* What is put in place of one below channels; or null. */
static void *native_of_channels (jvmtiEnv *jvmti, jmethodID method,
                                 const char *name, void *address) {
  static const char package[] = "Lsun/nio/ch/";
  jclass class = NULL;
  char *signature = NULL;
  void *own = NULL;
  if ((*jvmti)->GetMethodDeclaringClass (jvmti, method, &class) ||
      (*jvmti)->GetClassSignature (jvmti, class, &signature, NULL))
    return NULL;
  if (!strncmp (signature, package, strlen (package)) ||
      !strcmp (signature, "Ljava/io/FileDescriptor;")) {
    signature[strlen (signature) - 1] = 0;
    own = sett_channel_native (signature + 1, name, address);
    if (!own)
      own = sett_selector_native (signature + 1, name, address);
  }
  (*jvmti)->Deallocate (jvmti, (unsigned char *)signature);
  return own;
}

/* Where they are before: nobody else says so.  And what is put in place of one
   whose class is not there yet. */
void JNICALL sett_on_bind (jvmtiEnv *jvmti, JNIEnv *env, jthread thread,
                           jmethodID method, void *address, void **other) {
  (void)env, (void)thread;
  char *name = NULL;
  if ((*jvmti)->GetMethodName (jvmti, method, &name, NULL, NULL))
    return;
  void *channels = native_of_channels (jvmti, method, name, address);
  if (channels)
    *other = channels;
  else if (!strcmp (name, "forkAndExec")) /* of java.lang.ProcessImpl */
    *other = (void *)sett_sandbox_spawn;
  else if (are_replaced)
    ;
  else if (!strcmp (name, "park"))
    *(void **)&jdk.real_park = address;
  else if (!strcmp (name, "unpark"))
    *(void **)&jdk.real_unpark = address;
  (*jvmti)->Deallocate (jvmti, (unsigned char *)name);
}
