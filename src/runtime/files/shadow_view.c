/* Following names in the merged view: see shadow_view.h. */

#include "runtime/files/shadow_view.h"

#include "base/assert.h"
#include "runtime/core/os_process.h"
#include "runtime/files/shadow_copies.h"

#include <fcntl.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <unistd.h>

void sett_spot_copy (sett_spot *to, const sett_spot *from) {
  to->node = from->node;
  to->s = from->s;
  strcpy (to->path, from->path);
}

/*------------------------------------------------------------------------*/
/* Nodes. */

void sett_node_status (uint32_t node, struct stat *s) {
  SETT_ASSERT (node && node < shadow->node_count);
  const sett_node *n = sett_node_at (node);
  memset (s, 0, sizeof *s);
  s->st_size = (off_t)n->size;
  s->st_blocks = (blkcnt_t)n->blocks;
  s->st_atim = (struct timespec){n->times[0][0], n->times[0][1]};
  s->st_mtim = (struct timespec){n->times[1][0], n->times[1][1]};
  s->st_ctim = (struct timespec){n->times[2][0], n->times[2][1]};
  if (n->flags & SETT_NODE_OWN)
    sett_copy_status (node, s);
  s->st_dev = n->device;
  s->st_ino = n->file;
  s->st_rdev = n->which;
  s->st_mode = n->mode;
  s->st_uid = n->user;
  s->st_gid = n->group;
  s->st_nlink = n->links;
  s->st_blksize = n->block_size;
}

void sett_spot_of_node (uint32_t node, sett_spot *spot) {
  SETT_ASSERT (node && node < shadow->node_count);
  spot->node = node;
  sett_node_status (node, &spot->s);
  strcpy (spot->path, sett_text_at (sett_node_at (node)->origin));
}

uint32_t sett_spot_node (sett_spot *spot) {
  if (spot->node)
    return spot->node;
  const uint32_t node = sett_table_node (&spot->s);
  sett_put (&sett_node_at (node)->origin,
            sett_table_text (spot->path, strlen (spot->path)));
  sett_table_add_key (spot->s.st_dev, spot->s.st_ino, node);
  return spot->node = node;
}

/* Its place is said by the node, not by where the machine has it. */
static int has_moved (const sett_spot *spot) {
  return spot->node &&
         (!*spot->path || sett_node_at (spot->node)->flags & SETT_NODE_MOVED);
}

int sett_spot_is_gone (const sett_spot *spot) {
  return spot->node && !sett_node_at (spot->node)->links;
}

/*------------------------------------------------------------------------*/
/* The machine's files. */

/* With its node, if there is one: else spot->path names it. */
static void recognise (sett_spot *spot) {
  const uint32_t node = sett_shadow_any ()
                            ? sett_table_by_key (spot->s.st_dev, spot->s.st_ino)
                            : 0;
  if (node)
    sett_spot_of_node (node, spot);
  else
    spot->node = 0;
}

static struct stat status; /* the kernel may write to it */

/* spot->path names it. */
static long look_at_machine (sett_spot *spot) {
  const long wrong = sett_raw (SYS_lstat, spot->path, &status);
  if (wrong)
    return wrong;
  spot->s = status;
  recognise (spot);
  return 0;
}

static void write_number (char *to, unsigned long number) {
  char digits[24];
  int count = 0;
  do
    digits[count++] = (char)('0' + number % 10);
  while (number /= 10);
  while (count)
    *to++ = digits[--count];
  *to = 0;
}

static long read_link (const char *link, char to[PATH_MAX]) {
  static char from_kernel[PATH_MAX];
  const long n = sett_raw (SYS_readlink, link, from_kernel, PATH_MAX - 1);
  if (n < 0)
    return n;
  memcpy (to, from_kernel, (size_t)n);
  to[n] = 0;
  return n;
}

/* The kernel finds what has no name by the descriptor itself. */
long sett_spot_of_number (long number, sett_spot *spot) {
  static const char removed[] = " (deleted)";
  const size_t tail = sizeof removed - 1;
  char link[48] = "/proc/self/fd/";
  const long wrong = sett_raw (SYS_fstat, number, &status);
  if (wrong)
    return wrong;
  write_number (link + strlen (link), (unsigned long)number);
  spot->s = status;
  const long n = read_link (link, spot->path);
  if (n <= 0 || *spot->path != '/' ||
      (n > (long)tail && !strcmp (spot->path + n - tail, removed)))
    strcpy (spot->path, link);
  recognise (spot);
  return 0;
}

