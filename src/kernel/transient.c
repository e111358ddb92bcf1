/* A hash table with linear probing, at most half full.

   Members are compared byte by byte: a set that took one state for another
   would cut off behaviour.  Clearing an unused set costs nothing. */

#include "kernel/transient.h"

#include "base/hash.h"

#include <string.h>
#include <xxhash.h>

#define SMALL_TABLE 256u

static size_t find (const sett_transients *set, uint64_t hash,
                    const unsigned char *state, uint32_t size,
                    unsigned holder) {
  const size_t mask = set->table_size - 1;
  size_t place = hash & mask;
  for (; set->table[place]; place = (place + 1) & mask) {
    const sett_transient *m = &set->members.at[set->table[place] - 1];
    if (m->hash == hash && m->size == size && m->holder == holder &&
        !memcmp (set->bytes.at + m->offset, state, size))
      break;
  }
  return place;
}

static void resize_table (sett_transients *set, size_t wanted) {
  sett_free (set->table, set->table_size * sizeof *set->table);
  set->table = sett_zalloc (wanted, sizeof *set->table);
  set->table_size = wanted;
  for (size_t i = 0; i < set->members.count; i++) {
    size_t place = set->members.at[i].hash & (wanted - 1);
    while (set->table[place])
      place = (place + 1) & (wanted - 1);
    set->table[place] = (uint32_t)i + 1;
  }
}

static size_t keep_bytes (sett_transients *set, const unsigned char *state,
                          uint32_t size) {
  const size_t offset = set->bytes.count;
  if (offset + size > set->bytes.room) {
    const size_t wider = 2 * (offset + size);
    set->bytes.at = sett_resize (set->bytes.at, set->bytes.room, wider);
    set->bytes.room = wider;
  }
  memcpy (set->bytes.at + offset, state, size);
  set->bytes.count = offset + size;
  return offset;
}

int sett_transients_add (sett_transients *set, const unsigned char *state,
                         uint32_t size, unsigned holder) {
  if (2 * set->members.count >= set->table_size)
    resize_table (set, set->table_size ? 2 * set->table_size : SMALL_TABLE);
  const uint64_t hash = sett_mix64 (XXH3_64bits (state, size) + holder);
  const size_t place = find (set, hash, state, size, holder);
  if (set->table[place])
    return 0;
  sett_transient *member = SETT_PUSH_SLOT (set->members);
  member->hash = hash;
  member->size = size;
  member->holder = (uint16_t)holder;
  member->offset = keep_bytes (set, state, size);
  set->table[place] = (uint32_t)set->members.count;
  return 1;
}

void sett_transients_clear (sett_transients *set) {
  if (!set->members.count)
    return;
  set->members.count = 0;
  set->bytes.count = 0;
  if (set->table_size > SMALL_TABLE)
    resize_table (set, SMALL_TABLE);
  else
    memset (set->table, 0, set->table_size * sizeof *set->table);
}

void sett_transients_release (sett_transients *set) {
  SETT_RELEASE (set->members);
  SETT_RELEASE (set->bytes);
  sett_free (set->table, set->table_size * sizeof *set->table);
  set->table = NULL;
  set->table_size = 0;
}
