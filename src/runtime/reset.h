/* Making a page what it was: the innermost loop of resetting.

   An execution changes few words of a page, so that it is cheaper to compare
   than to copy: nothing is written where nothing has changed.  With the widest
   registers that the processor has. */

#ifndef SETT_RUNTIME_RESET_H
#define SETT_RUNTIME_RESET_H

#include <stddef.h>
#include <stdint.h>

typedef struct sett_reset {
  void (*to_copy) (void *page, const void *copy);
  void (*to_zero) (void *page);
  int (*differs) (const void *page, const void *copy);
} sett_reset;

/* The best way here. */
sett_reset sett_reset_choose (void);

#endif
