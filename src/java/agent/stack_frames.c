/* Frames of stacks, each stored once in the shared memory: equal ones have
   equal numbers (stack_frames.h). */

#include "java/agent/stack_frames.h"
#include "java/agent/guest.h"

#include "base/assert.h"
#include "base/hash.h"
#include "java/agent/class_names.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { MOST_FRAMES = 1 << 16, DEEP = 64 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void set_function (sett_named_frame *f, const char *class_name,
                          const char *method) {
  snprintf (f->function, sizeof f->function, "%s%s%s", class_name,
            *method ? "." : "", method);
  for (char *at = f->function; *at; at++)
    if (*at == '/')
      *at = '.';
}

/* "bank/Main$1" is in Main.java, most likely. */
static void guess_file (sett_named_frame *f, const char *class_name) {
  const char *slash = strrchr (class_name, '/');
  const char *base = slash ? slash + 1 : class_name;
  const size_t length = strcspn (base, "$");
  snprintf (f->file, sizeof f->file, "%.*s.java", (int)length, base);
}

/* Where the number of such a frame is, or will be. */
static uint32_t *find_slot (const sett_member *m, const sett_named_frame *f) {
  static uint32_t table[2 * MOST_FRAMES];
  uint64_t h = 14695981039346656037ul + f->line;
  for (const char *at = f->function; *at; at++)
    h = (h ^ (unsigned char)*at) * 1099511628211ul;
  uint32_t i = (uint32_t)(h >> 20) % (2 * MOST_FRAMES);
  while (table[i] && memcmp (&m->frames[table[i]], f, sizeof *f))
    i = (i + 1) % (2 * MOST_FRAMES);
  return &table[i];
}

/* All of them have the same. */
static void share_frames (const sett_member *m) {
  for (unsigned i = 0; i < world.process_count; i++)
    if (sett_is_java_process (i)) {
      world.shared->members[i].frames = m->frames;
      world.shared->members[i].frame_count = m->frame_count;
    }
}

static sett_member *first_member (void) {
  unsigned i = 0;
  while (!sett_is_java_process (i))
    i++;
  SETT_ASSERT (i < world.process_count);
  return &world.shared->members[i];
}

/* The number of such a frame, which becomes known; 0: there are too many. */
static uint32_t keep (const sett_named_frame *fresh) {
  sett_member *m = first_member ();
  pthread_mutex_lock (&lock);
  if (!m->frames) {
    m->frames = sett_shared_alloc (MOST_FRAMES * sizeof *m->frames);
    m->frame_count = 1; /* 0 is nowhere */
  }
  SETT_ASSERT (m->frame_count && m->frame_count <= MOST_FRAMES);
  uint32_t *slot = find_slot (m, fresh);
  if (!*slot && m->frame_count < MOST_FRAMES) {
    *slot = m->frame_count;
    m->frames[m->frame_count++] = *fresh;
    share_frames (m);
  }
  const uint32_t number = *slot;
  pthread_mutex_unlock (&lock);
  return number;
}

void sett_frames_save (sett_saved *s) {
  const sett_member *m = first_member ();
  const uint32_t count = m->frame_count ? m->frame_count - 1 : 0;
  sett_saved_put_number (s, count);
  if (count)
    sett_saved_put (s, m->frames + 1, count * sizeof *m->frames);
}

void sett_frames_load (sett_saved *s) {
  sett_named_frame frame;
  const uint64_t count = sett_saved_get_count (s, sizeof frame);
  for (uint32_t i = 1; i <= count; i++) {
    sett_saved_get (s, &frame, sizeof frame);
    s->failed |= keep (&frame) != i;
  }
}

uint32_t sett_frame_add (const char *class_name, const char *method,
                         const char *file, int line, int foreign) {
  sett_named_frame fresh = {.line = line > 0 ? (uint32_t)line : 0,
                            .foreign = (uint8_t)(foreign || line <= 0)};
  set_function (&fresh, class_name, method);
  if (file)
    snprintf (fresh.file, sizeof fresh.file, "%s", file);
  else
    guess_file (&fresh, class_name);
  return keep (&fresh);
}

