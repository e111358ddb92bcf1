/* Selecting: see selectors.h. */

#include "java/agent/selector_model.h"

#include "base/assert.h"
#include "java/agent/execution_memory.h"
#include "java/agent/interrupts.h"
#include "java/agent/jdk.h"
#include "java/agent/jvm_narrator.h"
#include "java/agent/object_numbers.h"
#include "java/agent/scheduler.h"
#include "java/agent/jdk_sockets.h"
#include "java/agent/stack_frames.h"
#include "java/agent/vector_clocks.h"
#include "java/agent/passing_time.h"

#include <poll.h>
#include <string.h>
#include <sys/epoll.h>

enum { MOST_ORDERS = 24 }; /* of channels that are ready */

/*------------------------------------------------------------------------*/
/* Readiness. */

/* What the kernel says of a stream besides reading and writing. */
static int mishaps (const sett_jsocket *s) {
  if (s->is_pipe)
    return !s->has_ended ? 0 : s->key & 1 ? POLLERR : POLLHUP;
  if (!s->peer)
    return POLLHUP;
  return (s->is_reset || s->is_broken ? POLLERR | POLLHUP : 0) |
         (s->has_ended && s->no_output ? POLLHUP : 0);
}

static int events_of (const sett_jinterest *i) {
  const sett_jsocket *s = i->socket;
  const int plain = s->is_datagram || s->is_listener;
  if (s->is_closed)
    return 0;
  const int has = (sett_is_readable (s) ? POLLIN : 0) |
                  (plain                                 ? 0
                   : !s->peer || sett_has_room (s->peer) ? POLLOUT
                                                         : 0) |
                  (s->is_datagram ? POLLOUT : 0);
  return (has & i->events) | (plain ? 0 : mishaps (s));
}

static int is_ready (const sett_jselector *s) {
  for (unsigned i = 0; i < s->count; i++)
    if (events_of (&s->interests[i]))
      return 1;
  return 0;
}

static int may_select (const sett_jthread *t) {
  const sett_jselector *s = (const sett_jselector *)t->thing;
  return s->is_woken || s->is_closed || t->interrupted || is_ready (s);
}

int sett_selector_rests (const sett_jthread *t) {
  const sett_jselector *s = (const sett_jselector *)t->thing;
  if (t->operation != SETT_DO_AWAIT_CHANGE)
    return 0;
  for (unsigned i = 0; i < s->count; i++)
    if (!sett_socket_rests (s->interests[i].socket))
      return 0;
  return s->count > 0;
}

/* The words that the answer depends on, one after the other. */
typedef void visitor (void *context, const sett_jsocket *, sett_jword);

static void visit (const sett_jselector *s, visitor *each, void *context) {
  for (unsigned i = 0; i < s->count; i++) {
    const sett_jsocket *one = s->interests[i].socket;
    each (context, one, SETT_IN);
    each (context, one, SETT_STATUS);
    if (one->peer && (s->interests[i].events & POLLOUT))
      each (context, one->peer, SETT_ROOM);
  }
}

static void load_word (void *context, const sett_jsocket *s, sett_jword w) {
  (void)context;
  sett_touch (s, w, SETT_EFFECT_LOAD);
}

static void await_word (void *context, const sett_jsocket *s, sett_jword w) {
  (void)context;
  sett_await_word (s, w);
}

typedef struct numbers {
  uint32_t *at, count;
} numbers;

static void take_number (void *context, const sett_jsocket *s, sett_jword w) {
  numbers *n = context;
  n->at[n->count++] = sett_socket_number (s->key, w);
}

/*------------------------------------------------------------------------*/
/* Selecting. */

typedef struct selection {
  sett_jcall call;
  jobject object;
  sett_jselector *selector;
  jlong millis; /* below 0: as long as it takes */
} selection;

