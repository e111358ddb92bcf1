/* Contents that the program makes or changes: see shadow_copies.h.  They are in
   files of Sett alone. */

#include "runtime/files/shadow_copies.h"
#include "runtime/files/originals.h"

#include "base/assert.h"
#include "runtime/files/descriptors.h"
#include "runtime/core/engine.h"
#include "runtime/files/shadow_view.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <string.h>
#include <unistd.h>

/* The kernel may write to them. */
static struct stat status;
static char buffer[64 << 10];

/*------------------------------------------------------------------------*/
/* Names: "FOLDER/c17" for contents, "p17" for what they were, "l3" for what
   stands for a folder. */

static void write_path (char kind, uint32_t number, char to[PATH_MAX]) {
  char digits[12];
  int count = 0;
  size_t length = strlen (shadow->orders.folder);
  memcpy (to, shadow->orders.folder, length);
  to[length++] = '/';
  to[length++] = kind;
  do
    digits[count++] = (char)('0' + number % 10);
  while (number /= 10);
  while (count)
    to[length++] = digits[--count];
  to[length] = 0;
  SETT_ASSERT (length < PATH_MAX);
}

void sett_copy_path (uint32_t node, char to[PATH_MAX]) {
  write_path ('c', node, to);
}

/* Must work, or there is no way on. */
static long open_own (char kind, uint32_t number, int flags) {
  char path[PATH_MAX];
  write_path (kind, number, path);
  const long file = sett_raw (SYS_open, path, flags | O_CLOEXEC, 0600);
  if (file < 0)
    sett_shadow_give_up ("cannot open a file", file);
  return file;
}

/*------------------------------------------------------------------------*/
/* Copying. */

static int is_unable (long error) {
  return error == -EXDEV || error == -EINVAL || error == -ENOSYS ||
         error == -EOPNOTSUPP || error == -EPERM || error == -ETXTBSY;
}

static void write_all (long to, const char *bytes, size_t length, long at) {
  while (length) {
    const long n = sett_raw (SYS_pwrite64, to, bytes, length, at);
    if (n <= 0)
      sett_shadow_give_up ("no room for a copy", n);
    bytes += n;
    length -= (size_t)n;
    at += n;
  }
}

/* A piece without holes. */
static void copy_piece (long from, long to, long at, long end) {
  static int unable; /* for good: other files are where these are */
  while (at < end) {
    long in = at, out = at;
    long n = unable ? -EINVAL
                    : sett_raw (SYS_copy_file_range, from, &in, to, &out,
                                end - at, 0);
    if (n < 0 && is_unable (n)) {
      unable = 1;
      n = sett_raw (SYS_pread64, from, buffer, sizeof buffer, at);
      if (n > end - at)
        n = end - at;
      if (n > 0)
        write_all (to, buffer, (size_t)n, at);
    }
    if (n < 0)
      sett_shadow_give_up (
          n == -EIO ? "cannot read a file" : "no room for a copy", n);
    if (!n)
      return;
    at += n;
  }
}

/* `to` is empty. */
static void copy (long from, long to, long size) {
  if (!size || !sett_raw (SYS_ioctl, to, FICLONE, from))
    return;
  for (long at = 0; at < size;) {
    const long data = sett_raw (SYS_lseek, from, at, SEEK_DATA);
    if (data == -ENXIO)
      break;
    const long hole =
        data < 0 ? size : sett_raw (SYS_lseek, from, data, SEEK_HOLE);
    const long end = hole < 0 || hole > size ? size : hole;
    copy_piece (from, to, data < 0 ? at : data, end);
    at = end;
  }
  const long wrong = sett_raw (SYS_ftruncate, to, size);
  if (wrong)
    sett_shadow_give_up ("no room for a copy", wrong);
}

static void copy_times (long to, const struct stat *s) {
  const struct timespec times[2] = {s->st_atim, s->st_mtim};
  sett_raw (SYS_utimensat, to, 0, times, 0);
}

/*------------------------------------------------------------------------*/
/* Files of its own. */

