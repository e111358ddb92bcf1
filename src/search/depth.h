/* Parts of the depth-first search that others use, too. */

#ifndef SETT_SEARCH_DEPTH_H
#define SETT_SEARCH_DEPTH_H

#include "search/search_order.h"

/* Enters the next few pending states; gives how many. */
unsigned sett_depth_descend (sett_worker *);

/* Notes the depth of a state that was entered, by its number in the group;
   gives its handle. */
uint64_t sett_depth_visit (sett_worker *, unsigned index);

/* Pushes the new ones among the successors, the first one last. */
void sett_depth_push_new (sett_worker *);

#endif
