/* Which thread has a page of memory to itself.

   Most memory is used by one thread only, and need not be watched for races.  A
   page belongs to the first thread that accesses it in an execution.  When
   another one comes, the page is shared, for good: it is watched in all
   executions, and the search begins anew, for what was done before was not
   watched.

   Before anything else an access looks into a small table of pages that the
   running thread has to itself (inline.h).  Its entries carry a tag that
   changes whenever they might be no longer true. */

#ifndef SETT_RUNTIME_OWNERS_H
#define SETT_RUNTIME_OWNERS_H

#include "runtime/engine.h"

#define SETT_OWN_PAGES 1024 /* a power of two */

typedef struct sett_own_pages {
  uint64_t read[SETT_OWN_PAGES], write[SETT_OWN_PAGES]; /* number | tag */
  uint64_t tag;
  int wrote; /* the thread wrote to such a page */
} sett_own_pages;

extern sett_own_pages sett_own __attribute__ ((visibility ("hidden")));

/* All tags were used. */
void sett_owners_forget (void);

/* Another thread runs, or something has changed about pages. */
static inline void sett_owners_change (void) {
  sett_own.tag += (uint64_t)1 << 36;
  if (UNLIKELY (!sett_own.tag))
    sett_owners_forget ();
}

/* Does the running thread have this memory to itself? */
int sett_owners_alone (const void *, size_t, int writes);

/* Can that be asked about a few bytes without allocating? */
int sett_owners_ready (void);

/* Nobody asks about this memory: the program runs by itself. */
void sett_owners_admit (const void *);

/* This memory is watched from now on, in this execution. */
void sett_owners_watch (const void *, size_t);

#endif
