/* The common pool of the JDK outlives executions.  It is made anew in its
   place: another one, which is made as the JDK makes the common one, gives it
   its fields. */

#include "java/agent/common_pool.h"

#include "java/agent/jdk.h"

#define POOL "java/util/concurrent/ForkJoinPool"

static const struct {
  const char *name, *type;
} fields[] = {
    {"keepAlive", "J"},
    {"stealCount", "J"},
    {"ctl", "J"},
    {"scanRover", "I"},
    {"threadIds", "I"},
    {"bounds", "I"},
    {"mode", "I"},
    {"queues", "[L" POOL "$WorkQueue;"},
    {"registrationLock", "Ljava/util/concurrent/locks/ReentrantLock;"},
    {"termination", "Ljava/util/concurrent/locks/Condition;"},
};

static int is_initialised (jclass class) {
  jint status = 0;
  return !(*world.jvmti)->GetClassStatus (world.jvmti, class, &status) &&
         (status & JVMTI_CLASS_STATUS_INITIALIZED);
}

static void copy (JNIEnv *env, jobject from, jobject to, const char *name,
                  const char *type) {
  jfieldID field = sett_jfield (env, POOL, name, type, 0);
  if (!field)
    sett_jgive_up ("ForkJoinPool has no field %s: use a JDK 17", name);
  if (*type == 'J')
    (*env)->SetLongField (env, to, field,
                          (*env)->GetLongField (env, from, field));
  else if (*type == 'I')
    (*env)->SetIntField (env, to, field,
                         (*env)->GetIntField (env, from, field));
  else
    (*env)->SetObjectField (env, to, field,
                            (*env)->GetObjectField (env, from, field));
}

void sett_common_pool_renew (JNIEnv *env) {
  jclass class = sett_jclass (env, POOL);
  if (!class || !is_initialised (class))
    return;
  jfieldID common = sett_jfield (env, POOL, "common", "L" POOL ";", 1);
  jmethodID make = sett_jmethod (env, POOL, "<init>", "(B)V", 0);
  if (!common || !make)
    sett_jgive_up ("ForkJoinPool is made in another way: use a JDK 17");
  (*env)->PushLocalFrame (env, 32);
  jobject fresh = (*env)->NewObject (env, class, make, (jint)0);
  jobject kept = (*env)->GetStaticObjectField (env, class, common);
  if (fresh && kept)
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
      copy (env, fresh, kept, fields[i].name, fields[i].type);
  jfieldID numbers = sett_jfield (env, POOL, "poolIds", "I", 1);
  if (numbers)
    (*env)->SetStaticIntField (env, class, numbers, 0);
  (*env)->ExceptionClear (env);
  (*env)->PopLocalFrame (env, NULL);
}