/* Its own file is there: the node is known by it. */
static void adopt (uint32_t node, long file) {
  sett_node *n = sett_node_at (node);
  sett_raw (SYS_fstat, file, &status);
  sett_table_add_key (status.st_dev, status.st_ino, node);
  sett_put (&n->flags, n->flags | SETT_NODE_OWN);
  sett_put_long (&n->own_changed[0], (uint64_t)status.st_ctim.tv_sec);
  sett_put_long (&n->own_changed[1], (uint64_t)status.st_ctim.tv_nsec);
}

void sett_copy_create (uint32_t node) {
  const long file = open_own ('c', node, O_RDWR | O_CREAT | O_TRUNC);
  adopt (node, file);
  sett_raw (SYS_close, file);
}

static long open_origin (uint32_t node) {
  const char *path = sett_text_at (sett_node_at (node)->origin);
  const long file =
      sett_raw (SYS_open, path, O_RDONLY | O_CLOEXEC | O_NOATIME, 0);
  return file == -EPERM ? sett_raw (SYS_open, path, O_RDONLY | O_CLOEXEC, 0)
                        : file;
}

/* One that may be written, but not read, cannot be copied. */
void sett_copy_up (uint32_t node) {
  const sett_node *n = sett_node_at (node);
  if (n->flags & SETT_NODE_OWN)
    return;
  const long from = open_origin (node);
  if (from < 0)
    sett_shadow_give_up ("a file that cannot be read is to be changed; name it "
                         "with --real",
                         from);
  const long to = open_own ('c', node, O_RDWR | O_CREAT | O_TRUNC);
  struct stat s;
  sett_raw (SYS_fstat, from, &status);
  s = status;
  copy (from, to, s.st_size);
  s.st_atim = (struct timespec){n->times[0][0], n->times[0][1]};
  s.st_mtim = (struct timespec){n->times[1][0], n->times[1][1]};
  copy_times (to, &s);
  adopt (node, to);
  sett_raw (SYS_close, from);
  sett_raw (SYS_close, to);
}

/* What the kernel must not do again, or to what is no folder. */
enum { OPENED = O_CREAT | O_EXCL | O_TRUNC | O_TMPFILE | O_DIRECTORY | O_PATH };

long sett_copy_open (uint32_t node, int flags) {
  char path[PATH_MAX];
  write_path ('c', node, path);
  if (flags & O_TRUNC)
    sett_copy_write_node (node);
  const int kept = (flags & ~OPENED) | (flags & (O_TRUNC | O_PATH));
  return sett_raw (SYS_open, path, kept & ~(O_SYNC | O_DIRECT), 0);
}

long sett_copy_open_folder (uint32_t node, int flags) {
  char path[PATH_MAX];
  const uint32_t number = shadow->listings;
  sett_put (&shadow->listings, number + 1);
  const long own = open_own ('l', number, O_RDWR | O_CREAT | O_TRUNC);
  sett_raw (SYS_fstat, own, &status);
  if (!sett_table_by_key (status.st_dev, status.st_ino))
    sett_table_add_key (status.st_dev, status.st_ino, node);
  sett_raw (SYS_close, own);
  write_path ('l', number, path);
  return sett_raw (SYS_open, path,
                   O_RDONLY | (flags & (O_CLOEXEC | O_PATH | O_NONBLOCK)), 0);
}

long sett_copy_reopen (long number) {
  char path[PATH_MAX];
  sett_raw (SYS_fstat, number, &status);
  const uint64_t device = status.st_dev, file = status.st_ino;
  for (uint32_t i = shadow->listings; i-- > 0;) {
    write_path ('l', i, path);
    if (!sett_raw (SYS_stat, path, &status) && status.st_dev == device &&
        status.st_ino == file)
      return open_own ('l', i, O_RDWR);
  }
  sett_shadow_give_up ("a folder is lost", 0);
}

/*------------------------------------------------------------------------*/
/* What is known of it. */

static int look_at (uint32_t node) {
  char path[PATH_MAX];
  write_path ('c', node, path);
  return !sett_raw (SYS_stat, path, &status);
}

void sett_copy_status (uint32_t node, struct stat *s) {
  const sett_node *n = sett_node_at (node);
  if (!look_at (node))
    return;
  s->st_size = status.st_size;
  s->st_blocks = status.st_blocks;
  s->st_atim = status.st_atim;
  s->st_mtim = status.st_mtim;
  if (status.st_ctim.tv_sec != n->own_changed[0] ||
      status.st_ctim.tv_nsec != n->own_changed[1])
    s->st_ctim = status.st_ctim;
}

