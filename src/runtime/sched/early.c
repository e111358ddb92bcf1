/* Numbers of processes before main: see early.h. */

#include "runtime/sched/early.h"

#include "runtime/sched/randomness.h"
#include "runtime/core/os_model.h"
#include "runtime/core/pool.h"

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
  s->shared = SETT_SHARED_OFFSET (s->worker);
  return s->process < SETT_SYSTEM_PROCESSES;
}

static int find_seat (seat *s) {
  return sett_early_seat (getenv (SETT_SHARED_VARIABLE), s);
}

static int read_at (const seat *s, uint64_t offset, void *to, size_t size) {
  return sett_raw (SYS_pread64, s->file, to, size, s->shared + offset) ==
         (long)size;
}

/* 0: nobody. */
static pid_t number_of (const seat *s, uint64_t process) {
  uint8_t main;
  const uint64_t offset = offsetof (sett_shared, members) +
                          process * sizeof (sett_member) +
                          offsetof (sett_member, main);
  return read_at (s, offset, &main, sizeof main) ? SETT_FIRST_NUMBER + main : 0;
}

pid_t sett_early_number (void) {
  seat s;
  if (engine.shared)
    return sett_process_number (engine.process);
  return find_seat (&s) ? number_of (&s, s.process) : 0;
}

static uint64_t life_at (const seat *s) {
  return SETT_SHARED_SIZE + offsetof (sett_os_model, lives) +
         s->process * sizeof (sett_life);
}

/* Who was started by Sett is nobody's child. */
pid_t sett_early_parent (void) {
  seat s;
  uint64_t parent = 0;
  if (engine.shared || !find_seat (&s))
    return engine.shared ? 1 : 0;
  if (!read_at (&s, life_at (&s) + offsetof (sett_life, parent), &parent,
                sizeof parent) ||
      !parent || parent > SETT_SYSTEM_PROCESSES)
    return 1;
  return number_of (&s, parent - 1);
}

void sett_early_groups (int groups[2]) {
  seat s;
  int found[2];
  if (!find_seat (&s) ||
      !read_at (&s, life_at (&s) + offsetof (sett_life, group), found,
                sizeof found))
    return;
  for (int i = 0; i < 2; i++)
    if (found[i])
      groups[i] = found[i];
}
