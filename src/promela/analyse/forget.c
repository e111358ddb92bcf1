/* What is never read need not be kept.

   A byte of a variable is *read* if some expression whose value matters may
   look at it.  The least set of read bytes is computed, over the whole text,
   whether it can be reached or not:

   - the value of every condition, assertion, comparison in a receive, poll,
     `provided`, proposition of the property, and every channel;
   - what is sent, if its field may be read: some receive or poll compares it,
     or a receive takes it to where some byte is read, or a sorted send or the
     property of an event trace looks at it.  Fields of a channel that has one
     name only are told apart from those of others; any other name means all
     channels;
   - an index, if its access may be out of bounds, or what it selects is read
     or written into what is read;
   - the value of an assignment, argument of `run` or initial value of a local
     variable, if it goes to where some byte is read; else (as for what is sent)
     what decides whether computing it fails.  It goes to all elements of an
     array if the index is not constant;
   - of a remote reference, the variable;
   - of what is printed, what decides whether printing it fails.

   A write that cannot hit a read byte is left out, and the bytes keep their
   initial value for ever; a print shows that it does not know the value.  In a
   field that cannot be read 0 is sent: of a channel that nobody receives from
   nothing but the length remains, which senders and `len` see.

   Why that is sound: relate states that differ in bytes that are not read,
   those of messages in channels included.  A
   step does the same in both, and leads to related states again, since what it
   writes into read bytes, and whether it is possible or fails, is computed from
   read bytes alone.  Properties look at read bytes.  So this is a strong
   bisimulation, and leaving such a write out stays inside of the relation.

   Left alone are hidden variables, those that own channels, and everything in
   models with embedded C. */

#include "promela/analyse/forget.h"
#include "promela/parse/expression.h"
#include "promela/parse/messages.h"
#include "promela/analyse/monitor.h"
#include "base/assert.h"
#include "base/mutant.h"

#include <string.h>

enum {
#define MUTANT(NUMBER, NAME, TEXT) MUTANT_##NAME = (NUMBER),
#include "promela/analyse/mutant.def"
#undef MUTANT
};

enum { MOST_FIELDS = 256 }; /* those beyond count as the last one */

typedef struct reader {
  tree *tree;
  unsigned mutant;
  int changed;                           /* a byte was found to be read */
  unsigned char fields[MOST_FIELDS];     /* read of any channel */
  unsigned char some_field[MOST_FIELDS]; /* read of some channel */
} reader;

/* --------------------------------------------------------------- bytes --- */

/* What to do with the bytes of an access. */
typedef enum deed { MARK, ASK_ANY, ASK_ALL } deed;

static int do_bytes (reader *r, unsigned char *from, uint32_t size, deed what) {
  SETT_ASSERT (size);
  uint32_t read = 0;
  for (uint32_t i = 0; i < size; i++) {
    read += from[i];
    if (what == MARK && !from[i])
      from[i] = 1, r->changed = 1;
  }
  return what == ASK_ALL ? read == size : read != 0;
}

/* The elements that a selector can mean: [*first, *end). */
static void find_elements (const reader *r, const selector *s, uint32_t *first,
                           uint32_t *end) {
  const expression *index = s->index;
  *first = 0;
  *end = s->variable->count;
  if (SETT_MUTANT (r->mutant) == MUTANT_FORGET_ELEMENTS)
    *end = 1;
  if (!s->variable->is_array || !index || index->kind != EXPRESSION_CONSTANT ||
      index->value < 0 || (uint32_t)index->value >= s->variable->count)
    return;
  *first = (uint32_t)index->value;
  *end = *first + 1;
}

/* ASK_ANY: is some byte read?  ASK_ALL: are all of them? */
static int visit (reader *r, const selector *s, unsigned char *bytes,
                  deed what) {
  uint32_t first, end;
  int any = 0, all = 1;
  find_elements (r, s, &first, &end);
  for (uint32_t i = first; i < end; i++) {
    unsigned char *element = bytes + (size_t)i * s->variable->size;
    const int found =
        s->next ? visit (r, s->next, element + s->next->variable->offset, what)
                : do_bytes (r, element, s->variable->size, what);
    any |= found;
    all &= found;
  }
  return what == ASK_ALL ? all : any;
}

static int access (reader *r, const expression *e, deed what) {
  return visit (r, e->where, e->where->variable->read, what);
}

static int is_read (reader *r, const variable *v) {
  return do_bytes (r, v->read, v->size * v->count, ASK_ANY);
}

