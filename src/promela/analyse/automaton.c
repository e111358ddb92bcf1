/* Builds the automata backwards: each statement is given the location that
   follows it and returns the location before it.

   The number of locations, and so of states, is that of SPIN without its
   optimisations.  Three of its habits cannot be switched off and are copied:
   - a goto or break is folded into its predecessor, unless it stands first in
     an option or block, or carries an end, progress or accept label, or one
     that is referred to from outside, or leads out of an atomic or to its
     last statement; the end of an if, do or unless counts as such a jump (it
     can be seen when a rendezvous takes control away just before it);
   - in an option of an if or do, of a run of unlabelled skips and prints the
     skips after the first are dropped, unless last;
   - `else` is the last transition of its location.

   Atomicity: a transition keeps control if it belongs to an atomic and its
   target does to the same one, or if it is a goto into any atomic. */

#include "promela/analyse/automaton.h"
#include "promela/parse/diagnostics.h"
#include "promela/parse/name_table.h"
#include "base/assert.h"

#include <string.h>

typedef struct named_location {
  const char *name;
  location *location;
  statement *statement;
} named_location;

typedef struct builder {
  tree *tree;
  sett_arena *arena;
  diagnostics *diagnostics;
  automata *all;
  process_type *process;
  SETT_VECTOR (location *) created; /* of this process */
  SETT_VECTOR (named_location) labels;
  name_table by_name;                      /* the locations of these */
  SETT_VECTOR (const char *) remote;       /* labels that others refer to */
  SETT_VECTOR (const location *) gathered; /* escapes of a location so far */
  uint32_t atomics;
} builder;

/* What surrounds a statement. */
typedef struct context {
  location *next;
  location *leave; /* where break leads, or null */
  uint32_t atomic;
  uint32_t d_step;
  int last; /* the atomic ends with the statement */
} context;

static location *build_statement (builder *, statement *, context);
static location *build_sequence (builder *, const sequence *, context);

static location *new_location (builder *b, const context *c,
                               const place *where) {
  location *l = SETT_NEW (b->arena, location);
  l->process = b->process;
  l->atomic = c->atomic;
  l->d_step = c->d_step;
  l->place = where;
  TREE_PUSH (b->arena, b->created, l);
  SETT_ASSERT (l->process);
  return l;
}

static transition *new_transition (builder *b, transition_kind kind,
                                   statement *s, const context *c) {
  transition *t = SETT_NEW (b->arena, transition);
  t->kind = kind;
  t->statement = s;
  t->process = b->process;
  t->atomic = c->atomic;
  return t;
}

static void add_transition (builder *b, location *l, transition *t) {
  const branch way = {t, NULL};
  TREE_PUSH (b->arena, l->branches, way);
}

static void add_branch (builder *b, location *l, location *other) {
  const branch way = {NULL, other};
  TREE_PUSH (b->arena, l->branches, way);
}

static location *label_location (builder *b, const char *name) {
  void **known =
      sett_name_table_at (&b->by_name, b->arena, name, strlen (name));
  if (*known)
    return *known;
  location *l = *known = SETT_NEW (b->arena, location);
  l->process = b->process;
  const named_location entry = {name, l, NULL};
  TREE_PUSH (b->arena, b->labels, entry);
  return l;
}

static int has_prefix (const char *name, const char *prefix) {
  return !strncmp (name, prefix, strlen (prefix));
}

static int is_special_label (builder *b, const char *name) {
  if (has_prefix (name, "end") || has_prefix (name, "progress") ||
      has_prefix (name, "accept"))
    return 1;
  for (size_t i = 0; i < b->remote.count; i++)
    if (!strcmp (b->remote.at[i], name))
      return 1;
  return 0;
}

static int has_special_label (builder *b, const statement *s) {
  for (const label *l = s->labels; l; l = l->next)
    if (is_special_label (b, l->name))
      return 1;
  return 0;
}

/* -------------------------------------------------------- statements --- */

static int is_jump (const statement *s) {
  return s->kind == STATEMENT_GOTO || s->kind == STATEMENT_BREAK;
}

static int leaves_atomic (const context *c, const location *to) {
  return c->atomic && (to->atomic != c->atomic || to->is_last);
}