long sett_copy_set_times (uint32_t node, const struct timespec times[2]) {
  char path[PATH_MAX];
  write_path ('c', node, path);
  sett_copy_write_node (node);
  return sett_raw (SYS_utimensat, AT_FDCWD, path, times, 0);
}

void sett_copy_touch (uint32_t node) {
  sett_node *n = sett_node_at (node);
  if (!look_at (node))
    return;
  sett_put_long (&n->own_changed[0], (uint64_t)status.st_ctim.tv_sec);
  sett_put_long (&n->own_changed[1], (uint64_t)status.st_ctim.tv_nsec);
}

/*------------------------------------------------------------------------*/
/* The snapshot. */

enum { NOT_THERE, THERE, KEPT }; /* is_kept: what is in it at the snapshot */

static void keep (uint32_t node) {
  SETT_ASSERT (node && node < shadow->node_count);
  const long from = open_own ('c', node, O_RDONLY);
  const long to = open_own ('p', node, O_RDWR | O_CREAT | O_TRUNC);
  struct stat s;
  sett_raw (SYS_fstat, from, &status);
  s = status;
  copy (from, to, s.st_size);
  copy_times (to, &s);
  sett_raw (SYS_close, from);
  sett_raw (SYS_close, to);
  shadow->is_kept[node] = KEPT;
}

void sett_copy_write_node (uint32_t node) {
  SETT_ASSERT (node < shadow->node_count);
  if (node >= shadow->base_nodes || shadow->is_dirty[node] ||
      shadow->is_kept[node] == NOT_THERE)
    return;
  if (shadow->is_kept[node] == THERE)
    keep (node);
  shadow->is_dirty[node] = 1;
  shadow->dirty[shadow->dirty_count++] = node;
  SETT_ASSERT (shadow->dirty_count <= shadow->base_nodes);
}

/* What is seen as its last change is written down: a copy has another one. */
static void settle_change (uint32_t node) {
  sett_node *n = sett_node_at (node);
  struct stat s;
  sett_node_status (node, &s);
  n->times[SETT_CHANGED][0] = s.st_ctim.tv_sec;
  n->times[SETT_CHANGED][1] = s.st_ctim.tv_nsec;
  n->own_changed[0] = status.st_ctim.tv_sec;
  n->own_changed[1] = status.st_ctim.tv_nsec;
}

void sett_copies_snapshot (void) {
  for (uint32_t i = 1; i < shadow->node_count; i++) {
    const uint32_t flags = sett_node_at (i)->flags;
    if (flags & SETT_NODE_OWN)
      settle_change (i);
    shadow->is_kept[i] = flags & SETT_NODE_OWN ? THERE : NOT_THERE;
    if (flags & SETT_NODE_OWN && flags & SETT_NODE_MAPPED)
      sett_copy_write_node (i);
  }
}

/* The time of the last change is set by the kernel: what was seen then is in
   the node. */
static void bring_back (uint32_t node) {
  const long from = open_own ('p', node, O_RDONLY);
  const long to = open_own ('c', node, O_RDWR | O_TRUNC);
  struct stat s;
  sett_raw (SYS_fstat, from, &status);
  s = status;
  copy (from, to, s.st_size);
  copy_times (to, &s);
  sett_raw (SYS_fstat, to, &status);
  sett_node *n = sett_node_at (node);
  n->own_changed[0] = status.st_ctim.tv_sec;
  n->own_changed[1] = status.st_ctim.tv_nsec;
  sett_raw (SYS_close, from);
  sett_raw (SYS_close, to);
}

void sett_copies_restore (void) {
  uint32_t left = 0;
  for (uint32_t i = 0; i < shadow->dirty_count; i++) {
    const uint32_t node = shadow->dirty[i];
    bring_back (node);
    if (sett_node_at (node)->flags & SETT_NODE_MAPPED)
      shadow->dirty[left++] = node;
    else
      shadow->is_dirty[node] = 0;
  }
  shadow->dirty_count = left;
}

