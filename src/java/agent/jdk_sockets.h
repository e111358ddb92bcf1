/* Socket, ServerSocket and DatagramSocket: what the JDK would ask the kernel
   for is asked of the network instead (network.h). */

#ifndef SETT_JAVA_AGENT_JDK_SOCKETS_H
#define SETT_JAVA_AGENT_JDK_SOCKETS_H

#include "java/agent/network.h"

/* In place of methods of sun.nio.ch.NioSocketImpl (java.net.SocksSocketImpl
   leads there). */
void JNICALL sett_socket_create (JNIEnv *, jclass, jobject, jboolean stream);
void JNICALL sett_socket_bind (JNIEnv *, jclass, jobject, jobject address,
                               jint port);
void JNICALL sett_socket_listen (JNIEnv *, jclass, jobject, jint backlog);
void JNICALL sett_socket_connect (JNIEnv *, jclass, jobject, jobject address,
                                  jint timeout);
void JNICALL sett_socket_accept (JNIEnv *, jclass, jobject, jobject other);
jint JNICALL sett_socket_read (JNIEnv *, jclass, jobject, jbyteArray, jint from,
                               jint count);
void JNICALL sett_socket_write (JNIEnv *, jclass, jobject, jbyteArray,
                                jint from, jint count);
jint JNICALL sett_socket_available (JNIEnv *, jclass, jobject);
void JNICALL sett_socket_close (JNIEnv *, jclass, jobject);
void JNICALL sett_socket_no_input (JNIEnv *, jclass, jobject);
void JNICALL sett_socket_no_output (JNIEnv *, jclass, jobject);
void JNICALL sett_socket_set (JNIEnv *, jclass, jobject, jint option,
                              jobject value);
jobject JNICALL sett_socket_get (JNIEnv *, jclass, jobject, jint option);
void JNICALL sett_socket_set_named (JNIEnv *, jclass, jobject, jobject option,
                                    jobject value);
jobject JNICALL sett_socket_get_named (JNIEnv *, jclass, jobject,
                                       jobject option);

/* In place of methods of Socket and ServerSocket. */
jboolean JNICALL sett_socket_is_closed (JNIEnv *, jclass, jobject);
void JNICALL sett_socket_close_outer (JNIEnv *, jclass, jobject);

/* In place of methods of sun.nio.ch.DatagramSocketAdaptor. */
void JNICALL sett_datagrams_bind (JNIEnv *, jclass, jobject, jobject address);
void JNICALL sett_datagrams_connect (JNIEnv *, jclass, jobject,
                                     jobject address);
void JNICALL sett_datagrams_disconnect (JNIEnv *, jclass, jobject);
void JNICALL sett_datagrams_send (JNIEnv *, jclass, jobject, jobject packet);
void JNICALL sett_datagrams_receive (JNIEnv *, jclass, jobject, jobject packet);
void JNICALL sett_datagrams_close (JNIEnv *, jclass, jobject);
jboolean JNICALL sett_datagrams_is_closed (JNIEnv *, jclass, jobject);

/* What both have in common: a call by the present thread on the socket that an
   object stands for; false: an exception is pending.  `changes`: more than who
   closes it, so that nobody else may use it at the same time. */
int sett_socket_call (JNIEnv *, jobject, int changes, sett_jcall *);
/* Throws what the JDK does; true if there was an error. */
int sett_socket_failed (JNIEnv *, long result, const char *timed_out);
void sett_throw (JNIEnv *, const char *class_name, const char *text);
void sett_throw_plain (JNIEnv *, const char *class_name); /* no text */
/* An InetSocketAddress; false: it is not this machine's, and an exception is
   pending. */
int sett_socket_address (JNIEnv *, jobject, unsigned *port, uint32_t *address);
int sett_inet_address (JNIEnv *, jobject, uint32_t *address);
jobject sett_loopback (JNIEnv *);

/* After an execution: what the JDK had opened really is closed. */
void sett_datagrams_end (JNIEnv *);

#endif
