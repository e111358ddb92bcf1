/* A set of handles that forgets in the reverse order: see lifo.h. */

#include "search/lifo.h"

#include "base/assert.h"
#include "base/hash.h"

#include <string.h>

#define SMALLEST 1024u

static size_t place_of (const sett_lifo *set, uint64_t handle) {
  SETT_ASSERT (set->members.count < set->table_size);
  size_t at = sett_mix64 (handle) & (set->table_size - 1);
  while (set->table[at] && set->table[at] != handle)
    at = (at + 1) & (set->table_size - 1);
  return at;
}

/* The members are put again in their order. */
static int widen (sett_lifo *set) {
  const size_t old = set->table_size;
  const size_t size = old ? 2 * old : SMALLEST;
  SETT_ASSERT (!(size & (size - 1)));
  uint64_t *table =
      sett_try_resize (set->table, old * sizeof *table, size * sizeof *table);
  if (!table)
    return 0;
  memset (table, 0, size * sizeof *table);
  set->table = table;
  set->table_size = size;
  for (size_t i = 0; i < set->members.count; i++)
    table[place_of (set, set->members.at[i])] = set->members.at[i];
  return 1;
}

int sett_lifo_push (sett_lifo *set, uint64_t handle) {
  SETT_ASSERT_SLOW (!sett_lifo_has (set, handle));
  SETT_ASSERT (handle);
  if (2 * set->members.count >= set->table_size && !widen (set))
    return 0;
  if (!sett_pile_fit (&set->members, 1))
    return 0;
  sett_pile_push (&set->members, handle);
  set->table[place_of (set, handle)] = handle;
  SETT_ASSERT (2 * set->members.count <= set->table_size + 1);
  return 1;
}

int sett_lifo_has (const sett_lifo *set, uint64_t handle) {
  return set->table_size && set->table[place_of (set, handle)];
}

void sett_lifo_pop (sett_lifo *set) {
  SETT_ASSERT (set->members.count);
  const uint64_t handle = set->members.at[set->members.count - 1];
  SETT_ASSERT_SLOW (set->table[place_of (set, handle)] == handle);
  set->table[place_of (set, handle)] = 0;
  set->members.count--;
}

void sett_lifo_clear (sett_lifo *set) {
  while (set->members.count)
    sett_lifo_pop (set);
}

void sett_lifo_release (sett_lifo *set) {
  sett_free (set->table, set->table_size * sizeof *set->table);
  sett_pile_release (&set->members);
  set->table = NULL;
  set->table_size = 0;
}
