/* Visible operations: the places where another thread may go first. */

#ifndef SETT_JAVA_AGENT_SCHEDULER_H
#define SETT_JAVA_AGENT_SCHEDULER_H

#include "java/agent/jvm_world.h"

/* The thread is about to do this to an object (its number; 0: to none).  True
   when it is its turn, with an event in the log; false if the execution is
   over: an exception is pending then. */
int sett_jvisible (JNIEnv *, sett_jthread *, sett_operation, sett_thing *,
                   uint32_t object, sett_effect_kind intent, sett_jguard,
                   uintptr_t place);

/* Effects of the present event; `inside`: of what follows it. */
void sett_jaffect (uint32_t object, sett_effect_kind, uint64_t before);
void sett_jaffect_wanting (uint32_t object, sett_effect_kind, uint64_t before,
                           uint64_t wanted);
/* It waits for one of several objects not to be 0 any more: is this one? */
void sett_jaffect_await (uint32_t object, int ready);
void sett_jaffect_inside (uint32_t object, sett_effect_kind, uint64_t before);
unsigned sett_jalternative (unsigned count);
/* ...by chance mostly the first. */
unsigned sett_jalternative_rarely (unsigned count);

/* The number of the present event. */
static inline uint32_t sett_jnow (void) {
  return world.log->count - 1;
}
sett_event *sett_jevent (void);

/* The thread has ended: others go on. */
void sett_jschedule_away (sett_jthread *);

/* An execution begins. */
void sett_jschedule_begin (void);
/* The thread that goes first. */
sett_jthread *sett_jschedule_first (void);

/* The execution ends here; the caller unwinds. */
void sett_jend (sett_ending);
__attribute__ ((format (printf, 4, 5))) void
sett_jfail (JNIEnv *, sett_violation_kind, uintptr_t place, const char *format,
            ...);

/* That is a fact (promoted_memory.h): if it was not known the execution ends
   here, and the search begins again; the caller unwinds. */
void sett_jlearn (uint64_t fact);

/* The engine waits for the end. */
void sett_jschedule_wait (void);

#endif
