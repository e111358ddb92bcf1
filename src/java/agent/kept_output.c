/* Output of an execution is kept, and shown when a schedule is told.  Files
   that the program may write (sandbox.c) are really written: the verdict is
   bounded then. */

#include "java/agent/kept_output.h"

#include "base/assert.h"
#include "java/agent/execution_memory.h"
#include "java/agent/guest.h"
#include "java/agent/stack_frames.h"
#include "java/agent/jdk.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 1 << 20 };

static sett_process_output kept;

static void keep (JNIEnv *env, sett_jthread *t, int number, jbyteArray bytes,
                  jint from, jint count) {
  if (count <= 0 || kept.length + (size_t)count > MOST)
    return;
  char *text = sett_jalloc ((size_t)count);
  (*env)->GetByteArrayRegion (env, bytes, from, count, (jbyte *)text);
  if ((*env)->ExceptionCheck (env))
    return;
  if (world.guest) {
    sett_guest_output (env, t, number, text, (size_t)count);
    return;
  }
  if (world.shared->orders.show_output && !world.warming &&
      write (STDOUT_FILENO, text, (size_t)count) < 0)
    sett_jgive_up ("the output cannot be written");
  if (world.multi)
    sett_process_output_write (&kept, t->process,
                               world.shared->members[t->process].name, text,
                               (size_t)count, MOST);
  else
    sett_process_output_add (&kept, text, (size_t)count);
}

static int number_of (JNIEnv *env, jobject stream) {
  jobject descriptor = (*env)->GetObjectField (
      env, stream,
      sett_jfield (env, "java/io/FileOutputStream", "fd",
                   "Ljava/io/FileDescriptor;", 0));
  return (*env)->GetIntField (
      env, descriptor,
      sett_jfield (env, "java/io/FileDescriptor", "fd", "I", 0));
}

void JNICALL sett_file_write (JNIEnv *env, jobject stream, jbyteArray bytes,
                              jint from, jint count, jboolean append) {
  sett_jthread *t = sett_jself_any ();
  if (!t) {
    jdk.real_write (env, stream, bytes, from, count, append);
    return;
  }
  if (world.over)
    return;
  (*env)->PushLocalFrame (env, 8);
  const int number = number_of (env, stream);
  (*env)->PopLocalFrame (env, NULL);
  if (number == STDOUT_FILENO || number == STDERR_FILENO) {
    keep (env, t, number, bytes, from, count);
    return;
  }
  sett_jnote (1, sett_frame_here (env),
              "files are really written: not undone between executions");
  jdk.real_write (env, stream, bytes, from, count, append);
}

void *sett_real_write (void) {
  void *library = dlopen ("libjava.so", RTLD_NOLOAD | RTLD_LAZY);
  return library ? dlsym (library, "Java_java_io_FileOutputStream_writeBytes")
                 : NULL;
}

void sett_joutput_begin (void) {
  sett_process_output_back (&kept, 0, 0);
}

const char *sett_joutput (size_t *count) {
  *count = kept.length;
  return kept.text;
}

const char *sett_joutput_tail (size_t most, size_t *count) {
  *count = kept.length < most ? kept.length : most;
  SETT_ASSERT (*count <= kept.length && kept.length <= kept.room);
  return kept.text ? kept.text + kept.length - *count : "";
}

const uint8_t *sett_joutput_writers (size_t *count) {
  *count = kept.line_count;
  return kept.writers;
}
