/* Remote method invocation (java.rmi), among the processes of a system and
   within one.

   It is modelled at the level of calls: no byte goes over a socket.  Above that
   the JDK's own code runs: stubs, the checks of exceptions, serialisation, so
   that arguments and results are copies, and remote objects among them stubs.

   A call is two events of the caller: it sends the call, and gets the result.
   In between a thread in the process of the object has two: it begins to run
   the method, and returns from it.  Each caller has a thread of its own in each
   process that it calls, for all of its calls; so calls of several threads run
   at the same time.  What the caller did happens before the method, and what
   that did before whatever the caller does with the result.

   A call of a registry is one event, on a word for the port and one for the
   name.  Objects stay exported until they are unexported: nothing is collected.
   As long as one is, a thread of its process waits, as the JDK's "RMI Reaper"
   does: the process is at rest. */

#ifndef SETT_JAVA_AGENT_RMI_H
#define SETT_JAVA_AGENT_RMI_H

#include "java/agent/jvm_world.h"

/* Hooks (rmi.def): objects, */
void JNICALL sett_rmi_export (JNIEnv *, jclass, jobject ref, jobject remote,
                              jobject data, jboolean permanent);
void JNICALL sett_rmi_add (JNIEnv *, jclass, jobject live, jobject target);
jboolean JNICALL sett_rmi_unexport (JNIEnv *, jclass, jobject, jboolean force);
jobject JNICALL sett_rmi_stub (JNIEnv *, jclass, jobject);
/* copies, */
jobject JNICALL sett_rmi_replace (JNIEnv *, jclass, jobject stream, jobject);
void JNICALL sett_rmi_arrived (JNIEnv *, jclass, jobject stream, jobject);
void JNICALL sett_rmi_ignore_references (JNIEnv *, jclass, jobject, jobject);
/* calls, */
jobject JNICALL sett_rmi_invoke (JNIEnv *, jclass, jobject ref, jobject stub,
                                 jobject method, jobjectArray, jlong hash);
jobject JNICALL sett_rmi_client (JNIEnv *, jclass);
/* registries. */
jobject JNICALL sett_registry_lookup (JNIEnv *, jclass, jobject, jobject name);
void JNICALL sett_registry_bind (JNIEnv *, jclass, jobject, jobject name,
                                 jobject);
void JNICALL sett_registry_rebind (JNIEnv *, jclass, jobject, jobject name,
                                   jobject);
void JNICALL sett_registry_unbind (JNIEnv *, jclass, jobject, jobject name);
jobject JNICALL sett_registry_list (JNIEnv *, jclass, jobject);
void JNICALL sett_registry_main (JNIEnv *, jclass, jobjectArray arguments);

/* Does the thread wait for calls, whoever makes them?  ...for a result? */
int sett_rmi_rests (const sett_jthread *);
int sett_rmi_waits (const sett_jthread *);

/* The thread's process ends, by the present event. */
void sett_rmi_process_end (sett_jthread *);

/* False: this virtual machine refuses the class of threads. */
int sett_rmi_open (JNIEnv *);
/* A new execution; the end of it. */
void sett_rmi_begin (JNIEnv *);
void sett_rmi_release (JNIEnv *);

#endif
