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

#include "runtime/core/engine.h"
#include "runtime/race/recent.h"
#include "stateless/saved.h"

#define SETT_OWN_PAGES 1024 /* a power of two */

typedef struct sett_own_pages {
  uint64_t read[SETT_OWN_PAGES], write[SETT_OWN_PAGES]; /* number | tag */
  uint64_t tag;
  int wrote; /* the thread wrote to such a page */
} sett_own_pages;

extern sett_own_pages sett_own __attribute__ ((visibility ("hidden")));

/* Pages that are shared and contain nothing that is visible: such an access
   only has to be checked for races. */
extern uint64_t sett_shared_pages[SETT_OWN_PAGES]
    __attribute__ ((visibility ("hidden")));
extern uint64_t sett_shared_tag __attribute__ ((visibility ("hidden")));

static inline int sett_owners_share (uintptr_t number) {
  return sett_shared_pages[number % SETT_OWN_PAGES] ==
         (number | sett_shared_tag);
}

/* All tags were used. */
void sett_owners_forget (void);

/* Another thread runs, or other pages are watched. */
static inline void sett_owners_change (void) {
  sett_recent_forget ();
  sett_own.tag += (uint64_t)1 << 36;
  if (UNLIKELY (!sett_own.tag))
    sett_owners_forget ();
}

/* What is looked at has changed. */
static inline void sett_owners_reconsider (void) {
  sett_shared_tag += (uint64_t)1 << 36;
  sett_owners_change ();
}

/* Is this memory in the table?  A write is noted, as in inline.h. */
static inline int sett_owners_know (const void *address, size_t size,
                                    int writes) {
  const uintptr_t number = (uintptr_t)address >> 12;
  const uint64_t *table = writes ? sett_own.write : sett_own.read;
  if (table[number % SETT_OWN_PAGES] != (number | sett_own.tag) ||
      ((uintptr_t)address + size - 1) >> 12 != number)
    return 0;
  sett_own.wrote |= writes;
  return 1;
}

/* Does the running thread have this memory to itself? */
int sett_owners_alone (const void *, size_t, int writes);

/* ...and is that all about an access of a few bytes?  Uses no vector registers
   and calls nothing outside. */
int sett_owners_quickly (const void *, size_t, int writes);

/* This memory is watched from now on, in this execution. */
void sett_owners_watch (const void *, size_t);

/* Stateful: a hash of who has which pages to itself at the moment.  Who comes
   to a page of another thread makes the search begin anew, so it matters. */
uint64_t sett_owners_digest (void);

/* Pages that are known to be shared, as bytes (drive/saving.c); not all: as if
   there were none, for tests. */
void sett_owners_save (sett_saved *, int all);
void sett_owners_load (sett_saved *);

/* What was loaded for this process becomes known to it, if anything was. */
void sett_owners_take_known (void);

/* After a fork: this process has a table of its own. */
void sett_owners_adopt (void);

#endif
