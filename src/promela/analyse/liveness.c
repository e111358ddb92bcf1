/* Backward data flow over the automaton of each process type.

   live (l) is what may be read before it is written, by a process that stands
   at l:

     live (l) = what `provided` reads
                + live of every escape of l: it can be taken here
                + for each transition out of l, what it reads
                  + (live (target) - what it surely writes)

   A variable is one whole: reading any part of an array or record makes it
   live, and only writing a whole scalar (or filling a whole array) kills it.
   A d_step is seen through: its inside has locations of its own.

   Invariant of the model that results: wherever a process stands, what is
   dead there is 0.  So a transition has to reset only what was live before it
   or is written by it.

   Variables that are never assigned are constants for accesses.c, which loads
   them from the state: while one can still be used it is live, and so there.

   Left alone are variables that own channels, those that somebody reads from
   outside, and everything in models with embedded C. */

#include "promela/analyse/liveness.h"
#include "promela/parse/messages.h"
#include "base/assert.h"

#include <string.h>

typedef struct use { /* of variables, by a transition */
  uint64_t *reads, *writes, *kills;
} use;

typedef struct analysis {
  tree *tree;
  automata *all;
  process_type *process;
  variable_list tracked; /* number `slot` of each is its index here */
  size_t words;
  uint64_t **live;   /* by location */
  uint64_t **before; /* by transition: live where it begins; null: inside of a
                        d_step, or of another process */
  use *uses;         /* by transition */
} analysis;

/* --------------------------------------------------------------- sets --- */

static uint64_t *new_set (analysis *a) {
  return sett_arena_get (&a->tree->arena, (a->words + 1) * sizeof (uint64_t));
}

static void put (uint64_t *set, uint32_t index) {
  set[index / 64] |= (uint64_t)1 << index % 64;
}

static int has (const uint64_t *set, uint32_t index) {
  return set[index / 64] >> index % 64 & 1;
}

/* Adds `from` without `except` (or null); did it change anything? */
static int unite (const analysis *a, uint64_t *into, const uint64_t *from,
                  const uint64_t *except) {
  uint64_t changed = 0;
  for (size_t i = 0; i < a->words; i++) {
    const uint64_t more = from[i] & ~(except ? except[i] : 0) & ~into[i];
    into[i] |= more;
    changed |= more;
  }
  return changed != 0;
}

/* --------------------------------------------------------------- uses --- */

static int owns_channels (const variable *v) {
  return v->channel ||
         (v->type.kind == TYPE_RECORD && v->type.record->has_channels);
}

static int may_be_reset (const variable *v) {
  return !v->is_remote && !v->is_hidden && !owns_channels (v);
}

static int is_tracked (const analysis *a, const variable *v) {
  return v->owner == a->process && v->slot < a->tracked.count &&
         a->tracked.at[v->slot] == v;
}

static void read_list (const analysis *, const expression_list *, uint64_t *);

static void read_expression (const analysis *a, const expression *e,
                             uint64_t *reads) {
  if (!e)
    return;
  if (e->where && is_tracked (a, e->where->variable))
    put (reads, e->where->variable->slot);
  for (const selector *s = e->where; s; s = s->next)
    read_expression (a, s->index, reads);
  read_expression (a, e->left, reads);
  read_expression (a, e->right, reads);
  read_expression (a, e->third, reads);
  read_list (a, &e->arguments, reads);
}

static void read_list (const analysis *a, const expression_list *list,
                       uint64_t *reads) {
  for (size_t i = 0; i < list->count; i++)
    read_expression (a, list->at[i], reads);
}

typedef enum write_kind {
  WRITE_MAY, /* a receive of a longer message than its channel may have */
  WRITE_SURE,
  WRITE_WHOLE /* even if the variable is an array, nothing of it remains */
} write_kind;

static void write_variable (const analysis *a, const expression *target,
                            write_kind kind, use *u) {
  const selector *first = target->where;
  SETT_ASSERT (first);
  for (const selector *s = first; s; s = s->next)
    read_expression (a, s->index, u->reads);
  if (target->is_forgotten || !is_tracked (a, first->variable))
    return;
  put (u->writes, first->variable->slot);
  if (!first->next &&
      (first->variable->is_array ? kind == WRITE_WHOLE : kind != WRITE_MAY))
    put (u->kills, first->variable->slot);
}

static void use_receive (const analysis *a, const statement *s, use *u) {
  const size_t sure = sett_messages_least_fields (a->tree, s->target);
  read_expression (a, s->target, u->reads);
  for (size_t i = 0; i < s->arguments.count; i++)
    if (s->arguments.at[i]->kind == EXPRESSION_VARIABLE)
      write_variable (a, s->arguments.at[i], i < sure ? WRITE_SURE : WRITE_MAY,
                      u);
    else
      read_expression (a, s->arguments.at[i], u->reads);
}

static void use_statement (const analysis *a, const statement *s, use *u) {
  switch (s->kind) {
  case STATEMENT_RECEIVE:
    use_receive (a, s, u);
    break;
  case STATEMENT_ASSIGN:
    write_variable (a, s->target, s->fills ? WRITE_WHOLE : WRITE_SURE, u);
    read_expression (a, s->value, u->reads);
    if (s->fills)
      read_list (a, &s->target->where->variable->inits, u->reads);
    break;
  default:
    read_expression (a, s->target, u->reads);
    read_expression (a, s->value, u->reads);
    read_list (a, &s->arguments, u->reads);
    break;
  }
  for (size_t i = 0; i < s->parts.count; i++)
    for (size_t k = 0; k < s->parts.at[i]->statements.count; k++)
      use_statement (a, s->parts.at[i]->statements.at[k], u);
}