/* A location inside an atomic from which a jump leads out of it. */
static location *leaving_location (builder *b, statement *s, const context *c,
                                   location *target) {
  SETT_ASSERT (target);
  location *l = new_location (b, c, &s->place);
  transition *t = new_transition (b, TRANSITION_JUMP, s, c);
  t->target = target;
  add_transition (b, l, t);
  return l;
}

/* Where a goto or break leads. */
static location *jump_target (builder *b, statement *s, const context *c) {
  if (s->kind == STATEMENT_BREAK) {
    if (!c->leave) {
      sett_report_error (b->diagnostics, &s->place,
                         "'break' cannot leave the d_step it stands in");
      return c->next;
    }
    return leaves_atomic (c, c->leave) ? leaving_location (b, s, c, c->leave)
                                       : c->leave;
  }
  location *named = label_location (b, s->name);
  if (!c->atomic)
    return named;
  location *jump = new_location (b, c, &s->place);
  jump->is_jump = 1;
  jump->is_last = c->last;
  jump->jump = s;
  jump->forward = named;
  return jump;
}

/* A goto or break as a step of its own. */
static transition *jump_transition (builder *b, statement *s,
                                    const context *c) {
  transition *t = new_transition (b, TRANSITION_JUMP, s, c);
  t->target = jump_target (b, s, c);
  return t;
}

static location *jump_location (builder *b, statement *s, const context *c) {
  location *l = new_location (b, c, &s->place);
  add_transition (b, l, jump_transition (b, s, c));
  return l;
}

/* A block has a location of its own with the transitions of its first
   statement, so that a loop which begins the block comes back to another
   one.  `outside` surrounds the block, `c` its statements. */
static location *build_block (builder *b, const sequence *q, context outside,
                              context c) {
  if (!q->statements.count)
    return c.next;
  statement *first = q->statements.at[0];
  if (!is_jump (first) || first->labels) {
    location *l = new_location (b, &outside, &first->place);
    add_branch (b, l, build_sequence (b, q, c));
    return l;
  }
  location *l = jump_location (b, first, &c);
  sequence rest = *q;
  SETT_ASSERT (q->statements.count);
  rest.statements.at++;
  rest.statements.count--;
  build_sequence (b, &rest, c); /* labels in it can be jumped to */
  return l;
}

static int is_skip (const statement *s) {
  return s->kind == STATEMENT_EXPRESSION &&
         s->value->kind == EXPRESSION_CONSTANT && s->value->value == 1;
}

/* The option without redundant skips. */
static sequence *prune_option (builder *b, const sequence *q) {
  sequence *out = SETT_NEW (b->arena, sequence);
  const size_t count = q->statements.count;
  unsigned run = 0;
  for (size_t i = 0; i < count; i++) {
    statement *s = q->statements.at[i];
    const int skip = is_skip (s);
    run = (skip || s->kind == STATEMENT_PRINT) && !s->labels ? run + 1 : 0;
    if (run > 1 && skip && i && i < count - 1)
      continue;
    TREE_PUSH (b->arena, out->statements, s);
  }
  return out;
}

static void attach_label (builder *b, const label *l, location *to,
                          const context *c) {
  location *named = label_location (b, l->name);
  named->atomic = c->atomic;
  named->d_step = c->d_step;
  named->is_last = to->is_last;
  named->forward = to; /* to itself, of a goto to its own label: a circle */
  TREE_PUSH (b->arena, to->labels, l->name);
  to->valid_end |= has_prefix (l->name, "end");
  to->progress |= has_prefix (l->name, "progress");
  to->accept |= has_prefix (l->name, "accept");
}

/* A goto or break that begins an option is a step.  A jump to its label, if it
   has one, goes on to where it leads. */
static void build_jump_option (builder *b, location *l, statement *s,
                               const context *c) {
  location *named;
  if (has_special_label (b, s)) {
    named = jump_location (b, s, c);
    add_branch (b, l, named);
  } else {
    add_transition (b, l, jump_transition (b, s, c));
    named = s->labels ? jump_target (b, s, c) : NULL;
  }
  for (const label *name = s->labels; name; name = name->next)
    attach_label (b, name, named, c);
}

