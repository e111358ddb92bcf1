/* Tables from names to whatever: hash tables inside of an arena, which are
   released with it. */

#ifndef SETT_PROMELA_NAME_TABLE_H
#define SETT_PROMELA_NAME_TABLE_H

#include "base/arena.h"

typedef struct name_entry {
  const char *name; /* null: free; it lives as long as the table */
  size_t length;
  void *value;
} name_entry;

typedef struct name_table {
  name_entry *entries;
  size_t room, count; /* at most half of the room is used */
} name_table;

/* Where the value of a name is kept; it is null if the name is new. */
void **sett_name_table_at (name_table *, sett_arena *, const char *name,
                           size_t length);

/* The value of a name, or null. */
void *sett_name_table_get (const name_table *, const char *name, size_t length);

#endif
