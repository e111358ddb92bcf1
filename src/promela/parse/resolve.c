/* What can only be checked when the whole model has been read: processes and
   labels by name, arguments of messages, and who assigns and reads what.
   Variables of a typedef type in messages are replaced by their fields. */

#include "promela/parse/messages.h"
#include "promela/parse/name_table.h"
#include "promela/parse/parser.h"
#include "promela/parse/record_parameters.h"
#include "base/assert.h"

#include <stdio.h>
#include <string.h>

/* ------------------------------------------------- run, remote names --- */

static process_type *find_process (parser *p, const char *name) {
  for (size_t i = 0; i < p->tree->processes.count; i++)
    if (!strcmp (p->tree->processes.at[i]->name, name))
      return p->tree->processes.at[i];
  return NULL;
}

static variable *find_local (process_type *process, const char *name) {
  for (size_t i = 0; i < process->variables.count; i++)
    if (!strcmp (process->variables.at[i]->name, name))
      return process->variables.at[i];
  return NULL;
}

/* How many labels have a name: exactly, or inside of an inline, where it is
   called "name#n"; from outside any of these will do. */
typedef struct label_count {
  unsigned exactly, inside;
} label_count;

static label_count *count_label (parser *p, name_table *labels,
                                 const char *name, size_t length) {
  void **count = sett_name_table_at (labels, p->arena, name, length);
  if (!*count)
    *count = SETT_NEW (p->arena, label_count);
  return *count;
}

static void count_labels (parser *p, name_table *labels, const sequence *q) {
  for (size_t i = 0; i < q->statements.count; i++) {
    const statement *s = q->statements.at[i];
    for (const label *l = s->labels; l; l = l->next) {
      count_label (p, labels, l->name, strlen (l->name))->exactly++;
      count_label (p, labels, l->name, strcspn (l->name, "#"))->inside++;
    }
    for (size_t k = 0; k < s->parts.count; k++)
      count_labels (p, labels, s->parts.at[k]);
  }
}

static label_count labels_named (parser *p, process_type *process,
                                 const char *name) {
  if (!process->labels) {
    process->labels = SETT_NEW (p->arena, name_table);
    count_labels (p, process->labels, process->body);
  }
  const label_count *found =
      sett_name_table_get (process->labels, name, strlen (name));
  return found ? *found : (label_count){0, 0};
}

static int has_label (parser *p, process_type *process, const char *name) {
  return labels_named (p, process, name).exactly != 0;
}

static void flatten_arguments (parser *, expression_list *);

static void resolve_run (parser *p, expression *e) {
  flatten_arguments (p, &e->arguments);
  const size_t wanted = e->process->parameters;
  if (e->process->kind != PROCESS_PLAIN)
    sett_report_error (p->diagnostics, &e->place, "'%s' cannot be run",
                       e->process_name);
  else if (e->arguments.count != wanted)
    sett_report_error (p->diagnostics, &e->place,
                       "proctype '%s' takes %zu argument%s, found %zu",
                       e->process_name, wanted, wanted == 1 ? "" : "s",
                       e->arguments.count);
}

static void resolve_remote (parser *p, expression *e) {
  if (e->kind == EXPRESSION_AT_LABEL) {
    if (!labels_named (p, e->process, e->text).inside)
      sett_report_error (p->diagnostics, &e->place,
                         "proctype '%s' has no label '%s'", e->process_name,
                         e->text);
    const named_label named = {e->process, e->text};
    TREE_PUSH (p->arena, p->tree->named_labels, named);
    return;
  }
  variable *v = find_local (e->process, e->text);
  if (!v) {
    sett_report_error (p->diagnostics, &e->place,
                       "proctype '%s' has no variable '%s'", e->process_name,
                       e->text);
    return;
  }
  if (v->type.kind == TYPE_RECORD)
    sett_report_error (p->diagnostics, &e->place,
                       "'%s' has a typedef type: remote references reach only "
                       "simple variables",
                       e->text);
  e->where = SETT_NEW (p->arena, selector);
  e->where->variable = v;
  e->where->index = e->right;
  v->is_read = v->is_remote = 1;
}

