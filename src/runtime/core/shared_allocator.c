/* base/memory.h inside a checked program: the shared memory.

   The C library's allocator belongs to the program and is reset with it; what
   a search remembers must not be, and must outlive the process.  Blocks have
   sizes of powers of two; a freed one waits for the next of its size.  Several
   processes share it: whose turn it is may use it.

   In checked builds a block knows its size and whether it is in use, and one
   that is not is filled with a pattern, which is still there when it is taken.
 */

#include "base/memory.h"

#include "base/assert.h"

#include "runtime/core/engine.h"

#include <stddef.h>
#include <string.h>

enum { SMALLEST = 5, SIZES = 48 };

typedef struct block {
#ifdef SETT_CHECKED
  uint64_t mark; /* USED or FREE, and the size's class */
  uint64_t unused;
#endif
  union {
    struct block *next;
    char bytes[1];
  };
} block;

enum { HEAD = offsetof (block, bytes) };

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

#ifdef SETT_CHECKED
enum { USED = 0x5e77a110, FREE = 0x5e77f4ee, PATTERN = 0xdb, FILLED = 4096 };

/* What of a free block has the pattern: not the pointer to the next. */
static size_t filled (int c) {
  const size_t bytes = (size_t)1 << c;
  return (bytes < FILLED ? bytes : FILLED) - sizeof (void *);
}

static int is_untouched (const block *b, int c) {
  for (size_t i = 0; i < filled (c); i++)
    if ((unsigned char)b->bytes[sizeof (void *) + i] != PATTERN)
      return 0;
  return 1;
}

static void mark_used (block *b, int c) {
  b->mark = (uint64_t)c << 32 | USED;
}

static void check_free (const block *b, int c) {
  SETT_ASSERT (b->mark == ((uint64_t)c << 32 | FREE));
  SETT_ASSERT (is_untouched (b, c));
}

static void mark_free (block *b, int c) {
  SETT_ASSERT (b->mark == ((uint64_t)c << 32 | USED));
  b->mark = (uint64_t)c << 32 | FREE;
  memset (b->bytes + sizeof (void *), PATTERN, filled (c));
}
#else
static void mark_used (block *b, int c) {
  (void)b, (void)c;
}
static void check_free (const block *b, int c) {
  (void)b, (void)c;
}
static void mark_free (block *b, int c) {
  (void)b, (void)c;
}
#endif

void *sett_alloc (size_t bytes) {
  const int c = size_class (bytes);
  block *b = engine.shared->free_blocks[c];
  if (b) {
    check_free (b, c);
    engine.shared->free_blocks[c] = b->next;
  } else
    b = from_shared (HEAD + ((size_t)1 << c));
  mark_used (b, c);
  return b->bytes;
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
  block *b = (block *)((char *)memory - HEAD);
  mark_free (b, c);
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
