/* File descriptors and their way back: see descriptors.h. */

#include "runtime/files/descriptors.h"

#include "base/assert.h"
#include "runtime/core/os_model.h"

#include "runtime/core/engine.h"
#include "runtime/files/files.h"
#include "runtime/files/cwd.h"
#include "runtime/core/knowledge.h"
#include "runtime/files/locks.h"
#include "runtime/files/descriptor_numbers.h"
#include "runtime/files/originals.h"
#include "runtime/files/pipes.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"
#include "runtime/files/realm.h"
#include "runtime/files/shadow.h"
#include "runtime/files/shadow_copies.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

static uint8_t output[SETT_MOST_DESCRIPTORS];
static uint8_t original_output[SETT_MOST_DESCRIPTORS];

static int is_possible (long number) {
  return (unsigned long)number < SETT_MOST_DESCRIPTORS;
}

static int has_threads (void) {
  return sett_threads_many (world->alive);
}

void sett_doing_note (sett_doing *doing) {
  const sett_thread *self = sett_self ();
  *doing = (sett_doing){self->number,
                        sett_vector_clock_of (&self->clock, self->number)};
}

int sett_doing_is_concurrent (const sett_doing *doing) {
  return doing->time >
         sett_vector_clock_of (&sett_self ()->clock, doing->thread);
}

/* States must look the same, whoever did it; also when a schedule is repeated,
   which no longer compares them. */
static int is_stateful (void) {
  return engine.shared->orders.stateful;
}

static void note (sett_doing *doing) {
  if (has_threads () && !is_stateful ())
    sett_doing_note (doing);
  else
    doing->time = 0;
}

enum { LEADS_NOWHERE = 1 };

void sett_descriptors_change (long number) {
  if (!is_possible (number))
    return;
  note (&os_process->openers[number]);
  os_process->uses[number].time = os_process->used_at_once[number] = 0;
  sett_files_forget (number);
  sett_position_drop (number);
  output[number] = 0;
  os_process->opened[number] = os_process->generation;
  if (UNLIKELY (engine.stateful)) {
    os_process->leads[number] = LEADS_NOWHERE;
    os_process->flags[number][0] = os_process->flags[number][1] = 0;
    os_process->positions[number] = 0;
  }
  sett_originals_replaced (number);
}

void sett_descriptors_lead (long number, const char *path, int flags) {
  if (engine.stateful)
    os_process->leads[number] =
        XXH3_64bits_withSeed (path, strlen (path), (unsigned)flags);
}

void sett_descriptors_moved (long number) {
  if (engine.stateful && is_possible (number))
    os_process->positions[number] = sett_raw (SYS_lseek, number, 0, SEEK_CUR);
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
  SETT_ASSERT (is_possible (number));
  output[number] = 1;
}

/*------------------------------------------------------------------------*/
/* The snapshot. */

void sett_descriptors_snapshot (void) {
  memcpy (original_output, output, sizeof output);
  sett_originals_snapshot ();
  sett_cwd_snapshot ();
}

/*------------------------------------------------------------------------*/
/* The way back. */

static void forget (int number) {
  SETT_ASSERT (is_possible (number));
  sett_files_forget (number);
  sett_position_drop (number);
  output[number] = original_output[number];
}

void sett_descriptors_return (void) {
  sett_originals_restore (forget);
  sett_cwd_restore ();
}

void sett_descriptors_restore (void) {
  sett_descriptors_return ();
  sett_files_restore ();
}

int sett_descriptors_changed (void) {
  return sett_originals_differ () || sett_cwd_changed () ||
         sett_shadow_changed ();
}

/*------------------------------------------------------------------------*/
/* Models. */

const sett_file_operations *sett_descriptors_kind (const sett_descriptor *d) {
  return sett_file_operations_of[d->kind];
}