/*------------------------------------------------------------------------*/

static int line_at (jmethodID method, jlocation location) {
  jint count = 0;
  jvmtiLineNumberEntry *table = NULL;
  int line = 0;
  jlocation best = -1;
  if (location < 0 ||
      (*world.jvmti)->GetLineNumberTable (world.jvmti, method, &count, &table))
    return 0;
  for (jint i = 0; i < count; i++)
    if (table[i].start_location <= location && table[i].start_location > best) {
      best = table[i].start_location;
      line = table[i].line_number;
    }
  (*world.jvmti)->Deallocate (world.jvmti, (unsigned char *)table);
  return line;
}

static uint32_t make_frame (const jvmtiFrameInfo *frame, int *foreign) {
  jclass class = NULL;
  char *class_name = NULL, *method = NULL, *file = NULL;
  uint32_t number = 0;
  *foreign = 1;
  if ((*world.jvmti)
          ->GetMethodDeclaringClass (world.jvmti, frame->method, &class) ||
      (*world.jvmti)
          ->GetClassSignature (world.jvmti, class, &class_name, NULL) ||
      (*world.jvmti)
          ->GetMethodName (world.jvmti, frame->method, &method, NULL, NULL))
    return 0;
  (*world.jvmti)->GetSourceFileName (world.jvmti, class, &file);
  class_name[strlen (class_name) - 1] = 0;
  *foreign = sett_is_foreign_class (class_name + 1);
  number = sett_frame_add (class_name + 1, method, file,
                           line_at (frame->method, frame->location), *foreign);
  (*world.jvmti)->Deallocate (world.jvmti, (unsigned char *)class_name);
  (*world.jvmti)->Deallocate (world.jvmti, (unsigned char *)method);
  (*world.jvmti)->Deallocate (world.jvmti, (unsigned char *)file);
  return number;
}

/* Frames are asked for at every operation.  A method of the JDK is what it is;
   one of the program is another one in the next execution. */
static uint32_t add_frame (const jvmtiFrameInfo *frame, int *foreign) {
  enum { SLOTS = 4096 };
  static struct {
    jvmtiFrameInfo frame;
    uint64_t execution;
    uint32_t number;
    int foreign;
  } known[SLOTS];
  const uint64_t h =
      ((uint64_t)(uintptr_t)frame->method + (uint64_t)frame->location) *
      0x9e3779b97f4a7c15ul;
  const size_t i = h >> 52;
  if (known[i].frame.method != frame->method ||
      known[i].frame.location != frame->location ||
      (!known[i].foreign && known[i].execution != world.execution)) {
    known[i].frame = *frame;
    known[i].execution = world.execution;
    known[i].number = make_frame (frame, &known[i].foreign);
  }
  *foreign = known[i].foreign;
  return known[i].number;
}

void sett_frames_walk (sett_backtrace *stack) {
  jvmtiFrameInfo frames[DEEP];
  jint depth = 0;
  int foreign;
  *stack = (sett_backtrace){0};
  if ((*world.jvmti)
          ->GetStackTrace (world.jvmti, NULL, 0, DEEP, frames, &depth))
    return;
  for (jint i = 0; i < depth && stack->depth < SETT_MOST_FRAMES; i++) {
    const uint32_t number = add_frame (&frames[i], &foreign);
    if (number && !foreign)
      stack->frames[stack->depth++] = number + 1;
  }
}

int sett_frames_are_foreign (jint count) {
  jvmtiFrameInfo frames[DEEP];
  jint depth = 0;
  int foreign = count <= DEEP;
  if (count <= 0 || !foreign)
    return foreign;
  (*world.jvmti)->GetStackTrace (world.jvmti, NULL, 0, count, frames, &depth);
  for (jint i = 0; i < depth && foreign; i++)
    add_frame (&frames[i], &foreign);
  return foreign;
}

