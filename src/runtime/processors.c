#include "runtime/processors.h"

#include "runtime/engine.h"
#include "runtime/syscalls.h"

#include <string.h>

/* True of processes that this one makes, too. */
static int is_there;

/* How many there are to have; asked when all are still allowed. */
static unsigned count_allowed (void) {
  static unsigned count;
  sett_board *board = engine.board;
  if (count)
    return count;
  sett_raw (SYS_sched_getaffinity, 0, sizeof board->allowed, board->allowed);
  for (size_t i = 0; i < sizeof board->allowed / sizeof *board->allowed; i++)
    count += (unsigned)__builtin_popcountl (board->allowed[i]);
  return count;
}

/* Workers that share a search are not to be in each other's way. */
static uint32_t of_worker (void) {
  const sett_board *board = engine.board;
  unsigned left = engine.worker % count_allowed ();
  for (uint32_t i = 0; i < 8 * sizeof board->allowed; i++)
    if (board->allowed[i / 64] >> i % 64 & 1 && !left--)
      return i;
  return 0;
}

void sett_processors_choose (void) {
  enum { FEW = 2 };
  sett_board *board = engine.board;
  uint32_t here;
  if (board->processor)
    return;
  if (count_allowed () > 1 && board->member_count <= FEW)
    return;
  if (board->orders.era)
    board->processor = of_worker () + 1;
  else if (!sett_raw (SYS_getcpu, &here, 0, 0) &&
           here < 8 * sizeof board->allowed)
    board->processor = here + 1;
}

static void go (void) {
  uint64_t set[sizeof engine.board->allowed / sizeof (uint64_t)] = {0};
  const uint32_t processor = engine.board->processor - 1;
  set[processor / 64] = (uint64_t)1 << processor % 64;
  sett_raw (SYS_sched_setaffinity, 0, sizeof set, set);
  is_there = 1;
}

int sett_processors_share (void) {
  if (!engine.board->processor)
    return 0;
  if (!is_there)
    go ();
  return 1;
}

/* What the kernel would have said before. */
long sett_call_affinity (const sett_call *call, uintptr_t place) {
  const sett_board *board = engine.board;
  const long size = sett_call_about (call, place);
  if (size > 0 && board->processor)
    memcpy ((void *)call->a[2], board->allowed, (size_t)size);
  return size;
}
