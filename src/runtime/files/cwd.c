/* Changing the folder that names begin in, and the mask of new files.

   Both are undone when the execution is over: the folder of the snapshot is
   kept open.  (Folders that the program has made are the shadow's.) */

#include "runtime/files/cwd.h"
#include "runtime/files/originals.h"

#include "runtime/files/descriptors.h"
#include "runtime/files/files.h"
#include "runtime/sched/syscalls.h"
#include "runtime/core/os_model.h"
#include "runtime/files/shadow.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>

static int original = -1; /* the folder */
static long mask;
static int moved, masked;

void sett_cwd_snapshot (void) {
  const long number = sett_raw (SYS_open, ".", O_PATH | O_CLOEXEC, 0);
  original = number < 0 ? -1 : sett_originals_hide ((int)number);
  mask = sett_raw (SYS_umask, 0);
  sett_raw (SYS_umask, mask);
}

void sett_cwd_restore (void) {
  if (moved)
    sett_raw (SYS_fchdir, original);
  if (masked)
    sett_raw (SYS_umask, mask);
  moved = masked = 0;
}

int sett_cwd_changed (void) {
  return moved || masked;
}

/* Everybody in the process who uses names meets it. */
long sett_call_folder (const sett_call *call, uintptr_t place) {
  sett_files_use (1, place);
  if (engine.has_snapshot && original < 0)
    sett_call_remark (sett_call_name (call->number), "not undone", place);
  const long result = sett_shadow_call (call);
  os_model->renamed++;
  moved |= engine.has_snapshot && original >= 0 && !result;
  return result;
}

/* Only threads of the process can change it. */
long sett_call_getcwd (const sett_call *call, uintptr_t place) {
  if (sett_threads_many (world->alive))
    sett_files_use (0, place);
  return sett_shadow_call (call);
}

long sett_call_umask (const sett_call *call, uintptr_t place) {
  sett_files_use (1, place);
  masked |= engine.has_snapshot;
  return sett_call_pass (call);
}

/*------------------------------------------------------------------------*/

void sett_cwd_show (const char *path, char *to, unsigned long size) {
  static char folder[PATH_MAX];
  const int active = engine.active;
  engine.active = 0;
  const size_t length = sett_shadow_folder (folder);
  if (length > 1 && !strncmp (path, folder, length) && path[length] == '/')
    path += length + 1;
  const size_t all = strlen (path);
  if (all < size)
    snprintf (to, size, "%s", path);
  else
    snprintf (to, size, "...%s", path + all + 4 - size);
  engine.active = active;
}
