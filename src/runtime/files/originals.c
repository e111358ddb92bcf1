/* Descriptors as they were at the snapshot: see originals.h. */

#include "runtime/files/originals.h"

#include "base/assert.h"
#include "runtime/core/os_model.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

typedef struct original {
  int is_open;
  int copy; /* the engine's; -1: there is none */
  int flags, status;
  off_t position; /* -1: it has none */
} original;

static original originals[SETT_MOST_DESCRIPTORS];
static int has_originals;

/* What this execution changed. */
static uint8_t replaced[SETT_MOST_DESCRIPTORS], moved[SETT_MOST_DESCRIPTORS];
static uint16_t list[2 * SETT_MOST_DESCRIPTORS];
static size_t list_count;

static int is_possible (long number) {
  return (unsigned long)number < SETT_MOST_DESCRIPTORS;
}

/* The limit that most systems have leaves little room for copies. */
static void make_room (void) {
  struct rlimit limit;
  if (sett_raw (SYS_prlimit64, 0, RLIMIT_NOFILE, 0, &limit) ||
      limit.rlim_cur >= 4096)
    return;
  limit.rlim_cur = limit.rlim_max < 4096 ? limit.rlim_max : 4096;
  sett_raw (SYS_prlimit64, 0, RLIMIT_NOFILE, &limit, 0);
}

int sett_originals_hide (int number) {
  make_room ();
  const long hidden =
      sett_raw (SYS_fcntl, number, F_DUPFD_CLOEXEC, SETT_MOST_DESCRIPTORS);
  sett_raw (SYS_close, number);
  return (int)hidden;
}

static void remember (int number) {
  SETT_ASSERT (is_possible (number));
  original *o = &originals[number];
  const long flags = sett_raw (SYS_fcntl, number, F_GETFD, 0);
  o->is_open = flags >= 0;
  if (!o->is_open)
    return;
  o->flags = (int)flags;
  o->status = (int)sett_raw (SYS_fcntl, number, F_GETFL, 0);
  const long position = sett_raw (SYS_lseek, number, 0, SEEK_CUR);
  o->position = position < 0 ? -1 : position;
  o->copy =
      (int)sett_raw (SYS_fcntl, number, F_DUPFD_CLOEXEC, SETT_MOST_DESCRIPTORS);
}

void sett_originals_snapshot (void) {
  make_room ();
  for (int i = 0; i < SETT_MOST_DESCRIPTORS; i++)
    remember (i);
  has_originals = 1;
}

/*------------------------------------------------------------------------*/
/* What differs. */

static void note (long number, uint8_t *noted) {
  if (!is_possible (number) || noted[number] || !has_originals)
    return;
  noted[number] = 1;
  list[list_count++] = (uint16_t)number;
  SETT_ASSERT (list_count <= sizeof list / sizeof *list);
}

void sett_originals_replaced (long number) {
  note (number, replaced);
}

void sett_originals_moved (long number) {
  note (number, moved);
}

int sett_originals_differ (void) {
  return list_count != 0;
}

int sett_originals_have_position (long number) {
  SETT_ASSERT (is_possible (number));
  return has_originals && originals[number].is_open &&
         originals[number].position >= 0;
}

/*------------------------------------------------------------------------*/
/* The way back. */

static void restore_number (int number) {
  const original *o = &originals[number];
  replaced[number] = 0;
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

void sett_originals_restore (void (*forget) (int number)) {
  for (size_t i = 0; i < list_count; i++) {
    const int number = list[i];
    SETT_ASSERT (is_possible (number));
    if (replaced[number]) {
      forget (number);
      restore_number (number);
    }
    if (moved[number])
      restore_state (number);
  }
  list_count = 0;
}
