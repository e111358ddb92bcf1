/* Messages that do not fit their channel.

   SPIN pads them: fields that are not sent are 0, what is sent or asked for
   beyond the last field is left out.  Sett does the same and says so when it
   reads the model; with --strict-messages it is a violation when it happens.

   A variable that holds channels may hold those that are assigned to it, given
   to it by `run`, or received by it; for the latter all that are ever sent.
   Order and conditions are not looked at, so that a warning may be about
   something that never happens; a channel that takes a way through a variable
   of another type gets none. */

#include "promela/parse/messages.h"
#include "promela/parse/diagnostics.h"
#include "base/assert.h"

#include <stdint.h>

const channel_shape *sett_messages_known_shape (const expression *channel) {
  const selector *s = channel->where;
  if (channel->kind != EXPRESSION_VARIABLE || s->next)
    return NULL;
  const variable *v = s->variable;
  return v->owner || v->is_field || v->is_assigned ? NULL : v->channel;
}

size_t sett_messages_least_fields (const tree *t, const expression *channel) {
  const channel_shape *known = sett_messages_known_shape (channel);
  size_t least = known ? known->fields.count : SIZE_MAX;
  for (size_t i = 0; !known && i < t->shapes.count; i++)
    if (t->shapes.at[i]->fields.count < least)
      least = t->shapes.at[i]->fields.count;
  return least;
}

size_t sett_messages_most_fields (const tree *t, const expression *channel) {
  const channel_shape *known = sett_messages_known_shape (channel);
  size_t most = known ? known->fields.count : 0;
  for (size_t i = 0; !known && i < t->shapes.count; i++)
    if (t->shapes.at[i]->fields.count > most)
      most = t->shapes.at[i]->fields.count;
  return most;
}

/* ---------------------------------------------------------------- flow --- */

typedef struct flow {
  tree *tree;
  diagnostics *diagnostics; /* null: collecting */
  shape_list sent;          /* in any message */
  int changed;
} flow;

static void add_shape (flow *f, shape_list *to, channel_shape *shape) {
  for (size_t i = 0; i < to->count; i++)
    if (to->at[i] == shape)
      return;
  TREE_PUSH (&f->tree->arena, *to, shape);
  f->changed = 1;
}

static void add_shapes (flow *f, shape_list *to, const shape_list *from) {
  for (size_t i = 0; i < from->count; i++)
    add_shape (f, to, from->at[i]);
}

/* The variable in which a chain of selectors ends, if it holds channels. */
static variable *holder (const expression *e) {
  if (!e->where)
    return NULL;
  const selector *s = e->where;
  while (s->next)
    s = s->next;
  return s->variable->type.kind == TYPE_CHAN ? s->variable : NULL;
}

static void add_value (flow *f, shape_list *to, const expression *e) {
  if (!e)
    return;
  const variable *v = holder (e);
  if (v)
    add_shapes (f, to, &v->holds);
  if (e->kind != EXPRESSION_CHOICE)
    return;
  add_value (f, to, e->right);
  add_value (f, to, e->third);
}

/* ------------------------------------------------------------- warning --- */

static const char *consequence (int sends, size_t given, size_t fields) {
  if (sends)
    return given < fields ? "the rest is 0" : "the rest is not sent";
  return given < fields ? "the rest is dropped" : "the rest keeps its value";
}

static void check (const flow *f, const expression *channel, size_t given,
                   const place *where, int sends) {
  const variable *v = f->diagnostics ? holder (channel) : NULL;
  if (!v || (v->channel && !v->is_parameter && v->holds.count == 1))
    return; /* resolve.c has looked at it */
  for (size_t i = 0; i < v->holds.count; i++) {
    const size_t fields = v->holds.at[i]->fields.count;
    if (fields == given)
      continue;
    sett_report_warning (
        f->diagnostics, where,
        "a message of '%s' can have %zu field%s, found %zu: %s", v->name,
        fields, fields == 1 ? "" : "s", given,
        consequence (sends, given, fields));
    return;
  }
}

/* ---------------------------------------------------------------- tree --- */

static void see_expression (flow *, const expression *);

static void see_list (flow *f, const expression_list *list) {
  for (size_t i = 0; i < list->count; i++)
    see_expression (f, list->at[i]);
}

static void see_run (flow *f, const expression *e) {
  SETT_ASSERT (e->process);
  for (size_t i = 0; i < e->arguments.count; i++)
    add_value (f, &e->process->variables.at[i]->holds, e->arguments.at[i]);
}

static void see_expression (flow *f, const expression *e) {
  if (!e)
    return;
  if (e->kind == EXPRESSION_RUN)
    see_run (f, e);
  see_expression (f, e->left);
  see_expression (f, e->right);
  see_expression (f, e->third);
  see_list (f, &e->arguments);
}

static void see_receive (flow *f, const statement *s) {
  for (size_t i = 0; i < s->arguments.count; i++) {
    variable *v = holder (s->arguments.at[i]);
    if (v && s->arguments.at[i]->kind == EXPRESSION_VARIABLE)
      add_shapes (f, &v->holds, &f->sent);
  }
  check (f, s->target, s->arguments.count, &s->place, 0);
}

static void see_send (flow *f, const statement *s) {
  for (size_t i = 0; i < s->arguments.count; i++)
    add_value (f, &f->sent, s->arguments.at[i]);
  check (f, s->target, s->arguments.count, &s->place, 1);
}

static void see_statement (flow *f, const statement *s) {
  variable *v = s->kind == STATEMENT_ASSIGN ? holder (s->target) : NULL;
  if (v)
    add_value (f, &v->holds, s->value);
  if (s->kind == STATEMENT_RECEIVE)
    see_receive (f, s);
  if (s->kind == STATEMENT_SEND)
    see_send (f, s);
  see_expression (f, s->value);
  see_list (f, &s->arguments);
  for (size_t i = 0; i < s->parts.count; i++)
    for (size_t k = 0; k < s->parts.at[i]->statements.count; k++)
      see_statement (f, s->parts.at[i]->statements.at[k]);
}

static void see_variables (flow *f, const variable_list *list) {
  for (size_t i = 0; i < list->count; i++) {
    variable *v = list->at[i];
    if (v->channel)
      add_shape (f, &v->holds, v->channel);
    add_value (f, &v->holds, v->init);
    for (size_t k = 0; k < v->inits.count; k++)
      add_value (f, &v->holds, v->inits.at[k]);
  }
}

static void see_all (flow *f) {
  const tree *t = f->tree;
  for (size_t i = 0; i < t->records.count; i++)
    see_variables (f, &t->records.at[i]->fields);
  see_variables (f, &t->globals);
  for (size_t i = 0; i < t->processes.count; i++) {
    const process_type *p = t->processes.at[i];
    see_variables (f, &p->variables);
    for (size_t k = 0; k < p->body->statements.count; k++)
      see_statement (f, p->body->statements.at[k]);
  }
}

void sett_messages_check (tree *t, diagnostics *d) {
  flow f = {.tree = t};
  do {
    f.changed = 0;
    see_all (&f);
  } while (f.changed);
  f.diagnostics = d;
  see_all (&f);
}