/* The JDK's own code, with the monitors that it has then. */
static jint do_select (JNIEnv *env, jobject selector, jobject action,
                       jlong millis) {
  jobject set = sett_selector_keys (env, selector, "publicSelectedKeys");
  (*env)->MonitorEnter (env, selector);
  (*env)->MonitorEnter (env, set);
  const jint n = (*env)->CallIntMethod (
      env, selector,
      sett_jmethod (env, SETT_SELECTOR, "doSelect",
                    "(Ljava/util/function/Consumer;J)I", 0),
      action, millis);
  jthrowable pending = (*env)->ExceptionOccurred (env);
  (*env)->ExceptionClear (env);
  (*env)->MonitorExit (env, set);
  (*env)->MonitorExit (env, selector);
  if (pending)
    (*env)->Throw (env, pending);
  return n;
}

/* What was changed of the keys. */
static void take_changes (const selection *n) {
  JNIEnv *env = n->call.env;
  jobject set = sett_selector_keys (env, n->object, "publicSelectedKeys");
  n->call.thread->muted++;
  (*env)->MonitorEnter (env, n->object);
  (*env)->MonitorEnter (env, set);
  (*env)->CallVoidMethod (
      env, n->object,
      sett_jmethod (env, SETT_EPOLL_SELECTOR, "processUpdateQueue", "()V", 0));
  if (!(*env)->ExceptionCheck (env))
    (*env)->CallVoidMethod (
        env, n->object,
        sett_jmethod (env, SETT_SELECTOR, "processDeregisterQueue", "()V", 0));
  (*env)->MonitorExit (env, set);
  (*env)->MonitorExit (env, n->object);
  n->call.thread->muted--;
}

static int begin_selection (const selection *n) {
  sett_jselector *s = n->selector;
  if (!sett_selector_visible (&n->call, SETT_DO_ENTER, s, SETT_LIST,
                              SETT_EFFECT_STORE, NULL))
    return 0;
  sett_selector_touch (s, SETT_LIST, SETT_EFFECT_STORE);
  sett_selector_touch (s, SETT_GONE, SETT_EFFECT_STORE);
  sett_selector_order (n->call.thread, s);
  if (world.narrating)
    sett_narrate_words ("begin to select by %s", s->thing.name);
  if (s->is_closed) {
    sett_throw_plain (n->call.env, "java/nio/channels/ClosedSelectorException");
    return 0;
  }
  take_changes (n);
  return !(*n->call.env)->ExceptionCheck (n->call.env);
}

static uint64_t count_orders (unsigned count) {
  uint64_t orders = 1;
  for (unsigned i = 2; i <= count && orders <= MOST_ORDERS; i++)
    orders *= i;
  return orders;
}

/* That way comes to the front; the first one is the order of registration. */
static void arrange (struct epoll_event *at, unsigned count, unsigned most,
                     unsigned way) {
  for (unsigned i = 0; i < most; i++) {
    const unsigned chosen = i + way % (count - i);
    const struct epoll_event e = at[chosen];
    way /= count - i;
    memmove (&at[i + 1], &at[i], (chosen - i) * sizeof *at);
    at[i] = e;
  }
}

static void choose_order (const selection *n) {
  sett_jselector *s = n->selector;
  const uint64_t orders = count_orders (s->found_count);
  if (s->found_count < 2)
    return;
  if (orders <= MOST_ORDERS) {
    arrange (s->found, s->found_count, s->found_count,
             sett_jalternative ((unsigned)orders));
    return;
  }
  sett_jnote (1, n->call.place,
              "a selector finds many channels ready: not all orders of them "
              "are tried");
  arrange (s->found, s->found_count, 1, sett_jalternative (s->found_count));
}

static void look (const selection *n) {
  sett_jselector *s = n->selector;
  s->found = sett_jalloc ((s->count + 1) * sizeof *s->found);
  s->found_count = 0;
  for (unsigned i = 0; i < s->count; i++) {
    const int events = events_of (&s->interests[i]);
    sett_key_touch (s, s->interests[i].socket,
                    events ? SETT_EFFECT_STORE : SETT_EFFECT_LOAD);
    if (events)
      s->found[s->found_count++] =
          (struct epoll_event){.events = (uint32_t)events,
                               .data = {.fd = s->interests[i].descriptor}};
  }
  SETT_ASSERT (s->found_count <= s->count);
  choose_order (n);
}

