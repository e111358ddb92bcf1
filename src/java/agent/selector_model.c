/* What is known of selectors, and the natives below them: see selectors.h and
   selector_model.h. */

#include "java/agent/selector_model.h"

#include "base/assert.h"
#include "java/agent/execution_memory.h"
#include "java/agent/jdk.h"
#include "java/agent/object_numbers.h"
#include "java/agent/scheduler.h"
#include "java/agent/stack_frames.h"
#include "java/agent/vector_clocks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>

#define SET "Ljava/util/Set;"

static sett_jselector *selectors; /* the last that was made */
static unsigned selector_count;

static jobject *objects; /* selectors of this execution, as the JDK has them */
static size_t object_count, object_room;

void sett_selectors_begin (void) {
  selectors = NULL; /* memory of the execution */
  selector_count = 0;
}

/*------------------------------------------------------------------------*/
/* Words. */

uint32_t sett_selector_number (const sett_jselector *s, int word) {
  return sett_socket_number (s->key, word);
}

void sett_selector_touch (const sett_jselector *s, int word,
                          sett_effect_kind kind) {
  sett_jaffect (sett_selector_number (s, word), kind,
                word == SETT_WAKE ? (uint64_t)(s->is_woken || s->is_closed)
                                  : 1);
}

uint32_t sett_key_number (const sett_jselector *s, const sett_jsocket *socket) {
  enum { OF_THREAD = 9 };
  const int which =
      (int)(s->key >> 32) << OF_THREAD | (int)((uint32_t)s->key >> 1);
  return sett_socket_number (socket->key, SETT_KEYS + which);
}

void sett_key_touch (const sett_jselector *s, const sett_jsocket *socket,
                     sett_effect_kind kind) {
  sett_jaffect (sett_key_number (s, socket), kind, 1);
}

void sett_selector_order (sett_jthread *t, sett_jselector *s) {
  sett_clock_acquire (t, s->clock);
  sett_clock_release (t, &s->clock);
}

int sett_selector_visible (const sett_jcall *c, sett_operation operation,
                           sett_jselector *s, int word, sett_effect_kind intent,
                           sett_jguard guard) {
  sett_jthread *t = c->thread;
  t->spreads = 1;
  const int goes_on =
      sett_jvisible (c->env, t, operation, &s->thing,
                     sett_selector_number (s, word), intent, guard, c->place);
  t->spreads = 0;
  return goes_on;
}

/*------------------------------------------------------------------------*/
/* The selector that an object is. */

static int int_field (JNIEnv *env, jobject object, const char *name) {
  return (*env)->GetIntField (
      env, object, sett_jfield (env, SETT_EPOLL_SELECTOR, name, "I", 0));
}

static void remember (JNIEnv *env, jobject object) {
  if (object_count == object_room) {
    object_room = 2 * object_room + 16;
    objects = realloc (objects, object_room * sizeof *objects);
    if (!objects)
      sett_jgive_up ("out of memory");
  }
  objects[object_count++] = (*env)->NewGlobalRef (env, object);
}

/* Keys are found in the order in which they are reported, not by their hashes.
 */
static void keep_order (JNIEnv *env, jobject selector) {
  static const char linked[] = "java/util/LinkedHashSet";
  jobject set =
      (*env)->NewObject (env, sett_jclass (env, linked),
                         sett_jmethod (env, linked, "<init>", "()V", 0));
  jobject outer = (*env)->CallStaticObjectMethod (
      env, sett_jclass (env, "sun/nio/ch/Util"),
      sett_jmethod (env, "sun/nio/ch/Util", "ungrowableSet", "(" SET ")" SET,
                    1),
      set);
  (*env)->SetObjectField (
      env, selector, sett_jfield (env, SETT_SELECTOR, "selectedKeys", SET, 0),
      set);
  (*env)->SetObjectField (
      env, selector,
      sett_jfield (env, SETT_SELECTOR, "publicSelectedKeys", SET, 0), outer);
}

jobject sett_selector_keys (JNIEnv *env, jobject selector, const char *which) {
  return (*env)->GetObjectField (
      env, selector, sett_jfield (env, SETT_SELECTOR, which, SET, 0));
}

static sett_jselector *selector_at (int descriptor) {
  sett_jselector *s = selectors;
  while (s && s->descriptor != descriptor)
    s = s->another;
  return s;
}

sett_jselector *sett_selector_of (JNIEnv *env, sett_jthread *t,
                                  jobject object) {
  jclass class = sett_jclass (env, SETT_EPOLL_SELECTOR);
  if (!object || !class || !(*env)->IsInstanceOf (env, object, class))
    return NULL;
  sett_thing *thing = sett_thing_nameless (env, object);
  if (thing->selector)
    return thing->selector;
  thing->selector = selector_at (int_field (env, object, "epfd"));
  if (!thing->selector)
    return NULL;
  t->muted++;
  keep_order (env, object);
  t->muted--;
  remember (env, object);
  sett_thing_nameless (env,
                       sett_selector_keys (env, object, "publicSelectedKeys"))
      ->selector = thing->selector;
  sett_thing_nameless (env, sett_selector_keys (env, object, "publicKeys"))
      ->selector = thing->selector;
  return thing->selector;
}

