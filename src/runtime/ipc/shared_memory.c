/* shm_open, memfd_create, shmget: see shared_memory.h.  The memory itself is in
   regions. */

#include "runtime/ipc/shared_memory.h"

#include "base/assert.h"
#include "runtime/sched/randomness.h"
#include "runtime/ipc/ipc.h"
#include "runtime/core/real.h"
#include "runtime/ipc/regions.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"

#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/stat.h>

static sett_region *region (unsigned long i) {
  SETT_ASSERT (i < SETT_MOST_REGIONS);
  return &os_model->regions[i];
}

/*------------------------------------------------------------------------*/
/* Descriptors. */

__attribute__ ((noreturn)) static void end_here (const char *what,
                                                 uintptr_t place) {
  sett_call_remark (what, "on shared memory: not controlled", place);
  sett_end (SETT_CUT);
}

static long read_memory (sett_descriptor *d, void *to, size_t size,
                         uintptr_t place) {
  (void)d, (void)to, (void)size;
  end_here ("read", place);
}

static long write_memory (sett_descriptor *d, const void *from, size_t size,
                          uintptr_t place) {
  (void)d, (void)from, (void)size;
  end_here ("write", place);
}

static long control (sett_descriptor *d, const sett_call *call,
                     uintptr_t place) {
  (void)d, (void)call, (void)place;
  return -ENOTTY;
}

static short events (const sett_descriptor *d, short wanted) {
  (void)d;
  return wanted & (POLLIN | POLLOUT | POLLRDNORM | POLLWRNORM);
}

static void watch (const sett_descriptor *d, short wanted,
                   void (*visit) (const uint64_t *, const void *)) {
  (void)d, (void)wanted, (void)visit;
}

/* Regions stay until the execution ends. */
static void counted (const sett_descriptor *d) {
  (void)d;
}

const sett_file_operations sett_memory_model = {.read = read_memory,
                                                .write = write_memory,
                                                .control = control,
                                                .events = events,
                                                .watch = watch,
                                                .copied = counted,
                                                .closed = counted,
                                                .access = O_RDWR};

long sett_memory_truncate (const sett_descriptor *d, size_t size,
                           uintptr_t place) {
  uint64_t *word = &region (d->index)->size;
  if (size > INT64_MAX)
    return -EINVAL;
  sett_visible (SETT_DO_TRANSFER, word, SETT_EFFECT_STORE, NULL, place);
  sett_spin_progress ();
  sett_region_resize (d->index, size);
  return 0;
}

/* As the kernel has it for a file that has lost its name. */
static void describe (const sett_descriptor *d, struct stat *s) {
  const sett_region *r = region (d->index);
  sett_affect (&r->size, SETT_EFFECT_LOAD, r->size);
  sett_spin_looked (&r->size, &r->size, sizeof r->size);
  memset (s, 0, sizeof *s);
  s->st_mode = S_IFREG | 0600;
  s->st_nlink = 1;
  s->st_ino = d->index + 1u;
  s->st_size = (off_t)r->size;
  s->st_blksize = (blksize_t)SETT_PAGE;
  s->st_blocks = (blkcnt_t)(r->size / 512);
}

int sett_memory_answer (const sett_call *call) {
  const int by_path = call->number == SYS_newfstatat;
  if (call->number != SYS_fstat &&
      !(by_path && (call->a[3] & AT_EMPTY_PATH) && !*(const char *)call->a[1]))
    return 0;
  const sett_descriptor *d = sett_descriptors_model ((int)call->a[0]);
  if (!d || d->kind != SETT_DESCRIPTOR_MEMORY)
    return 0;
  describe (d, (struct stat *)call->a[by_path ? 2 : 1]);
  return 1;
}

static long add_descriptor (unsigned number, int close_on_exec) {
  sett_affect (os_process->descriptors, SETT_EFFECT_CHANGE, 0);
  return sett_descriptors_reserve (
      (sett_descriptor){.kind = SETT_DESCRIPTOR_MEMORY,
                        .index = (uint16_t)number},
      close_on_exec);
}

static long open_memory (const char *name, int flags, uintptr_t place) {
  sett_ipc_need ();
  const unsigned known = sett_ipc_find (SETT_IPC_MEMORY, name, place);
  long found = sett_ipc_open (known, flags, place);
  if (found < 0)
    return found;
  if (!found) {
    const unsigned made = sett_region_make_named (
        SETT_REGION_MEMORY, known, os_model->ipc[known].lives++, place);
    sett_ipc_lead (known, made);
    found = made + 1l;
  } else if (flags & O_TRUNC)
    sett_region_resize ((unsigned)found - 1, 0);
  return add_descriptor ((unsigned)found - 1, 1);
}

int shm_open_looking (const char *, int, mode_t);
SETT_LOOKING (shm_open);
SETT_LOOKS int shm_open_looking (const char *name, int flags, mode_t mode) {
  if (!sett_active ())
    return SETT_REAL (shm_open) (name, flags, mode);
  sett_spin_look (SETT_HERE);
  return (int)sett_result (open_memory (name, flags, SETT_HERE));
}

EXPORT int shm_unlink (const char *name) {
  if (!sett_active ())
    return SETT_REAL (shm_unlink) (name);
  sett_ipc_need ();
  const long found = sett_ipc_unlink (
      sett_ipc_find (SETT_IPC_MEMORY, name, SETT_HERE), SETT_HERE);
  return (int)sett_result (found < 0 ? found : 0);
}

/* Alone, it is a file like others. */
long sett_call_memfd (const sett_call *call, uintptr_t place) {
  if (!engine.multi)
    return sett_descriptors_new (call, place);
  sett_descriptors_use (place);
  return add_descriptor (sett_region_make (SETT_REGION_MEMORY, place),
                         !!(call->a[1] & MFD_CLOEXEC));
}

