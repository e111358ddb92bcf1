/* Files.

   Whatever threads do with files is visible, on an object for the file, or on
   one for all of them (paths.h).  Positions: only threads of the process that
   has opened a file since it has last forked share them, and these are ordered
   by an object of the process for each file, if they only read (`reads`, or the
   table of descriptors); else to read is to change the file.  What goes to the
   standard output is left out, its order is not looked at.

   What an execution creates, changes and removes is in the shadow (shadow.h),
   which does what is asked for when the event has begun. */

#include "runtime/files/files.h"
#include "runtime/files/originals.h"

#include "base/assert.h"
#include "runtime/core/upcalls.h"
#include "runtime/sched/randomness.h"
#include "runtime/core/os_model.h"
#include "runtime/files/descriptors.h"
#include "runtime/files/output.h"
#include "runtime/undo/pages.h"
#include "runtime/files/name_locks.h"
#include "runtime/files/descriptor_numbers.h"
#include "runtime/files/paths.h"
#include "runtime/files/pipes.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"
#include "runtime/sched/state.h"
#include "runtime/files/realm.h"
#include "runtime/files/shadow.h"
#include "runtime/files/shadow_copies.h"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <string.h>
#include <linux/fs.h>
#include <linux/openat2.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>

/* Files that are told apart: the event begins; what it does is told in it. */
static void begin_use (uintptr_t place) {
  sett_visible (SETT_DO_FILE, &os_model->files, SETT_EFFECT_LOAD, NULL, place);
  sett_spin_progress ();
}

static void use_together (int changes, uintptr_t place) {
  const sett_effect_kind effect =
      changes ? SETT_EFFECT_CHANGE : SETT_EFFECT_LOAD;
  sett_visible (SETT_DO_TRANSFER, &os_model->files, effect, NULL, place);
  sett_affect (&os_model->files, effect, 0);
  if (changes)
    sett_state_files_change ();
  sett_spin_progress ();
}

void sett_files_use (int changes, uintptr_t place) {
  if (!sett_paths_differ ())
    use_together (changes, place);
  else {
    begin_use (place);
    sett_paths_tell (NULL, 1);
  }
  sett_numbers_use_any ();
}

/* A file by its name. */
static void use_name (int folder, const char *path, sett_path_use use,
                      int changes, uintptr_t place) {
  if (!sett_paths_differ ())
    use_together (changes, place);
  else {
    begin_use (place);
    sett_paths_tell (sett_paths_of_name (folder, path, use), changes);
  }
  sett_numbers_use_any ();
}

/* By means of a descriptor: not while the table changes.  The word, if files
   are told apart. */
static const uint64_t *use_by_number (long number, int changes,
                                      uintptr_t place) {
  const uint64_t *word = NULL;
  if (!sett_paths_differ ())
    use_together (changes, place);
  else {
    begin_use (place);
    word = sett_paths_of_number (number);
    sett_paths_tell (word, changes);
  }
  if (number < 0)
    sett_numbers_use_any ();
  else
    sett_numbers_use (number);
  return word;
}

/* It only reads, and moves the position of the descriptor. */
static void use_to_read (long number, uintptr_t place) {
  const int shared = (unsigned long)number >= SETT_MOST_DESCRIPTORS ||
                     os_process->opened[number] != os_process->generation;
  const uint64_t *word = use_by_number (number, shared, place);
  if (word && !shared)
    sett_affect (&os_process->reads[word - os_model->file_words],
                 SETT_EFFECT_STORE, 0);
  else if (!shared)
    sett_affect (os_process->descriptors, SETT_EFFECT_CHANGE, 0);
}

/*------------------------------------------------------------------------*/
/* What descriptors lead to. */

typedef struct known {
  int valid;
  mode_t type; /* S_IFMT */
  dev_t which; /* of devices */
} known;

static known descriptors[SETT_MOST_DESCRIPTORS];

void sett_files_forget (long number) {
  SETT_ASSERT ((unsigned long)number < SETT_MOST_DESCRIPTORS);
  descriptors[number].valid = 0;
}

