/* What happens before what, in the reference (reference.c): vector clocks, and
   the accesses that are not in order.

   They are part of the state only if races are wanted; otherwise all of this
   changes nothing.  A release makes the thread's own clock tick, so that what
   it does afterwards is not known to whoever acquires. */

#include "reference_state.h"

#include <string.h>

static void join (clocks to, const clocks from) {
  for (unsigned i = 0; i < T; i++)
    if (from[i] > to[i])
      to[i] = from[i];
}

void acquire (state *s, unsigned t, const clocks from) {
  if (races_wanted)
    join (s->clock[t], from);
}

void release (state *s, unsigned t, clocks to, int alone) {
  if (!races_wanted)
    return;
  if (alone)
    memcpy (to, s->clock[t], sizeof (clocks));
  else
    join (to, s->clock[t]);
  s->clock[t][t]++;
}

void access_cell (state *s, unsigned t, unsigned cell, int writes) {
  if (!races_wanted)
    return;
  for (unsigned u = 0; u < T; u++) {
    if (u == t)
      continue;
    const uint8_t known = s->clock[t][u];
    if (s->wrote[cell][u] > known || (writes && s->read[cell][u] > known)) {
      result->races = 1;
      result->raced_block |= cell >= PLAIN && cell < VOLATILE_CELL;
    }
  }
  (writes ? s->wrote : s->read)[cell][t] = s->clock[t][t];
}

static int acquires (unsigned o) {
  return o == ORDER_SEQ_CST || o == ORDER_ACQ_REL || o == ORDER_ACQUIRE;
}

static int releases (unsigned o) {
  return o == ORDER_SEQ_CST || o == ORDER_ACQ_REL || o == ORDER_RELEASE;
}

void load_order (state *s, unsigned t, const clocks of, unsigned o) {
  if (acquires (o))
    acquire (s, t, of);
  else if (races_wanted)
    join (s->unfenced[t], of);
}

void store_order (state *s, unsigned t, clocks of, unsigned o, int updates) {
  if (releases (o))
    release (s, t, of, !updates);
  else if (races_wanted && updates)
    join (of, s->fenced[t]);
  else if (races_wanted)
    memcpy (of, s->fenced[t], sizeof (clocks));
}

void fence (state *s, unsigned t, unsigned o) {
  if (!races_wanted)
    return;
  if (acquires (o))
    join (s->clock[t], s->unfenced[t]);
  if (releases (o)) {
    memcpy (s->fenced[t], s->clock[t], sizeof (clocks));
    s->clock[t][t]++;
  }
}
