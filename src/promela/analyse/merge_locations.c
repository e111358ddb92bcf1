/* Which locations are silent.

   A location is silent if other processes and properties cannot tell whether
   a process stands there or has gone on:
   - its transitions read and write local variables only, and write none that
     is read from outside (P:x); a print may read what it likes, if that cannot
     fail;
   - neither the location nor any target of its transitions is observed: has a
     progress or accept label, or a label that is named in P@label;
   - it can only be left by its own transitions: no escapes, no `provided`;
   - if some sender can tell whether a rendezvous is possible, no target of its
     transitions can receive by one;
   - inside of an atomic, where a process goes on anyway, no step can fail, and
     all that follows without a pause is silent as well;
   - every loop has a location that is not;
   - if the model asks whether processes are enabled, no location inside of an
     atomic, and no process has a priority.

   A transition to a silent location keeps control, as if it were inside of an
   atomic.  (With enabled () only if it leaves a place where, too, all that can
   be done is local: the step out of a silent location may change who is
   enabled, but between such a place and the silent location, at both of which
   the process can go on and offers nothing to others, nothing changes.)  A
   process that must wait at a silent location (for its condition,
   or for a process of higher priority), or whose step there has a violation, is
   seen there: see sett_model_steps () in emit.c. */

#include "promela/analyse/merge_locations.h"

#include "promela/parse/expression.h"
#include "promela/analyse/forget.h"
#include "base/assert.h"

#include <string.h>

typedef struct merger {
  tree *tree;
  automata *all;
  int has_rendezvous; /* some channel has no buffer */
  int tells;          /* some sender can tell whether it has a receiver */
} merger;

/* ---------------------------------------------------------- rendezvous --- */

static int may_be_rendezvous (const merger *m, const expression *channel) {
  const selector *s = channel->where;
  const variable *v = s->variable;
  const int known =
      !s->next && !v->owner && !v->is_field && v->channel && !v->is_assigned;
  return known ? !v->channel->capacity : m->has_rendezvous;
}

/* Is it a send (or receive) that may be a rendezvous? */
static int meets (const merger *m, const transition *t, statement_kind kind) {
  if (t->kind == TRANSITION_D_STEP) {
    SETT_ASSERT (t->inner_entry);
    for (size_t i = 0; i < t->inner_entry->transitions.count; i++)
      if (meets (m, t->inner_entry->transitions.at[i], kind))
        return 1;
    return 0;
  }
  return t->kind == TRANSITION_STATEMENT && t->statement->kind == kind &&
         may_be_rendezvous (m, t->statement->target);
}

static int meets_at (const merger *m, const location *l, statement_kind kind) {
  for (size_t i = 0; i < l->transitions.count; i++)
    if (meets (m, l->transitions.at[i], kind))
      return 1;
  for (size_t i = 0; i < l->escapes.count; i++)
    if (meets_at (m, l->escapes.at[i], kind))
      return 1;
  return 0;
}

static int has_else (const location *l) {
  for (size_t i = 0; i < l->transitions.count; i++) {
    const transition *t = l->transitions.at[i];
    if (t->kind == TRANSITION_STATEMENT && t->statement->kind == STATEMENT_ELSE)
      return 1;
  }
  return 0;
}

/* A sender finds out that nobody is ready to receive: by its `else`; by being
   allowed to do what an escape would prevent; by losing control inside of an
   atomic; or by not keeping others of lower priority from running.  (Receivers
   never find out whether somebody would send: senders move.) */
static int tells_at (const merger *m, const location *l) {
  return (has_else (l) || l->escapes.count || l->atomic ||
          m->tree->uses_priority) &&
         meets_at (m, l, STATEMENT_SEND);
}

static void look_at_rendezvous (merger *m) {
  for (size_t i = 0; i < m->tree->shapes.count; i++)
    m->has_rendezvous |= !m->tree->shapes.at[i]->capacity;
  for (size_t i = 0; i < m->all->locations.count; i++)
    m->tells |= tells_at (m, m->all->locations.at[i]);
}

/* -------------------------------------------------------------- labels --- */

/* Labels of inlines are called "name#n". */
static int is_label (const char *full, const char *name) {
  const size_t length = strlen (name);
  return !strncmp (full, name, length) &&
         (!full[length] || full[length] == '#');
}

