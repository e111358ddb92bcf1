/* Linear probing, by the hash of the name. */

#include "promela/parse/name_table.h"

#include "base/assert.h"
#include "base/hash.h"

#include <stdint.h>
#include <string.h>

static size_t hash_of (const char *name, size_t length) {
  uint64_t hash = length;
  for (size_t i = 0; i < length; i++)
    hash = 31 * hash + (unsigned char)name[i];
  return (size_t)sett_mix64 (hash);
}

/* Of the name, or the free one where it belongs; there must be a free one. */
static name_entry *find (const name_table *t, const char *name, size_t length) {
  size_t at = hash_of (name, length) & (t->room - 1);
  SETT_ASSERT_SLOW (t->room && !(t->room & (t->room - 1)) &&
                    t->count < t->room);
  for (;; at = (at + 1) & (t->room - 1)) {
    name_entry *e = &t->entries[at];
    if (!e->name || (e->length == length && !memcmp (e->name, name, length)))
      return e;
  }
}

static void grow (name_table *t, sett_arena *arena) {
  const name_table old = *t;
  t->room = old.room ? 2 * old.room : 16;
  t->entries = sett_arena_get (arena, t->room * sizeof *t->entries);
  for (size_t i = 0; i < old.room; i++)
    if (old.entries[i].name)
      *find (t, old.entries[i].name, old.entries[i].length) = old.entries[i];
}

void **sett_name_table_at (name_table *t, sett_arena *arena, const char *name,
                           size_t length) {
  if (2 * t->count >= t->room)
    grow (t, arena);
  name_entry *e = find (t, name, length);
  if (!e->name) {
    e->name = name;
    e->length = length;
    t->count++;
    SETT_ASSERT (2 * t->count <= t->room + 2);
  }
  return &e->value;
}

void *sett_name_table_get (const name_table *t, const char *name,
                           size_t length) {
  return t->room ? find (t, name, length)->value : NULL;
}