static void resolve_names (parser *p) {
  for (size_t i = 0; i < p->unresolved.count; i++) {
    expression *e = p->unresolved.at[i];
    e->process = find_process (p, e->process_name);
    if (!e->process)
      sett_report_error (p->diagnostics, &e->place,
                         "no proctype is called '%s'", e->process_name);
    else if (e->kind == EXPRESSION_RUN)
      resolve_run (p, e);
    else
      resolve_remote (p, e);
  }
}

/* ------------------------------------------------------------ uses --- */

static const selector *last_selector (const expression *e) {
  SETT_ASSERT (e->where);
  const selector *s = e->where;
  while (s->next)
    s = s->next;
  return s;
}

static void use_expression (parser *, expression *);

static void use_list (parser *p, expression_list *list) {
  for (size_t i = 0; i < list->count; i++)
    use_expression (p, list->at[i]);
}

static void use_indices (parser *p, expression *e) {
  for (const selector *s = e->where; s; s = s->next) {
    if (s->index)
      use_expression (p, s->index);
    else if (s->variable->is_array)
      sett_report_error (p->diagnostics, &e->place,
                         "'%s' is an array: expected an index",
                         s->variable->name);
  }
}

static void use_scalar (parser *p, const expression *e) {
  const variable *v = last_selector (e)->variable;
  if (v->type.kind == TYPE_RECORD)
    sett_report_error (
        p->diagnostics, &e->place,
        "'%s' has the typedef type '%s': expected one of its fields", v->name,
        v->type.record->name);
}

static void use_channel (parser *p, expression *e) {
  use_expression (p, e);
  const variable *v = last_selector (e)->variable;
  if (v->type.kind != TYPE_CHAN)
    sett_report_error (p->diagnostics, &e->place, "'%s' is not a channel",
                       v->name);
}

static void use_expression (parser *p, expression *e) {
  if (!e)
    return;
  if (e->kind == EXPRESSION_VARIABLE) {
    e->where->variable->is_read = 1;
    use_indices (p, e);
    use_scalar (p, e);
    return;
  }
  if (e->kind == EXPRESSION_CHANNEL || e->kind == EXPRESSION_POLL)
    use_channel (p, e->left);
  else
    use_expression (p, e->left);
  use_expression (p, e->right);
  use_expression (p, e->third);
  use_list (p, &e->arguments);
}

static void assign (parser *p, expression *target) {
  SETT_ASSERT (target->where);
  target->where->variable->is_assigned = 1;
  use_indices (p, target);
  use_scalar (p, target);
}

/* --------------------------------------------------------- messages --- */

static selector *copy_selectors (parser *p, const selector *s) {
  if (!s)
    return NULL;
  selector *copy = SETT_NEW (p->arena, selector);
  *copy = *s;
  copy->next = copy_selectors (p, s->next);
  return copy;
}

/* Appends the simple parts of the variable that `e` names. */
static void flatten (parser *p, expression *e, expression_list *out) {
  const selector *last = last_selector (e);
  const variable *v = last->variable;
  const uint32_t count = v->is_array && !last->index ? v->count : 1;
  for (uint32_t i = 0; i < count; i++) {
    expression *part = sett_new_expression (p, EXPRESSION_VARIABLE, &e->place);
    part->where = copy_selectors (p, e->where);
    selector *end = part->where;
    while (end->next)
      end = end->next;
    if (v->is_array && !last->index)
      end->index = sett_new_constant (p, (int32_t)i, &e->place);
    if (v->type.kind != TYPE_RECORD) {
      sett_record_parameter_name (p, part);
      TREE_PUSH (p->arena, *out, part);
      continue;
    }
    for (size_t k = 0; k < v->type.record->fields.count; k++) {
      end->next = SETT_NEW (p->arena, selector);
      end->next->variable = v->type.record->fields.at[k];
      flatten (p, part, out);
    }
  }
}

static void flatten_arguments (parser *p, expression_list *list) {
  expression_list out = {0};
  for (size_t i = 0; i < list->count; i++) {
    expression *e = list->at[i];
    if (e->kind == EXPRESSION_VARIABLE &&
        last_selector (e)->variable->type.kind == TYPE_RECORD)
      flatten (p, e, &out);
    else
      TREE_PUSH (p->arena, out, e);
  }
  *list = out;
}

