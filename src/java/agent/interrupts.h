/* Interrupts of threads: who finds out about one, and what that changes. */

#ifndef SETT_JAVA_AGENT_INTERRUPTS_H
#define SETT_JAVA_AGENT_INTERRUPTS_H

#include "java/agent/jvm_world.h"

/* Is it interrupted?  Then it is no more: part of the present event. */
int sett_interrupt_look (sett_jthread *);
/* The same, and InterruptedException is pending. */
int sett_interrupt_take (JNIEnv *, sett_jthread *);

/* The present event changes whether it parks. */
void sett_interrupt_affect_permit (sett_jthread *);
/* It is not interrupted any more. */
void sett_interrupt_forget (sett_jthread *);

/* An effect on whether the thread is interrupted; `waits`: it waits for that,
   among others. */
void sett_interrupt_touch (const sett_jthread *, int waits);

#endif
