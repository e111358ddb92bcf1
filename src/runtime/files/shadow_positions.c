/* Positions that processes share, in files that were copied meanwhile.

   Who forks shares the positions of what was opened before.  When such a file
   is copied its readers go on with descriptors of the copy (shadow_copies.c),
   each process when it next uses its own: then these have positions of their
   own. But the original is still open in all of them, and nobody reads it any
   more: its position is the one that they share.  A process keeps it, out of
   the program's reach; it takes the position from there before every use, and
   puts it back afterwards.

   Always: between two uses the position of the original is the one that the
   program would see, since only one thread of all processes runs at a time. */

#include "runtime/files/shadow_copies.h"

#include "base/assert.h"

#include "runtime/core/os_model.h"
#include "runtime/core/engine.h"
#include "runtime/core/os_process.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* The descriptor of the original; 0: there is none. */
static uint16_t held[SETT_MOST_DESCRIPTORS];

static int is_held (long number) {
  return (unsigned long)number < SETT_MOST_DESCRIPTORS && held[number];
}

/* May other processes have it, too? */
static int is_shared (long number) {
  return engine.shared && engine.multi && number < SETT_MOST_DESCRIPTORS &&
         os_process->opened[number] != os_process->generation;
}

/* A program that the process becomes goes on with it. */
void sett_position_hold (long number) {
  if (!is_shared (number))
    return;
  const long flags = sett_raw (SYS_fcntl, number, F_GETFD, 0);
  const long copy = sett_raw (SYS_fcntl, number,
                              flags & FD_CLOEXEC ? F_DUPFD_CLOEXEC : F_DUPFD,
                              SETT_MOST_DESCRIPTORS);
  if (copy < 0)
    sett_shadow_give_up ("cannot keep a descriptor", copy);
  held[number] = (uint16_t)copy;
}

void sett_position_copied (long number, long copy) {
  if (is_held (number))
    held[copy] = held[number];
}

void sett_position_drop (long number) {
  if (!is_held (number))
    return;
  const uint16_t copy = held[number];
  held[number] = 0;
  for (long i = 0; i < SETT_MOST_DESCRIPTORS; i++)
    if (held[i] == copy)
      return;
  sett_raw (SYS_close, copy);
}

static void carry (long from, long to) {
  const long position = sett_raw (SYS_lseek, from, 0, SEEK_CUR);
  if (position >= 0)
    sett_raw (SYS_lseek, to, position, SEEK_SET);
}

void sett_position_take (long number) {
  if (is_held (number))
    carry (held[number], number);
}

void sett_position_give (long number) {
  if (is_held (number))
    carry (number, held[number]);
}

int sett_position_given (const sett_call *call) {
  SETT_ASSERT (call->number >= 0);
  switch (call->number) {
  case SYS_preadv:
  case SYS_pwritev:
    return 1;
  case SYS_preadv2:
  case SYS_pwritev2:
    return call->a[3] != -1;
  default:
    return 0;
  }
}

void sett_positions_leave (void) {
  memcpy (os_model->heritage.held, held, sizeof held);
}

void sett_positions_arrive (void) {
  for (long i = 0; i < SETT_MOST_DESCRIPTORS; i++) {
    const uint16_t copy = os_model->heritage.held[i];
    held[i] = copy && sett_raw (SYS_fcntl, copy, F_GETFD, 0) >= 0 ? copy : 0;
  }
}