uint64_t sett_frames_digest (void) {
  jvmtiFrameInfo frames[DEEP];
  jint depth = 0;
  int foreign = 1;
  uint64_t digest = 0;
  if ((*world.jvmti)
          ->GetStackTrace (world.jvmti, NULL, 0, DEEP, frames, &depth))
    return 0;
  for (jint i = 0; i < depth && foreign && frames[i].method != world.carries;
       i++)
    digest = sett_mix64 (digest + add_frame (&frames[i], &foreign));
  return digest;
}

/* It is seldom far: a few frames at a time. */
uintptr_t sett_frame_here (JNIEnv *env) {
  enum { FEW = 8 };
  jvmtiFrameInfo frames[FEW];
  jint depth = FEW;
  int foreign = 1;
  uint32_t number = 0;
  (*env)->PushLocalFrame (env, DEEP);
  for (jint from = 0; from < DEEP && depth == FEW && foreign; from += FEW) {
    if ((*world.jvmti)
            ->GetStackTrace (world.jvmti, NULL, from, FEW, frames, &depth))
      break;
    for (jint i = 0; i < depth && foreign; i++)
      number = add_frame (&frames[i], &foreign);
  }
  (*env)->PopLocalFrame (env, NULL);
  return number && !foreign ? number + 1 : 0;
}

/*------------------------------------------------------------------------*/
/* StackTraceElement, by its methods. */

static int call_text (JNIEnv *env, jobject element, const char *method,
                      char *text, size_t room) {
  jclass class = (*env)->GetObjectClass (env, element);
  jmethodID id =
      (*env)->GetMethodID (env, class, method, "()Ljava/lang/String;");
  jstring string = id ? (*env)->CallObjectMethod (env, element, id) : NULL;
  const char *utf =
      string ? (*env)->GetStringUTFChars (env, string, NULL) : NULL;
  if (!utf)
    return 0;
  snprintf (text, room, "%s", utf);
  (*env)->ReleaseStringUTFChars (env, string, utf);
  return 1;
}

static uintptr_t frame_of_element (JNIEnv *env, jobject element) {
  char class_name[128], method[64], file[64];
  if (!element ||
      !call_text (env, element, "getClassName", class_name,
                  sizeof class_name) ||
      !call_text (env, element, "getMethodName", method, sizeof method))
    return 0;
  const int known = call_text (env, element, "getFileName", file, sizeof file);
  jclass class = (*env)->GetObjectClass (env, element);
  jmethodID id = (*env)->GetMethodID (env, class, "getLineNumber", "()I");
  const jint line = (*env)->CallIntMethod (env, element, id);
  for (char *at = class_name; *at; at++)
    if (*at == '.')
      *at = '/';
  if (sett_is_foreign_class (class_name))
    return 0;
  return sett_frame_add (class_name, method, known ? file : NULL, line, 0) + 1;
}

uintptr_t sett_frame_of_exception (JNIEnv *env, jthrowable thrown) {
  jclass class = (*env)->GetObjectClass (env, thrown);
  jmethodID id = (*env)->GetMethodID (env, class, "getStackTrace",
                                      "()[Ljava/lang/StackTraceElement;");
  jobjectArray trace = (*env)->CallObjectMethod (env, thrown, id);
  if ((*env)->ExceptionCheck (env) || !trace) {
    (*env)->ExceptionClear (env);
    return 0;
  }
  const jsize count = (*env)->GetArrayLength (env, trace);
  uintptr_t place = 0;
  for (jsize i = 0; i < count && i < DEEP && !place; i++)
    place =
        frame_of_element (env, (*env)->GetObjectArrayElement (env, trace, i));
  (*env)->ExceptionClear (env);
  return place;
}
