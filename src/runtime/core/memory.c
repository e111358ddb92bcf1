/* base/memory.h inside a checked program: the shared memory.

   The C library's allocator belongs to the program and is reset with it; what
   a search remembers must not be, and must outlive the process.  Blocks have
   sizes of powers of two; a freed one waits for the next of its size.  Several
   processes share it: whose turn it is may use it. */

#include "base/memory.h"

#include "runtime/core/engine.h"

#include <string.h>

enum { SMALLEST = 5, SIZES = 48 };

typedef struct block {
  struct block *next;
} block;

_Static_assert(sizeof ((sett_shared *)0)->free_blocks ==
                   SIZES * sizeof (void *),
               "one for each size");

static int size_class (size_t bytes) {
  if (bytes <= (size_t)1 << SMALLEST)
    return SMALLEST;
  return 64 - __builtin_clzl (bytes - 1);
}

static void out_of_memory (void) {
  engine.shared->memory_full = 1;
  engine.shared->phase = SETT_PHASE_DONE;
  sett_raw (SYS_exit_group, 0);
}

static void *from_shared (size_t bytes) {
  sett_shared *shared = engine.shared;
  const size_t at = (shared->in_use + 63) & ~(size_t)63;
  if (at + bytes > shared->size ||
      (shared->most_memory && at + bytes > shared->most_memory))
    out_of_memory ();
  shared->in_use = at + bytes;
  return (char *)shared + at;
}

void *sett_alloc (size_t bytes) {
  const int c = size_class (bytes);
  block *b = engine.shared->free_blocks[c];
  if (!b)
    return from_shared ((size_t)1 << c);
  engine.shared->free_blocks[c] = b->next;
  return b;
}

void *sett_zalloc (size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow (count, size, &bytes))
    out_of_memory ();
  return memset (sett_alloc (bytes), 0, bytes);
}

void sett_free (void *memory, size_t bytes) {
  if (!memory)
    return;
  const int c = size_class (bytes);
  block *b = memory;
  b->next = engine.shared->free_blocks[c];
  engine.shared->free_blocks[c] = b;
}

void *sett_resize (void *old, size_t old_bytes, size_t new_bytes) {
  if (old && size_class (old_bytes) == size_class (new_bytes))
    return old;
  void *fresh = sett_alloc (new_bytes);
  if (old)
    memcpy (fresh, old, old_bytes < new_bytes ? old_bytes : new_bytes);
  sett_free (old, old_bytes);
  return fresh;
}

void *sett_try_resize (void *old, size_t old_bytes, size_t new_bytes) {
  return sett_resize (old, old_bytes, new_bytes);
}

char *sett_strndup (const char *text, size_t length) {
  char *copy = sett_alloc (length + 1);
  memcpy (copy, text, length);
  copy[length] = 0;
  return copy;
}

char *sett_strdup (const char *text) {
  return sett_strndup (text, strlen (text));
}

void sett_strfree (char *text) {
  if (text)
    sett_free (text, strlen (text) + 1);
}
