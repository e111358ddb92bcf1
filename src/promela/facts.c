/* Reads and writes, collected from the statements.

   What enables a transition counts as read: for `else` all of its location;
   under `unless` the escapes; for a rendezvous whatever any receiver looks at;
   with `timeout`, `enabled`, priorities and embedded C everything. */

#include "promela/facts.h"
#include "promela/forget.h"
#include "promela/monitor.h"

#include <string.h>

typedef struct fact_set {
  uint64_t *reads, *writes;
} fact_set;

typedef struct collector {
  tree *tree;
  automata *all;
  uint32_t slots, words;
  fact_set receivers;         /* of any rendezvous receive */
  SETT_VECTOR (fact_set) own; /* by transition: without its surroundings */
} collector;

uint32_t facts_slots (const tree *t) {
  return SLOT_GLOBALS + (uint32_t)(t->globals.count + t->channels.count) +
         (t->c_size > 0) + (t->monitor != NULL);
}

static void set_bit (uint64_t *set, uint32_t slot) {
  set[slot / 64] |= (uint64_t)1 << slot % 64;
}

static fact_set new_set (collector *c) {
  return (fact_set){sett_arena_get (&c->tree->arena, c->words * 8),
                    sett_arena_get (&c->tree->arena, c->words * 8)};
}

static void unite (collector *c, uint64_t *into, const uint64_t *from) {
  for (uint32_t i = 0; i < c->words; i++)
    into[i] |= from[i];
}

static void set_all (collector *c, uint64_t *set) {
  for (uint32_t i = 0; i < c->slots; i++)
    set_bit (set, i);
}

static void set_processes (uint64_t *set) {
  for (uint32_t slot = SLOT_PROCESSES; slot <= SLOT_ABOVE; slot++)
    set_bit (set, slot);
}

static uint32_t channel_slot_of (const collector *c, uint32_t channel) {
  return SLOT_GLOBALS + (uint32_t)c->tree->globals.count + channel;
}

/* -------------------------------------------------------- expressions --- */

static void read_expression (collector *, const expression *, fact_set *);

static void read_list (collector *c, const expression_list *list, fact_set *f) {
  for (size_t i = 0; i < list->count; i++)
    read_expression (c, list->at[i], f);
}

/* What a new process takes from others. */
static void read_initial_values (collector *c, const variable_list *list,
                                 fact_set *f) {
  for (size_t i = 0; i < list->count; i++) {
    const variable *v = list->at[i];
    read_expression (c, v->init, f);
    read_list (c, &v->inits, f);
    if (v->type.kind == TYPE_RECORD)
      read_initial_values (c, &v->type.record->fields, f);
  }
}

static void touch_variable (collector *c, const expression *e, uint64_t *set,
                            fact_set *f) {
  const variable *v = e->where->variable;
  set_bit (set, v->owner ? SLOT_OWN : v->slot);
  for (const selector *s = e->where; s; s = s->next)
    read_expression (c, s->index, f);
}

/* What is not kept is not written, but its index may be wrong. */
static void write_variable (collector *c, const expression *e, fact_set *f) {
  if (!e->is_forgotten)
    touch_variable (c, e, f->writes, f);
  for (const selector *s = e->where; e->is_forgotten && s; s = s->next)
    read_expression (c, s->index, f);
}

/* The messages of a channel: one of a known variable, or of any. */
static void touch_channel (collector *c, const expression *e, uint64_t *set) {
  const variable *v = e->where->variable;
  const int known =
      !v->owner && !v->is_assigned && v->channel && !e->where->next;
  for (uint32_t i = 0; i < c->tree->channels.count; i++)
    if (!known || c->tree->channels.at[i].variable == v)
      set_bit (set, channel_slot_of (c, i));
  if (!known)
    set_processes (set);
}

static int has_c_state (const tree *t, const process_type *p) {
  for (size_t i = 0; i < t->c_declarations.count; i++)
    if (t->c_declarations.at[i].process == p)
      return 1;
  return 0;
}

