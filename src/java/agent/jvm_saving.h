/* A search is saved, and another virtual machine goes on from there: the
   agent's part of shared/search_saving.h.  What is known of the program, beside
   what was learnt, are the numbers of objects and of frames: whatever else
   searches see has a name that means the same everywhere (things.h). */

#ifndef SETT_JAVA_AGENT_JVM_SAVING_H
#define SETT_JAVA_AGENT_JVM_SAVING_H

#include "java/agent/jvm_world.h"
#include "shared/search_saving.h"

/* Before the first execution: what the search goes on from is read, if there is
   something, as far as executions depend on it.  The host saves and loads this
   beside the search. */
const sett_saving_host *sett_jsaving_init (JNIEnv *,
                                           void (*save_besides) (sett_saved *),
                                           void (*load_besides) (sett_saved *),
                                           uint64_t (*microseconds) (void));

/* Among C programs, whose run-time saves the search: what is known is written
   into the shared memory when it asks; before the first execution it is read,
   if the search goes on from a checkpoint. */
void sett_jsaving_tell (void);
void sett_jsaving_hear (void);

__attribute__ ((noreturn)) void sett_jrefuse_saved (const char *reason);

#endif
