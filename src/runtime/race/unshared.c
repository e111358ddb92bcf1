/* Memory that only one thread is said to use: see unshared.h. */

#include "runtime/race/unshared.h"

#include "runtime/core/knowledge.h"
#include "runtime/race/owners.h"

void sett_unshared_add (const void *address, size_t size, int tentatively) {
  if (world->unshared_count == SETT_MOST_RANGES)
    return; /* it is looked at, then */
  world->unshared[world->unshared_count++] =
      (sett_range){(uintptr_t)address, (uintptr_t)address + size,
                   world->current, tentatively != 0};
  sett_owners_reconsider ();
}

static int covers (const sett_range *r, uintptr_t low, uintptr_t high) {
  return low >= r->low && high <= r->high;
}

/* A guess that was wrong once is never believed again: its first word is known
   as visible memory, and the search begins anew. */
static int is_believed (const sett_range *r) {
  if (!r->tentative)
    return 1;
  const void *start = (const void *)r->low;
  if (sett_knows_visible (start))
    return 0;
  if (r->thread == world->current)
    return 1;
  sett_know_visible (start);
  return 0;
}

int sett_unshared_covers (const void *address, size_t size) {
  const uintptr_t low = (uintptr_t)address;
  for (uint32_t i = 0; i < world->unshared_count; i++)
    if (covers (&world->unshared[i], low, low + size))
      return is_believed (&world->unshared[i]);
  return 0;
}
