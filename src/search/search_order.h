/* The orders in which states are visited. */

#ifndef SETT_SEARCH_SEARCH_ORDER_H
#define SETT_SEARCH_SEARCH_ORDER_H

#include "search/run.h"

/* What an order consists of. */
typedef struct sett_search_order_kind {
  int (*start) (sett_worker *, const sett_entry *root);
  void (*search) (sett_worker *);
  void (*trail) (const sett_worker *, sett_trail *);
  int parallel;       /* can have several workers */
  unsigned mark_bits; /* of each state in the store */
} sett_search_order_kind;

/* Each visits what is pending in the worker, and all that is new from there,
   until nothing is left or the run stops. */
void sett_depth_first (sett_worker *);
void sett_depth_trail (const sett_worker *, sett_trail *);
int sett_depth_start (sett_worker *, const sett_entry *root);

void sett_breadth_first (sett_worker *);
void sett_breadth_trail (const sett_worker *, sett_trail *);
int sett_breadth_start (sett_worker *, const sett_entry *root);

/* The same, with what does not fit into memory on disk. */
#define SETT_DISK_BITS 1u
void sett_disk_breadth_first (sett_worker *);
void sett_disk_breadth_trail (const sett_worker *, sett_trail *);
int sett_disk_breadth_start (sett_worker *, const sett_entry *root);

/* Strictly depth first, for reductions that look at the stack. */
#define SETT_STRICT_BITS 2u
void sett_strict_first (sett_worker *);
void sett_strict_trail (const sett_worker *, sett_trail *);
int sett_strict_start (sett_worker *, const sett_entry *root);

/* Depth first, for reductions under which every state must lead to one that is
   expanded in full. */
#define SETT_CYCLE_PROVISO_BITS 2u
void sett_cycle_proviso_first (sett_worker *);

/* With sleep sets, also without stored states. */
void sett_sleep_search (sett_worker *);
int sett_sleep_start (sett_worker *, const sett_entry *root);

/* The nested searches look for cycles that the claim accepts. */
#define SETT_NESTED_BITS 4u
#define SETT_CNDFS_BITS 3u
void sett_nested_first (sett_worker *);
void sett_cndfs_first (sett_worker *);
void sett_nested_trail (const sett_worker *, sett_trail *);
int sett_nested_start (sett_worker *, const sett_entry *root);

#endif
