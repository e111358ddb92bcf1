/* The common pool of the JDK outlives executions.  It is made anew in its
   place: another one, which is made as the JDK makes the common one, gives it
   its fields. */

#include "java/agent/common_pool.h"

#include "base/assert.h"
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

/* Of processes that do not run. */
static jobject spares[SETT_SYSTEM_PROCESSES];
static jint pool_counts[SETT_SYSTEM_PROCESSES];

static jobject make_pool (JNIEnv *env) {
  jmethodID make = sett_jmethod (env, POOL, "<init>", "(B)V", 0);
  if (!make)
    sett_jgive_up ("ForkJoinPool is made in another way: use a JDK 17");
  return (*env)->NewObject (env, sett_jclass (env, POOL), make, (jint)0);
}

static jobject common_pool (JNIEnv *env) {
  jfieldID common = sett_jfield (env, POOL, "common", "L" POOL ";", 1);
  if (!common)
    sett_jgive_up ("ForkJoinPool is made in another way: use a JDK 17");
  return (*env)->GetStaticObjectField (env, sett_jclass (env, POOL), common);
}

static void copy_all (JNIEnv *env, jobject from, jobject to) {
  for (size_t i = 0; from && to && i < sizeof fields / sizeof *fields; i++)
    copy (env, from, to, fields[i].name, fields[i].type);
}

int sett_common_pool_is (JNIEnv *env, jobject object) {
  jclass class = sett_jclass (env, POOL);
  if (!class || !is_initialised (class))
    return 0;
  jobject common = common_pool (env);
  const int same = (*env)->IsSameObject (env, common, object) ||
                   (*env)->IsSameObject (env, class, object);
  (*env)->DeleteLocalRef (env, common);
  return same;
}

/* A process that has none gets a fresh one. */
void sett_common_pool_switch (JNIEnv *env, unsigned from, unsigned to) {
  SETT_ASSERT (from != to && from < world.process_count &&
               to < world.process_count);
  jclass class = sett_jclass (env, POOL);
  if (!class || !is_initialised (class))
    return;
  (*env)->PushLocalFrame (env, 32);
  jobject common = common_pool (env);
  for (unsigned i = 0; i < 2; i++) {
    const unsigned p = i ? to : from;
    if (!spares[p])
      spares[p] = (*env)->NewGlobalRef (env, make_pool (env));
  }
  copy_all (env, common, spares[from]);
  copy_all (env, spares[to], common);
  jfieldID numbers = sett_jfield (env, POOL, "poolIds", "I", 1);
  if (numbers) {
    pool_counts[from] = (*env)->GetStaticIntField (env, class, numbers);
    (*env)->SetStaticIntField (env, class, numbers, pool_counts[to]);
  }
  (*env)->ExceptionClear (env);
  (*env)->PopLocalFrame (env, NULL);
}

static void forget_spares (JNIEnv *env) {
  for (unsigned p = 0; p < world.process_count; p++) {
    if (spares[p])
      (*env)->DeleteGlobalRef (env, spares[p]);
    spares[p] = NULL;
    pool_counts[p] = 0;
  }
}

void sett_common_pool_renew (JNIEnv *env) {
  jclass class = sett_jclass (env, POOL);
  if (!class || !is_initialised (class))
    return;
  (*env)->PushLocalFrame (env, 32);
  forget_spares (env);
  copy_all (env, make_pool (env), common_pool (env));
  jfieldID numbers = sett_jfield (env, POOL, "poolIds", "I", 1);
  if (numbers)
    (*env)->SetStaticIntField (env, class, numbers, 0);
  (*env)->ExceptionClear (env);
  (*env)->PopLocalFrame (env, NULL);
}
