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

static char *kept;
static size_t length, room;
static unsigned writer; /* of the last line of a system... */
static int unfinished;  /* ...which has no end yet */

static void add (const char *bytes, size_t count) {
  if (length + count > room) {
    room = 2 * (length + count);
    kept = realloc (kept, room);
    if (!kept)
      sett_jgive_up ("out of memory");
  }
  SETT_ASSERT (length + count <= room);
  memcpy (kept + length, bytes, count);
  length += count;
}

static void begin_line (unsigned process) {
  SETT_ASSERT (process < world.process_count);
  const char *name = world.shared->members[process].name;
  if (unfinished && writer == process)
    return;
  if (unfinished)
    add ("\n", 1);
  add (name, strlen (name));
  add (" | ", 3);
  writer = process;
  unfinished = 1;
}

/* Each line with the name of its process in front. */
static void add_lines (const char *bytes, size_t count, unsigned process) {
  while (count) {
    const char *end = memchr (bytes, '\n', count);
    const size_t part = end ? (size_t)(end - bytes) + 1 : count;
    begin_line (process);
    add (bytes, part);
    if (end)
      unfinished = 0;
    bytes += part;
    count -= part;
  }
}

static void keep (JNIEnv *env, sett_jthread *t, int number, jbyteArray bytes,
                  jint from, jint count) {
  if (count <= 0 || length + (size_t)count > MOST)
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
    add_lines (text, (size_t)count, t->process);
  else
    add (text, (size_t)count);
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
  length = 0;
  unfinished = 0;
}

const char *sett_joutput (size_t *count) {
  *count = length;
  return kept;
}

const char *sett_joutput_tail (size_t most, size_t *count) {
  *count = length < most ? length : most;
  SETT_ASSERT (*count <= length && length <= room);
  return kept ? kept + length - *count : "";
}
