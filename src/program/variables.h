/* Variables by their addresses, from the debug information. */

#ifndef SETT_PROGRAM_VARIABLES_H
#define SETT_PROGRAM_VARIABLES_H

#include "base/vector.h"

#include <elfutils/libdwfl.h>
#include <stdint.h>

struct sett_text;

/* The static variables of the modules that were asked for so far. */
typedef struct sett_variables {
  SETT_VECTOR (struct sett_variable) found;
  SETT_VECTOR (Dwfl_Module *) read;
} sett_variables;

struct sett_variable {
  uintptr_t address;
  size_t size;
  Dwarf_Die die;
};

#define SETT_MOST_INLINED 16

/* The function that contains a place (without bias), and those inlined into
   it that do, from the outermost to the innermost; gives their number. */
size_t sett_variables_functions (Dwarf_Die *unit, Dwarf_Addr pc,
                                 Dwarf_Die functions[SETT_MOST_INLINED]);

/* Adds the name of the part that lies at an address; false if there is none.
   `leaf` (may be null): its type, as in types.h. */
int sett_variables_add_static (sett_variables *, Dwfl_Module *,
                               uintptr_t address, size_t size,
                               struct sett_text *, Dwarf_Die *leaf);

/* Likewise for a local variable of the function at `pc` (without bias) whose
   frame pointer is `base`. */
int sett_variables_add_local (Dwarf_Die *unit, Dwarf_Addr pc, uintptr_t base,
                              uintptr_t address, size_t size,
                              struct sett_text *, Dwarf_Die *leaf);

/* The variable of that name which the function at `pc` (without bias) can see:
   its own, or one of the unit.  False: there is none. */
int sett_variables_find (Dwarf_Die *unit, Dwarf_Addr pc, const char *name,
                         Dwarf_Die *found);

void sett_variables_release (sett_variables *);

#endif
