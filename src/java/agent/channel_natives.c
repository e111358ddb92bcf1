/* The natives below channels: what the JDK asks the kernel for is done to the
   model, as part of the present event (channels.h).  What always holds: a
   descriptor of the model never reaches the kernel, and others are the JDK's
   own business.  Threads that are not controlled, and those of an execution
   that is over, find every descriptor of the model at its end. */

#include "java/agent/channels.h"

#include "base/assert.h"
#include "java/agent/jdk.h"
#include "java/agent/network_model.h"
#include "java/agent/scheduler.h"
#include "java/agent/jdk_sockets.h"
#include "java/agent/passing_time.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

/* What natives of sun.nio.ch give back (IOStatus). */
enum { END = -1, UNAVAILABLE = -2 };

/* The JDK's own. */
static struct {
  jint (JNICALL *socket0) (JNIEnv *, jclass, jboolean, jboolean, jboolean,
                           jboolean);
  void (JNICALL *bind0) (JNIEnv *, jclass, jobject, jboolean, jboolean, jobject,
                         jint);
  void (JNICALL *listen) (JNIEnv *, jclass, jobject, jint);
  jint (JNICALL *connect0) (JNIEnv *, jclass, jboolean, jobject, jobject, jint);
  jint (JNICALL *accept) (JNIEnv *, jclass, jobject, jobject, jobjectArray);
  void (JNICALL *shutdown) (JNIEnv *, jclass, jobject, jint);
  jint (JNICALL *localPort) (JNIEnv *, jclass, jobject);
  jobject (JNICALL *localInetAddress) (JNIEnv *, jclass, jobject);
  jint (JNICALL *getIntOption0) (JNIEnv *, jclass, jobject, jboolean, jint,
                                 jint);
  void (JNICALL *setIntOption0) (JNIEnv *, jclass, jobject, jboolean, jint,
                                 jint, jint, jboolean);
  jint (JNICALL *poll) (JNIEnv *, jclass, jobject, jint, jlong);
  jint (JNICALL *available) (JNIEnv *, jclass, jobject);
  jboolean (JNICALL *pollConnect) (JNIEnv *, jclass, jobject, jlong);
  void (JNICALL *configureBlocking) (JNIEnv *, jclass, jobject, jboolean);
  jlong (JNICALL *makePipe) (JNIEnv *, jclass, jboolean);
  jint (JNICALL *read0) (JNIEnv *, jclass, jobject, jlong, jint);
  jlong (JNICALL *readv0) (JNIEnv *, jclass, jobject, jlong, jint);
  jint (JNICALL *file_read0) (JNIEnv *, jclass, jobject, jlong, jint);
  jlong (JNICALL *file_readv0) (JNIEnv *, jclass, jobject, jlong, jint);
  jint (JNICALL *write0) (JNIEnv *, jclass, jobject, jlong, jint);
  jlong (JNICALL *writev0) (JNIEnv *, jclass, jobject, jlong, jint);
  void (JNICALL *close0) (JNIEnv *, jclass, jobject);
  void (JNICALL *close_itself) (JNIEnv *, jobject);
  void (JNICALL *preClose0) (JNIEnv *, jclass, jobject);
  void (JNICALL *closeIntFD) (JNIEnv *, jclass, jint);
  jint (JNICALL *datagram_read0) (JNIEnv *, jclass, jobject, jlong, jint);
  jlong (JNICALL *datagram_readv0) (JNIEnv *, jclass, jobject, jlong, jint);
  jint (JNICALL *datagram_write0) (JNIEnv *, jclass, jobject, jlong, jint);
  jlong (JNICALL *datagram_writev0) (JNIEnv *, jclass, jobject, jlong, jint);
  void (JNICALL *disconnect0) (JNIEnv *, jclass, jobject, jboolean);
  jint (JNICALL *receive0) (JNIEnv *, jclass, jobject, jlong, jint, jlong,
                            jboolean);
  jint (JNICALL *send0) (JNIEnv *, jclass, jobject, jlong, jint, jlong, jint);
} real;

