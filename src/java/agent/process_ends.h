/* Processes of a system of Java programs, in one virtual machine: how they end,
   and which of their threads are left.  A single program is one that ends with
   the execution. */

#ifndef SETT_JAVA_AGENT_PROCESS_ENDS_H
#define SETT_JAVA_AGENT_PROCESS_ENDS_H

#include "java/agent/jvm_world.h"

/* The present event is the end of the thread's process: its threads vanish, its
   sockets are closed.  Others go on. */
void sett_process_end (sett_jthread *, int status, uintptr_t place);

/* The program ends, or one of a system does, whatever other threads of it are
   about to do: the event (false: the execution is over); what the present event
   does then; and the thread waits, as nothing comes after it.  All of that. */
int sett_program_meet_end (JNIEnv *, sett_jthread *, uintptr_t place);
void sett_program_end (JNIEnv *, sett_jthread *, int status, uintptr_t place);
void sett_program_stay_out (JNIEnv *, sett_jthread *);
void sett_program_leave (JNIEnv *, sett_jthread *, int status, uintptr_t place);

/* Nobody can go on: so many threads should. */
unsigned sett_processes_blocked (void);
/* ...and if none should, who is left is noted. */
void sett_processes_note_idle (void);

#endif
