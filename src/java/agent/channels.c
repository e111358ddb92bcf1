/* Channels, from the JDK's side: see channels.h. */

#include "java/agent/channels.h"

#include "base/assert.h"
#include "java/agent/interrupts.h"
#include "java/agent/jdk.h"
#include "java/agent/jvm_narrator.h"
#include "java/agent/network_model.h"
#include "java/agent/reentrant_locks.h"
#include "java/agent/scheduler.h"
#include "java/agent/selectors.h"
#include "java/agent/jdk_sockets.h"
#include "java/agent/stack_frames.h"
#include "java/agent/vector_clocks.h"

#include <errno.h>
#include <stdlib.h>

#define SELECTABLE "java/nio/channels/spi/AbstractSelectableChannel"
#define SOCKET_CHANNEL "sun/nio/ch/SocketChannelImpl"
#define BUFFER "java/nio/Buffer"
#define BYTES "java/nio/ByteBuffer"

/*------------------------------------------------------------------------*/
/* Calls. */

static void end_here (JNIEnv *env, const char *what) {
  sett_jnote (1, sett_frame_here (env), "%s: the execution ends there", what);
  sett_jend (SETT_CUT);
  sett_junwind (env);
}

/* False: nothing of a channel happens, or the execution is over.  One that the
   kernel knows (of the Unix domain, or inherited) may be bound: sandbox.c sees
   to that. */
static int begin_any (JNIEnv *env, jobject channel, sett_jcall *c,
                      int may_be_known) {
  sett_jthread *t = sett_around (env);
  if (!t)
    return 0;
  *c = (sett_jcall){.env = env,
                    .thread = t,
                    .socket = sett_channel_socket (env, channel),
                    .place = sett_frame_here (env)};
  if (world.guest && c->socket) {
    end_here (env, "a channel of java.nio in a system with C programs");
    return 0;
  }
  if (!c->socket && !may_be_known && sett_is_channel (env, channel))
    end_here (env, "a channel is used that is not of the loopback interface");
  else if (!c->socket)
    t->muted++;
  return c->socket != NULL;
}

static int begin (JNIEnv *env, jobject channel, sett_jcall *c) {
  return begin_any (env, channel, c, 0);
}

/* As a plain variable of the channel would be used; false: while another thread
   may use it. */
enum { MODE = -1, READING = -2, WRITING = -3 };

static int is_alone (const sett_jcall *c, int64_t what, int changes) {
  sett_thing *thing = &c->socket->thing;
  return sett_races_plain (c->thread, thing, sett_thing_cell (thing, what),
                           changes, 0, c->place);
}

/* Who binds, connects or configures a channel waits for those who read and
   write there, by the JDK's locks. */
static void look_out (const sett_jcall *c, int changes) {
  if (!is_alone (c, MODE, changes))
    sett_jnote (1, c->place,
                "a thread uses a channel while another one may bind, connect "
                "or configure it: not told apart in all orders");
}

/* One of several that wait in a blocking channel is not interrupted before it
   is its turn. */
static void note_turns (const sett_jcall *c) {
  const sett_jchannel *h = c->socket->channel;
  if (h->is_shared && h->was_interrupted)
    sett_jnote (1, c->place,
                "threads that wait in the same channel are interrupted: not "
                "told apart in all orders");
}

static void take_turn (const sett_jcall *c, int64_t what) {
  look_out (c, 0);
  if (is_alone (c, what, 1))
    return;
  c->socket->channel->is_shared = 1;
  note_turns (c);
}

/* The JDK's code follows. */
static void go_on (const sett_jcall *c) {
  SETT_ASSERT (!c->thread->muted);
  c->thread->muted++;
}

static int is_blocking (JNIEnv *env, jobject channel) {
  return !(*env)->GetBooleanField (
      env, channel, sett_jfield (env, SELECTABLE, "nonBlocking", "Z", 0));
}

/* It does not wait for what it asks for: the JDK's code throws, or closes it.
 */
