#include "runtime/sched/early.h"

#include "runtime/sched/chance.h"
#include "runtime/core/commons.h"
#include "runtime/core/share.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef sett_seat_of_process seat;

int sett_early_seat (const char *word, seat *s) {
  char *rest;
  if (!word)
    return 0;
  s->file = (int)strtol (word, &rest, 10);
  s->worker = *rest == ':' ? (unsigned)strtoul (rest + 1, &rest, 10) : 0;
  s->process = *rest == ':' ? (unsigned)strtoul (rest + 1, &rest, 10) : 0;
  s->board = SETT_BOARD_OFFSET (s->worker);
  return s->process < SETT_MOST_PROCESSES;
}

static int find_seat (seat *s) {
  return sett_early_seat (getenv (SETT_BOARD_VARIABLE), s);
}

static int read_at (const seat *s, uint64_t offset, void *to, size_t size) {
  return sett_raw (SYS_pread64, s->file, to, size, s->board + offset) ==
         (long)size;
}

/* 0: nobody. */
static pid_t number_of (const seat *s, uint64_t process) {
  uint8_t main;
  const uint64_t offset = offsetof (sett_board, members) +
                          process * sizeof (sett_member) +
                          offsetof (sett_member, main);
  return read_at (s, offset, &main, sizeof main) ? SETT_FIRST_NUMBER + main : 0;
}

pid_t sett_early_number (void) {
  seat s;
  if (engine.board)
    return sett_process_number (engine.process);
  return find_seat (&s) ? number_of (&s, s.process) : 0;
}

/* Who was started by Sett is nobody's child. */
pid_t sett_early_parent (void) {
  seat s;
  uint64_t parent = 0;
  if (engine.board || !find_seat (&s))
    return engine.board ? 1 : 0;
  const uint64_t life = SETT_BOARD_SIZE + offsetof (sett_commons, lives) +
                        s.process * sizeof (sett_life);
  if (!read_at (&s, life + offsetof (sett_life, parent), &parent,
                sizeof parent) ||
      !parent || parent > SETT_MOST_PROCESSES)
    return 1;
  return number_of (&s, parent - 1);
}
