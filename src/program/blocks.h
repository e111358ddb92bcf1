/* Blocks of the heap, by the statements that have made them: of

     struct pool *pool = malloc (sizeof *pool);

   the text says that the block is what `pool` points to, and the debug
   information what that is. */

#ifndef SETT_PROGRAM_BLOCKS_H
#define SETT_PROGRAM_BLOCKS_H

#include "base/text.h"

#include <elfutils/libdw.h>
#include <stddef.h>

/* What is known of the blocks of a place. */
typedef struct sett_block_type {
  sett_text name; /* "pool", "list->head": what points to it; "": unknown */
  Dwarf_Die type; /* of what it consists of */
  size_t size;    /* of that; 0: nothing is known */
} sett_block_type;

/* Reads a line of source that allocates a block; `pc` (without bias) is in its
   code. */
void sett_block_type_read (sett_block_type *, Dwarf_Die *unit, Dwarf_Addr pc,
                           const char *line);
void sett_block_type_release (sett_block_type *);

/* Can a block of so many bytes be that? */
int sett_block_type_fits (const sett_block_type *, size_t block);

/* Adds the part at an offset: "pool->lock", "accounts[3].lock", "lock of a
   struct pool".  `number`: which one of these blocks, from 1.  `leaf` (may be
   null): its type. */
void sett_block_type_add_part (const sett_block_type *, size_t block,
                               size_t offset, size_t size, size_t number,
                               sett_text *, Dwarf_Die *leaf);

#endif
