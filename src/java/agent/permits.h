/* Semaphore and CountDownLatch: operations of their own, as locks are.  Watched
   from inside each would be a dozen accesses to the queue of those who wait.

   Who may take a permit, or pass a latch, is decided here; then the JDK's own
   code does it, muted, and need not wait.  Whoever wants a permit may get one
   that is there, also if the semaphore was made to be fair.

   Who takes several permits at once waits in the JDK at the head of a queue,
   where others wait behind it though there is a permit for them.  So as soon as
   somebody does, that is learnt (SETT_LEARNT_PERMITS), and the search begins
   again with semaphores watched from inside.  The same if permits are drained
   or reduced, or given by the hundred. */

#ifndef SETT_JAVA_AGENT_PERMITS_H
#define SETT_JAVA_AGENT_PERMITS_H

#include "java/agent/jvm_world.h"

/* Before the JDK's own code, which is muted then. */
void JNICALL sett_permit_take (JNIEnv *, jclass, jobject semaphore);
void JNICALL sett_permit_take_always (JNIEnv *, jclass, jobject semaphore);
void JNICALL sett_permit_try (JNIEnv *, jclass, jobject semaphore);
void JNICALL sett_permit_give (JNIEnv *, jclass, jobject semaphore);
void JNICALL sett_permit_give_some (JNIEnv *, jclass, jobject semaphore,
                                    jint count);
void JNICALL sett_permit_ask (JNIEnv *, jclass, jobject semaphore);
/* Something else is done to it. */
void JNICALL sett_permits_other (JNIEnv *, jclass, jobject semaphore);

/* Instead of it. */
jboolean JNICALL sett_permit_try_for (JNIEnv *, jclass, jobject semaphore,
                                      jlong time, jobject unit);

/* Latches. */
void JNICALL sett_latch_count (JNIEnv *, jclass, jobject latch);
void JNICALL sett_latch_pass (JNIEnv *, jclass, jobject latch);
void JNICALL sett_latch_ask (JNIEnv *, jclass, jobject latch);
jboolean JNICALL sett_latch_pass_for (JNIEnv *, jclass, jobject latch,
                                      jlong time, jobject unit);

#endif
