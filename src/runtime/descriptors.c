#include "runtime/descriptors.h"

#include "runtime/commons.h"

#include "runtime/engine.h"
#include "runtime/epoll.h"
#include "runtime/files.h"
#include "runtime/folder.h"
#include "runtime/knowledge.h"
#include "runtime/locks.h"
#include "runtime/message_queues.h"
#include "runtime/pipes.h"
#include "runtime/realm.h"
#include "runtime/schedule.h"
#include "runtime/shared_memory.h"
#include "runtime/sockets.h"
#include "runtime/spin.h"
#include "runtime/timers.h"

#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

/* A descriptor as it was at the snapshot. */
typedef struct original {
  int is_open;
  int copy; /* the engine's; -1: there is none */
  int flags, status;
  off_t position; /* -1: it has none */
  dev_t device;
  ino_t file;
} original;

static original originals[SETT_MOST_DESCRIPTORS];
static int has_originals;

/* What this execution changed. */
static uint8_t changed[SETT_MOST_DESCRIPTORS], moved[SETT_MOST_DESCRIPTORS];
static uint16_t list[2 * SETT_MOST_DESCRIPTORS];
static size_t list_count;

static uint8_t output[SETT_MOST_DESCRIPTORS];
static uint8_t original_output[SETT_MOST_DESCRIPTORS];

static int is_possible (long number) {
  return (unsigned long)number < SETT_MOST_DESCRIPTORS;
}

static int has_threads (void) {
  return (world->alive & (world->alive - 1)) != 0;
}

void sett_doing_note (sett_doing *doing) {
  const sett_thread *self = sett_self ();
  *doing = (sett_doing){self->number, self->clock[self->number]};
}

int sett_doing_is_concurrent (const sett_doing *doing) {
  return doing->time > sett_self ()->clock[doing->thread];
}

/* States must look the same, whoever did it; also when a schedule is repeated,
   which no longer compares them. */
static int is_stateful (void) {
  return engine.board->orders.stateful;
}

static void note (sett_doing *doing) {
  if (has_threads () && !is_stateful ())
    sett_doing_note (doing);
  else
    doing->time = 0;
}

static void restore_later (long number) {
  if (!changed[number] && has_originals) {
    changed[number] = 1;
    list[list_count++] = (uint16_t)number;
  }
}

enum { LEADS_NOWHERE = 1 };

void sett_descriptors_change (long number) {
  if (!is_possible (number))
    return;
  note (&outside->openers[number]);
  sett_files_forget (number);
  output[number] = 0;
  outside->opened[number] = outside->generation;
  if (UNLIKELY (engine.stateful)) {
    outside->leads[number] = LEADS_NOWHERE;
    outside->flags[number][0] = outside->flags[number][1] = 0;
    outside->positions[number] = 0;
  }
  restore_later (number);
}

void sett_descriptors_lead (long number, const char *path, int flags) {
  if (engine.stateful)
    outside->leads[number] =
        XXH3_64bits_withSeed (path, strlen (path), (unsigned)flags);
}

void sett_descriptors_moved (long number) {
  if (engine.stateful && is_possible (number))
    outside->positions[number] = sett_raw (SYS_lseek, number, 0, SEEK_CUR);
}

void sett_descriptors_move (long number) {
  if (!is_possible (number) || moved[number] || !has_originals)
    return;
  moved[number] = 1;
  list[list_count++] = (uint16_t)number;
}

long sett_descriptors_add (long result) {
  if (result >= SETT_MOST_DESCRIPTORS) {
    sett_raw (SYS_close, result);
    return -EMFILE;
  }
  sett_descriptors_change (result);
  return result;
}

int sett_descriptors_is_output (long number) {
  return is_possible (number) && output[number];
}

void sett_descriptors_set_output (long number) {
  output[number] = 1;
}

/*------------------------------------------------------------------------*/
/* The snapshot. */