long sett_spot_of_folder (sett_spot *spot) {
  const uint32_t node = shadow->folders[sett_table_process];
  if (node) {
    sett_spot_of_node (node, spot);
    return 0;
  }
  const long n = sett_raw (SYS_getcwd, spot->path, PATH_MAX);
  const long wrong =
      n < 0 ? n : sett_raw (SYS_newfstatat, AT_FDCWD, ".", &status, 0);
  if (wrong)
    return wrong;
  spot->s = status;
  recognise (spot);
  return 0;
}

static long root (sett_spot *spot) {
  strcpy (spot->path, "/");
  return look_at_machine (spot);
}

int sett_spot_path (const sett_spot *folder, const char *name, char *to) {
  const size_t length = strlen (folder->path);
  const int slash = length && folder->path[length - 1] != '/';
  if (length + (size_t)slash + strlen (name) >= PATH_MAX)
    return 0;
  memmove (to, folder->path, length);
  to[length] = '/';
  strcpy (to + length + slash, name);
  return 1;
}

long sett_spot_parent (const sett_spot *folder, sett_spot *to) {
  if (has_moved (folder)) {
    sett_spot_of_node (sett_node_at (folder->node)->folder, to);
    return 0;
  }
  strcpy (to->path, folder->path);
  char *slash = strrchr (to->path, '/');
  if (slash)
    slash[slash == to->path] = 0;
  return look_at_machine (to);
}

/*------------------------------------------------------------------------*/
/* Names in folders. */

long sett_spot_look_up (const sett_spot *folder, const char *name,
                        sett_spot *to) {
  if (sett_spot_is_gone (folder))
    return 0;
  const sett_entry *entry = sett_table_entry (folder->node, name);
  if (entry && !entry->node)
    return 0;
  if (entry) {
    sett_spot_of_node (entry->node, to);
    return 1;
  }
  if (!*folder->path)
    return 0;
  if (!sett_spot_path (folder, name, to->path))
    return -ENAMETOOLONG;
  const long wrong = look_at_machine (to);
  return !wrong ? 1 : wrong == -ENOENT ? 0 : wrong;
}

long sett_spot_text (const sett_spot *spot, char to[PATH_MAX]) {
  if (!spot->node || !sett_node_at (spot->node)->text)
    return read_link (spot->path, to);
  strcpy (to, sett_text_at (sett_node_at (spot->node)->text));
  return (long)strlen (to);
}

/*------------------------------------------------------------------------*/
/* Links of /proc that lead to what the process has. */

static const char *after (const char *text, const char *prefix) {
  const size_t length = strlen (prefix);
  return text && !strncmp (text, prefix, length) ? text + length : NULL;
}

/* Behind "/proc/NUMBER/", and also "task/NUMBER/"; null: not so. */
static const char *in_process (const char *path) {
  char own[24];
  write_number (own, (unsigned long)sett_raw (SYS_getpid));
  const char *rest = after (after (after (path, "/proc/"), own), "/");
  const char *task = after (rest, "task/");
  const char *slash = task ? strchr (task, '/') : NULL;
  return slash ? slash + 1 : rest;
}

/* -1: no digits. */
static long read_number (const char *text) {
  long number = 0;
  if (!*text)
    return -1;
  for (; *text; text++)
    if (*text < '0' || *text > '9' || number > 100000)
      return -1;
    else
      number = 10 * number + *text - '0';
  return number;
}

/* 1: it is one, and `spot` is where it leads, by which descriptor; 0: it is
   none. */
static long follow_magic (sett_spot *spot, long *by) {
  const char *rest = spot->node || strncmp (spot->path, "/proc/", 6)
                         ? NULL
                         : in_process (spot->path);
  if (!rest)
    return 0;
  const char *digits = after (rest, "fd/");
  const long number = digits ? read_number (digits) : -1;
  long wrong = 0;
  if (number >= SETT_MOST_DESCRIPTORS)
    return -ENOENT; /* the engine's */
  if (number >= 0)
    wrong = sett_spot_of_number (*by = number, spot);
  else if (!strcmp (rest, "cwd"))
    wrong = sett_spot_of_folder (spot);
  else
    return 0;
  return wrong ? wrong : 1;
}

