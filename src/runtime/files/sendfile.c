/* Copying from a file to something that is modelled: sendfile.

   The contents pass through a buffer, a part at a time; each part is a transfer
   as `write` would do it.  The position in the file moves by what was taken. */

#include "runtime/files/descriptors.h"
#include "runtime/files/originals.h"
#include "runtime/files/files.h"
#include "runtime/files/shadow_copies.h"
#include "runtime/undo/pages.h"
#include "runtime/sched/syscalls.h"

#include <sys/stat.h>
#include <unistd.h>

enum { PART = 16 << 10 };

static int is_regular (long number) {
  struct stat s;
  return !sett_raw (SYS_fstat, number, &s) && S_ISREG (s.st_mode);
}

/* One part from this position on: how much was taken; 0 at the end. */
static long copy_part (long to, long from, long position, size_t most,
                       uintptr_t place) {
  char part[PART];
  sett_files_use (0, place);
  sett_copy_refresh (from);
  const long got = sett_raw (SYS_pread64, from, part,
                             most < sizeof part ? most : sizeof part, position);
  if (got <= 0)
    return got;
  const sett_call write = {SYS_write, {to, (long)part, got}};
  return sett_call_write (&write, place);
}

static long copy (long to, long from, long *position, size_t count,
                  uintptr_t place) {
  size_t total = 0;
  while (total < count) {
    const long n = copy_part (to, from, *position, count - total, place);
    if (n < 0 && !total)
      return n;
    if (n <= 0)
      break;
    *position += n;
    total += (size_t)n;
    if (n < PART)
      break;
  }
  return (long)total;
}

/* Between files it is the kernel's. */
long sett_call_sendfile (const sett_call *call, uintptr_t place) {
  const long to = (int)call->a[0], from = (int)call->a[1];
  long *given = (long *)call->a[2];
  sett_descriptors_enter (to, place);
  sett_descriptors_enter (from, place);
  if (!sett_descriptors_model (to) && !sett_descriptors_is_output (to))
    return sett_call_modify (call, place);
  if (sett_descriptors_model (from) && given)
    return -ESPIPE;
  if (sett_descriptors_model (from) || !is_regular (from))
    return -EINVAL;
  if (given) {
    sett_pages_touch (given, sizeof *given);
    return copy (to, from, given, (size_t)call->a[3], place);
  }
  sett_files_use (1, place);
  sett_originals_moved (from);
  sett_copy_refresh (from);
  long position = sett_raw (SYS_lseek, from, 0, SEEK_CUR);
  const long result = copy (to, from, &position, (size_t)call->a[3], place);
  sett_files_use (1, place);
  sett_raw (SYS_lseek, from, position, SEEK_SET);
  sett_position_give (from);
  return result;
}
