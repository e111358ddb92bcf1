/* Stream sockets, from the JDK's side: see jdk_sockets.h.

   What Socket and ServerSocket keep of their own (bound, connected) changes in
   the calls here that say so; whoever uses a socket meanwhile, without an
   order, may find either, which is noted.  Whether one is closed is asked here.
 */

#include "java/agent/jdk_sockets.h"

#include "base/assert.h"
#include "java/agent/execution_memory.h"
#include "java/agent/stack_frames.h"
#include "java/agent/jdk.h"
#include "java/agent/scheduler.h"
#include "java/agent/vector_clocks.h"
#include "java/agent/things.h"
#include "java/agent/passing_time.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define IMPL "java/net/SocketImpl"

void sett_throw (JNIEnv *env, const char *class_name, const char *text) {
  sett_jthread *t = sett_jself_any ();
  if (t)
    t->muted++;
  (*env)->ThrowNew (env, sett_jclass (env, class_name), text);
  if (t)
    t->muted--;
}

void sett_throw_plain (JNIEnv *env, const char *class_name) {
  sett_jthread *t = sett_jself_any ();
  if (t)
    t->muted++;
  jobject thrown =
      (*env)->NewObject (env, sett_jclass (env, class_name),
                         sett_jmethod (env, class_name, "<init>", "()V", 0));
  if (thrown)
    (*env)->Throw (env, thrown);
  if (t)
    t->muted--;
}

int sett_socket_failed (JNIEnv *env, long result, const char *timed_out) {
  static const struct {
    int error;
    const char *class_name, *text;
  } rows[] = {
      {EBADF, "java/net/SocketException", "Socket closed"},
      {EADDRINUSE, "java/net/BindException", "Address already in use"},
      {ECONNREFUSED, "java/net/ConnectException", "Connection refused"},
      {ECONNRESET, "java/net/SocketException", "Connection reset"},
      {EPIPE, "java/net/SocketException", "Broken pipe"},
      {ENOTCONN, "java/net/SocketException", "Socket is not connected"},
      {EMSGSIZE, "java/io/IOException", "Message too long"},
      {EINVAL, "java/net/SocketException", "Already bound"},
  };
  if (result >= 0 || result == SETT_OVER)
    return result < 0;
  if (result == -ETIMEDOUT) {
    sett_throw (env, "java/net/SocketTimeoutException", timed_out);
    return 1;
  }
  size_t i = 0;
  while (i < sizeof rows / sizeof *rows && rows[i].error != -result)
    i++;
  if (i == sizeof rows / sizeof *rows)
    sett_jgive_up ("a socket says %s", strerror ((int)-result));
  sett_throw (env, rows[i].class_name, rows[i].text);
  return 1;
}

/*------------------------------------------------------------------------*/
/* Fields. */

static jfieldID field_of (JNIEnv *env, const char *name, const char *type) {
  return sett_jfield (env, IMPL, name, type, 0);
}

static void set_int (JNIEnv *env, jobject impl, const char *name, int value) {
  (*env)->SetIntField (env, impl, field_of (env, name, "I"), value);
}

static void set_address (JNIEnv *env, jobject impl, jobject address) {
  (*env)->SetObjectField (
      env, impl, field_of (env, "address", "Ljava/net/InetAddress;"), address);
}

jobject sett_loopback (JNIEnv *env) {
  static jobject found;
  if (!found) {
    jmethodID method =
        sett_jmethod (env, "java/net/InetAddress", "getLoopbackAddress",
                      "()Ljava/net/InetAddress;", 1);
    found = (*env)->NewGlobalRef (
        env, (*env)->CallStaticObjectMethod (
                 env, sett_jclass (env, "java/net/InetAddress"), method));
  }
  return found;
}

/*------------------------------------------------------------------------*/
/* Addresses. */

