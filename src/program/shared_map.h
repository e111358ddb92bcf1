/* The supervisor's end of the shared memory (shared/shared.h). */

#ifndef SETT_PROGRAM_SHARED_MAP_H
#define SETT_PROGRAM_SHARED_MAP_H

#include "shared/shared.h"

struct sett_text;

typedef struct sett_shared_handle {
  sett_shared *shared; /* where everybody has it */
  int file;            /* inherited by the program */
} sett_shared_handle;

/* Shared memory with nothing in it but what the supervisor knows.  There can be
   one at a time.  False, with a sentence, when that fails. */
int sett_shared_open (sett_shared_handle *, size_t most_memory,
                      struct sett_text *error);
void sett_shared_close (sett_shared_handle *);

/* In the same file there are those of other workers (shared/worker_pool.h).
   Each can be seen, one at a time, where everybody has it, so that pointers
   into it are valid... */
int sett_shared_turn_to (sett_shared_handle *, unsigned worker);
/* ...and besides anywhere else; null if that fails. */
sett_shared *sett_shared_watch (const sett_shared_handle *, unsigned worker,
                                size_t most_memory);
void sett_shared_unwatch (sett_shared *);

/* What workers share; null if that fails. */
struct sett_pool *sett_pool_watch (const sett_shared_handle *);
void sett_pool_unwatch (struct sett_pool *);

/* Forgets everything that a program wrote. */
void sett_shared_clear (sett_shared *);

/* Puts something in the shared memory for orders, before the program starts:
   its address there, for everybody. */
void *sett_shared_put (sett_shared *, const void *, size_t bytes);
/* ...zeros. */
void *sett_shared_reserve (sett_shared *, size_t bytes);

/* Does the shared memory contain these bytes?  A program that runs wild may
   have written anything. */
int sett_shared_contains (const sett_shared *, const void *, size_t bytes);

#endif
