/* Monitors: synchronized, wait, notify. */

#ifndef SETT_JAVA_AGENT_MONITORS_H
#define SETT_JAVA_AGENT_MONITORS_H

#include "java/agent/jvm_world.h"

void JNICALL sett_hook_enter (JNIEnv *, jclass, jobject, jint site);
void JNICALL sett_hook_exit (JNIEnv *, jclass, jobject, jint site);
void JNICALL sett_hook_entered (JNIEnv *, jclass, jobject, jint site);
/* It is about to wait for a real monitor, to enter a method that says so then.
   False: nobody has it, as far as is known. */
int sett_monitor_come (JNIEnv *, jobject);

/* In place of the JDK's own. */
void JNICALL sett_object_wait (JNIEnv *, jobject, jlong millis);
void JNICALL sett_object_notify (JNIEnv *, jobject);
void JNICALL sett_object_notify_all (JNIEnv *, jobject);

/* For locks that behave like monitors. */
void sett_monitor_acquired (JNIEnv *, sett_jthread *, sett_thing *, int depth,
                            uintptr_t place);
void sett_monitor_released (sett_jthread *, sett_thing *, int visible);
/* Among what the thread has; `shared`: with others who read. */
void sett_monitor_hold (JNIEnv *, sett_jthread *, sett_thing *, uintptr_t place,
                        int shared);
void sett_monitor_let_go (sett_jthread *, const sett_thing *);
/* The event of beginning to wait in a queue; false: it is interrupted, or the
   execution is over.  Then the rest: gives the monitor away, waits (0: without
   limit), and has it again.  `deaf`: interrupts do not end it.  False: the
   execution is over. */
int sett_monitor_begin_wait (JNIEnv *, sett_jthread *, sett_thing *queue,
                             int deaf, uintptr_t place);
int sett_monitor_wait (JNIEnv *, sett_jthread *, sett_thing *lock,
                       sett_thing *queue, int64_t nanos, int deaf,
                       uintptr_t place);
/* The one that waits longest; all of them. */
void sett_monitor_notify_first (JNIEnv *, sett_jthread *, sett_thing *queue);
void sett_monitor_notify_all (JNIEnv *, sett_jthread *, sett_thing *queue);

/* Nobody has it, alone or with others. */
static inline int sett_monitor_is_free (const sett_thing *m) {
  return m->owner < 0 && !m->readers;
}

/* Who has the monitor that the thread is about to enter; -1: nobody. */
static inline int sett_monitor_holder (const sett_jthread *t) {
  const int enters =
      t->operation == SETT_DO_LOCK || t->operation == SETT_DO_RDLOCK ||
      t->operation == SETT_DO_WRLOCK ||
      (t->operation == SETT_DO_WAKE && (t->signalled || t->timed));
  return enters && t->thing ? t->thing->owner : -1;
}

/* An interrupt ends the thread's wait. */
void sett_monitor_interrupt (sett_jthread *);

#endif
