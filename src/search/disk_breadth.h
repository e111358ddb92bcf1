/* Breadth-first search whose older states go to disk: see disk_breadth.c. */

#ifndef SETT_SEARCH_DISK_BREADTH_H
#define SETT_SEARCH_DISK_BREADTH_H

#include "search/run.h"

typedef struct sett_disk_breadth sett_disk_breadth;

sett_disk_breadth *sett_disk_breadth_create (const sett_search_options *);
void sett_disk_breadth_destroy (sett_disk_breadth *); /* accepts null */

/* Bytes on disk; 0 also without one. */
uint64_t sett_disk_breadth_bytes (const sett_disk_breadth *);

#endif
