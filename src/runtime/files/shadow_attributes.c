/* Extended attributes in the shadow: those that the program has set or removed
   are in the table, the others are the machine's.  Only attributes of users can
   be set. */

#include "base/assert.h"
#include "runtime/files/shadow.h"

#include <fcntl.h>
#include <string.h>
#include <sys/xattr.h>
#include <unistd.h>

static sett_spot spot, upcalls;
static char name[XATTR_NAME_MAX + 1], path[PATH_MAX];
static char value[XATTR_SIZE_MAX], list[XATTR_LIST_MAX];

static int is_of_user (void) {
  return !strncmp (name, "user.", 5);
}

/* By the machine's name, or that of a folder above: is there such a thing? */
static long ask_machine (const sett_spot *s, const char *what, void *to,
                         size_t size) {
  const long call = S_ISLNK (s->s.st_mode) ? SYS_lgetxattr : SYS_getxattr;
  return sett_raw (call, s->path, what, to, size);
}

static int is_supported (void) {
  sett_spot_copy (&upcalls, &spot);
  while (!*upcalls.path) {
    static sett_spot next;
    sett_spot_of_node (sett_node_at (upcalls.node)->folder, &next);
    sett_spot_copy (&upcalls, &next);
  }
  return ask_machine (&upcalls, "user.sett", NULL, 0) != -EOPNOTSUPP;
}

/* The size of its value, which is in `value`. */
static long get (void) {
  const sett_attribute *a =
      spot.node ? sett_table_find_attribute (spot.node, name) : NULL;
  if (a && a->is_set)
    memcpy (value, sett_text_at (a->value), a->size);
  if (a)
    return a->is_set ? (long)a->size : -ENODATA;
  if (*spot.path)
    return ask_machine (&spot, name, value, sizeof value);
  return is_of_user () && is_supported () ? -ENODATA : -EOPNOTSUPP;
}

static long may (int how) {
  const mode_t mode = spot.s.st_mode;
  if (!is_of_user ())
    return 0;
  if (!S_ISREG (mode) && !S_ISDIR (mode))
    return how & W_OK ? -EPERM : -ENODATA;
  if (how & W_OK && S_ISDIR (mode) && mode & S_ISVTX &&
      !sett_spot_is_own (&spot))
    return -EPERM;
  return sett_spot_may (&spot, how);
}

static void put (const void *bytes, size_t size, int is_set) {
  const uint32_t node = sett_spot_node (&spot);
  sett_attribute *a = &shadow->attributes[sett_table_attribute (node, name)];
  sett_put (&a->value, sett_table_text (bytes, size));
  sett_put (&a->size, (uint32_t)size);
  sett_put (&a->is_set, (uint32_t)is_set);
  sett_node_changed (node);
}

/*------------------------------------------------------------------------*/

/* Others than those of users are not kept. */
static long may_change (void) {
  if (is_of_user ())
    return may (W_OK);
  sett_shadow_lacks (
      "changed an attribute of a file that is no user's: refused");
  return -EOPNOTSUPP;
}

static long set (const void *from, size_t size, int flags) {
  if (flags & ~(XATTR_CREATE | XATTR_REPLACE))
    return -EINVAL;
  if (size > sizeof value)
    return -E2BIG;
  if (sett_take (value, from, size))
    return -EFAULT;
  static char kept[XATTR_SIZE_MAX];
  memcpy (kept, value, size);
  long wrong = may_change ();
  if (!wrong && !is_supported ())
    wrong = -EOPNOTSUPP;
  if (wrong)
    return wrong;
  const long old = get ();
  if (flags & XATTR_CREATE && old >= 0)
    return -EEXIST;
  if (flags & XATTR_REPLACE && old < 0)
    return old;
  put (kept, size, 1);
  return 0;
}

static long remove_one (void) {
  long wrong = may_change ();
  if (!wrong && !is_supported ())
    wrong = -EOPNOTSUPP;
  if (wrong)
    return wrong;
  const long old = get ();
  if (old < 0)
    return old;
  put ("", 0, 0);
  return 0;
}

static long give (void *to, const void *bytes, long size, size_t room) {
  if (size < 0 || !room)
    return size;
  if ((size_t)size > room)
    return -ERANGE;
  return sett_give (to, bytes, (size_t)size) ? -EFAULT : size;
}