void sett_selectors_end (JNIEnv *env) {
  static const char abstract[] = "java/nio/channels/spi/AbstractSelector";
  for (size_t i = 0; i < object_count; i++) {
    if (!(*env)->GetBooleanField (
            env, objects[i], sett_jfield (env, abstract, "closed", "Z", 0)))
      (*env)->CallStaticVoidMethod (
          env, sett_jclass (env, "sun/nio/ch/EPoll"),
          sett_jmethod (env, "sun/nio/ch/EPoll", "freePollArray", "(J)V", 1),
          (*env)->GetLongField (env, objects[i],
                                sett_jfield (env, SETT_EPOLL_SELECTOR,
                                             "pollArrayAddress", "J", 0)));
    (*env)->ExceptionClear (env);
    (*env)->DeleteGlobalRef (env, objects[i]);
  }
  object_count = 0;
}

int sett_selectors_exist (void) {
  return selectors != NULL;
}

/*------------------------------------------------------------------------*/
/* Natives of EPoll and EventFD.  Waking up is no affair of theirs. */

static struct {
  jint (JNICALL *create) (JNIEnv *, jclass);
  jint (JNICALL *ctl) (JNIEnv *, jclass, jint, jint, jint, jint);
  jint (JNICALL *wait) (JNIEnv *, jclass, jint, jlong, jint, jint);
  jint (JNICALL *eventfd0) (JNIEnv *, jclass);
  jint (JNICALL *set0) (JNIEnv *, jclass, jint);
} real;

static jint JNICALL create (JNIEnv *env, jclass k) {
  sett_jthread *t = sett_jself_any ();
  if (!t)
    return real.create (env, k);
  if (world.guest && !world.over) {
    sett_jnote (1, sett_frame_here (env),
                "a selector of java.nio in a system with C programs: the "
                "execution ends there");
    sett_jend (SETT_CUT);
  }
  const uint64_t key = world.over ? 0 : sett_network_key (env, t);
  if (!key) {
    sett_junwind (env);
    return -1;
  }
  sett_jselector *s = sett_jalloc (sizeof *s);
  *s = (sett_jselector){.key = key,
                        .another = selectors,
                        .descriptor = sett_descriptor_add (NULL)};
  s->thing.owner = -1;
  snprintf (s->thing.name, sizeof s->thing.name, "selector %u",
            ++selector_count);
  selectors = s;
  return s->descriptor;
}

static void set_interest (sett_jselector *s, int descriptor, int events) {
  unsigned i = 0;
  while (i < s->count && s->interests[i].descriptor != descriptor)
    i++;
  if (i < s->count && !events) {
    memmove (&s->interests[i], &s->interests[i + 1],
             (--s->count - i) * sizeof *s->interests);
    return;
  }
  if (i == s->room) {
    s->room = 2 * s->room + 8;
    sett_jinterest *wider = sett_jalloc (s->room * sizeof *wider);
    if (s->count)
      memcpy (wider, s->interests, s->count * sizeof *wider);
    s->interests = wider;
  }
  s->interests[i] =
      (sett_jinterest){sett_descriptor_socket (descriptor), descriptor, events};
  s->count += i == s->count;
  SETT_ASSERT (s->count <= s->room);
}

static jint JNICALL control (JNIEnv *env, jclass k, jint epoll, jint what,
                             jint descriptor, jint events) {
  if (!sett_descriptor_is_model (epoll))
    return real.ctl (env, k, epoll, what, descriptor, events);
  sett_jselector *s =
      sett_jself_any () && !world.over ? selector_at (epoll) : NULL;
  if (s && sett_descriptor_socket (descriptor))
    set_interest (s, descriptor, what == EPOLL_CTL_DEL ? 0 : events);
  return 0;
}

static jint JNICALL wait (JNIEnv *env, jclass k, jint epoll, jlong address,
                          jint most, jint millis) {
  if (!sett_descriptor_is_model (epoll))
    return real.wait (env, k, epoll, address, most, millis);
  sett_jselector *s =
      sett_jself_any () && !world.over ? selector_at (epoll) : NULL;
  if (!s || !s->found_count)
    return 0;
  const unsigned n =
      s->found_count < (unsigned)most ? s->found_count : (unsigned)most;
  memcpy ((void *)(uintptr_t)address, s->found, n * sizeof *s->found);
  s->found_count = 0;
  return (jint)n;
}

static jint JNICALL make_event (JNIEnv *env, jclass k) {
  if (!sett_jself_any ())
    return real.eventfd0 (env, k);
  if (world.over)
    sett_junwind (env);
  return world.over ? -1 : sett_descriptor_add (NULL);
}

static jint JNICALL set_event (JNIEnv *env, jclass k, jint descriptor) {
  return sett_descriptor_is_model (descriptor) ? 0
                                               : real.set0 (env, k, descriptor);
}

void *sett_selector_native (const char *class_name, const char *method,
                            void *address) {
  static const struct {
    const char *class_name, *method;
    void *own, *jdks;
  } rows[] = {
      {"sun/nio/ch/EPoll", "create", (void *)create, &real.create},
      {"sun/nio/ch/EPoll", "ctl", (void *)control, &real.ctl},
      {"sun/nio/ch/EPoll", "wait", (void *)wait, &real.wait},
      {"sun/nio/ch/EventFD", "eventfd0", (void *)make_event, &real.eventfd0},
      {"sun/nio/ch/EventFD", "set0", (void *)set_event, &real.set0},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!strcmp (rows[i].class_name, class_name) &&
        !strcmp (rows[i].method, method)) {
      memcpy (rows[i].jdks, &address, sizeof address);
      return rows[i].own;
    }
  return NULL;
}
