/* The program's heap.

   Every thread allocates from an area of its own, and what it frees is reused
   by itself alone, late: so the addresses that a thread sees depend on nothing
   that other threads do, and use of freed memory is noticed.  Once something is
   reused after all, the verdict is bounded: later use by old pointers could not
   be told from that of the new block.

   Where states are compared (--stateful) it is different, since programs that
   allocate and free for ever shall come back to the same states.  Then what is
   freed is all zero, goes back to the area where it comes from, whoever frees
   it, and is reused soon: of each size the block with the lowest address, but
   not the one that was freed last.  So the heap follows from which blocks are
   in use, and which was freed last, of each area and size; contents and order
   of frees do not matter.  All this is memory like any other, and compared as
   it is: nothing is taken for a pointer or renamed.  Where blocks come from is
   not noted then.  Since a thread that frees another one's block changes what
   that one gets next, both have an effect on the area, as an object. */

#ifndef SETT_RUNTIME_HEAP_H
#define SETT_RUNTIME_HEAP_H

#include <stddef.h>
#include <stdint.h>

typedef struct sett_block {
  size_t size;    /* as asked for */
  uint32_t state; /* SETT_BLOCK_... */
  uint16_t class;
  uint8_t thread; /* who made it */
  uint8_t shift;  /* from the start of its space, in units of 16 bytes */
  uintptr_t made; /* where in the code */
  uintptr_t freed;
} sett_block; /* stands before the memory itself */

#define SETT_BLOCK_USED 0x5e77u
#define SETT_BLOCK_FREED 0xdeadu
#define SETT_BLOCK_MAPPED 0x3a9du /* what mmap gave: not to be freed */

/* The program will be under control: before the environment changes. */
void sett_heap_open (void);

/* Memory of so many bytes, whole pages, for mmap; or null. */
void *sett_heap_map (size_t);

/* Memory of any origin that the program has given back to the kernel: to use it
   is use after free from now on. */
void sett_heap_unmap (void *, size_t, uintptr_t place);

/* The same of a page that is gone already. */
void sett_heap_unmap_again (void *, uintptr_t place);

/* The block that an address lies in, or null. */
const sett_block *sett_heap_find (uintptr_t address);

static inline void *sett_block_start (const sett_block *b) {
  return (void *)(b + 1);
}

#endif
