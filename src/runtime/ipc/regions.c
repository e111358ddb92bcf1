/* Memory that processes share: see regions.h.  A region is at the same address
   in all of them. */

#include "runtime/ipc/regions.h"

#include "base/assert.h"
#include "base/memory.h"
#include "runtime/core/engine.h"
#include "runtime/ipc/ipc.h"
#include "runtime/core/modules.h"
#include "runtime/core/os_process.h"
#include "runtime/race/races.h"
#include "runtime/sched/schedule.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

/*------------------------------------------------------------------------*/
/* Whose: a kind of key, and 50 bits (a learned word has room for that). */

enum { OF_THREAD, OF_NAME, OF_FILE, KEY_AT = 48 };
#define KEY_BITS (((uint64_t)1 << KEY_AT) - 1)

static uint64_t key_of (unsigned kind, uint64_t rest) {
  return (uint64_t)kind << KEY_AT | (rest & KEY_BITS);
}

static unsigned number_of (uint64_t key, uintptr_t place) {
  sett_shared *shared = engine.shared;
  uint32_t i = 0;
  while (i < shared->region_count && shared->regions[i] != key)
    i++;
  if (i == SETT_MOST_REGIONS) {
    sett_note_add (1, place,
                   "too many pieces of memory that processes share: ended "
                   "there");
    sett_end (SETT_CUT);
  }
  if (i == shared->region_count)
    shared->regions[shared->region_count++] = key;
  SETT_ASSERT (shared->region_count <= SETT_MOST_REGIONS);
  return i;
}

static unsigned make (sett_region_kind kind, uint64_t key, uintptr_t place) {
  const unsigned i = number_of (key, place);
  if (os_model->region_count <= i)
    os_model->region_count = i + 1;
  sett_region *r = &os_model->regions[i];
  if (!r->kind)
    *r = (sett_region){.kind = (uint8_t)kind};
  return i;
}

unsigned sett_region_make (sett_region_kind kind, uintptr_t place) {
  const uint64_t thread = world->current;
  const uint64_t ordinal = os_model->regions_of[thread]++;
  return make (kind, key_of (OF_THREAD, thread << 16 | ordinal), place);
}

unsigned sett_region_make_named (sett_region_kind kind, unsigned name,
                                 uint32_t life, uintptr_t place) {
  const uint64_t hash = sett_ipc_hash (name);
  const unsigned region =
      make (kind, key_of (OF_NAME, hash << 10 | (life & 0x3ff)), place);
  engine.shared->region_names[region] = (uint8_t)(name + 1);
  return region;
}

unsigned sett_region_make_known (sett_region_kind kind, uint64_t key,
                                 uintptr_t place) {
  return make (kind, key_of (OF_FILE, key), place);
}

/*------------------------------------------------------------------------*/

/* What the run-time does not do for such memory. */
static void note_limits (uintptr_t place) {
  if (engine.unseen)
    sett_note_add (1, place,
                   "shares memory with other processes, and was not compiled "
                   "by sett cc: its accesses are not seen");
  if (engine.locksets)
    sett_note_add (1, place,
                   "memory that processes share: the discipline is not "
                   "checked there, races are not reported");
}

long sett_region_use (unsigned region, size_t offset, size_t size,
                      uintptr_t place) {
  sett_region *r = &os_model->regions[region];
  const size_t end = offset + sett_page_up (size);
  note_limits (place);
  if (end < offset || end > SETT_REGION_SIZE) {
    sett_note_add (1, place,
                   "processes share more than 64 MiB at once: ended there");
    sett_end (SETT_CUT);
  }
  if (r->extent < end)
    r->extent = end;
  return (long)(sett_region_at (region) + offset);
}

long sett_region_map (unsigned region, size_t offset, size_t size,
                      uintptr_t place) {
  const long at = sett_region_use (region, offset, size, place);
  if (os_process->mappings[region] < UINT8_MAX)
    os_process->mappings[region]++;
  os_process->left[region].from = os_process->left[region].to = 0;
  return at;
}