static jfieldID number_field (JNIEnv *env) {
  return sett_jfield (env, "java/io/FileDescriptor", "fd", "I", 0);
}

static int number_of (JNIEnv *env, jobject file) {
  return (*env)->GetIntField (env, file, number_field (env));
}

static int is_model (JNIEnv *env, jobject file) {
  return sett_descriptor_is_model (number_of (env, file));
}

/* A call on the model; false: nobody is there who could make one. */
static int begin (JNIEnv *env, jobject file, sett_jcall *c) {
  sett_jthread *t = world.over ? NULL : sett_jself_any ();
  *c = (sett_jcall){.env = env,
                    .thread = t,
                    .socket = t ? sett_descriptor_socket (number_of (env, file))
                                : NULL};
  return c->socket != NULL;
}

/* The words that natives have for errors. */
static void fail (JNIEnv *env, long result) {
  static const struct {
    int error;
    const char *class_name, *text;
  } rows[] = {
      {ECONNREFUSED, "java/net/ConnectException", "Connection refused"},
      {EADDRINUSE, "java/net/BindException", "Address already in use"},
      {EPIPE, "java/io/IOException", "Broken pipe"},
      {ECONNRESET, "java/io/IOException", "Connection reset by peer"},
      {EMSGSIZE, "java/io/IOException", "Message too long"},
      {EINVAL, "java/net/SocketException", "Invalid argument"},
      {ENOTCONN, "java/net/SocketException",
       "Transport endpoint is not connected"},
  };
  size_t i = 0;
  if (result == SETT_OVER)
    return;
  while (i < sizeof rows / sizeof *rows && rows[i].error != -result)
    i++;
  if (i < sizeof rows / sizeof *rows)
    sett_throw (env, rows[i].class_name, rows[i].text);
  else
    sett_throw (env, "java/io/IOException", "Bad file descriptor");
}

/*------------------------------------------------------------------------*/
/* Sockets. */

static jint JNICALL open_socket (JNIEnv *env, jclass k, jboolean six,
                                 jboolean stream, jboolean reuse,
                                 jboolean fast) {
  sett_jthread *t = sett_jself_any ();
  if (!t)
    return real.socket0 (env, k, six, stream, reuse, fast);
  sett_jsocket *s = world.over ? NULL : sett_network_open (env, t, !stream);
  if (!s && world.over)
    sett_junwind (env);
  return s ? sett_descriptor_add (s) : -1;
}

static void JNICALL bind_socket (JNIEnv *env, jclass k, jobject file,
                                 jboolean six, jboolean alone, jobject inet,
                                 jint port) {
  sett_jcall c;
  uint32_t address;
  if (!is_model (env, file))
    real.bind0 (env, k, file, six, alone, inet, port);
  else if (begin (env, file, &c) && sett_inet_address (env, inet, &address)) {
    const int result = sett_bind_now (&c, (unsigned)port, address, 0);
    if (result < 0)
      fail (env, result);
  }
}

static void JNICALL listen_socket (JNIEnv *env, jclass k, jobject file,
                                   jint backlog) {
  sett_jcall c;
  if (!is_model (env, file))
    real.listen (env, k, file, backlog);
  else if (begin (env, file, &c)) {
    const int result = sett_listen_now (&c, backlog);
    if (result < 0)
      fail (env, result);
  }
}

static void direct (const sett_jcall *c, unsigned port) {
  const int result = sett_direct_now (c, port);
  if (result < 0)
    fail (c->env, result);
}

/* What became of it is known.  A connection that is made without waiting is in
   progress, even if it is done. */
static jint JNICALL connect_socket (JNIEnv *env, jclass k, jboolean six,
                                    jobject file, jobject inet, jint port) {
  sett_jcall c;
  uint32_t address;
  if (!is_model (env, file))
    return real.connect0 (env, k, six, file, inet, port);
  if (!begin (env, file, &c) || !sett_inet_address (env, inet, &address))
    return UNAVAILABLE;
  if (c.socket->is_datagram) {
    direct (&c, (unsigned)port);
    return 1;
  }
  if (c.socket->channel->is_pending)
    return UNAVAILABLE;
  if (c.socket->channel->outcome < 0)
    fail (env, c.socket->channel->outcome);
  return 1;
}

