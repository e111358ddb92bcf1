/* The supervisor's end of the shared memory: see shared_map.h.

   The file is sparse: addresses cost nothing until they are used.  Its number
   is high, so that the program's own descriptors are what they always are. */

#include "program/shared_map.h"

#include "base/assert.h"
#include "base/text.h"
#include "shared/worker_pool.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096, HIGH = 900 };

static size_t round_up (size_t bytes, size_t unit) {
  SETT_ASSERT (unit && !(unit & (unit - 1)));
  return (bytes + unit - 1) / unit * unit;
}

/* A file of that size with a high number; -1 if that fails. */
static int open_file (void) {
  const int low = memfd_create ("sett-shared", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (low < 0)
    return -1;
  const int high = fcntl (low, F_DUPFD_CLOEXEC, HIGH);
  const int file = high < 0 ? low : high;
  if (high >= 0)
    close (low);
  if (!ftruncate (file, (off_t)SETT_SHARED_OFFSET (SETT_MOST_WORKERS))) {
    fcntl (file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW);
    return file;
  }
  close (file);
  return -1;
}

/* All else is 0. */
static void begin (sett_shared *shared) {
  shared->magic = SETT_SHARED_MAGIC;
  shared->size = SETT_SHARED_SIZE;
  shared->in_use = round_up (sizeof *shared, PAGE);
  shared->member_count = shared->initial_count = shared->birth_count = 1;
}

void sett_shared_clear (sett_shared *shared) {
  memset (shared, 0, sizeof *shared);
  begin (shared);
}

/* Nothing was written there yet: pages that nobody uses are not touched. */
static void prepare (sett_shared *shared, size_t most_memory) {
  begin (shared);
  shared->most_memory = most_memory && most_memory < SETT_SHARED_SIZE
                            ? most_memory
                            : SETT_SHARED_SIZE;
}

/* The fixed address, if it is to be there; else anywhere.  Null: that fails. */
static void *map (int file, void *fixed, unsigned worker) {
  void *at =
      mmap (fixed, SETT_SHARED_SIZE, PROT_READ | PROT_WRITE,
            MAP_SHARED | MAP_NORESERVE | (fixed ? MAP_FIXED_NOREPLACE : 0),
            file, (off_t)SETT_SHARED_OFFSET (worker));
  return at == MAP_FAILED || (fixed && at != fixed) ? NULL : at;
}

int sett_shared_open (sett_shared_handle *h, size_t most_memory,
                      sett_text *error) {
  *h = (sett_shared_handle){.file = open_file ()};
  if (h->file < 0) {
    sett_text_addf (error, "cannot make the shared memory: %s",
                    strerror (errno));
    return 0;
  }
  h->shared = map (h->file, SETT_SHARED_ADDRESS, 0);
  if (!h->shared) {
    sett_text_addf (error, "cannot map the shared memory: %s",
                    strerror (errno));
    close (h->file);
    return 0;
  }
  prepare (h->shared, most_memory);
  return 1;
}

void sett_shared_close (sett_shared_handle *h) {
  if (!h->shared)
    return;
  munmap (h->shared, SETT_SHARED_SIZE);
  close (h->file);
  *h = (sett_shared_handle){.file = -1};
}

int sett_shared_turn_to (sett_shared_handle *h, unsigned worker) {
  munmap (h->shared, SETT_SHARED_SIZE);
  h->shared = map (h->file, SETT_SHARED_ADDRESS, worker);
  return h->shared != NULL;
}

sett_shared *sett_shared_watch (const sett_shared_handle *h, unsigned worker,
                                size_t most_memory) {
  /* What an earlier worker left there is of no use. */
  const int kept = fallocate (
      h->file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
      (off_t)SETT_SHARED_OFFSET (worker),
      (off_t)(SETT_SHARED_SIZE + SETT_OS_MODEL_SIZE + SETT_REGIONS_SIZE));
  fallocate (h->file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
             (off_t)SETT_SHADOW_OFFSET (worker),
             (off_t)(SETT_SHADOW_SIZE + SETT_PLANES_SIZE));
  sett_shared *shared = map (h->file, NULL, worker);
  if (shared && kept)
    sett_shared_clear (shared);
  if (shared)
    prepare (shared, most_memory);
  return shared;
}

void sett_shared_unwatch (sett_shared *shared) {
  if (shared)
    munmap (shared, SETT_SHARED_SIZE);
}

sett_pool *sett_pool_watch (const sett_shared_handle *h) {
  void *at = mmap (NULL, SETT_POOL_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED,
                   h->file, 0);
  return at == MAP_FAILED ? NULL : at;
}

void sett_pool_unwatch (sett_pool *pool) {
  if (pool)
    munmap (pool, SETT_POOL_SIZE);
}

void *sett_shared_reserve (sett_shared *shared, size_t bytes) {
  const size_t offset = shared->in_use;
  shared->in_use = round_up (offset + bytes, PAGE);
  return (char *)SETT_SHARED_ADDRESS + offset;
}

void *sett_shared_put (sett_shared *shared, const void *from, size_t bytes) {
  if (!bytes)
    return NULL;
  memcpy ((char *)shared + shared->in_use, from, bytes);
  return sett_shared_reserve (shared, bytes);
}

int sett_shared_contains (const sett_shared *shared, const void *at,
                          size_t bytes) {
  const uintptr_t low = (uintptr_t)shared, from = (uintptr_t)at;
  return from >= low && bytes <= SETT_SHARED_SIZE &&
         from - low <= SETT_SHARED_SIZE - bytes;
}
