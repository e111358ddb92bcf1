/* The program's memory as it was at the snapshot, and the way back to it.

   At the snapshot all private writable memory is write-protected.  The first
   write to a page is caught; the page is copied, and stays writable for good:
   it is hot.  To go back is to copy the hot pages.  Hence no faults and no
   system calls once the pages that a program writes are known.

   The engine's own memory (its stack, this library's data, the shared memory)
   is left out. */

#ifndef SETT_RUNTIME_PAGES_H
#define SETT_RUNTIME_PAGES_H

#include <stddef.h>
#include <stdint.h>

/* Memory between these addresses is not the program's. */
void sett_pages_exclude (uintptr_t low, uintptr_t high);

void sett_pages_snapshot (void);
/* Nobody may write there from now on, after the snapshot. */
void sett_pages_forbid (uintptr_t low, uintptr_t high);
void sett_pages_restore (void);

/* A write to this address failed; true: it can be repeated now. */
int sett_pages_fault (uintptr_t address);

/* Makes a range writable before the kernel writes to it: it would not fault
   but fail. */
void sett_pages_touch (const void *, size_t);

size_t sett_pages_hot (void);

/* The program has got more memory; how often so far. */
void sett_pages_grow (void);
uint64_t sett_pages_growth (void);

/* The program may use so many bytes of memory. */
size_t sett_pages_limit (void);
/* It wanted more... */
int sett_pages_exhausted (void);
/* ...and its execution ends. */
__attribute__ ((noreturn)) void sett_pages_end (void);

/* All hot pages, with what they were at the snapshot. */
void sett_pages_each (void (*visit) (uintptr_t page, const char *then, void *),
                      void *);

/* The memory as it is now, on top of what was saved before: pages that have
   not changed since are shared.  False: there is no room. */
int sett_pages_save (size_t *mark);
/* Forgets what was saved after the mark was made (0: everything)... */
void sett_pages_drop (size_t mark);
/* ...and the memory is as it was saved last. */
void sett_pages_restore_saved (void);

#endif
