/* Propositions: conditions of Promela that a property looks at.

   Equal conditions have one number.  A condition must be a function of the
   stable state alone: what depends on who is asking (_pid), on what others
   could do (timeout, enabled) or changes something (run) is refused. */

#include "promela/parse/expression.h"
#include "promela/analyse/checked_property.h"
#include "base/assert.h"

#include <string.h>

/* ------------------------------------------------------------ equality --- */

static int same_text (const char *a, const char *b) {
  return a == b || (a && b && !strcmp (a, b));
}

static int same_selectors (const selector *a, const selector *b) {
  for (; a && b; a = a->next, b = b->next)
    if (a->variable != b->variable || !sett_same_condition (a->index, b->index))
      return 0;
  return a == b;
}

static int same_lists (const expression_list *a, const expression_list *b) {
  if (a->count != b->count)
    return 0;
  for (size_t i = 0; i < a->count; i++)
    if (!sett_same_condition (a->at[i], b->at[i]))
      return 0;
  return 1;
}

int sett_same_condition (const expression *a, const expression *b) {
  if (!a || !b)
    return a == b;
  if (a->kind != b->kind || a->process != b->process)
    return 0;
  if (a->kind == EXPRESSION_CONSTANT)
    return a->value == b->value; /* however it is spelt */
  return a->op == b->op && same_text (a->text, b->text) &&
         same_text (a->guard, b->guard) &&
         same_selectors (a->where, b->where) &&
         sett_same_condition (a->left, b->left) &&
         sett_same_condition (a->right, b->right) &&
         sett_same_condition (a->third, b->third) &&
         same_lists (&a->arguments, &b->arguments);
}

/* -------------------------------------------------------------- checks --- */

static const char *reason_against (const expression *e) {
  switch (e->kind) {
  case EXPRESSION_TIMEOUT:
    return "'timeout' cannot be used in a property: it depends on what all "
           "processes can do";
  case EXPRESSION_ENABLED:
    return "'enabled' cannot be used in a property: it depends on what a "
           "process can do";
  case EXPRESSION_SELF:
    return "'_pid' cannot be used in a property: no process evaluates it";
  case EXPRESSION_PRIORITY:
    return "priorities cannot be used in a property";
  case EXPRESSION_RUN:
  case EXPRESSION_SET_PRIORITY:
    return "a property must not change the system";
  case EXPRESSION_TEMPORAL:
    return "temporal operators cannot stand inside of a condition";
  case EXPRESSION_VARIABLE:
    return e->where->variable->owner
               ? "a property cannot have variables of its own"
               : NULL;
  default:
    return NULL;
  }
}

static void check_condition (const expression *e, diagnostics *d) {
  if (!e)
    return;
  const char *reason = reason_against (e);
  if (reason)
    sett_report_error (d, &e->place, "%s", reason);
  if (e->kind != EXPRESSION_REMOTE) /* `where` is another's variable */
    for (const selector *s = e->where; s; s = s->next)
      check_condition (s->index, d);
  check_condition (e->left, d);
  check_condition (e->right, d);
  check_condition (e->third, d);
  for (size_t i = 0; i < e->arguments.count; i++)
    check_condition (e->arguments.at[i], d);
}

/* ------------------------------------------------------------- failing --- */

static int selectors_may_fail (const selector *s) {
  for (; s; s = s->next)
    if (s->index && (!sett_index_is_safe (s->index, s->variable->count) ||
                     sett_condition_may_fail (s->index)))
      return 1;
  return 0;
}

/* A buffered channel with one name. */
static int is_plain_channel (const expression *e) {
  const variable *v = e->where->variable;
  return !v->owner && !v->is_assigned && v->channel && !e->where->next &&
         v->channel->capacity;
}

int sett_condition_may_fail (const expression *e) {
  if (!e)
    return 0;
  switch (e->kind) {
  case EXPRESSION_VARIABLE:
  case EXPRESSION_REMOTE:
    if (selectors_may_fail (e->where))
      return 1;
    break;
  case EXPRESSION_CHANNEL:
  case EXPRESSION_POLL:
    if (!is_plain_channel (e->left))
      return 1;
    break;
  case EXPRESSION_C:
    return 1;
  case EXPRESSION_BINARY:
    if (e->op == '/' || e->op == '%')
      return 1;
    break;
  default:
    break;
  }
  for (size_t i = 0; i < e->arguments.count; i++)
    if (sett_condition_may_fail (e->arguments.at[i]))
      return 1;
  return sett_condition_may_fail (e->left) ||
         sett_condition_may_fail (e->right) ||
         sett_condition_may_fail (e->third);
}

/* ------------------------------------------------------------- numbers --- */

unsigned sett_proposition_number (tree *t, expression *e, diagnostics *d) {
  SETT_ASSERT (t->propositions.count <= SETT_MOST_PROPOSITIONS);
  for (size_t i = 0; i < t->propositions.count; i++)
    if (sett_same_condition (t->propositions.at[i].condition, e))
      return (unsigned)i;
  check_condition (e, d);
  if (t->propositions.count == SETT_MOST_PROPOSITIONS) {
    sett_report_error (d, &e->place,
                       "a property can have at most %u different conditions",
                       SETT_MOST_PROPOSITIONS);
    return 0;
  }
  const proposition added = {e, sett_condition_may_fail (e)};
  TREE_PUSH (&t->arena, t->propositions, added);
  return (unsigned)(t->propositions.count - 1);
}
