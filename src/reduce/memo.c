/* Memos: see memo.h. */

#include "reduce/memo.h"

#include "base/assert.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/snapshot.h"

#include <string.h>

#define LEAST_ENTRIES 256u
#define MOST_ENTRIES 8192u

struct sett_memo_entry {
  uint64_t value;
  uint32_t words; /* 0: free */
  uint32_t key[SETT_MEMO_WORDS];
};

void sett_memo_release (sett_memo *memo) {
  sett_free (memo->entries, memo->room * sizeof *memo->entries);
  memset (memo, 0, sizeof *memo);
}

static struct sett_memo_entry *place_of (const sett_memo *memo,
                                         const uint32_t *key, unsigned words) {
  uint64_t hash = words;
  SETT_ASSERT (words && words <= SETT_MEMO_WORDS && memo->room);
  for (unsigned i = 0; i < words; i++)
    hash = (hash ^ key[i]) * 0x9e3779b97f4a7c15u;
  return &memo->entries[sett_mix64 (hash) & (memo->room - 1)];
}

static int same_key (const uint32_t *a, const uint32_t *b, unsigned words) {
  uint32_t differ = 0;
  for (unsigned i = 0; i < words; i++)
    differ |= a[i] ^ b[i];
  return !differ;
}

int sett_memo_get (const sett_memo *memo, const uint32_t *key, unsigned words,
                   uint64_t *value) {
  if (!memo->room)
    return 0;
  const struct sett_memo_entry *entry = place_of (memo, key, words);
  if (entry->words != words || !same_key (entry->key, key, words))
    return 0;
  *value = entry->value;
  return 1;
}

static void grow (sett_memo *memo) {
  const sett_memo old = *memo;
  memo->room = old.room ? 2 * old.room : LEAST_ENTRIES;
  SETT_ASSERT (!(memo->room & (memo->room - 1)));
  memo->used = 0;
  memo->entries = sett_zalloc (memo->room, sizeof *memo->entries);
  for (uint32_t i = 0; i < old.room; i++) {
    const struct sett_memo_entry *entry = &old.entries[i];
    if (entry->words)
      sett_memo_put (memo, entry->key, entry->words, entry->value);
  }
  sett_free (old.entries, old.room * sizeof *old.entries);
}

void sett_memo_put (sett_memo *memo, const uint32_t *key, unsigned words,
                    uint64_t value) {
  if (2 * memo->used >= memo->room && memo->room < MOST_ENTRIES)
    grow (memo);
  SETT_ASSERT (memo->used <= memo->room);
  struct sett_memo_entry *entry = place_of (memo, key, words);
  memo->used += !entry->words;
  entry->words = words;
  entry->value = value;
  memcpy (entry->key, key, words * sizeof *key);
}

void sett_memo_save (const sett_memo *memo, sett_saver *saver) {
  sett_save_number (saver, memo->used);
  sett_save_number (saver, memo->room);
  sett_save (saver, memo->entries, memo->room * sizeof *memo->entries);
}

void sett_memo_restore (sett_memo *memo, sett_loader *loader) {
  const uint64_t used = sett_load_number (loader);
  const uint64_t room = sett_load_count (loader, sizeof *memo->entries);
  SETT_ASSERT (!memo->room);
  if (used > room || room > MOST_ENTRIES || (room & (room - 1)))
    sett_loader_fail (loader);
  if (!room || sett_loader_failed (loader))
    return;
  memo->entries = sett_zalloc (room, sizeof *memo->entries);
  memo->room = (uint32_t)room;
  memo->used = (uint32_t)used;
  sett_load (loader, memo->entries, room * sizeof *memo->entries);
}
