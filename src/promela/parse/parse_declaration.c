/* Declarations of variables, parameters, fields and mtype names.

   A variable declared at the top of a proctype gets its value when the process
   is created.  One declared later, or in an inner block, exists from the start
   as well, but its declaration is a step that assigns the initial value: that
   is how SPIN counts, and what makes a loop body start afresh. */

#include "promela/parse/expression.h"
#include "promela/parse/parser.h"
#include "promela/parse/record_parameters.h"
#include "base/assert.h"

#include <stdio.h>
#include <string.h>

typedef struct specifier { /* what stands before the names */
  type type;
  int is_hidden;
} specifier;

static int is_type_keyword (token_kind kind) {
  switch ((int)kind) {
  case KEY_BIT:
  case KEY_BOOL:
  case KEY_BYTE:
  case KEY_PID:
  case KEY_SHORT:
  case KEY_INT:
  case KEY_UNSIGNED:
  case KEY_MTYPE:
  case KEY_CHAN:
    return 1;
  default:
    return 0;
  }
}

int sett_at_declaration (parser *p) {
  if (sett_parser_at (p, KEY_HIDDEN) || sett_parser_at (p, KEY_LOCAL) ||
      sett_parser_at (p, KEY_SHOW))
    return 1;
  if (sett_parser_at (p, TOKEN_NAME))
    return sett_parser_find_record (p, p->now->text) &&
           sett_parser_peek (p, 1)->kind == TOKEN_NAME;
  return is_type_keyword (p->now->kind);
}

static type_kind kind_of_keyword (token_kind kind) {
  switch ((int)kind) {
  case KEY_BIT:
  case KEY_BOOL:
    return TYPE_BIT;
  case KEY_PID:
    return TYPE_PID;
  case KEY_SHORT:
    return TYPE_SHORT;
  case KEY_INT:
    return TYPE_INT;
  case KEY_UNSIGNED:
    return TYPE_UNSIGNED;
  case KEY_MTYPE:
    return TYPE_MTYPE;
  case KEY_CHAN:
    return TYPE_CHAN;
  default:
    return TYPE_BYTE;
  }
}

static type parse_type (parser *p) {
  type t = {TYPE_BYTE, 0, NULL, NULL};
  if (sett_parser_at (p, TOKEN_NAME)) {
    t.record = sett_parser_find_record (p, p->now->text);
    if (!t.record)
      sett_parser_fail (p, &p->now->place, "'%s' is not a type", p->now->text);
    t.kind = TYPE_RECORD;
    sett_parser_next (p);
    return t;
  }
  if (!is_type_keyword (p->now->kind)) {
    char found[80];
    sett_parser_fail (p, &p->now->place, "expected a type, found %s",
                      sett_token_describe (p->now, found));
  }
  t.kind = kind_of_keyword (p->now->kind);
  t.bits = 32;
  sett_parser_next (p);
  if (t.kind == TYPE_MTYPE && sett_parser_accept (p, ':'))
    t.mtype = sett_parser_name (p, "the mtype");
  return t;
}

static specifier parse_specifier (parser *p) {
  specifier s = {.is_hidden = 0};
  for (;; sett_parser_next (p)) {
    if (sett_parser_at (p, KEY_HIDDEN))
      s.is_hidden = 1;
    else if (!sett_parser_at (p, KEY_LOCAL) && !sett_parser_at (p, KEY_SHOW))
      break;
  }
  s.type = parse_type (p);
  return s;
}

int32_t sett_parse_constant (parser *p) {
  const place where = p->now->place;
  int32_t value;
  if (!sett_constant_value (sett_parse_expression (p), &value))
    sett_parser_fail (p, &where, "expected a constant");
  return value;
}

int32_t sett_parse_rank (parser *p) {
  const place where = p->now->place;
  const int32_t value = sett_parse_constant (p);
  if (value < 1 || value > 255)
    sett_parser_fail (p, &where, "a priority must lie between 1 and 255");
  return value;
}