/*------------------------------------------------------------------------*/
/* The way. */

enum { MOST_LINKS = 40 };

/* What is left to follow; and what a link says. */
static char rest[2 * PATH_MAX + 2], link_text[PATH_MAX];

static long start (int folder, const char *path, sett_spot *spot) {
  if (*path == '/')
    return root (spot);
  const long wrong = folder == AT_FDCWD ? sett_spot_of_folder (spot)
                                        : sett_spot_of_number (folder, spot);
  return wrong ? wrong : S_ISDIR (spot->s.st_mode) ? 0 : -ENOTDIR;
}

/* One component.  w->at and w->exists say what it is. */
static long step (sett_way *w) {
  const long wrong = S_ISDIR (w->folder.s.st_mode)
                         ? sett_spot_may (&w->folder, X_OK)
                         : -ENOTDIR;
  if (wrong)
    return wrong;
  w->exists = 1;
  w->number = -1;
  w->last = !strcmp (w->name, ".")    ? SETT_LAST_DOT
            : !strcmp (w->name, "..") ? SETT_LAST_DOTS
                                      : SETT_LAST_NAME;
  if (w->last == SETT_LAST_DOT) {
    sett_spot_copy (&w->at, &w->folder);
    return 0;
  }
  if (w->last == SETT_LAST_DOTS)
    return sett_spot_parent (&w->folder, &w->at);
  const long found = sett_spot_look_up (&w->folder, w->name, &w->at);
  w->exists = found > 0;
  return found < 0 ? found : 0;
}

/* The text of the link takes the place of the component that ends at `next`.
   1: it leads to something at once. */
static long follow (sett_way *w, const char *next, int slash) {
  SETT_ASSERT (next >= rest && next < rest + sizeof rest);
  const long magic = follow_magic (&w->at, &w->number);
  if (magic)
    return magic;
  const long length = sett_spot_text (&w->at, link_text);
  if (length <= 0)
    return length ? length : -ENOENT;
  if ((size_t)length + strlen (next) + 2 > sizeof rest)
    return -ENAMETOOLONG;
  memmove (rest + length + slash, next, strlen (next) + 1);
  memcpy (rest, link_text, (size_t)length);
  if (slash)
    rest[length] = '/';
  return *rest == '/' ? root (&w->folder) : 0;
}

/* "/", or nothing behind a link's last slash. */
static long stay (sett_way *w) {
  w->last = SETT_LAST_ROOT;
  w->number = -1;
  w->exists = 1;
  w->slash = 1;
  sett_spot_copy (&w->at, &w->folder);
  return 0;
}

static int is_followed (const sett_way *w, int final, int slash, int how) {
  if (!w->exists || !S_ISLNK (w->at.s.st_mode))
    return 0;
  if (final && slash)
    return !(how & SETT_WAY_NAME);
  return !final || how & SETT_WAY_FOLLOW;
}

/* Takes the next component; where it begins is `at`. */
static size_t read_component (sett_way *w, const char *at) {
  const size_t length = strcspn (at, "/");
  if (length > NAME_MAX)
    return 0;
  memcpy (w->name, at, length);
  w->name[length] = 0;
  return length;
}

long sett_way_find (int folder, const char *path, int how, sett_way *w) {
  long wrong = *path ? start (folder, path, &w->folder) : -ENOENT;
  if (wrong)
    return wrong;
  if (strlen (path) >= PATH_MAX)
    return -ENAMETOOLONG;
  strcpy (rest, path);
  const char *at = rest;
  for (int links = 0;;) {
    at += strspn (at, "/");
    if (!*at)
      return stay (w);
    const size_t length = read_component (w, at);
    if (!length)
      return -ENAMETOOLONG;
    const int slash = at[length] == '/';
    const char *next = at + length + strspn (at + length, "/");
    wrong = step (w);
    if (wrong)
      return wrong;
    if (is_followed (w, !*next, slash, how)) {
      const long led = links++ < MOST_LINKS ? follow (w, next, slash) : -ELOOP;
      if (led < 0)
        return led;
      at = led ? at : rest;
      if (!led)
        continue;
    }
    w->slash = slash;
    if (!*next)
      return slash && w->exists && !(how & SETT_WAY_NAME) &&
                     !S_ISDIR (w->at.s.st_mode)
                 ? -ENOTDIR
                 : 0;
    if (!w->exists)
      return -ENOENT;
    sett_spot_copy (&w->folder, &w->at);
    at = next;
  }
}

