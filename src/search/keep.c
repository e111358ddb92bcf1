/* Kept states lie one after the other: a word with the size in bytes, then
   the bytes, which are a multiple of eight. */

#include "search/keep.h"

#include "base/assert.h"

#include <string.h>

int sett_keep_fit (sett_keep *keep, size_t count, size_t bytes) {
  return keep->in_store || sett_pile_fit (&keep->states, count + bytes / 8);
}

uint64_t sett_keep_put (sett_keep *keep, const sett_entry *entry) {
  if (keep->in_store)
    return entry->ref;
  sett_pile *states = &keep->states;
  const uint64_t handle = states->count;
  sett_pile_push (states, entry->size);
  SETT_ASSERT (!(entry->size % 8) && entry->size <= SETT_STORE_MAX_STATE);
  memcpy (states->at + states->count, entry->state, entry->size);
  states->count += entry->size / 8;
  SETT_ASSERT (states->count <= states->room);
  return handle;
}

uint32_t sett_keep_get (const sett_keep *keep, uint64_t handle,
                        unsigned char *state) {
  const uint64_t *at = keep->states.at + handle;
  SETT_ASSERT (!keep->in_store && handle < keep->states.count);
  const uint32_t size = (uint32_t)at[0];
  SETT_ASSERT (size <= SETT_STORE_MAX_STATE &&
               handle + size / 8 < keep->states.count);
  memcpy (state, at + 1, size);
  return size;
}

void sett_keep_cut_after (sett_keep *keep, uint64_t handle) {
  if (!keep->in_store)
    keep->states.count = handle + 1 + keep->states.at[handle] / 8;
}

int sett_keep_pass (const sett_keep *keep, uint64_t handle, sett_keep *to,
                    uint64_t *result) {
  *result = handle;
  if (keep->in_store)
    return 1;
  const uint64_t *at = keep->states.at + handle;
  SETT_ASSERT (handle < keep->states.count);
  const sett_entry entry = {.state = (const unsigned char *)(at + 1),
                            .size = (uint32_t)at[0]};
  if (!sett_keep_fit (to, 1, entry.size))
    return 0;
  *result = sett_keep_put (to, &entry);
  return 1;
}

void sett_keep_release (sett_keep *keep) {
  sett_pile_release (&keep->states);
}