void sett_region_leave (uintptr_t at, size_t size, uintptr_t place) {
  const uintptr_t region = (at - SETT_REGIONS_ADDRESS) / SETT_REGION_SIZE;
  const uintptr_t end = at + sett_page_up (size);
  SETT_ASSERT (region < SETT_MOST_REGIONS);
  if (os_process->mappings[region] > 1) {
    if (os_process->mappings[region] < UINT8_MAX)
      os_process->mappings[region]--;
    return;
  }
  uintptr_t *from = &os_process->left[region].from;
  uintptr_t *to = &os_process->left[region].to;
  sett_races_left ((const void *)at, end - at, place);
  if (*from < *to && (end < *from || at > *to))
    return; /* one part is remembered */
  *from = *from < *to && *from < at ? *from : at;
  *to = *to > end ? *to : end;
  if (*from <= (uintptr_t)sett_region_at ((unsigned)region) &&
      *to >= *from + os_model->regions[region].extent)
    os_process->mappings[region] = 0;
}

/* It may be larger than what can be used (sett_region_use). */
void sett_region_resize (unsigned region, size_t size) {
  SETT_ASSERT (region < os_model->region_count);
  sett_region *r = &os_model->regions[region];
  sett_affect (&r->size, SETT_EFFECT_STORE, r->size);
  if (size < r->extent && size < r->size)
    memset (sett_region_at (region) + size, 0, r->extent - size);
  r->size = size;
}

/*------------------------------------------------------------------------*/
/* From one execution to the next. */

static struct {
  uint32_t count;
  sett_region regions[SETT_MOST_REGIONS];
  char *contents[SETT_MOST_REGIONS]; /* null: zeros */
  uint16_t regions_of[SETT_MOST_THREADS];
} first;

void sett_regions_snapshot (void) {
  first.count = os_model->region_count;
  memcpy (first.regions, os_model->regions, sizeof first.regions);
  memcpy (first.regions_of, os_model->regions_of, sizeof first.regions_of);
  for (uint32_t i = 0; i < first.count; i++) {
    const size_t extent = first.regions[i].extent;
    if (extent)
      first.contents[i] =
          memcpy (sett_alloc (extent), sett_region_at (i), extent);
  }
}

void sett_regions_empty (void) {
  SETT_ASSERT (os_model->region_count <= SETT_MOST_REGIONS);
  enum { SMALL = 1 << 18 };
  for (uint32_t i = 0; i < os_model->region_count; i++) {
    const size_t extent = os_model->regions[i].extent;
    if (extent <= SMALL ||
        sett_raw (SYS_madvise, sett_region_at (i), extent, MADV_REMOVE))
      memset (sett_region_at (i), 0, extent);
  }
}

void sett_regions_restore (void) {
  SETT_ASSERT (first.count <= SETT_MOST_REGIONS);
  os_model->region_count = first.count;
  memcpy (os_model->regions, first.regions,
          first.count * sizeof *first.regions);
  memcpy (os_model->regions_of, first.regions_of, sizeof first.regions_of);
  for (uint32_t i = 0; i < first.count; i++)
    if (first.contents[i])
      memcpy (sett_region_at (i), first.contents[i], first.regions[i].extent);
}

void sett_regions_each (void (*visit) (const void *, size_t, void *),
                        void *data) {
  for (uint32_t i = 0; i < os_model->region_count; i++) {
    const sett_region *r = &os_model->regions[i];
    if (!r->kind)
      continue;
    visit (&i, sizeof i, data);
    visit (&r->size, sizeof r->size, data);
    visit (&r->attached, sizeof r->attached, data);
    visit (&r->removed, sizeof r->removed, data);
    visit (sett_region_at (i), r->extent, data);
  }
}

/*------------------------------------------------------------------------*/

/* Of a whole region: without a place in it. */
void sett_region_name_all (unsigned region, char *text, size_t size) {
  sett_region_name (sett_region_at (region), text, size);
  char *plus = strstr (text, " + ");
  if (plus)
    *plus = 0;
}

void sett_region_name (const void *object, char *text, size_t size) {
  const uintptr_t at = (uintptr_t)object - SETT_REGIONS_ADDRESS;
  const unsigned region = (unsigned)(at / SETT_REGION_SIZE);
  const unsigned long offset = at % SETT_REGION_SIZE;
  const sett_region *r = &os_model->regions[region];
  const unsigned known = engine.shared->region_names[region];
  const char *name = known ? sett_ipc_text (known - 1) : "";
  if (r->kind == SETT_REGION_SEMAPHORE)
    snprintf (text, size, "%s", name);
  else if (*name)
    snprintf (text, size, "shared memory %.20s + %lu", name, offset);
  else if (region)
    snprintf (text, size, "shared memory %u + %lu", region, offset);
  else
    snprintf (text, size, "shared memory + %lu", offset);
}
