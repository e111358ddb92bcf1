/* What fstat says of descriptors that are modelled (pipes, FIFOs, sockets,
   event counters and their like, which the kernel knows as /dev/null), and what
   the links in /proc that lead to them say. */

#include "base/assert.h"
#include "runtime/core/os_model.h"
#include "runtime/files/descriptors.h"
#include "runtime/files/files.h"
#include "runtime/files/shadow.h"

#include <fcntl.h>
#include <string.h>

/* File systems that have no other files, by the numbers that are usual. */
enum { SOCKETS = 8, PIPES = 13, ANONYMOUS = 14, PAGE = 4096 };

/* Of FIFOs, by their pipes: which files they are.  Inherited. */
static uint32_t fifos[SETT_MOST_PIPES];

void sett_model_opened (const sett_descriptor *d, uint32_t node) {
  SETT_ASSERT (d->index < SETT_MOST_PIPES);
  fifos[d->index] = node;
}

static int is_fifo (const sett_descriptor *d) {
  return (d->kind == SETT_DESCRIPTOR_READER ||
          d->kind == SETT_DESCRIPTOR_WRITER ||
          d->kind == SETT_DESCRIPTOR_FIFO) &&
         os_model->pipes[d->index].opens;
}

/* 0: it is none, or it is not known which. */
static uint32_t fifo_of (const sett_descriptor *d) {
  const uint32_t node = is_fifo (d) ? fifos[d->index] : 0;
  return node && sett_shadow_is_on () && node < shadow->node_count &&
                 S_ISFIFO (sett_node_at (node)->mode)
             ? node
             : 0;
}

static void fill (struct stat *s, unsigned device, unsigned mode) {
  s->st_dev = device;
  s->st_mode = mode;
}

/* False: the kernel knows. */
static int describe (long number, struct stat *s) {
  const sett_descriptor *d = sett_descriptors_model (number);
  if (!d)
    return 0;
  memset (s, 0, sizeof *s);
  s->st_ino = 1 + d->kind * 65536ul + d->index;
  s->st_nlink = 1;
  s->st_uid = sett_user_number ();
  s->st_gid = sett_user_group ();
  s->st_blksize = PAGE;
  switch (d->kind) {
  case SETT_DESCRIPTOR_READER:
  case SETT_DESCRIPTOR_WRITER:
  case SETT_DESCRIPTOR_FIFO:
    s->st_ino = 1 + d->index; /* of both ends */
    fill (s, PIPES, S_IFIFO | 0600);
    if (fifo_of (d))
      sett_node_status (fifo_of (d), s);
    return 1;
  case SETT_DESCRIPTOR_SOCKET:
    fill (s, SOCKETS, S_IFSOCK | 0777);
    return 1;
  case SETT_DESCRIPTOR_EVENT:
  case SETT_DESCRIPTOR_TIMER:
  case SETT_DESCRIPTOR_EPOLL:
    fill (s, ANONYMOUS, 0600);
    return 1;
  default:
    return 0;
  }
}

/*------------------------------------------------------------------------*/
/* Links of /proc. */

static int has_models (void) {
  for (long i = 0; i < SETT_MOST_DESCRIPTORS; i++)
    if (sett_descriptors_model (i))
      return 1;
  return 0;
}

long sett_model_behind (int folder, const char *path) {
  static sett_way way;
  static char text[PATH_MAX];
  if (!sett_shadow_is_on () || !has_models () || sett_take_path (path, text) ||
      sett_way_to (folder, text, SETT_WAY_FOLLOW, &way) || way.number < 0)
    return -1;
  return sett_descriptors_model (way.number) ? way.number : -1;
}

static size_t put_number (char *to, uint64_t number) {
  char digits[24];
  size_t count = 0, length = 0;
  do
    digits[count++] = (char)('0' + number % 10);
  while (number /= 10);
  while (count)
    to[length++] = digits[--count];
  return length;
}

/* "pipe:[17]" */
static size_t name_numbered (const char *what, uint64_t number, char *to) {
  size_t length = strlen (what);
  memcpy (to, what, length);
  to[length++] = '[';
  length += put_number (to + length, number);
  to[length++] = ']';
  return length;
}

static size_t name_plain (const char *name, char *to) {
  memcpy (to, name, strlen (name));
  return strlen (name);
}

/* 0: as the kernel says. */
static size_t name_of (long number, char to[PATH_MAX]) {
  static sett_spot spot;
  struct stat s;
  const sett_descriptor *d = sett_descriptors_model (number);
  if (!d || !describe (number, &s))
    return 0;
  if (fifo_of (d)) {
    sett_spot_of_node (fifo_of (d), &spot);
    return sett_spot_name (&spot, to);
  }
  switch (d->kind) {
  case SETT_DESCRIPTOR_SOCKET:
    return name_numbered ("socket:", s.st_ino, to);
  case SETT_DESCRIPTOR_EVENT:
    return name_plain ("anon_inode:[eventfd]", to);
  case SETT_DESCRIPTOR_TIMER:
    return name_plain ("anon_inode:[timerfd]", to);
  case SETT_DESCRIPTOR_EPOLL:
    return name_plain ("anon_inode:[eventpoll]", to);
  default:
    return name_numbered ("pipe:", s.st_ino, to);
  }
}

long sett_model_text (const sett_call *call) {
  static char name[PATH_MAX], text[PATH_MAX];
  static sett_spot link;
  const int at = call->number == SYS_readlinkat;
  const int folder = at ? (int)call->a[0] : AT_FDCWD;
  const char *path = (const char *)call->a[at];
  const long size = (int)call->a[at + 2];
  if ((!at && call->number != SYS_readlink) || size <= 0)
    return -1;
  const long number = sett_model_behind (folder, path);
  /* A link to the link says something else. */
  if (number < 0 || sett_take_path (path, text) ||
      sett_shadow_find (folder, text, AT_SYMLINK_NOFOLLOW, &link) ||
      strncmp (link.path, "/proc/", 6))
    return -1;
  const long length = (long)name_of (number, name);
  if (!length)
    return -1;
  const long given = length < size ? length : size;
  return sett_give ((void *)call->a[at + 1], name, (size_t)given) ? -1 : given;
}

/*------------------------------------------------------------------------*/

static int is_empty (const char *path) {
  return path && !*path;
}

/* Which descriptor is it about (-1: none), and where does the answer go? */
static long asked_of (const sett_call *call, void **to) {
  const char *path = (const char *)call->a[1];
  const int flags = (int)call->a[call->number == SYS_statx ? 2 : 3];
  switch (call->number) {
  case SYS_fstat:
    *to = (void *)call->a[1];
    return (int)call->a[0];
  case SYS_stat:
    *to = (void *)call->a[1];
    return sett_model_behind (AT_FDCWD, (const char *)call->a[0]);
  case SYS_newfstatat:
  case SYS_statx:
    *to = (void *)call->a[call->number == SYS_statx ? 4 : 2];
    if (is_empty (path))
      return flags & AT_EMPTY_PATH ? (int)call->a[0] : -1;
    return flags & AT_SYMLINK_NOFOLLOW
               ? -1
               : sett_model_behind ((int)call->a[0], path);
  default:
    return -1;
  }
}

int sett_model_answer (const sett_call *call) {
  struct stat s;
  struct statx more;
  void *to = NULL;
  const long number = asked_of (call, &to);
  if (!to || number < 0 || !describe (number, &s))
    return 0;
  const int extended = call->number == SYS_statx;
  if (extended)
    sett_stat_extend (&s, &more);
  memcpy (to, extended ? (const void *)&more : &s,
          extended ? sizeof more : sizeof s);
  return 1;
}
