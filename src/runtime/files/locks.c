/* Locks of files (fcntl, lockf, flock).

   The kernel does not know of them: it would keep them beyond the execution,
   and let the whole process wait.  They are in the OS model.  Locks of records
   belong to a process, and go when it closes any descriptor of the file; all
   others belong to what was opened, and go when its last descriptor is closed.
   What was opened has a number from the first lock, or the first copy of its
   descriptor, on: by dup, or by fork, of which the child has one, too.  Without
   a number (what was open before the execution began, or too much is open)
   others may share it: a lock by such a descriptor bounds the verdict.

   One object stands for all of them: its state is a digest, and who waits does
   so until that changes.  Who waits in a circle does so for ever, here, without
   EDEADLK. */

#include "runtime/files/locks.h"

#include "base/assert.h"
#include "runtime/sched/randomness.h"
#include "runtime/sched/kill.h"
#include "runtime/race/races.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"
#include "runtime/sync/threads.h"
#include "runtime/files/shadow.h"

#include <fcntl.h>
#include <stddef.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

/* Owners: processes have the lower numbers. */
enum { FIRST_DESCRIPTION = SETT_SYSTEM_PROCESSES + 1 };

static void update (void) {
  os_model->locked = XXH3_64bits (os_model->locks, os_model->lock_count *
                                                       sizeof *os_model->locks);
}

static void affect (sett_effect_kind kind) {
  sett_affect_once (&os_model->locked, kind, os_model->locked);
}

static int is_same_file (const sett_lock *a, const sett_lock *b) {
  return a->device == b->device && a->file == b->file && a->whole == b->whole;
}

static int overlap (const sett_lock *a, const sett_lock *b) {
  return is_same_file (a, b) && a->first <= b->last && b->first <= a->last;
}

/* The first one that is in the way; null: none. */
static const sett_lock *obstacle (const sett_lock *wanted) {
  for (uint32_t i = 0; i < os_model->lock_count; i++) {
    const sett_lock *l = &os_model->locks[i];
    if (overlap (l, wanted) && l->owner != wanted->owner &&
        (l->exclusive || wanted->exclusive))
      return l;
  }
  return NULL;
}

static void remove_lock (uint32_t i) {
  SETT_ASSERT (i < os_model->lock_count);
  const uint32_t last = --os_model->lock_count;
  for (; i < last; i++)
    os_model->locks[i] = os_model->locks[i + 1];
  os_model->locks[last] = (sett_lock){0};
}

static long add_lock (sett_lock l, uintptr_t place) {
  if (os_model->lock_count == SETT_MOST_LOCKS) {
    sett_note_add (1, place, "too many locks of files: failed with ENOLCK");
    return -ENOLCK;
  }
  os_model->locks[os_model->lock_count++] = l;
  SETT_ASSERT (os_model->lock_count <= SETT_MOST_LOCKS);
  return 0;
}

/* What the owner had there is replaced: what is left of it before and after. */
static long clear (const sett_lock *by, uintptr_t place) {
  long result = 0;
  for (uint32_t i = os_model->lock_count; i-- > 0;) {
    const sett_lock old = os_model->locks[i];
    if (!overlap (&old, by) || old.owner != by->owner)
      continue;
    remove_lock (i);
    sett_lock rest = old;
    rest.last = by->first - 1;
    if (old.first < by->first)
      result |= add_lock (rest, place);
    rest = old;
    rest.first = by->last + 1;
    if (old.last > by->last)
      result |= add_lock (rest, place);
  }
  return result;
}

enum { UNLOCK, SHARED, EXCLUSIVE };

/* By flock, a lock is not kept while its owner asks for one of the other kind:
   if that is not to be had at once, others can take it. */
static void let_go_of_other (const sett_lock *wanted, uintptr_t place) {
  for (uint32_t i = 0; i < os_model->lock_count; i++) {
    const sett_lock *l = &os_model->locks[i];
    if (overlap (l, wanted) && l->owner == wanted->owner &&
        l->exclusive != wanted->exclusive) {
      clear (wanted, place);
      sett_races_release (&os_model->locked);
      update ();
      return;
    }
  }
}

/* flock is no cancellation point. */
static int waits_for (const sett_lock *l, uintptr_t place) {
  return l->whole ? sett_spin_wait (place)
                  : sett_cancel_wait (NULL, NULL, place);
}

/* To have it, or nothing there. */
static long set (sett_lock *l, int how, int waits, uintptr_t place) {
  l->exclusive = how == EXCLUSIVE;
  for (;;) {
    sett_visible (SETT_DO_TRANSFER, &os_model->locked, SETT_EFFECT_STORE, NULL,
                  place);
    affect (SETT_EFFECT_STORE);
    if (waits && !l->whole)
      sett_cancel_heed (NULL, NULL);
    sett_spin_progress ();
    if (l->whole && how != UNLOCK)
      let_go_of_other (l, place);
    if (how == UNLOCK || !obstacle (l)) {
      long result = clear (l, place);
      if (how != UNLOCK && !result)
        result = add_lock (*l, place);
      update ();
      sett_races_acquire (&os_model->locked);
      sett_races_release (&os_model->locked);
      return result;
    }
    if (!waits)
      return -EAGAIN;
    sett_spin_looked (&os_model->locked, &os_model->locked,
                      sizeof os_model->locked);
    if (waits_for (l, place) == SETT_INTERRUPTED)
      return -EINTR;
  }
}

