/* The merged view of files, and the program's memory from which names come: see
   shadow.h. */

#include "runtime/files/shadow.h"

#include "base/assert.h"
#include "runtime/core/engine.h"
#include "runtime/sched/own_signals.h"
#include "runtime/undo/pages.h"
#include "runtime/files/shadow_copies.h"
#include "runtime/core/pool.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <linux/stat.h>
#include <string.h>
#include <sys/statfs.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

/*------------------------------------------------------------------------*/
/* The program's memory, which may be anything. */

typedef struct transfer {
  char *to;
  const char *from;
  size_t size;
  int text; /* ends with 0, or is too long */
} transfer;

static void transfer_bytes (void *data) {
  transfer *t = data;
  if (!t->text) {
    memcpy (t->to, t->from, t->size);
    return;
  }
  for (size_t i = 0; i < t->size; i++)
    if (!(t->to[i] = t->from[i])) {
      t->size = i;
      return;
    }
}

/* Where faults are not caught, as before main, a wrong address is one. */
static long move_bytes (transfer *t) {
  if (!engine.shared || engine.real_threads) {
    transfer_bytes (t);
    return 0;
  }
  return sett_own_signals_try (transfer_bytes, t) ? 0 : -EFAULT;
}

long sett_take_path (const void *from, char to[PATH_MAX]) {
  transfer t = {to, from, PATH_MAX, 1};
  const long wrong = from ? move_bytes (&t) : -EFAULT;
  return wrong ? wrong : t.size == PATH_MAX ? -ENAMETOOLONG : 0;
}

long sett_give (void *to, const void *from, size_t size) {
  transfer t = {to, from, size, 0};
  sett_pages_touch (to, size);
  return move_bytes (&t);
}

long sett_take (void *to, const void *from, size_t size) {
  transfer t = {to, from, size, 0};
  return move_bytes (&t);
}

void sett_shadow_really (void) {
  sett_pool_needs_files ();
  if (engine.shared && engine.has_snapshot &&
      engine.shared->orders.task == SETT_TASK_SEARCH)
    sett_note_add (1, 0, "changed files that --real names: not undone");
}

void sett_shadow_lacks (const char *what) {
  if (engine.shared)
    sett_note_add (1, 0, what);
  else
    shadow->early_refusals = 1;
}

long sett_shadow_spares (void) {
  sett_shadow_lacks ("refused to change a file of the kernel");
  return -EACCES;
}

/*------------------------------------------------------------------------*/
/* For others. */

long sett_shadow_fstat (long number, struct stat *s) {
  static struct stat status; /* the kernel may write to it */
  const long wrong = sett_raw (SYS_fstat, number, &status);
  if (wrong)
    return wrong;
  *s = status;
  const uint32_t node = sett_shadow_is_on () && sett_shadow_any ()
                            ? sett_table_by_key (s->st_dev, s->st_ino)
                            : 0;
  if (node)
    sett_node_status (node, s);
  return 0;
}

int sett_shadow_is_only_path (long number) {
  const long flags = sett_raw (SYS_fcntl, number, F_GETFL, 0);
  return flags >= 0 && flags & O_PATH;
}

static sett_spot spot;

long sett_shadow_lstat (const char *path, struct stat *s) {
  if (!sett_shadow_is_on ())
    return sett_raw (SYS_lstat, path, s);
  const long wrong =
      sett_shadow_find (AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, &spot);
  *s = spot.s;
  return wrong;
}

/* What is not there has the name of its folder, and its own. */
static void name_missing (const sett_way *w, char *name) {
  const size_t length = sett_spot_name (&w->folder, name);
  const int slash = length != 1;
  if (!length || w->last != SETT_LAST_NAME ||
      length + strlen (w->name) + 2 > PATH_MAX)
    *name = 0;
  else {
    name[length] = '/';
    strcpy (name + length + slash, w->name);
  }
}

long sett_shadow_where (int folder, const char *given, int follow,
                        struct stat *s, char name[PATH_MAX]) {
  static sett_way way;
  static char text[PATH_MAX];
  long wrong = sett_take_path (given, text);
  if (!wrong)
    wrong = sett_way_find (folder, text, follow ? SETT_WAY_FOLLOW : 0, &way);
  if (name)
    *name = 0;
  if (wrong)
    return wrong;
  if (!way.exists && name)
    name_missing (&way, name);
  if (!way.exists)
    return 0;
  *s = way.at.s;
  if (name && !sett_spot_name (&way.at, name))
    *name = 0;
  return 1;
}

