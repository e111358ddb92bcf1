/* First what the propositions look at is collected, their *footprint*:

   - objects (accesses.c): globals, channels, the set of processes, _last;
   - aspects of locations: one for each label in P@label, one each for progress
     and accept labels.  A transition between locations with the same aspects
     changes none of them;
   - variables of processes, by P:x.  Birth and death of a P matter then.

   A transition is visible if it may write into the footprint.  A rendezvous
   is the sender's step, so a send is visible if a receive that may answer it
   is.  Whatever is not understood is visible. */

#include "promela/analyse/visible.h"
#include "promela/analyse/access_map.h"
#include "promela/analyse/monitor.h"
#include "base/assert.h"

#include <string.h>

typedef struct footprint {
  tree *tree;
  automata *all;
  const access_map *map;
  uint8_t *objects;     /* which of them are part of it */
  uint8_t *writes;      /* of the transition that is looked at */
  uint64_t *aspects;    /* by location */
  unsigned next_aspect; /* bit */
  int everything;
  SETT_VECTOR (const variable *) remote;
} footprint;

static void add_object (footprint *f, uint32_t object) {
  SETT_ASSERT (object < f->map->control.objects);
  f->objects[object] = 1;
}

/* What a hidden variable is in between is nobody's business. */
static void add_variable (footprint *f, const variable *v) {
  f->everything |= v->is_hidden;
  for (uint32_t i = 0; i < sett_object_elements (v); i++)
    add_object (f, sett_object_of (v) + i);
}

/* ---------------------------------------------------------- collecting --- */

static uint64_t new_aspect (footprint *f) {
  if (f->next_aspect == 64) {
    f->everything = 1;
    return 0;
  }
  return (uint64_t)1 << f->next_aspect++;
}

static void add_label (footprint *f, const expression *e) {
  const location *l =
      sett_automaton_find_label (e->process->automaton, e->text);
  SETT_ASSERT (e->process->automaton);
  if (l)
    f->aspects[l->number] |= new_aspect (f);
}

static void add_flagged (footprint *f, int progress) {
  const uint64_t aspect = new_aspect (f);
  for (size_t i = 0; i < f->all->locations.count; i++) {
    const location *l = f->all->locations.at[i];
    if (progress ? l->progress : l->accept)
      f->aspects[i] |= aspect;
  }
}

static void add_channel (footprint *f, const expression *channel) {
  const variable *v = channel->where->variable;
  const tree *t = f->tree;
  if (v->owner || v->is_assigned || !v->channel || channel->where->next)
    f->everything = 1;
  for (uint32_t i = 0; i < t->channels.count; i++)
    if (t->channels.at[i].variable == v)
      add_object (f, f->map->first_channel + i);
}

static void add_expression (footprint *f, const expression *e) {
  if (!e)
    return;
  switch (e->kind) {
  case EXPRESSION_VARIABLE:
    add_variable (f, e->where->variable);
    break;
  case EXPRESSION_CHANNEL:
  case EXPRESSION_POLL:
    add_channel (f, e->left);
    break;
  case EXPRESSION_AT_LABEL:
    add_label (f, e);
    break;
  case EXPRESSION_REMOTE:
    TREE_PUSH (&f->tree->arena, f->remote, e->where->variable);
    break;
  case EXPRESSION_NO_PROGRESS:
    add_flagged (f, 1);
    break;
  case EXPRESSION_ACCEPTING:
    add_flagged (f, 0);
    break;
  case EXPRESSION_PROCESSES:
    add_object (f, OBJECT_PROCESSES);
    break;
  case EXPRESSION_LAST:
    add_object (f, OBJECT_LAST);
    break;
  case EXPRESSION_CONSTANT:
  case EXPRESSION_UNARY:
  case EXPRESSION_BINARY:
  case EXPRESSION_CHOICE:
  case EXPRESSION_EVAL:
  case EXPRESSION_ANY:
    break;
  default:
    f->everything = 1;
    break;
  }
  for (const selector *s = e->where; s; s = s->next)
    add_expression (f, s->index);
  add_expression (f, e->left);
  add_expression (f, e->right);
  add_expression (f, e->third);
  for (size_t i = 0; i < e->arguments.count; i++)
    add_expression (f, e->arguments.at[i]);
}

/* ------------------------------------------------------------- writing --- */

static int is_remote (const footprint *f, const variable *v) {
  for (size_t i = 0; i < f->remote.count; i++)
    if (f->remote.at[i] == v)
      return 1;
  return 0;
}

static int is_looked_into (const footprint *f, const process_type *p) {
  for (size_t i = 0; i < f->remote.count; i++)
    if (f->remote.at[i]->owner == p)
      return 1;
  return 0;
}

/* Does it start a process that the property can tell from none? */
static int starts_visibly (const footprint *f, const expression *e) {
  if (!e)
    return 0;
  if (e->kind == EXPRESSION_RUN &&
      (is_looked_into (f, e->process) ||
       f->aspects[e->process->automaton->entry->number]))
    return 1;
  for (size_t i = 0; i < e->arguments.count; i++)
    if (starts_visibly (f, e->arguments.at[i]))
      return 1;
  return starts_visibly (f, e->left) || starts_visibly (f, e->right) ||
         starts_visibly (f, e->third);
}

static int assigns_visibly (const footprint *f, const statement *s) {
  if (s->kind == STATEMENT_ASSIGN)
    return is_remote (f, s->target->where->variable);
  if (s->kind == STATEMENT_RECEIVE)
    for (size_t i = 0; i < s->arguments.count; i++)
      if (s->arguments.at[i]->kind == EXPRESSION_VARIABLE &&
          is_remote (f, s->arguments.at[i]->where->variable))
        return 1;
  return 0;
}

