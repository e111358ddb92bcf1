/* Values around accesses: see values.h.

   Code says what it accesses right before it does.  So what is read is what is
   there then, and what a write leaves is there when its thread says something
   again: threads give way at events only, where they settle first. */

#include "runtime/counterexample/values.h"

#include "runtime/core/raw.h"
#include "runtime/race/races.h"

#include <sys/uio.h>

/* Of the one thread that runs. */
static struct {
  sett_testimony *of; /* null: none */
  uintptr_t granule;
  unsigned thread;
} unsettled;

/* The program may access what is not there: only the kernel can tell. */
static int read_granule (uintptr_t granule, uint64_t *value) {
  const struct iovec here = {value, sizeof *value};
  const struct iovec there = {(void *)(granule << 3), sizeof *value};
  return granule && sett_raw (SYS_process_vm_readv, sett_raw (SYS_getpid),
                              &here, 1, &there, 1, 0) == sizeof *value;
}

void sett_values_settle (void) {
  sett_testimony *t = unsettled.of;
  unsettled.of = NULL;
  if (t && unsettled.thread == world->current)
    t->has_after = (uint8_t)read_granule (unsettled.granule, &t->after);
}

void sett_values_forget (void) {
  unsettled.of = NULL;
}

void sett_values_note (sett_testimony *t, uintptr_t granule, unsigned how) {
  if (how & SETT_MEMORY_FREE)
    return;
  t->granule = granule;
  t->has_before = (uint8_t)read_granule (granule, &t->before);
  if (t->has_before && (how & SETT_MEMORY_WRITE)) {
    unsettled.of = t;
    unsettled.granule = granule;
    unsettled.thread = world->current;
  }
}
