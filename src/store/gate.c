/* A gate into a shared structure: see gate.h.

   Who enters announces it first and looks at `closed` after; who closes sets
   `closed` first and looks for announcements after.  All four accesses are
   sequentially consistent, so one of the two sees the other. */

#include "store/gate.h"

#include "base/memory.h"

#include <sched.h>

int sett_gate_init (sett_gate *gate, unsigned workers) {
  *gate = (sett_gate){.workers = workers};
  pthread_mutex_init (&gate->mutex, NULL);
  if (workers < 2)
    return 1;
  gate->flags = sett_try_map (workers * sizeof *gate->flags);
  return gate->flags != NULL;
}

void sett_gate_release (sett_gate *gate) {
  pthread_mutex_destroy (&gate->mutex);
  sett_unmap (gate->flags, gate->workers * sizeof *gate->flags);
}

void sett_gate_count_in (sett_gate *gate, atomic_uint *count) {
  for (;;) {
    atomic_fetch_add (count, 1);
    if (!atomic_load (&gate->closed))
      return;
    atomic_fetch_sub (count, 1);
    pthread_mutex_lock (&gate->mutex); /* until it is open again */
    pthread_mutex_unlock (&gate->mutex);
  }
}

static void wait_until_zero (atomic_uint *count) {
  while (atomic_load (count))
    sched_yield ();
}

void sett_gate_close (sett_gate *gate, unsigned worker) {
  if (!gate->flags)
    return;
  sett_gate_leave (gate, worker);
  pthread_mutex_lock (&gate->mutex);
  atomic_store (&gate->closed, 1);
  for (unsigned i = 0; i < gate->workers; i++)
    wait_until_zero (&gate->flags[i].inside);
  wait_until_zero (&gate->visitors);
}

void sett_gate_open (sett_gate *gate, unsigned worker) {
  if (!gate->flags)
    return;
  atomic_store (&gate->closed, 0);
  pthread_mutex_unlock (&gate->mutex);
  sett_gate_enter (gate, worker);
}
