/* Parameters of a typedef type.

   `proctype P (T x)` has one parameter for each simple field of T, in the order
   of the declaration, fields of fields included; what `run` is given is split
   in the same way (resolve.c), by value.  A channel that a field of T declares
   is not made for a parameter: its field names the one that was given.

   `x` itself is found in the scope, but it is no variable of the process.  Its
   `parts` are, under names like "x.a", and x.a means that part wherever it
   stands: no other part of Sett knows of such parameters.  As in SPIN, T may
   not contain arrays. */

#include "promela/parse/record_parameters.h"

#include "base/assert.h"

#include <string.h>

static const char *joined_name (parser *p, const char *a, const char *b) {
  const size_t first = strlen (a), second = strlen (b);
  char *name = sett_arena_get (p->arena, first + second + 2);
  memcpy (name, a, first);
  name[first] = '.';
  memcpy (name + first + 1, b, second + 1);
  return name;
}

static void split_fields (parser *p, variable *whole, const record *r,
                          const char *prefix) {
  for (size_t i = 0; i < r->fields.count; i++) {
    const variable *field = r->fields.at[i];
    const char *name = joined_name (p, prefix, field->name);
    if (field->is_array)
      sett_parser_fail (p, &whole->place,
                        "a parameter cannot contain an array: '%s'", name);
    if (field->type.kind == TYPE_RECORD) {
      split_fields (p, whole, field->type.record, name);
      continue;
    }
    variable *part = SETT_NEW (p->arena, variable);
    part->name = name;
    part->place = whole->place;
    part->type = field->type;
    part->count = 1;
    TREE_PUSH (p->arena, whole->parts, part);
  }
}

void sett_record_parameter_split (parser *p, variable *whole) {
  split_fields (p, whole, whole->type.record, whole->name);
}

/* How many simple fields a record has. */
static size_t width (const record *r) {
  size_t count = 0;
  for (size_t i = 0; i < r->fields.count; i++) {
    const type *t = &r->fields.at[i]->type;
    count += t->kind == TYPE_RECORD ? width (t->record) : 1;
  }
  return count;
}

/* The number of simple fields before one. */
static size_t position (const record *r, const variable *field) {
  size_t count = 0;
  for (size_t i = 0; r->fields.at[i] != field; i++) {
    const type *t = &r->fields.at[i]->type;
    count += t->kind == TYPE_RECORD ? width (t->record) : 1;
  }
  return count;
}

void sett_record_parameter_name (parser *p, expression *e) {
  const variable *whole = e->where->variable;
  size_t number = 0;
  const selector *s = e->where;
  if (!whole->parts.count)
    return;
  for (; s->next; s = s->next)
    number += position (s->variable->type.record, s->next->variable);
  if (s->variable->type.kind == TYPE_RECORD)
    return; /* several parts: for a message or `run` */
  SETT_ASSERT (number < whole->parts.count);
  e->where = SETT_NEW (p->arena, selector);
  e->where->variable = whole->parts.at[number];
}