static void build_option (builder *b, location *l, const sequence *option,
                          context c) {
  statement *first = option->statements.at[0];
  SETT_ASSERT (option->statements.count);
  if (first->kind == STATEMENT_UNLESS)
    sett_report_warning (
        b->diagnostics, &first->place,
        "'unless' guards an option: its escape goes before all "
        "options; better put it around the whole if or do");
  if (!is_jump (first)) {
    add_branch (b, l, build_sequence (b, option, c));
    return;
  }
  build_jump_option (b, l, first, &c);
  sequence rest = *option;
  rest.statements.at++;
  rest.statements.count--;
  build_sequence (b, &rest, c);
}

static location *build_choice (builder *b, statement *s, context c) {
  location *l = new_location (b, &c, &s->place);
  context inside = c;
  inside.last = 0;
  if (s->kind == STATEMENT_DO) {
    inside.next = l;
    inside.leave = c.next;
  } else if (leaves_atomic (&c, c.next))
    inside.next = leaving_location (b, s, &c, c.next);
  for (size_t i = 0; i < s->parts.count; i++) {
    const sequence *q = s->parts.at[i];
    build_option (b, l, s->is_for ? q : prune_option (b, q), inside);
  }
  return l;
}

static location *build_atomic (builder *b, statement *s, context c) {
  context inside = c;
  if (!c.atomic) {
    inside.atomic = ++b->atomics;
    inside.last = 1;
  }
  return build_block (b, s->parts.at[0], c, inside);
}

static location *build_d_step (builder *b, statement *s, context c) {
  if (c.d_step)
    return build_block (b, s->parts.at[0], c, c);
  location *l = new_location (b, &c, &s->place);
  l->is_last = c.last;
  transition *t = new_transition (b, TRANSITION_D_STEP, s, &c);
  t->target = c.next;
  t->d_step = ++b->all->d_steps;
  SETT_ASSERT (t->d_step == b->all->d_steps);
  context inside = {NULL, NULL, 0, t->d_step, 0};
  t->inner_exit = inside.next = new_location (b, &inside, &s->place);
  t->inner_entry = build_sequence (b, s->parts.at[0], inside);
  add_transition (b, l, t);
  return l;
}

static void add_escape (builder *b, location *l, location *escape) {
  TREE_PUSH (b->arena, l->around, NULL);
  memmove (l->around.at + 1, l->around.at,
           (l->around.count - 1) * sizeof *l->around.at);
  l->around.at[0] = escape;
  SETT_ASSERT (l->around.count);
}

/* Inner statements are built first, so that the escape of the outermost
   unless ends up in front. */
static location *build_unless (builder *b, statement *s, context c) {
  if (c.d_step)
    sett_report_error (b->diagnostics, &s->place,
                       "'unless' cannot be used inside d_step");
  if (leaves_atomic (&c, c.next))
    c.next = leaving_location (b, s, &c, c.next);
  context outside = c;
  outside.last = 0;
  location *escape = build_sequence (b, s->parts.at[1], outside);
  const size_t from = b->created.count;
  location *l = build_sequence (b, s->parts.at[0], c);
  for (size_t i = from; i < b->created.count; i++)
    if (!b->created.at[i]->d_step)
      add_escape (b, b->created.at[i], escape);
  return l;
}

static location *build_basic (builder *b, statement *s, context c) {
  location *l = new_location (b, &c, &s->place);
  l->is_last = c.last;
  transition *t = new_transition (b, TRANSITION_STATEMENT, s, &c);
  t->target = c.next;
  add_transition (b, l, t);
  return l;
}

static location *build_unlabelled (builder *b, statement *s, context c) {
  switch (s->kind) {
  case STATEMENT_GOTO:
  case STATEMENT_BREAK:
    return has_special_label (b, s) ? jump_location (b, s, &c)
                                    : jump_target (b, s, &c);
  case STATEMENT_BLOCK:
    return build_block (b, s->parts.at[0], c, c);
  case STATEMENT_ATOMIC:
    return build_atomic (b, s, c);
  case STATEMENT_D_STEP:
    return build_d_step (b, s, c);
  case STATEMENT_IF:
  case STATEMENT_DO:
    return build_choice (b, s, c);
  case STATEMENT_UNLESS:
    return build_unless (b, s, c);
  default:
    return build_basic (b, s, c);
  }
}

