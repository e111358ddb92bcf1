/* DatagramSocket, from the JDK's side: see jdk_sockets.h.  The JDK keeps a
   channel behind each, whose socket is the one (channel_descriptors.h); it is
   closed when the execution is over.  Addresses are kept there, where the JDK's
   own code looks for them. */

#include "base/assert.h"
#include "java/agent/jdk_sockets.h"

#include "java/agent/channel_descriptors.h"
#include "java/agent/execution_memory.h"
#include "java/agent/jdk.h"
#include "java/agent/things.h"
#include "java/agent/passing_time.h"

#include <errno.h>
#include <stdlib.h>

#define ADAPTOR "sun/nio/ch/DatagramSocketAdaptor"
#define CHANNEL "sun/nio/ch/DatagramChannelImpl"
#define PACKET "java/net/DatagramPacket"
#define ADDRESS "java/net/InetSocketAddress"

static jobject *channels; /* of this execution */
static size_t channel_count, channel_room;

static jobject channel_of (JNIEnv *env, jobject adaptor) {
  return (*env)->GetObjectField (
      env, adaptor,
      sett_jfield (env, ADAPTOR, "dc", "Lsun/nio/ch/DatagramChannelImpl;", 0));
}

static void remember (JNIEnv *env, jobject channel) {
  if (channel_count == channel_room) {
    channel_room = 2 * channel_room + 16;
    channels = realloc (channels, channel_room * sizeof *channels);
    if (!channels)
      sett_jgive_up ("out of memory");
  }
  SETT_ASSERT (channel_count < channel_room);
  channels[channel_count++] = (*env)->NewGlobalRef (env, channel);
}

void sett_datagrams_end (JNIEnv *env) {
  for (size_t i = 0; i < channel_count; i++) {
    (*env)->CallVoidMethod (env, channels[i],
                            sett_jmethod (env, CHANNEL, "close", "()V", 0));
    (*env)->ExceptionClear (env);
    (*env)->DeleteGlobalRef (env, channels[i]);
  }
  channel_count = 0;
}

/* A call; the first one finds the socket. */
static int begin (JNIEnv *env, jobject adaptor, int changes, sett_jcall *c) {
  sett_jthread *t = sett_jself ();
  sett_thing *thing =
      t && !world.over ? sett_thing_nameless (env, adaptor) : NULL;
  if (thing && !thing->socket) {
    thing->socket = sett_channel_socket (env, channel_of (env, adaptor));
    remember (env, channel_of (env, adaptor));
  }
  return sett_socket_call (env, adaptor, changes, c);
}

/*------------------------------------------------------------------------*/

static jobject make_address (JNIEnv *env, jobject inet, unsigned port) {
  jmethodID make =
      sett_jmethod (env, ADDRESS, "<init>", "(Ljava/net/InetAddress;I)V", 0);
  return (*env)->NewObject (env, sett_jclass (env, ADDRESS), make, inet,
                            (jint)port);
}

static jobject inet_of (JNIEnv *env, jobject address) {
  return (*env)->CallObjectMethod (
      env, address,
      sett_jmethod (env, ADDRESS, "getAddress", "()Ljava/net/InetAddress;", 0));
}

static void keep (JNIEnv *env, jobject adaptor, const char *field,
                  jobject address) {
  (*env)->SetObjectField (
      env, channel_of (env, adaptor),
      sett_jfield (env, CHANNEL, field, "Ljava/net/InetSocketAddress;", 0),
      address);
}

/* All addresses of the machine. */
static int bind_any (JNIEnv *env, jobject adaptor, const sett_jcall *c,
                     jobject inet, uint32_t where, unsigned port) {
  if (sett_socket_failed (env, sett_network_bind (c, port, where, 0), ""))
    return 0;
  keep (env, adaptor, "localAddress",
        make_address (env, inet, sett_network_port (c->socket)));
  return !(*env)->ExceptionCheck (env);
}

void JNICALL sett_datagrams_bind (JNIEnv *env, jclass c, jobject adaptor,
                                  jobject address) {
  (void)c;
  sett_jcall call;
  unsigned port = 0;
  uint32_t where = 0;
  if (!begin (env, adaptor, 1, &call) ||
      (address && !sett_socket_address (env, address, &port, &where)))
    return;
  bind_any (env, adaptor, &call, address ? inet_of (env, address) : NULL, where,
            port);
}

static int ensure_bound (JNIEnv *env, jobject adaptor, const sett_jcall *c) {
  return sett_network_port (c->socket) ||
         bind_any (env, adaptor, c, NULL, 0, 0);
}

void JNICALL sett_datagrams_connect (JNIEnv *env, jclass c, jobject adaptor,
                                     jobject address) {
  (void)c;
  sett_jcall call;
  unsigned port;
  uint32_t where;
  if (!begin (env, adaptor, 1, &call) ||
      !sett_socket_address (env, address, &port, &where) ||
      !ensure_bound (env, adaptor, &call) ||
      sett_socket_failed (env, sett_network_direct (&call, port), ""))
    return;
  keep (env, adaptor, "remoteAddress", address);
}

