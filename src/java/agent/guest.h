/* Java programs in a system with C programs: the run-time in C processes
   decides who goes next, and a thread here asks the process that stands in for
   its own (shared/errand.h).  The agent searches nothing then, it is a guest.

   What is here is called by the thread that has the turn, but for the last two
   functions, which the engine calls. */

#ifndef SETT_JAVA_AGENT_GUEST_H
#define SETT_JAVA_AGENT_GUEST_H

#include "java/agent/jvm_world.h"

/* Is it one of this virtual machine's, or a C program? */
int sett_is_java_process (unsigned process);

/* What the thread is about to do (scheduler.h): true when it is its turn, with
   an event in the log; false: the execution is over, an exception pending. */
int sett_guest_visible (JNIEnv *, sett_jthread *);
/* A thread that was started waits for its first turn; false: there is none. */
int sett_guest_start (JNIEnv *, sett_jthread *);

/* The child of a thread with this ordinal gets its number, and a stand-in; 0:
   there are too many, or the execution is over. */
unsigned sett_guest_birth (JNIEnv *, unsigned creator, uint32_t ordinal);

/* A system call, by the stand-in; pointers are to the thread's bytes.  Gives
   what the kernel would, or SETT_GUEST_OVER with an exception pending. */
enum { SETT_GUEST_OVER = -4096 };
long sett_guest_call (JNIEnv *, sett_jthread *, uintptr_t place, long number,
                      const long arguments[6]);
unsigned char *sett_guest_bytes (const sett_jthread *);

void sett_guest_output (JNIEnv *, sett_jthread *, int file, const char *,
                        size_t count);
/* A step that is no event (jvm_narrator.h). */
void sett_guest_aside (JNIEnv *, sett_jthread *,
                       const sett_counterexample_step *);

/* The thread ends; its process does; the execution does. */
void sett_guest_leave (sett_jthread *);
void sett_guest_exit (sett_jthread *, int status, uintptr_t place);
void sett_guest_end (sett_ending);

/* Waits until a stand-in wants the next execution, or the search what is known
   (false); takes part in the present one until then. */
int sett_guest_await_execution (void);
/* What is known lies in the shared memory. */
void sett_guest_tell_known (const unsigned char *, size_t);
void sett_guest_take_part (void);

#endif