static jboolean JNICALL poll_connect (JNIEnv *env, jclass k, jobject file,
                                      jlong millis) {
  sett_jcall c;
  if (!is_model (env, file))
    return real.pollConnect (env, k, file, millis);
  if (!begin (env, file, &c))
    return 1;
  c.socket->channel->is_pending = 0;
  if (c.socket->channel->outcome < 0)
    fail (env, c.socket->channel->outcome);
  return 1;
}

/* Who comes here was not made to wait before: it is out of time. */
static jint JNICALL poll_socket (JNIEnv *env, jclass k, jobject file,
                                 jint events, jlong millis) {
  sett_jcall c;
  if (!is_model (env, file))
    return real.poll (env, k, file, events, millis);
  if (begin (env, file, &c) && millis >= 0)
    sett_time_pass_millis (c.thread, millis);
  else if (c.thread) {
    sett_jnote (1, 0, "a channel waits where it should not: ended there");
    sett_jend (SETT_CUT);
  }
  if (world.over)
    sett_junwind (env);
  return 0;
}

static jint JNICALL count_bytes (JNIEnv *env, jclass k, jobject file) {
  sett_jcall c;
  if (!is_model (env, file))
    return real.available (env, k, file);
  return begin (env, file, &c) ? (jint)c.socket->count : 0;
}

static jobject make_inet (JNIEnv *env, uint32_t address) {
  const uint8_t bytes[4] = {(uint8_t)(address >> 24), (uint8_t)(address >> 16),
                            (uint8_t)(address >> 8), (uint8_t)address};
  jbyteArray array = (*env)->NewByteArray (env, 4);
  (*env)->SetByteArrayRegion (env, array, 0, 4, (const jbyte *)bytes);
  return (*env)->CallStaticObjectMethod (
      env, sett_jclass (env, "java/net/InetAddress"),
      sett_jmethod (env, "java/net/InetAddress", "getByAddress",
                    "([B)Ljava/net/InetAddress;", 1),
      array);
}

static jobject make_address (JNIEnv *env, unsigned port) {
  static const char name[] = "java/net/InetSocketAddress";
  return (*env)->NewObject (
      env, sett_jclass (env, name),
      sett_jmethod (env, name, "<init>", "(Ljava/net/InetAddress;I)V", 0),
      make_inet (env, INADDR_LOOPBACK), (jint)port);
}

static jint JNICALL accept_socket (JNIEnv *env, jclass k, jobject file,
                                   jobject other, jobjectArray address) {
  sett_jcall c;
  sett_jsocket *accepted = NULL;
  if (!is_model (env, file))
    return real.accept (env, k, file, other, address);
  const int result =
      begin (env, file, &c) ? sett_accept_now (&c, &accepted) : -EAGAIN;
  if (result == -EAGAIN)
    return UNAVAILABLE;
  if (result < 0) {
    fail (env, result);
    return UNAVAILABLE;
  }
  (*env)->SetIntField (env, other, number_field (env),
                       sett_descriptor_add (accepted));
  (*env)->SetObjectArrayElement (
      env, address, 0, make_address (env, sett_network_peer_port (accepted)));
  return 1;
}

static void JNICALL shut_socket (JNIEnv *env, jclass k, jobject file,
                                 jint how) {
  sett_jcall c;
  if (!is_model (env, file))
    real.shutdown (env, k, file, how);
  else if (begin (env, file, &c)) {
    const int result = sett_shut_down_now (
        &c, how == SHUT_RD   ? SETT_NO_INPUT
            : how == SHUT_WR ? SETT_NO_OUTPUT
                             : SETT_NO_INPUT | SETT_NO_OUTPUT);
    if (result < 0 && result != -ENOTCONN)
      fail (env, result);
  }
}