long sett_descriptors_reserve (sett_descriptor model, int close_on_exec) {
  const long number = sett_descriptors_add (sett_raw (
      SYS_open, "/dev/null", O_RDWR | (close_on_exec ? O_CLOEXEC : 0), 0));
  if (number >= 0) {
    os_process->descriptors[number] = model;
    os_process->users[number] = SETT_NO_THREADS;
    os_process->changers[number].time = 0;
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
  os_process->generation++;
  sett_locks_forked ();
  sett_numbers_use_any ();
  for (long i = 0; i < SETT_MOST_DESCRIPTORS; i++) {
    const sett_descriptor *d = sett_descriptors_model (i);
    if (d)
      sett_descriptors_kind (d)->copied (d);
    else if (sett_originals_have_position (i))
      sett_originals_moved (i);
  }
}

static void use_as (sett_operation operation, uintptr_t place) {
  sett_visible (operation, os_process->descriptors, SETT_EFFECT_CHANGE, NULL,
                place);
  sett_affect (os_process->descriptors, SETT_EFFECT_CHANGE, 0);
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

/* The last use is enough: those before it happened before it, or it was used by
   two threads at once. */
static void note_use (long number) {
  sett_doing *last = &os_process->uses[number];
  if (is_stateful () || !has_threads ())
    return;
  if (sett_doing_is_concurrent (last))
    os_process->used_at_once[number] = 1;
  sett_doing_note (last);
}

/* It is closed, or replaced.  If another thread could have used it later as
   well, looking it up is an event from now on. */
static void note_end (long number) {
  if (engine.calls_visible)
    return;
  if (is_stateful () ? world->thread_count > 1
                     : os_process->used_at_once[number] ||
                           sett_doing_is_concurrent (&os_process->uses[number]))
    sett_know_calls ();
}

/* Has another thread opened it, or changed whether calls wait; or could it do
   the latter later? */
static int is_changed (long number) {
  if (is_stateful () || !has_threads ())
    return 0;
  sett_threads_add (&os_process->users[number], sett_self ()->number);
  return sett_doing_is_concurrent (&os_process->openers[number]) ||
         sett_doing_is_concurrent (&os_process->changers[number]);
}

/* What all processes should know of it (os_model.h). */
static uint8_t *waiting_of (const sett_descriptor *d) {
  switch (d->kind) {
  case SETT_DESCRIPTOR_SOCKET:
    return &os_model->sockets[d->index].waiting;
  case SETT_DESCRIPTOR_WRITER:
  case SETT_DESCRIPTOR_READER:
  case SETT_DESCRIPTOR_EVENT:
    return sett_pipe_is_fifo (d)
               ? NULL
               : &os_model->pipes[d->index]
                      .waiting[d->kind == SETT_DESCRIPTOR_WRITER];
  default:
    return NULL;
  }
}

/* Another process has changed whether calls wait, which is not modelled: this
   one would do something else than it does. */
static void end_if_stale (const sett_descriptor *d, uintptr_t place) {
  const uint8_t *waiting = waiting_of (d);
  if (!waiting || !*waiting || *waiting == 1 + d->nonblocking)
    return;
  sett_note_add (1, place,
                 "used what another process has set to O_NONBLOCK, or back: "
                 "ended there");
  sett_end (SETT_CUT);
}

sett_descriptor *sett_descriptors_enter (long number, uintptr_t place) {
  if (UNLIKELY (engine.calls_visible)) {
    sett_visible (SETT_DO_ENTER, os_process->descriptors, SETT_EFFECT_LOAD,
                  NULL, place);
    sett_numbers_use (number);
  }
  sett_descriptor *d = sett_descriptors_model (number);
  if (!engine.calls_visible && is_possible (number))
    note_use (number);
  if (!engine.calls_visible && (d ? is_changed (number) : is_missing (number)))
    sett_know_calls ();
  if (d && engine.multi)
    end_if_stale (d, place);
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

static int is_used_by_others (long number) {
  sett_thread_set others = os_process->users[number];
  sett_threads_drop (&others, sett_self ()->number);
  return sett_threads_any (others);
}

static void set_waiting (long number, int nonblocking) {
  note (&os_process->changers[number]);
  if (has_threads () && !is_stateful () && is_used_by_others (number))
    sett_know_calls ();
  os_process->descriptors[number].nonblocking = (uint8_t)nonblocking;
}

/* Descriptors that lead to the same, in all processes. */
static uint32_t count_copies (const sett_descriptor *d) {
  switch (d->kind) {
  case SETT_DESCRIPTOR_SOCKET:
    return os_model->sockets[d->index].references;
  case SETT_DESCRIPTOR_WRITER:
    return os_model->pipes[d->index].writers;
  case SETT_DESCRIPTOR_READER:
  case SETT_DESCRIPTOR_EVENT:
    return os_model->pipes[d->index].readers;
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
    if (is_copy (d, &os_process->descriptors[i])) {
      own++;
      if (os_process->descriptors[i].nonblocking != nonblocking) {
        set_waiting (i, nonblocking);
        differ++;
      }
    }
  uint8_t *waiting = waiting_of (d);
  const int others = differ && count_copies (d) > own;
  if (waiting && (*waiting || others))
    *waiting = (uint8_t)(1 + nonblocking);
  if (others)
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
  if (!model)
    sett_numbers_close (number, place);
  else
    use_as (model->kind == SETT_DESCRIPTOR_SOCKET ? SETT_DO_CLOSE
                                                  : SETT_DO_TRANSFER,
            place);
  sett_spin_closed (number);
  note_end (number);
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
  sett_descriptors_use (place); /* which of them there are */
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
  if (!sett_descriptors_model (number))
    sett_originals_moved (number); /* the copy may do so */
  sett_position_copied (number, copy);
  output[copy] = output[number];
  os_process->opened[copy] = os_process->opened[number];
  const sett_descriptor *model = sett_descriptors_model (number);
  if (UNLIKELY (engine.stateful) && !model) {
    /* Where they are depends on both, as if others shared it. */
    os_process->opened[copy] = --os_process->opened[number];
    os_process->leads[copy] =
        XXH3_64bits_withSeed (&os_process->leads[number],
                              sizeof *os_process->leads, (uint64_t)number);
  }
  if (!model)
    sett_locks_copied (number, copy);
  if (model) {
    os_process->descriptors[copy] = *model;
    os_process->users[copy] = os_process->users[number];
    os_process->changers[copy] = os_process->changers[number];
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
  note_end (copy);
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
    os_process->flags[(int)call->a[0]][(int)call->a[1] == F_SETFL] =
        (uint32_t)call->a[2] + 1;
  return result;
}

static long refuse_lock (const sett_call *call, uintptr_t place) {
  sett_call_remark (sett_call_name (call->number),
                    "a lock of a pipe or socket: refused", place);
  return -EINVAL;
}

long sett_call_flock (const sett_call *call, uintptr_t place) {
  return sett_descriptors_enter ((int)call->a[0], place)
             ? refuse_lock (call, place)
             : sett_locks_flock (call, place);
}

/* The whole file system, by means of any descriptor. */
long sett_call_sync_all (const sett_call *call, uintptr_t place) {
  const long number = (int)call->a[0];
  sett_descriptors_enter (number, place);
  return sett_raw (SYS_fcntl, number, F_GETFD, 0) < 0 ? -EBADF : 0;
}

/* What it is for: copies, and flags. */
long sett_call_fcntl (const sett_call *call, uintptr_t place) {
  const long number = (int)call->a[0], command = (int)call->a[1];
  if (!is_possible (number))
    return -EBADF;
  if (sett_realm_refuses ((int)command))
    return sett_call_refuse (call, place);
  if (command == F_DUPFD || command == F_DUPFD_CLOEXEC) {
    sett_descriptors_use (place);
    return copied (number, sett_call_pass (call));
  }
  sett_descriptor *model = sett_descriptors_enter (number, place);
  if (sett_locks_is_command (command))
    return model ? refuse_lock (call, place) : sett_locks_control (call, place);
  if (command == F_SETFD) {
    if (engine.copied) /* a child gets it as it is */
      sett_descriptors_use (place);
    sett_originals_replaced (number);
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
    sett_originals_moved (number);
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
