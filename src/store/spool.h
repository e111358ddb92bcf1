/* Files for what does not fit into memory.

   A spool is a file without a name: nothing is left over, whatever becomes of
   the process.  It consists of blocks of one size, which are written once, one
   after the other, and read at any place.  The hash of each is kept in memory:
   what is read is what was written, or an error.

   All spools of a search share a *disk*: a folder, a number of bytes that may
   be written, and what has gone wrong. */

#ifndef SETT_STORE_SPOOL_H
#define SETT_STORE_SPOOL_H

#include "base/vector.h"

#include <stdint.h>

#define SETT_SPOOL_BLOCK 16384u /* bytes */

typedef struct sett_disk {
  const char *folder; /* not owned */
  uint64_t limit;     /* bytes */
  uint64_t used;
  int full;          /* no more could be written */
  char message[200]; /* what has failed; "": nothing */
} sett_disk;

typedef struct sett_spool {
  sett_disk *disk; /* null: not open */
  int file;
  SETT_VECTOR (uint64_t) hashes; /* of the blocks */
} sett_spool;

/* False, with a message, if there can be no file in the folder; to be closed
   all the same. */
int sett_spool_open (sett_spool *, sett_disk *);
void sett_spool_close (sett_spool *); /* also when all zero */

/* Puts a block behind the others.  False: the disk is full, or has failed. */
int sett_spool_write (sett_spool *, const void *block);

/* False: the disk has failed. */
int sett_spool_read (sett_spool *, uint64_t number, void *block);

#endif