/* The limit that most systems have leaves little room for copies. */
static void make_room (void) {
  struct rlimit limit;
  if (sett_raw (SYS_prlimit64, 0, RLIMIT_NOFILE, 0, &limit) ||
      limit.rlim_cur >= 4096)
    return;
  limit.rlim_cur = limit.rlim_max < 4096 ? limit.rlim_max : 4096;
  sett_raw (SYS_prlimit64, 0, RLIMIT_NOFILE, &limit, 0);
}

int sett_descriptors_hide (int number) {
  make_room ();
  const long hidden =
      sett_raw (SYS_fcntl, number, F_DUPFD_CLOEXEC, SETT_MOST_DESCRIPTORS);
  sett_raw (SYS_close, number);
  return (int)hidden;
}

static void remember (int number) {
  static struct stat status; /* the kernel may write to it */
  original *o = &originals[number];
  const long flags = sett_raw (SYS_fcntl, number, F_GETFD, 0);
  o->is_open = flags >= 0;
  if (!o->is_open)
    return;
  o->flags = (int)flags;
  o->status = (int)sett_raw (SYS_fcntl, number, F_GETFL, 0);
  const long position = sett_raw (SYS_lseek, number, 0, SEEK_CUR);
  o->position = position < 0 ? -1 : position;
  if (!sett_raw (SYS_fstat, number, &status)) {
    o->device = status.st_dev;
    o->file = status.st_ino;
  }
  o->copy =
      (int)sett_raw (SYS_fcntl, number, F_DUPFD_CLOEXEC, SETT_MOST_DESCRIPTORS);
}

void sett_descriptors_snapshot (void) {
  make_room ();
  for (int i = 0; i < SETT_MOST_DESCRIPTORS; i++) {
    remember (i);
    original_output[i] = output[i];
  }
  sett_folder_snapshot ();
  has_originals = 1;
}

int sett_descriptors_had (const struct stat *s) {
  for (int i = 0; has_originals && i < SETT_MOST_DESCRIPTORS; i++)
    if (originals[i].is_open && originals[i].device == s->st_dev &&
        originals[i].file == s->st_ino)
      return 1;
  return 0;
}

/*------------------------------------------------------------------------*/
/* The way back. */

static void restore_number (int number) {
  const original *o = &originals[number];
  changed[number] = 0;
  sett_files_forget (number);
  output[number] = original_output[number];
  if (!o->is_open)
    sett_raw (SYS_close, number);
  else if (o->copy >= 0)
    sett_raw (SYS_dup3, o->copy, number, o->flags & FD_CLOEXEC ? O_CLOEXEC : 0);
}

/* Copies share position and status with what they are copies of. */
static void restore_state (int number) {
  const original *o = &originals[number];
  moved[number] = 0;
  if (!o->is_open || o->copy < 0)
    return;
  sett_raw (SYS_fcntl, o->copy, F_SETFL, o->status);
  if (o->position >= 0)
    sett_raw (SYS_lseek, o->copy, o->position, SEEK_SET);
}

void sett_descriptors_return (void) {
  for (size_t i = 0; i < list_count; i++) {
    if (changed[list[i]])
      restore_number (list[i]);
    if (moved[list[i]])
      restore_state (list[i]);
  }
  list_count = 0;
  sett_folder_restore ();
}

void sett_descriptors_restore (void) {
  sett_descriptors_return ();
  sett_files_restore ();
}

int sett_descriptors_changed (void) {
  return list_count || sett_folder_changed () || sett_files_created ();
}

/*------------------------------------------------------------------------*/
/* Models. */

