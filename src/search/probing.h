/* How large the whole is of which a search has seen a part.

   Walks by chance end in states; the share of these that the search has stored
   is about the share of all that it has.  It is a guess, and more often too
   small a whole than too large a one: walks favour what is near. */

#ifndef SETT_SEARCH_PROBING_H
#define SETT_SEARCH_PROBING_H

#include "search/run.h"

/* Of a search that time or memory has ended, with an exact store, before its
   store is given back: fills `sampled` and `sampled_seen` of the statistics,
   or leaves them 0.  Takes some hundredths of a second, a second at most. */
void sett_estimate (sett_run *, sett_statistics *);

#endif
