/* The memory of one execution: blocks, which the next one uses again.  What
   always holds: blocks up to `last_block` are in use, those behind it are
   free. */

#include "java/agent/execution_memory.h"

#include "base/assert.h"
#include "java/agent/jvm_world.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 20 };

typedef struct block {
  struct block *next;
  size_t used;
  char bytes[];
} block;

static block *first_block, *last_block;
static block *large_blocks; /* each for one thing: freed at the end */

static block *make_block (size_t bytes) {
  block *b = malloc (sizeof *b + bytes);
  if (!b)
    sett_jgive_up ("out of memory");
  *b = (block){0};
  return b;
}

static block *next_block (void) {
  block *b = last_block ? last_block->next : first_block;
  if (!b) {
    b = make_block (BLOCK);
    *(last_block ? &last_block->next : &first_block) = b;
  }
  b->used = 0;
  return last_block = b;
}

static void *alloc_large (size_t bytes) {
  block *b = make_block (bytes);
  b->next = large_blocks;
  large_blocks = b;
  return memset (b->bytes, 0, bytes);
}

static void free_large (void) {
  while (large_blocks) {
    block *b = large_blocks;
    large_blocks = b->next;
    free (b);
  }
}

void *sett_jalloc (size_t bytes) {
  bytes = (bytes + 15) & ~(size_t)15;
  SETT_ASSERT (!last_block || last_block->used <= BLOCK);
  if (bytes > BLOCK / 4)
    return alloc_large (bytes);
  block *b = last_block;
  if (!b || b->used + bytes > BLOCK)
    b = next_block ();
  void *at = b->bytes + b->used;
  b->used += bytes;
  return memset (at, 0, bytes);
}

void sett_execution_memory_begin (void) {
  last_block = NULL;
  free_large ();
  if (first_block)
    next_block ();
}
