/* Frames of stacks in the shared memory: code of a virtual machine has no
   addresses, so it has names there (sett_named_frame). */

#ifndef SETT_JAVA_AGENT_STACK_FRAMES_H
#define SETT_JAVA_AGENT_STACK_FRAMES_H

#include "java/agent/jvm_world.h"
#include "stateless/saved.h"

/* The number of a frame; `file` null: as the class is called. */
uint32_t sett_frame_add (const char *class_name, const char *method,
                         const char *file, int line, int foreign);

/* All of them; before there are others. */
void sett_frames_save (sett_saved *);
void sett_frames_load (sett_saved *);

/* Where the present thread is, as an address of counterexamples: its innermost
   frame that is the program's own. */
uintptr_t sett_frame_here (JNIEnv *);
/* Where an exception was thrown. */
uintptr_t sett_frame_of_exception (JNIEnv *, jthrowable);

/* Are these innermost frames of the present thread the JDK's? */
int sett_frames_are_foreign (jint count);

/* Where the present thread is in the JDK's code, and where in the program's
   that has called it: a number that is the same in all executions. */
uint64_t sett_frames_digest (void);

/* The whole stack of the present thread. */
void sett_frames_walk (sett_backtrace *);

#endif
