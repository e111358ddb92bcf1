/* Parts of variables, by their types in the debug information. */

#ifndef SETT_PROGRAM_TYPES_H
#define SETT_PROGRAM_TYPES_H

#include <elfutils/libdw.h>

struct sett_text;

/* The type of a variable, a member, an array, ...; false if there is none. */
int sett_type_of (Dwarf_Die *, Dwarf_Die *type);

/* Its size in bytes; 0 if that is unknown. */
size_t sett_type_size (Dwarf_Die *type);

/* Adds what lies at `offset` in a variable of that type and is `size` bytes
   long (0: unknown): ".items[3]", or "+8" where the type does not tell. */
void sett_type_add_part (Dwarf_Die *type, size_t offset, size_t size,
                         struct sett_text *);

#endif