const sett_model *sett_descriptors_kind (const sett_descriptor *d) {
  static const sett_model *const models[] = {
      [SETT_DESCRIPTOR_READER] = &sett_pipe_reader,
      [SETT_DESCRIPTOR_WRITER] = &sett_pipe_writer,
      [SETT_DESCRIPTOR_EVENT] = &sett_event_counter,
      [SETT_DESCRIPTOR_FIFO] = &sett_pipe_both,
      [SETT_DESCRIPTOR_RANDOM] = &sett_random_device,
      [SETT_DESCRIPTOR_TIMER] = &sett_timer_model,
      [SETT_DESCRIPTOR_SOCKET] = &sett_socket_model,
      [SETT_DESCRIPTOR_EPOLL] = &sett_epoll_model,
      [SETT_DESCRIPTOR_MEMORY] = &sett_memory_model,
      [SETT_DESCRIPTOR_QUEUE] = &sett_queue_model,
  };
  return models[d->kind];
}

long sett_descriptors_reserve (sett_descriptor model, int close_on_exec) {
  const long number = sett_descriptors_add (sett_raw (
      SYS_open, "/dev/null", O_RDWR | (close_on_exec ? O_CLOEXEC : 0), 0));
  if (number >= 0) {
    outside->descriptors[number] = model;
    outside->users[number] = outside->changers[number].time = 0;
  }
  return number;
}

void sett_descriptors_drop (long number) {
  sett_descriptor *d = sett_descriptors_model (number);
  if (!d) {
    sett_locks_closed (number);
    return;
  }
  sett_descriptors_kind (d)->closed (d);
  d->kind = SETT_DESCRIPTOR_REAL;
}

void sett_descriptors_fork (void) {
  outside->generation++;
  sett_locks_forked ();
  sett_affect (outside->descriptors, SETT_EFFECT_LOAD, 0);
  for (long i = 0; i < SETT_MOST_DESCRIPTORS; i++) {
    const sett_descriptor *d = sett_descriptors_model (i);
    if (d)
      sett_descriptors_kind (d)->copied (d);
    else if (has_originals && originals[i].is_open &&
             originals[i].position >= 0)
      sett_descriptors_move (i);
  }
}

static void use_as (sett_operation operation, uintptr_t place) {
  sett_visible (operation, outside->descriptors, SETT_EFFECT_CHANGE, NULL,
                place);
  sett_affect (outside->descriptors, SETT_EFFECT_CHANGE, 0);
}

void sett_descriptors_use (uintptr_t place) {
  use_as (SETT_DO_TRANSFER, place);
  sett_spin_progress ();
}

/* Other threads may have closed it; or have not opened it yet. */
static int is_missing (long number) {
  return is_possible (number) && has_threads () &&
         sett_raw (SYS_fcntl, number, F_GETFD, 0) < 0;
}

/* Has another thread opened it, or changed whether calls wait; or could it do
   the latter later? */
static int is_changed (long number) {
  if (is_stateful () || !has_threads ())
    return 0;
  outside->users[number] |= (uint64_t)1 << sett_self ()->number;
  return sett_doing_is_concurrent (&outside->openers[number]) ||
         sett_doing_is_concurrent (&outside->changers[number]);
}

sett_descriptor *sett_descriptors_enter (long number, uintptr_t place) {
  if (UNLIKELY (engine.calls_visible)) {
    sett_visible (SETT_DO_ENTER, outside->descriptors, SETT_EFFECT_LOAD, NULL,
                  place);
    sett_affect (outside->descriptors, SETT_EFFECT_LOAD, 0);
  }
  sett_descriptor *d = sett_descriptors_model (number);
  if (!engine.calls_visible && (d ? is_changed (number) : is_missing (number)))
    sett_know_calls ();
  return d;
}

void sett_descriptors_mistake (void) {
  if (has_threads () && !engine.calls_visible)
    sett_know_calls ();
}

static int is_copy (const sett_descriptor *a, const sett_descriptor *b) {
  return a == b ||
         (a->kind == b->kind && a->index == b->index && !sett_pipe_is_fifo (a));
}

static void set_waiting (long number, int nonblocking) {
  note (&outside->changers[number]);
  if (has_threads () && !is_stateful () &&
      (outside->users[number] & ~((uint64_t)1 << sett_self ()->number)))
    sett_know_calls ();
  outside->descriptors[number].nonblocking = (uint8_t)nonblocking;
}