static int is_named (const merger *m, const location *l) {
  for (size_t i = 0; i < m->tree->named_labels.count; i++) {
    const named_label *named = &m->tree->named_labels.at[i];
    for (size_t k = 0; named->process == l->process && k < l->labels.count; k++)
      if (is_label (l->labels.at[k], named->name))
        return 1;
  }
  return 0;
}

static int is_observed (const merger *m, const location *l) {
  return l->progress || l->accept || is_named (m, l);
}

/* --------------------------------------------------------------- local --- */

static int is_local_list (const expression_list *list);

static int is_local_variable (const selector *s);

static int is_local (const expression *e) {
  if (!e)
    return 1;
  switch (e->kind) {
  case EXPRESSION_CONSTANT:
  case EXPRESSION_SELF:
    return 1;
  case EXPRESSION_VARIABLE:
    return is_local_variable (e->where);
  case EXPRESSION_UNARY:
  case EXPRESSION_BINARY:
  case EXPRESSION_CHOICE:
    return is_local (e->left) && is_local (e->right) && is_local (e->third);
  default:
    return 0;
  }
}

static int is_local_variable (const selector *s) {
  if (!s->variable->owner)
    return 0;
  for (; s; s = s->next)
    if (!is_local (s->index))
      return 0;
  return 1;
}

static int is_local_list (const expression_list *list) {
  for (size_t i = 0; i < list->count; i++)
    if (!is_local (list->at[i]))
      return 0;
  return 1;
}

static int is_local_assignment (const statement *s) {
  const variable *v = s->target->where->variable;
  if (sett_forget_is_idle (s))
    return 1;
  return is_local (s->target) && !v->is_remote && is_local (s->value) &&
         (!s->fills || is_local_list (&v->inits));
}

/* What is printed is no part of the state, whoever can change it. */
static int is_harmless_print (const statement *s) {
  for (size_t i = 0; i < s->arguments.count; i++)
    if (sett_can_fail (s->arguments.at[i]) ||
        sett_has_effect (s->arguments.at[i]))
      return is_local_list (&s->arguments);
  return 1;
}

static int is_local_part (const sequence *);

static int is_local_statement (const statement *s) {
  switch (s->kind) {
  case STATEMENT_ASSIGN:
    return is_local_assignment (s);
  case STATEMENT_PRINT:
    return is_harmless_print (s);
  case STATEMENT_EXPRESSION:
  case STATEMENT_ASSERT:
  case STATEMENT_ELSE:
  case STATEMENT_GOTO:
  case STATEMENT_BREAK:
  case STATEMENT_IF:
  case STATEMENT_DO:
  case STATEMENT_ATOMIC:
  case STATEMENT_D_STEP:
  case STATEMENT_BLOCK:
    break;
  default:
    return 0;
  }
  for (size_t i = 0; i < s->parts.count; i++)
    if (!is_local_part (s->parts.at[i]))
      return 0;
  return is_local (s->value) && is_local_list (&s->arguments);
}

static int is_local_part (const sequence *q) {
  for (size_t i = 0; i < q->statements.count; i++)
    if (!is_local_statement (q->statements.at[i]))
      return 0;
  return 1;
}

static int is_local_transition (const transition *t) {
  return t->kind == TRANSITION_JUMP ||
         (t->kind != TRANSITION_END && is_local_statement (t->statement));
}

static int transition_can_fail (const transition *t) {
  const statement *s = t->statement;
  if (t->kind == TRANSITION_D_STEP)
    return 1;
  if (t->kind != TRANSITION_STATEMENT)
    return 0;
  for (size_t i = 0; i < s->arguments.count; i++)
    if (sett_can_fail (s->arguments.at[i]))
      return 1;
  return sett_can_fail (s->value) || sett_can_fail (s->target) || s->fills;
}

int sett_location_can_fail (const location *l) {
  for (size_t i = 0; i < l->transitions.count; i++)
    if (transition_can_fail (l->transitions.at[i]))
      return 1;
  return 0;
}

/* ---------------------------------------------------------- candidates --- */

static int leads_unseen (const merger *m, const transition *t) {
  return is_local_transition (t) && !is_observed (m, t->target) &&
         !(m->tells && meets_at (m, t->target, STATEMENT_RECEIVE));
}