static void read_expression (collector *c, const expression *e, fact_set *f) {
  if (!e)
    return;
  switch (e->kind) {
  case EXPRESSION_VARIABLE:
    touch_variable (c, e, f->reads, f);
    return;
  case EXPRESSION_CHANNEL:
  case EXPRESSION_POLL:
    touch_channel (c, e->left, f->reads);
    break;
  case EXPRESSION_RUN:
    set_processes (f->reads);
    set_processes (f->writes);
    read_initial_values (c, &e->process->variables, f);
    if (has_c_state (c->tree, e->process))
      set_all (c, f->reads); /* by its initial value */
    break;
  case EXPRESSION_AT_LABEL:
  case EXPRESSION_REMOTE:
  case EXPRESSION_NO_PROGRESS:
  case EXPRESSION_PC_VALUE:
    set_processes (f->reads);
    break;
  case EXPRESSION_PROCESSES:
    set_bit (f->reads, SLOT_PROCESSES);
    break;
  case EXPRESSION_LAST:
    set_bit (f->reads, SLOT_LAST);
    break;
  case EXPRESSION_TIMEOUT:
  case EXPRESSION_ENABLED:
    set_all (c, f->reads);
    break;
  case EXPRESSION_C:
  case EXPRESSION_SET_PRIORITY:
    set_all (c, f->reads);
    set_all (c, f->writes);
    break;
  default:
    break;
  }
  read_expression (c, e->left, f);
  read_expression (c, e->right, f);
  read_expression (c, e->third, f);
  read_list (c, &e->arguments, f);
}

/* ---------------------------------------------------------- statements --- */

/* The event may move the monitor. */
static void touch_monitor (collector *c, event_kind kind,
                           const expression *channel, fact_set *f) {
  if (!monitor_may_observe (c->tree, kind, channel))
    return;
  set_bit (f->reads, facts_slots (c->tree) - 1);
  set_bit (f->writes, facts_slots (c->tree) - 1);
}

int may_be_rendezvous (const expression *channel) {
  const variable *v = channel->where->variable;
  return v->owner || v->is_assigned || channel->where->next || !v->channel ||
         !v->channel->capacity;
}

static void read_receive (collector *c, const statement *s, fact_set *f) {
  for (size_t i = 0; i < s->arguments.count; i++)
    if (s->arguments.at[i]->kind == EXPRESSION_VARIABLE)
      write_variable (c, s->arguments.at[i], f);
    else
      read_expression (c, s->arguments.at[i], f);
  read_expression (c, s->target, f);
  touch_channel (c, s->target, f->reads);
  touch_channel (c, s->target, f->writes);
  touch_monitor (c, EVENT_RECEIVE, s->target, f);
}

static void read_send (collector *c, const statement *s, fact_set *f) {
  read_list (c, &s->arguments, f);
  read_expression (c, s->target, f);
  touch_channel (c, s->target, f->reads);
  touch_channel (c, s->target, f->writes);
  touch_monitor (c, EVENT_SEND, s->target, f);
  if (!may_be_rendezvous (s->target))
    return;
  unite (c, f->reads, c->receivers.reads);
  unite (c, f->writes, c->receivers.writes);
  set_processes (f->reads);
  set_processes (f->writes);
}

static void read_statement (collector *c, const statement *s, fact_set *f) {
  switch (s->kind) {
  case STATEMENT_SEND:
    read_send (c, s, f);
    break;
  case STATEMENT_RECEIVE:
    read_receive (c, s, f);
    break;
  case STATEMENT_ASSIGN:
    if (forget_is_idle (s))
      break;
    write_variable (c, s->target, f);
    read_expression (c, s->value, f);
    read_list (c, &s->target->where->variable->inits, f);
    break;
  case STATEMENT_C:
    set_all (c, f->reads);
    set_all (c, f->writes);
    break;
  default:
    read_expression (c, s->value, f);
    read_list (c, &s->arguments, f);
    break;
  }
  for (size_t i = 0; i < s->parts.count; i++)
    for (size_t k = 0; k < s->parts.at[i]->statements.count; k++)
      read_statement (c, s->parts.at[i]->statements.at[k], f);
}

