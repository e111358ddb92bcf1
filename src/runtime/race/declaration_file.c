/* Declarations from a file: see declaration_file.h. */

#include "runtime/race/declaration_file.h"

#include "runtime/race/bounds.h"
#include "runtime/race/unshared.h"

#include <link.h>

static uintptr_t bias, main_at;

static int note_bias (struct dl_phdr_info *info, size_t size, void *data) {
  (void)size;
  (void)data;
  bias = info->dlpi_addr;
  return 1; /* the first one is the program */
}

void sett_declared_open (uintptr_t main_function) {
  main_at = main_function;
  if (engine.shared->orders.declared_count)
    dl_iterate_phdr (note_bias, NULL);
}

static const uint64_t *declaration (uint32_t i) {
  return engine.shared->orders.declared + (size_t)SETT_DECLARED_WORDS * i;
}

static uint32_t count (void) {
  const sett_orders *orders = &engine.shared->orders;
  return engine.process || engine.is_passing
             ? 0
             : orders->declared_count / SETT_DECLARED_WORDS;
}

/* Is there a list for this function? */
static int has_list (uintptr_t function) {
  for (uint32_t i = 0; i < count (); i++)
    if (declaration (i)[0] >= SETT_DECLARED_USES &&
        bias + declaration (i)[1] == function)
      return 1;
  return 0;
}

/* What a thread uses includes what those use that it creates: main is expected
   to create all the others. */
static void list (uintptr_t function) {
  for (uint32_t i = 0; i < count (); i++) {
    const uint64_t *d = declaration (i);
    if ((d[0] == SETT_DECLARED_USES || d[0] == SETT_DECLARED_OBSERVES) &&
        (function == main_at || bias + d[1] == function))
      sett_bounds_list ((const void *)(bias + d[2]), d[3],
                        d[0] == SETT_DECLARED_OBSERVES);
  }
}

/* Before there is another thread nothing is shared, or used by others. */
static void declare_first (void) {
  world->has_declared = 1;
  for (uint32_t i = 0; i < count (); i++) {
    const uint64_t *d = declaration (i);
    if (d[0] < SETT_DECLARED_USES)
      sett_unshared_add ((const void *)(bias + d[2]), d[3],
                         d[0] == SETT_DECLARED_TENTATIVELY);
  }
  if (!has_list (main_at))
    return;
  list (main_at);
  sett_bounds_close (0);
}

void sett_declared_create (uintptr_t function) {
  const sett_thread *self = sett_self ();
  if (!world->has_declared && !self->listed)
    declare_first ();
  if (self->listed || self->child_bound || !has_list (function))
    return;
  list (function);
  sett_bounds_close (1);
}