static location *build_statement (builder *b, statement *s, context c) {
  location *l = build_unlabelled (b, s, c);
  for (const label *name = s->labels; name; name = name->next)
    attach_label (b, name, l, &c);
  return l;
}

static location *build_sequence (builder *b, const sequence *q, context c) {
  for (size_t i = q->statements.count; i--; c.last = 0)
    c.next = build_statement (b, q->statements.at[i], c);
  return c.next;
}

/* --------------------------------------------------------- finishing --- */

/* More hops than there are locations: a circle. */
static int is_circle (const builder *b, size_t hops) {
  return hops > b->created.count + b->labels.count;
}

static location *resolve (builder *b, location *l) {
  size_t hops = 0;
  while (l->forward) {
    l = l->forward;
    if (is_circle (b, ++hops)) {
      sett_report_error (
          b->diagnostics, &b->process->place,
          "the gotos of '%s' lead in a circle without a statement",
          b->process->name);
      return b->process->automaton->end;
    }
  }
  return l;
}

/* The transitions of `from`, those of its branches in place, else last. */
static void flatten (builder *b, location *from, location *into, int only_else,
                     unsigned depth) {
  if (depth > 1000)
    return;
  for (size_t i = 0; i < from->branches.count; i++) {
    const branch *way = &from->branches.at[i];
    if (way->location) {
      flatten (b, resolve (b, way->location), into, only_else, depth + 1);
      continue;
    }
    const statement *s = way->transition->statement;
    const int is_else = s && s->kind == STATEMENT_ELSE;
    if (is_else == only_else)
      TREE_PUSH (b->arena, into->transitions, way->transition);
  }
}

static void check_d_step (builder *b, const transition *t, const location *from,
                          const location *to) {
  if (from->d_step != to->d_step)
    sett_report_error (b->diagnostics, sett_transition_place (t),
                       to->d_step ? "a jump into a d_step is not possible"
                                  : "a jump out of a d_step is not possible");
}

static void finish_transition (builder *b, const location *from,
                               transition *t) {
  if (t->number)
    return;
  location *to = t->target;
  SETT_ASSERT (to);
  int jumps =
      t->kind == TRANSITION_JUMP && t->statement->kind == STATEMENT_GOTO;
  int into_atomic = to->atomic != 0;
  size_t hops = 0;
  while (to->forward) {
    if (to->is_jump) {
      jumps = 1;
      into_atomic = to->forward->atomic != 0;
    }
    to = to->forward;
    if (is_circle (b, ++hops))
      break;
  }
  t->target = resolve (b, t->target);
  if (t->kind != TRANSITION_D_STEP || !from->d_step)
    check_d_step (b, t, from, t->target);
  t->keeps_control = t->atomic && !from->d_step &&
                     (jumps ? into_atomic : t->target->atomic == t->atomic);
  TREE_PUSH (b->arena, b->all->transitions, t);
  t->number = (uint32_t)b->all->transitions.count; /* + 1 for now */
  SETT_ASSERT (t->number && t->target && !t->target->forward);
}

static int is_around (const location *l, const location *escape) {
  for (size_t i = 0; i < l->around.count; i++)
    if (l->around.at[i] == escape)
      return 1;
  return 0;
}

static int is_gathered (builder *b, const location *escape) {
  for (size_t i = 0; i < b->gathered.count; i++)
    if (b->gathered.at[i] == escape)
      return 1;
  TREE_PUSH (b->arena, b->gathered, escape);
  return 0;
}

static void put_first (builder *b, location *l, location *escape) {
  TREE_PUSH (b->arena, l->escapes, NULL);
  memmove (l->escapes.at + 1, l->escapes.at,
           (l->escapes.count - 1) * sizeof *l->escapes.at);
  l->escapes.at[0] = escape;
  SETT_ASSERT (l->escapes.count);
}

static location *new_group (builder *b, location *l) {
  const context c = {NULL, NULL, l->atomic, l->d_step, 0};
  location *group = new_location (b, &c, l->place);
  put_first (b, l, group);
  return group;
}

