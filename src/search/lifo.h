/* A set of handles that forgets them in the reverse order, as a stack does.

   Open addressing with linear probing.  Since the member that goes is always
   the last one that came, no other was put behind it because its place was
   taken: the place is just made free. */

#ifndef SETT_SEARCH_LIFO_H
#define SETT_SEARCH_LIFO_H

#include "search/pile.h"

typedef struct sett_lifo {
  sett_pile members; /* in the order in which they came; no handle is 0 */
  uint64_t *table;   /* 0: free */
  size_t table_size; /* a power of two */
} sett_lifo;         /* all zero: empty */

/* Adds a handle that is not in the set; false when memory is exhausted. */
int sett_lifo_push (sett_lifo *, uint64_t handle);

int sett_lifo_has (const sett_lifo *, uint64_t handle);

/* Takes out the handle that was added last. */
void sett_lifo_pop (sett_lifo *);

void sett_lifo_clear (sett_lifo *);
void sett_lifo_release (sett_lifo *);

#endif
