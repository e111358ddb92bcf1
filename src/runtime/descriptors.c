#include "runtime/descriptors.h"

#include "runtime/engine.h"

static int dirty;

void sett_descriptors_dirty (void) {
  dirty = 1;
}

void sett_descriptors_snapshot (void) {
  dirty = 0;
}

void sett_descriptors_restore (void) {
  if (!dirty)
    return;
  dirty = 0;
  sett_raw (SYS_close_range, 3, 899, 0);
}
