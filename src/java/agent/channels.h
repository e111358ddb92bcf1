/* Channels of java.nio: SocketChannel, ServerSocketChannel, DatagramChannel and
   the ends of a Pipe, on the model of the network (network.h).

   The JDK's own code runs, in three steps.  A hook at the beginning of a method
   is the visible operation: it waits until the call can go on, and has the
   effects of whatever the call depends on (channels.def).  What follows is
   muted, nobody else runs meanwhile, so that the JDK's locks and monitors are
   free.  The natives at its bottom (channel_natives.c) do to the model what
   they would ask the kernel for, as part of the same event.

   One who waits in a blocking channel goes on when it is interrupted, too: the
   JDK's code closes the channel then.  One who finds that its channel was
   closed may have begun before that (AsynchronousCloseException) or after it
   (ClosedChannelException): both are tried. */

#ifndef SETT_JAVA_AGENT_CHANNELS_H
#define SETT_JAVA_AGENT_CHANNELS_H

#include "java/agent/channel_descriptors.h"

/* Natives of sun.nio.ch: what is put in place of one, or null; `address` is
   the JDK's own. */
void *sett_channel_native (const char *class_name, const char *method,
                           void *address);

/* Hooks. */
void JNICALL sett_channel_read (JNIEnv *, jclass, jobject, jobject buffer);
void JNICALL sett_channel_read_all (JNIEnv *, jclass, jobject, jobject buffers,
                                    jint from, jint count);
void JNICALL sett_channel_write (JNIEnv *, jclass, jobject, jobject buffer);
void JNICALL sett_channel_write_all (JNIEnv *, jclass, jobject, jobject buffers,
                                     jint from, jint count);
void JNICALL sett_channel_accept (JNIEnv *, jclass, jobject);
void JNICALL sett_channel_bind (JNIEnv *, jclass, jobject, jobject address);
void JNICALL sett_channel_connect (JNIEnv *, jclass, jobject, jobject address);
void JNICALL sett_channel_read_for (JNIEnv *, jclass, jobject, jobject array,
                                    jint from, jint count, jlong nanos);
void JNICALL sett_channel_write_fully (JNIEnv *, jclass, jobject, jobject array,
                                       jint from, jint count);
void JNICALL sett_channel_accept_for (JNIEnv *, jclass, jobject);
void JNICALL sett_channel_connect_for (JNIEnv *, jclass, jobject,
                                       jobject address, jlong nanos);
void JNICALL sett_channel_finish (JNIEnv *, jclass, jobject);
void JNICALL sett_channel_send (JNIEnv *, jclass, jobject, jobject buffer,
                                jobject address);
void JNICALL sett_channel_direct (JNIEnv *, jclass, jobject);
void JNICALL sett_channel_shut_down (JNIEnv *, jclass, jobject);
void JNICALL sett_channel_close (JNIEnv *, jclass, jobject);
void JNICALL sett_channel_configure (JNIEnv *, jclass, jobject);
void JNICALL sett_channel_available (JNIEnv *, jclass, jobject);
void JNICALL sett_channel_look (JNIEnv *, jclass, jobject);

#endif
