/* System.in, out and err of a process: opened once, and again when a program
   has closed them.  The files of the virtual machine behind them stay open. */

#ifndef SETT_JAVA_AGENT_STANDARD_STREAMS_H
#define SETT_JAVA_AGENT_STANDARD_STREAMS_H

#include "java/agent/jvm_world.h"

/* As global references.  `input`: the path of a file; null: what the virtual
   machine has.  False: something cannot be opened. */
int sett_streams_open (JNIEnv *, const char *input, jobject streams[3]);

/* An execution begins: as they were.  Input begins anew, if it is a file. */
void sett_streams_set_back (JNIEnv *, const char *input, jobject streams[3]);

/* In place of FileDescriptor.close0. */
void JNICALL sett_descriptor_close (JNIEnv *, jobject descriptor);

#endif