/* The transitions of `from` can also be taken at `into`, and so can what is
   able to leave `from`.  If one unless is inside of what begins at `into`, all
   have the same priority there: they become one location. */
static void gather_escapes (builder *b, const location *from, location *into) {
  const size_t count = from->around.count;
  const int inside = count && !is_around (into, from->around.at[count - 1]);
  location *group = NULL;
  for (size_t i = count; i--;) {
    location *escape = from->around.at[i];
    if (is_gathered (b, escape))
      continue;
    if (!inside) {
      put_first (b, into, escape);
      continue;
    }
    if (!group)
      group = new_group (b, into);
    add_branch (b, group, escape);
  }
}

/* The escapes of the last option come first. */
static void find_escapes (builder *b, const location *from, location *into,
                          unsigned depth) {
  for (size_t i = 0; i < from->branches.count && depth < 1000; i++) {
    location *inner = from->branches.at[i].location;
    if (inner)
      find_escapes (b, resolve (b, inner), into, depth + 1);
    else
      gather_escapes (b, from, into);
  }
}

static void check_else (builder *b, const location *l) {
  const size_t count = l->transitions.count;
  for (size_t i = 0; i + 1 < count; i++) {
    const statement *s = l->transitions.at[i]->statement;
    if (s && s->kind == STATEMENT_ELSE)
      sett_report_error (b->diagnostics,
                         sett_transition_place (l->transitions.at[count - 1]),
                         "a second 'else' for the choice of line %u",
                         sett_location_place (l)->line);
  }
}

static void visit (builder *b, location *first) {
  SETT_VECTOR (location *) todo = {0};
  SETT_PUSH (todo, first);
  while (todo.count) {
    location *l = resolve (b, SETT_POP (todo));
    if (l->visited)
      continue;
    l->visited = 1;
    l->number = (uint32_t)b->all->locations.count;
    SETT_ASSERT (!l->forward);
    TREE_PUSH (b->arena, b->all->locations, l);
    TREE_PUSH (b->arena, b->process->automaton->locations, l);
    b->gathered.count = 0;
    find_escapes (b, l, l, 0);
    flatten (b, l, l, 0, 0);
    flatten (b, l, l, 1, 0);
    for (size_t i = l->transitions.count; i--;) {
      transition *t = l->transitions.at[i];
      finish_transition (b, l, t);
      SETT_PUSH (todo, t->target);
      if (t->kind == TRANSITION_D_STEP) {
        t->inner_entry = resolve (b, t->inner_entry);
        SETT_PUSH (todo, t->inner_entry);
        SETT_PUSH (todo, t->inner_exit);
      }
    }
    check_else (b, l);
    for (size_t i = 0; i < l->escapes.count; i++) {
      l->escapes.at[i] = resolve (b, l->escapes.at[i]);
      SETT_PUSH (todo, l->escapes.at[i]);
    }
  }
  SETT_RELEASE (todo);
}

/* Statements that were built but cannot be reached by any control flow. */
static void find_dead (builder *b) {
  for (size_t i = 0; i < b->created.count; i++) {
    const location *l = b->created.at[i];
    for (size_t k = 0; k < l->branches.count; k++) {
      transition *t = l->branches.at[k].transition;
      if (t && !t->number)
        TREE_PUSH (b->arena, b->all->dead, t);
    }
  }
}

/* A goto inside an atomic is folded only if it leads into an atomic, but not
   to its last statement. */
static void unfold_jumps (builder *b) {
  for (size_t i = 0; i < b->created.count; i++) {
    location *l = b->created.at[i];
    if (!l->is_jump || (l->forward->atomic && !l->forward->is_last))
      continue;
    const context c = {NULL, NULL, l->atomic, l->d_step, 0};
    transition *t = new_transition (b, TRANSITION_JUMP, l->jump, &c);
    t->target = l->forward;
    add_transition (b, l, t);
    l->forward = NULL;
    l->is_jump = 0;
  }
}