/*------------------------------------------------------------------------*/
/* System V: the identifier of a segment is the number of its region, plus 1. */

static int identifier_of (unsigned number) {
  return (int)number + 1;
}

/* Null: there is none. */
static sett_region *segment (long identifier) {
  const unsigned long i = (unsigned long)identifier - 1;
  if (i >= os_model->region_count || region (i)->kind != SETT_REGION_SEGMENT ||
      (region (i)->removed && !region (i)->attached))
    return NULL;
  return region (i);
}

static unsigned number_of (const sett_region *r) {
  SETT_ASSERT (r >= os_model->regions &&
               r < os_model->regions + SETT_MOST_REGIONS);
  return (unsigned)(r - os_model->regions);
}

static long make_segment (unsigned made, size_t size) {
  region (made)->size = size;
  region (made)->extent = sett_page_up (size);
  return identifier_of (made);
}

long sett_call_shmget (const sett_call *call, uintptr_t place) {
  const size_t size = (size_t)call->a[1];
  sett_ipc_need ();
  if ((int)call->a[0] == IPC_PRIVATE)
    return size ? make_segment (sett_region_make (SETT_REGION_SEGMENT, place),
                                size)
                : -EINVAL;
  const unsigned known =
      sett_ipc_find_key (SETT_IPC_SEGMENT, (int)call->a[0], place);
  const long found = sett_ipc_open (known, sett_ipc_flags (call->a[2]), place);
  if (found > 0)
    return size > region ((unsigned)found - 1)->size
               ? -EINVAL
               : identifier_of ((unsigned)found - 1);
  if (found < 0 || !size)
    return found < 0 ? found : -EINVAL;
  const unsigned made = sett_region_make_named (
      SETT_REGION_SEGMENT, known, os_model->ipc[known].lives++, place);
  sett_ipc_lead (known, made);
  return make_segment (made, size);
}

static void use_segment (const sett_region *r, sett_effect_kind kind,
                         uintptr_t place) {
  sett_visible (SETT_DO_TRANSFER, &r->attached, kind, NULL, place);
  sett_affect (&r->attached, kind, r->attached);
  sett_spin_progress ();
}

long sett_call_shmat (const sett_call *call, uintptr_t place) {
  const unsigned long i = (unsigned long)(int)call->a[0] - 1;
  sett_ipc_need ();
  if (i >= SETT_MOST_REGIONS)
    return -EINVAL;
  use_segment (region (i), SETT_EFFECT_ADD, place);
  sett_region *r = segment ((int)call->a[0]);
  if (!r)
    return -EINVAL;
  const long at = sett_region_map (number_of (r), 0, r->size, place);
  if (call->a[1] && call->a[1] != at)
    end_here ("shmat at a fixed address", place);
  r->attached++;
  os_process->attached[i]++;
  return at;
}

static void detach (unsigned i) {
  sett_region *r = region (i);
  sett_affect (&r->attached, SETT_EFFECT_ADD, r->attached);
  r->attached -= os_process->attached[i];
  SETT_ASSERT (r->attached <= UINT32_MAX / 2);
  os_process->attached[i] = 0;
}

long sett_call_shmdt (const sett_call *call, uintptr_t place) {
  const uintptr_t at = (uintptr_t)call->a[0] - SETT_REGIONS_ADDRESS;
  const uintptr_t i = at / SETT_REGION_SIZE;
  if (at % SETT_REGION_SIZE || i >= SETT_MOST_REGIONS ||
      !os_process->attached[i])
    return -EINVAL;
  use_segment (region ((unsigned)i), SETT_EFFECT_ADD, place);
  region ((unsigned)i)->attached--;
  os_process->attached[i]--;
  sett_region_leave ((uintptr_t)call->a[0], region ((unsigned)i)->extent,
                     place);
  return 0;
}

void sett_segments_fork (void) {
  for (unsigned i = 0; i < os_model->region_count; i++)
    if (os_process->attached[i]) {
      sett_affect (&region (i)->attached, SETT_EFFECT_ADD,
                   region (i)->attached);
      region (i)->attached += os_process->attached[i];
    }
}

void sett_segments_leave (void) {
  for (unsigned i = 0; i < os_model->region_count; i++)
    if (os_process->attached[i])
      detach (i);
}

static void tell_segment (const sett_region *r, struct shmid_ds *info) {
  memset (info, 0, sizeof *info);
  info->shm_segsz = r->size;
  info->shm_nattch = r->attached;
  info->shm_perm.mode =
      (unsigned short)(0600 | (r->removed ? 01000 /* SHM_DEST */ : 0));
}

static void remove_segment (sett_region *r) {
  const unsigned name = engine.shared->region_names[number_of (r)];
  if (name && os_model->ipc[name - 1].state == number_of (r) + 1ul)
    sett_ipc_forget (name - 1);
  r->removed = 1;
}

long sett_call_shmctl (const sett_call *call, uintptr_t place) {
  const unsigned long i = (unsigned long)(int)call->a[0] - 1;
  sett_ipc_need ();
  if (i >= SETT_MOST_REGIONS)
    return -EINVAL;
  const int asks = call->a[1] == IPC_STAT;
  use_segment (region (i), asks ? SETT_EFFECT_LOAD : SETT_EFFECT_STORE, place);
  sett_region *r = segment ((int)call->a[0]);
  if (!r)
    return -EINVAL;
  if (asks)
    tell_segment (r, (struct shmid_ds *)call->a[2]);
  else if (call->a[1] == IPC_RMID)
    remove_segment (r);
  else if (call->a[1] != IPC_SET && call->a[1] != SHM_LOCK &&
           call->a[1] != SHM_UNLOCK)
    return -EINVAL;
  return 0;
}
