/* Variables by their addresses: see variables.h. */

#include "program/variables.h"

#include "base/assert.h"
#include "base/text.h"
#include "program/types.h"

#include <dwarf.h>
#include <string.h>

void sett_variables_release (sett_variables *v) {
  SETT_RELEASE (v->found);
  SETT_RELEASE (v->read);
}

/* The one operation of a variable's location; false if it is more involved. */
static int get_location (Dwarf_Die *die, Dwarf_Attribute *attribute,
                         Dwarf_Op **operation) {
  size_t length;
  return dwarf_attr (die, DW_AT_location, attribute) &&
         !dwarf_getlocation (attribute, operation, &length) && length == 1;
}

static int get_static_address (Dwarf_Die *die, Dwarf_Addr *address) {
  Dwarf_Attribute attribute, value;
  Dwarf_Op *operation;
  if (!get_location (die, &attribute, &operation))
    return 0;
  switch (operation->atom) {
  case DW_OP_addr:
    *address = operation->number;
    return 1;
  case DW_OP_addrx:
  case DW_OP_GNU_addr_index:
    return !dwarf_getlocation_attr (&attribute, operation, &value) &&
           !dwarf_formaddr (&value, address);
  default:
    return 0;
  }
}

static size_t size_of (Dwarf_Die *variable) {
  Dwarf_Die type;
  return sett_type_of (variable, &type) ? sett_type_size (&type) : 0;
}

/* Variables stand in units, namespaces, functions and blocks. */
static int has_variables (int tag) {
  return tag == DW_TAG_compile_unit || tag == DW_TAG_namespace ||
         tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block ||
         tag == DW_TAG_structure_type || tag == DW_TAG_class_type ||
         tag == DW_TAG_inlined_subroutine;
}

static void collect (sett_variables *v, Dwarf_Die *parent, Dwarf_Addr bias) {
  Dwarf_Die die;
  Dwarf_Addr address;
  if (dwarf_child (parent, &die))
    return;
  do {
    const int tag = dwarf_tag (&die);
    if (tag == DW_TAG_variable && get_static_address (&die, &address)) {
      const struct sett_variable found = {.address =
                                              (uintptr_t)(address + bias),
                                          .size = size_of (&die),
                                          .die = die};
      SETT_PUSH (v->found, found);
    } else if (has_variables (tag))
      collect (v, &die, bias);
  } while (!dwarf_siblingof (&die, &die));
}

static void read_module (sett_variables *v, Dwfl_Module *module) {
  Dwarf_Die *unit = NULL;
  Dwarf_Addr bias;
  for (size_t i = 0; i < v->read.count; i++)
    if (v->read.at[i] == module)
      return;
  SETT_PUSH (v->read, module);
  while ((unit = dwfl_module_nextcu (module, unit, &bias)))
    collect (v, unit, bias);
}

/* A definition may have its name and type elsewhere. */
static int add_part (Dwarf_Die *variable, size_t offset, size_t size,
                     sett_text *text, Dwarf_Die *leaf) {
  Dwarf_Attribute attribute;
  Dwarf_Die type;
  const char *name = dwarf_formstring (
      dwarf_attr_integrate (variable, DW_AT_name, &attribute));
  if (!name)
    return 0;
  sett_text_add (text, name);
  if (sett_type_of (variable, &type))
    sett_type_add_part (&type, offset, size, text, leaf);
  return 1;
}

int sett_variables_add_static (sett_variables *v, Dwfl_Module *module,
                               uintptr_t address, size_t size, sett_text *text,
                               Dwarf_Die *leaf) {
  read_module (v, module);
  for (size_t i = 0; i < v->found.count; i++) {
    struct sett_variable *f = v->found.at + i;
    const size_t offset = address - f->address;
    if (address >= f->address && offset < (f->size ? f->size : 1))
      return add_part (&f->die, offset, size, text, leaf);
  }
  return 0;
}

/*------------------------------------------------------------------------*/
/* Locals. */

/* The function that contains a place.  Those of local classes stand in other
   functions, which do not contain it. */
static int find_function (Dwarf_Die *parent, Dwarf_Addr pc, Dwarf_Die *found) {
  Dwarf_Die die;
  if (dwarf_child (parent, &die))
    return 0;
  do {
    const int tag = dwarf_tag (&die);
    if (tag == DW_TAG_subprogram && dwarf_haspc (&die, pc) > 0) {
      *found = die;
      return 1;
    }
    if (has_variables (tag) && find_function (&die, pc, found))
      return 1;
  } while (!dwarf_siblingof (&die, &die));
  return 0;
}

/* Goes into blocks and functions that were inlined, as long as they contain the
   place; gives the number of functions. */
