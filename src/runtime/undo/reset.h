/* Making a page what it was: the innermost loop of resetting.

   An execution changes few words of a page, so that it is cheaper to compare
   than to copy: nothing is written where nothing has changed.  With the widest
   registers that the processor has.

   What it costs is to fetch the page and its copy.  Of most pages only a part
   is filled: where the copy has zeros only it is not looked at. */

#ifndef SETT_RUNTIME_RESET_H
#define SETT_RUNTIME_RESET_H

#include <stddef.h>
#include <stdint.h>

/* A bit for each block of a page that is not all zeros. */
#define SETT_BLOCKS 16
#define SETT_ALL_FILLED ((1u << SETT_BLOCKS) - 1)

unsigned sett_reset_filled (const void *page);

typedef struct sett_reset {
  /* `filled` is true of the copy, or of more blocks than that. */
  void (*to_copy) (void *page, const void *copy, unsigned filled);
  int (*differs) (const void *page, const void *copy);
} sett_reset;

/* The best way here. */
sett_reset sett_reset_choose (void);

#endif
