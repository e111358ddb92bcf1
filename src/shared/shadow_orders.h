/* What the supervisor says about the shadow: the head of the table
   (shadow_table.h), in the shared memory's file. */

#ifndef SETT_SHARED_SHADOW_ORDERS_H
#define SETT_SHARED_SHADOW_ORDERS_H

#include <limits.h>
#include <stdint.h>

#define SETT_MOST_REAL (64 << 10)

typedef struct sett_shadow_orders {
  char folder[PATH_MAX]; /* for files of Sett's own; "": there is no shadow */
  /* Complete names, each with its end, of what is not shadowed (--real). */
  uint32_t real_length;
  char real[SETT_MOST_REAL];
} sett_shadow_orders;

#endif
