/* What is told of an execution, when a schedule is run again (shared/
   counterexample.h): steps, stacks, who waits for what. */

#ifndef SETT_JAVA_AGENT_JVM_NARRATOR_H
#define SETT_JAVA_AGENT_JVM_NARRATOR_H

#include "java/agent/memory_accesses.h"

typedef struct sett_jtestimony {
  sett_backtrace stack;
  uint32_t told; /* steps before it */
  uint32_t held_count;
  sett_address_info held[8];
  char value[SETT_MOST_VALUE]; /* that was there; "": not known */
} sett_jtestimony;

void sett_narrate_about_to (JNIEnv *, const sett_jthread *);
void sett_narrate_event (const sett_jthread *);
void sett_narrate_aside (JNIEnv *, sett_operation, sett_thing *, int partner,
                         uintptr_t place);
void sett_narrate_birth (JNIEnv *, const sett_jthread *);
void sett_narrate_partner (int thread);
void sett_narrate_failed (void);
void sett_narrate_spurious (void); /* it ended without a reason */
void sett_narrate_value (uint64_t);
/* What came of a call; nothing that is worth telling. */
void sett_narrate_error (int error);
void sett_narrate_size (size_t bytes);
void sett_narrate_lost (void);
void sett_narrate_second (const sett_thing *);
__attribute__ ((format (printf, 1, 2))) void
sett_narrate_words (const char *format, ...);
void sett_narrate_hidden (void);
void sett_narrate_threads (void);
void sett_narrate_violation (JNIEnv *, uintptr_t place);
void sett_narrate_stack (JNIEnv *, sett_backtrace *);
/* What is there before an access that testifies (vector_clocks.c), or races. */
void sett_narrate_before (JNIEnv *, const sett_access *);
const sett_jtestimony *sett_narrate_testify (void);

/* What a field or an element is called: "Account.balance". */
void sett_narrate_cell (JNIEnv *, int site, int64_t offset, char *,
                        size_t room);

/* An object is remembered by what people call it: "Account@2". */
void sett_narrate_thing (JNIEnv *, jobject, sett_thing *);

/* A counterexample of the execution that has just ended, in shared memory.
   `complete`: with all that was told; and to report it. */
sett_counterexample *sett_narrate_counterexample (int complete);
void sett_narrate_report (sett_counterexample *);
/* Was the same thing found before, at the same place? */
int sett_narrate_is_known (void);

#endif