static size_t follow (Dwarf_Die *from, Dwarf_Addr pc,
                      Dwarf_Die functions[SETT_MOST_INLINED]) {
  Dwarf_Die at = *from, die;
  size_t count = 0;
  functions[count++] = at;
  while (!dwarf_child (&at, &die)) {
    int inside = 0;
    do {
      const int tag = dwarf_tag (&die);
      inside =
          (tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block) &&
          dwarf_haspc (&die, pc) > 0;
    } while (!inside && !dwarf_siblingof (&die, &die));
    if (!inside)
      break;
    at = die;
    if (dwarf_tag (&at) == DW_TAG_inlined_subroutine &&
        count < SETT_MOST_INLINED)
      functions[count++] = at;
  }
  SETT_ASSERT (count && count <= SETT_MOST_INLINED);
  return count;
}

size_t sett_variables_functions (Dwarf_Die *unit, Dwarf_Addr pc,
                                 Dwarf_Die functions[SETT_MOST_INLINED]) {
  Dwarf_Die function;
  return find_function (unit, pc, &function) ? follow (&function, pc, functions)
                                             : 0;
}

/* Where the frame that offsets refer to begins: the address behind the return
   address, or the frame pointer itself. */
static uintptr_t frame_base (Dwarf_Die *function, uintptr_t base) {
  enum { SAVED = 16 }; /* frame pointer and return address */
  Dwarf_Attribute attribute;
  Dwarf_Op *operation;
  size_t length;
  if (dwarf_attr_integrate (function, DW_AT_frame_base, &attribute) &&
      !dwarf_getlocation (&attribute, &operation, &length) && length == 1 &&
      operation->atom == DW_OP_reg6)
    return base;
  return base + SAVED;
}

/* Does the variable lie there?  Then its name is added. */
static int try_local (Dwarf_Die *die, uintptr_t frame, uintptr_t address,
                      size_t size, sett_text *text, Dwarf_Die *leaf) {
  Dwarf_Attribute attribute;
  Dwarf_Op *operation;
  if (!get_location (die, &attribute, &operation) ||
      operation->atom != DW_OP_fbreg)
    return 0;
  const uintptr_t from = frame + (uintptr_t)operation->number;
  const size_t extent = size_of (die);
  if (address < from || address - from >= extent)
    return 0;
  return add_part (die, address - from, size, text, leaf);
}

static int search_block (Dwarf_Die *parent, uintptr_t frame, uintptr_t address,
                         size_t size, sett_text *text, Dwarf_Die *leaf) {
  Dwarf_Die die;
  if (dwarf_child (parent, &die))
    return 0;
  do {
    const int tag = dwarf_tag (&die);
    if ((tag == DW_TAG_variable || tag == DW_TAG_formal_parameter) &&
        try_local (&die, frame, address, size, text, leaf))
      return 1;
    if ((tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine) &&
        search_block (&die, frame, address, size, text, leaf))
      return 1;
  } while (!dwarf_siblingof (&die, &die));
  return 0;
}

int sett_variables_add_local (Dwarf_Die *unit, Dwarf_Addr pc, uintptr_t base,
                              uintptr_t address, size_t size, sett_text *text,
                              Dwarf_Die *leaf) {
  Dwarf_Die function;
  return find_function (unit, pc, &function) &&
         search_block (&function, frame_base (&function, base), address, size,
                       text, leaf);
}

/*------------------------------------------------------------------------*/
/* By name. */

static int has_name (Dwarf_Die *die, const char *name) {
  Dwarf_Attribute attribute;
  const char *own =
      dwarf_formstring (dwarf_attr_integrate (die, DW_AT_name, &attribute));
  return own && !strcmp (own, name);
}

/* Also in its blocks, of which it is not known which one is meant. */
static int find_named (Dwarf_Die *parent, const char *name, int in_functions,
                       Dwarf_Die *found) {
  Dwarf_Die die;
  if (dwarf_child (parent, &die))
    return 0;
  do {
    const int tag = dwarf_tag (&die);
    if ((tag == DW_TAG_variable || tag == DW_TAG_formal_parameter) &&
        has_name (&die, name)) {
      *found = die;
      return 1;
    }
    if ((tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine ||
         tag == DW_TAG_namespace) &&
        in_functions >= (tag != DW_TAG_namespace) &&
        find_named (&die, name, in_functions, found))
      return 1;
  } while (!dwarf_siblingof (&die, &die));
  return 0;
}

int sett_variables_find (Dwarf_Die *unit, Dwarf_Addr pc, const char *name,
                         Dwarf_Die *found) {
  Dwarf_Die function;
  return (find_function (unit, pc, &function) &&
          find_named (&function, name, 1, found)) ||
         find_named (unit, name, 0, found);
}
