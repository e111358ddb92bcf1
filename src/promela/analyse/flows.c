/* What kind of step each transition of a model is, for reductions: may it fail,
   is it wild (possible or not for reasons that objects do not show), does it
   take the first message, which processes does it start (kernel/control.h)? The
   answers are upper bounds. */

#include "base/assert.h"
#include "promela/analyse/access_map.h"
#include "promela/analyse/forget.h"
#include "promela/analyse/layout.h"
#include "promela/parse/expression.h"

#include <string.h>

/* Everything of interest in the expressions of the model. */
typedef struct survey {
  access_map *map;
  const char *hopeless;
  int timeout;
  SETT_VECTOR (uint32_t) starts;
} survey;

static void survey_expression (survey *, const expression *);

static void survey_list (survey *s, const expression_list *list) {
  for (size_t i = 0; i < list->count; i++)
    survey_expression (s, list->at[i]);
}

static void survey_selectors (survey *s, const selector *where) {
  for (; where; where = where->next)
    survey_expression (s, where->index);
}

/* Whoever starts a process computes its initial values. */
static void survey_initial_values (survey *s, const variable_list *list) {
  for (size_t i = 0; i < list->count; i++) {
    const variable *v = list->at[i];
    survey_expression (s, v->init);
    survey_list (s, &v->inits);
    if (v->type.kind == TYPE_RECORD)
      survey_initial_values (s, &v->type.record->fields);
  }
}

static void survey_expression (survey *s, const expression *e) {
  if (!e)
    return;
  switch (e->kind) {
  case EXPRESSION_TIMEOUT:
    s->timeout = 1;
    break;
  case EXPRESSION_NO_PROGRESS:
    s->hopeless = "np_ is used in a process";
    break;
  case EXPRESSION_PC_VALUE:
    s->hopeless = "pc_value is used";
    break;
  case EXPRESSION_AT_LABEL:
  case EXPRESSION_REMOTE:
    s->map->type_is_watched[e->process->number] = 1;
    break;
  case EXPRESSION_RUN:
    TREE_PUSH (&s->map->tree->arena, s->starts,
               e->process->automaton->entry->number);
    survey_initial_values (s, &e->process->variables);
    break;
  default:
    break;
  }
  survey_selectors (s, e->where);
  survey_expression (s, e->left);
  survey_expression (s, e->right);
  survey_expression (s, e->third);
  survey_list (s, &e->arguments);
}

static void survey_statement (survey *s, const statement *n) {
  survey_expression (s, n->target);
  survey_expression (s, n->value);
  survey_list (s, &n->arguments);
  for (size_t i = 0; i < n->parts.count; i++)
    for (size_t k = 0; k < n->parts.at[i]->statements.count; k++)
      survey_statement (s, n->parts.at[i]->statements.at[k]);
}

/* timeout, or timeout && ... */
static int is_on_timeout (const expression *e) {
  if (!e)
    return 0;
  if (e->kind == EXPRESSION_TIMEOUT)
    return 1;
  return e->kind == EXPRESSION_BINARY && e->op == TOKEN_AND &&
         (is_on_timeout (e->left) || is_on_timeout (e->right));
}

static int list_can_fail (const expression_list *list) {
  for (size_t i = 0; i < list->count; i++)
    if (sett_can_fail (list->at[i]))
      return 1;
  return 0;
}

static int channel_can_fail (const access_map *m, const statement *s) {
  known_channel k;
  return !sett_find_known_channel (m->tree, s->target, &k) ||
         k.shape->fields.count != s->arguments.count ||
         sett_can_fail (s->target);
}

static int may_fail (const access_map *m, const transition *t) {
  const statement *s = t->statement;
  if (t->kind == TRANSITION_END || t->kind == TRANSITION_JUMP)
    return 0;
  if (t->kind == TRANSITION_D_STEP || s->kind == STATEMENT_C ||
      sett_can_fail (s->value) || list_can_fail (&s->arguments) ||
      sett_can_fail (t->process->provided))
    return 1;
  if (s->kind == STATEMENT_SEND || s->kind == STATEMENT_RECEIVE)
    return channel_can_fail (m, s);
  return s->kind == STATEMENT_ASSIGN &&
         (sett_can_fail (s->target) ||
          list_can_fail (&s->target->where->variable->inits));
}

static unsigned properties_of (survey *s, const transition *t) {
  const access_map *m = s->map;
  unsigned properties = t->keeps_control ? SETT_KEEPS_CONTROL : 0;
  const int on_timeout = t->kind == TRANSITION_STATEMENT &&
                         t->statement->kind == STATEMENT_EXPRESSION &&
                         is_on_timeout (t->statement->value);
  if (on_timeout)
    properties |= SETT_ON_TIMEOUT;
  else if (s->timeout)
    properties |= SETT_WILD;
  if (t->kind == TRANSITION_END)
    properties |= SETT_DIES;
  if (sett_accesses_offer (m, t))
    properties |= SETT_OFFERS;
  if (t->kind == TRANSITION_D_STEP && sett_accesses_meet_at (m, t->inner_entry))
    properties |= SETT_WILD;
  if (may_fail (m, t))
    properties |= SETT_MAY_FAIL;
  if (t->kind == TRANSITION_STATEMENT &&
      t->statement->kind == STATEMENT_RECEIVE && !t->statement->anywhere)
    properties |= SETT_TAKES_FIRST;
  if (t->kind == TRANSITION_STATEMENT && t->statement->kind == STATEMENT_ASSERT)
    properties |= SETT_ASSERTS;
  if (t->visible)
    properties |= SETT_VISIBLE;
  if (t->observed)
    properties |= SETT_MAY_FAIL;
  return properties;
}

/* Does it depend on a timeout that something else is not possible? */
static int watches_timeout (survey *s, const transition *t) {
  const transition_list *watched = &s->map->watched[t->number];
  s->timeout = 0;
  for (size_t i = 0; i < watched->count; i++)
    if (watched->at[i]->statement &&
        watched->at[i]->kind == TRANSITION_STATEMENT)
      survey_expression (s, watched->at[i]->statement->value);
  return s->timeout;
}

static void describe_flow (survey *s, const transition *t, sett_flow *flow) {
  s->starts.at = NULL;
  s->starts.count = s->starts.room = 0;
  const int watches = watches_timeout (s, t);
  s->timeout = 0;
  s->starts.count = 0;
  survey_expression (s, t->process->provided);
  if (t->statement && t->kind != TRANSITION_JUMP)
    survey_statement (s, t->statement);
  *flow = (sett_flow){.target = t->target ? t->target->number : 0,
                      .properties =
                          properties_of (s, t) | (watches ? SETT_WILD : 0),
                      .starts = s->starts.at,
                      .starts_count = (uint32_t)s->starts.count};
}

static const char *hopeless_reason (const tree *t, const survey *s) {
  if (t->uses_c)
    return "the model has embedded C";
  if (t->uses_priority)
    return "the model uses priorities";
  if (t->uses_enabled)
    return "the model uses enabled ()";
  if (t->uses_last)
    return "the model uses _last";
  return s->hopeless;
}

void sett_flows_describe (access_map *m) {
  const size_t count = m->all->transitions.count;
  sett_flow *flows =
      sett_arena_get (&m->tree->arena, (count + 1) * sizeof *flows);
  survey s = {.map = m};
  SETT_ASSERT (m->watched && m->source);
  for (size_t i = 0; i < count; i++)
    describe_flow (&s, m->all->transitions.at[i], &flows[i]);
  m->control.flows = flows;
  m->control.reason = hopeless_reason (m->tree, &s);
  m->control.hopeless = m->control.reason != NULL;
}