/*------------------------------------------------------------------------*/
/* Whose is it? */

static long identify (long number, sett_lock *l) {
  struct stat s = {0};
  const long result = sett_shadow_fstat (number, &s);
  l->device = s.st_dev;
  l->file = s.st_ino;
  return result;
}

/* A number for what was opened, plus 1; 0: there are too many. */
static uint8_t new_description (void) {
  for (unsigned i = 0; i < SETT_MOST_DESCRIPTIONS; i++)
    if (!os_model->descriptions[i]) {
      os_model->descriptions[i] = 1;
      return (uint8_t)(i + 1);
    }
  return 0;
}

static uint8_t description_of (long number, uintptr_t place) {
  SETT_ASSERT ((unsigned long)number < SETT_MOST_DESCRIPTORS);
  uint8_t *d = &os_process->descriptions[number];
  if (*d)
    return *d;
  if (os_process->opened[number] != os_process->generation)
    sett_note_add (1, place,
                   "locked a file by a descriptor that others may share: not "
                   "controlled");
  return *d = new_description ();
}

static long own_by_description (long number, sett_lock *l, uintptr_t place) {
  const uint8_t description = description_of (number, place);
  l->owner = (uint8_t)(FIRST_DESCRIPTION + description - 1);
  return description ? 0 : -ENOLCK;
}

/*------------------------------------------------------------------------*/
/* Descriptors. */

static void remove_all (const sett_lock *of) {
  for (uint32_t i = os_model->lock_count; i-- > 0;)
    if (os_model->locks[i].owner == of->owner &&
        (of->owner >= FIRST_DESCRIPTION ||
         is_same_file (&os_model->locks[i], of)))
      remove_lock (i);
}

/* What was opened has a descriptor less: its number, if that was the last. */
static uint8_t leave_description (long number) {
  uint8_t *at = &os_process->descriptions[number];
  const uint8_t d = *at;
  *at = 0;
  SETT_ASSERT (!d || os_model->descriptions[d - 1]);
  return d && !--os_model->descriptions[d - 1] ? d : 0;
}

void sett_locks_closed (long number) {
  SETT_ASSERT ((unsigned long)number < SETT_MOST_DESCRIPTORS);
  sett_lock of = {.owner = (uint8_t)engine.process};
  if (!os_model->lock_count) {
    affect (SETT_EFFECT_LOAD); /* another thread might have locked it before */
    leave_description (number);
    return;
  }
  affect (SETT_EFFECT_STORE);
  const long wrong = identify (number, &of);
  const uint8_t last = leave_description (number);
  if (wrong)
    return;
  sett_races_release (&os_model->locked);
  remove_all (&of);
  if (last) {
    of.owner = (uint8_t)(FIRST_DESCRIPTION + last - 1);
    remove_all (&of);
  }
  update ();
}

static int is_lockable (long number) {
  struct stat s = {0};
  return !sett_shadow_fstat (number, &s) &&
         (S_ISREG (s.st_mode) || S_ISDIR (s.st_mode));
}

/* Without a number for both, each counts as one that others may share. */
void sett_locks_copied (long number, long copy) {
  SETT_ASSERT ((unsigned long)copy < SETT_MOST_DESCRIPTORS);
  uint8_t *d = &os_process->descriptions[number];
  const int lockable = *d || is_lockable (number);
  if (!*d && lockable)
    *d = new_description ();
  os_process->descriptions[copy] = *d;
  if (*d)
    os_model->descriptions[*d - 1]++;
  else if (lockable)
    os_process->opened[copy] = --os_process->opened[number];
}

/* Those that are left over are for what is locked before it is copied. */
static int can_number (void) {
  unsigned used = 0;
  for (unsigned i = 0; i < SETT_MOST_DESCRIPTIONS; i++)
    used += os_model->descriptions[i] != 0;
  return used < SETT_MOST_DESCRIPTIONS - SETT_MOST_LOCKS;
}

/* What the execution has opened, and both have from now on. */
static void number_opened (long number) {
  if (os_process->opened[number] && !os_process->descriptors[number].kind &&
      !os_process->descriptions[number] && is_lockable (number) &&
      can_number ())
    os_process->descriptions[number] = new_description ();
}

void sett_locks_forked (void) {
  for (long i = 0; i < SETT_MOST_DESCRIPTORS; i++) {
    number_opened (i);
    if (os_process->descriptions[i])
      os_model->descriptions[os_process->descriptions[i] - 1]++;
  }
}

/*------------------------------------------------------------------------*/
/* fcntl. */

