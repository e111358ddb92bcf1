/* What an address is, for people: of which block, with the callers who made it,
   of whose stack, of which object of the operating system.  Always true: what
   is nothing of the program has no address. */

#include "runtime/counterexample/narration.h"

#include "runtime/access/heap.h"
#include "runtime/core/os_model.h"
#include "runtime/core/os_process.h"
#include "runtime/counterexample/os_names.h"
#include "runtime/sched/backtrace.h"
#include "runtime/sched/schedule.h"

#include <errno.h>
#include <string.h>

static int stack_owner (uintptr_t address) {
  for (uint32_t i = 0; i < world->thread_count; i++) {
    const sett_thread *t = &world->threads[i];
    if (address >= (uintptr_t)t->low && address < (uintptr_t)t->top + SETT_PAGE)
      return (int)i;
  }
  return -1;
}

/* Of the thread that runs, or of another one. */
static int is_errno (uintptr_t address) {
  const uintptr_t offset = (uintptr_t)&errno - sett_self ()->fs;
  for (uint32_t i = 0; i < world->thread_count; i++)
    if (world->threads[i].fs && address == world->threads[i].fs + offset)
      return 1;
  return 0;
}

/* With its callers, where they are known. */
static sett_backtrace made_by (const sett_block *block) {
  const uintptr_t base = (uintptr_t)sett_block_start (block);
  const sett_narration *n = sett_tale_get ();
  size_t i = n->allocations.count;
  if (i == SETT_MOST_ALLOCATIONS)
    i = 0; /* there may be newer ones */
  while (i--)
    if (n->allocations.at[i].base == base &&
        n->allocations.at[i].process == engine.process)
      return n->allocations.at[i].stack;
  return sett_backtrace_of (block->made);
}

sett_address_info sett_tale_locate (const void *object) {
  const uintptr_t address = (uintptr_t)object;
  sett_address_info l = {.address = address};
  if (!address || address - SETT_WORLD_ADDRESS < SETT_WORLD_SIZE ||
      address - SETT_OS_PROCESS_ADDRESS < SETT_OS_PROCESS_SIZE)
    return (sett_address_info){0}; /* nothing of the program */
  if (sett_is_common (object)) {
    l.kind = SETT_PLACE_COMMON;
    sett_os_model_name (object, l.name, sizeof l.name);
    return l;
  }
  if (is_errno (address)) {
    l.kind = SETT_PLACE_COMMON;
    strcpy (l.name, "errno");
    return l;
  }
  const sett_block *block = sett_heap_find (address);
  const int owner = stack_owner (address);
  if (block) {
    l.kind = SETT_PLACE_HEAP;
    l.thread = block->thread;
    l.base = (uintptr_t)sett_block_start (block);
    l.block = block->size;
    l.allocated = made_by (block);
  } else if (owner >= 0) {
    l.kind = SETT_PLACE_STACK;
    l.thread = (uint8_t)owner;
  } else
    l.kind = SETT_PLACE_STATIC;
  return l;
}