/* ------------------------------------------------------------ messages --- */

/* The variable that is the only name of the channel, or null. */
static variable *sole_name (const expression *channel) {
  return sett_messages_known_shape (channel) ? channel->where->variable : NULL;
}

static size_t place_of (size_t field) {
  return field < MOST_FIELDS ? field : MOST_FIELDS - 1;
}

/* A receive or poll looks at a field of a message. */
static void read_field (reader *r, const expression *channel, size_t field) {
  const variable *name = sole_name (channel);
  unsigned char *read = name ? name->fields_read : r->fields;
  if (SETT_MUTANT (r->mutant) == MUTANT_FORGET_FIELDS || read[place_of (field)])
    return;
  read[place_of (field)] = r->some_field[place_of (field)] = 1;
  r->changed = 1;
}

/* May somebody look at what is sent there? */
static int field_is_read (const reader *r, const expression *channel,
                          size_t field) {
  const variable *name = sole_name (channel);
  return r->fields[place_of (field)] ||
         (name ? name->fields_read : r->some_field)[place_of (field)];
}

/* --------------------------------------------------------- expressions --- */

static void read_expression (reader *, const expression *);

static void read_list (reader *r, const expression_list *list) {
  for (size_t i = 0; i < list->count; i++)
    read_expression (r, list->at[i]);
}

static void read_indices (reader *r, const expression *e) {
  for (const selector *s = e->where; s; s = s->next)
    if (SETT_MUTANT (r->mutant) != MUTANT_FORGET_INDICES)
      read_expression (r, s->index);
}

static int does_more (const expression *e) {
  return sett_can_fail (e) || sett_has_effect (e);
}

static void read_for_violations (reader *, const expression *);

static void read_operands_for_violations (reader *r, const expression *e) {
  const int decides = e->op == TOKEN_AND || e->op == TOKEN_OR;
  if (decides && does_more (e->right))
    read_expression (r, e->left);
  else
    read_for_violations (r, e->left);
  if (e->op == '/' || e->op == '%')
    read_expression (r, e->right);
  else
    read_for_violations (r, e->right);
}

/* Only whether it fails, and what else it does, matters: indices, divisors, and
   what decides whether these are computed. */
static void read_for_violations (reader *r, const expression *e) {
  if (!e || !does_more (e))
    return;
  if (e->kind == EXPRESSION_VARIABLE)
    read_indices (r, e);
  else if (e->kind == EXPRESSION_UNARY)
    read_for_violations (r, e->left);
  else if (e->kind == EXPRESSION_BINARY)
    read_operands_for_violations (r, e);
  else
    read_expression (r, e);
}

/* A value that goes somewhere: does it matter? */
static void read_value (reader *r, const expression *value, int goes_to_read) {
  if (goes_to_read)
    read_expression (r, value);
  else
    read_for_violations (r, value);
}

static void read_run (reader *r, const expression *e) {
  for (size_t i = 0; i < e->arguments.count; i++)
    if (SETT_MUTANT (r->mutant) != MUTANT_FORGET_ARGUMENTS)
      read_value (r, e->arguments.at[i],
                  is_read (r, e->process->variables.at[i]));
  read_expression (r, e->left);
}

static int compares (const expression *argument) {
  return argument->kind != EXPRESSION_VARIABLE &&
         argument->kind != EXPRESSION_ANY;
}

static void read_poll (reader *r, const expression *e) {
  for (size_t i = 0; i < e->arguments.count; i++)
    if (compares (e->arguments.at[i]))
      read_field (r, e->left, i);
}

static void read_expression (reader *r, const expression *e) {
  if (!e)
    return;
  if (e->kind == EXPRESSION_RUN) {
    read_run (r, e);
    return;
  }
  if (e->kind == EXPRESSION_POLL)
    read_poll (r, e);
  if (e->where) {
    access (r, e, MARK);
    read_indices (r, e);
  }
  read_expression (r, e->left);
  read_expression (r, e->right);
  read_expression (r, e->third);
  read_list (r, &e->arguments);
}

/* ---------------------------------------------------------- statements --- */

/* Where something is written: its indices.  Does a read byte get it? */
static int write_target (reader *r, const expression *target) {
  const int matters = access (r, target, ASK_ANY);
  if (matters || sett_can_fail (target))
    read_indices (r, target);
  return matters;
}