static void parse_width (parser *p, variable *v) {
  const place where = p->now->place;
  const int32_t bits = sett_parse_constant (p);
  if (v->type.kind != TYPE_UNSIGNED)
    sett_parser_fail (p, &where, "only 'unsigned' takes a number of bits");
  if (bits < 1 || bits > 32)
    sett_parser_fail (p, &where, "expected 1 to 32 bits, found %d", bits);
  v->type.bits = (uint8_t)bits;
}

static void parse_array_size (parser *p, variable *v) {
  const place where = p->now->place;
  const int32_t count = sett_parse_constant (p);
  if (count < 1 || count > 65535)
    sett_parser_fail (
        p, &where, "expected an array size from 1 to 65535, found %d", count);
  v->is_array = 1;
  v->count = (uint32_t)count;
  SETT_ASSERT (v->count);
  if (v->type.kind == TYPE_BIT) /* bits in arrays are kept as bytes */
    v->type.kind = TYPE_BYTE;
  sett_parser_expect (p, ']', "after the array size");
}

static void parse_channel (parser *p, variable *v) {
  const place where = p->now->place;
  if (v->type.kind != TYPE_CHAN)
    sett_parser_fail (p, &where, "'%s' is not a chan: it cannot hold a channel",
                      v->name);
  sett_parser_expect (p, '[', "here");
  const int32_t capacity = sett_parse_constant (p);
  if (capacity < 0 || capacity > 255)
    sett_parser_fail (p, &where, "expected a capacity from 0 to 255, found %d",
                      capacity);
  sett_parser_expect (p, ']', "after the capacity");
  sett_parser_expect (p, KEY_OF, "after the capacity");
  sett_parser_expect (p, '{', "before the types of the message fields");
  channel_shape *shape = SETT_NEW (p->arena, channel_shape);
  shape->capacity = (uint32_t)capacity;
  do {
    const type t = parse_type (p);
    TREE_PUSH (p->arena, shape->fields, t);
  } while (sett_parser_accept (p, ','));
  sett_parser_expect (p, '}', "after the types of the message fields");
  v->channel = shape;
}

/* T x = 1: at the top of a proctype or outside of all SPIN takes it and
   initialises nothing. */
static void skip_initial_value (parser *p, const variable *v) {
  if (p->process && p->late)
    sett_parser_fail (
        p, &p->now->place,
        "a variable of type '%s' cannot be initialised as a whole",
        v->type.record->name);
  sett_report_warning (
      p->diagnostics, &p->now->place,
      "this value has no effect: the fields of '%s' get what their "
      "type '%s' says, or 0",
      v->name, v->type.record->name);
  sett_parse_expression (p);
}

/* An initial value, which starts nothing unless it is a step of its own. */
static expression *parse_value (parser *p) {
  const place where = p->now->place;
  expression *value = sett_parse_expression (p);
  if (sett_has_effect (value) && !(p->process && p->late))
    sett_parser_fail (
        p, &where,
        "an initial value cannot contain 'run' or set_priority: assign "
        "it in a statement");
  return value;
}

/* { 1, 2, 3 }: the last value goes on to the end, as in SPIN. */
static void parse_value_list (parser *p, variable *v, const place *where) {
  SETT_ASSERT (v->is_array);
  size_t values = 0;
  do {
    expression *value = parse_value (p);
    if (values++ < v->count)
      TREE_PUSH (p->arena, v->inits, value);
  } while (sett_parser_accept (p, ','));
  if (values != v->count)
    sett_report_warning (p->diagnostics, where, "%zu values for %u elements%s",
                         values, v->count,
                         values > v->count ? ": the rest is left out"
                                           : ": the last one is repeated");
  expression *const last = v->inits.at[v->inits.count - 1];
  while (v->inits.count < v->count)
    TREE_PUSH (p->arena, v->inits, last);
}

