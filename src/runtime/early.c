#include "runtime/early.h"

#include "runtime/chance.h"
#include "runtime/commons.h"
#include "runtime/share.h"

#include <stddef.h>
#include <stdlib.h>

/* Where the board says what it says of this process. */
typedef struct seat {
  int file;
  uint64_t board; /* where it begins there */
  unsigned process;
} seat;

/* "900:0:2", or more (start.c). */
static int find_seat (seat *s) {
  const char *word = getenv (SETT_BOARD_VARIABLE);
  char *rest;
  if (!word)
    return 0;
  s->file = (int)strtol (word, &rest, 10);
  const unsigned worker =
      *rest == ':' ? (unsigned)strtoul (rest + 1, &rest, 10) : 0;
  s->process = *rest == ':' ? (unsigned)strtoul (rest + 1, &rest, 10) : 0;
  s->board = SETT_BOARD_OFFSET (worker);
  return s->process < SETT_MOST_PROCESSES;
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
