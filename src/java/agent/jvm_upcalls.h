/* The only ways upwards: what the scheduler, and whatever is below it, asks of
   those that are above.  agent.c fills the table before anything runs. */

#ifndef SETT_JAVA_AGENT_JVM_UPCALLS_H
#define SETT_JAVA_AGENT_JVM_UPCALLS_H

#include "java/agent/jvm_world.h"

struct sett_jtestimony;

typedef struct sett_jupcalls {
  /* jvm_narrator.h */
  void (*narrate_about_to) (JNIEnv *, const sett_jthread *);
  void (*narrate_event) (const sett_jthread *);
  void (*narrate_threads) (void);
  void (*narrate_violation) (JNIEnv *, uintptr_t place);
  void (*narrate_thing) (JNIEnv *, jobject, sett_thing *);
  const struct sett_jtestimony *(*narrate_testify) (void);
  /* jvm_crash.h */
  int (*crash_try) (JNIEnv *, sett_jthread *, sett_operation, uintptr_t place);
  /* memory_accesses.h */
  void (*access_settle) (sett_jthread *, int done);
  /* births.h */
  void (*note_initialiser) (const sett_jthread *, int site);
  /* thread_ends.h */
  int (*thread_end) (JNIEnv *);
  /* process_ends.h */
  unsigned (*processes_blocked) (void);
  void (*processes_note_idle) (void);
  /* fork_join.h */
  void (*pool_block) (JNIEnv *, sett_jthread *);
  int (*pool_unblock) (JNIEnv *, sett_jthread *);
  /* rounds.h */
  void (*round_meet) (sett_jthread *, sett_operation);
  sett_thread_set (*rounds_standstill) (void);
  int (*round_is_in_vain) (const sett_jthread *);
  /* sites.h */
  int (*place_is_together) (int number);
} sett_jupcalls;

extern const sett_jupcalls *sett_jup;

#endif
