/* Output of an execution is kept, and shown when a schedule is told.  Files
   that the program may write (guard.c) are really written: the verdict is
   bounded then. */

#include "java/agent/output.h"

#include "java/agent/frames.h"
#include "java/agent/jdk.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 1 << 20 };

static char *kept;
static size_t length, room;

static void keep (JNIEnv *env, jbyteArray bytes, jint from, jint count) {
  if (count <= 0 || length + (size_t)count > MOST)
    return;
  if (length + (size_t)count > room) {
    room = 2 * (length + (size_t)count);
    kept = realloc (kept, room);
    if (!kept)
      sett_jgive_up ("out of memory");
  }
  (*env)->GetByteArrayRegion (env, bytes, from, count, (jbyte *)kept + length);
  if ((*env)->ExceptionCheck (env))
    return;
  if (world.board->orders.show_output && !world.warming &&
      write (STDOUT_FILENO, kept + length, (size_t)count) < 0)
    sett_jgive_up ("the output cannot be written");
  length += (size_t)count;
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
    keep (env, bytes, from, count);
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
  length = 0;
}

const char *sett_joutput (size_t *count) {
  *count = length;
  return kept;
}

const char *sett_joutput_tail (size_t most, size_t *count) {
  *count = length < most ? length : most;
  return kept ? kept + length - *count : "";
}