static void find_uses (analysis *a) {
  for (size_t i = 0; i < a->all->transitions.count; i++) {
    const transition *t = a->all->transitions.at[i];
    if (t->process != a->process)
      continue;
    a->uses[i] = (use){new_set (a), new_set (a), new_set (a)};
    SETT_ASSERT (a->words);
    if (t->kind == TRANSITION_STATEMENT || t->kind == TRANSITION_D_STEP)
      use_statement (a, t->statement, &a->uses[i]);
  }
}

/* ---------------------------------------------------------------- flow --- */

static int flow_back (analysis *a, const transition *t, uint64_t *live) {
  const use *u = &a->uses[t->number];
  SETT_ASSERT (u->reads);
  if (t->kind == TRANSITION_END)
    return 0;
  const uint64_t *after = a->live[t->target->number];
  SETT_ASSERT (after);
  if (t->kind != TRANSITION_D_STEP) {
    const int read = unite (a, live, u->reads, NULL);
    return unite (a, live, after, u->kills) || read;
  }
  const int inside = unite (a, a->live[t->inner_exit->number], after, NULL);
  return unite (a, live, a->live[t->inner_entry->number], NULL) || inside;
}

static int flow_into (analysis *a, const location *l) {
  uint64_t *live = a->live[l->number];
  int changed = 0;
  for (size_t i = 0; i < l->transitions.count; i++)
    changed |= flow_back (a, l->transitions.at[i], live);
  for (size_t i = 0; i < l->escapes.count; i++)
    changed |= unite (a, live, a->live[l->escapes.at[i]->number], NULL);
  return changed;
}

static void find_live (analysis *a) {
  const automaton *flow = a->process->automaton;
  for (size_t i = 0; i < flow->locations.count; i++) {
    uint64_t *live = new_set (a);
    a->live[flow->locations.at[i]->number] = live;
    read_expression (a, a->process->provided, live);
  }
  for (int changed = 1; changed;) {
    changed = 0;
    for (size_t i = flow->locations.count; i--;)
      changed |= flow_into (a, flow->locations.at[i]);
  }
}

/* -------------------------------------------------------------- resets --- */

static void begin_at (analysis *a, const location *from, const location *l) {
  for (size_t i = 0; i < l->transitions.count; i++) {
    const uint32_t number = l->transitions.at[i]->number;
    SETT_ASSERT (number < a->all->transitions.count);
    if (!a->before[number])
      a->before[number] = new_set (a);
    unite (a, a->before[number], a->live[from->number], NULL);
  }
}

static void find_begins (analysis *a) {
  const automaton *flow = a->process->automaton;
  for (size_t i = 0; i < flow->locations.count; i++) {
    const location *l = flow->locations.at[i];
    if (l->d_step)
      continue;
    begin_at (a, l, l);
    for (size_t k = 0; k < l->escapes.count; k++)
      begin_at (a, l, l->escapes.at[k]);
  }
}

static void reset_after (analysis *a, transition *t) {
  const uint64_t *before = a->before[t->number];
  if (!before || t->kind == TRANSITION_END)
    return;
  for (uint32_t i = 0; i < a->tracked.count; i++)
    if (!has (a->live[t->target->number], i) &&
        (has (before, i) || has (a->uses[t->number].writes, i)))
      TREE_PUSH (&a->tree->arena, t->resets, a->tracked.at[i]);
}

/* For people: values that are not kept are not shown. */
static void note_dead (analysis *a) {
  const automaton *flow = a->process->automaton;
  for (size_t i = 0; i < flow->locations.count; i++) {
    location *l = flow->locations.at[i];
    for (uint32_t k = 0; k < a->tracked.count; k++)
      if (!has (a->live[l->number], k))
        TREE_PUSH (&a->tree->arena, l->dead, a->tracked.at[k]);
  }
}

static int starts_with_value (const variable *v) {
  return v->is_parameter || v->init || v->inits.count ||
         v->type.kind == TYPE_RECORD;
}

static void reset_at_start (analysis *a) {
  automaton *flow = a->process->automaton;
  for (uint32_t i = 0; i < a->tracked.count; i++)
    if (!has (a->live[flow->entry->number], i) &&
        starts_with_value (a->tracked.at[i]))
      TREE_PUSH (&a->tree->arena, flow->resets, a->tracked.at[i]);
}

static void analyse (analysis *a, process_type *p) {
  a->process = p;
  a->tracked = (variable_list){0};
  for (size_t i = 0; i < p->variables.count; i++) {
    variable *v = p->variables.at[i];
    if (!may_be_reset (v))
      continue;
    v->slot = (uint32_t)a->tracked.count;
    TREE_PUSH (&a->tree->arena, a->tracked, v);
  }
  if (!a->tracked.count)
    return;
  a->words = (a->tracked.count + 63) / 64;
  SETT_ASSERT (a->words);
  find_uses (a);
  find_live (a);
  find_begins (a);
  for (size_t i = 0; i < a->all->transitions.count; i++)
    if (a->all->transitions.at[i]->process == p)
      reset_after (a, a->all->transitions.at[i]);
  reset_at_start (a);
  note_dead (a);
}

void sett_liveness_compute (tree *t, automata *all) {
  if (t->uses_c)
    return;
  const size_t locations = all->locations.count + 1;
  const size_t transitions = all->transitions.count + 1;
  analysis a = {.tree = t, .all = all};
  a.live = sett_arena_get (&t->arena, locations * sizeof *a.live);
  a.before = sett_arena_get (&t->arena, transitions * sizeof *a.before);
  a.uses = sett_arena_get (&t->arena, transitions * sizeof *a.uses);
  for (size_t i = 0; i < t->processes.count; i++)
    analyse (&a, t->processes.at[i]);
}
