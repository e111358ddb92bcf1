/* Parts of variables: see types.h. */

#include "program/types.h"

#include "base/assert.h"
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

int sett_type_strip (Dwarf_Die *type) {
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
  Dwarf_Die leaf; /* its type; addr is null: unknown */
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
  SETT_ASSERT (count <= MOST_NESTING);
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
  if (!sett_type_strip (type)) {
    s->offset = 0; /* somewhere in an object that is known as a whole */
    return 1;
  }
  const size_t size = sett_type_size (type);
  if (!s->offset && (!s->size || s->size >= size)) {
    s->leaf = *type;
    return 1;
  }
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
                         sett_text *text, Dwarf_Die *leaf) {
  search s = {.offset = offset, .size = size, .text = text};
  Dwarf_Die start = *type;
  descend (&s, &start);
  if (s.offset)
    sett_text_addf (text, "+%zu", s.offset);
  if (leaf)
    *leaf = s.leaf;
}

int sett_type_member (Dwarf_Die *type, const char *name, Dwarf_Die *member) {
  Dwarf_Die inner;
  if (dwarf_child (type, member))
    return 0;
  do {
    const int tag = dwarf_tag (member);
    const char *own = dwarf_diename (member);
    if (tag == DW_TAG_member && own && !strcmp (own, name))
      return 1;
    if ((tag == DW_TAG_inheritance || (tag == DW_TAG_member && !own)) &&
        sett_type_of (member, &inner) && sett_type_strip (&inner)) {
      Dwarf_Die found;
      if (sett_type_member (&inner, name, &found)) {
        *member = found;
        return 1;
      }
    }
  } while (!dwarf_siblingof (member, member));
  return 0;
}

/*------------------------------------------------------------------------*/
/* Values. */

static int64_t extend (uint64_t value, size_t size) {
  const unsigned bits = size && size < 8 ? (unsigned)(8 * size) : 64;
  return (int64_t)(value << (64 - bits)) >> (64 - bits);
}

static int number_of (Dwarf_Die *die, unsigned name, int64_t *value) {
  Dwarf_Attribute attribute;
  Dwarf_Sword number;
  if (!dwarf_attr (die, name, &attribute) ||
      dwarf_formsdata (&attribute, &number))
    return 0;
  *value = number;
  return 1;
}

static const char *enumerator_of (Dwarf_Die *type, int64_t value) {
  Dwarf_Die die;
  int64_t own;
  if (dwarf_child (type, &die))
    return NULL;
  do
    if (dwarf_tag (&die) == DW_TAG_enumerator &&
        number_of (&die, DW_AT_const_value, &own) && own == value)
      return dwarf_diename (&die);
  while (!dwarf_siblingof (&die, &die));
  return NULL;
}

static void add_float (uint64_t value, size_t size, sett_text *text) {
  float narrow;
  double wide;
  memcpy (&narrow, &value, sizeof narrow);
  memcpy (&wide, &value, sizeof wide);
  sett_text_addf (text, "%g", size == sizeof narrow ? (double)narrow : wide);
}

static void add_character (uint64_t value, size_t size, sett_text *text) {
  sett_text_addf (text, "%lld", (long long)extend (value, size));
  if (value >= ' ' && value < 127)
    sett_text_addf (text, " '%c'", (char)value);
}

static void add_basic (Dwarf_Die *type, uint64_t value, size_t size,
                       sett_text *text) {
  int64_t encoding = DW_ATE_signed;
  number_of (type, DW_AT_encoding, &encoding);
  switch (encoding) {
  case DW_ATE_boolean:
    sett_text_add (text, value ? "true" : "false");
    return;
  case DW_ATE_float:
    add_float (value, size, text);
    return;
  case DW_ATE_unsigned:
    sett_text_addf (text, "%llu", (unsigned long long)value);
    return;
  case DW_ATE_signed_char:
  case DW_ATE_unsigned_char:
    add_character (value, size, text);
    return;
  default:
    sett_text_addf (text, "%lld", (long long)extend (value, size));
  }
}

static int is_whole (Dwarf_Die *type, size_t size) {
  return type && type->addr && sett_type_strip (type) &&
         sett_type_size (type) == size;
}

void sett_type_add_value (Dwarf_Die *type, uint64_t value, size_t size,
                          sett_text *text) {
  Dwarf_Die own = type ? *type : (Dwarf_Die){0};
  const int tag = is_whole (&own, size) ? dwarf_tag (&own) : 0;
  const char *name = NULL;
  if (tag == DW_TAG_enumeration_type)
    name = enumerator_of (&own, extend (value, size));
  if (name)
    sett_text_add (text, name);
  else if (tag == DW_TAG_pointer_type && !value)
    sett_text_add (text, "NULL");
  else if (tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type)
    sett_text_addf (text, "0x%llx", (unsigned long long)value);
  else if (tag == DW_TAG_base_type)
    add_basic (&own, value, size, text);
  else
    sett_text_addf (text, "%lld", (long long)extend (value, size));
}
