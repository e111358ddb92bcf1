/* Parts of variables, by their types in the debug information. */

#ifndef SETT_PROGRAM_TYPES_H
#define SETT_PROGRAM_TYPES_H

#include <elfutils/libdw.h>
#include <stdint.h>

struct sett_text;

/* The type of a variable, a member, an array, ...; false if there is none. */
int sett_type_of (Dwarf_Die *, Dwarf_Die *type);

/* Its size in bytes; 0 if that is unknown. */
size_t sett_type_size (Dwarf_Die *type);

/* Behind names and qualifiers; false at something that people know as a whole,
   as a mutex. */
int sett_type_strip (Dwarf_Die *type);

/* The member of that name, also of what it inherits or has without a name;
   false: there is none. */
int sett_type_member (Dwarf_Die *type, const char *name, Dwarf_Die *member);

/* Adds what lies at `offset` in a variable of that type and is `size` bytes
   long (0: unknown): ".items[3]", or "+8" where the type does not tell.  `leaf`
   (may be null) is its type; its addr is null if that is unknown. */
void sett_type_add_part (Dwarf_Die *type, size_t offset, size_t size,
                         struct sett_text *, Dwarf_Die *leaf);

/* Adds a value of so many bytes as its type has it: pointers in hexadecimal,
   enumerators by name, ...; of an unknown type (null, or addr is null) as a
   signed number. */
void sett_type_add_value (Dwarf_Die *type, uint64_t value, size_t size,
                          struct sett_text *);

#endif
