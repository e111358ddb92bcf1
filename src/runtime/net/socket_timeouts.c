/* Time limits of sockets (SO_RCVTIMEO, SO_SNDTIMEO).

   A call has the limit that is set when it begins, which is not an event unless
   calls are visible (knowledge.h).  So that is learnt as soon as a thread sets
   a limit where others call, or could have called before. */

#include "runtime/core/knowledge.h"
#include "runtime/sched/schedule.h"
#include "runtime/net/sockets.h"
#include "runtime/sched/processes.h"

/* States must look the same, whoever has called. */
void sett_socket_timeout_begin (sett_socket *s) {
  if (UNLIKELY (engine.calls_visible))
    sett_affect (&s->limits, SETT_EFFECT_LOAD, 0);
  if (engine.shared->orders.stateful)
    return;
  sett_threads_add (&s->callers, world->current);
  if (!engine.calls_visible && sett_doing_is_concurrent (&s->limiter))
    sett_know_calls ();
}

static void know_callers (sett_thread_set threads) {
  for (; sett_threads_any (threads); threads = sett_threads_rest (threads)) {
    const unsigned i = sett_threads_first (threads);
    sett_know_calls_of (sett_processes_is_own (i)
                            ? engine.process
                            : engine.shared->stations[i].process);
  }
}

/* Anybody who may have a descriptor of it. */
static void know_all (const sett_socket *s) {
  if (sett_threads_many (world->alive))
    sett_know_calls ();
  for (unsigned i = 0; s->references > 1 && i < engine.shared->member_count;
       i++)
    sett_know_calls_of (i);
}

void sett_socket_timeout_change (sett_socket *s) {
  sett_affect (&s->limits, SETT_EFFECT_STORE, 0);
  if (engine.shared->orders.stateful) {
    know_all (s);
    return;
  }
  sett_doing_note (&s->limiter);
  sett_thread_set others = s->callers;
  sett_threads_drop (&others, world->current);
  know_callers (others);
}