static void flatten_type (parser *p, type t, uint32_t count,
                          channel_shape *shape) {
  for (uint32_t i = 0; i < count; i++) {
    if (t.kind != TYPE_RECORD) {
      TREE_PUSH (p->arena, shape->fields, t);
      continue;
    }
    for (size_t k = 0; k < t.record->fields.count; k++) {
      const variable *v = t.record->fields.at[k];
      flatten_type (p, v->type, v->count, shape);
    }
  }
}

static int same_shape (const channel_shape *a, const channel_shape *b) {
  if (a->capacity != b->capacity || a->fields.count != b->fields.count)
    return 0;
  for (size_t i = 0; i < a->fields.count; i++)
    if (a->fields.at[i].kind != b->fields.at[i].kind ||
        a->fields.at[i].bits != b->fields.at[i].bits)
      return 0;
  return 1;
}

/* Flattens the shape of a channel and shares equal ones. */
static void intern_shape (parser *p, variable *v) {
  if (!v->channel)
    return;
  channel_shape *flat = SETT_NEW (p->arena, channel_shape);
  flat->capacity = v->channel->capacity;
  for (size_t i = 0; i < v->channel->fields.count; i++)
    flatten_type (p, v->channel->fields.at[i], 1, flat);
  if (flat->fields.count == 1 && flat->fields.at[0].kind == TYPE_BIT)
    flat->fields.at[0].kind = TYPE_BYTE; /* a lone bit is kept as a byte */
  for (size_t i = 0; i < p->tree->shapes.count; i++)
    if (same_shape (p->tree->shapes.at[i], flat)) {
      v->channel = p->tree->shapes.at[i];
      return;
    }
  flat->id = (uint32_t)p->tree->shapes.count;
  TREE_PUSH (p->arena, p->tree->shapes, flat);
  v->channel = flat;
}

/* A message that does not fit the channel, where that has one name: see
   messages.c.  SPIN refuses one that is too long for it. */
static void check_message (parser *p, const expression *channel,
                           const expression_list *arguments, const place *where,
                           int refuse) {
  const variable *v = last_selector (channel)->variable;
  if (!v->channel || v->is_parameter ||
      v->channel->fields.count == arguments->count)
    return;
  const size_t wanted = v->channel->fields.count;
  static const char text[] = "a message of '%s' has %zu field%s, found %zu";
  if (arguments->count > wanted && refuse)
    sett_report_error (p->diagnostics, where, text, v->name, wanted,
                       wanted == 1 ? "" : "s", arguments->count);
  else
    sett_report_warning (p->diagnostics, where, text, v->name, wanted,
                         wanted == 1 ? "" : "s", arguments->count);
}

static void resolve_send (parser *p, statement *s) {
  use_channel (p, s->target);
  flatten_arguments (p, &s->arguments);
  use_list (p, &s->arguments);
  check_message (p, s->target, &s->arguments, &s->place, 1);
}

static void resolve_receive (parser *p, statement *s,
                             const process_type *process) {
  use_channel (p, s->target);
  flatten_arguments (p, &s->arguments);
  for (size_t i = 0; i < s->arguments.count; i++)
    if (s->arguments.at[i]->kind == EXPRESSION_VARIABLE)
      assign (p, s->arguments.at[i]);
    else
      use_expression (p, s->arguments.at[i]);
  check_message (p, s->target, &s->arguments, &s->place,
                 process->kind >= PROCESS_NEVER);
}

/* ------------------------------------------------------- statements --- */

static void resolve_sequence (parser *, sequence *, process_type *);

static void resolve_statement (parser *p, statement *s, process_type *process) {
  switch (s->kind) {
  case STATEMENT_SEND:
    resolve_send (p, s);
    break;
  case STATEMENT_RECEIVE:
    resolve_receive (p, s, process);
    break;
  case STATEMENT_ASSIGN:
    assign (p, s->target);
    use_expression (p, s->value);
    break;
  case STATEMENT_GOTO:
    for (size_t i = s->label_candidates.count; i--;)
      if (has_label (p, process, s->label_candidates.at[i]))
        s->name = s->label_candidates.at[i];
    if (!has_label (p, process, s->name))
      sett_report_error (p->diagnostics, &s->place, "%s '%s' has no label '%s'",
                         process->kind == PROCESS_PLAIN ? "proctype"
                                                        : "process",
                         process->name, s->name);
    break;
  default:
    use_expression (p, s->value);
    use_list (p, &s->arguments);
    break;
  }
  for (size_t i = 0; i < s->parts.count; i++)
    resolve_sequence (p, s->parts.at[i], process);
}

