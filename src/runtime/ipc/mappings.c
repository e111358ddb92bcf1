/* Memory that the program asks the kernel for.

   Until the snapshot that is the kernel's business: the snapshot finds it.
   Later, private memory without a file comes from the program's heap, which is
   reset.  Mappings of files are made by the kernel, at addresses that depend on
   the thread alone, and are removed after the execution.

   Memory of the snapshot stays where it is and stays accessible, whatever the
   program does: the run-time has plans with its protection.  What was unmapped
   counts as freed: whoever uses it later, or might, is told so. */

#include "runtime/ipc/mappings.h"

#include "base/assert.h"
#include "runtime/access/buffers.h"
#include "runtime/files/descriptors.h"
#include "runtime/files/files.h"
#include "runtime/access/heap.h"
#include "runtime/ipc/ipc.h"
#include "runtime/ipc/mapped_files.h"
#include "runtime/core/os_process.h"
#include "runtime/core/real.h"
#include "runtime/race/cells.h"
#include "runtime/race/races.h"
#include "runtime/undo/pages.h"
#include "runtime/ipc/regions.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/syscalls.h"
#include "runtime/files/shadow.h"
#include "runtime/files/shadow_copies.h"

#include <malloc.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#define WINDOW_ADDRESS 0x300000000000ul
#define WINDOW_SIZE ((uintptr_t)1 << 36) /* for each thread */

/* What this execution mapped. */
enum { MOST = 1024 };
static struct {
  uintptr_t at;
  size_t size;
} mapped[MOST];
static size_t mapped_count;
static uintptr_t next[SETT_MOST_THREADS]; /* addresses used in its window */

void sett_mappings_restore (void) {
  if (!mapped_count)
    return;
  while (mapped_count) {
    mapped_count--;
    sett_raw (SYS_munmap, mapped[mapped_count].at, mapped[mapped_count].size);
  }
  memset (next, 0, sizeof next);
}

int sett_mappings_any (void) {
  return mapped_count != 0;
}

static int is_ours (uintptr_t address) {
  return address - WINDOW_ADDRESS < SETT_MOST_THREADS * WINDOW_SIZE;
}

/*------------------------------------------------------------------------*/

/* Before the snapshot: so much, and no more. */
static void count_mapped (size_t size) {
  static size_t total;
  total += size;
  sett_pages_grow ();
  if (total > sett_pages_limit ())
    sett_pages_end ();
}

static long from_heap (size_t size) {
  const int saved = errno;
  void *memory = sett_heap_map (sett_page_up (size));
  errno = saved;
  return memory ? (long)memory : -ENOMEM;
}

static int is_gone (uintptr_t page) {
  return sett_cells_freed (page >> 3);
}

/* What is there no longer: page by page, as some may have gone before. */
static void unmap (uintptr_t at, size_t size, uintptr_t place) {
  const size_t most = (size_t)1 << 34; /* to go through takes no time */
  const uintptr_t end = at + sett_page_up (size);
  if (size > most) {
    sett_call_remark ("munmap", "of very much memory at once: not followed",
                      place);
    return;
  }
  while (engine.active && at < end) {
    const uintptr_t from = at;
    while (at < end && !is_gone (at))
      at += SETT_PAGE;
    if (at > from)
      sett_heap_unmap ((void *)from, at - from, place);
    for (; at < end && is_gone (at); at += SETT_PAGE)
      sett_heap_unmap_again ((void *)at, place);
  }
}

/* What the kernel would do is not done: an error that it does not give would
   make the program go wrong. */
static void end_here (const char *what, const char *why, uintptr_t place) {
  sett_call_remark (what, why, place);
  sett_end (SETT_CUT);
}

/* What others see, or what they change, is the shadow's. */
static void prepare_file (const sett_call *call) {
  if (call->a[3] & MAP_SHARED)
    sett_copy_map ((int)call->a[4], (call->a[2] & PROT_WRITE) != 0);
  else
    sett_copy_refresh ((int)call->a[4]);
}

/* What stands in for a folder (shadow.c) could be mapped. */
static int is_folder (long number) {
  struct stat s;
  return !sett_shadow_fstat (number, &s) && S_ISDIR (s.st_mode);
}

static long map_file (const sett_call *call, uintptr_t place) {
  const size_t size = sett_page_up ((size_t)call->a[1]);
  const int flags = (int)call->a[3];
  const unsigned thread = world->current;
  if (mapped_count == MOST || size > WINDOW_SIZE - next[thread])
    return -ENOMEM;
  if (engine.shared->orders.stateful)
    sett_note_add (1, place, "mapped a file: not part of saved states");
  sett_files_use (0, place);
  if (is_folder ((int)call->a[4]))
    return -ENODEV;
  sett_mapped_files_transfer ((int)call->a[4], place);
  prepare_file (call);
  const uintptr_t at = WINDOW_ADDRESS + thread * WINDOW_SIZE + next[thread];
  const long result =
      sett_raw (SYS_mmap, at, size, call->a[2], flags | MAP_FIXED_NOREPLACE,
                call->a[4], call->a[5]);
  if ((uintptr_t)result != at)
    return result < 0 && result > -4096 ? result : -ENOMEM;
  mapped[mapped_count].at = at;
  mapped[mapped_count++].size = size;
  SETT_ASSERT (mapped_count <= MOST);
  next[thread] += size;
  SETT_ASSERT (next[thread] <= WINDOW_SIZE);
  return result;
}

