/* Shutdown hooks of a process: threads that the program has registered.  They
   begin, all at once, when the process ends by itself or by System.exit; when
   they have ended, it does. */

#ifndef SETT_JAVA_AGENT_SHUTDOWN_HOOKS_H
#define SETT_JAVA_AGENT_SHUTDOWN_HOOKS_H

#include "java/agent/jvm_world.h"

/* In place of Runtime's own. */
void JNICALL sett_shutdown_add (JNIEnv *, jclass, jobject runtime,
                                jobject hook);
jboolean JNICALL sett_shutdown_remove (JNIEnv *, jclass, jobject runtime,
                                       jobject hook);

/* The thread calls System.exit: an event.  If there are hooks, they run, and
   the end is still to come; who calls it meanwhile waits for ever. */
typedef enum sett_shutdown {
  SETT_SHUTDOWN_OVER, /* the execution is */
  SETT_SHUTDOWN_ENDS, /* the event is the end of the process */
  SETT_SHUTDOWN_DONE, /* the hooks have ended */
} sett_shutdown;
sett_shutdown sett_shutdown_meet (JNIEnv *, sett_jthread *, uintptr_t place);

/* Are there hooks that should run when the thread's process ends; do they run?
 */
int sett_shutdown_is_due (const sett_jthread *);
int sett_shutdown_has_begun (const sett_jthread *);

/* The last thread that the process waits for has ended: another one, which the
   virtual machine has for that, lets the hooks run. */
void sett_shutdown_by_itself (JNIEnv *, sett_jthread *);

/* Defines what that needs; false if it cannot be. */
int sett_shutdown_open (JNIEnv *);
/* An execution has ended. */
void sett_shutdown_release (JNIEnv *);

#endif
