/* Interrupts, as threads find out about them: see interrupts.h.  What always
   holds: a thread that is interrupted has an interrupter's clock, and one that
   has found out is not interrupted any more. */

#include "java/agent/interrupts.h"

#include "base/assert.h"
#include "java/agent/jdk.h"
#include "java/agent/object_numbers.h"
#include "java/agent/rounds.h"
#include "java/agent/scheduler.h"
#include "java/agent/vector_clocks.h"

/* One who is interrupted does not park: the permit changes, too. */
void sett_interrupt_affect_permit (sett_jthread *t) {
  sett_jaffect (sett_thread_number (t, SETT_OF_PERMIT), SETT_EFFECT_STORE,
                (uint64_t)(t->permit || t->interrupted));
}

/* It is not interrupted any more. */
void sett_interrupt_forget (sett_jthread *t) {
  t->interrupted = 0;
  t->interrupter = NULL;
  sett_round_end (t);
}

/* An interrupt happens before whatever finds out about it, and nothing else. */
int sett_interrupt_look (sett_jthread *t) {
  const uint32_t number = sett_thread_number (t, SETT_OF_INTERRUPT);
  sett_jaffect (number, t->interrupted ? SETT_EFFECT_STORE : SETT_EFFECT_LOAD,
                (uint64_t)t->interrupted);
  if (!t->interrupted)
    return 0;
  SETT_ASSERT (t->interrupter);
  sett_clock_acquire (t, t->interrupter);
  sett_interrupt_affect_permit (t);
  sett_interrupt_forget (t);
  return 1;
}

int sett_interrupt_take (JNIEnv *env, sett_jthread *t) {
  if (!sett_interrupt_look (t))
    return 0;
  (*env)->SetBooleanField (env, t->object, jdk.thread_interrupted, 0);
  jclass class = sett_jclass (env, "java/lang/InterruptedException");
  (*env)->ThrowNew (env, class, "");
  return 1;
}

void sett_interrupt_touch (const sett_jthread *t, int waits) {
  const uint32_t number = sett_thread_number (t, SETT_OF_INTERRUPT);
  if (waits)
    sett_jaffect_await (number, t->interrupted);
  else
    sett_jaffect (number, SETT_EFFECT_LOAD, (uint64_t)t->interrupted);
}
