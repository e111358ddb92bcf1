/* Opening files of the shadow.

   What is opened to be written has contents of its own from then on.  What is
   only read is the original as long as nobody has changed it. */

#include "base/assert.h"
#include "runtime/files/shadow.h"

#include "runtime/core/engine.h"
#include "runtime/files/realm.h"
#include "runtime/files/shadow_copies.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static sett_way way;

static int writes (int flags) {
  return (flags & O_ACCMODE) != O_RDONLY || flags & O_TRUNC;
}

static int rights (int flags) {
  const int mode = flags & O_ACCMODE;
  return (mode == O_WRONLY   ? W_OK
          : mode == O_RDONLY ? R_OK
                             : R_OK | W_OK) |
         (flags & O_TRUNC ? W_OK : 0);
}

/* As the machine has it: the kernel decides and opens. */
static long open_machine (const sett_spot *spot, int flags) {
  const int by_number = !strncmp (spot->path, "/proc/self/fd/", 14);
  const int link = S_ISLNK (spot->s.st_mode) ? O_NOFOLLOW : 0;
  const int kept = (flags & ~(O_CREAT | O_EXCL)) | link;
  return sett_raw (SYS_open, spot->path, by_number ? kept & ~O_NOFOLLOW : kept,
                   0);
}

/* May the original be written?  To open it changes nothing. */
static long may_write_original (const sett_spot *spot, int flags) {
  const int mode = (flags & O_ACCMODE) == O_RDONLY
                       ? O_RDWR
                       : flags & (O_ACCMODE | O_NOATIME);
  const long file = sett_raw (SYS_open, spot->path, mode | O_CLOEXEC, 0);
  if (file >= 0)
    sett_raw (SYS_close, file);
  return file < 0 ? file : 0;
}

static int is_as_machine (const sett_spot *spot) {
  if (!spot->node)
    return 1;
  const uint32_t flags = sett_node_at (spot->node)->flags;
  return *spot->path && !(flags & (SETT_NODE_RULED | SETT_NODE_OWN));
}

/* The kernel judges by the user who runs Sett. */
static long may_open (const sett_spot *spot, int flags) {
  return flags & O_PATH || !sett_user_differs ()
             ? 0
             : sett_spot_may (spot, rights (flags));
}

static long open_regular (sett_spot *spot, int flags) {
  if (!engine.shared && !(flags & O_PATH) && writes (flags) &&
      sett_path_is_kernels (spot->path)) /* else realm.c looks at it */
    return sett_shadow_spares ();
  if (sett_spot_is_real (spot)) {
    if (writes (flags))
      sett_shadow_really ();
    return open_machine (spot, flags);
  }
  if (is_as_machine (spot) && (flags & O_PATH || !writes (flags)))
    return open_machine (spot, flags);
  const long wrong = flags & O_PATH ? 0
                     : is_as_machine (spot)
                         ? may_write_original (spot, flags)
                         : sett_spot_may (spot, rights (flags));
  if (wrong)
    return wrong;
  const uint32_t node = sett_spot_node (spot);
  if (flags & O_PATH && !(sett_node_at (node)->flags & SETT_NODE_OWN))
    return open_machine (spot, flags);
  sett_copy_up (node);
  return sett_copy_open (node, flags);
}

static long open_folder (const sett_spot *spot, int flags) {
  if (!spot->node || !sett_shadow_is_listed (spot->node))
    return open_machine (spot, flags);
  const long wrong = flags & O_PATH ? 0 : sett_spot_may (spot, R_OK);
  return wrong ? wrong : sett_copy_open_folder (spot->node, flags);
}

/* FIFOs are not opened here (files.c); an own one, or an own socket, cannot be
   opened at all. */
static long open_special (const sett_spot *spot, int flags) {
  if (!engine.shared && writes (flags) && !sett_file_is_tame (&spot->s)) {
    shadow->early_refusals = 1;
    return -EACCES;
  }
  if (*spot->path)
    return open_machine (spot, flags);
  return flags & O_PATH ? sett_copy_open_folder (spot->node, flags) : -ENXIO;
}

static long open_found (sett_spot *spot, int flags) {
  SETT_ASSERT (spot == &way.at && way.exists);
  const mode_t mode = spot->s.st_mode;
  if (flags & O_CREAT && S_ISDIR (mode))
    return -EISDIR;
  if (flags & O_DIRECTORY && !S_ISDIR (mode))
    return -ENOTDIR;
  if (S_ISLNK (mode) && !(flags & O_PATH))
    return -ELOOP;
  if (flags & O_NOATIME && !(flags & O_PATH) && !sett_spot_is_own (spot))
    return -EPERM;
  if (S_ISDIR (mode) && !(flags & O_PATH) && writes (flags))
    return -EISDIR;
  const long wrong = may_open (spot, flags);
  if (wrong)
    return wrong;
  return S_ISREG (mode)   ? open_regular (spot, flags)
         : S_ISDIR (mode) ? open_folder (spot, flags)
                          : open_special (spot, flags);
}

static long open_new (int flags, uint32_t mode) {
  SETT_ASSERT (!way.exists && flags & O_CREAT);
  const char *real = sett_way_real (&way);
  if (real)
    return sett_raw (SYS_open, real, flags, mode);
  const long wrong = sett_spot_may_add (&way.folder);
  if (wrong)
    return wrong;
  const uint32_t node =
      sett_shadow_make (&way.folder, S_IFREG | (mode & 07777));
  sett_shadow_add (&way.folder, way.name, node);
  return sett_copy_open (node, flags);
}

/* O_TMPFILE */
static long open_unnamed (int flags, uint32_t mode) {
  if (!S_ISDIR (way.at.s.st_mode))
    return -ENOTDIR;
  if (!(flags & (O_WRONLY | O_RDWR)))
    return -EINVAL;
  const long wrong = sett_spot_may_add (&way.at);
  if (wrong)
    return wrong;
  const uint32_t node = sett_shadow_make (&way.at, S_IFREG | (mode & 07777));
  sett_node *n = sett_node_at (node);
  sett_put (&n->links, 0);
  sett_put (&n->folder, sett_spot_node (&way.at));
  sett_put (&n->name, sett_table_text ("#", 1));
  if (!(flags & O_EXCL))
    sett_put (&n->flags, n->flags | SETT_NODE_UNNAMED);
  return sett_copy_open (node, flags);
}

long sett_shadow_open (int folder, const char *path, int flags, uint32_t mode) {
  if (flags & O_PATH)
    flags &= O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  const int unnamed = (flags & O_TMPFILE) == O_TMPFILE;
  if (flags & O_CREAT && flags & O_DIRECTORY && !unnamed)
    return -EINVAL;
  const int makes = flags & O_CREAT && !unnamed;
  const int exact =
      flags & O_NOFOLLOW || (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL);
  const int how =
      (exact && !unnamed ? 0 : SETT_WAY_FOLLOW) | (makes ? SETT_WAY_NAME : 0);
  const long wrong = sett_way_find (folder, path, how, &way);
  if (wrong)
    return wrong;
  if (makes && way.last == SETT_LAST_NAME && way.slash)
    return -EISDIR; /* what is to be made is no folder */
  if (!way.exists)
    return makes ? open_new (flags, mode) : -ENOENT;
  if (unnamed)
    return open_unnamed (flags, mode);
  if ((flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL))
    return -EEXIST;
  return open_found (&way.at, flags);
}
