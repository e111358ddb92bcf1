/* Semaphores of System V.

   A set is one object, whose state is a digest of the values.  A call does all
   of its operations or none: it is tried, and who cannot go on waits for a
   change of the set and tries again. */

#include "runtime/ipc/semaphore_sets.h"

#include "base/assert.h"
#include "runtime/sched/randomness.h"
#include "runtime/ipc/ipc.h"
#include "runtime/ipc/mailbox.h"
#include "runtime/race/races.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"
#include "runtime/sched/syscalls.h"

#include <string.h>
#include <sys/sem.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { MOST_VALUE = 32767, MOST_OPERATIONS = 500 };

/* As programs declare it. */
union semun {
  int val;
  struct semid_ds *buf;
  unsigned short *array;
};

/* A set that was removed differs from what it was. */
static void changed (sett_set *s) {
  SETT_ASSERT (s->count <= SETT_MOST_SEMAPHORES);
  s->state = XXH3_64bits_withSeed (s->values, sizeof s->values, s->count) | 1;
  if (!s->count)
    s->state = 2;
  sett_spin_progress ();
}

static sett_set *set_of (long identifier) {
  const unsigned long i = (unsigned long)(int)identifier - 1;
  return i < SETT_MOST_IPC ? &os_model->sets[i] : NULL;
}

long sett_call_semget (const sett_call *call, uintptr_t place) {
  const long count = call->a[1];
  unsigned made;
  sett_ipc_need ();
  if (count < 0)
    return -EINVAL;
  if (count > SETT_MOST_SEMAPHORES) {
    sett_note_add (1, place, "a set of more than 32 semaphores: ended there");
    sett_end (SETT_CUT);
  }
  const long found =
      sett_ipc_get (SETT_IPC_SET, (int)call->a[0], call->a[2], &made, place);
  if (found > 0)
    return count > os_model->sets[found - 1].count ? -EINVAL : found;
  if (found < 0)
    return found;
  sett_set *s = &os_model->sets[made];
  if (!count) {
    sett_ipc_remove (SETT_IPC_SET, made);
    return -EINVAL;
  }
  s->count = (uint32_t)count;
  changed (s);
  return made + 1l;
}

/*------------------------------------------------------------------------*/
/* Operations. */

typedef struct wish {
  sett_set *set;
  const struct sembuf *operations;
  size_t count;
  int hopes; /* the one that could not be done would wait */
} wish;

/* The value of a semaphore while earlier operations of the call count. */
static long apply (const wish *w, long *values) {
  for (size_t i = 0; i < w->count; i++) {
    const struct sembuf *o = &w->operations[i];
    long *value = &values[o->sem_num];
    if ((o->sem_op == 0 && *value) || *value + o->sem_op < 0)
      return (o->sem_flg & IPC_NOWAIT) ? -ENOMSG : -EAGAIN;
    *value += o->sem_op;
    if (*value > MOST_VALUE)
      return -ERANGE;
  }
  return 0;
}

static void settle (const wish *w, const long *values) {
  sett_set *s = w->set;
  int gives = 0, takes = 0;
  for (size_t i = 0; i < w->count; i++) {
    const struct sembuf *o = &w->operations[i];
    if (o->sem_flg & SEM_UNDO)
      s->undo[engine.process][o->sem_num] =
          (int16_t)(s->undo[engine.process][o->sem_num] - o->sem_op);
    s->users[o->sem_num] = (uint8_t)(engine.process + 1);
    gives |= o->sem_op > 0;
    takes |= o->sem_op <= 0;
  }
  for (uint32_t i = 0; i < s->count; i++)
    s->values[i] = (uint16_t)values[i];
  changed (s);
  if (takes)
    sett_races_acquire (&s->state);
  if (gives)
    sett_races_release (&s->state);
}

/* Everything, or nothing. */
static long try (void *what, uintptr_t place) {
  const wish *w = what;
  long values[SETT_MOST_SEMAPHORES];
  (void)place;
  if (!w->set->count)
    return w->hopes ? -EIDRM : -EINVAL;
  for (size_t i = 0; i < w->count; i++)
    if (w->operations[i].sem_num >= w->set->count)
      return -EFBIG;
  for (uint32_t i = 0; i < w->set->count; i++)
    values[i] = w->set->values[i];
  const long result = apply (w, values);
  if (!result)
    settle (w, values);
  ((wish *)what)->hopes = 1;
  return result;
}

static long operate (long identifier, const struct sembuf *operations,
                     size_t count, const struct timespec *limit,
                     uintptr_t place) {
  wish w = {set_of (identifier), operations, count, 0};
  sett_ipc_need ();
  if (!w.set || !count)
    return -EINVAL;
  if (count > MOST_OPERATIONS)
    return -E2BIG;
  const sett_attempt a = {.operation = SETT_DO_TRANSFER,
                          .state = &w.set->state,
                          .try = try,
                          .what = &w,
                          .waits = 1,
                          .limit = limit,
                          .relative = 1};
  const long result = sett_attempt_do (&a, place);
  return result == -ENOMSG || result == -ETIMEDOUT ? -EAGAIN : result;
}

