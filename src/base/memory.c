/* Memory with exact accounting: see memory.h.

   Invariant: `in_use` is the sum of the sizes of all live blocks.  The size is
   charged before the block is asked for and taken back when it cannot be
   had, so that several threads together never exceed the limit through the
   `sett_try_*` family.  Counters are relaxed atomics: each is exact, and no
   order between them is needed. */

#include "base/memory.h"

#include "base/assert.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static atomic_size_t in_use;
static atomic_size_t peak;
static atomic_size_t limit;      /* 0: none */
static atomic_int was_short;     /* something was refused */
static _Atomic uint64_t fail_in; /* allocations until one fails; 0: never */

static void report_and_exit (void) {
  fputs ("sett: out of memory\n", stderr);
  _Exit (4);
}

static void (*on_failure) (void) = report_and_exit;

static size_t get (const atomic_size_t *counter) {
  return atomic_load_explicit (counter, memory_order_relaxed);
}

__attribute__ ((noreturn)) static void fail (void) {
  on_failure ();
  abort (); /* the handler must not return */
}

/* Is this the allocation that shall fail? */
static int injected (void) {
  uint64_t left = atomic_load_explicit (&fail_in, memory_order_relaxed);
  while (left)
    if (atomic_compare_exchange_weak_explicit (&fail_in, &left, left - 1,
                                               memory_order_relaxed,
                                               memory_order_relaxed))
      return left == 1;
  return 0;
}

static void raise_peak (size_t now) {
  size_t seen = get (&peak);
  while (seen < now)
    if (atomic_compare_exchange_weak_explicit (
            &peak, &seen, now, memory_order_relaxed, memory_order_relaxed))
      return;
}

static size_t add_in_use (size_t bytes) {
  return bytes +
         atomic_fetch_add_explicit (&in_use, bytes, memory_order_relaxed);
}

static void charge (size_t bytes) {
  raise_peak (add_in_use (bytes));
}

static size_t take_back (size_t bytes) {
  return atomic_fetch_sub_explicit (&in_use, bytes, memory_order_relaxed);
}

void sett_uncharge (size_t bytes) {
  const size_t before = take_back (bytes);
  SETT_ASSERT (before >= bytes); /* or somebody gives back what he never had */
}

int sett_try_charge (size_t bytes) {
  if (injected ())
    return 0;
  const size_t now = add_in_use (bytes);
  const size_t allowed = get (&limit);
  if (now < bytes || (allowed && now > allowed)) {
    take_back (bytes);
    atomic_store_explicit (&was_short, 1, memory_order_relaxed);
    return 0;
  }
  raise_peak (now);
  return 1;
}

void *sett_alloc (size_t bytes) {
  void *result = injected () ? NULL : malloc (bytes ? bytes : 1);
  if (!result)
    fail ();
  charge (bytes);
  return result;
}

void *sett_zalloc (size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow (count, size, &bytes))
    fail ();
  void *result = injected () ? NULL : calloc (1, bytes ? bytes : 1);
  if (!result)
    fail ();
  charge (bytes);
  return result;
}

void *sett_resize (void *old, size_t old_bytes, size_t new_bytes) {
  if (!new_bytes) {
    sett_free (old, old_bytes);
    return NULL;
  }
  void *result = injected () ? NULL : realloc (old, new_bytes);
  if (!result)
    fail ();
  SETT_ASSERT (!old_bytes || old);
  sett_uncharge (old_bytes);
  charge (new_bytes);
  return result;
}

char *sett_strndup (const char *text, size_t length) {
  char *result = sett_alloc (length + 1);
  memcpy (result, text, length);
  result[length] = 0;
  return result;
}

char *sett_strdup (const char *text) {
  return sett_strndup (text, strlen (text));
}

void sett_free (void *block, size_t bytes) {
  if (!block)
    return;
  free (block);
  sett_uncharge (bytes);
}

void sett_strfree (char *text) {
  if (text)
    sett_free (text, strlen (text) + 1);
}

/* Charges the step from an old to a new size; a smaller one always fits. */
static int try_charge_change (size_t old_bytes, size_t new_bytes) {
  return new_bytes <= old_bytes || sett_try_charge (new_bytes - old_bytes);
}

/* Undoes or completes `try_charge_change` once the outcome is known. */
static void settle_change (size_t old_bytes, size_t new_bytes, int done) {
  if (done && new_bytes < old_bytes)
    sett_uncharge (old_bytes - new_bytes);
  if (!done && new_bytes > old_bytes)
    sett_uncharge (new_bytes - old_bytes);
}

void *sett_try_resize (void *old, size_t old_bytes, size_t new_bytes) {
  if (!new_bytes) {
    sett_free (old, old_bytes);
    return NULL;
  }
  if (!try_charge_change (old_bytes, new_bytes))
    return NULL;
  SETT_ASSERT (old || !old_bytes);
  void *result = realloc (old, new_bytes);
  settle_change (old_bytes, new_bytes, result != NULL);
  return result;
}

void *sett_try_map (size_t bytes) {
  if (!sett_try_charge (bytes))
    return NULL;
  void *result = mmap (NULL, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (result != MAP_FAILED)
    return result;
  sett_uncharge (bytes);
  return NULL;
}

void *sett_try_remap (void *old, size_t old_bytes, size_t new_bytes) {
  if (!old)
    return sett_try_map (new_bytes);
  if (!try_charge_change (old_bytes, new_bytes))
    return NULL;
  void *result = mremap (old, old_bytes, new_bytes, MREMAP_MAYMOVE);
  settle_change (old_bytes, new_bytes, result != MAP_FAILED);
  return result == MAP_FAILED ? NULL : result;
}

void sett_unmap (void *block, size_t bytes) {
  if (!block)
    return;
  munmap (block, bytes);
  sett_uncharge (bytes);
}

size_t sett_memory_in_use (void) {
  return get (&in_use);
}

size_t sett_memory_peak (void) {
  return get (&peak);
}

void sett_memory_limit (size_t bytes) {
  atomic_store_explicit (&limit, bytes, memory_order_relaxed);
}

int sett_memory_was_short (void) {
  return atomic_exchange_explicit (&was_short, 0, memory_order_relaxed);
}

size_t sett_memory_limited_to (void) {
  return get (&limit);
}

void sett_memory_on_failure (void (*handler) (void)) {
  on_failure = handler ? handler : report_and_exit;
}

void sett_memory_fail_at (uint64_t n) {
  atomic_store_explicit (&fail_in, n, memory_order_relaxed);
}

__attribute__ ((constructor)) static void read_environment (void) {
  const char *text = getenv ("SETT_FAIL_ALLOCATION");
  if (text)
    sett_memory_fail_at (strtoull (text, NULL, 10));
}