/* A declaration that fills an array: all of it, or nothing. */
static int fill_matters (reader *r, const statement *s) {
  const variable *v = s->target->where->variable;
  int matters =
      is_read (r, v) || sett_can_fail (s->value) || sett_has_effect (s->value);
  for (size_t i = 0; i < v->inits.count; i++)
    matters |=
        sett_can_fail (v->inits.at[i]) || sett_has_effect (v->inits.at[i]);
  return matters;
}

static void read_assignment (reader *r, const statement *s) {
  if (!s->fills)
    read_value (r, s->value, write_target (r, s->target));
  else if (fill_matters (r, s)) {
    read_expression (r, s->value);
    read_list (r, &s->target->where->variable->inits);
  }
}

static void read_receive (reader *r, const statement *s) {
  read_expression (r, s->target);
  for (size_t i = 0; i < s->arguments.count; i++) {
    const expression *argument = s->arguments.at[i];
    const int compared = compares (argument);
    if (argument->kind == EXPRESSION_VARIABLE && write_target (r, argument))
      read_field (r, s->target, i);
    if (compared && SETT_MUTANT (r->mutant) != MUTANT_FORGET_COMPARED)
      read_field (r, s->target, i);
    if (compared && SETT_MUTANT (r->mutant) != MUTANT_FORGET_EVAL)
      read_expression (r, argument);
  }
}

static void read_send (reader *r, const statement *s) {
  read_expression (r, s->target);
  for (size_t i = 0; s->sorted && i < MOST_FIELDS; i++)
    if (SETT_MUTANT (r->mutant) != MUTANT_FORGET_SORTED)
      read_field (r, s->target, i);
  for (size_t i = 0; i < s->arguments.count; i++)
    if (SETT_MUTANT (r->mutant) != MUTANT_FORGET_MESSAGES)
      read_value (r, s->arguments.at[i], field_is_read (r, s->target, i));
}

static void read_statement (reader *r, const statement *s) {
  switch (s->kind) {
  case STATEMENT_ASSIGN:
    read_assignment (r, s);
    break;
  case STATEMENT_RECEIVE:
    read_receive (r, s);
    break;
  case STATEMENT_PRINT:
    for (size_t i = 0; i < s->arguments.count; i++)
      read_value (r, s->arguments.at[i], 0);
    break;
  case STATEMENT_SEND:
    read_send (r, s);
    break;
  default:
    if (SETT_MUTANT (r->mutant) != MUTANT_FORGET_CONDITIONS ||
        sett_has_effect (s->value))
      read_expression (r, s->value);
    read_list (r, &s->arguments);
    break;
  }
  for (size_t i = 0; i < s->parts.count; i++)
    for (size_t k = 0; k < s->parts.at[i]->statements.count; k++)
      read_statement (r, s->parts.at[i]->statements.at[k]);
}

static void read_body (reader *r, const process_type *p) {
  for (size_t i = 0; i < p->body->statements.count; i++)
    read_statement (r, p->body->statements.at[i]);
}

/* --------------------------------------------------------------- model --- */

/* The initial values of locals are computed when the process begins. */
static void read_initial_values (reader *r, const variable_list *list) {
  for (size_t i = 0; i < list->count; i++) {
    const variable *v = list->at[i];
    const int matters = v->is_field || is_read (r, v);
    read_value (r, v->init, matters);
    for (size_t k = 0; k < v->inits.count; k++)
      read_value (r, v->inits.at[k], matters);
  }
}

static void read_model (reader *r) {
  const tree *t = r->tree;
  for (size_t i = 0; i < t->processes.count; i++) {
    const process_type *p = t->processes.at[i];
    read_initial_values (r, &p->variables);
    read_expression (r, p->provided);
    read_body (r, p);
  }
  for (size_t i = 0; i < t->records.count; i++)
    read_initial_values (r, &t->records.at[i]->fields);
  for (size_t i = 0; i < t->propositions.count; i++)
    if (SETT_MUTANT (r->mutant) != MUTANT_FORGET_PROPERTY)
      read_expression (r, t->propositions.at[i].condition);
  if (t->monitor)
    read_body (r, t->monitor->claim);
}

static int owns_channels (const variable *v) {
  return v->channel ||
         (v->type.kind == TYPE_RECORD && v->type.record->has_channels);
}

static int is_left_alone (const variable *v) {
  return v->is_hidden || owns_channels (v);
}