long sett_way_to (int folder, const char *path, int how, sett_way *w) {
  const long wrong = sett_way_find (folder, path, how, w);
  return wrong ? wrong : w->exists ? 0 : -ENOENT;
}

/*------------------------------------------------------------------------*/
/* Names of what is there. */

/* In front of what is at `to` already. */
static size_t put_before (char *to, size_t begin, const char *text) {
  const size_t length = strlen (text);
  if (length > begin)
    return 0;
  memcpy (to + begin - length, text, length);
  return begin - length;
}

/* Of a machine's name: does it lie in a folder that has moved? */
static uint32_t moved_ancestor (char *path, const char **below) {
  static char other[PATH_MAX];
  strcpy (other, path);
  for (char *slash; (slash = strrchr (other, '/')) && slash != other;) {
    *slash = 0;
    if (sett_raw (SYS_lstat, other, &status))
      continue;
    const uint32_t node = sett_table_by_key (status.st_dev, status.st_ino);
    if (node && sett_node_at (node)->flags & SETT_NODE_MOVED) {
      *below = path + (slash - other);
      return node;
    }
  }
  return 0;
}

/* Written from its end to its beginning. */
size_t sett_spot_name (const sett_spot *spot, char *to) {
  static char text[PATH_MAX], path[PATH_MAX];
  size_t begin = sizeof text - 1;
  uint32_t node = has_moved (spot) ? spot->node : 0;
  text[begin] = 0;
  if (sett_spot_is_gone (spot))
    begin = put_before (text, begin, " (deleted)");
  strcpy (path, spot->path);
  for (int deep = 0; begin && deep < PATH_MAX; deep++) {
    if (!node) {
      const char *below;
      node = shadow->moved ? moved_ancestor (path, &below) : 0;
      if (!node && !(path[0] == '/' && !path[1] && text[begin]))
        begin = put_before (text, begin, path);
      if (!node)
        break;
      begin = put_before (text, begin, below);
    }
    const sett_node *n = sett_node_at (node);
    begin = put_before (text, begin, sett_text_at (n->name));
    if (begin)
      begin = put_before (text, begin, "/");
    const sett_node *folder = sett_node_at (n->folder);
    strcpy (path, sett_text_at (folder->origin));
    node = !*path || folder->flags & SETT_NODE_MOVED ? n->folder : 0;
  }
  if (!begin)
    return 0;
  const size_t length = sizeof text - 1 - begin;
  memcpy (to, text + begin, length + 1);
  return length;
}

/*------------------------------------------------------------------------*/

static int is_below (const char *path, const char *top) {
  const size_t length = strlen (top);
  return !strncmp (path, top, length) &&
         (!path[length] || path[length] == '/' || length == 1);
}

/* What descriptors lead to is not. */
int sett_path_is_kernels (const char *path) {
  return (is_below (path, "/proc") && strncmp (path, "/proc/self/fd/", 14)) ||
         is_below (path, "/sys");
}

int sett_path_is_real (const char *path) {
  const sett_shadow_orders *o = &shadow->orders;
  if (is_below (path, "/proc") || is_below (path, "/sys"))
    return 1;
  for (uint32_t i = 0; i < o->real_length;
       i += (uint32_t)strlen (o->real + i) + 1)
    if (is_below (path, o->real + i))
      return 1;
  return 0;
}

int sett_spot_is_real (const sett_spot *spot) {
  return *spot->path && !has_moved (spot) && sett_path_is_real (spot->path);
}

/*------------------------------------------------------------------------*/
/* Devices. */

/* null, zero, full, random, urandom; ends of terminals that it has made. */
static int is_tame (dev_t device) {
  const unsigned n = minor (device);
  return (major (device) == 1 && (n == 3 || n == 5 || (n >= 7 && n <= 9))) ||
         (major (device) >= 136 && major (device) < 144) ||
         (major (device) == 5 && n == 2);
}

int sett_file_is_tame (const struct stat *s) {
  return !S_ISBLK (s->st_mode) &&
         (!S_ISCHR (s->st_mode) || is_tame (s->st_rdev));
}