static int is_of_machine (uint32_t address) {
  struct ifaddrs *all = NULL;
  int found = address >> 24 == 127 || !address;
  if (found || getifaddrs (&all))
    return found;
  for (const struct ifaddrs *i = all; i && !found; i = i->ifa_next)
    if (i->ifa_addr && i->ifa_addr->sa_family == AF_INET)
      found = ntohl (((struct sockaddr_in *)i->ifa_addr)->sin_addr.s_addr) ==
              address;
  freeifaddrs (all);
  return found;
}

enum { LOOPBACK = 0x7f000001 };

/* ::1 and ::; all others are taken for another machine's. */
static int is_own_long (const unsigned char *a) {
  for (int i = 0; i < 15; i++)
    if (a[i])
      return 0;
  return a[15] <= 1;
}

int sett_inet_address (JNIEnv *env, jobject inet, uint32_t *address) {
  unsigned char a[16] = {0};
  *address = 0;
  if (!inet)
    return 1;
  jmethodID method =
      sett_jmethod (env, "java/net/InetAddress", "getAddress", "()[B", 0);
  jbyteArray bytes = (*env)->CallObjectMethod (env, inet, method);
  const jsize count = bytes ? (*env)->GetArrayLength (env, bytes) : 0;
  if (count == 4 || count == 16)
    (*env)->GetByteArrayRegion (env, bytes, 0, count, (jbyte *)a);
  if (count == 4)
    *address = (uint32_t)a[0] << 24 | (uint32_t)a[1] << 16 |
               (uint32_t)a[2] << 8 | a[3];
  else
    *address = a[15] ? LOOPBACK : 0;
  if (world.guest && *address && (count == 16 || *address != LOOPBACK))
    sett_jnote (1, sett_frame_here (env),
                "another address of this machine than 127.0.0.1, in a system "
                "with C programs: taken for that one by who sends or connects");
  if (count == 4 ? is_of_machine (*address) : is_own_long (a))
    return 1;
  sett_jnote (1, sett_frame_here (env),
              "another machine is addressed: there is none");
  sett_throw (env, "java/net/SocketException", "Network is unreachable");
  return 0;
}

int sett_socket_address (JNIEnv *env, jobject object, unsigned *port,
                         uint32_t *address) {
  static const char name[] = "java/net/InetSocketAddress";
  if (!object || !(*env)->IsInstanceOf (env, object, sett_jclass (env, name))) {
    sett_throw (env, "java/lang/IllegalArgumentException",
                "Unsupported address type");
    return 0;
  }
  jmethodID of_port = sett_jmethod (env, name, "getPort", "()I", 0);
  jmethodID of_address =
      sett_jmethod (env, name, "getAddress", "()Ljava/net/InetAddress;", 0);
  *port = (unsigned)(*env)->CallIntMethod (env, object, of_port);
  jobject inet = (*env)->CallObjectMethod (env, object, of_address);
  if (!inet) {
    sett_throw (env, "java/net/UnknownHostException", "unresolved address");
    return 0;
  }
  return sett_inet_address (env, inet, address);
}

/*------------------------------------------------------------------------*/
/* Calls. */

/* The thread that runs, if it is of interest; else an exception is pending. */
static sett_jthread *caller (JNIEnv *env) {
  sett_jthread *t = sett_jself ();
  if (world.over && sett_jself_any ())
    sett_junwind (env);
  else if (!t) {
    if (sett_jself_any ())
      sett_jnote (1, 0, "the JDK uses a socket for itself: not controlled");
    sett_throw (env, "java/net/SocketException",
                "the network is for controlled threads only");
  }
  return world.over ? NULL : t;
}

/* As a plain variable would be. */
static void look_out (sett_jthread *t, sett_thing *thing, int changes,
                      uintptr_t place) {
  enum { STATE = -1 };
  if (!sett_races_plain (t, thing, sett_thing_cell (thing, STATE), changes, 0,
                         place))
    sett_jnote (1, place,
                "a thread uses a socket while another one may bind, connect "
                "or shut it down: not told apart in all orders");
}

