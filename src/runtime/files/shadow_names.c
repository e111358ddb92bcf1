/* Names of the shadow: making and removing them.  The order of the checks is
   the kernel's, so that errors are, too. */

#include "runtime/files/shadow.h"

#include "base/assert.h"
#include "runtime/files/shadow_copies.h"

#include <fcntl.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Numbers of files that no file system of the machine has given out. */
#define FIRST_FILE ((uint64_t)1 << 40)

static sett_way way;

static uint32_t mask (void) {
  const long old = sett_raw (SYS_umask, 0);
  sett_raw (SYS_umask, old);
  return (uint32_t)old;
}

static uint32_t group_in (const sett_spot *folder) {
  return folder->s.st_mode & S_ISGID ? folder->s.st_gid : sett_user_group ();
}

/* File systems that count the folders in a folder begin with 2. */
static uint32_t links_in (const sett_spot *folder, uint32_t mode) {
  return S_ISDIR (mode) && folder->s.st_nlink >= 2 ? 2 : 1;
}

uint32_t sett_shadow_make (sett_spot *folder, uint32_t mode) {
  static struct timespec now;
  sett_raw (SYS_clock_gettime, CLOCK_REALTIME, &now);
  const uint32_t set_id =
      S_ISDIR (mode) ? (uint32_t)folder->s.st_mode & S_ISGID : 0;
  const uint32_t kept = S_ISLNK (mode) ? mode : mode & ~mask ();
  const struct stat s = {.st_dev = folder->s.st_dev,
                         .st_mode = kept | set_id,
                         .st_uid = sett_user_number (),
                         .st_gid = group_in (folder),
                         .st_nlink = links_in (folder, mode),
                         .st_size = S_ISDIR (mode) ? 4096 : 0,
                         .st_blksize = folder->s.st_blksize,
                         .st_atim = now,
                         .st_mtim = now,
                         .st_ctim = now};
  const uint32_t node = sett_table_node (&s);
  sett_put_long (&sett_node_at (node)->file, FIRST_FILE + node);
  if (S_ISREG (mode))
    sett_copy_create (node);
  return node;
}

/* The number of folders in a folder, where it is counted. */
static void count_folder (uint32_t folder, uint32_t node, uint32_t by) {
  SETT_ASSERT (folder < shadow->node_count && node < shadow->node_count);
  sett_node *f = sett_node_at (folder);
  if (S_ISDIR (sett_node_at (node)->mode) && f->links >= 2)
    sett_put (&f->links, f->links + by);
}

void sett_shadow_add (sett_spot *folder, const char *name, uint32_t node) {
  const uint32_t f = sett_spot_node (folder);
  sett_node *n = sett_node_at (node);
  sett_table_enter (f, name, node);
  sett_put (&n->folder, f);
  sett_put (&n->name, sett_table_text (name, strlen (name)));
  if (n->origin && !(n->flags & SETT_NODE_MOVED) && S_ISDIR (n->mode))
    sett_put (&shadow->moved, shadow->moved + 1);
  if (n->origin)
    sett_put (&n->flags, n->flags | SETT_NODE_MOVED);
  count_folder (f, node, 1);
  sett_node_modified (f);
}

void sett_shadow_take_away (sett_spot *folder, const char *name,
                            uint32_t node) {
  const uint32_t f = sett_spot_node (folder);
  sett_table_enter (f, name, 0);
  count_folder (f, node, (uint32_t)-1);
  sett_node_modified (f);
}

/* The machine's name of what the way leads to, if it is to be changed really;
   else null.  Where the kernel's own files are nothing is made or removed: a
   name that leads nowhere. */
const char *sett_way_real (const sett_way *w) {
  static char paths[2][PATH_MAX];
  static int which;
  char *path = paths[which ^= 1];
  if (!*w->folder.path || !sett_spot_path (&w->folder, w->name, path))
    return NULL;
  if (!sett_spot_is_real (&w->folder) && !sett_path_is_real (path))
    return NULL;
  if (sett_path_is_kernels (path)) {
    sett_shadow_spares ();
    return "";
  }
  sett_shadow_really ();
  return path;
}

