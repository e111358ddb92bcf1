/* Threads of the virtual machine that are used again.

   To start a thread, and to end it, takes the virtual machine far longer than
   most threads of programs run.  A carrier is a thread that the engine has
   started once; it runs one thread of the program after the other, in the name
   of each: Thread.currentThread is the program's object meanwhile, and that has
   the states that it would have elsewhere.

   Where this virtual machine keeps who a thread is, it says itself (vmStructs).
   If it does not, or a debugger is there, or the program does to threads what
   would outlive them (stop), there are no carriers, and threads are started as
   ever. */

#ifndef SETT_JAVA_AGENT_CARRIERS_H
#define SETT_JAVA_AGENT_CARRIERS_H

#include "java/agent/jvm_world.h"

/* A new execution: there shall be as many as the last one has used threads. */
void sett_carriers_prepare (JNIEnv *);

/* Runs this thread of the program, which begins and ends so; false: nobody is
   free. */
typedef void sett_life_begins (JNIEnv *, sett_jthread *);
typedef int sett_life_ends (JNIEnv *);
int sett_carriers_start (JNIEnv *, sett_jthread *, sett_life_begins *,
                         sett_life_ends *);

/* From now on there are none. */
void sett_carriers_retire (void);

#endif
