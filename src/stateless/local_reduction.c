/* Process-local reduction: decides, and executes nothing.

   If the process that made the last step can go on, only with operations that
   no other process cares about, and none of its threads is blocked in one that
   others care about, then its threads are a persistent set: nothing that others
   do can change what they can do.  (Unless it gets signals, which can come at
   any time.)  So global deadlocks are found without the others' steps in
   between; other violations may be overlooked.

   This is for searches that branch where several threads are enabled
   (execution_tree.c, random_search.c).  The one that reverses races never
   interleaves what does not depend on each other, and its sequences go where
   they must: a mask would stop them, so it does not ask.

   The conditions are ensured by: every thread of the process that is alive,
   blocked or not, is local; no signals.  The runner says so (runtime/sched/
   schedule.c: LOCAL of operation.def, and objects that are not shared). */

#include "stateless/local_reduction.h"

#include "base/assert.h"

sett_thread_set sett_local_reduction (const sett_local_view *v,
                                      sett_thread_set enabled) {
  const sett_thread_set own = sett_threads_and (enabled, v->alive);
  SETT_ASSERT (sett_threads_within (v->local, v->alive));
  return sett_threads_any (own) && !v->signalled &&
                 sett_threads_same (v->local, v->alive)
             ? own
             : enabled;
}