static int is_within_mapped (uintptr_t at, size_t size) {
  for (size_t i = 0; i < mapped_count; i++)
    if (at - mapped[i].at < mapped[i].size &&
        size <= mapped[i].size - (at - mapped[i].at))
      return 1;
  return 0;
}

/* A file, where this execution has mapped one: dlopen puts the parts of a
   library into their places.  It goes with what it is in. */
static long map_within (const sett_call *call, uintptr_t place) {
  if (!(call->a[3] & MAP_ANONYMOUS)) {
    sett_files_use (0, place);
    prepare_file (call);
  }
  return sett_raw (SYS_mmap, call->a[0], call->a[1], call->a[2], call->a[3],
                   call->a[4], call->a[5]);
}

/* At a given place, where something is already. */
static long map_over (const sett_call *call, uintptr_t place) {
  const uintptr_t at = (uintptr_t)call->a[0];
  const size_t size = sett_page_up ((size_t)call->a[1]);
  const int inside = is_within_mapped (at, size) && !(at % SETT_PAGE) &&
                     (call->a[3] & MAP_FIXED) && !(call->a[3] & MAP_SHARED);
  if (!inside && (!(call->a[3] & MAP_ANONYMOUS) || !sett_heap_has (at)))
    end_here ("mmap", "at a fixed address: ended there", place);
  unmap (at, size, place);
  sett_races_allocated ((void *)at, size);
  if (inside)
    return map_within (call, place);
  memset ((void *)at, 0, size);
  return call->a[0];
}

/* Pages behind the end are there, but whoever uses them gets SIGBUS: not so
   here.  Others may make it larger or smaller, before or later. */
static void look_at_size (unsigned region, size_t end, uintptr_t place) {
  SETT_ASSERT (region < SETT_MOST_REGIONS);
  const uint64_t *size = &os_model->regions[region].size;
  sett_visible (SETT_DO_TRANSFER, size, SETT_EFFECT_LOAD, NULL, place);
  sett_affect (size, SETT_EFFECT_LOAD, *size);
  if (sett_page_up (end) > sett_page_up (*size))
    sett_note_add (1, place,
                   "maps shared memory that is smaller (ftruncate) at that "
                   "time: SIGBUS is not noticed");
}

typedef long user (unsigned region, size_t offset, size_t size,
                   uintptr_t place);

/* Memory that processes share.  -1: it is none. */
static long find_shared (const sett_call *call, user *use, uintptr_t place) {
  const size_t size = (size_t)call->a[1], offset = (size_t)call->a[5];
  if (call->a[3] & MAP_ANONYMOUS)
    return use (sett_region_make (SETT_REGION_ANONYMOUS, place), 0, size,
                place);
  const sett_descriptor *d = sett_descriptors_model ((int)call->a[4]);
  if (!d || d->kind != SETT_DESCRIPTOR_MEMORY)
    return -1;
  const unsigned region = d->index;
  look_at_size (region, offset + size, place);
  return use (region, offset, size, place);
}

static long map_shared (const sett_call *call, uintptr_t place) {
  return find_shared (call, sett_region_map, place);
}

/* A copy of it. */
static long map_copy (const sett_call *call, uintptr_t place) {
  const long from = find_shared (call, sett_region_use, place);
  const long to = from < 0 ? from : from_heap ((size_t)call->a[1]);
  if (to > 0)
    memcpy ((void *)to, (const void *)from, (size_t)call->a[1]);
  return to;
}

static int is_of_memory (const sett_call *call) {
  const sett_descriptor *d = call->a[3] & MAP_ANONYMOUS
                                 ? NULL
                                 : sett_descriptors_model ((int)call->a[4]);
  return d && d->kind == SETT_DESCRIPTOR_MEMORY;
}

static int is_fixed (const sett_call *call) {
  return (call->a[3] & (MAP_FIXED | MAP_FIXED_NOREPLACE)) != 0;
}

/* Until the snapshot. */
static long map_early (const sett_call *call) {
  const long flags = call->a[3];
  if (call->a[2] & PROT_WRITE && !(flags & MAP_NORESERVE))
    count_mapped ((size_t)call->a[1]);
  sett_call private = *call;
  if ((flags & MAP_SHARED) && (flags & MAP_ANONYMOUS))
  private.a[3] = (flags & ~(long)MAP_TYPE) | MAP_PRIVATE;
  else if (!(flags & MAP_ANONYMOUS)) prepare_file (call);
  return sett_call_pass (&private);
}