void JNICALL sett_datagrams_disconnect (JNIEnv *env, jclass c,
                                        jobject adaptor) {
  (void)c;
  sett_jcall call;
  if (!begin (env, adaptor, 1, &call))
    return;
  const int result = sett_network_direct (&call, 0);
  if (result != -EBADF && !sett_socket_failed (env, result, ""))
    keep (env, adaptor, "remoteAddress", NULL);
}

/*------------------------------------------------------------------------*/
/* Packets. */

static jfieldID packet_field (JNIEnv *env, const char *name, const char *type) {
  return sett_jfield (env, PACKET, name, type, 0);
}

static jint packet_int (JNIEnv *env, jobject packet, const char *name) {
  return (*env)->GetIntField (env, packet, packet_field (env, name, "I"));
}

static void set_packet_int (JNIEnv *env, jobject packet, const char *name,
                            jint value) {
  (*env)->SetIntField (env, packet, packet_field (env, name, "I"), value);
}

static jbyteArray packet_bytes (JNIEnv *env, jobject packet) {
  return (*env)->GetObjectField (env, packet, packet_field (env, "buf", "[B"));
}

static void set_packet_address (JNIEnv *env, jobject packet, jobject inet,
                                unsigned port) {
  (*env)->SetObjectField (
      env, packet, packet_field (env, "address", "Ljava/net/InetAddress;"),
      inet);
  set_packet_int (env, packet, "port", (jint)port);
}

/* Where it goes to; 0: an exception is pending. */
static unsigned target_of (JNIEnv *env, const sett_jcall *c, jobject packet) {
  const unsigned own = sett_network_peer_port (c->socket);
  const jint port = packet_int (env, packet, "port");
  uint32_t where;
  jobject inet = (*env)->GetObjectField (
      env, packet, packet_field (env, "address", "Ljava/net/InetAddress;"));
  if (!inet && own) {
    set_packet_address (env, packet, sett_loopback (env), own);
    return own;
  }
  if (!inet)
    sett_throw (env, "java/lang/IllegalArgumentException", "Address not set");
  else if (port < 0 || port > 65535)
    sett_throw (env, "java/lang/IllegalArgumentException", "port out of range");
  else if (!port)
    sett_throw (env, "java/net/SocketException", "Can't send to port 0");
  else if (own && own != (unsigned)port)
    sett_throw (env, "java/lang/IllegalArgumentException",
                "Packet address and connected address must match");
  else if (sett_inet_address (env, inet, &where))
    return (unsigned)port;
  return 0;
}

static int was_unheard (JNIEnv *env, long result) {
  if (result == -ECONNREFUSED)
    sett_throw (env, "java/net/PortUnreachableException", "");
  return result == -ECONNREFUSED;
}

void JNICALL sett_datagrams_send (JNIEnv *env, jclass c, jobject adaptor,
                                  jobject packet) {
  (void)c;
  sett_jcall call;
  if (!begin (env, adaptor, 0, &call) || !ensure_bound (env, adaptor, &call))
    return;
  const unsigned port = target_of (env, &call, packet);
  if (!port)
    return;
  const jint count = packet_int (env, packet, "length");
  jbyte *bytes = sett_jalloc ((size_t)count + 1);
  (*env)->GetByteArrayRegion (env, packet_bytes (env, packet),
                              packet_int (env, packet, "offset"), count, bytes);
  const long result = sett_network_send (&call, port, bytes, (size_t)count);
  if (!was_unheard (env, result))
    sett_socket_failed (env, result, "");
}

static void fill (JNIEnv *env, jobject packet, const sett_jdatagram *d) {
  const jint room = packet_int (env, packet, "bufLength");
  const jint count = (jint)d->size < room ? (jint)d->size : room;
  (*env)->SetByteArrayRegion (env, packet_bytes (env, packet),
                              packet_int (env, packet, "offset"), count,
                              (const jbyte *)d->bytes);
  set_packet_int (env, packet, "length", count);
  set_packet_address (env, packet, sett_loopback (env), d->port);
}

void JNICALL sett_datagrams_receive (JNIEnv *env, jclass c, jobject adaptor,
                                     jobject packet) {
  (void)c;
  sett_jcall call;
  const sett_jdatagram *d = NULL;
  const jint millis = (*env)->GetIntField (
      env, adaptor, sett_jfield (env, ADAPTOR, "timeout", "I", 0));
  if (!begin (env, adaptor, 0, &call) || !ensure_bound (env, adaptor, &call))
    return;
  call.limited = millis > 0;
  const int result = sett_network_receive (&call, &d);
  if (result == -ETIMEDOUT)
    sett_time_pass_millis (call.thread, millis);
  if (!was_unheard (env, result) &&
      !sett_socket_failed (env, result, "Receive timed out"))
    fill (env, packet, d);
}

/*------------------------------------------------------------------------*/

void JNICALL sett_datagrams_close (JNIEnv *env, jclass c, jobject adaptor) {
  (void)c;
  sett_jcall call;
  if (world.open && begin (env, adaptor, 0, &call))
    sett_network_close (&call);
}

jboolean JNICALL sett_datagrams_is_closed (JNIEnv *env, jclass c,
                                           jobject adaptor) {
  (void)c;
  sett_jcall call;
  return sett_jself () && begin (env, adaptor, 0, &call) &&
         sett_network_is_closed (&call) > 0;
}
