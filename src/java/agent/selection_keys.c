/* What is done to selectors and their keys besides selecting: see selectors.h.
 */

#include "java/agent/selector_model.h"

#include "base/assert.h"
#include "java/agent/execution_memory.h"
#include "java/agent/jdk.h"
#include "java/agent/jvm_narrator.h"
#include "java/agent/reentrant_locks.h"
#include "java/agent/scheduler.h"
#include "java/agent/stack_frames.h"
#include "java/agent/vector_clocks.h"

#include <string.h>

#define KEY "sun/nio/ch/SelectionKeyImpl"

/*------------------------------------------------------------------------*/
/* What others do to it. */

/* False: there is no event. */
static int begin (JNIEnv *env, jobject object, sett_jcall *c,
                  sett_jselector **s) {
  sett_jthread *t = sett_around (env);
  if (!t)
    return 0;
  *c = (sett_jcall){.env = env, .thread = t, .place = sett_frame_here (env)};
  *s = sett_selector_of (env, t, object);
  if (!*s)
    t->muted++;
  return *s != NULL;
}

void JNICALL sett_selector_wake (JNIEnv *env, jclass k, jobject object) {
  (void)k;
  sett_jcall c;
  sett_jselector *s;
  if (!begin (env, object, &c, &s) ||
      !sett_selector_visible (&c, SETT_DO_ENTER, s, SETT_WAKE,
                              SETT_EFFECT_STORE, NULL))
    return;
  sett_selector_touch (s, SETT_WAKE, SETT_EFFECT_STORE);
  if (world.narrating)
    sett_narrate_words ("wake up %s", s->thing.name);
  s->is_woken = !s->is_closed;
  sett_selector_order (c.thread, s);
  c.thread->muted++;
}

void JNICALL sett_selector_close (JNIEnv *env, jclass k, jobject object) {
  (void)k;
  sett_jcall c;
  sett_jselector *s;
  if (!begin (env, object, &c, &s) ||
      !sett_selector_visible (&c, SETT_DO_CLOSE, s, SETT_LIST,
                              SETT_EFFECT_STORE, NULL))
    return;
  sett_selector_touch (s, SETT_LIST, SETT_EFFECT_STORE);
  sett_selector_touch (s, SETT_WAKE, SETT_EFFECT_STORE);
  sett_selector_touch (s, SETT_GONE, SETT_EFFECT_STORE);
  for (unsigned i = 0; i < s->count; i++)
    sett_key_touch (s, s->interests[i].socket, SETT_EFFECT_STORE);
  s->is_closed = 1;
  sett_selector_order (c.thread, s);
  c.thread->muted++;
}

/* The event that looks; what follows is not muted. */
static int begin_look (JNIEnv *env, jobject object, sett_jcall *c,
                       sett_jselector **s) {
  sett_jthread *t = sett_jself ();
  if (t && world.over)
    sett_junwind (env);
  if (!t || world.over)
    return 0;
  *c = (sett_jcall){.env = env, .thread = t, .place = sett_frame_here (env)};
  *s = sett_selector_of (env, t, object);
  return *s != NULL;
}

void JNICALL sett_selector_look (JNIEnv *env, jclass k, jobject object) {
  (void)k;
  sett_jcall c;
  sett_jselector *s;
  if (!begin_look (env, object, &c, &s) ||
      !sett_selector_visible (&c, SETT_DO_LOAD, s, SETT_LIST, SETT_EFFECT_LOAD,
                              NULL))
    return;
  sett_selector_touch (s, SETT_LIST, SETT_EFFECT_LOAD);
  sett_clock_acquire (c.thread, s->clock);
  if (world.narrating)
    sett_narrate_hidden ();
}

/* Does the channel have a key of it? */
void JNICALL sett_selector_find (JNIEnv *env, jclass k, jobject channel,
                                 jobject object) {
  (void)k, (void)channel;
  sett_jcall c;
  sett_jselector *s;
  if (!begin_look (env, object, &c, &s) ||
      !sett_selector_visible (&c, SETT_DO_ENTER, s, SETT_LIST, SETT_EFFECT_LOAD,
                              NULL))
    return;
  sett_selector_touch (s, SETT_LIST, SETT_EFFECT_LOAD);
  sett_selector_touch (s, SETT_GONE, SETT_EFFECT_LOAD);
  if (world.narrating)
    sett_narrate_hidden ();
}

static int knows (const sett_jchannel *h, const sett_jselector *s) {
  for (unsigned i = 0; i < h->selector_count; i++)
    if (h->selectors[i] == s)
      return 1;
  return 0;
}

static void know (sett_jchannel *h, sett_jselector *s) {
  if (knows (h, s))
    return;
  sett_jselector **wider =
      sett_jalloc ((h->selector_count + 1) * sizeof *wider);
  if (h->selector_count)
    memcpy (wider, h->selectors, h->selector_count * sizeof *wider);
  wider[h->selector_count++] = s;
  h->selectors = wider;
  SETT_ASSERT (knows (h, s));
}