/*------------------------------------------------------------------------*/
/* Making names. */

/* `way` leads to where a new name is wanted. */
static long find_new (int folder, const char *path, int of_folder) {
  const long wrong = sett_way_find (folder, path, SETT_WAY_NAME, &way);
  if (wrong)
    return wrong;
  if (way.last != SETT_LAST_NAME || way.exists)
    return -EEXIST;
  if (way.slash && !of_folder)
    return -ENOENT;
  return 0;
}

static long add_new (uint32_t mode, uint32_t *node) {
  const long wrong = sett_spot_may_add (&way.folder);
  if (wrong)
    return wrong;
  *node = sett_shadow_make (&way.folder, mode);
  sett_shadow_add (&way.folder, way.name, *node);
  return 0;
}

long sett_shadow_mkdir (int folder, const char *path, uint32_t mode) {
  uint32_t node;
  const long wrong = find_new (folder, path, 1);
  if (wrong)
    return wrong;
  const char *real = sett_way_real (&way);
  if (real)
    return sett_raw (SYS_mkdir, real, mode);
  return add_new (S_IFDIR | (mode & 01777), &node);
}

/* Devices are not made. */
long sett_shadow_mknod (int folder, const char *path, uint32_t mode,
                        uint64_t which) {
  uint32_t node;
  const uint32_t type = mode & S_IFMT ? mode & S_IFMT : S_IFREG;
  if (type == S_IFDIR)
    return -EPERM;
  if (type == S_IFCHR || type == S_IFBLK) {
    sett_shadow_lacks ("called mknod: no devices are made");
    return -EPERM;
  }
  if (type != S_IFREG && type != S_IFIFO && type != S_IFSOCK)
    return -EINVAL;
  const long wrong = find_new (folder, path, 0);
  if (wrong)
    return wrong;
  const char *real = sett_way_real (&way);
  if (real)
    return sett_raw (SYS_mknod, real, mode, which);
  return add_new (type | (mode & 07777), &node);
}

long sett_shadow_symlink (const char *text, int folder, const char *path) {
  uint32_t node;
  long wrong = *text ? find_new (folder, path, 0) : -ENOENT;
  if (wrong)
    return wrong;
  const char *real = sett_way_real (&way);
  if (real)
    return sett_raw (SYS_symlink, text, real);
  wrong = add_new (S_IFLNK | 0777, &node);
  if (wrong)
    return wrong;
  const size_t length = strlen (text);
  sett_put (&sett_node_at (node)->text, sett_table_text (text, length));
  sett_put_long (&sett_node_at (node)->size, length);
  return 0;
}

/*------------------------------------------------------------------------*/
/* Links. */

/* The kernel's protection against links to what belongs to others. */
static int may_link (const sett_spot *what) {
  if (sett_spot_is_own (what))
    return 1;
  const mode_t mode = what->s.st_mode;
  return S_ISREG (mode) && !(mode & S_ISUID) &&
         (mode & (S_ISGID | S_IXGRP)) != (S_ISGID | S_IXGRP) &&
         !sett_spot_may (what, R_OK | W_OK);
}

static long link_to (sett_spot *what) {
  if (what->s.st_dev != way.folder.s.st_dev)
    return -EXDEV;
  if (!may_link (what))
    return -EPERM;
  const long wrong = sett_spot_may_add (&way.folder);
  if (wrong)
    return wrong;
  if (S_ISDIR (what->s.st_mode))
    return -EPERM;
  const uint32_t node = sett_spot_node (what);
  sett_node *n = sett_node_at (node);
  if (!n->links && !(n->flags & SETT_NODE_UNNAMED))
    return -ENOENT;
  sett_put (&n->flags, n->flags & ~(uint32_t)SETT_NODE_UNNAMED);
  sett_put (&n->links, n->links + 1);
  sett_table_enter (sett_spot_node (&way.folder), way.name, node);
  sett_node_modified (way.folder.node);
  sett_node_changed (node);
  if (n->origin)
    return 0;
  sett_put (&n->folder, way.folder.node);
  sett_put (&n->name, sett_table_text (way.name, strlen (way.name)));
  return 0;
}

