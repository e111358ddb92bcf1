/* Memory with exact accounting.

   Every allocation goes through here, every release names its size, so that
   the number of bytes in use is known at any time, a test can assert that it
   is zero at the end, and a limit can be set for the whole run.

   Two families.  `sett_alloc` and friends never return null: small things, the
   failure of which ends the program through the out-of-memory handler with a
   clean message.  `sett_try_*` are for bulk structures (tables, stacks): they
   return null when the limit or the machine is exhausted, and the search then
   ends with the verdict "bounded by memory". */

#ifndef SETT_BASE_MEMORY_H
#define SETT_BASE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

void *sett_alloc (size_t bytes);               /* not zeroed */
void *sett_zalloc (size_t count, size_t size); /* zeroed, checked */
void *sett_resize (void *, size_t old_bytes, size_t new_bytes);
char *sett_strdup (const char *);
char *sett_strndup (const char *, size_t length);
void sett_free (void *, size_t bytes); /* accepts null */
void sett_strfree (char *);            /* accepts null */

void *sett_try_resize (void *, size_t old_bytes, size_t new_bytes);

/* Bulk regions straight from the kernel: zeroed, page-aligned, grown in place
   or moved by mremap without copying. */
void *sett_try_map (size_t bytes);
void *sett_try_remap (void *, size_t old_bytes, size_t new_bytes);
void sett_unmap (void *, size_t bytes);

/* For memory that is had by other means but counts against the limit. */
int sett_try_charge (size_t bytes); /* false: the limit is exhausted */
void sett_uncharge (size_t bytes);

size_t sett_memory_in_use (void);
size_t sett_memory_peak (void);
void sett_memory_limit (size_t bytes); /* 0: no limit */
size_t sett_memory_limited_to (void);

/* Has something been refused because of the limit since the last call? */
int sett_memory_was_short (void);

/* Called once when a small allocation fails; must not return.  The default
   prints "sett: out of memory" and exits with status 4. */
void sett_memory_on_failure (void (*handler) (void));

/* Injected failures: the n-th allocation from now on fails (0: never).  Also
   read from the environment variable SETT_FAIL_ALLOCATION at start. */
void sett_memory_fail_at (uint64_t n);

#endif