static jint JNICALL local_port (JNIEnv *env, jclass k, jobject file) {
  sett_jcall c;
  if (!is_model (env, file))
    return real.localPort (env, k, file);
  return begin (env, file, &c) ? (jint)sett_network_port (c.socket) : 0;
}

static jobject JNICALL local_inet (JNIEnv *env, jclass k, jobject file) {
  sett_jcall c;
  if (!is_model (env, file))
    return real.localInetAddress (env, k, file);
  const int found = begin (env, file, &c);
  return make_inet (env, found && c.socket->peer ? INADDR_LOOPBACK
                         : found                 ? c.socket->address
                                                 : 0);
}

/*------------------------------------------------------------------------*/
/* Options are kept, and but for SO_LINGER mean nothing. */

static int is_linger (int level, int option) {
  return level == SOL_SOCKET && option == SO_LINGER;
}

static jint JNICALL get_option (JNIEnv *env, jclass k, jobject file,
                                jboolean may, jint level, jint option) {
  sett_jcall c;
  if (!is_model (env, file))
    return real.getIntOption0 (env, k, file, may, level, option);
  if (!begin (env, file, &c))
    return 0;
  const sett_jchannel *h = c.socket->channel;
  for (unsigned i = 0; i < h->option_count; i++)
    if (h->options[i].level == level && h->options[i].option == option)
      return h->options[i].value;
  if (is_linger (level, option))
    return -1;
  return level == SOL_SOCKET && (option == SO_SNDBUF || option == SO_RCVBUF)
             ? SETT_CAPACITY
             : 0;
}

static void JNICALL set_option (JNIEnv *env, jclass k, jobject file,
                                jboolean may, jint level, jint option,
                                jint value, jboolean six) {
  enum {
    MOST = sizeof ((sett_jchannel *)0)->options /
           sizeof *((sett_jchannel *)0)->options
  };
  sett_jcall c;
  if (!is_model (env, file)) {
    real.setIntOption0 (env, k, file, may, level, option, value, six);
    return;
  }
  if (!begin (env, file, &c))
    return;
  sett_jchannel *h = c.socket->channel;
  unsigned i = 0;
  while (i < h->option_count &&
         (h->options[i].level != level || h->options[i].option != option))
    i++;
  if (i < MOST) {
    h->options[i].level = level;
    h->options[i].option = option;
    h->options[i].value = value;
    h->option_count = i < h->option_count ? h->option_count : i + 1;
  }
  if (is_linger (level, option))
    sett_network_linger (&c, value);
}

static void JNICALL configure (JNIEnv *env, jclass k, jobject file,
                               jboolean blocking) {
  if (!is_model (env, file))
    real.configureBlocking (env, k, file, blocking);
}

/*------------------------------------------------------------------------*/
/* Data. */

static size_t least (size_t a, size_t b) {
  return a < b ? a : b;
}

static long receive_datagram (const sett_jcall *c, void *to, size_t size,
                              unsigned *port) {
  const sett_jdatagram *d = NULL;
  const int result = sett_receive_now (c, &d);
  if (result < 0)
    return result;
  size = least (size, d->size);
  memcpy (to, d->bytes, size);
  *port = d->port;
  return (long)size;
}

static long receive (const sett_jcall *c, void *to, size_t size) {
  unsigned port;
  return c->socket->is_datagram
             ? receive_datagram (c, to, size, &port)
             : sett_read_now (c, to, least (size, c->thread->transfer.most));
}

static jlong told_received (JNIEnv *env, const sett_jcall *c, long n) {
  if (n > 0 || (!n && c->socket->is_datagram))
    return n;
  if (!n)
    return END;
  if (n == -EAGAIN)
    return UNAVAILABLE;
  if (n == -ECONNRESET && !c->socket->is_pipe)
    sett_throw (env, "sun/net/ConnectionResetException", "Connection reset");
  else if (n == -ECONNREFUSED)
    sett_throw (env, "java/net/PortUnreachableException", "");
  else
    fail (env, n);
  return END;
}