/* Names of the machine that were not changed, then those that were set. */
static long make_list (void) {
  const long call = S_ISLNK (spot.s.st_mode) ? SYS_llistxattr : SYS_listxattr;
  const long all =
      *spot.path ? sett_raw (call, spot.path, list, sizeof list) : 0;
  if (all < 0 || !spot.node)
    return all;
  long length = 0;
  for (long at = 0; at < all;) {
    const size_t size = strlen (list + at) + 1;
    if (!sett_table_find_attribute (spot.node, list + at)) {
      memmove (list + length, list + at, size);
      length += (long)size;
      SETT_ASSERT ((size_t)length <= sizeof list);
    }
    at += (long)size;
  }
  for (uint32_t i = sett_node_at (spot.node)->attributes; i;
       i = shadow->attributes[i].next) {
    const char *text = sett_text_at (shadow->attributes[i].name);
    const size_t size = strlen (text) + 1;
    if (!shadow->attributes[i].is_set || (size_t)length + size > sizeof list)
      continue;
    memcpy (list + length, text, size);
    length += (long)size;
  }
  return length;
}

/*------------------------------------------------------------------------*/

static int is_one_of (long number, long a, long b, long c) {
  return number == a || number == b || number == c;
}

static long find (const sett_call *call) {
  const long n = call->number;
  if (is_one_of (n, SYS_fsetxattr, SYS_fgetxattr, SYS_flistxattr) ||
      n == SYS_fremovexattr)
    return sett_shadow_is_only_path ((int)call->a[0])
               ? -EBADF
               : sett_spot_of_number ((int)call->a[0], &spot);
  const int of_link =
      is_one_of (n, SYS_lsetxattr, SYS_lgetxattr, SYS_llistxattr) ||
      n == SYS_lremovexattr;
  const long wrong = sett_take_path ((const void *)call->a[0], path);
  return wrong ? wrong
               : sett_shadow_find (AT_FDCWD, path,
                                   of_link ? AT_SYMLINK_NOFOLLOW : 0, &spot);
}

static long take_name (const void *from) {
  static char text[PATH_MAX];
  const long wrong = sett_take_path (from, text);
  if (wrong == -EFAULT)
    return wrong;
  if (wrong || !*text || strlen (text) > XATTR_NAME_MAX)
    return -ERANGE;
  strcpy (name, text);
  return 0;
}

static int writes (long n) {
  return is_one_of (n, SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr) ||
         is_one_of (n, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr);
}

static long act (const sett_call *call) {
  const long n = call->number;
  void *to = (void *)call->a[2];
  if (is_one_of (n, SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr))
    return set (to, (size_t)call->a[3], (int)call->a[4]);
  if (is_one_of (n, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr))
    return remove_one ();
  const long wrong = may (R_OK);
  return wrong ? wrong : give (to, value, get (), (size_t)call->a[3]);
}

/* What the user wants to be changed really. */
static long pass_really (const sett_call *call) {
  if (!writes (call->number))
    return sett_call_pass (call);
  if (sett_path_is_kernels (spot.path))
    return sett_shadow_spares ();
  sett_shadow_really ();
  const int sets =
      is_one_of (call->number, SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr);
  const sett_call real = {
      sets ? SYS_lsetxattr : SYS_lremovexattr,
      {(long)spot.path, call->a[1], call->a[2], call->a[3], call->a[4]}};
  return sett_call_pass (&real);
}

long sett_shadow_attribute (const sett_call *call) {
  const long n = call->number;
  long wrong = 0;
  if (!writes (n) && !sett_shadow_any () && !sett_user_differs ())
    return sett_call_pass (call);
  if (is_one_of (n, SYS_listxattr, SYS_llistxattr, SYS_flistxattr)) {
    wrong = find (call);
    return wrong ? wrong
                 : give ((void *)call->a[1], list, make_list (),
                         (size_t)call->a[2]);
  }
  wrong = take_name ((const void *)call->a[1]);
  if (!wrong)
    wrong = find (call);
  if (wrong)
    return wrong;
  return sett_spot_is_real (&spot) ? pass_really (call) : act (call);
}
