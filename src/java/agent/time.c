/* A thread's clock goes on by a microsecond whenever it is looked at, and by as
   much as the thread has slept or waited in vain. */

#include "java/agent/time.h"

#include "base/assert.h"
#include "java/agent/fork_join.h"
#include "java/agent/jdk.h"
#include "java/agent/selectors.h"
#include "java/agent/stack_frames.h"
#include "java/agent/things.h"

#include <string.h>

static const int64_t millennium = 946684800; /* seconds */

static int64_t look (sett_jthread *t) {
  return t->time += 1000;
}

jlong JNICALL sett_system_nanos (JNIEnv *env, jclass c) {
  sett_jthread *t = sett_jself_any ();
  return t ? 1000000000 + look (t) : jdk.real_nanos (env, c);
}

jlong JNICALL sett_system_millis (JNIEnv *env, jclass c) {
  sett_jthread *t = sett_jself_any ();
  return t ? millennium * 1000 + look (t) / 1000000 : jdk.real_millis (env, c);
}

void sett_time_reach (sett_jthread *t, int64_t millis) {
  const int64_t passed = millis - millennium * 1000;
  if (passed > t->time / 1000000 && passed < INT64_MAX / 2000000)
    t->time = passed * 1000000;
}

/* What Instant is made of: nanoseconds since so many seconds. */
jlong JNICALL sett_system_adjustment (JNIEnv *env, jclass c, jlong seconds) {
  enum { FAR = 1 << 30 };
  sett_jthread *t = sett_jself_any ();
  if (!t)
    return jdk.real_adjustment (env, c, seconds);
  if (seconds < millennium - FAR || seconds > millennium + FAR)
    return -1; /* it asks again */
  return (millennium - seconds) * 1000000000 + look (t);
}

/*------------------------------------------------------------------------*/

static uint64_t draw (sett_jthread *t) {
  SETT_ASSERT (t->number < world.thread_count);
  uint64_t h =
      (++t->draws + ((uint64_t)t->number << 32)) * 0x9e3779b97f4a7c15ul;
  h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9ul;
  return h ^ h >> 27;
}

jlong JNICALL sett_random_seed (JNIEnv *env, jclass c) {
  (void)env, (void)c;
  sett_jthread *t = sett_jself_any ();
  return t ? (jlong)draw (t) : 1181783497276652981;
}

/* ThreadLocalRandom's, of the present thread: the probe is not 0. */
void JNICALL sett_random_local (JNIEnv *env, jclass c) {
  (void)c;
  sett_jthread *t = sett_jself_any ();
  jthread self = NULL;
  (*world.jvmti)->GetCurrentThread (world.jvmti, &self);
  const uint64_t seed = t ? draw (t) : 0x9e3779b97f4a7c15ul;
  (*env)->SetLongField (env, self, jdk.thread_seed, (jlong)seed);
  (*env)->SetIntField (env, self, jdk.thread_probe, (jint)(seed >> 33 | 1));
}

/* For skip lists and exchangers: levels and places. */
jint JNICALL sett_random_secondary (JNIEnv *env, jclass c) {
  (void)env, (void)c;
  sett_jthread *t = sett_jself_any ();
  return t ? (jint)(draw (t) >> 33 | 1) : 1;
}

/* SecureRandom has what the program itself has made for it, or numbers like
   those of others.  SHA1PRNG is the one whose numbers depend on its seed. */

#define SECURE "java/security/SecureRandom"
#define ENGINE "java/security/SecureRandomSpi"

static jobject own_engine (JNIEnv *env, jobject random) {
  jobject engine = (*env)->GetObjectField (
      env, random,
      sett_jfield (env, SECURE, "secureRandomSpi", "L" ENGINE ";", 0));
  jobject loader = NULL;
  if (engine)
    (*world.jvmti)
        ->GetClassLoader (world.jvmti, (*env)->GetObjectClass (env, engine),
                          &loader);
  return loader || !sett_jself_any () ? engine : NULL;
}

static void fill (JNIEnv *env, sett_jthread *t, jbyteArray bytes) {
  const jsize count = (*env)->GetArrayLength (env, bytes);
  SETT_ASSERT (t);
  for (jsize i = 0; i < count; i += (jsize)sizeof (uint64_t)) {
    const uint64_t word = draw (t);
    const jsize rest = count - i;
    (*env)->SetByteArrayRegion (
        env, bytes, i, rest < (jsize)sizeof word ? rest : (jsize)sizeof word,
        (const jbyte *)&word);
  }
}

void JNICALL sett_random_bytes (JNIEnv *env, jclass c, jobject random,
                                jbyteArray bytes) {
  (void)c;
  jobject engine = own_engine (env, random);
  if (engine)
    (*env)->CallVoidMethod (
        env, engine, sett_jmethod (env, ENGINE, "engineNextBytes", "([B)V", 0),
        bytes);
  else if (bytes)
    fill (env, sett_jself_any (), bytes);
  else
    (*env)->ThrowNew (env, sett_jclass (env, "java/lang/NullPointerException"),
                      "bytes");
}

jobject JNICALL sett_random_generate (JNIEnv *env, jclass c, jobject random,
                                      jint count) {
  (void)c;
  jobject engine = own_engine (env, random);
  if (engine)
    return (*env)->CallObjectMethod (
        env, engine,
        sett_jmethod (env, ENGINE, "engineGenerateSeed", "(I)[B", 0), count);
  if (count < 0) {
    (*env)->ThrowNew (env,
                      sett_jclass (env, "java/lang/IllegalArgumentException"),
                      "numBytes cannot be negative");
    return NULL;
  }
  jbyteArray bytes = (*env)->NewByteArray (env, count);
  if (bytes)
    fill (env, sett_jself_any (), bytes);
  return bytes;
}

void JNICALL sett_random_seeded (JNIEnv *env, jclass c, jobject random) {
  (void)c;
  if (!sett_jself () || world.over)
    return;
  jstring name = (*env)->GetObjectField (
      env, random,
      sett_jfield (env, SECURE, "algorithm", "Ljava/lang/String;", 0));
  const char *utf = name ? (*env)->GetStringUTFChars (env, name, NULL) : NULL;
  if (!utf)
    return; /* it is being made */
  if (!strcmp (utf, "SHA1PRNG"))
    sett_jnote (1, sett_frame_here (env),
                "SHA1PRNG gets a seed: its numbers are not those that belong "
                "to it");
  (*env)->ReleaseStringUTFChars (env, name, utf);
}

/*------------------------------------------------------------------------*/

/* From what the object is known by, if the program has made it: whoever asks,
   the answer is the same. */
jint JNICALL sett_identity_hash (JNIEnv *env, jobject object) {
  sett_jthread *t = sett_jself_any ();
  if (t && !world.over)
    sett_selector_name_key (env, t, object);
  const sett_thing *thing = t ? sett_thing_made (object) : NULL;
  if (thing && thing->thread && thing->thread->worker)
    sett_fork_name (env, NULL, object);
  if (!thing)
    return jdk.real_hash (env, object);
  return (jint)((thing->key * 0x9e3779b97f4a7c15ul) >> 36) + 1;
}

jint JNICALL sett_system_hash (JNIEnv *env, jclass c, jobject object) {
  (void)c;
  return object ? sett_identity_hash (env, object) : 0;
}
