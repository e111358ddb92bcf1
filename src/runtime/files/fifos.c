/* FIFOs: pipes with a name.  To open one end is to wait for the other.

   Which pipe is its own is written down in the node of the file when it is
   opened first: its names may change.  The pipe has a number for good, by the
   name that the file has then, and by how many files have been opened first by
   that name before.  Whatever makes a name lead to another file is told of that
   name, and who opens a FIFO touches its pipe: so executions that differ in the
   order of independent operations only give it the same. */

#include "base/assert.h"
#include "runtime/core/os_model.h"
#include "runtime/core/slots.h"
#include "runtime/files/cwd.h"
#include "runtime/files/pipes.h"
#include "runtime/files/shadow_table.h"
#include "runtime/race/races.h"
#include "runtime/sched/kill.h"
#include "runtime/sched/queue.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"
#include "runtime/sync/threads.h"

#include <fcntl.h>

static uint64_t key_of (const char *name, uint64_t earlier) {
  uint64_t h = 0xcbf29ce484222325ul ^ earlier; /* FNV */
  for (; *name; name++)
    h = (h ^ (unsigned char)*name) * 0x100000001b3ul;
  return h | (uint64_t)1 << 63;
}

static int is_given (long pipe) {
  for (uint32_t i = 1; i < shadow->node_count; i++)
    if (S_ISFIFO (sett_node_at (i)->mode) &&
        sett_node_at (i)->bound == (uint32_t)pipe + 1)
      return 1;
  return 0;
}

/* Of this file; -1: there are too many. */
static long pipe_of (const char *name, uint32_t node) {
  if (!node)
    return sett_pipe_known (key_of (name, 0));
  uint32_t *bound = &sett_node_at (node)->bound;
  SETT_ASSERT (S_ISFIFO (sett_node_at (node)->mode) &&
               *bound <= SETT_MOST_PIPES);
  if (*bound)
    return *bound - 1;
  for (uint64_t earlier = 0;; earlier++) {
    const long pipe = sett_pipe_known (key_of (name, earlier));
    if (pipe >= 0 && is_given (pipe))
      continue;
    sett_put (bound, (uint32_t)(pipe + 1));
    return pipe;
  }
}

static sett_descriptor_kind kind_of (int flags) {
  return (flags & O_ACCMODE) == O_RDONLY   ? SETT_DESCRIPTOR_READER
         : (flags & O_ACCMODE) == O_WRONLY ? SETT_DESCRIPTOR_WRITER
                                           : SETT_DESCRIPTOR_FIFO;
}

/* How often the other end was opened. */
static uint32_t partners (const sett_pipe *p, sett_descriptor_kind kind) {
  return kind == SETT_DESCRIPTOR_READER   ? p->writers_ever
         : kind == SETT_DESCRIPTOR_WRITER ? p->readers_ever
                                          : 1;
}

static int has_partner (const sett_pipe *p, sett_descriptor_kind kind) {
  return kind == SETT_DESCRIPTOR_READER   ? p->writers != 0
         : kind == SETT_DESCRIPTOR_WRITER ? p->readers != 0
                                          : 1;
}

/* False: a signal interrupted it. */
static int meet (const sett_pipe *p, sett_descriptor_kind kind,
                 uintptr_t place) {
  const uint32_t before = partners (p, kind);
  while (!has_partner (p, kind) && partners (p, kind) == before) {
    sett_spin_progress ();
    sett_spin_looked (&p->opens, &p->opens, sizeof p->opens);
    if (sett_cancel_wait (NULL, NULL, place) == SETT_INTERRUPTED)
      return 0;
  }
  sett_races_acquire (p);
  return 1;
}

static void open_end (sett_pipe *p, sett_descriptor_kind kind) {
  if (!p->used) {
    p->used = 1;
    p->slots = SETT_USUAL_SLOTS;
    sett_slots_clear (p);
    sett_queue_clear (&p->queue);
  }
  sett_affect (&p->opens, SETT_EFFECT_STORE, p->opens);
  p->opens++;
  p->readers_ever += kind != SETT_DESCRIPTOR_WRITER;
  p->writers_ever += kind != SETT_DESCRIPTOR_READER;
}

int sett_pipe_is_fifo (const sett_descriptor *d) {
  return sett_pipe_is (d) && os_model->pipes[d->index].opens;
}

long sett_pipe_open (const char *name, uint32_t node, int flags,
                     uintptr_t place) {
  const long pipe = pipe_of (name, node);
  if (pipe < 0)
    return -ENFILE;
  sett_pipe *p = &os_model->pipes[pipe];
  if (UNLIKELY (engine.narrating))
    sett_cwd_show (name, engine.shared->pipe_names[pipe],
                   sizeof *engine.shared->pipe_names);
  const sett_descriptor d = sett_pipe_descriptor (pipe, kind_of (flags), flags);
  if (flags & O_DIRECT)
    sett_note_add (1, place, "a FIFO with O_DIRECT: not controlled");
  sett_pipe_affect (p);
  if (d.kind == SETT_DESCRIPTOR_WRITER && d.nonblocking && !p->readers)
    return -ENXIO;
  const long number = sett_descriptors_reserve (d, flags & O_CLOEXEC);
  if (number < 0)
    return number;
  open_end (p, d.kind);
  sett_pipe_count (&d, 1);
  sett_races_release (p);
  if (d.nonblocking || meet (p, d.kind, place))
    return number;
  sett_descriptors_drop (number);
  sett_descriptors_change (number);
  sett_raw (SYS_close, number);
  return -EINTR;
}
