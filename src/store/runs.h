/* Sorted runs of references on disk: a set of states that does not fit into
   memory.

   References must be those of a store in which they name a state by what it is
   (sett_store_forgets): nothing else of a state is written, and two states are
   the same if and only if their references are.

   To ask for one reference would be to read a block for each.  So many are
   asked for at once, in ascending order; then each run is read from its
   beginning to its end, and blocks in which none of them can be are skipped. */

#ifndef SETT_STORE_RUNS_H
#define SETT_STORE_RUNS_H

#include "store/spool.h"
#include "store/store.h"

typedef struct sett_runs {
  sett_spool spool;
  SETT_VECTOR (sett_ref) firsts; /* the first reference of each block */
  SETT_VECTOR (uint64_t) ends;   /* of each run: the block behind its last */
  unsigned char *block;          /* SETT_SPOOL_BLOCK bytes */
  unsigned coarse; /* tests: so many low bits are not compared; 0: all are */
} sett_runs;

int sett_runs_open (sett_runs *, sett_disk *); /* as sett_spool_open */
void sett_runs_close (sett_runs *);            /* also when all zero */

/* Writes one more run, of ascending references.  False: the disk is full, or
   has failed. */
int sett_runs_write (sett_runs *, const sett_ref *, size_t count);

/* Who asks. */
typedef struct sett_runs_reader {
  void (*found) (void *context, sett_ref); /* is there */
  int (*goes_on) (void *context);          /* asked at each block; 0: stop */
  void *context;
} sett_runs_reader;

/* Tells which of the ascending references are there.  False: the disk has
   failed, or the reader does not go on. */
int sett_runs_look_up (sett_runs *, const sett_ref *, size_t count,
                       const sett_runs_reader *);

#endif
