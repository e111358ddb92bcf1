/* Names, each once: see jvm_names.h.  What always holds: a number means the
   same text for good; less than half of the table is used. */

#include "java/agent/jvm_names.h"

#include "base/assert.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static char **names;
static uint64_t *hashes; /* of them */
static uint32_t name_count, name_room;
static uint32_t *name_table;
static uint32_t name_mask;

static uint64_t hash_text (const char *text) {
  uint64_t h = 14695981039346656037ul;
  for (; *text; text++)
    h = (h ^ (unsigned char)*text) * 1099511628211ul;
  return h;
}

static void widen_names (void) {
  name_mask = name_mask ? 2 * name_mask + 1 : 1023;
  free (name_table);
  name_table = calloc (name_mask + 1, sizeof *name_table);
  for (uint32_t i = 0; i < name_count; i++) {
    uint32_t at = (uint32_t)hash_text (names[i]) & name_mask;
    while (name_table[at])
      at = (at + 1) & name_mask;
    name_table[at] = i + 1;
  }
}

uint32_t sett_jname (const char *text) {
  if (2 * name_count >= name_mask)
    widen_names ();
  SETT_ASSERT (2 * name_count < name_mask); /* so that a search ends */
  uint32_t at = (uint32_t)hash_text (text) & name_mask;
  for (; name_table[at]; at = (at + 1) & name_mask)
    if (!strcmp (names[name_table[at] - 1], text))
      return name_table[at];
  if (name_count == name_room) {
    const uint32_t room = 2 * name_room + 256;
    names =
        sett_resize (names, name_room * sizeof *names, room * sizeof *names);
    hashes =
        sett_resize (hashes, name_room * sizeof *hashes, room * sizeof *hashes);
    name_room = room;
  }
  hashes[name_count] = hash_text (text);
  names[name_count++] = strdup (text);
  return name_table[at] = name_count;
}

const char *sett_jname_text (uint32_t number) {
  return number && number <= name_count ? names[number - 1] : "?";
}

uint64_t sett_jname_hash (uint32_t number) {
  SETT_ASSERT (number && number <= name_count);
  return hashes[number - 1];
}