static void tell (const selection *n) {
  const sett_jselector *s = n->selector;
  if (!world.narrating)
    return;
  if (s->found_count || s->is_woken || n->call.thread->interrupted)
    sett_narrate_words ("select: %u ready%s", s->found_count,
                        s->is_woken                   ? ", woken up"
                        : n->call.thread->interrupted ? ", interrupted"
                                                      : "");
  else
    sett_narrate_words (n->millis ? "select: timed out" : "select: none ready");
}

/* The words that it waits for, so that searches know. */
static int wait_for_one (const selection *n) {
  sett_jselector *s = n->selector;
  sett_jthread *t = n->call.thread;
  const int waits = n->millis < 0;
  numbers also = {sett_jalloc ((3 * s->count + 1) * sizeof *also.at), 0};
  visit (s, take_number, &also);
  t->also = also.at;
  t->also_count = also.count;
  const int goes_on = sett_selector_visible (
      &n->call, SETT_DO_AWAIT_CHANGE, s, SETT_WAKE,
      waits ? SETT_EFFECT_AWAIT : SETT_EFFECT_LOAD, waits ? may_select : NULL);
  t->also_count = 0;
  if (!goes_on)
    return 0;
  if (waits)
    sett_jaffect_await (sett_selector_number (s, SETT_WAKE),
                        s->is_woken || s->is_closed);
  visit (s, waits ? await_word : load_word, NULL);
  if (n->millis)
    sett_interrupt_touch (t, waits);
  sett_selector_touch (s, SETT_WAKE,
                       s->is_woken ? SETT_EFFECT_STORE : SETT_EFFECT_LOAD);
  sett_selector_touch (s, SETT_GONE, SETT_EFFECT_STORE);
  sett_selector_order (t, s);
  return 1;
}

static jint select_now (const selection *n) {
  sett_jselector *s = n->selector;
  sett_jthread *t = n->call.thread;
  if (!wait_for_one (n))
    return 0;
  look (n);
  tell (n);
  if (!s->found_count && !s->is_woken && !t->interrupted && n->millis > 0)
    sett_time_pass_millis (t, n->millis);
  s->is_woken = 0;
  if (s->is_closed)
    return 0; /* by one who waits until it returns */
  t->muted++;
  const jint found = do_select (n->call.env, n->object, NULL, 0);
  t->muted--;
  return found;
}

/* Another thread may wait for the one that selects: where nobody sees it. */
static void look_out (const selection *n) {
  enum { SELECTING = -1 };
  sett_thing *thing = sett_thing_nameless (n->call.env, n->object);
  if (!sett_races_plain (n->call.thread, thing,
                         sett_thing_cell (thing, SELECTING), 1, 0,
                         n->call.place))
    sett_jnote (1, n->call.place,
                "threads may select by one selector at the same time: not told "
                "apart in all orders");
}

jint JNICALL sett_selector_select (JNIEnv *env, jclass k, jobject selector,
                                   jobject action, jlong millis) {
  (void)k;
  sett_jthread *t = sett_jself ();
  if (!t)
    return do_select (env, selector, action, millis);
  if (world.over) {
    sett_junwind (env);
    return 0;
  }
  const selection n = {
      .call = {.env = env, .thread = t, .place = sett_frame_here (env)},
      .object = selector,
      .selector = sett_selector_of (env, t, selector),
      .millis = millis};
  if (!n.selector || action) {
    sett_jnote (1, n.call.place,
                "a selector is used that is not known, or with an action: the "
                "execution ends there");
    sett_jend (SETT_CUT);
    sett_junwind (env);
    return 0;
  }
  look_out (&n);
  return begin_selection (&n) ? select_now (&n) : 0;
}