static void parse_initial_value (parser *p, variable *v) {
  if (sett_parser_at (p, '[')) {
    parse_channel (p, v);
    return;
  }
  if (v->type.kind == TYPE_RECORD) {
    skip_initial_value (p, v);
    return;
  }
  if (!sett_parser_accept (p, '{')) {
    v->init = parse_value (p);
    return;
  }
  if (!v->is_array)
    sett_parser_fail (p, &p->previous->place, "'%s' is not an array", v->name);
  parse_value_list (p, v, &p->previous->place);
  sett_parser_expect (p, '}', "after the initial values");
}

/* name [: bits] [size] [= value] */
static variable *parse_declarator (parser *p, const specifier *s) {
  variable *v = SETT_NEW (p->arena, variable);
  v->place = p->now->place;
  v->name = sett_parser_name (p, "a variable");
  v->type = s->type;
  v->is_hidden = s->is_hidden;
  v->count = 1;
  if (sett_parser_accept (p, ':'))
    parse_width (p, v);
  else if (v->type.kind == TYPE_UNSIGNED)
    sett_parser_fail (p, &p->now->place,
                      "expected the number of bits: unsigned %s : n", v->name);
  if (sett_parser_accept (p, '['))
    parse_array_size (p, v);
  if (sett_parser_accept (p, '='))
    parse_initial_value (p, v);
  return v;
}

static int is_duplicate (parser *p, const variable *v) {
  if (!p->process)
    return sett_name_table_get (&p->globals, v->name, strlen (v->name)) != NULL;
  for (size_t i = p->visible.count; i--;)
    if (!strcmp (p->visible.at[i]->name, v->name))
      return p->visible.at[i]->scope == p->nesting;
  return 0;
}

static void check_name (parser *p, const variable *v) {
  if (is_duplicate (p, v))
    sett_parser_fail (p, &v->place, "'%s' is declared twice in the same scope",
                      v->name);
  if (sett_parser_find_mtype (p, v->name))
    sett_parser_fail (p, &v->place, "'%s' is an mtype constant already",
                      v->name);
}

/* Of two with the same name, which is an error, the first stays. */
static void declare_global (parser *p, variable *v) {
  void **named =
      sett_name_table_at (&p->globals, p->arena, v->name, strlen (v->name));
  if (!*named)
    *named = v;
  TREE_PUSH (p->arena, p->tree->globals, v);
}

static void declare (parser *p, variable *v) {
  check_name (p, v);
  v->owner = p->process;
  v->starts_late = p->late;
  v->scope = p->nesting;
  if (!p->process) {
    declare_global (p, v);
    return;
  }
  TREE_PUSH (p->arena, p->process->variables, v);
  TREE_PUSH (p->arena, p->visible, v);
}

/* The step of a late declaration; an array is filled in one step. */
static void add_late_step (parser *p, variable *v, const token *from,
                           sequence *steps) {
  if (v->channel)
    return;
  if (v->type.kind == TYPE_RECORD) { /* a step that changes nothing */
    statement *skip = sett_new_statement (p, STATEMENT_EXPRESSION, &v->place);
    skip->value = sett_new_constant (p, 1, &v->place);
    skip->text = sett_parser_text (p, from, p->now);
    sett_add_statement (p, steps, skip);
    return;
  }
  expression *target = sett_new_variable (p, v, &v->place);
  if (v->is_array)
    target->where->index = sett_new_constant (p, 0, &v->place);
  expression *value = v->init ? v->init : sett_new_constant (p, 0, &v->place);
  statement *s = sett_new_assignment (p, target, value);
  s->fills = v->is_array;
  s->place = v->place;
  s->text = sett_parser_text (p, from, p->now);
  sett_add_statement (p, steps, s);
}

void sett_parse_declaration (parser *p, sequence *steps) {
  const specifier s = parse_specifier (p);
  do {
    const token *from = p->now;
    variable *v = parse_declarator (p, &s);
    declare (p, v);
    if (p->process && p->late && steps)
      add_late_step (p, v, from, steps);
  } while (sett_parser_accept (p, ','));
}