static jint read_bytes (JNIEnv *env, jobject file, jlong address, jint size) {
  sett_jcall c;
  if (!begin (env, file, &c))
    return END;
  return (jint)told_received (
      env, &c, receive (&c, (void *)(uintptr_t)address, (size_t)size));
}

static jlong read_vector (JNIEnv *env, jobject file, jlong address,
                          jint count) {
  const struct iovec *v = (const struct iovec *)(uintptr_t)address;
  sett_jcall c;
  size_t size = 0, done = 0;
  if (!begin (env, file, &c))
    return END;
  for (jint i = 0; i < count; i++)
    size += v[i].iov_len;
  unsigned char *bytes = malloc (size + 1);
  if (!bytes)
    sett_jgive_up ("out of memory");
  const long n = receive (&c, bytes, size);
  for (jint i = 0; n > 0 && i < count && done < (size_t)n; i++) {
    const size_t part = least (v[i].iov_len, (size_t)n - done);
    memcpy (v[i].iov_base, bytes + done, part);
    done += part;
  }
  free (bytes);
  return told_received (env, &c, n);
}

/* Some of it may be gone already (sett_channel_write). */
static long send_some (const sett_jcall *c, const void *from, size_t size) {
  sett_jthread *t = c->thread;
  if (c->socket->is_datagram)
    return sett_send_now (c, sett_network_peer_port (c->socket), from, size,
                          t->transfer.failure);
  const size_t gone = least (t->transfer.presented, size);
  t->transfer.presented = 0;
  SETT_ASSERT (gone <= t->transfer.most);
  const long n = sett_write_now (c, (const char *)from + gone,
                                 least (size, t->transfer.most) - gone);
  return n >= 0 ? n + (long)gone : gone ? (long)gone : n;
}

static jlong told_sent (JNIEnv *env, long n) {
  if (n >= 0)
    return n;
  if (n == -EAGAIN)
    return UNAVAILABLE;
  if (n == -ECONNREFUSED)
    sett_throw (env, "java/net/PortUnreachableException", "");
  else
    fail (env, n);
  return END;
}

static jint write_bytes (JNIEnv *env, jobject file, jlong address, jint size) {
  sett_jcall c;
  if (!begin (env, file, &c))
    return END;
  return (jint)told_sent (
      env, send_some (&c, (const void *)(uintptr_t)address, (size_t)size));
}

static jlong write_vector (JNIEnv *env, jobject file, jlong address,
                           jint count) {
  const struct iovec *v = (const struct iovec *)(uintptr_t)address;
  sett_jcall c;
  size_t size = 0, done = 0;
  if (!begin (env, file, &c))
    return END;
  for (jint i = 0; i < count; i++)
    size += v[i].iov_len;
  unsigned char *bytes = malloc (size + 1);
  if (!bytes)
    sett_jgive_up ("out of memory");
  for (jint i = 0; i < count; i++) {
    memcpy (bytes + done, v[i].iov_base, v[i].iov_len);
    done += v[i].iov_len;
  }
  const long n = send_some (&c, bytes, size);
  free (bytes);
  return told_sent (env, n);
}

#define TRANSFER(TYPE, NAME, REAL, DO)                                         \
  static TYPE JNICALL NAME (JNIEnv *env, jclass k, jobject file,               \
                            jlong address, jint count) {                       \
    return is_model (env, file) ? DO (env, file, address, count)               \
                                : real.REAL (env, k, file, address, count);    \
  }
TRANSFER (jint, read_socket, read0, read_bytes)
TRANSFER (jlong, readv_socket, readv0, read_vector)
TRANSFER (jint, read_file, file_read0, read_bytes)
TRANSFER (jlong, readv_file, file_readv0, read_vector)
TRANSFER (jint, write_file, write0, write_bytes)
TRANSFER (jlong, writev_file, writev0, write_vector)
TRANSFER (jint, read_datagram, datagram_read0, read_bytes)
TRANSFER (jlong, readv_datagram, datagram_readv0, read_vector)
TRANSFER (jint, write_datagram, datagram_write0, write_bytes)
TRANSFER (jlong, writev_datagram, datagram_writev0, write_vector)
#undef TRANSFER

