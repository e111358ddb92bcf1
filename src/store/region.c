/* A region of memory that never moves: see region.h.

   All address space that the region may ever need (as much as the machine has
   memory) is reserved without access, so that it costs nothing; extending
   makes a longer prefix accessible.  Prefixes of some size use huge pages:
   tables are read at random, and with small pages most of the time would go
   into address translation. */

#include "store/region.h"

#include "base/assert.h"
#include "base/memory.h"

#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#define HUGE_PAGE ((size_t)2 << 20)
#define HUGE_FROM ((size_t)2 << 20) /* smaller regions use small pages */
#define LEAST_RESERVE ((size_t)64 << 20)

static size_t round_up (size_t bytes, size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

static size_t wanted_reserve (void) {
  const long pages = sysconf (_SC_PHYS_PAGES);
  const long page = sysconf (_SC_PAGESIZE);
  size_t bytes = (size_t)1 << 32;
  if (pages > 0 && page > 0 && (size_t)pages * (size_t)page > bytes)
    bytes = (size_t)pages * (size_t)page;
  return round_up (bytes, HUGE_PAGE);
}

/* Reserves `bytes` at a multiple of the size of a huge page. */
static void *reserve (size_t bytes) {
  unsigned char *at = mmap (NULL, bytes + HUGE_PAGE, PROT_NONE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at == MAP_FAILED)
    return NULL;
  const size_t before = round_up ((uintptr_t)at, HUGE_PAGE) - (uintptr_t)at;
  if (before)
    munmap (at, before);
  munmap (at + before + bytes, HUGE_PAGE - before);
  return at + before;
}

int sett_region_init (sett_region *region) {
  *region = (sett_region){0};
  size_t bytes = wanted_reserve ();
  while (!(region->at = reserve (bytes)))
    if ((bytes = round_up (bytes / 2, HUGE_PAGE)) < LEAST_RESERVE)
      return 0;
  region->reserved = bytes;
  SETT_ASSERT (!((uintptr_t)region->at % HUGE_PAGE));
  return 1;
}

int sett_region_extend (sett_region *region, size_t bytes) {
  const size_t unit =
      bytes < HUGE_FROM ? (size_t)sysconf (_SC_PAGESIZE) : HUGE_PAGE;
  const size_t wanted = round_up (bytes, unit);
  SETT_ASSERT (wanted >= bytes);
  if (wanted <= region->used)
    return 1;
  if (wanted > region->reserved || !sett_try_charge (wanted - region->used))
    return 0;
  if (mprotect (region->at, wanted, PROT_READ | PROT_WRITE)) {
    sett_uncharge (wanted - region->used);
    return 0;
  }
  if (wanted >= HUGE_FROM)
    madvise (region->at, wanted, MADV_HUGEPAGE);
  region->used = wanted;
  SETT_ASSERT (region->used <= region->reserved);
  return 1;
}

void sett_region_release (sett_region *region) {
  SETT_ASSERT (region->at || !region->used);
  if (region->at)
    munmap (region->at, region->reserved);
  sett_uncharge (region->used);
  *region = (sett_region){0};
}