static void declare_parameter (parser *p, process_type *process, variable *v) {
  declare (p, v);
  v->is_parameter = 1;
  process->parameters++;
}

/* The whole is only a name. */
static void declare_parts (parser *p, process_type *process, variable *whole) {
  sett_record_parameter_split (p, whole);
  for (size_t i = 0; i < whole->parts.count; i++)
    declare_parameter (p, process, whole->parts.at[i]);
  check_name (p, whole);
  TREE_PUSH (p->arena, p->visible, whole);
}

void sett_parse_parameters (parser *p, process_type *process) {
  p->process = process;
  p->late = 0;
  while (!sett_parser_at (p, ')')) {
    const specifier s = parse_specifier (p);
    do {
      variable *v = parse_declarator (p, &s);
      if (v->is_array || v->init || v->channel || v->inits.count)
        sett_parser_fail (p, &v->place,
                          "a parameter cannot be an array or have a value");
      if (v->type.kind == TYPE_RECORD)
        declare_parts (p, process, v);
      else
        declare_parameter (p, process, v);
    } while (sett_parser_accept (p, ','));
    if (!sett_parser_accept (p, ';'))
      break;
  }
}

void sett_parse_fields (parser *p, record *r) {
  while (!sett_parser_at (p, '}')) {
    if (sett_parser_accept (p, ';'))
      continue;
    const specifier s = parse_specifier (p);
    do {
      variable *v = parse_declarator (p, &s);
      if (sett_parser_find_field (r, v->name))
        sett_parser_fail (p, &v->place, "field '%s' is declared twice",
                          v->name);
      v->is_field = 1;
      TREE_PUSH (p->arena, r->fields, v);
    } while (sett_parser_accept (p, ','));
    if (!sett_parser_at (p, '}'))
      sett_parser_expect (p, ';', "after a field");
  }
  if (!r->fields.count)
    sett_parser_fail (p, &r->place, "type '%s' has no fields", r->name);
}

/* The last name of a list gets the smallest number, as in SPIN; a further
   list goes on above. */
void sett_parse_mtype_names (parser *p) {
  sett_parser_next (p);
  const char *type_name = NULL;
  if (sett_parser_accept (p, ':'))
    type_name = sett_parser_name (p, "the mtype");
  sett_parser_accept (p, '=');
  sett_parser_expect (p, '{', "before the mtype names");
  const size_t first = p->tree->mtypes.count;
  size_t others = 0;
  for (size_t i = 0; i < first; i++) {
    const char *other = p->tree->mtypes.at[i].type;
    others += other == type_name ||
              (other && type_name && !strcmp (other, type_name));
  }
  do {
    const place where = p->now->place;
    const char *name = sett_parser_name (p, "an mtype constant");
    if (sett_parser_find_mtype (p, name) || sett_parser_find_variable (p, name))
      sett_parser_fail (p, &where, "'%s' is declared twice", name);
    const mtype_name m = {name, type_name, 0};
    TREE_PUSH (p->arena, p->tree->mtypes, m);
    sett_parser_accept (p, ',');
  } while (!sett_parser_at (p, '}') && !sett_parser_at (p, TOKEN_END));
  const place end = p->now->place;
  sett_parser_expect (p, '}', "after the mtype names");
  const size_t count = p->tree->mtypes.count;
  if (others + count - first > 255)
    sett_parser_fail (p, &end, "more than 255 mtype constants");
  for (size_t i = first; i < count; i++)
    p->tree->mtypes.at[i].value = (int32_t)(others + count - i);
}

variable *sett_declare_counter (parser *p, const place *where) {
  char name[40];
  const int length =
      snprintf (name, sizeof name, "_counter_%u", p->hidden_counters++);
  variable *v = SETT_NEW (p->arena, variable);
  v->place = *where;
  v->name = sett_arena_copy (p->arena, name, (size_t)length);
  v->type = (type){TYPE_INT, 32, NULL, NULL};
  v->count = 1;
  declare (p, v);
  return v;
}
