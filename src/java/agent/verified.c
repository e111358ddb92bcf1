/* What always holds: while a class can be linked that was never verified, the
   virtual machine verifies what it links.  A class is taken for verified at the
   end of an execution that has linked it. */

#include "java/agent/verified.h"

#include "java/agent/vm_structs.h"

#include <stdlib.h>

static volatile char *option; /* of the virtual machine: verify; or null */
static int is_open, has_given_up;

static struct fresh { /* a class that was not verified before */
  jclass class;
  int *verified;
} * all;
static size_t count, room;

void sett_verified_begin (void) {
  if (!is_open) {
    is_open = 1;
    option = sett_machine_option ("BytecodeVerificationRemote");
    if (option && *option != 1) /* the user has said something */
      option = NULL;
  }
  if (option && !has_given_up)
    *option = 0;
}

void sett_verified_expect (const int *verified) {
  if (option && !*verified)
    *option = 1;
}

void sett_verified_add (JNIEnv *env, jclass class, int *verified) {
  if (!option || *verified || !class)
    return;
  if (count == room) {
    room = 2 * room + 64;
    all = realloc (all, room * sizeof *all);
    if (!all)
      sett_jgive_up ("out of memory");
  }
  all[count++] = (struct fresh){(*env)->NewGlobalRef (env, class), verified};
}

static int is_linked (jclass class) {
  jint status = 0;
  (*world.jvmti)->GetClassStatus (world.jvmti, class, &status);
  return (status & JVMTI_CLASS_STATUS_VERIFIED) &&
         !(status & JVMTI_CLASS_STATUS_ERROR);
}

void sett_verified_end (JNIEnv *env) {
  for (size_t i = 0; i < count; i++) {
    *all[i].verified = is_linked (all[i].class);
    (*env)->DeleteGlobalRef (env, all[i].class);
  }
  count = 0;
}

void sett_verified_give_up (void) {
  has_given_up = 1;
  if (option)
    *option = 1;
}
