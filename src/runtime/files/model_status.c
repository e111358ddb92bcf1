/* What fstat says of descriptors that are modelled: pipes, FIFOs, sockets,
   event counters and their like, which the kernel knows as /dev/null. */

#include "runtime/core/os_model.h"
#include "runtime/files/descriptors.h"
#include "runtime/files/files.h"
#include "runtime/files/shadow.h"

#include <fcntl.h>
#include <string.h>

/* File systems that have no other files, by the numbers that are usual. */
enum { SOCKETS = 8, PIPES = 13, ANONYMOUS = 14, PAGE = 4096 };

static void describe_fifo (const sett_descriptor *d, struct stat *s) {
  if (d->index >= SETT_MOST_PIPES || !sett_fifos[d->index].st_mode)
    return;
  *s = sett_fifos[d->index];
  const uint32_t node =
      sett_shadow_any () ? sett_table_by_key (s->st_dev, s->st_ino) : 0;
  if (node)
    sett_node_status (node, s);
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
    if (os_model->pipes[d->index].opens)
      describe_fifo (d, s);
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

static int is_empty (const char *path) {
  return path && !*path;
}

/* Is it about a descriptor, and where does the answer go? */
static void *answer_to (const sett_call *call) {
  const char *path = (const char *)call->a[1];
  switch (call->number) {
  case SYS_fstat:
    return (void *)call->a[1];
  case SYS_newfstatat:
    return call->a[3] & AT_EMPTY_PATH && is_empty (path) ? (void *)call->a[2]
                                                         : NULL;
  case SYS_statx:
    return call->a[2] & AT_EMPTY_PATH && is_empty (path) ? (void *)call->a[4]
                                                         : NULL;
  default:
    return NULL;
  }
}

int sett_model_answer (const sett_call *call) {
  struct stat s;
  struct statx more;
  void *to = answer_to (call);
  if (!to || !describe ((int)call->a[0], &s))
    return 0;
  const int extended = call->number == SYS_statx;
  if (extended)
    sett_stat_extend (&s, &more);
  memcpy (to, extended ? (const void *)&more : &s,
          extended ? sizeof more : sizeof s);
  return 1;
}