int sett_locks_is_command (long command) {
  return command == F_GETLK || command == F_SETLK || command == F_SETLKW ||
         command == F_OFD_GETLK || command == F_OFD_SETLK ||
         command == F_OFD_SETLKW;
}

/* Others could have closed it between the event in which it was looked up and
   the running one: the kernel lets go of such a lock at once; but what was
   opened keeps it while there is another descriptor. */
static int is_closed (long number, const sett_lock *l) {
  sett_lock now = {0};
  return l->owner >= FIRST_DESCRIPTION
             ? !os_model->descriptions[l->owner - FIRST_DESCRIPTION]
             : identify (number, &now) || now.device != l->device ||
                   now.file != l->file;
}

static long set_of (long number, sett_lock *l, int how, int waits,
                    uintptr_t place) {
  const long result = set (l, how, waits, place);
  if (result || how == UNLOCK || !is_closed (number, l))
    return result;
  clear (l, place);
  update ();
  return l->owner < FIRST_DESCRIPTION ? -EBADF : 0;
}

/* From here to there, counted from the beginning. */
static long find_range (long number, const struct flock *f, sett_lock *l) {
  const long from = f->l_whence == SEEK_SET ? 0
                    : f->l_whence == SEEK_CUR
                        ? sett_raw (SYS_lseek, number, 0, SEEK_CUR)
                        : -1;
  struct stat s = {0};
  if (f->l_whence == SEEK_END && !sett_raw (SYS_fstat, number, &s))
    l->first = s.st_size + f->l_start;
  else if (from < 0)
    return -EINVAL;
  else
    l->first = from + f->l_start;
  l->last = f->l_len > 0 ? l->first + f->l_len - 1 : INT64_MAX;
  if (f->l_len < 0) {
    l->last = l->first - 1;
    l->first += f->l_len;
  }
  return l->first < 0 ? -EINVAL : 0;
}

static long ask (sett_lock *l, struct flock *f, uintptr_t place) {
  l->exclusive = f->l_type == F_WRLCK;
  sett_visible (SETT_DO_TRANSFER, &os_model->locked, SETT_EFFECT_LOAD, NULL,
                place);
  affect (SETT_EFFECT_LOAD);
  sett_spin_progress ();
  const sett_lock *other = obstacle (l);
  if (!other) {
    f->l_type = F_UNLCK;
    return 0;
  }
  *f = (struct flock){
      .l_type = other->exclusive ? F_WRLCK : F_RDLCK,
      .l_whence = SEEK_SET,
      .l_start = other->first,
      .l_len = other->last == INT64_MAX ? 0 : other->last - other->first + 1,
      .l_pid = other->owner < FIRST_DESCRIPTION
                   ? sett_process_number (other->owner)
                   : -1};
  return 0;
}

/* It must be open for what is locked. */
static int may_lock (long number, int type) {
  const long mode = sett_raw (SYS_fcntl, number, F_GETFL, 0) & O_ACCMODE;
  return type == F_RDLCK ? mode != O_WRONLY : mode != O_RDONLY;
}

long sett_locks_control (const sett_call *call, uintptr_t place) {
  const long number = (int)call->a[0], command = (int)call->a[1];
  struct flock *f = (struct flock *)call->a[2];
  sett_lock l = {.owner = (uint8_t)engine.process};
  long wrong = identify (number, &l);
  if (!wrong)
    wrong = find_range (number, f, &l);
  if (!wrong && command != F_GETLK && command != F_SETLK && command != F_SETLKW)
    wrong = own_by_description (number, &l, place);
  if (wrong)
    return wrong;
  if (command == F_GETLK || command == F_OFD_GETLK)
    return ask (&l, f, place);
  if (f->l_type != F_UNLCK && f->l_type != F_RDLCK && f->l_type != F_WRLCK)
    return -EINVAL;
  if (f->l_type != F_UNLCK && !may_lock (number, f->l_type))
    return -EBADF;
  return set_of (number, &l,
                 f->l_type == F_UNLCK   ? UNLOCK
                 : f->l_type == F_RDLCK ? SHARED
                                        : EXCLUSIVE,
                 command == F_SETLKW || command == F_OFD_SETLKW, place);
}

/*------------------------------------------------------------------------*/

long sett_locks_flock (const sett_call *call, uintptr_t place) {
  const long number = (int)call->a[0], what = call->a[1] & ~(long)LOCK_NB;
  sett_lock l = {.whole = 1, .last = INT64_MAX};
  if ((unsigned long)number >= SETT_MOST_DESCRIPTORS)
    return -EBADF;
  long wrong = identify (number, &l);
  if (!wrong && what != LOCK_UN && what != LOCK_SH && what != LOCK_EX)
    wrong = -EINVAL;
  if (!wrong)
    wrong = own_by_description (number, &l, place);
  if (wrong)
    return wrong;
  return set_of (number, &l,
                 what == LOCK_UN   ? UNLOCK
                 : what == LOCK_SH ? SHARED
                                   : EXCLUSIVE,
                 !(call->a[1] & LOCK_NB), place);
}