static const known *look_at (long number) {
  static const known nothing = {0};
  struct stat s;
  if ((unsigned long)number >= SETT_MOST_DESCRIPTORS)
    return &nothing;
  known *k = &descriptors[number];
  SETT_ASSERT (k < descriptors + SETT_MOST_DESCRIPTORS);
  if (!k->valid) {
    if (sett_shadow_fstat (number, &s))
      return &nothing;
    *k = (known){1, s.st_mode & S_IFMT, s.st_rdev};
  }
  return k;
}

/* /dev/null and the like have number 1. */
int sett_files_can_wait (long number) {
  const known *k = look_at (number);
  if (k->type == S_IFCHR)
    return major (k->which) != 1;
  return k->type != S_IFREG && k->type != S_IFDIR &&
         !sett_descriptors_is_output (number);
}

/*------------------------------------------------------------------------*/
/* What is undone. */

void sett_files_restore (void) {
  if (engine.process == 0 && !engine.is_passing)
    sett_shadow_restore ();
}

/* What is written has its place in the shadow; if there is no room for it the
   program must not see that, since there may be room where the original is. */
/* Less than this is no room. */
enum { SHORT = 64 << 10 };

static long wrote (long number, long wanted, long result) {
  static struct statfs s; /* the kernel may write to it */
  const int full = result == -ENOSPC || result == -EDQUOT;
  if ((!full && (result < 0 || result >= wanted)) ||
      look_at (number)->type != S_IFREG)
    return result;
  if (full || (!sett_raw (SYS_fstatfs, number, &s) &&
               s.f_bavail * (uint64_t)s.f_bsize < SHORT))
    sett_shadow_give_up ("no room for what the program writes",
                         full ? result : -ENOSPC);
  return result;
}

/*------------------------------------------------------------------------*/
/* Reading and writing. */

/* Also if there is nothing (0): others may open something there. */
static int is_file (mode_t type) {
  return type == S_IFREG || type == S_IFDIR || !type;
}

/* Has the number become something that is modelled while others went on? */
static int is_other (long number) {
  return sett_descriptors_model (number) || sett_descriptors_is_output (number);
}

/* Before a descriptor of the kernel's is used: others may go first.  A transfer
   that could wait for the world outside must not. */
static void use (long number, int writes, uintptr_t place) {
  const mode_t type = look_at (number)->type;
  if (is_file (type)) {
    if (writes)
      use_by_number (number, 1, place);
    else
      use_to_read (number, place);
    if (is_other (number))
      return;
    upcalls.transfer_mapped (number, place);
    sett_originals_moved (number);
    if (writes)
      sett_copy_write (number);
    else
      sett_copy_refresh (number);
  } else if (type == S_IFIFO || type == S_IFSOCK) {
    sett_note_add (1, place,
                   "used a socket, or a pipe from outside: not "
                   "controlled");
    use_by_number (number, 1, place);
    upcalls.wait_ready (number, writes, place);
  } else if (type == S_IFCHR && !writes)
    upcalls.wait_ready (number, 0, place);
}

/* A call that may move the position. */
static long pass_and_move (const sett_call *call) {
  const long result = sett_shadow_call (call);
  sett_position_give ((int)call->a[0]);
  sett_descriptors_moved ((int)call->a[0]);
  return result;
}

/* They can be listed, but not read. */
static long check_folder (const sett_call *call) {
  if (call->number == SYS_getdents64 || call->number == SYS_getdents ||
      look_at ((int)call->a[0])->type != S_IFDIR)
    return 0;
  return sett_shadow_is_only_path ((int)call->a[0]) ? -EBADF : -EISDIR;
}

long sett_call_read (const sett_call *call, uintptr_t place) {
  const long number = (int)call->a[0];
  void *to = (void *)call->a[1];
  const size_t size = (size_t)call->a[2];
  if ((unsigned long)number >= SETT_MOST_DESCRIPTORS)
    return -EBADF;
  sett_descriptor *model = sett_descriptors_enter (number, place);
  if (model)
    return call->number == SYS_read
               ? sett_descriptors_kind (model)->read (model, to, size, place)
               : -ESPIPE;
  use (number, 0, place);
  if (sett_descriptors_model (number))
    return sett_call_read (call, place);
  const long wrong = check_folder (call);
  if (wrong)
    return wrong;
  sett_pages_touch (to, size);
  return pass_and_move (call);
}