/*------------------------------------------------------------------------*/
/* Datagrams with addresses, as the kernel has them. */

static jint JNICALL receive_packet (JNIEnv *env, jclass k, jobject file,
                                    jlong address, jint size, jlong sender,
                                    jboolean connected) {
  sett_jcall c;
  unsigned port = 0;
  if (!is_model (env, file))
    return real.receive0 (env, k, file, address, size, sender, connected);
  if (!begin (env, file, &c))
    return UNAVAILABLE;
  const long n =
      receive_datagram (&c, (void *)(uintptr_t)address, (size_t)size, &port);
  if (n >= 0) {
    const struct sockaddr_in from = {
        .sin_family = AF_INET,
        .sin_port = htons ((uint16_t)port),
        .sin_addr = {.s_addr = htonl (INADDR_LOOPBACK)}};
    memcpy ((void *)(uintptr_t)sender, &from, sizeof from);
  }
  return (jint)told_received (env, &c, n);
}

/* Its port; 0: it is another machine's. */
static unsigned target_of (JNIEnv *env, const void *at) {
  const struct sockaddr_in6 *six = at;
  const struct sockaddr_in *four = at;
  uint32_t address;
  jobject inet;
  if (six->sin6_family == AF_INET)
    inet = make_inet (env, ntohl (four->sin_addr.s_addr));
  else if (IN6_IS_ADDR_V4MAPPED (&six->sin6_addr)) {
    memcpy (&address, six->sin6_addr.s6_addr + 12, 4);
    inet = make_inet (env, ntohl (address));
  } else
    inet = make_inet (env, IN6_IS_ADDR_LOOPBACK (&six->sin6_addr) ||
                                   IN6_IS_ADDR_UNSPECIFIED (&six->sin6_addr)
                               ? INADDR_LOOPBACK
                               : INADDR_NONE);
  return sett_inet_address (env, inet, &address) ? ntohs (four->sin_port) : 0;
}

static jint JNICALL send_packet (JNIEnv *env, jclass k, jobject file,
                                 jlong address, jint size, jlong target,
                                 jint target_size) {
  sett_jcall c;
  if (!is_model (env, file))
    return real.send0 (env, k, file, address, size, target, target_size);
  if (!begin (env, file, &c))
    return UNAVAILABLE;
  const unsigned port = target_of (env, (const void *)(uintptr_t)target);
  if (!port)
    return UNAVAILABLE;
  return (jint)told_sent (
      env, sett_send_now (&c, port, (const void *)(uintptr_t)address,
                          (size_t)size, c.thread->transfer.failure));
}

static void JNICALL disconnect (JNIEnv *env, jclass k, jobject file,
                                jboolean six) {
  sett_jcall c;
  if (!is_model (env, file))
    real.disconnect0 (env, k, file, six);
  else if (begin (env, file, &c))
    direct (&c, 0);
}

/*------------------------------------------------------------------------*/
/* Pipes, ends. */

static jlong JNICALL make_pipe (JNIEnv *env, jclass k, jboolean blocking) {
  sett_jthread *t = sett_jself_any ();
  sett_jsocket *ends[2];
  if (!t)
    return real.makePipe (env, k, blocking);
  if (world.over || !sett_network_pipe (env, t, ends)) {
    sett_junwind (env);
    return 0;
  }
  const jlong source = sett_descriptor_add (ends[0]);
  return source << 32 | sett_descriptor_add (ends[1]);
}

static void JNICALL close_file (JNIEnv *env, jclass k, jobject file) {
  sett_jcall c;
  if (!is_model (env, file))
    real.close0 (env, k, file);
  else if (begin (env, file, &c) && !c.socket->is_closed)
    sett_close_now (c.thread, c.socket);
}