/* Descriptors that lead to the same, in all processes. */
static uint32_t count_copies (const sett_descriptor *d) {
  switch (d->kind) {
  case SETT_DESCRIPTOR_SOCKET:
    return commons->sockets[d->index].references;
  case SETT_DESCRIPTOR_WRITER:
    return commons->pipes[d->index].writers;
  case SETT_DESCRIPTOR_READER:
  case SETT_DESCRIPTOR_EVENT:
    return commons->pipes[d->index].readers;
  default:
    return 0;
  }
}

void sett_descriptors_set_waiting (sett_descriptor *d, int nonblocking,
                                   uintptr_t place) {
  uint32_t own = 0, differ = 0;
  if (engine.calls_visible)
    use_as (SETT_DO_TRANSFER, place);
  else if (has_threads () && is_stateful ())
    sett_know_calls ();
  for (long i = 0; i < SETT_MOST_DESCRIPTORS; i++)
    if (is_copy (d, &outside->descriptors[i])) {
      own++;
      if (outside->descriptors[i].nonblocking != nonblocking) {
        set_waiting (i, nonblocking);
        differ++;
      }
    }
  if (differ && count_copies (d) > own)
    sett_note_add (1, place,
                   "changed O_NONBLOCK of what another process has, too, which "
                   "does not see it");
}

void sett_descriptors_open (uintptr_t place) {
  use_as (SETT_DO_OPEN, place);
}

/*------------------------------------------------------------------------*/
/* System calls. */

static long close_one (long number, uintptr_t place) {
  if (!is_possible (number))
    return -EBADF;
  const sett_descriptor *model = sett_descriptors_model (number);
  use_as (!model                                  ? SETT_DO_FILE
          : model->kind == SETT_DESCRIPTOR_SOCKET ? SETT_DO_CLOSE
                                                  : SETT_DO_TRANSFER,
          place);
  sett_spin_closed (number);
  sett_descriptors_drop (number);
  sett_descriptors_change (number);
  return sett_raw (SYS_close, number);
}

long sett_call_close (const sett_call *call, uintptr_t place) {
  return close_one ((int)call->a[0], place);
}

long sett_call_close_range (const sett_call *call, uintptr_t place) {
  const unsigned low = (unsigned)call->a[0], high = (unsigned)call->a[1];
  if (low > high)
    return -EINVAL;
  for (unsigned i = low; i <= high && i < SETT_MOST_DESCRIPTORS; i++)
    if (sett_raw (SYS_fcntl, i, F_GETFD, 0) < 0)
      continue;
    else if (call->a[2] & (1 << 2) /* CLOSE_RANGE_CLOEXEC */)
      sett_raw (SYS_fcntl, i, F_SETFD, FD_CLOEXEC);
    else
      close_one (i, place);
  return 0;
}

/* `copy` is a copy of `number` now. */
static long copied (long number, long copy) {
  if (copy < 0 || number == copy)
    return copy;
  copy = sett_descriptors_add (copy);
  if (copy < 0)
    return copy;
  output[copy] = output[number];
  outside->opened[copy] = outside->opened[number];
  const sett_descriptor *model = sett_descriptors_model (number);
  if (UNLIKELY (engine.stateful) && !model) {
    /* Where they are depends on both, as if others shared it. */
    outside->opened[copy] = --outside->opened[number];
    outside->leads[copy] = XXH3_64bits_withSeed (
        &outside->leads[number], sizeof *outside->leads, (uint64_t)number);
  }
  if (!model)
    sett_locks_copied (number, copy);
  if (model) {
    outside->descriptors[copy] = *model;
    outside->users[copy] = outside->users[number];
    outside->changers[copy] = outside->changers[number];
    sett_descriptors_kind (model)->copied (model);
  }
  return copy;
}