long sett_call_mmap (const sett_call *call, uintptr_t place) {
  const long flags = call->a[3];
  if (!call->a[1])
    return -EINVAL;
  if (!(flags & MAP_ANONYMOUS))
    sett_descriptors_enter ((int)call->a[4], place);
  if (is_of_memory (call) && !(flags & MAP_SHARED))
    return map_copy (call, place);
  if (engine.multi && (flags & MAP_SHARED) && !is_fixed (call) &&
      (flags & MAP_ANONYMOUS || is_of_memory (call)))
    return map_shared (call, place);
  if ((flags & MAP_SHARED) && !(flags & MAP_ANONYMOUS) &&
      (call->a[2] & PROT_WRITE) && sett_mapped_files_is ((int)call->a[4]))
    sett_ipc_need ();
  if (engine.multi && (flags & MAP_SHARED)) {
    if (is_fixed (call))
      end_here ("mmap",
                "of memory that processes share, at a fixed address: not "
                "controlled",
                place);
    const long at = sett_mapped_files_map (call, place);
    if (at)
      return at;
  }
  if (!engine.has_snapshot)
    return map_early (call);
  if (is_fixed (call))
    return map_over (call, place);
  return flags & MAP_ANONYMOUS ? from_heap ((size_t)call->a[1])
                               : map_file (call, place);
}

/* What processes share stays where it is. */
static int is_shared (const sett_call *call) {
  return sett_is_shared ((const void *)call->a[0]);
}

long sett_call_munmap (const sett_call *call, uintptr_t place) {
  if (is_shared (call)) {
    sett_region_leave ((uintptr_t)call->a[0], (size_t)call->a[1], place);
    return 0;
  }
  if (!engine.has_snapshot)
    return sett_call_pass (call);
  if ((uintptr_t)call->a[0] % SETT_PAGE || !call->a[1])
    return -EINVAL;
  unmap ((uintptr_t)call->a[0], (size_t)call->a[1], place);
  return is_ours ((uintptr_t)call->a[0]) ? sett_call_pass (call) : 0;
}

long sett_call_mremap (const sett_call *call, uintptr_t place) {
  const size_t old = sett_page_up ((size_t)call->a[1]);
  const size_t new = sett_page_up ((size_t)call->a[2]);
  if (is_shared (call))
    end_here ("mremap", "of shared memory: not controlled", place);
  if (!engine.has_snapshot)
    return sett_call_pass (call);
  if (is_ours ((uintptr_t)call->a[0]) || (call->a[3] & MREMAP_FIXED))
    end_here ("mremap", "of a file, or to a fixed address: ended there", place);
  if (new <= old) {
    unmap ((uintptr_t)call->a[0] + new, old - new, place);
    return call->a[0];
  }
  if (!(call->a[3] & MREMAP_MAYMOVE))
    return -ENOMEM;
  const long at = from_heap (new);
  if (at > 0) {
    memcpy ((void *)at, (const void *)call->a[0], old);
    unmap ((uintptr_t)call->a[0], old, place);
  }
  return at;
}

/* A program that takes rights away wants to be caught when it uses them: it is
   not. */
long sett_call_mprotect (const sett_call *call, uintptr_t place) {
  if (is_shared (call)) {
    if (call->a[2] != (PROT_READ | PROT_WRITE))
      sett_call_remark ("mprotect", "ignored", place);
    return 0;
  }
  if (!engine.has_snapshot || is_ours ((uintptr_t)call->a[0]))
    return sett_call_pass (call);
  if (call->a[2] != (PROT_READ | PROT_WRITE))
    sett_call_remark ("mprotect", "ignored", place);
  return 0;
}

static int changes_memory (long advice) {
  return advice == MADV_REMOVE || advice == MADV_DONTFORK ||
         advice == MADV_WIPEONFORK || advice == MADV_DONTNEED_LOCKED;
}

long sett_call_madvise (const sett_call *call, uintptr_t place) {
  void *at = (void *)call->a[0];
  const size_t size = sett_page_up ((size_t)call->a[1]);
  if (changes_memory (call->a[2]))
    sett_call_remark ("madvise", "in a way that changes memory: not controlled",
                      place);
  if (is_shared (call)) /* what is there stays there */
    return 0;
  if (!engine.has_snapshot)
    return sett_call_pass (call);
  if (call->a[2] == MADV_DONTNEED && !is_ours ((uintptr_t)at))
    memset (at, 0, size);
  return 0;
}

/* Pages that nobody needs are filled with zeros: that is to write to them. */
EXPORT int madvise (void *at, size_t size, int advice) {
  if (!sett_active ())
    return SETT_REAL (madvise) (at, size, advice);
  if (advice == MADV_DONTNEED && !sett_is_shared (at))
    sett_buffer_write (at, size, sett_buffer_place (SETT_HERE));
  return (int)sett_result (sett_call_do (
      &(const sett_call){SYS_madvise, {(long)at, (long)size, advice}},
      SETT_HERE));
}

/* No more than there was. */
long sett_call_brk (const sett_call *call, uintptr_t place) {
  if (!engine.has_snapshot)
    return sett_call_pass (call);
  const long now = sett_raw (SYS_brk, 0);
  if (call->a[0] > now)
    end_here ("brk", "for more memory: ended there", place);
  return now;
}
