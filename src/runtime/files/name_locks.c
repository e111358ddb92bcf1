/* Names of files as locks.

   Who makes a name that must not be there yet (O_EXCL, mkdir, link, symlink)
   comes after whoever removed it before (unlink, rmdir, rename): the kernel
   lets one at a time change a folder.  So a lock file guards memory, too.
   Nothing else that is done with files orders accesses to memory.

   What always holds: the two events conflict, for both change the word of the
   name, or all files (paths.h).  So whoever shares a word with another name is
   ordered in executions only in which the order of the two was a choice:
   accesses that race are without order in another one, where nothing is between
   them. */

#include "runtime/files/name_locks.h"

#include "runtime/files/paths.h"
#include "runtime/files/shadow.h"
#include "runtime/race/races.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/syscall.h>

typedef struct entry {
  int folder;
  const char *path; /* null: none */
} entry;

static entry at (long folder, long path) {
  return (entry){(int)folder, (const char *)path};
}

/* Which name must not be there before? */
static entry made_by (const sett_call *call) {
  const long *a = call->a;
  switch (call->number) {
  case SYS_openat:
    return (a[2] & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL) ? at (a[0], a[1])
                                                             : at (0, 0);
  case SYS_mkdir:
  case SYS_mknod:
    return at (AT_FDCWD, a[0]);
  case SYS_mkdirat:
  case SYS_mknodat:
    return at (a[0], a[1]);
  case SYS_link:
  case SYS_symlink:
    return at (AT_FDCWD, a[1]);
  case SYS_symlinkat:
    return at (a[1], a[2]);
  case SYS_linkat:
    return at (a[2], a[3]);
  case SYS_renameat2:
    return a[4] & RENAME_NOREPLACE ? at (a[2], a[3]) : at (0, 0);
  default:
    return at (0, 0);
  }
}

/* Which one is not there afterwards? */
static entry removed_by (const sett_call *call) {
  switch (call->number) {
  case SYS_unlink:
  case SYS_rmdir:
  case SYS_rename:
    return at (AT_FDCWD, call->a[0]);
  case SYS_unlinkat:
  case SYS_renameat:
  case SYS_renameat2:
    return at (call->a[0], call->a[1]);
  default:
    return at (0, 0);
  }
}

long sett_name_call (const sett_call *call) {
  const entry makes = made_by (call), removes = removed_by (call);
  const uint64_t *made = sett_paths_word (makes.folder, makes.path);
  const uint64_t *removed = sett_paths_word (removes.folder, removes.path);
  const long result = sett_shadow_call (call);
  if (result >= 0 && made)
    sett_races_acquire (made);
  if (result >= 0 && removed)
    sett_races_release (removed);
  return result;
}