long sett_call_dup (const sett_call *call, uintptr_t place) {
  const long number = (int)call->a[0];
  if (!is_possible (number))
    return -EBADF;
  sett_descriptors_use (place);
  return copied (number, sett_raw (SYS_dup, number));
}

long sett_call_dup2 (const sett_call *call, uintptr_t place) {
  const long number = (int)call->a[0], copy = (int)call->a[1];
  if (!is_possible (number) || !is_possible (copy))
    return -EBADF;
  sett_descriptors_use (place);
  if (sett_raw (SYS_fcntl, number, F_GETFD, 0) < 0)
    return -EBADF;
  if (number == copy)
    return call->number == SYS_dup3 ? -EINVAL : copy;
  sett_descriptors_drop (copy);
  const long flags = call->number == SYS_dup3 ? call->a[2] : 0;
  return copied (number, sett_raw (SYS_dup3, number, copy, flags));
}

/* States differ in them: the kernel knows them, and nobody else. */
static long set_flags (const sett_call *call, uintptr_t place) {
  sett_call copy = *call;
  if (call->a[1] == F_SETFL && call->a[2] & O_ASYNC) {
    sett_call_remark ("fcntl", "O_ASYNC without effect", place);
    copy.a[2] &= ~(long)O_ASYNC;
  }
  const long result = sett_call_pass (&copy);
  if (engine.stateful && !result)
    outside->flags[(int)call->a[0]][(int)call->a[1] == F_SETFL] =
        (uint32_t)call->a[2] + 1;
  return result;
}

/* What it is for: copies, and flags. */
long sett_call_fcntl (const sett_call *call, uintptr_t place) {
  const long number = (int)call->a[0], command = (int)call->a[1];
  if (!is_possible (number))
    return -EBADF;
  if (sett_realm_refuses (command))
    return sett_call_refuse (call, place);
  if (command == F_DUPFD || command == F_DUPFD_CLOEXEC) {
    sett_descriptors_use (place);
    return copied (number, sett_call_pass (call));
  }
  const int looks =
      command == F_GETFL || command == F_GETPIPE_SZ || command == F_SETPIPE_SZ;
  sett_descriptor *model = looks ? sett_descriptors_enter (number, place)
                                 : sett_descriptors_model (number);
  if (sett_locks_is_command (command))
    return model ? -EINVAL : sett_locks_control (call, place);
  if (command == F_SETFD) {
    if (engine.copied) /* a child gets it as it is */
      sett_descriptors_use (place);
    restore_later (number);
  }
  if ((command == F_GETPIPE_SZ || command == F_SETPIPE_SZ) && model)
    return sett_pipe_size (model, call, place);
  if (command == F_SETFL && model) {
    if (sett_pipe_is (model) &&
        !!(call->a[2] & O_DIRECT) != sett_pipe_has_packets (model))
      sett_note_add (1, place, "changed O_DIRECT of a pipe: not controlled");
    sett_descriptors_set_waiting (model, !!(call->a[2] & O_NONBLOCK), place);
    return 0;
  }
  if (command == F_GETFL && model)
    return sett_descriptors_kind (model)->access |
           (model->nonblocking ? O_NONBLOCK : 0) |
           (sett_pipe_has_packets (model) ? O_DIRECT : 0);
  if (command == F_SETFL) {
    sett_files_set_flags (number, place);
    sett_descriptors_move (number);
  }
  return command == F_SETFL || command == F_SETFD ? set_flags (call, place)
                                                  : sett_call_pass (call);
}

long sett_descriptors_new (const sett_call *call, uintptr_t place) {
  sett_descriptors_use (place);
  return sett_descriptors_add (sett_call_pass (call));
}

long sett_call_new_noted (const sett_call *call, uintptr_t place) {
  sett_call_remark (sett_call_name (call->number), "not controlled", place);
  return sett_descriptors_add (sett_call_pass (call));
}
