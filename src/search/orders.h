/* The orders in which states are visited. */

#ifndef SETT_SEARCH_ORDERS_H
#define SETT_SEARCH_ORDERS_H

#include "search/run.h"

/* Each visits what is pending in the worker, and all that is new from there,
   until nothing is left or the run stops. */
void sett_depth_first (sett_worker *);
void sett_depth_trail (const sett_worker *, sett_trail *);
int sett_depth_start (sett_worker *, const sett_entry *root);

void sett_breadth_first (sett_worker *);
void sett_breadth_trail (const sett_worker *, sett_trail *);
int sett_breadth_start (sett_worker *, const sett_entry *root);

#endif