long sett_shadow_socket (const char *path, uint32_t *socket, uint32_t *node) {
  *socket = *node = 0;
  long wrong = sett_shadow_find (AT_FDCWD, path, 0, &spot);
  if (!wrong)
    wrong = sett_spot_may (&spot, W_OK);
  if (wrong || !spot.node || !S_ISSOCK (spot.s.st_mode))
    return wrong;
  *node = spot.node;
  *socket = sett_node_at (spot.node)->bound;
  return 0;
}

uint32_t sett_shadow_put_socket (const char *path, uint32_t socket) {
  const uint32_t node = sett_shadow_node (AT_FDCWD, path, 0);
  SETT_ASSERT (node && node < shadow->node_count);
  sett_put (&sett_node_at (node)->bound, socket);
  return node;
}

long sett_shadow_may (int folder, const char *given, int follow, int flags) {
  static const int rights[] = {
      [O_RDONLY] = R_OK, [O_WRONLY] = W_OK, [O_RDWR] = R_OK | W_OK};
  static char text[PATH_MAX];
  if (!sett_shadow_is_on () || (flags & O_ACCMODE) > O_RDWR)
    return 0;
  long wrong = sett_take_path (given, text);
  if (!wrong)
    wrong = sett_shadow_find (folder, text, follow ? 0 : AT_SYMLINK_NOFOLLOW,
                              &spot);
  return wrong ? wrong : sett_spot_may (&spot, rights[flags & O_ACCMODE]);
}

uint32_t sett_shadow_node (int folder, const char *given, int follow) {
  static char text[PATH_MAX];
  if (!sett_shadow_is_on () || sett_take_path (given, text) ||
      sett_shadow_find (folder, text, follow ? 0 : AT_SYMLINK_NOFOLLOW, &spot))
    return 0;
  return sett_spot_node (&spot);
}

size_t sett_shadow_name (long number, char to[PATH_MAX]) {
  return sett_spot_of_number (number, &spot) ? 0 : sett_spot_name (&spot, to);
}

size_t sett_shadow_folder (char to[PATH_MAX]) {
  if (sett_spot_of_folder (&spot) || sett_spot_is_gone (&spot))
    return 0;
  return sett_spot_name (&spot, to);
}

void sett_shadow_fork (unsigned child) {
  SETT_ASSERT (child < SETT_SYSTEM_PROCESSES);
  sett_put (&shadow->folders[child], shadow->folders[sett_table_process]);
}

void sett_shadow_snapshot (void) {
  if (!sett_shadow_is_on ())
    return;
  sett_table_snapshot ();
  sett_copies_snapshot ();
}

void sett_shadow_restore (void) {
  if (!sett_shadow_is_on ())
    return;
  sett_table_restore ();
  sett_copies_restore ();
}

int sett_shadow_changed (void) {
  return sett_shadow_is_on () && sett_table_changed ();
}

/* It is executed as the kernel finds it.  The mode of an own file is Sett's. */
long sett_shadow_program (const char *path, char to[PATH_MAX]) {
  if (strlen (path) >= PATH_MAX)
    return -ENAMETOOLONG;
  strcpy (to, path);
  if (!sett_shadow_is_on () || (!sett_shadow_any () && !sett_user_differs ()))
    return 0;
  const long wrong = sett_shadow_find (AT_FDCWD, path, 0, &spot);
  if (wrong)
    return wrong;
  if (!S_ISREG (spot.s.st_mode) || sett_spot_may (&spot, X_OK))
    return -EACCES;
  if (spot.node && sett_node_at (spot.node)->flags & SETT_NODE_OWN) {
    sett_copy_path (spot.node, to);
    sett_raw (SYS_chmod, to, 0700);
  } else if (spot.node || shadow->moved || shadow->folders[sett_table_process])
    strcpy (to, spot.path);
  return 0;
}

static sett_way found_way; /* large: not on a stack */

long sett_shadow_find (int folder, const char *path, int flags,
                       sett_spot *found) {
  if (!*path)
    return !(flags & AT_EMPTY_PATH) ? -ENOENT
           : folder == AT_FDCWD     ? sett_spot_of_folder (found)
                                    : sett_spot_of_number (folder, found);
  const long wrong = sett_way_to (
      folder, path, flags & AT_SYMLINK_NOFOLLOW ? 0 : SETT_WAY_FOLLOW,
      &found_way);
  if (!wrong)
    sett_spot_copy (found, &found_way.at);
  return wrong;
}