/*------------------------------------------------------------------------*/
/* Descriptors. */

static uint32_t node_of (long number) {
  if (!sett_shadow_is_on () || !sett_shadow_any () ||
      sett_raw (SYS_fstat, number, &status))
    return 0;
  return sett_table_by_key (status.st_dev, status.st_ino);
}

/* What is changed does not run with its owner's rights any more. */
static void take_rights (uint32_t node, long number) {
  sett_node *n = sett_node_at (node);
  const uint32_t group = n->mode & S_IXGRP ? S_ISGID : 0;
  if (!(n->mode & (S_ISUID | group)) || sett_user_can (SETT_CAN_KEEP_ID) ||
      (sett_raw (SYS_fcntl, number, F_GETFL, 0) & O_ACCMODE) == O_RDONLY)
    return;
  sett_put (&n->mode, n->mode & ~(S_ISUID | group));
  sett_put (&n->flags, n->flags | SETT_NODE_RULED);
}

void sett_copy_write (long number) {
  const uint32_t node = node_of (number);
  if (!node || !S_ISREG (sett_node_at (node)->mode))
    return;
  sett_copy_write_node (node);
  take_rights (node, number);
}

/* Does it lead to the original (`status`), which was copied meanwhile? */
static int is_behind (uint32_t node) {
  const sett_node *n = sett_node_at (node);
  return n->flags & SETT_NODE_OWN && n->origin && n->device == status.st_dev &&
         n->file == status.st_ino;
}

static long position_of (long number) {
  return sett_raw (SYS_lseek, number, 0, SEEK_CUR);
}

/* Two descriptors of what was opened once have one position. */
static int is_copy (long a, long b) {
  const long position = position_of (a);
  if (position_of (b) != position)
    return 0;
  sett_raw (SYS_lseek, a, position + 1, SEEK_SET);
  const int same = position_of (b) == position + 1;
  sett_raw (SYS_lseek, a, position, SEEK_SET);
  return same;
}

static void replace (long number, long file) {
  const long flags = sett_raw (SYS_fcntl, number, F_GETFD, 0);
  sett_raw (SYS_dup3, file, number, flags & FD_CLOEXEC ? O_CLOEXEC : 0);
  sett_originals_replaced (number);
}

void sett_copy_refresh (long number) {
  const uint32_t node = node_of (number);
  if (!node || !is_behind (node)) {
    sett_position_take (number);
    return;
  }
  const long flags = sett_raw (SYS_fcntl, number, F_GETFL, 0);
  if ((flags & O_ACCMODE) != O_RDONLY || flags & O_PATH)
    return; /* the user has opened it, for the program to write to */
  sett_position_hold (number);
  const long file = sett_copy_open (node, (int)flags | O_CLOEXEC);
  if (file < 0)
    sett_shadow_give_up ("cannot open a copy", file);
  sett_raw (SYS_lseek, file, position_of (number), SEEK_SET);
  for (long other = 0; other < SETT_MOST_DESCRIPTORS; other++)
    if (other != number && other != file && node_of (other) == node &&
        is_behind (node) && is_copy (number, other)) {
      replace (other, file);
      sett_position_copied (number, other);
    }
  replace (number, file);
  sett_raw (SYS_close, file);
}

/* One that is as the machine has it gets a node, and contents of its own. */
static void make_own (long number) {
  static sett_spot spot;
  if (sett_spot_of_number (number, &spot) || !S_ISREG (spot.s.st_mode) ||
      sett_spot_is_real (&spot) || !strncmp (spot.path, "/proc/", 6))
    return;
  if ((sett_raw (SYS_fcntl, number, F_GETFL, 0) & O_ACCMODE) == O_RDONLY)
    sett_copy_up (sett_spot_node (&spot));
}

void sett_copy_map (long number, int writes) {
  if (!sett_shadow_is_on ())
    return;
  if (!node_of (number) || !writes)
    make_own (number);
  sett_copy_refresh (number);
  const uint32_t node = node_of (number);
  if (!node || !writes)
    return;
  sett_copy_write_node (node);
  sett_put (&sett_node_at (node)->flags,
            sett_node_at (node)->flags | SETT_NODE_MAPPED);
}