void JNICALL sett_selector_register (JNIEnv *env, jclass k, jobject channel,
                                     jobject object) {
  (void)k;
  sett_jcall c;
  sett_jselector *s;
  if (!begin (env, object, &c, &s))
    return;
  c.socket = sett_channel_socket (env, channel);
  if (!sett_selector_visible (&c, SETT_DO_ENTER, s, SETT_LIST,
                              SETT_EFFECT_STORE, NULL))
    return;
  sett_selector_touch (s, SETT_LIST, SETT_EFFECT_STORE);
  if (c.socket) {
    know (c.socket->channel, s);
    sett_key_touch (s, c.socket, SETT_EFFECT_STORE);
    sett_touch (c.socket, SETT_STATUS, SETT_EFFECT_LOAD);
    if (world.narrating)
      sett_narrate_words ("register %.40s with %.20s", c.socket->thing.name,
                          s->thing.name);
  }
  sett_selector_order (c.thread, s);
  c.thread->muted++;
}

void sett_selectors_cancel (sett_jthread *t, sett_jsocket *socket) {
  for (unsigned i = 0; i < socket->channel->selector_count; i++) {
    sett_jselector *s = socket->channel->selectors[i];
    sett_selector_touch (s, SETT_LIST, SETT_EFFECT_STORE);
    sett_selector_touch (s, SETT_GONE, SETT_EFFECT_STORE);
    sett_key_touch (s, socket, SETT_EFFECT_STORE);
    sett_selector_order (t, s);
  }
}

/*------------------------------------------------------------------------*/
/* Keys. */

static jobject key_field (JNIEnv *env, jobject key, const char *name,
                          const char *type) {
  return (*env)->GetObjectField (env, key,
                                 sett_jfield (env, KEY, name, type, 0));
}

static int is_key (JNIEnv *env, jobject key) {
  jclass class = sett_jclass (env, KEY);
  return class && (*env)->IsInstanceOf (env, key, class);
}

static jobject selector_in (JNIEnv *env, jobject key) {
  return is_key (env, key)
             ? key_field (env, key, "selector", "Lsun/nio/ch/SelectorImpl;")
             : NULL;
}

static sett_jsocket *socket_in (JNIEnv *env, jobject key) {
  return sett_channel_socket (
      env, key_field (env, key, "channel", "Lsun/nio/ch/SelChImpl;"));
}

typedef enum change { ATTACHED, INTERESTED, CANCELLED } change;

static void change_key (JNIEnv *env, jobject key, change what) {
  sett_jcall c;
  sett_jselector *s;
  if (!begin (env, selector_in (env, key), &c, &s))
    return;
  c.socket = socket_in (env, key);
  const sett_effect_kind kind =
      what == ATTACHED ? SETT_EFFECT_LOAD : SETT_EFFECT_STORE;
  if (!sett_selector_visible (&c, SETT_DO_ENTER, s, SETT_LIST, kind, NULL))
    return;
  sett_selector_touch (s, SETT_LIST, kind);
  if (what == CANCELLED)
    sett_selector_touch (s, SETT_GONE, SETT_EFFECT_STORE);
  if (c.socket)
    sett_key_touch (s, c.socket, SETT_EFFECT_STORE);
  if (world.narrating && c.socket)
    sett_narrate_words ("%s the key of %.40s",
                        what == CANCELLED ? "cancel" : "change",
                        c.socket->thing.name);
  sett_selector_order (c.thread, s);
  c.thread->muted++;
}

void JNICALL sett_key_interest (JNIEnv *env, jclass k, jobject key) {
  (void)k;
  change_key (env, key, INTERESTED);
}

void JNICALL sett_key_cancel (JNIEnv *env, jclass k, jobject key) {
  (void)k;
  change_key (env, key, CANCELLED);
}

void JNICALL sett_key_attach (JNIEnv *env, jclass k, jobject key) {
  (void)k;
  change_key (env, key, ATTACHED);
}

void JNICALL sett_key_look (JNIEnv *env, jclass k, jobject key) {
  (void)k;
  sett_jcall c;
  sett_jselector *s;
  if (!sett_jself () || !begin_look (env, selector_in (env, key), &c, &s))
    return;
  const sett_jsocket *socket = socket_in (env, key);
  if (!socket)
    return;
  const uint32_t number = sett_key_number (s, socket);
  if (!sett_jvisible (env, c.thread, SETT_DO_LOAD, &s->thing, number,
                      SETT_EFFECT_LOAD, NULL, c.place))
    return;
  sett_key_touch (s, socket, SETT_EFFECT_LOAD);
  sett_clock_acquire (c.thread, s->clock);
  if (world.narrating)
    sett_narrate_hidden ();
}

void sett_selector_name_key (JNIEnv *env, sett_jthread *t, jobject object) {
  if (sett_selectors_exist () && is_key (env, object))
    sett_thing_born (env, t, object);
}