static void build_process (builder *b, process_type *process) {
  automaton *a = SETT_NEW (b->arena, automaton);
  process->automaton = a;
  b->process = process;
  b->created.count = b->labels.count = 0;
  b->by_name = (name_table){0};
  context c = {NULL, NULL, 0, 0, 0};
  a->end = c.next = new_location (b, &c, &process->place);
  a->end->is_end = a->end->valid_end = 1;
  transition *die = new_transition (b, TRANSITION_END, NULL, &c);
  die->target = a->end;
  add_transition (b, a->end, die);
  a->entry = build_sequence (b, process->body, c);
  unfold_jumps (b);
  SETT_ASSERT (a->end->is_end);
  a->entry = resolve (b, a->entry);
  visit (b, a->entry);
  visit (b, a->end);
  find_dead (b);
}

/* Labels named in P@label: a goto that carries one is not folded. */
static void find_remote_labels (builder *b, const expression *e) {
  if (!e)
    return;
  if (e->kind == EXPRESSION_AT_LABEL)
    TREE_PUSH (b->arena, b->remote, e->text);
  find_remote_labels (b, e->left);
  find_remote_labels (b, e->right);
  find_remote_labels (b, e->third);
  for (size_t i = 0; i < e->arguments.count; i++)
    find_remote_labels (b, e->arguments.at[i]);
}

static void find_remote_in (builder *b, const sequence *q) {
  for (size_t i = 0; i < q->statements.count; i++) {
    const statement *s = q->statements.at[i];
    find_remote_labels (b, s->value);
    for (size_t k = 0; k < s->arguments.count; k++)
      find_remote_labels (b, s->arguments.at[k]);
    for (size_t k = 0; k < s->parts.count; k++)
      find_remote_in (b, s->parts.at[k]);
  }
}

static void find_all_remote (builder *b) {
  for (size_t i = 0; i < b->tree->processes.count; i++)
    find_remote_in (b, b->tree->processes.at[i]->body);
  for (size_t i = 0; i < b->tree->claims.count; i++)
    find_remote_in (b, b->tree->claims.at[i]->body);
  for (size_t i = 0; i < b->tree->formulas.count; i++)
    find_remote_labels (b, b->tree->formulas.at[i].formula);
}

static void number_from_zero (builder *b) {
  for (size_t i = 0; i < b->all->transitions.count; i++)
    b->all->transitions.at[i]->number--;
}

automata *sett_automata_build_claim (tree *t, process_type *claim,
                                     diagnostics *d) {
  builder b = {.tree = t, .arena = &t->arena, .diagnostics = d};
  b.all = SETT_NEW (b.arena, automata);
  build_process (&b, claim);
  number_from_zero (&b);
  return b.all;
}

/* Their numbers are bytes in the generated code. */
enum { MOST_PROCTYPES = 256 };

automata *sett_automata_build (tree *t, diagnostics *d) {
  builder b = {.tree = t, .arena = &t->arena, .diagnostics = d};
  b.all = SETT_NEW (b.arena, automata);
  find_all_remote (&b);
  for (size_t i = 0; i < t->processes.count; i++)
    build_process (&b, t->processes.at[i]);
  number_from_zero (&b);
  if (b.all->locations.count > 65000 && t->processes.count)
    sett_report_error (d, &t->processes.at[0]->place,
                       "the model has more than 65000 control points");
  if (t->processes.count > MOST_PROCTYPES)
    sett_report_error (d, &t->processes.at[MOST_PROCTYPES]->place,
                       "the model has more than %d proctypes", MOST_PROCTYPES);
  return b.all;
}

/* Labels of inlines are called "name#n". */
static int is_label (const char *full, const char *name) {
  const size_t length = strlen (name);
  return !strncmp (full, name, length) &&
         (!full[length] || full[length] == '#');
}

const location *sett_automaton_find_label (const automaton *a,
                                           const char *name) {
  for (size_t i = 0; i < a->locations.count; i++)
    for (size_t k = 0; k < a->locations.at[i]->labels.count; k++)
      if (is_label (a->locations.at[i]->labels.at[k], name))
        return a->locations.at[i];
  return NULL;
}

const char *sett_transition_text (const transition *t) {
  if (t->kind == TRANSITION_END)
    return "-end-";
  return t->statement->text;
}

const place *sett_transition_place (const transition *t) {
  return t->statement ? &t->statement->place : &t->process->place;
}

const place *sett_location_place (const location *l) {
  return l->place;
}