static int statement_is_visible (const footprint *f, const statement *s) {
  if (s->kind == STATEMENT_C || assigns_visibly (f, s) ||
      starts_visibly (f, s->value))
    return 1;
  for (size_t i = 0; i < s->arguments.count; i++)
    if (starts_visibly (f, s->arguments.at[i]))
      return 1;
  for (size_t i = 0; i < s->parts.count; i++)
    for (size_t k = 0; k < s->parts.at[i]->statements.count; k++)
      if (statement_is_visible (f, s->parts.at[i]->statements.at[k]))
        return 1;
  return 0;
}

static int writes_objects (const footprint *f, const transition *t) {
  sett_touch_map_writes (f->map, t->number, f->writes);
  for (uint32_t i = 0; i < f->map->control.objects; i++)
    if (f->writes[i] && f->objects[i])
      return 1;
  return 0;
}

/* By itself, wherever it is taken. */
static int is_visible (const footprint *f, const transition *t) {
  if (f->everything || writes_objects (f, t))
    return 1;
  if (t->kind == TRANSITION_END)
    return f->aspects[t->target->number] || is_looked_into (f, t->process);
  return t->kind != TRANSITION_JUMP && statement_is_visible (f, t->statement);
}

/* ------------------------------------------------------------ locations --- */

static void mark_moves (const footprint *f, const location *from,
                        const location *with) {
  for (size_t i = 0; i < with->transitions.count; i++) {
    transition *t = with->transitions.at[i];
    if (f->aspects[from->number] != f->aspects[t->target->number])
      t->visible = 1;
  }
}

static void mark_location (const footprint *f, const location *l) {
  mark_moves (f, l, l);
  for (size_t i = 0; i < l->escapes.count; i++)
    mark_moves (f, l, l->escapes.at[i]);
}

/* ----------------------------------------------------------- rendezvous --- */

static int is_known (const expression *channel) {
  const variable *v = channel->where->variable;
  return !v->owner && !v->is_assigned && v->channel && !channel->where->next;
}

/* May this channel of a send or receive have no buffer? */
static int may_be_rendezvous (const expression *channel) {
  return !is_known (channel) || !channel->where->variable->channel->capacity;
}

static int may_answer (const statement *send, const statement *receive) {
  if (!receive || receive->kind != STATEMENT_RECEIVE ||
      !may_be_rendezvous (receive->target))
    return 0;
  return !is_known (send->target) || !is_known (receive->target) ||
         send->target->where->variable == receive->target->where->variable;
}

static int transition_may_answer (const statement *send, const transition *t) {
  if (t->kind == TRANSITION_STATEMENT)
    return may_answer (send, t->statement);
  if (t->kind != TRANSITION_D_STEP)
    return 0;
  for (size_t i = 0; i < t->inner_entry->transitions.count; i++)
    if (may_answer (send, t->inner_entry->transitions.at[i]->statement))
      return 1;
  return 0;
}

static int has_visible_answer (const footprint *f, const transition *t) {
  const statement *s = t->statement;
  if (t->kind != TRANSITION_STATEMENT || s->kind != STATEMENT_SEND ||
      !may_be_rendezvous (s->target))
    return 0;
  for (size_t i = 0; i < f->all->transitions.count; i++) {
    const transition *other = f->all->transitions.at[i];
    if (other->visible && transition_may_answer (s, other))
      return 1;
  }
  return 0;
}

/* -------------------------------------------------------------- monitor --- */

static int is_observed (const tree *t, const statement *s) {
  if (s->kind == STATEMENT_C)
    return t->monitor != NULL;
  if (s->kind == STATEMENT_RECEIVE &&
      sett_monitor_may_observe (t, EVENT_RECEIVE, s->target))
    return 1;
  if (s->kind == STATEMENT_SEND &&
      (sett_monitor_may_observe (t, EVENT_SEND, s->target) ||
       (may_be_rendezvous (s->target) &&
        sett_monitor_may_observe (t, EVENT_RECEIVE, s->target))))
    return 1;
  for (size_t i = 0; i < s->parts.count; i++)
    for (size_t k = 0; k < s->parts.at[i]->statements.count; k++)
      if (is_observed (t, s->parts.at[i]->statements.at[k]))
        return 1;
  return 0;
}

static void mark_observed (tree *t, automata *all) {
  for (size_t i = 0; i < all->transitions.count; i++) {
    transition *x = all->transitions.at[i];
    if (x->kind != TRANSITION_STATEMENT && x->kind != TRANSITION_D_STEP)
      continue;
    x->observed = is_observed (t, x->statement);
    x->visible |= x->observed;
  }
}

void sett_visible_compute (tree *t, automata *all, const access_map *map) {
  if (t->monitor)
    mark_observed (t, all);
  if (!t->propositions.count)
    return;
  footprint f = {.tree = t, .all = all, .map = map};
  f.objects = sett_arena_get (&t->arena, map->control.objects);
  f.writes = sett_arena_get (&t->arena, map->control.objects);
  f.aspects = sett_arena_get (&t->arena, (all->locations.count + 1) * 8);
  for (size_t i = 0; i < t->propositions.count; i++)
    add_expression (&f, t->propositions.at[i].condition);
  for (size_t i = 0; i < all->transitions.count; i++)
    all->transitions.at[i]->visible |= is_visible (&f, all->transitions.at[i]);
  for (size_t i = 0; i < all->locations.count; i++)
    mark_location (&f, all->locations.at[i]);
  for (size_t i = 0; i < all->transitions.count; i++)
    all->transitions.at[i]->visible |=
        has_visible_answer (&f, all->transitions.at[i]);
}