/* What FileDescriptor does itself. */
static void JNICALL close_itself (JNIEnv *env, jobject file) {
  if (!is_model (env, file)) {
    real.close_itself (env, file);
    return;
  }
  close_file (env, NULL, file);
  (*env)->SetIntField (env, file, number_field (env), -1);
}

static void JNICALL close_early (JNIEnv *env, jclass k, jobject file) {
  if (!is_model (env, file))
    real.preClose0 (env, k, file);
}

static void JNICALL close_number (JNIEnv *env, jclass k, jint number) {
  if (!sett_descriptor_is_model (number))
    real.closeIntFD (env, k, number);
}

/*------------------------------------------------------------------------*/

#define CH "sun/nio/ch/"

void *sett_channel_native (const char *class_name, const char *method,
                           void *address) {
  static const struct {
    const char *class_name, *method;
    void *own, *jdks;
  } rows[] = {
      {CH "Net", "socket0", (void *)open_socket, &real.socket0},
      {CH "Net", "bind0", (void *)bind_socket, &real.bind0},
      {CH "Net", "listen", (void *)listen_socket, &real.listen},
      {CH "Net", "connect0", (void *)connect_socket, &real.connect0},
      {CH "Net", "accept", (void *)accept_socket, &real.accept},
      {CH "Net", "shutdown", (void *)shut_socket, &real.shutdown},
      {CH "Net", "localPort", (void *)local_port, &real.localPort},
      {CH "Net", "localInetAddress", (void *)local_inet,
       &real.localInetAddress},
      {CH "Net", "getIntOption0", (void *)get_option, &real.getIntOption0},
      {CH "Net", "setIntOption0", (void *)set_option, &real.setIntOption0},
      {CH "Net", "poll", (void *)poll_socket, &real.poll},
      {CH "Net", "available", (void *)count_bytes, &real.available},
      {CH "Net", "pollConnect", (void *)poll_connect, &real.pollConnect},
      {CH "IOUtil", "configureBlocking", (void *)configure,
       &real.configureBlocking},
      {CH "IOUtil", "makePipe", (void *)make_pipe, &real.makePipe},
      {CH "SocketDispatcher", "read0", (void *)read_socket, &real.read0},
      {CH "SocketDispatcher", "readv0", (void *)readv_socket, &real.readv0},
      {CH "FileDispatcherImpl", "read0", (void *)read_file, &real.file_read0},
      {CH "FileDispatcherImpl", "readv0", (void *)readv_file,
       &real.file_readv0},
      {CH "FileDispatcherImpl", "write0", (void *)write_file, &real.write0},
      {CH "FileDispatcherImpl", "writev0", (void *)writev_file, &real.writev0},
      {CH "FileDispatcherImpl", "close0", (void *)close_file, &real.close0},
      {"java/io/FileDescriptor", "close0", (void *)close_itself,
       &real.close_itself},
      {CH "FileDispatcherImpl", "preClose0", (void *)close_early,
       &real.preClose0},
      {CH "FileDispatcherImpl", "closeIntFD", (void *)close_number,
       &real.closeIntFD},
      {CH "DatagramDispatcher", "read0", (void *)read_datagram,
       &real.datagram_read0},
      {CH "DatagramDispatcher", "readv0", (void *)readv_datagram,
       &real.datagram_readv0},
      {CH "DatagramDispatcher", "write0", (void *)write_datagram,
       &real.datagram_write0},
      {CH "DatagramDispatcher", "writev0", (void *)writev_datagram,
       &real.datagram_writev0},
      {CH "DatagramChannelImpl", "disconnect0", (void *)disconnect,
       &real.disconnect0},
      {CH "DatagramChannelImpl", "receive0", (void *)receive_packet,
       &real.receive0},
      {CH "DatagramChannelImpl", "send0", (void *)send_packet, &real.send0},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!strcmp (rows[i].class_name, class_name) &&
        !strcmp (rows[i].method, method)) {
      memcpy (rows[i].jdks, &address, sizeof address);
      return rows[i].own;
    }
  return NULL;
}