/* Is it left by its own transitions, and only by such that nobody sees? */
static int is_quiet (const merger *m, const location *l) {
  if (l->d_step || l->escapes.count || !l->transitions.count ||
      l->process->provided || is_observed (m, l) ||
      (l->atomic && (m->tree->uses_enabled || sett_location_can_fail (l))))
    return 0;
  for (size_t i = 0; i < l->transitions.count; i++)
    if (!leads_unseen (m, l->transitions.at[i]))
      return 0;
  return 1;
}

static int is_candidate (const merger *m, const location *l) {
  return l != l->process->automaton->entry && is_quiet (m, l);
}

/* --------------------------------------------------------------- loops --- */

typedef struct frame {
  location *at;
  size_t next; /* transition to look at */
} frame;

typedef struct dive {
  SETT_VECTOR (frame) frames;
  unsigned char *state; /* by location: 0 new, 1 on the way here, 2 done */
} dive;

static void enter (dive *d, location *l) {
  SETT_ASSERT (!d->state[l->number]);
  const frame f = {l, 0};
  SETT_PUSH (d->frames, f);
  d->state[l->number] = 1;
}

/* Depth first over silent locations: where a way comes back to itself is the
   head of a loop. */
static void cut_loops_from (dive *d, location *root) {
  enter (d, root);
  while (d->frames.count) {
    frame *top = &d->frames.at[d->frames.count - 1];
    SETT_ASSERT (top->next <= top->at->transitions.count);
    if (top->next == top->at->transitions.count) {
      d->state[top->at->number] = 2;
      d->frames.count--;
      continue;
    }
    location *to = top->at->transitions.at[top->next++]->target;
    if (d->state[to->number] == 1)
      to->silent = 0;
    else if (to->silent && !d->state[to->number])
      enter (d, to);
  }
}

static void cut_loops (merger *m) {
  dive d = {.state =
                sett_arena_get (&m->tree->arena, m->all->locations.count + 1)};
  for (size_t i = 0; i < m->all->locations.count; i++) {
    location *l = m->all->locations.at[i];
    if (l->silent && !d.state[l->number])
      cut_loops_from (&d, l);
  }
  SETT_RELEASE (d.frames);
}

/* ------------------------------------------------------------- atomics --- */

/* Does a run that begins here go on, in an atomic, to what is not silent? */
static int runs_into_sight (const location *l) {
  for (size_t i = 0; i < l->transitions.count; i++)
    if (l->transitions.at[i]->keeps_control &&
        !l->transitions.at[i]->target->silent)
      return 1;
  return 0;
}

static void drop_open_atomics (merger *m) {
  for (int changed = 1; changed;) {
    changed = 0;
    for (size_t i = m->all->locations.count; i--;) {
      location *l = m->all->locations.at[i];
      if (!l->silent || !runs_into_sight (l))
        continue;
      l->silent = 0;
      changed = 1;
    }
  }
}

/* ------------------------------------------------------------- control --- */

static void keep_control_of (merger *m, transition *t) {
  if (!t->target->silent || t->kind == TRANSITION_END ||
      meets (m, t, STATEMENT_SEND) || meets (m, t, STATEMENT_RECEIVE))
    return;
  t->keeps_control = 1;
  m->all->has_silent = 1;
}

static void keep_control (merger *m) {
  for (size_t i = 0; i < m->all->transitions.count; i++)
    keep_control_of (m, m->all->transitions.at[i]);
}

static void keep_control_in_quiet (merger *m) {
  for (size_t i = 0; i < m->all->locations.count; i++) {
    const location *l = m->all->locations.at[i];
    for (size_t k = 0; is_quiet (m, l) && k < l->transitions.count; k++)
      keep_control_of (m, l->transitions.at[k]);
  }
}

void sett_merge_compute (tree *t, automata *all) {
  if (t->uses_c || t->uses_last || t->uses_pc_value ||
      (t->uses_enabled && t->uses_priority))
    return;
  merger m = {.tree = t, .all = all};
  look_at_rendezvous (&m);
  for (size_t i = 0; i < all->locations.count; i++)
    all->locations.at[i]->silent = is_candidate (&m, all->locations.at[i]);
  cut_loops (&m);
  drop_open_atomics (&m);
  if (t->uses_enabled)
    keep_control_in_quiet (&m);
  else
    keep_control (&m);
}
