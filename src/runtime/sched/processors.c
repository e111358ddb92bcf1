/* On which processors the processes of a system run: see processors.h. */

#include "runtime/sched/processors.h"

#include "runtime/core/engine.h"
#include "runtime/sched/syscalls.h"

#include <string.h>

/* True of processes that this one makes, too. */
static int is_there;

/* How many there are to have; asked when all are still allowed. */
static unsigned count_allowed (void) {
  static unsigned count;
  sett_shared *shared = engine.shared;
  if (count)
    return count;
  sett_raw (SYS_sched_getaffinity, 0, sizeof shared->allowed, shared->allowed);
  for (size_t i = 0; i < sizeof shared->allowed / sizeof *shared->allowed; i++)
    count += (unsigned)__builtin_popcountl (shared->allowed[i]);
  return count;
}

/* Workers that share a search are not to be in each other's way. */
static uint32_t of_worker (void) {
  const sett_shared *shared = engine.shared;
  unsigned left = engine.worker % count_allowed ();
  for (uint32_t i = 0; i < 8 * sizeof shared->allowed; i++)
    if (shared->allowed[i / 64] >> i % 64 & 1 && !left--)
      return i;
  return 0;
}

void sett_processors_choose (void) {
  enum { FEW = 2 };
  sett_shared *shared = engine.shared;
  uint32_t here;
  if (shared->processor)
    return;
  if (count_allowed () > 1 && shared->member_count <= FEW)
    return;
  if (shared->orders.era)
    shared->processor = of_worker () + 1;
  else if (!sett_raw (SYS_getcpu, &here, 0, 0) &&
           here < 8 * sizeof shared->allowed)
    shared->processor = here + 1;
}

static void go (void) {
  uint64_t set[sizeof engine.shared->allowed / sizeof (uint64_t)] = {0};
  const uint32_t processor = engine.shared->processor - 1;
  set[processor / 64] = (uint64_t)1 << processor % 64;
  sett_raw (SYS_sched_setaffinity, 0, sizeof set, set);
  is_there = 1;
}

int sett_processors_share (void) {
  if (!engine.shared->processor)
    return 0;
  if (!is_there)
    go ();
  return 1;
}

long sett_processors_allowed (size_t size, void *set) {
  const sett_shared *shared = engine.shared;
  const sett_call call = {SYS_sched_getaffinity, {0, (long)size, (long)set}};
  const long bytes = sett_call_pass (&call);
  if (bytes > 0 && shared->processor)
    memcpy (set, shared->allowed, (size_t)bytes);
  return bytes;
}
