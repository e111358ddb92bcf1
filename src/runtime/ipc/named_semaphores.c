/* Semaphores with names (sem_open): each is a page of shared memory, where the
   functions of semaphore.c find it as they find any other. */

#include "runtime/ipc/ipc.h"
#include "runtime/core/real.h"
#include "runtime/ipc/regions.h"
#include "runtime/sched/schedule.h"
#include "runtime/sync/semaphore.h"
#include "runtime/sched/spin.h"

#include <fcntl.h>
#include <semaphore.h>
#include <stdarg.h>
#include <string.h>

static long open_semaphore (const char *name, int flags, unsigned value,
                            uintptr_t place) {
  sett_ipc_need ();
  const unsigned known = sett_ipc_find (SETT_IPC_SEMAPHORE, name, place);
  const long found = sett_ipc_open (known, flags, place);
  if (found < 0)
    return found;
  if (found)
    return sett_region_use ((unsigned)found - 1, 0, sizeof (sem_t), place);
  if (value > 0x7fffffff)
    return -EINVAL;
  const unsigned made = sett_region_make_named (
      SETT_REGION_SEMAPHORE, known, os_model->ipc[known].lives++, place);
  const long at = sett_region_use (made, 0, sizeof (sem_t), place);
  sett_semaphore_init ((void *)at, value, 1);
  sett_ipc_lead (known, made);
  return at;
}

sem_t *sem_open_looking (const char *, int, ...);
SETT_LOOKING (sem_open);
SETT_LOOKS sem_t *sem_open_looking (const char *name, int flags, ...) {
  mode_t mode = 0;
  unsigned value = 0;
  if (flags & O_CREAT) {
    va_list list;
    va_start (list, flags);
    mode = va_arg (list, mode_t);
    value = va_arg (list, unsigned);
    va_end (list);
  }
  if (!sett_active ())
    return SETT_REAL (sem_open) (name, flags, mode, value);
  sett_spin_look (SETT_HERE);
  const long at = sett_result (open_semaphore (name, flags, value, SETT_HERE));
  return at == -1 ? SEM_FAILED : (sem_t *)at;
}

/* It stays where it is until the execution ends. */
EXPORT int sem_close (sem_t *s) {
  if (!sett_active () || !sett_is_shared (s))
    return SETT_REAL (sem_close) (s);
  return 0;
}

EXPORT int sem_unlink (const char *name) {
  if (!sett_active ())
    return SETT_REAL (sem_unlink) (name);
  sett_ipc_need ();
  const long found = sett_ipc_unlink (
      sett_ipc_find (SETT_IPC_SEMAPHORE, name, SETT_HERE), SETT_HERE);
  return (int)sett_result (found < 0 ? found : 0);
}
