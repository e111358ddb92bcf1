/* Sets of accesses: see access_table.h.  Conflicts are mutual: whoever is in
   conflict with an access has that in conflict with itself. */

#include "reduce/access_table.h"

#include "base/assert.h"
#include "base/mutant.h"
#include "reduce/reduce_mutant.h"

#include <stddef.h>
#include <string.h>

/* The names that access.def uses. */
enum {
#define ACCESS(NAME, BIT, CONFLICTS, ENABLERS) NAME = BIT,
#include "kernel/access.def"
#undef ACCESS
  NONE = 0,
  ANY = 255
};

static const struct {
  unsigned bit, conflicts, enablers;
} rows[] = {
#define ACCESS(NAME, BIT, CONFLICTS, ENABLERS) {BIT, CONFLICTS, ENABLERS},
#include "kernel/access.def"
#undef ACCESS
};

static void add_row (sett_access_table *t, unsigned set, size_t i) {
  const unsigned still = rows[i].bit == RECEIVE
                             ? rows[i].enablers & ~(unsigned)SEND
                             : rows[i].enablers;
  t->conflicts[set] |= (unsigned char)rows[i].conflicts;
  t->enablers[set] |= (unsigned char)rows[i].enablers;
  t->enablers_still[set] |= (unsigned char)still;
}

static void spoil (sett_access_table *t, unsigned set, unsigned mutant) {
  if (SETT_MUTANT (mutant) == SETT_MUTANT_MUTE && (set & (SEND | RECEIVE)))
    t->conflicts[set] = 0;
  if (SETT_MUTANT (mutant) == SETT_MUTANT_IMMORTAL && (set & (DEATH | BIRTH)))
    t->conflicts[set] = 0;
  if (SETT_MUTANT (mutant) == SETT_MUTANT_HASTY)
    t->enablers[set] = t->enablers_still[set] = 0;
}

/* Is every conflict one from both sides? */
static inline int is_mutual (const sett_access_table *t) {
  for (unsigned a = 1; a < 256; a <<= 1)
    for (unsigned b = 1; b < 256; b <<= 1)
      if (!(t->conflicts[a] & b) != !(t->conflicts[b] & a))
        return 0;
  return 1;
}

void sett_access_table_fill (sett_access_table *t, unsigned mutant) {
  memset (t, 0, sizeof *t);
  for (unsigned set = 0; set < 256; set++)
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
      if (set & rows[i].bit)
        add_row (t, set, i);
  SETT_ASSERT_SLOW (is_mutual (t));
  for (unsigned set = 0; set < 256; set++)
    spoil (t, set, mutant);
}
