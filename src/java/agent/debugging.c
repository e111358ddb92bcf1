/* The virtual machine's own agent for debuggers (jdwp) is there from the start
   and does nothing until a certain exception is thrown (program/java_debugger.c
   says which): here, when the execution that does not count is over.  It stays
   there until a debugger is attached, and has let the threads go on.  The
   classes of the first execution are collected before, or a debugger would take
   them for those that run.

   At its end the execution is not unwound: threads stay where they are, and the
   debugger, which is told by the same exception, can look at them. */

#include "java/agent/debugging.h"

#include "java/agent/jdk.h"

#include <stdio.h>
#include <unistd.h>

/* False: it cannot be thrown. */
static int call_debugger (JNIEnv *env) {
  jmethodID method =
      sett_jmethod (env, "java/nio/charset/Charset", "forName",
                    "(Ljava/lang/String;)Ljava/nio/charset/Charset;", 1);
  if (!method)
    return 0;
  (*env)->CallStaticObjectMethod (env,
                                  sett_jclass (env, "java/nio/charset/Charset"),
                                  method, (*env)->NewStringUTF (env, "!"));
  const int thrown = (*env)->ExceptionCheck (env);
  (*env)->ExceptionClear (env);
  return thrown;
}

int sett_debugging_start (JNIEnv *env) {
  enum { TIMES = 3 };
  for (int i = 0; i < TIMES; i++)
    (*world.jvmti)->ForceGarbageCollection (world.jvmti);
  world.debugging = 1;
  return call_debugger (env);
}

void sett_debugging_end (JNIEnv *env) {
  sett_shared *shared = world.shared;
  if (world.violation)
    printf ("the trace ends here: %s\n", world.message);
  else
    printf ("the trace ends here\n");
  fflush (stdout);
  shared->departed += world.ending == SETT_DEPARTED;
  shared->longest = world.log->count;
  call_debugger (env);
  shared->phase = SETT_PHASE_DONE;
  _exit (0);
}
