/* Parts of variables: see types.h. */

#include "program/types.h"

#include "base/text.h"

#include <dwarf.h>
#include <string.h>

enum { MOST_NESTING = 16 };

int sett_type_of (Dwarf_Die *die, Dwarf_Die *type) {
  Dwarf_Attribute attribute;
  return dwarf_attr_integrate (die, DW_AT_type, &attribute) &&
         dwarf_formref_die (&attribute, type);
}

/* Objects that people know as a whole. */
static int is_opaque (Dwarf_Die *type) {
  static const char *const names[] = {"sem_t", "mtx_t", "cnd_t", "once_flag"};
  const char *name = dwarf_diename (type);
  if (!name)
    return 0;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp (name, names[i]))
      return 1;
  return !strncmp (name, "pthread_", 8);
}

/* Behind names and qualifiers; false at something opaque. */
static int strip (Dwarf_Die *type) {
  for (int i = 0; i < MOST_NESTING; i++)
    switch (dwarf_tag (type)) {
    case DW_TAG_typedef:
      if (is_opaque (type))
        return 0;
      /* fall through */
    case DW_TAG_const_type:
    case DW_TAG_volatile_type:
    case DW_TAG_atomic_type: {
      Dwarf_Die next;
      if (!sett_type_of (type, &next))
        return 1;
      *type = next;
      break;
    }
    default:
      return 1;
    }
  return 1;
}

size_t sett_type_size (Dwarf_Die *type) {
  Dwarf_Word size = 0;
  return dwarf_aggregate_size (type, &size) ? 0 : (size_t)size;
}

/*------------------------------------------------------------------------*/

/* What is looked for, and how much of its offset is explained. */
typedef struct search {
  size_t offset, size;
  sett_text *text;
  int nesting;
} search;

static int descend (search *, Dwarf_Die *type);

static int offset_of (Dwarf_Die *member, size_t *offset) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  if (dwarf_attr_integrate (member, DW_AT_data_member_location, &attribute) &&
      dwarf_formudata (&attribute, &value))
    return 0;
  *offset = (size_t)value;
  return 1;
}

/* A class's base and what libraries keep inside are not worth a name. */
static int has_name (Dwarf_Die *member) {
  const char *name = dwarf_diename (member);
  return name && *name && strncmp (name, "_M_", 3) &&
         dwarf_tag (member) == DW_TAG_member;
}

static int try_member (search *s, Dwarf_Die *member) {
  Dwarf_Die type;
  size_t from;
  if (!offset_of (member, &from) || !sett_type_of (member, &type))
    return 0;
  const size_t size = sett_type_size (&type);
  if (s->offset < from || s->offset >= from + size ||
      (s->size && s->offset + s->size > from + size))
    return 0;
  s->offset -= from;
  if (has_name (member))
    sett_text_addf (s->text, ".%s", dwarf_diename (member));
  descend (s, &type);
  return 1;
}

static int descend_into_struct (search *s, Dwarf_Die *type) {
  Dwarf_Die member;
  if (dwarf_child (type, &member))
    return 0;
  do {
    const int tag = dwarf_tag (&member);
    if ((tag == DW_TAG_member || tag == DW_TAG_inheritance) &&
        try_member (s, &member))
      return 1;
  } while (!dwarf_siblingof (&member, &member));
  return 0;
}

/* The number of elements of a dimension; 0 if that is unknown. */
static size_t length_of (Dwarf_Die *dimension) {
  Dwarf_Attribute attribute;
  Dwarf_Word value;
  if (dwarf_attr_integrate (dimension, DW_AT_count, &attribute) &&
      !dwarf_formudata (&attribute, &value))
    return (size_t)value;
  if (dwarf_attr_integrate (dimension, DW_AT_upper_bound, &attribute) &&
      !dwarf_formudata (&attribute, &value))
    return (size_t)value + 1;
  return 0;
}

/* Elements are stored with the last index first: a row is as long as what the
   dimensions behind it have. */
static int descend_into_array (search *s, Dwarf_Die *type) {
  Dwarf_Die element, dimension;
  size_t lengths[MOST_NESTING], count = 0;
  if (!sett_type_of (type, &element) || dwarf_child (type, &dimension))
    return 0;
  do
    if (dwarf_tag (&dimension) == DW_TAG_subrange_type && count < MOST_NESTING)
      lengths[count++] = length_of (&dimension);
  while (!dwarf_siblingof (&dimension, &dimension));
  const size_t size = sett_type_size (&element);
  if (!size || !count)
    return 0;
  for (size_t i = 0; i < count; i++) {
    size_t row = size;
    for (size_t j = i + 1; j < count; j++)
      row *= lengths[j];
    if (!row || s->size > row)
      return 0; /* several elements */
    sett_text_addf (s->text, "[%zu]", s->offset / row);
    s->offset %= row;
  }
  descend (s, &element);
  return 1;
}

/* Goes in as long as a part is meant and not the whole. */
static int descend (search *s, Dwarf_Die *type) {
  if (s->nesting++ > MOST_NESTING)
    return 0;
  if (!strip (type)) {
    s->offset = 0; /* somewhere in an object that is known as a whole */
    return 1;
  }
  const size_t size = sett_type_size (type);
  if (!s->offset && (!s->size || s->size >= size))
    return 1;
  switch (dwarf_tag (type)) {
  case DW_TAG_structure_type:
  case DW_TAG_class_type:
  case DW_TAG_union_type:
    return descend_into_struct (s, type);
  case DW_TAG_array_type:
    return descend_into_array (s, type);
  default:
    return 0;
  }
}

void sett_type_add_part (Dwarf_Die *type, size_t offset, size_t size,
                         sett_text *text) {
  search s = {.offset = offset, .size = size, .text = text};
  Dwarf_Die start = *type;
  descend (&s, &start);
  if (s.offset)
    sett_text_addf (text, "+%zu", s.offset);
}
