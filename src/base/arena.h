/* Memory that is given back all at once: for a parse, for a model. */

#ifndef SETT_BASE_ARENA_H
#define SETT_BASE_ARENA_H

#include <stddef.h>

typedef struct sett_arena {
  struct sett_arena_chunk *chunks;
} sett_arena;

void *sett_arena_get (sett_arena *, size_t bytes); /* zeroed */
char *sett_arena_copy (sett_arena *, const char *, size_t length);
void sett_arena_release (sett_arena *);

#define SETT_NEW(ARENA, TYPE) ((TYPE *)sett_arena_get (ARENA, sizeof (TYPE)))

#endif
