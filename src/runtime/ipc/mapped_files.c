/* Files that processes map: see mapped_files.h. */

#include "runtime/ipc/mapped_files.h"

#include "base/assert.h"
#include "runtime/files/files.h"
#include "runtime/ipc/regions.h"
#include "runtime/files/shadow.h"
#include "runtime/files/shadow_copies.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

__attribute__ ((noreturn)) static void end_here (const char *text,
                                                 uintptr_t place) {
  sett_note_add (1, place, text);
  sett_end (SETT_CUT);
}

static int look_at (long number, struct stat *s) {
  return !sett_shadow_fstat (number, s) && S_ISREG (s->st_mode);
}

int sett_mapped_files_is (long number) {
  struct stat s;
  return look_at (number, &s);
}

static int is_of (const sett_region *r, const struct stat *s) {
  return r->kind == SETT_REGION_FILE && r->device == s->st_dev &&
         r->file == s->st_ino;
}

/* -1: there is none. */
static int region_of (const struct stat *s) {
  for (unsigned i = 0; i < os_model->region_count; i++)
    if (is_of (&os_model->regions[i], s))
      return (int)i;
  return -1;
}

/*------------------------------------------------------------------------*/
/* For reading only: known for all executions, as the kernel maps them. */

static int is_mapped_to_read (const struct stat *s) {
  const sett_shared *shared = engine.shared;
  for (uint32_t i = 0; i < shared->read_file_count; i++)
    if (shared->read_files[i].device == s->st_dev &&
        shared->read_files[i].file == s->st_ino)
      return 1;
  return 0;
}

static void map_to_read (const struct stat *s, uintptr_t place) {
  sett_shared *shared = engine.shared;
  if (is_mapped_to_read (s))
    return;
  if (shared->read_file_count == SETT_MOST_READ_FILES)
    end_here ("maps too many files to share them: ended there", place);
  shared->read_files[shared->read_file_count].device = s->st_dev;
  shared->read_files[shared->read_file_count++].file = s->st_ino;
  SETT_ASSERT (shared->read_file_count <= SETT_MOST_READ_FILES);
}

/*------------------------------------------------------------------------*/

/* Known by its path: its number changes with executions that make it anew. */
static unsigned make_region (long number, uintptr_t place) {
  static char path[PATH_MAX];
  const size_t length = sett_shadow_name (number, path);
  return sett_region_make_known (SETT_REGION_FILE, XXH3_64bits (path, length),
                                 place);
}

static void read_contents (long number, unsigned region, size_t size) {
  SETT_ASSERT (region < SETT_MOST_REGIONS && size <= SETT_REGION_SIZE);
  size_t done = 0;
  while (done < size) {
    const long n = sett_raw (SYS_pread64, number,
                             sett_region_at (region) + done, size - done, done);
    if (n <= 0)
      return;
    done += (size_t)n;
  }
}

static int load (long number, const struct stat *s, uintptr_t place) {
  const unsigned region = make_region (number, place);
  sett_region *r = &os_model->regions[region];
  if (r->device || r->file) /* another one of this name was there before */
    end_here ("a file that processes share was replaced: ended there", place);
  sett_region_use (region, 0, (size_t)s->st_size, place);
  r->device = s->st_dev;
  r->file = s->st_ino;
  r->size = (uint64_t)s->st_size;
  read_contents (number, region, r->size);
  return (int)region;
}

long sett_mapped_files_map (const sett_call *call, uintptr_t place) {
  struct stat s;
  const long number = (int)call->a[4];
  sett_files_use (0, place);
  if (!look_at (number, &s) || sett_shadow_is_only_path (number))
    return 0;
  sett_copy_map (number, (call->a[2] & PROT_WRITE) != 0);
  int region = region_of (&s);
  if (region < 0 && !(call->a[2] & PROT_WRITE)) {
    map_to_read (&s, place);
    return 0;
  }
  if (region < 0 && is_mapped_to_read (&s))
    end_here ("a file is mapped for reading, and for writing by others: ended "
              "there",
              place);
  if ((call->a[2] & PROT_WRITE) &&
      (sett_raw (SYS_fcntl, number, F_GETFL, 0) & O_ACCMODE) != O_RDWR)
    return -EACCES;
  if (region < 0)
    region = load (number, &s, place);
  return sett_region_map ((unsigned)region, (size_t)call->a[5],
                          (size_t)call->a[1], place);
}

void sett_mapped_files_transfer (long number, uintptr_t place) {
  struct stat s;
  if (LIKELY (!sett_regions_any ()))
    return;
  if (look_at (number, &s) && region_of (&s) >= 0)
    end_here ("a file that processes share (mmap) is read or written by a "
              "descriptor: ended there",
              place);
}