static int is_in_vain (const sett_jthread *t) {
  const sett_jsocket *s = (const sett_jsocket *)t->thing;
  return t->interrupted || (!s->is_datagram && !s->is_listener && !s->peer);
}

static int may_read (const sett_jthread *t) {
  return is_in_vain (t) || sett_may_receive (t);
}

static int may_write (const sett_jthread *t) {
  return t->interrupted || sett_may_send (t);
}

/* Who waits looks at its own interrupts as well. */
static void waited (const sett_jcall *c, const sett_jsocket *s, sett_jword w) {
  sett_await_word (s, w);
  sett_interrupt_touch (c->thread, 1);
  if (!c->thread->interrupted)
    return;
  sett_clock_acquire (c->thread, c->thread->interrupter);
  c->socket->channel->was_interrupted = 1;
  note_turns (c);
}

/* One whose channel was closed may have begun to wait before that. */
static int was_closed_meanwhile (const sett_jcall *c) {
  if (!c->socket->is_closed || c->thread->interrupted || !sett_jalternative (2))
    return 0;
  sett_throw_plain (c->env, "java/nio/channels/AsynchronousCloseException");
  return 1;
}

/* To receive something, by an event; the body takes it. */
static void receive (const sett_jcall *c, sett_operation operation, int waits) {
  sett_jsocket *s = c->socket;
  take_turn (c, READING);
  if (!sett_visible_word (c, operation, s, SETT_IN,
                          waits ? SETT_EFFECT_RECEIVE : SETT_EFFECT_STORE,
                          waits ? may_read : NULL))
    return;
  if (waits) {
    waited (c, s, SETT_IN);
    sett_await_word (s, SETT_STATUS);
  }
  sett_touch (s, SETT_IN,
              sett_is_readable (s) ? SETT_EFFECT_STORE : SETT_EFFECT_LOAD);
  sett_touch (s, SETT_STATUS, SETT_EFFECT_LOAD);
  if (!waits || !was_closed_meanwhile (c))
    go_on (c);
}

/*------------------------------------------------------------------------*/
/* Buffers. */

static size_t remaining (JNIEnv *env, jobject buffer) {
  if (!buffer)
    return 0;
  return (size_t)(*env)->CallIntMethod (
      env, buffer, sett_jmethod (env, BUFFER, "remaining", "()I", 0));
}

static size_t remaining_of_all (JNIEnv *env, jobject buffers, jint from,
                                jint count) {
  size_t size = 0;
  const jsize length = buffers ? (*env)->GetArrayLength (env, buffers) : 0;
  for (jint i = from; i >= 0 && i < length && i < from + count; i++) {
    jobject one = (*env)->GetObjectArrayElement (env, buffers, i);
    size += remaining (env, one);
    (*env)->DeleteLocalRef (env, one);
  }
  return size;
}

/* A copy of what is to be written. */
static unsigned char *bytes_of (JNIEnv *env, jobject buffer, size_t size) {
  jobject twin = (*env)->CallObjectMethod (
      env, buffer,
      sett_jmethod (env, BYTES, "duplicate", "()Ljava/nio/ByteBuffer;", 0));
  jbyteArray array = (*env)->NewByteArray (env, (jsize)size);
  unsigned char *copy = malloc (size + 1);
  if (!copy || !array)
    sett_jgive_up ("out of memory");
  (*env)->CallObjectMethod (
      env, twin,
      sett_jmethod (env, BYTES, "get", "([BII)Ljava/nio/ByteBuffer;", 0), array,
      0, (jint)size);
  (*env)->GetByteArrayRegion (env, array, 0, (jsize)size, (jbyte *)copy);
  return copy;
}

/*------------------------------------------------------------------------*/
/* Data. */