static void resolve_sequence (parser *p, sequence *q, process_type *process) {
  for (size_t i = 0; i < q->statements.count; i++)
    resolve_statement (p, q->statements.at[i], process);
}

static void check_labels (parser *p, const sequence *q, process_type *process) {
  for (size_t i = 0; i < q->statements.count; i++) {
    const statement *s = q->statements.at[i];
    for (const label *l = s->labels; l; l = l->next)
      if (labels_named (p, process, l->name).exactly > 1)
        sett_report_error (p->diagnostics, &l->place,
                           "label '%s' is declared twice in '%s'", l->name,
                           process->name);
    for (size_t k = 0; k < s->parts.count; k++)
      check_labels (p, s->parts.at[k], process);
  }
}

static void resolve_variable (parser *p, variable *v) {
  intern_shape (p, v);
  use_expression (p, v->init);
  use_list (p, &v->inits);
  if (p->tree->uses_c)
    v->is_assigned = v->is_read = 1;
}

/* Unknown labels, also in a model with other errors. */
static void check_gotos (parser *p, const sequence *q, process_type *process) {
  for (size_t i = 0; i < q->statements.count; i++) {
    statement *s = q->statements.at[i];
    if (s->kind == STATEMENT_GOTO)
      resolve_statement (p, s, process);
    for (size_t k = 0; k < s->parts.count; k++)
      check_gotos (p, s->parts.at[k], process);
  }
}

void sett_resolve_despite_errors (parser *p) {
  for (size_t i = 0; i < p->tree->processes.count; i++) {
    process_type *process = p->tree->processes.at[i];
    if (process->body && !process->lost_labels)
      check_gotos (p, process->body, process);
  }
  for (size_t i = 0; i < p->unresolved.count; i++) {
    const expression *e = p->unresolved.at[i];
    if (!sett_parser_is_process (p, e->process_name))
      sett_report_error (p->diagnostics, &e->place,
                         "no proctype is called '%s'", e->process_name);
  }
}

static void resolve_process (parser *p, process_type *process) {
  for (size_t i = 0; i < process->variables.count; i++)
    resolve_variable (p, process->variables.at[i]);
  use_expression (p, process->provided);
  resolve_sequence (p, process->body, process);
  check_labels (p, process->body, process);
}

static void warn_of_hidden (parser *p) {
  for (size_t i = 0; i < p->tree->globals.count; i++) {
    const variable *v = p->tree->globals.at[i];
    if (v->is_hidden && v->is_read)
      sett_report_warning (
          p->diagnostics, &v->place,
          "hidden variable '%s' is read: its value is not part of "
          "the state and does not survive a step",
          v->name);
  }
}

static void resolve_formula (parser *p, expression *e) {
  if (e && e->kind == EXPRESSION_TEMPORAL) {
    resolve_formula (p, e->left);
    resolve_formula (p, e->right);
  } else
    use_expression (p, e);
}

void sett_resolve_tree (parser *p) {
  tree *t = p->tree;
  resolve_names (p);
  if (p->diagnostics->errors)
    return;
  for (size_t i = 0; i < t->records.count; i++)
    for (size_t k = 0; k < t->records.at[i]->fields.count; k++)
      resolve_variable (p, t->records.at[i]->fields.at[k]);
  for (size_t i = 0; i < t->globals.count; i++)
    resolve_variable (p, t->globals.at[i]);
  for (size_t i = 0; i < t->processes.count; i++)
    resolve_process (p, t->processes.at[i]);
  for (size_t i = 0; i < t->claims.count; i++)
    resolve_process (p, t->claims.at[i]);
  for (size_t i = 0; i < t->formulas.count; i++)
    resolve_formula (p, t->formulas.at[i].formula);
  warn_of_hidden (p);
  if (!p->diagnostics->errors)
    sett_messages_check (t, p->diagnostics);
}
