/* How a search remembers a state that it will come back to: its *handle*.

   With a store that gives states back the handle is the store's reference.
   With a lossy store the bytes are kept here and the handle is their place.
   Places grow with time, so that a depth-first search can cut off everything
   that was kept after a state when it comes back to that state. */

#ifndef SETT_SEARCH_KEEP_H
#define SETT_SEARCH_KEEP_H

#include "search/pile.h"
#include "store/store.h"

typedef struct sett_keep {
  int in_store;     /* handles are references; nothing is kept here */
  sett_pile states; /* for each one its size, then its words */
} sett_keep;

/* Makes place for entries of so many bytes; false: memory is exhausted. */
int sett_keep_fit (sett_keep *, size_t count, size_t bytes);

/* Keeps a state, for which there is place, and gives its handle. */
uint64_t sett_keep_put (sett_keep *, const sett_entry *);

/* Copies a kept state to `state` and gives its size.  Not for handles that
   are references. */
uint32_t sett_keep_get (const sett_keep *, uint64_t handle,
                        unsigned char *state);

/* Forgets all states that were kept after the one of this handle. */
void sett_keep_cut_after (sett_keep *, uint64_t handle);

/* Gives a state to another keep: its handle there; false as above. */
int sett_keep_pass (const sett_keep *, uint64_t handle, sett_keep *to,
                    uint64_t *result);

void sett_keep_release (sett_keep *);

#endif