/* Datagrams can be empty; and who is not connected does not wait. */
static void read_size (const sett_jcall *c, jobject channel, size_t size) {
  const sett_jsocket *s = c->socket;
  const int waits = is_blocking (c->env, channel) &&
                    (s->is_datagram ? s->peer_port != 0 : size > 0);
  if (!s->is_datagram && !sett_risk_transfer (c, &size))
    return;
  c->thread->transfer.most = size;
  receive (c, SETT_DO_RECEIVE_FROM, waits);
}

void JNICALL sett_channel_read (JNIEnv *env, jclass k, jobject channel,
                                jobject buffer) {
  (void)k;
  sett_jcall c;
  if (begin (env, channel, &c))
    read_size (&c, channel, remaining (env, buffer));
}

void JNICALL sett_channel_read_all (JNIEnv *env, jclass k, jobject channel,
                                    jobject buffers, jint from, jint count) {
  (void)k;
  sett_jcall c;
  if (begin (env, channel, &c))
    read_size (&c, channel, remaining_of_all (env, buffers, from, count));
}

/* Would it have to wait for room? */
static int lacks_room (const sett_jcall *c, size_t size) {
  const sett_jsocket *s = c->socket, *p = s->peer;
  return p && !s->is_closed && !s->is_reset && !s->is_broken && !s->no_output &&
         !p->is_closed && !c->thread->interrupted &&
         SETT_CAPACITY - p->count < size;
}

/* A blocking channel writes everything.  What there is no room for yet it sends
   piece by piece, and the body the last one.  False: the execution is over, or
   the channel closed. */
static int present (const sett_jcall *c, const unsigned char *bytes,
                    size_t size) {
  sett_jsocket *s = c->socket, *p = s->peer;
  size_t *gone = &c->thread->transfer.presented;
  while (lacks_room (c, size - *gone)) {
    s->channel->writer = c->thread->number + 1;
    const long n = sett_write_now (c, bytes + *gone, size - *gone);
    *gone += n > 0 ? (size_t)n : 0;
    if (!sett_visible_word (c, SETT_DO_SEND_TO, p, SETT_ROOM,
                            SETT_EFFECT_RECEIVE, may_write))
      return 0;
    waited (c, p, SETT_ROOM);
    sett_touch (s, SETT_STATUS, SETT_EFFECT_LOAD);
    if (was_closed_meanwhile (c))
      return 0;
  }
  SETT_ASSERT (*gone <= size);
  s->channel->writer = 0;
  return 1;
}

/* The event of a call that sends. */
static int begin_sending (const sett_jcall *c, int blocking) {
  take_turn (c, WRITING);
  if (!sett_visible_word (c, SETT_DO_SEND_TO, c->socket, SETT_STATUS,
                          SETT_EFFECT_LOAD, NULL))
    return 0;
  sett_touch (c->socket, SETT_STATUS, SETT_EFFECT_LOAD);
  if (c->socket->channel->writer &&
      c->socket->channel->writer != c->thread->number + 1)
    sett_jnote (1, c->place,
                "a thread writes to a channel while another one waits for room "
                "there: its turn is not waited for");
  if (blocking)
    sett_interrupt_touch (c->thread, 0);
  if (blocking && c->thread->interrupted)
    sett_clock_acquire (c->thread, c->thread->interrupter);
  return 1;
}

static void write_size (const sett_jcall *c, jobject channel, jobject buffer,
                        size_t size) {
  const sett_jsocket *s = c->socket;
  const int blocking = is_blocking (c->env, channel);
  int goes_on = 1;
  if (s->is_datagram &&
      (c->thread->transfer.failure = sett_risk_datagram (c)) < 0)
    return;
  if ((!s->is_datagram && !sett_risk_transfer (c, &size)) ||
      !begin_sending (c, blocking))
    return;
  c->thread->transfer.most = size;
  c->thread->transfer.presented = 0;
  if (!s->is_datagram && blocking && lacks_room (c, size)) {
    if (!buffer) {
      end_here (c->env,
                "several buffers are written that there is no room for");
      return;
    }
    unsigned char *bytes = bytes_of (c->env, buffer, size);
    goes_on = present (c, bytes, size);
    free (bytes);
  }
  if (goes_on)
    go_on (c);
}