int sett_socket_call (JNIEnv *env, jobject object, int changes, sett_jcall *c) {
  sett_jthread *t = caller (env);
  if (!t)
    return 0;
  sett_thing *thing = sett_thing_nameless (env, object);
  *c = (sett_jcall){.env = env,
                    .thread = t,
                    .socket = thing->socket,
                    .place = sett_frame_here (env)};
  if (!c->socket) {
    sett_throw (env, "java/net/SocketException", "Socket closed");
    return 0;
  }
  SETT_ASSERT (t->number == world.current && thing->socket == c->socket);
  look_out (t, thing, changes, c->place);
  return 1;
}

/* The platform's own, behind what asks proxies. */
static jobject inner (JNIEnv *env, jobject impl) {
  static const char name[] = "java/net/DelegatingSocketImpl";
  while (impl && (*env)->IsInstanceOf (env, impl, sett_jclass (env, name)))
    impl = (*env)->GetObjectField (
        env, impl,
        sett_jfield (env, name, "delegate", "Ljava/net/SocketImpl;", 0));
  return impl;
}

/*------------------------------------------------------------------------*/
/* Options are kept, and but for the time limit and SO_LINGER mean nothing. */

typedef struct options {
  int timeout, linger, shares;
  int values[16]; /* of others, by their numbers' last digits, twice */
} options;

enum {
  TIMEOUT = 0x1006,
  LINGER = 0x80,
  ADDRESS = 0x0f,
  SHARES = 0x04,
  SEND_BUFFER = 0x1001,
  RECEIVE_BUFFER = 0x1002,
  TRAFFIC_CLASS = 0x03,
  KEEP_ALIVE = 0x08,
  SHARES_PORT = 0x0e,
};

static options *options_of (JNIEnv *env, jobject impl) {
  sett_thing *thing = sett_thing_nameless (env, impl);
  if (!thing->options) {
    options *o = sett_jalloc (sizeof *o);
    o->linger = -1;
    thing->options = o;
  }
  return thing->options;
}

static int *place_of (options *o, int option) {
  return option == TIMEOUT  ? &o->timeout
         : option == LINGER ? &o->linger
         : option == SHARES ? &o->shares
                            : &o->values[(option & 7) + (option > 0xff) * 8];
}

static int is_number (int option) {
  return option == TIMEOUT || option == LINGER || option == SEND_BUFFER ||
         option == RECEIVE_BUFFER || option == TRAFFIC_CLASS;
}

static int value_of (JNIEnv *env, jobject value) {
  static const char truth[] = "java/lang/Boolean",
                    number[] = "java/lang/Integer";
  if (value && (*env)->IsInstanceOf (env, value, sett_jclass (env, truth)))
    return (*env)->CallBooleanMethod (
        env, value, sett_jmethod (env, truth, "booleanValue", "()Z", 0));
  if (value && (*env)->IsInstanceOf (env, value, sett_jclass (env, number)))
    return (*env)->CallIntMethod (
        env, value, sett_jmethod (env, number, "intValue", "()I", 0));
  return 0;
}

void JNICALL sett_socket_set (JNIEnv *env, jclass c, jobject impl, jint option,
                              jobject value) {
  (void)c;
  sett_jcall call;
  if (!sett_socket_call (env, impl, 1, &call))
    return;
  int given = value_of (env, value);
  if (option == LINGER && value &&
      !(*env)->IsInstanceOf (env, value,
                             sett_jclass (env, "java/lang/Integer")))
    given = -1;
  *place_of (options_of (env, impl), option) = given;
  if (option == LINGER)
    sett_socket_failed (env, sett_network_linger (&call, given), "");
}

