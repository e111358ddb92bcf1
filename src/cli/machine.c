/* What the machine has: see machine.h. */

#include "cli/machine.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

/* The limit in a file of the control group; none if it says "max". */
static uint64_t read_limit (const char *path) {
  FILE *file = fopen (path, "r");
  uint64_t limit;
  if (!file)
    return UINT64_MAX;
  if (fscanf (file, "%" SCNu64, &limit) != 1)
    limit = UINT64_MAX;
  fclose (file);
  return limit;
}

uint64_t sett_machine_memory (void) {
  static const char *const limits[] = {
      "/sys/fs/cgroup/memory.max",
      "/sys/fs/cgroup/memory/memory.limit_in_bytes",
  };
  uint64_t bytes =
      (uint64_t)sysconf (_SC_PHYS_PAGES) * (uint64_t)sysconf (_SC_PAGESIZE);
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
    const uint64_t limit = read_limit (limits[i]);
    if (limit && limit < bytes)
      bytes = limit;
  }
  return bytes;
}