/* Several buffers: one after the other. */
static long in_parts (const sett_call *call, int writes, uintptr_t place) {
  const struct iovec *parts = (const struct iovec *)call->a[1];
  long total = 0;
  for (long i = 0; i < call->a[2]; i++) {
    const sett_call part = {
        writes ? SYS_write : SYS_read,
        {call->a[0], (long)parts[i].iov_base, (long)parts[i].iov_len}};
    if (!parts[i].iov_len)
      continue;
    const long n =
        writes ? sett_call_write (&part, place) : sett_call_read (&part, place);
    if (n < 0)
      return total ? total : n;
    total += n;
    if ((size_t)n < parts[i].iov_len)
      break;
  }
  return total;
}

long sett_call_readv (const sett_call *call, uintptr_t place) {
  const long number = (int)call->a[0];
  sett_descriptor *model = sett_descriptors_enter (number, place);
  const struct iovec *parts = (const struct iovec *)call->a[1];
  if (call->a[2] < 0 || call->a[2] > IOV_MAX)
    return -EINVAL;
  if (model && sett_position_given (call))
    return -ESPIPE;
  if (model && model->kind == SETT_DESCRIPTOR_SOCKET)
    return upcalls.transfer_socket (model, parts, (size_t)call->a[2], 0, place);
  if (model && sett_pipe_is (model))
    return sett_pipe_transfer (model, &(sett_parts){parts, (size_t)call->a[2]},
                               0, place);
  if (model)
    return in_parts (call, 0, place);
  if ((unsigned long)number >= SETT_MOST_DESCRIPTORS)
    return -EBADF;
  use (number, 0, place);
  if (sett_descriptors_model (number))
    return sett_call_readv (call, place);
  const long wrong = check_folder (call);
  if (wrong)
    return wrong;
  for (long i = 0; i < call->a[2]; i++)
    sett_pages_touch (parts[i].iov_base, parts[i].iov_len);
  return pass_and_move (call);
}

long sett_call_write (const sett_call *call, uintptr_t place) {
  const long number = (int)call->a[0];
  if ((unsigned long)number >= SETT_MOST_DESCRIPTORS)
    return -EBADF;
  sett_descriptor *model = sett_descriptors_enter (number, place);
  if (sett_descriptors_is_output (number))
    return call->number == SYS_write ? sett_output_write (call) : -ESPIPE;
  if (model)
    return call->number == SYS_write
               ? sett_descriptors_kind (model)->write (
                     model, (const void *)call->a[1], (size_t)call->a[2], place)
               : -ESPIPE;
  use (number, 1, place);
  if (is_other (number))
    return sett_call_write (call, place);
  return wrote (number, call->a[2], sett_call_pass (call));
}

long sett_call_writev (const sett_call *call, uintptr_t place) {
  const long number = (int)call->a[0];
  sett_descriptor *model = sett_descriptors_enter (number, place);
  const struct iovec *parts = (const struct iovec *)call->a[1];
  if (call->a[2] < 0 || call->a[2] > IOV_MAX)
    return -EINVAL;
  if (sett_position_given (call) &&
      (model || sett_descriptors_is_output (number)))
    return -ESPIPE;
  if (model && model->kind == SETT_DESCRIPTOR_SOCKET)
    return upcalls.transfer_socket (model, parts, (size_t)call->a[2], 1, place);
  if (model && sett_pipe_is (model))
    return sett_pipe_transfer (model, &(sett_parts){parts, (size_t)call->a[2]},
                               1, place);
  sett_output_order (number, place);
  if (sett_descriptors_is_output (number) || model)
    return in_parts (call, 1, place);
  if ((unsigned long)number >= SETT_MOST_DESCRIPTORS)
    return -EBADF;
  use (number, 1, place);
  if (is_other (number))
    return sett_call_writev (call, place);
  long wanted = 0;
  for (long i = 0; i < call->a[2]; i++)
    wanted += (long)parts[i].iov_len;
  return wrote (number, wanted, sett_call_pass (call));
}

/* Pipes and sockets have no position; of all else that is modelled it stays 0.
 */