jobject JNICALL sett_socket_get (JNIEnv *env, jclass c, jobject impl,
                                 jint option) {
  (void)c;
  sett_jcall call;
  if (!sett_socket_call (env, impl, 0, &call))
    return NULL;
  if (option == ADDRESS)
    return sett_loopback (env);
  const int value = *place_of (options_of (env, impl), option);
  const char *name =
      is_number (option) ? "java/lang/Integer" : "java/lang/Boolean";
  jmethodID make = sett_jmethod (env, name, "valueOf",
                                 is_number (option) ? "(I)Ljava/lang/Integer;"
                                                    : "(Z)Ljava/lang/Boolean;",
                                 1);
  return (*env)->CallStaticObjectMethod (
      env, sett_jclass (env, name), make,
      is_number (option)
          ? (option > 0x1000 && option < TIMEOUT && !value ? 65536 : value)
          : value != 0);
}

/* The number of one that is called by its name (SocketOption); -1: an exception
   is pending, or the execution over. */
static int numbered (JNIEnv *env, jobject impl, jobject option) {
  static const struct {
    const char *name;
    int number;
  } rows[] = {{"SO_LINGER", LINGER},        {"SO_REUSEADDR", SHARES},
              {"SO_SNDBUF", SEND_BUFFER},   {"SO_RCVBUF", RECEIVE_BUFFER},
              {"IP_TOS", TRAFFIC_CLASS},    {"TCP_NODELAY", 0x01},
              {"SO_KEEPALIVE", KEEP_ALIVE}, {"SO_REUSEPORT", SHARES_PORT}};
  jmethodID of = sett_jmethod (env, "java/net/SocketOption", "name",
                               "()Ljava/lang/String;", 0);
  jobject all = (*env)->CallObjectMethod (
      env, impl,
      sett_jmethod (env, IMPL, "supportedOptions", "()Ljava/util/Set;", 0));
  const int known =
      option && all &&
      (*env)->CallBooleanMethod (env, all,
                                 sett_jmethod (env, "java/util/Set", "contains",
                                               "(Ljava/lang/Object;)Z", 0),
                                 option);
  char name[32] = "";
  jstring string = known ? (*env)->CallObjectMethod (env, option, of) : NULL;
  if (string && (*env)->GetStringUTFLength (env, string) < (jsize)sizeof name)
    (*env)->GetStringUTFRegion (env, string, 0,
                                (*env)->GetStringLength (env, string), name);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!strcmp (rows[i].name, name))
      return rows[i].number;
  if (!known) {
    sett_throw (env,
                option ? "java/lang/UnsupportedOperationException"
                       : "java/lang/NullPointerException",
                "option not supported");
    return -1;
  }
  sett_jnote (1, sett_frame_here (env),
              "an option of a socket that is not known is used: the execution "
              "ends there");
  sett_jend (SETT_CUT);
  sett_junwind (env);
  return -1;
}

void JNICALL sett_socket_set_named (JNIEnv *env, jclass c, jobject impl,
                                    jobject option, jobject value) {
  const int number = numbered (env, impl, option);
  if (number >= 0)
    sett_socket_set (env, c, impl, number, value);
}

jobject JNICALL sett_socket_get_named (JNIEnv *env, jclass c, jobject impl,
                                       jobject option) {
  const int number = numbered (env, impl, option);
  return number < 0 ? NULL : sett_socket_get (env, c, impl, number);
}

static void limit (JNIEnv *env, jobject impl, sett_jcall *call) {
  call->limited = options_of (env, impl)->timeout > 0;
}

/* Time passes for who has waited in vain. */
static void pass_time (const sett_jcall *c, long result, int millis) {
  if (result == -ETIMEDOUT)
    sett_time_pass_millis (c->thread, millis);
}

/*------------------------------------------------------------------------*/
/* Before data flow. */

void JNICALL sett_socket_create (JNIEnv *env, jclass c, jobject impl,
                                 jboolean stream) {
  (void)c;
  sett_jthread *t = caller (env);
  if (!t)
    return;
  if (!stream) {
    sett_throw (env, "java/io/IOException",
                "Datagram socket creation not supported");
    return;
  }
  sett_thing_nameless (env, impl)->socket = sett_network_open (env, t, 0);
}

