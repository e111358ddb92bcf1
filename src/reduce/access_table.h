/* Which ways of access disturb each other, and which can make possible what
   needs others: kernel/access.def, tabulated for sets of accesses.  A set is
   the bits of its members. */

#ifndef SETT_REDUCE_ACCESS_TABLE_H
#define SETT_REDUCE_ACCESS_TABLE_H

typedef struct sett_access_table {
  unsigned char conflicts[256];      /* with some member */
  unsigned char enablers[256];       /* of some member... */
  unsigned char enablers_still[256]; /* ...when a message waits already */
} sett_access_table;

void sett_access_table_fill (sett_access_table *, unsigned mutant);

#endif
