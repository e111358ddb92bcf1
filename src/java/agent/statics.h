/* What the JDK keeps for a whole virtual machine and programs can see: standard
   streams, system properties, the default handler, numbers of threads and
   pools, generators of random numbers, the common pool, the environment.

   It is set back when an execution begins.  Each process of a system has its
   own: that of the process that runs is in its place, since one thread runs at
   a time. */

#ifndef SETT_JAVA_AGENT_STATICS_H
#define SETT_JAVA_AGENT_STATICS_H

#include "java/agent/job.h"
#include "java/agent/jvm_world.h"

/* False, with a sentence on standard error, if something is missing. */
int sett_statics_open (JNIEnv *, const sett_jjob *);
/* A new execution: the first process's is in place. */
void sett_statics_begin (JNIEnv *);
/* A thread of that process runs from now on. */
void sett_statics_switch (JNIEnv *, unsigned process);
/* Does each process have its own of what is in that object? */
int sett_statics_have (JNIEnv *, jobject);

/* The program loads a native library. */
void sett_statics_note_library (void);

/* In place of, or before, methods of System. */
void JNICALL sett_properties_used (JNIEnv *, jclass);
jobject JNICALL sett_getenv (JNIEnv *, jclass, jstring name);
jobject JNICALL sett_getenv_all (JNIEnv *, jclass);

#endif