/* The JDK makes their ports free at once. */
static int is_server (JNIEnv *env, jobject impl) {
  return (*env)->GetBooleanField (
      env, impl,
      sett_jfield (env, "sun/nio/ch/NioSocketImpl", "server", "Z", 0));
}

void JNICALL sett_socket_bind (JNIEnv *env, jclass c, jobject impl,
                               jobject address, jint port) {
  (void)c;
  sett_jcall call;
  uint32_t inet;
  if (!sett_socket_call (env, impl, 1, &call) ||
      !sett_inet_address (env, address, &inet))
    return;
  if (sett_socket_failed (
          env,
          sett_network_bind (&call, (unsigned)port, inet,
                             world.guest && is_server (env, impl)),
          ""))
    return;
  set_address (env, impl, address);
  set_int (env, impl, "localport", (int)sett_network_port (call.socket));
}

void JNICALL sett_socket_listen (JNIEnv *env, jclass c, jobject impl,
                                 jint backlog) {
  (void)c;
  sett_jcall call;
  if (sett_socket_call (env, impl, 1, &call))
    sett_socket_failed (env, sett_network_listen (&call, backlog), "");
}

void JNICALL sett_socket_connect (JNIEnv *env, jclass c, jobject impl,
                                  jobject address, jint timeout) {
  static const char name[] = "java/net/InetSocketAddress";
  (void)c;
  sett_jcall call;
  unsigned port;
  uint32_t inet;
  impl = inner (env, impl);
  if (!sett_socket_call (env, impl, 1, &call) ||
      !sett_socket_address (env, address, &port, &inet))
    return;
  call.limited = timeout > 0;
  const int result = sett_network_connect (&call, port);
  pass_time (&call, result, timeout);
  if (sett_socket_failed (env, result, "Connect timed out"))
    return;
  jmethodID of =
      sett_jmethod (env, name, "getAddress", "()Ljava/net/InetAddress;", 0);
  set_address (env, impl, (*env)->CallObjectMethod (env, address, of));
  set_int (env, impl, "port", (int)port);
  set_int (env, impl, "localport", (int)sett_network_port (call.socket));
}

void JNICALL sett_socket_accept (JNIEnv *env, jclass c, jobject impl,
                                 jobject other) {
  (void)c;
  sett_jcall call;
  sett_jsocket *accepted = NULL;
  if (!sett_socket_call (env, impl, 0, &call))
    return;
  limit (env, impl, &call);
  const int result = sett_network_accept (&call, &accepted);
  pass_time (&call, result, options_of (env, impl)->timeout);
  if (sett_socket_failed (env, result, "Accept timed out"))
    return;
  other = inner (env, other);
  sett_thing_nameless (env, other)->socket = accepted;
  set_address (env, other, sett_loopback (env));
  set_int (env, other, "port", (int)sett_network_peer_port (accepted));
  set_int (env, other, "localport", (int)sett_network_port (accepted));
}

/*------------------------------------------------------------------------*/
/* Data. */

static int is_outside (JNIEnv *env, jbyteArray array, jint from, jint count) {
  if (array && from >= 0 && count >= 0 &&
      from <= (*env)->GetArrayLength (env, array) - count)
    return 0;
  sett_throw (env, "java/lang/IndexOutOfBoundsException", "range of a buffer");
  return 1;
}

jint JNICALL sett_socket_read (JNIEnv *env, jclass c, jobject impl,
                               jbyteArray to, jint from, jint count) {
  enum { MOST = 64 << 10 };
  (void)c;
  sett_jcall call;
  if (is_outside (env, to, from, count) || !count ||
      !sett_socket_call (env, impl, 0, &call))
    return 0;
  limit (env, impl, &call);
  const size_t room = (size_t)(count < MOST ? count : MOST);
  unsigned char *bytes = sett_jalloc (room);
  const long got = sett_network_read (&call, bytes, room);
  pass_time (&call, got, options_of (env, impl)->timeout);
  if (sett_socket_failed (env, got, "Read timed out"))
    return 0;
  (*env)->SetByteArrayRegion (env, to, from, (jsize)got, (jbyte *)bytes);
  return got ? (jint)got : -1;
}