void JNICALL sett_channel_write (JNIEnv *env, jclass k, jobject channel,
                                 jobject buffer) {
  (void)k;
  sett_jcall c;
  if (begin (env, channel, &c))
    write_size (&c, channel, buffer, remaining (env, buffer));
}

void JNICALL sett_channel_write_all (JNIEnv *env, jclass k, jobject channel,
                                     jobject buffers, jint from, jint count) {
  (void)k;
  sett_jcall c;
  if (begin (env, channel, &c))
    write_size (&c, channel, NULL,
                remaining_of_all (env, buffers, from, count));
}

/* As a stream of a socket does it: parts that a failure has made are events of
   their own, and the body does the last one. */
static void write_fully (const sett_jcall *c, const unsigned char *bytes,
                         size_t size) {
  size_t *gone = &c->thread->transfer.presented;
  *gone = 0;
  c->thread->transfer.most = size;
  for (long n = 0; n >= 0;) {
    size_t part = size - *gone;
    if (!sett_risk_transfer (c, &part) || !begin_sending (c, 1))
      return;
    const size_t end = *gone + part;
    if (!present (c, bytes, end))
      return;
    if (end == size)
      break;
    n = sett_write_now (c, bytes + *gone, end - *gone);
    *gone += n > 0 ? (size_t)n : 0;
  }
  go_on (c);
}

void JNICALL sett_channel_write_fully (JNIEnv *env, jclass k, jobject channel,
                                       jobject array, jint from, jint count) {
  (void)k;
  sett_jcall c;
  if (!begin (env, channel, &c))
    return;
  if (!array || from < 0 || count <= 0 || !is_blocking (env, channel) ||
      from > (*env)->GetArrayLength (env, array) - count) {
    go_on (&c); /* nothing, or what is wrong with it */
    return;
  }
  unsigned char *bytes = malloc ((size_t)count);
  if (!bytes)
    sett_jgive_up ("out of memory");
  (*env)->GetByteArrayRegion (env, array, from, count, (jbyte *)bytes);
  write_fully (&c, bytes, (size_t)count);
  free (bytes);
}

/* With a time limit: one who does not wait may be out of time. */
void JNICALL sett_channel_read_for (JNIEnv *env, jclass k, jobject channel,
                                    jobject array, jint from, jint count,
                                    jlong nanos) {
  (void)k, (void)array, (void)from;
  sett_jcall c;
  size_t size = count > 0 ? (size_t)count : 0;
  if (!begin (env, channel, &c) || !sett_risk_transfer (&c, &size))
    return;
  c.thread->transfer.most = size;
  receive (&c, SETT_DO_RECEIVE_FROM,
           nanos <= 0 && size && is_blocking (env, channel));
}

/* To a port that is known when the body comes to it. */
void JNICALL sett_channel_send (JNIEnv *env, jclass k, jobject channel,
                                jobject buffer, jobject address) {
  (void)k, (void)address;
  sett_jcall c;
  if (begin (env, channel, &c))
    write_size (&c, channel, buffer, remaining (env, buffer));
}

/* DatagramChannel.receive: whoever sends. */
void JNICALL sett_channel_accept (JNIEnv *env, jclass k, jobject channel) {
  (void)k;
  sett_jcall c;
  if (!begin (env, channel, &c))
    return;
  c.thread->transfer.most = SIZE_MAX;
  receive (&c, c.socket->is_datagram ? SETT_DO_RECEIVE_FROM : SETT_DO_ACCEPT,
           is_blocking (env, channel) &&
               (c.socket->is_datagram || c.socket->is_listener));
}

void JNICALL sett_channel_accept_for (JNIEnv *env, jclass k, jobject channel) {
  (void)k;
  sett_jcall c;
  if (begin (env, channel, &c))
    receive (&c, SETT_DO_ACCEPT, 0);
}