/* What holds for every step. */
static void add_common (collector *c, const process_type *p, fact_set *f) {
  const tree *t = c->tree;
  set_bit (f->reads, SLOT_OWN);
  set_bit (f->writes, SLOT_OWN);
  read_expression (c, p->provided, f);
  if (t->uses_last)
    set_bit (f->writes, SLOT_LAST);
  if (t->uses_priority)
    set_all (c, f->reads);
  for (size_t i = 0; i < t->globals.count; i++)
    if (t->globals.at[i]->is_hidden)
      set_bit (f->writes, t->globals.at[i]->slot);
}

static void find_receivers (collector *c) {
  for (size_t i = 0; i < c->all->transitions.count; i++) {
    const transition *t = c->all->transitions.at[i];
    const statement *s = t->statement;
    if (!s)
      continue;
    if (t->kind == TRANSITION_D_STEP ||
        (s->kind == STATEMENT_RECEIVE && may_be_rendezvous (s->target)))
      read_statement (c, s, &c->receivers);
    read_expression (c, t->process->provided, &c->receivers);
  }
}

static void collect_own (collector *c) {
  for (size_t i = 0; i < c->all->transitions.count; i++) {
    const transition *t = c->all->transitions.at[i];
    fact_set f = new_set (c);
    add_common (c, t->process, &f);
    if (t->kind == TRANSITION_END) {
      set_bit (f.reads, SLOT_PROCESSES);
      set_bit (f.writes, SLOT_PROCESSES);
    } else if (t->kind != TRANSITION_JUMP)
      read_statement (c, t->statement, &f);
    TREE_PUSH (&c->tree->arena, c->own, f);
  }
}

/* -------------------------------------------------------- surroundings --- */

static void read_location (collector *c, const location *l, uint64_t *reads) {
  for (size_t i = 0; i < l->transitions.count; i++)
    unite (c, reads, c->own.at[l->transitions.at[i]->number].reads);
}

static int is_else (const transition *t) {
  return t->statement && t->statement->kind == STATEMENT_ELSE;
}

/* The enabledness of a transition depends on what can hide it. */
static void add_surroundings (collector *c, const location *l) {
  for (size_t i = 0; i < l->transitions.count; i++) {
    const transition *t = l->transitions.at[i];
    uint64_t *reads = c->own.at[t->number].reads;
    if (is_else (t))
      read_location (c, l, reads);
    for (size_t k = 0; k < l->escapes.count; k++)
      read_location (c, l->escapes.at[k], reads);
  }
  for (size_t k = 1; k < l->escapes.count; k++)
    for (size_t i = 0; i < l->escapes.at[k]->transitions.count; i++)
      for (size_t m = 0; m < k; m++)
        read_location (
            c, l->escapes.at[m],
            c->own.at[l->escapes.at[k]->transitions.at[i]->number].reads);
}

void facts_compute (tree *t, automata *all) {
  collector c = {.tree = t, .all = all, .slots = facts_slots (t)};
  c.words = (c.slots + 63) / 64;
  for (size_t i = 0; i < t->globals.count; i++)
    t->globals.at[i]->slot = SLOT_GLOBALS + (uint32_t)i;
  c.receivers = new_set (&c);
  find_receivers (&c);
  collect_own (&c);
  for (size_t i = 0; i < all->locations.count; i++)
    add_surroundings (&c, all->locations.at[i]);
  for (size_t i = 0; i < all->transitions.count; i++) {
    all->transitions.at[i]->reads = c.own.at[i].reads;
    all->transitions.at[i]->writes = c.own.at[i].writes;
  }
}