long sett_call_seek (const sett_call *call, uintptr_t place) {
  const long number = (int)call->a[0];
  const sett_descriptor *model = sett_descriptors_enter (number, place);
  if (model && model->kind == SETT_DESCRIPTOR_MEMORY)
    return sett_call_end (call, place);
  if (model)
    return sett_pipe_is (model) || model->kind == SETT_DESCRIPTOR_SOCKET
               ? -ESPIPE
               : 0;
  if (sett_descriptors_is_output (number))
    return -ESPIPE; /* as a terminal has it */
  return sett_call_file (call, place);
}

/* May it be read (or written) at all, whatever it is? */
static int is_open_to (long number, int writes) {
  const sett_descriptor *model = sett_descriptors_model (number);
  const long flags = sett_raw (SYS_fcntl, number, F_GETFL, 0);
  if (flags < 0 || flags & O_PATH)
    return 0;
  const int access =
      model ? sett_descriptors_kind (model)->access : (int)flags & O_ACCMODE;
  return access == O_RDWR || access == (writes ? O_WRONLY : O_RDONLY);
}

static long advise_model (const sett_descriptor *model, const sett_call *call) {
  if (call->number != SYS_readahead)
    return sett_pipe_is (model) ? -ESPIPE : 0;
  return is_open_to ((int)call->a[0], 0) ? -EINVAL : -EBADF;
}

/* Something with a descriptor that changes no contents. */
long sett_call_file (const sett_call *call, uintptr_t place) {
  const long number = (int)call->a[0];
  const sett_descriptor *model =
      call->number == SYS_lseek ? NULL : sett_descriptors_enter (number, place);
  if (model)
    return advise_model (model, call);
  if (is_file (look_at (number)->type)) {
    use_to_read (number, place);
    if (is_other (number))
      return call->number == SYS_lseek ? sett_call_seek (call, place)
                                       : sett_call_file (call, place);
    sett_originals_moved (number);
    sett_copy_refresh (number);
  }
  if (call->number == SYS_readahead && look_at (number)->type == S_IFDIR)
    return -EINVAL;
  return pass_and_move (call);
}

/* Flags of what was opened (O_APPEND) say where others write. */
void sett_files_set_flags (long number, uintptr_t place) {
  if (is_file (look_at (number)->type))
    use_by_number (number, 1, place);
}

/* What is written is there at once, and soon undone. */
long sett_call_sync (const sett_call *call, uintptr_t place) {
  const long number = (int)call->a[0];
  const sett_descriptor *model = sett_descriptors_enter (number, place);
  const long wrong = call->number == SYS_sync_file_range ? -ESPIPE : -EINVAL;
  if (model)
    return model->kind == SETT_DESCRIPTOR_MEMORY ? 0 : wrong;
  if (sett_raw (SYS_fcntl, number, F_GETFD, 0) < 0 ||
      sett_shadow_is_only_path (number))
    return -EBADF;
  if (!is_file (look_at (number)->type))
    return wrong;
  use_to_read (number, place);
  return 0;
}

/* The descriptors that a call is about: from one, to another. */
static int find_ends (const sett_call *call, int ends[2]) {
  switch (call->number) {
  case SYS_copy_file_range:
  case SYS_splice:
    ends[0] = (int)call->a[0];
    ends[1] = (int)call->a[2];
    return 2;
  case SYS_sendfile:
    ends[0] = (int)call->a[1];
    ends[1] = (int)call->a[0];
    return 2;
  default:
    ends[0] = ends[1] = (int)call->a[0];
    return 1;
  }
}

static int is_there (long number) {
  const long flags = sett_raw (SYS_fcntl, number, F_GETFL, 0);
  return flags >= 0 && !(flags & O_PATH);
}

/* What the kernel says before it looks at what they are; a folder may look like
   a file to it. */
static long check_ends (const sett_call *call, const int ends[2]) {
  const sett_descriptor *model = sett_descriptors_model (ends[0]);
  const int is_pipe = model || look_at (ends[0])->type == S_IFIFO;
  if (call->number == SYS_fallocate && is_pipe)
    return !is_open_to (ends[0], 1)         ? -EBADF
           : model && !sett_pipe_is (model) ? -ENODEV
                                            : -ESPIPE;
  if (call->number == SYS_sendfile && is_open_to (ends[0], 0) && is_pipe &&
      call->a[2])
    return -ESPIPE;
  if (call->number == SYS_sendfile &&
      (!is_open_to (ends[0], 0) || !is_open_to (ends[1], 1)))
    return -EBADF;
  if (call->number == SYS_splice &&
      (!is_open_to (ends[0], 0) || !is_open_to (ends[1], 1)))
    return -EBADF;
  if (call->number == SYS_sendfile && look_at (ends[0])->type == S_IFDIR)
    return -EINVAL;
  if (call->number != SYS_copy_file_range)
    return 0;
  if (!is_there (ends[0]) || !is_there (ends[1]))
    return -EBADF;
  return look_at (ends[0])->type == S_IFDIR ||
                 look_at (ends[1])->type == S_IFDIR
             ? -EISDIR
             : 0;
}

