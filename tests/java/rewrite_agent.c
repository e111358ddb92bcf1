/* An agent for the test of the rewriter: rewrites every class that is loaded
   after the start of the virtual machine, with every kind of hook, all of which
   do nothing.  The virtual machine's own verifier is the judge (-Xverify:all).

   -agentpath:...=N      hooks get numbers from N on (large ones are constants)
   -agentpath:...=wrong  a deliberate error, which the verifier must notice */

#include "base/assert.h"
#include "java/classfile/rewrite.h"

#include <jvmti.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HELPER "java/lang/SettHooks"

/* An assertion of the rewriter's: here there is no supervisor to tell. */
void sett_internal_error (const char *file, unsigned line, const char *function,
                          const char *condition) {
  fprintf (stderr, "%s:%u: %s: %s does not hold\n", file, line, function,
           condition);
  abort ();
}

static int is_open, is_wrong;
static atomic_int next_site;
static atomic_ulong classes, methods, hooks, too_long, damaged, calls;

static int number (void *context, const sett_site *site) {
  (void)context, (void)site;
  return atomic_fetch_add (&next_site, 1);
}

static void JNICALL on_class (jvmtiEnv *jvmti, JNIEnv *env, jclass old,
                              jobject loader, const char *name, jobject domain,
                              jint count, const unsigned char *bytes,
                              jint *new_count, unsigned char **new_bytes) {
  (void)env, (void)old, (void)loader, (void)domain;
  static const sett_diversion none[] = {{0}};
  sett_rewriting r = {.helper = HELPER,
                      .watch = (255 & ~(unsigned)SETT_WATCH_VOLATILE) |
                               SETT_WATCH_LOOPS,
                      .diversions = none,
                      .site = number};
  uint8_t *out;
  size_t size;
  if (!is_open)
    return;
  const sett_rewritten result =
      sett_class_rewrite (&r, bytes, (size_t)count, &out, &size);
  too_long += r.too_long;
  if (result == SETT_DAMAGED) {
    damaged++;
    fprintf (stderr, "damaged: %s\n", name ? name : "?");
  }
  if (result != SETT_REWRITTEN)
    return;
  classes++;
  methods += r.methods;
  hooks += r.hooks;
  if (is_wrong) /* a version of 51 and more needs its frames */
    for (size_t i = 10; i + 13 < size; i++)
      if (!memcmp (out + i, "StackMapTable", 13))
        out[i] = 'X';
  if ((*jvmti)->Allocate (jvmti, (jlong)size, new_bytes) == JVMTI_ERROR_NONE) {
    memcpy (*new_bytes, out, size);
    *new_count = (jint)size;
  }
  free (out);
}

static void JNICALL nothing (void) {
  calls++;
}

static void JNICALL on_start (jvmtiEnv *jvmti, JNIEnv *env, jthread thread) {
  (void)jvmti, (void)thread;
  const char *list[2 * SETT_HOOKS + 1] = {0};
  JNINativeMethod natives[SETT_HOOKS];
  for (int i = 0; i < SETT_HOOKS; i++) {
    list[2 * i] = sett_hook_methods[i];
    list[2 * i + 1] = sett_hook_types[i];
    natives[i] = (JNINativeMethod){(char *)sett_hook_methods[i],
                                   (char *)sett_hook_types[i], (void *)nothing};
  }
  const sett_native_class helper = {
      .name = HELPER, .methods = list, .are_static = 1};
  size_t size;
  uint8_t *bytes = sett_class_synthesize (&helper, &size);
  jclass made =
      (*env)->DefineClass (env, HELPER, NULL, (jbyte *)bytes, (jsize)size);
  free (bytes);
  if (!made || (*env)->RegisterNatives (env, made, natives, SETT_HOOKS)) {
    fprintf (stderr, "the class of hooks was refused\n");
    exit (1);
  }
  is_open = 1;
}

static void JNICALL on_end (jvmtiEnv *jvmti, JNIEnv *env) {
  (void)jvmti, (void)env;
  is_open = 0;
  fprintf (stderr,
           "rewritten: %lu classes, %lu methods, %lu hooks; too long: %lu; "
           "damaged: %lu; calls: %s\n",
           classes, methods, hooks, too_long, damaged, calls ? "some" : "none");
}

JNIEXPORT jint JNICALL Agent_OnLoad (JavaVM *vm, char *options,
                                     void *reserved) {
  (void)reserved;
  jvmtiEnv *jvmti;
  const jvmtiCapabilities wanted = {.can_generate_all_class_hook_events = 1};
  const jvmtiEventCallbacks callbacks = {
      .ClassFileLoadHook = on_class, .VMInit = on_start, .VMDeath = on_end};
  static const jvmtiEvent events[] = {JVMTI_EVENT_CLASS_FILE_LOAD_HOOK,
                                      JVMTI_EVENT_VM_INIT,
                                      JVMTI_EVENT_VM_DEATH};
  is_wrong = options && !strcmp (options, "wrong");
  next_site = options && !is_wrong ? atoi (options) : 0;
  if ((*vm)->GetEnv (vm, (void **)&jvmti, JVMTI_VERSION_9) ||
      (*jvmti)->AddCapabilities (jvmti, &wanted) ||
      (*jvmti)->SetEventCallbacks (jvmti, &callbacks, sizeof callbacks))
    return 1;
  for (size_t i = 0; i < sizeof events / sizeof *events; i++)
    (*jvmti)->SetEventNotificationMode (jvmti, JVMTI_ENABLE, events[i], NULL);
  return 0;
}
