/* What the running thread has just done: accesses to shared memory that were
   checked for races since the last switch or synchronisation of the thread.
   Doing the same again changes nothing, and need not be looked at.

   A direct-mapped table by granules of 8 bytes.  Entries carry a tag, as those
   of owners.h.  It serves loops; short pieces of code do not have to touch it:
   nothing is kept of the first accesses. */

#ifndef SETT_RUNTIME_RECENT_H
#define SETT_RUNTIME_RECENT_H

#include <stddef.h>
#include <stdint.h>

#define SETT_RECENT 65536 /* a power of two */
#define SETT_RECENT_FIRST 64

typedef struct sett_recent {
  uintptr_t granule;
  uint64_t
      stamp; /* tag, then the bytes that were written or read, a bit each */
} sett_recent;

extern sett_recent sett_recents[SETT_RECENT]
    __attribute__ ((visibility ("hidden")));
extern uint64_t sett_recent_tag __attribute__ ((visibility ("hidden")));
extern uint32_t sett_recent_count __attribute__ ((visibility ("hidden")));

/* The same access would mean something else from now on. */
static inline void sett_recent_forget (void) {
  sett_recent_tag += 1 << 16;
  sett_recent_count = 0;
}

static inline sett_recent *sett_recent_at (uintptr_t granule) {
  return &sett_recents[granule % SETT_RECENT];
}

/* Who has written knows what would be read.  The mask has a bit for each byte;
   if there are more than 8 then it is not known. */
static inline int sett_recent_knows (uintptr_t granule, unsigned mask,
                                     int writes) {
  if (sett_recent_count < SETT_RECENT_FIRST) {
    sett_recent_count++;
    return 0;
  }
  const sett_recent *r = sett_recent_at (granule);
  const uint64_t now = r->stamp ^ sett_recent_tag;
  const unsigned known = (unsigned)now | (writes ? 0 : (unsigned)(now >> 8));
  return r->granule == granule && now < 1 << 16 && !(mask & ~(known & 0xff));
}

static inline void sett_recent_add (uintptr_t granule, unsigned mask,
                                    int writes) {
  sett_recent *r = sett_recent_at (granule);
  if (sett_recent_count < SETT_RECENT_FIRST)
    return;
  if (r->granule != granule || (r->stamp ^ sett_recent_tag) >> 16)
    *r = (sett_recent){granule, sett_recent_tag};
  r->stamp |= writes ? mask : mask << 8;
}

#endif
