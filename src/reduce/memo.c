/* Memos: see memo.h. */

#include "reduce/memo.h"

#include "base/hash.h"
#include "base/memory.h"

#include <string.h>

#define ENTRIES 32768u /* a power of two */

struct sett_memo_entry {
  uint64_t value;
  uint32_t words;
  uint32_t key[SETT_MEMO_WORDS];
};

void sett_memo_release (sett_memo *memo) {
  sett_free (memo->entries, ENTRIES * sizeof *memo->entries);
  memo->entries = NULL;
}

struct sett_memo_entry *sett_memo_place (sett_memo *memo, const uint32_t *key,
                                         unsigned words) {
  uint64_t hash = words;
  if (!memo->entries)
    memo->entries = sett_zalloc (ENTRIES, sizeof *memo->entries);
  for (unsigned i = 0; i < words; i++)
    hash = (hash ^ key[i]) * 0x9e3779b97f4a7c15u;
  return &memo->entries[sett_mix64 (hash) & (ENTRIES - 1)];
}

static int same_key (const uint32_t *a, const uint32_t *b, unsigned words) {
  uint32_t differ = 0;
  for (unsigned i = 0; i < words; i++)
    differ |= a[i] ^ b[i];
  return !differ;
}

int sett_memo_get (const struct sett_memo_entry *entry, const uint32_t *key,
                   unsigned words, uint64_t *value) {
  if (entry->words != words || !same_key (entry->key, key, words))
    return 0;
  *value = entry->value;
  return 1;
}

void sett_memo_put (struct sett_memo_entry *entry, const uint32_t *key,
                    unsigned words, uint64_t value) {
  entry->words = words;
  entry->value = value;
  memcpy (entry->key, key, words * sizeof *key);
}
