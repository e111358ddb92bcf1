/* Selectors of java.nio, on the model of the network: the JDK's own code with
   the natives of epoll below it, as channels have it (channels.h).

   To searches a selector is three words that behave like memory:

     LIST   its keys: what was registered, what each is interested in, what was
            cancelled; is it open?
     GONE   which of them were cancelled?
     WAKE   was it woken up, or closed?

   and each key is one, too: its interest, what it is ready for, its attachment.

   A selection is two events.  The first takes over what was changed of the keys
   since the last one; what others change from then on does not matter to who
   waits, unless they wake it up.  The second waits until one of the channels is
   ready, the selector is woken up or closed, or the thread is interrupted; it
   depends on all of them.  If several are ready, their order is a choice. */

#ifndef SETT_JAVA_AGENT_SELECTORS_H
#define SETT_JAVA_AGENT_SELECTORS_H

#include "java/agent/network.h"

/* A new execution; and after one: what the JDK has allocated. */
void sett_selectors_begin (void);
void sett_selectors_end (JNIEnv *);

/* By the present event: a channel is closed, and its keys cancelled. */
void sett_selectors_cancel (sett_jthread *, sett_jsocket *);

/* Does the thread wait for a selection, and so for somebody to come? */
int sett_selector_rests (const sett_jthread *);

/* A key has a name before its hash is asked for. */
void sett_selector_name_key (JNIEnv *, sett_jthread *, jobject);

void *sett_selector_native (const char *class_name, const char *method,
                            void *address);

/* In place of SelectorImpl.lockAndDoSelect. */
jint JNICALL sett_selector_select (JNIEnv *, jclass, jobject, jobject action,
                                   jlong millis);
/* Hooks. */
void JNICALL sett_selector_wake (JNIEnv *, jclass, jobject);
void JNICALL sett_selector_close (JNIEnv *, jclass, jobject);
void JNICALL sett_selector_look (JNIEnv *, jclass, jobject);
void JNICALL sett_selector_register (JNIEnv *, jclass, jobject channel,
                                     jobject selector);
void JNICALL sett_selector_find (JNIEnv *, jclass, jobject channel,
                                 jobject selector);
void JNICALL sett_key_interest (JNIEnv *, jclass, jobject);
void JNICALL sett_key_cancel (JNIEnv *, jclass, jobject);
void JNICALL sett_key_attach (JNIEnv *, jclass, jobject);
void JNICALL sett_key_look (JNIEnv *, jclass, jobject);

#endif