/*------------------------------------------------------------------------*/
/* Ports, connections. */

/* The port of an address; 0: it has none, or is not of this machine: the JDK's
   code, or the network, says what is wrong. */
static unsigned port_in (JNIEnv *env, jobject address) {
  static const char name[] = "java/net/InetSocketAddress";
  if (!address || !(*env)->IsInstanceOf (env, address, sett_jclass (env, name)))
    return 0;
  return (unsigned)(*env)->CallIntMethod (
      env, address, sett_jmethod (env, name, "getPort", "()I", 0));
}

void JNICALL sett_channel_bind (JNIEnv *env, jclass k, jobject channel,
                                jobject address) {
  (void)k;
  sett_jcall c;
  if (!begin_any (env, channel, &c, 1))
    return;
  look_out (&c, 1);
  if (!sett_visible_port (&c, SETT_DO_BIND,
                          sett_port_to_bind (c.socket, port_in (env, address)),
                          SETT_EFFECT_STORE))
    return;
  sett_touch (c.socket, SETT_STATUS, SETT_EFFECT_STORE);
  go_on (&c);
}

/* Does the JDK's code come to the point where it connects? */
static int would_connect (const sett_jcall *c, jobject channel) {
  return !c->socket->is_closed && !c->thread->interrupted &&
         !(*c->env)->GetIntField (
             c->env, channel,
             sett_jfield (c->env, SOCKET_CHANNEL, "state", "I", 0));
}

/* What becomes of it is known at once, unless a blocking one has to wait for
   room in the queue.  False: the execution is over, or the channel closed. */
static int connect (const sett_jcall *c, jobject channel, unsigned number,
                    int blocking) {
  sett_jport *p = sett_port_of (number, 0);
  sett_jsocket *listener = NULL;
  look_out (c, 1);
  for (;;) {
    if (listener ? !sett_visible_word (c, SETT_DO_CONNECT, listener, SETT_ROOM,
                                       SETT_EFFECT_RECEIVE, may_write)
                 : !sett_visible_port (c, SETT_DO_CONNECT, p, SETT_EFFECT_LOAD))
      return 0;
    sett_touch (c->socket, SETT_STATUS, SETT_EFFECT_STORE);
    sett_touch_port (p, SETT_EFFECT_LOAD);
    if (listener)
      waited (c, listener, SETT_ROOM);
    else if (blocking)
      sett_interrupt_touch (c->thread, 0);
    if (blocking && listener && was_closed_meanwhile (c))
      return 0;
    if (!would_connect (c, channel))
      return 1;
    c->socket->channel->outcome = sett_connect_now (c, number);
    if (c->socket->channel->outcome != -EAGAIN)
      return 1;
    if (!blocking) {
      end_here (c->env, "a connection has to wait for a listener's queue");
      return 0;
    }
    listener = p->holder;
  }
}

void JNICALL sett_channel_connect (JNIEnv *env, jclass k, jobject channel,
                                   jobject address) {
  (void)k;
  sett_jcall c;
  if (!begin (env, channel, &c))
    return;
  const int blocking = is_blocking (env, channel);
  if (connect (&c, channel, port_in (env, address), blocking)) {
    c.socket->channel->is_pending = !blocking;
    go_on (&c);
  }
}

void JNICALL sett_channel_connect_for (JNIEnv *env, jclass k, jobject channel,
                                       jobject address, jlong nanos) {
  (void)k;
  sett_jcall c;
  if (begin (env, channel, &c) &&
      connect (&c, channel, port_in (env, address), nanos <= 0))
    go_on (&c);
}

static void change (JNIEnv *env, jobject channel, sett_operation operation,
                    int is_told) {
  sett_jcall c;
  if (!begin (env, channel, &c))
    return;
  if (operation != SETT_DO_SHUTDOWN)
    look_out (&c, 1);
  if (!sett_visible_change (&c, operation))
    return;
  sett_touch (c.socket, SETT_STATUS, SETT_EFFECT_STORE);
  if (world.narrating && !is_told)
    sett_narrate_hidden ();
  go_on (&c);
}