/* Something that changes contents, possibly from one to the other. */
long sett_call_modify (const sett_call *call, uintptr_t place) {
  const sett_descriptor *memory = sett_descriptors_model ((int)call->a[0]);
  if (memory && memory->kind == SETT_DESCRIPTOR_MEMORY &&
      call->number == SYS_ftruncate)
    return upcalls.truncate_memory (memory, (size_t)call->a[1], place);
  int ends[2];
  const int count = find_ends (call, ends);
  use_by_number (count > 1 ? -1 : ends[0], 1, place);
  const long wrong = check_ends (call, ends);
  if (wrong)
    return wrong;
  for (int i = 0; i < count; i++) {
    upcalls.transfer_mapped (ends[i], place);
    sett_originals_moved (ends[i]);
    if (sett_descriptors_model (ends[i]) &&
        (call->number == SYS_fchmod || call->number == SYS_fchown)) {
      sett_call_remark (sett_call_name (call->number),
                        "of a pipe or socket, without effect", place);
      return 0;
    }
    if (sett_descriptors_model (ends[i]) && call->number == SYS_splice)
      return sett_call_end (call, place);
    if (sett_descriptors_model (ends[i]))
      return -EINVAL; /* programs then copy by themselves */
    sett_copy_refresh (ends[i]);
  }
  sett_copy_write (ends[1]);
  const long result = wrote (ends[1], 0, sett_shadow_call (call));
  for (int i = 0; i < count; i++)
    sett_position_give (ends[i]);
  return result;
}

/* A name that is looked at, without more; what is known of others is not
   enough. */
static void use_to_look (const sett_call *call, uintptr_t place) {
  const int at = call->number == SYS_newfstatat ||
                 call->number == SYS_faccessat ||
                 call->number == SYS_faccessat2 || call->number == SYS_statx;
  const char *path = (const char *)call->a[at];
  const int flags = call->number == SYS_statx ? (int)call->a[2]
                    : at                      ? (int)call->a[3]
                                              : 0;
  if (call->number == SYS_fstat || (at && path && !*path))
    use_by_number ((int)call->a[0], 0, place);
  else if (at || call->number == SYS_stat || call->number == SYS_lstat ||
           call->number == SYS_access)
    use_name (at ? (int)call->a[0] : AT_FDCWD, path,
              call->number == SYS_lstat || (call->number != SYS_faccessat &&
                                            (flags & AT_SYMLINK_NOFOLLOW))
                  ? SETT_PATH_NAME
                  : SETT_PATH_FILE,
              0, place);
  else
    use_by_number (-1, 0, place);
}

long sett_call_look (const sett_call *call, uintptr_t place) {
  use_to_look (call, place);
  if (upcalls.answer (call))
    return 0;
  const long length = sett_model_text (call);
  return length >= 0 ? length : sett_shadow_call (call);
}

/* Others could change the original, whatever it was opened for. */
static int is_harmless_control (long request) {
  return request == FIONREAD || request == FIONBIO || request == FIOCLEX ||
         request == FIONCLEX || request == FIOQSIZE || request == FICLONE ||
         request == FICLONERANGE || request == FS_IOC_GETFLAGS ||
         request == FIGETBSZ;
}

int sett_files_may_control (long number, long request) {
  struct stat s;
  return is_harmless_control (request) || request == TCGETS ||
         sett_shadow_fstat (number, &s) ||
         (!S_ISREG (s.st_mode) && !S_ISDIR (s.st_mode));
}

