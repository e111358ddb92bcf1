/* Standard streams: see standard_streams.h.  What always holds: the numbers 0,
   1 and 2 of files are what they were, whatever a program closes (the JDK would
   put /dev/null there, for all executions to come). */

#include "java/agent/standard_streams.h"

#include "base/assert.h"
#include "java/agent/jdk.h"

#include <dlfcn.h>
#include <unistd.h>

#define BUFFERED "java/io/BufferedInputStream"
#define DESCRIPTOR "java/io/FileDescriptor"

static jfieldID number_field (JNIEnv *env) {
  return sett_jfield (env, DESCRIPTOR, "fd", "I", 0);
}

void JNICALL sett_descriptor_close (JNIEnv *env, jobject descriptor) {
  static void (JNICALL * real) (JNIEnv *, jobject);
  if (!real) {
    void *library = dlopen ("libjava.so", RTLD_NOLOAD | RTLD_LAZY);
    *(void **)&real =
        library ? dlsym (library, "Java_java_io_FileDescriptor_close0") : NULL;
  }
  const jint number = (*env)->GetIntField (env, descriptor, number_field (env));
  if (number >= STDIN_FILENO && number <= STDERR_FILENO)
    (*env)->SetIntField (env, descriptor, number_field (env), -1);
  else if (real)
    real (env, descriptor);
}

/*------------------------------------------------------------------------*/
/* Opening. */

static jobject buffer (JNIEnv *env, jobject file) {
  jmethodID make =
      sett_jmethod (env, BUFFERED, "<init>", "(Ljava/io/InputStream;)V", 0);
  return file ? (*env)->NewObject (env, sett_jclass (env, BUFFERED), make, file)
              : NULL;
}

/* A FileInputStream or FileOutputStream of that number. */
static jobject open_number (JNIEnv *env, const char *class_name, jint number) {
  jmethodID open =
      sett_jmethod (env, class_name, "<init>", "(L" DESCRIPTOR ";)V", 0);
  jmethodID make = sett_jmethod (env, DESCRIPTOR, "<init>", "(I)V", 0);
  if (!open || !make)
    return NULL;
  jobject descriptor =
      (*env)->NewObject (env, sett_jclass (env, DESCRIPTOR), make, number);
  return (*env)->NewObject (env, sett_jclass (env, class_name), open,
                            descriptor);
}

static jobject open_input (JNIEnv *env, const char *path) {
  static const char file[] = "java/io/FileInputStream";
  if (!path)
    return buffer (env, open_number (env, file, STDIN_FILENO));
  jmethodID open =
      sett_jmethod (env, file, "<init>", "(Ljava/lang/String;)V", 0);
  return buffer (env, (*env)->NewObject (env, sett_jclass (env, file), open,
                                         (*env)->NewStringUTF (env, path)));
}

/* As the JDK makes its own. */
static jobject open_output (JNIEnv *env, jint number) {
  jmethodID print = sett_jmethod (env, "java/lang/System", "newPrintStream",
                                  "(Ljava/io/FileOutputStream;Ljava/lang/"
                                  "String;)Ljava/io/PrintStream;",
                                  1);
  jobject stream = open_number (env, "java/io/FileOutputStream", number);
  return print && stream ? (*env)->CallStaticObjectMethod (
                               env, jdk.system_class, print, stream, NULL)
                         : NULL;
}

static jobject open_stream (JNIEnv *env, const char *input, int number) {
  SETT_ASSERT (number >= STDIN_FILENO && number <= STDERR_FILENO);
  return number ? open_output (env, number) : open_input (env, input);
}

int sett_streams_open (JNIEnv *env, const char *input, jobject streams[3]) {
  for (int i = 0; i < 3; i++) {
    jobject stream = open_stream (env, input, i);
    if (!stream || (*env)->ExceptionCheck (env))
      return 0;
    streams[i] = (*env)->NewGlobalRef (env, stream);
  }
  return 1;
}

/*------------------------------------------------------------------------*/
/* A new execution. */

static int is_closed (JNIEnv *env, jobject stream, int number) {
  if (number)
    return (*env)->GetBooleanField (
        env, stream,
        sett_jfield (env, "java/io/PrintStream", "closing", "Z", 0));
  jobject bytes = (*env)->GetObjectField (
      env, stream, sett_jfield (env, BUFFERED, "buf", "[B", 0));
  const int closed = !bytes;
  (*env)->DeleteLocalRef (env, bytes);
  return closed;
}

static void open_again (JNIEnv *env, const char *input, jobject *stream,
                        int number) {
  jobject fresh = open_stream (env, input, number);
  if (!fresh)
    sett_jgive_up ("a standard stream cannot be opened again");
  (*env)->DeleteGlobalRef (env, *stream);
  *stream = (*env)->NewGlobalRef (env, fresh);
}

/* FileDescriptor.in, out, err. */
static void set_back_descriptor (JNIEnv *env, int number) {
  static const char *const names[] = {"in", "out", "err"};
  SETT_ASSERT (number >= STDIN_FILENO && number <= STDERR_FILENO);
  jobject descriptor = (*env)->GetStaticObjectField (
      env, sett_jclass (env, DESCRIPTOR),
      sett_jfield (env, DESCRIPTOR, names[number], "L" DESCRIPTOR ";", 1));
  if ((*env)->GetIntField (env, descriptor, number_field (env)) != number) {
    (*env)->SetIntField (env, descriptor, number_field (env), number);
    (*env)->SetBooleanField (
        env, descriptor, sett_jfield (env, DESCRIPTOR, "closed", "Z", 0), 0);
  }
  (*env)->DeleteLocalRef (env, descriptor);
}

static jint number_of (JNIEnv *env, jobject buffered) {
  jobject file =
      (*env)->GetObjectField (env, buffered,
                              sett_jfield (env, "java/io/FilterInputStream",
                                           "in", "Ljava/io/InputStream;", 0));
  jobject descriptor =
      (*env)->GetObjectField (env, file,
                              sett_jfield (env, "java/io/FileInputStream", "fd",
                                           "L" DESCRIPTOR ";", 0));
  return (*env)->GetIntField (env, descriptor, number_field (env));
}

/* What was read ahead is forgotten. */
static void rewind_input (JNIEnv *env, jobject stream) {
  if (lseek (number_of (env, stream), 0, SEEK_SET) < 0)
    return;
  (*env)->SetIntField (env, stream, sett_jfield (env, BUFFERED, "pos", "I", 0),
                       0);
  (*env)->SetIntField (env, stream,
                       sett_jfield (env, BUFFERED, "count", "I", 0), 0);
  (*env)->SetIntField (env, stream,
                       sett_jfield (env, BUFFERED, "markpos", "I", 0), -1);
}

void sett_streams_set_back (JNIEnv *env, const char *input,
                            jobject streams[3]) {
  (*env)->PushLocalFrame (env, 32);
  for (int i = 0; i < 3; i++) {
    set_back_descriptor (env, i);
    if (is_closed (env, streams[i], i))
      open_again (env, input, &streams[i], i);
  }
  rewind_input (env, streams[0]);
  (*env)->PopLocalFrame (env, NULL);
}