/* The JDK knows better whether it reads and writes from now on: all words. */
void JNICALL sett_channel_finish (JNIEnv *env, jclass k, jobject channel) {
  (void)k;
  sett_jcall c;
  if (!begin (env, channel, &c))
    return;
  look_out (&c, 1);
  if (!sett_visible_change (&c, SETT_DO_CONNECT))
    return;
  if (world.narrating)
    sett_narrate_words ("finish connecting");
  if (c.socket->channel->is_pending)
    sett_touch_all (c.socket);
  else
    sett_touch (c.socket, SETT_STATUS, SETT_EFFECT_LOAD);
  go_on (&c);
}

void JNICALL sett_channel_direct (JNIEnv *env, jclass k, jobject channel) {
  (void)k;
  change (env, channel, SETT_DO_CONNECT, 1);
}

void JNICALL sett_channel_shut_down (JNIEnv *env, jclass k, jobject channel) {
  (void)k;
  change (env, channel, SETT_DO_SHUTDOWN, 1);
}

void JNICALL sett_channel_configure (JNIEnv *env, jclass k, jobject channel) {
  (void)k;
  change (env, channel, SETT_DO_ENTER, 0);
}

/*------------------------------------------------------------------------*/
/* Ends. */

static int is_closed (JNIEnv *env, jobject channel) {
  return (*env)->GetBooleanField (
      env, channel,
      sett_jfield (env, "java/nio/channels/spi/AbstractInterruptibleChannel",
                   "closed", "Z", 0));
}

void JNICALL sett_channel_close (JNIEnv *env, jclass k, jobject channel) {
  (void)k;
  sett_jcall c;
  if (!begin (env, channel, &c) || !sett_visible_change (&c, SETT_DO_CLOSE))
    return;
  const int again = is_closed (env, channel);
  sett_touch (c.socket, SETT_STATUS,
              again ? SETT_EFFECT_LOAD : SETT_EFFECT_STORE);
  if (again && world.narrating)
    sett_narrate_hidden ();
  if (!again) {
    sett_clock_release (c.thread, &c.socket->channel->clock);
    sett_selectors_cancel (c.thread, c.socket);
  }
  go_on (&c);
}

void JNICALL sett_channel_available (JNIEnv *env, jclass k, jobject channel) {
  (void)k;
  sett_jcall c;
  if (!begin (env, channel, &c) ||
      !sett_visible_word (&c, SETT_DO_RECEIVE_FROM, c.socket, SETT_IN,
                          SETT_EFFECT_LOAD, NULL))
    return;
  sett_touch (c.socket, SETT_IN, SETT_EFFECT_LOAD);
  sett_touch (c.socket, SETT_STATUS, SETT_EFFECT_LOAD);
  sett_clock_acquire (c.thread, c.socket->clock);
  if (world.narrating)
    sett_narrate_words ("look how much has come: %zu bytes", c.socket->count);
  go_on (&c);
}

/* Is it open, connected, ...?  The JDK's code answers; nothing is muted. */
void JNICALL sett_channel_look (JNIEnv *env, jclass k, jobject channel) {
  (void)k;
  sett_jthread *t = sett_jself ();
  if (!t)
    return;
  if (world.over) {
    sett_junwind (env);
    return;
  }
  sett_jcall c = {.env = env,
                  .thread = t,
                  .socket = sett_channel_socket (env, channel),
                  .place = sett_frame_here (env)};
  if (!c.socket || !sett_visible_word (&c, SETT_DO_LOAD, c.socket, SETT_STATUS,
                                       SETT_EFFECT_LOAD, NULL))
    return;
  sett_touch (c.socket, SETT_STATUS, SETT_EFFECT_LOAD);
  sett_clock_acquire (t, c.socket->channel->clock);
  if (world.narrating)
    sett_narrate_hidden ();
}