static long control_file (const sett_call *call, uintptr_t place) {
  if (call->a[1] == FIONREAD && look_at ((int)call->a[0])->type == S_IFDIR)
    return -ENOTTY;
  if (is_harmless_control (call->a[1])) {
    sett_copy_write ((int)call->a[0]);
    return sett_call_pass (call);
  }
  if (call->a[1] != TCGETS)
    sett_call_remark ("ioctl", "of a file: refused", place);
  return -ENOTTY;
}

long sett_call_ioctl (const sett_call *call, uintptr_t place) {
  sett_descriptor *model = sett_descriptors_enter ((int)call->a[0], place);
  if (model && call->a[1] == FIONBIO) {
    sett_descriptors_set_waiting (model, *(const int *)call->a[2] != 0, place);
    return 0;
  }
  if (model)
    return sett_descriptors_kind (model)->control (model, call, place);
  const mode_t type = look_at ((int)call->a[0])->type;
  if (type == S_IFREG || type == S_IFDIR)
    return control_file (call, place);
  return sett_realm_control (call, place);
}

/*------------------------------------------------------------------------*/
/* Names. */

/* Two names are concerned, or one that is new. */
long sett_call_rename (const sett_call *call, uintptr_t place) {
  sett_files_use (1, place);
  os_model->renamed++;
  return sett_name_call (call);
}

/* What a name leads to is changed. */
long sett_call_change (const sett_call *call, uintptr_t place) {
  const int at = call->number == SYS_fchmodat || call->number == SYS_fchownat ||
                 call->number == SYS_utimensat || call->number == SYS_futimesat;
  const char *path = (const char *)call->a[at];
  const int folder = at ? (int)call->a[0] : AT_FDCWD;
  const int of_link = call->number == SYS_lchown ||
                      (call->number == SYS_fchownat && (int)call->a[4]) ||
                      (call->number == SYS_utimensat && (int)call->a[3]);
  if (path && *path && !of_link)
    use_name (folder, path, SETT_PATH_FILE, 1, place);
  else
    sett_files_use (1, place);
  os_model->renamed++;
  return sett_shadow_call (call);
}

/* The name itself is: it begins to be, or ceases to. */
static long change_name (const sett_call *call, int folder, const char *path,
                         uintptr_t place) {
  const int only_name =
      call->number == SYS_unlink ||
      (call->number == SYS_unlinkat && !(call->a[2] & AT_REMOVEDIR));
  if (only_name)
    use_name (folder, path, SETT_PATH_NAME, 1, place);
  else
    sett_files_use (1, place);
  os_model->renamed++;
  return sett_name_call (call);
}

long sett_call_name_change (const sett_call *call, uintptr_t place) {
  return change_name (call, AT_FDCWD, (const char *)call->a[0], place);
}

long sett_call_name_change_at (const sett_call *call, uintptr_t place) {
  return change_name (call, (int)call->a[0], (const char *)call->a[1], place);
}

/*------------------------------------------------------------------------*/
/* Opening. */

static long read_random (sett_descriptor *d, void *to, size_t size,
                         uintptr_t place) {
  (void)d, (void)place;
  sett_random_fill (to, size);
  return (long)size;
}

static long write_random (sett_descriptor *d, const void *from, size_t size,
                          uintptr_t place) {
  (void)d, (void)from, (void)place;
  return (long)size;
}

static long control_random (sett_descriptor *d, const sett_call *call,
                            uintptr_t place) {
  (void)d, (void)call, (void)place;
  return -ENOTTY;
}

static short random_events (const sett_descriptor *d, short wanted) {
  (void)d;
  return (POLLIN | POLLRDNORM) & wanted;
}

static void watch_random (const sett_descriptor *d, short wanted,
                          void (*visit) (const uint64_t *, const void *)) {
  (void)d, (void)wanted, (void)visit;
}

static void nothing (const sett_descriptor *d) {
  (void)d;
}

const sett_file_operations sett_random_device = {.read = read_random,
                                                 .write = write_random,
                                                 .control = control_random,
                                                 .events = random_events,
                                                 .watch = watch_random,
                                                 .copied = nothing,
                                                 .closed = nothing,
                                                 .access = O_RDONLY};

static int is_random (const char *path) {
  return path &&
         (!strcmp (path, "/dev/urandom") || !strcmp (path, "/dev/random"));
}