long sett_call_semop (const sett_call *call, uintptr_t place) {
  return operate (call->a[0], (const struct sembuf *)call->a[1],
                  (size_t)call->a[2], NULL, place);
}

long sett_call_semtimedop (const sett_call *call, uintptr_t place) {
  return operate (call->a[0], (const struct sembuf *)call->a[1],
                  (size_t)call->a[2], (const struct timespec *)call->a[3],
                  place);
}

void sett_sets_undo (void) {
  for (unsigned i = 0; i < SETT_MOST_IPC; i++) {
    sett_set *s = &os_model->sets[i];
    int any = 0;
    for (uint32_t k = 0; k < s->count; k++) {
      int16_t *undo = &s->undo[engine.process][k];
      const int value = s->values[k] + *undo;
      if (!*undo)
        continue;
      if (!any++)
        sett_affect (&s->state, SETT_EFFECT_STORE, s->state);
      s->values[k] = (uint16_t)(value < 0            ? 0
                                : value > MOST_VALUE ? MOST_VALUE
                                                     : value);
      *undo = 0;
    }
    if (!any)
      continue;
    changed (s);
    sett_races_release (&s->state);
  }
}

/*------------------------------------------------------------------------*/
/* semctl. */

static long set_value (sett_set *s, unsigned i, int value) {
  SETT_ASSERT (i < s->count);
  if (value < 0 || value > MOST_VALUE)
    return -ERANGE;
  s->values[i] = (uint16_t)value;
  s->users[i] = (uint8_t)(engine.process + 1);
  for (unsigned p = 0; p < SETT_SYSTEM_PROCESSES; p++)
    s->undo[p][i] = 0;
  return 0;
}

static long set_all (sett_set *s, const unsigned short *values) {
  for (uint32_t i = 0; i < s->count; i++)
    if (values[i] > MOST_VALUE)
      return -ERANGE;
  for (uint32_t i = 0; i < s->count; i++)
    set_value (s, i, values[i]);
  return 0;
}

static long get_all (const sett_set *s, unsigned short *values) {
  memcpy (values, s->values, s->count * sizeof *values);
  return 0;
}

static long describe (const sett_set *s, struct semid_ds *info) {
  memset (info, 0, sizeof *info);
  info->sem_nsems = s->count;
  info->sem_perm.mode = 0600;
  return 0;
}

static long remove_set (sett_set *s) {
  sett_ipc_remove (SETT_IPC_SET, (unsigned)(s - os_model->sets));
  memset (s, 0, sizeof *s);
  return 0;
}

static long user_of (const sett_set *s, unsigned i) {
  SETT_ASSERT (i < s->count);
  return s->users[i] ? sett_process_number (s->users[i] - 1u) : 0;
}

static int changes (long command) {
  return command == SETVAL || command == SETALL || command == IPC_RMID;
}

static long control (sett_set *s, unsigned i, long command, union semun with,
                     uintptr_t place) {
  switch (command) {
  case SETVAL:
    return set_value (s, i, with.val);
  case SETALL:
    return set_all (s, with.array);
  case IPC_RMID:
    return remove_set (s);
  case GETVAL:
    return s->values[i];
  case GETALL:
    return get_all (s, with.array);
  case GETPID:
    return user_of (s, i);
  case IPC_STAT:
    return describe (s, with.buf);
  case IPC_SET:
    return 0;
  default:
    sett_call_remark ("semctl", "with an unusual command: not controlled",
                      place);
    sett_end (SETT_CUT);
  }
}

long sett_call_semctl (const sett_call *call, uintptr_t place) {
  sett_set *s = set_of (call->a[0]);
  const unsigned i = (unsigned)call->a[1];
  const long command = call->a[2] & 0xff;
  const union semun with = {.array = (unsigned short *)call->a[3]};
  sett_ipc_need ();
  if (!s)
    return -EINVAL;
  const sett_effect_kind kind =
      changes (command) ? SETT_EFFECT_STORE : SETT_EFFECT_LOAD;
  sett_visible (SETT_DO_TRANSFER, &s->state, kind, NULL, place);
  sett_affect (&s->state, kind, s->state);
  sett_spin_looked (&s->state, &s->state, sizeof s->state);
  if (!s->count || (i >= s->count && (command == SETVAL || command == GETVAL ||
                                      command == GETPID)))
    return -EINVAL;
  const long result = control (s, i, command, with, place);
  if (changes (command) && result >= 0) {
    changed (s);
    sett_races_release (&s->state);
  }
  return result;
}