void JNICALL sett_socket_write (JNIEnv *env, jclass c, jobject impl,
                                jbyteArray bytes, jint from, jint count) {
  (void)c;
  sett_jcall call;
  if (is_outside (env, bytes, from, count) || !count ||
      !sett_socket_call (env, impl, 0, &call))
    return;
  unsigned char *copy = malloc ((size_t)count);
  if (!copy)
    sett_jgive_up ("out of memory");
  (*env)->GetByteArrayRegion (env, bytes, from, count, (jbyte *)copy);
  const long put = sett_network_write (&call, copy, (size_t)count);
  free (copy);
  sett_socket_failed (env, put, "");
}

jint JNICALL sett_socket_available (JNIEnv *env, jclass c, jobject impl) {
  (void)c;
  sett_jcall call;
  if (!sett_socket_call (env, impl, 0, &call))
    return 0;
  const long count = sett_network_available (&call);
  return sett_socket_failed (env, count, "") ? 0 : (jint)count;
}

/*------------------------------------------------------------------------*/
/* Ends. */

void JNICALL sett_socket_no_input (JNIEnv *env, jclass c, jobject impl) {
  (void)c;
  sett_jcall call;
  if (sett_socket_call (env, impl, 1, &call))
    sett_socket_failed (env, sett_network_shut_down (&call, SETT_NO_INPUT), "");
}

void JNICALL sett_socket_no_output (JNIEnv *env, jclass c, jobject impl) {
  (void)c;
  sett_jcall call;
  if (sett_socket_call (env, impl, 1, &call))
    sett_socket_failed (env, sett_network_shut_down (&call, SETT_NO_OUTPUT),
                        "");
}

void JNICALL sett_socket_close (JNIEnv *env, jclass c, jobject impl) {
  (void)c;
  sett_jcall call;
  if (world.open && sett_thing_nameless (env, impl)->socket &&
      sett_socket_call (env, impl, 0, &call))
    sett_network_close (&call);
}

/* Socket, or ServerSocket: both have these fields. */
static const char *outer_class (JNIEnv *env, jobject outer) {
  static const char one[] = "java/net/Socket",
                    other[] = "java/net/ServerSocket";
  return (*env)->IsInstanceOf (env, outer, sett_jclass (env, one)) ? one
                                                                   : other;
}

static jobject impl_of (JNIEnv *env, jobject outer) {
  return (*env)->GetObjectField (env, outer,
                                 sett_jfield (env, outer_class (env, outer),
                                              "impl", "Ljava/net/SocketImpl;",
                                              0));
}

static jfieldID closed_of (JNIEnv *env, jobject outer) {
  return sett_jfield (env, outer_class (env, outer), "closed", "Z", 0);
}

/* Its own flag counts only as long as it has nothing to close. */
jboolean JNICALL sett_socket_is_closed (JNIEnv *env, jclass c, jobject outer) {
  (void)c;
  sett_jcall call;
  jobject impl = inner (env, impl_of (env, outer));
  if (!impl || !sett_jself () || !sett_thing_nameless (env, impl)->socket)
    return (*env)->GetBooleanField (env, outer, closed_of (env, outer));
  return sett_socket_call (env, impl, 0, &call) &&
         sett_network_is_closed (&call) > 0;
}

void JNICALL sett_socket_close_outer (JNIEnv *env, jclass c, jobject outer) {
  (void)c;
  jobject impl = impl_of (env, outer);
  if (impl)
    (*env)->CallVoidMethod (env, impl,
                            sett_jmethod (env, IMPL, "close", "()V", 0));
  if (!(*env)->ExceptionCheck (env))
    (*env)->SetBooleanField (env, outer, closed_of (env, outer), 1);
}