static void start_list (reader *r, const variable_list *list) {
  for (size_t i = 0; i < list->count; i++) {
    variable *v = list->at[i];
    v->read = sett_arena_get (&r->tree->arena, (size_t)v->size * v->count + 1);
    memset (v->read, is_left_alone (v), (size_t)v->size * v->count);
    if (owns_channels (v))
      v->fields_read = sett_arena_get (&r->tree->arena, MOST_FIELDS);
  }
}

/* Event traces see whole messages. */
static void start (reader *r) {
  memset (r->fields, r->tree->monitor != NULL, sizeof r->fields);
  start_list (r, &r->tree->globals);
  for (size_t i = 0; i < r->tree->processes.count; i++)
    start_list (r, &r->tree->processes.at[i]->variables);
  for (size_t i = 0; i < r->tree->claims.count; i++)
    start_list (r, &r->tree->claims.at[i]->variables);
}

/* --------------------------------------------------------------- marks --- */

/* Does a print look at something that is not kept? */
static int shows_forgotten (reader *r, const expression *e) {
  if (!e)
    return 0;
  if (e->kind == EXPRESSION_VARIABLE && !access (r, e, ASK_ALL))
    return 1;
  for (const selector *s = e->where; s; s = s->next)
    if (shows_forgotten (r, s->index))
      return 1;
  return shows_forgotten (r, e->left) || shows_forgotten (r, e->right) ||
         shows_forgotten (r, e->third);
}

/* 0, and what else computing the value does. */
static expression *instead_of (reader *r, expression *value) {
  expression *zero = sett_arena_get (&r->tree->arena, sizeof *zero);
  *zero = (expression){.kind = EXPRESSION_CONSTANT, .place = value->place};
  if (!does_more (value))
    return zero;
  expression *product = sett_arena_get (&r->tree->arena, sizeof *product);
  *product = (expression){.kind = EXPRESSION_BINARY,
                          .place = value->place,
                          .op = '*',
                          .left = value,
                          .right = zero};
  return product;
}

static void mark_send (reader *r, statement *s) {
  for (size_t i = 0; i < s->arguments.count; i++)
    if (!field_is_read (r, s->target, i))
      s->arguments.at[i] = instead_of (r, s->arguments.at[i]);
}

static void mark_statement (reader *r, statement *s) {
  if (s->kind == STATEMENT_SEND)
    mark_send (r, s);
  if (s->kind == STATEMENT_ASSIGN)
    s->target->is_forgotten =
        !(s->fills ? fill_matters (r, s) : access (r, s->target, ASK_ANY));
  for (size_t i = 0; i < s->arguments.count; i++) {
    expression *e = s->arguments.at[i];
    if (s->kind == STATEMENT_RECEIVE && e->kind == EXPRESSION_VARIABLE)
      e->is_forgotten = !access (r, e, ASK_ANY);
    if (s->kind == STATEMENT_PRINT)
      e->is_forgotten = shows_forgotten (r, e);
  }
  for (size_t i = 0; i < s->parts.count; i++)
    for (size_t k = 0; k < s->parts.at[i]->statements.count; k++)
      mark_statement (r, s->parts.at[i]->statements.at[k]);
}

static void mark_list (reader *r, const variable_list *list) {
  for (size_t i = 0; i < list->count; i++) {
    variable *v = list->at[i];
    v->is_forgotten = !is_read (r, v);
    for (size_t k = 0; v->fields_read && k < MOST_FIELDS; k++)
      v->fields_read[k] |= r->fields[k];
  }
}

static void mark (reader *r) {
  mark_list (r, &r->tree->globals);
  for (size_t i = 0; i < r->tree->processes.count; i++) {
    const process_type *p = r->tree->processes.at[i];
    mark_list (r, &p->variables);
    for (size_t k = 0; k < p->body->statements.count; k++)
      mark_statement (r, p->body->statements.at[k]);
  }
}

void sett_forget_compute (tree *t, unsigned mutant) {
  reader r = {.tree = t, .mutant = mutant};
  if (t->uses_c)
    return;
  start (&r);
  do {
    r.changed = 0;
    read_model (&r);
  } while (r.changed);
  mark (&r);
}

int sett_forget_keeps_field (const unsigned char *fields_read, size_t field) {
  return fields_read[place_of (field)];
}

int sett_forget_is_idle (const statement *s) {
  return s->kind == STATEMENT_ASSIGN && s->target->is_forgotten &&
         !sett_can_fail (s->target) && !sett_can_fail (s->value) &&
         !sett_has_effect (s->value);
}