static int may_change (int folder, const char *path, int flags) {
  if ((flags & O_TMPFILE) == O_TMPFILE)
    return 0;
  if (flags & O_TRUNC)
    return 1;
  struct stat s;
  return (flags & O_CREAT) &&
         sett_shadow_where (folder, path, 1, &s, NULL) == 0;
}

static void use_to_open (int folder, const char *path, int flags,
                         uintptr_t place) {
  const int exact = (flags & O_NOFOLLOW) ||
                    (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL);
  if (!sett_paths_differ ()) {
    use_together ((flags & (O_CREAT | O_TRUNC)) != 0, place);
    return;
  }
  begin_use (place);
  const int unnamed = (flags & O_TMPFILE) == O_TMPFILE;
  sett_paths_tell (
      unnamed ? NULL
              : sett_paths_of_name (folder, path,
                                    exact ? SETT_PATH_NAME : SETT_PATH_OPEN),
      may_change (folder, path, flags));
}

/* The complete name, if it is a FIFO that is opened; else null. */
static const char *fifo_at (int folder, const char *path, int flags,
                            struct stat *s) {
  static char name[PATH_MAX];
  if (flags & (O_PATH | O_DIRECTORY) ||
      (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL))
    return NULL;
  return sett_shadow_where (folder, path, !(flags & O_NOFOLLOW), s, name) > 0 &&
                 S_ISFIFO (s->st_mode) && *name
             ? name
             : NULL;
}

static long open_file (int folder, const char *path, int flags, mode_t mode,
                       uintptr_t place) {
  use_to_open (folder, path, flags, place);
  os_model->renamed += (flags & O_CREAT) != 0;
  if (sett_model_behind (folder, path) >= 0 && !(flags & O_PATH)) {
    sett_affect (os_process->descriptors, SETT_EFFECT_CHANGE, 0);
    sett_call_remark ("open", "of a pipe or socket in /proc: refused", place);
    return -ENXIO;
  }
  struct stat s;
  const char *fifo = fifo_at (folder, path, flags, &s);
  if (fifo || is_random (path))
    sett_affect (os_process->descriptors, SETT_EFFECT_CHANGE, 0);
  if (fifo) {
    const long wrong =
        sett_shadow_may (folder, path, !(flags & O_NOFOLLOW), flags);
    if (wrong)
      return wrong;
    /* While it waits others may rename it. */
    const uint32_t node =
        sett_shadow_node (folder, path, !(flags & O_NOFOLLOW));
    const long opened = sett_pipe_open (fifo, node, flags, place);
    if (opened >= 0)
      sett_model_opened (sett_descriptors_model (opened), node);
    return opened;
  }
  const sett_call call = {SYS_openat, {folder, (long)path, flags, (long)mode}};
  const long number = sett_descriptors_add (sett_name_call (&call));
  sett_numbers_opened (number);
  if (number >= 0)
    sett_descriptors_lead (number, path, flags);
  if (number >= 0 && is_random (path))
    os_process->descriptors[number] =
        (sett_descriptor){.kind = SETT_DESCRIPTOR_RANDOM};
  return number;
}

long sett_call_open (const sett_call *call, uintptr_t place) {
  return open_file (AT_FDCWD, (const char *)call->a[0], (int)call->a[1],
                    (mode_t)call->a[2], place);
}

long sett_call_openat (const sett_call *call, uintptr_t place) {
  return open_file ((int)call->a[0], (const char *)call->a[1], (int)call->a[2],
                    (mode_t)call->a[3], place);
}

long sett_call_creat (const sett_call *call, uintptr_t place) {
  return open_file (AT_FDCWD, (const char *)call->a[0],
                    O_CREAT | O_WRONLY | O_TRUNC, (mode_t)call->a[1], place);
}

/* Ways that must not leave a folder, or a file system, are not controlled. */
long sett_call_openat2 (const sett_call *call, uintptr_t place) {
  struct open_how how = {0};
  if ((size_t)call->a[3] < sizeof how)
    return -EINVAL;
  if (sett_take (&how, (const void *)call->a[2], sizeof how))
    return -EFAULT;
  if (how.resolve)
    return sett_call_refuse (call, place);
  const sett_call plain = {
      SYS_openat, {call->a[0], call->a[1], (int)how.flags, (int)how.mode}};
  return sett_realm_do (sett_call_openat, &plain, place);
}