/* By its number alone who has opened it may, since Linux 6.10, and root: the
   kernel is asked, by a name that is there already.  Whether another user whom
   the program has become has opened it is not known. */
static long may_link_number (int number) {
  if (sett_user_can (SETT_CAN_SEARCH))
    return 0;
  if (sett_user_differs ()) {
    sett_shadow_lacks ("called linkat with AT_EMPTY_PATH as another user: "
                       "refused");
    return -ENOENT;
  }
  const long asked =
      sett_raw (SYS_linkat, number, "", AT_FDCWD, "/", AT_EMPTY_PATH);
  return asked == -ENOENT || asked == -EBADF ? asked : 0;
}

long sett_shadow_link (int from_folder, const char *from, int to_folder,
                       const char *to, int flags) {
  static sett_spot what;
  if (flags & ~(AT_SYMLINK_FOLLOW | AT_EMPTY_PATH))
    return -EINVAL;
  long wrong = !*from && flags & AT_EMPTY_PATH && from_folder != AT_FDCWD
                   ? may_link_number (from_folder)
                   : 0;
  if (wrong)
    return wrong;
  wrong = sett_shadow_find (
      from_folder, from,
      (flags & AT_EMPTY_PATH) |
          (flags & AT_SYMLINK_FOLLOW ? 0 : AT_SYMLINK_NOFOLLOW),
      &what);
  if (wrong)
    return wrong;
  wrong = find_new (to_folder, to, 0);
  if (wrong)
    return wrong;
  const char *real = sett_way_real (&way);
  if (real && sett_spot_is_real (&what))
    return sett_raw (SYS_linkat, AT_FDCWD, what.path, AT_FDCWD, real, 0);
  return real || sett_spot_is_real (&what) ? -EXDEV : link_to (&what);
}

/*------------------------------------------------------------------------*/
/* Removing names. */

/* One link less; a folder is gone. */
void sett_shadow_drop (uint32_t node) {
  SETT_ASSERT (node && node < shadow->node_count);
  sett_node *n = sett_node_at (node);
  sett_put (&n->links, S_ISDIR (n->mode) || !n->links ? 0 : n->links - 1);
  sett_node_changed (node);
}

static long check_last (int as_folder) {
  if (!as_folder)
    return way.last == SETT_LAST_NAME ? 0 : -EISDIR;
  return way.last == SETT_LAST_DOT    ? -EINVAL
         : way.last == SETT_LAST_DOTS ? -ENOTEMPTY
         : way.last == SETT_LAST_ROOT ? -EBUSY
                                      : 0;
}

long sett_shadow_unlink (int folder, const char *path, int flags) {
  const int as_folder = flags == AT_REMOVEDIR;
  if (flags & ~AT_REMOVEDIR)
    return -EINVAL;
  long wrong = sett_way_find (folder, path, SETT_WAY_NAME, &way);
  if (!wrong)
    wrong = check_last (as_folder);
  if (!wrong && !way.exists)
    wrong = -ENOENT;
  if (wrong)
    return wrong;
  if (way.slash && !as_folder)
    return S_ISDIR (way.at.s.st_mode) ? -EISDIR : -ENOTDIR;
  const char *real = sett_way_real (&way);
  if (real)
    return sett_raw (as_folder ? SYS_rmdir : SYS_unlink, real);
  wrong = sett_spot_may_remove (&way.folder, &way.at, as_folder);
  if (wrong)
    return wrong;
  if (as_folder && !sett_shadow_is_empty (&way.at))
    return -ENOTEMPTY;
  const uint32_t node = sett_spot_node (&way.at);
  sett_shadow_take_away (&way.folder, way.name, node);
  sett_shadow_drop (node);
  return 0;
}
