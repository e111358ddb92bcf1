/* A list of chunks, each filled from the front.  Nothing moves. */

#include "base/arena.h"
#include "base/assert.h"
#include "base/memory.h"

#include <string.h>

enum { CHUNK = 32768 };

typedef struct sett_arena_chunk {
  struct sett_arena_chunk *next;
  size_t used, room;
  _Alignas(16) unsigned char bytes[];
} chunk;

static chunk *add_chunk (sett_arena *arena, size_t bytes) {
  SETT_ASSERT (!(bytes % 16));
  const size_t room = bytes > CHUNK ? bytes : CHUNK;
  chunk *fresh = sett_alloc (sizeof (chunk) + room);
  fresh->next = arena->chunks;
  fresh->used = 0;
  fresh->room = room;
  memset (fresh->bytes, 0, room);
  return arena->chunks = fresh;
}

void *sett_arena_get (sett_arena *arena, size_t bytes) {
  const size_t rounded = (bytes + 15) & ~(size_t)15;
  chunk *first = arena->chunks;
  if (!first || first->room - first->used < rounded)
    first = add_chunk (arena, rounded);
  void *result = first->bytes + first->used;
  SETT_ASSERT (!((uintptr_t)result % 16));
  first->used += rounded;
  SETT_ASSERT (first->used <= first->room);
  return result;
}

char *sett_arena_copy (sett_arena *arena, const char *text, size_t length) {
  SETT_ASSERT (strnlen (text, length) == length);
  char *copy = sett_arena_get (arena, length + 1);
  memcpy (copy, text, length);
  return copy;
}

void sett_arena_release (sett_arena *arena) {
  while (arena->chunks) {
    chunk *next = arena->chunks->next;
    SETT_ASSERT (arena->chunks->used <= arena->chunks->room);
    sett_free (arena->chunks, sizeof (chunk) + arena->chunks->room);
    arena->chunks = next;
  }
}
