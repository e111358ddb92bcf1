/* Which objects (objects.c) the transitions of a model touch: the one
   description of that, which reductions and visible.c trust and --check-model
   tests (kernel/check_model.c).

   An index or a channel is known if it is made of what never changes while the
   process exists: constants, _pid, parameters and local variables that are
   never assigned.  What is not known is taken for anything it can be.

   `else` and what stands under `unless` are possible only while other
   transitions are not, so that they read whatever those depend on.  When these
   others can take part in a rendezvous, it also matters who arrives at a
   location with a rendezvous or leaves it: such transitions touch the object
   of handshakes.  The same holds for what comes inside of an atomic, where a
   process stops if it cannot go on.

   `timeout` is no matter of objects (flows.c: SETT_WILD, SETT_ON_TIMEOUT). */

#include "promela/analyse/access_map.h"
#include "base/assert.h"
#include "base/mutant.h"
#include "promela/parse/expression.h"
#include "promela/analyse/forget.h"
#include "promela/analyse/layout.h"

#include <string.h>

enum {
#define MUTANT(NUMBER, NAME, TEXT) MUTANT_##NAME = NUMBER,
#include "promela/analyse/mutant.def"
#undef MUTANT
};

/* What is being collected: for one transition of one process. */
typedef struct toucher {
  const access_map *map;
  const unsigned char *record;
  unsigned process;
  uint8_t *does, *needs; /* `needs` is null where it does not matter */
} toucher;

static int is_mutant (const toucher *t, unsigned mutant) {
  return SETT_MUTANT (t->map->mutant) == mutant;
}

static void touch (const toucher *t, uint32_t object, uint8_t access,
                   int guards) {
  SETT_ASSERT (object < t->map->control.objects);
  t->does[object] |= access;
  if (guards && t->needs && !is_mutant (t, MUTANT_ACCESS_NEEDS))
    t->needs[object] |= access;
}

static void touch_all (const toucher *t, uint8_t access, int guards) {
  for (uint32_t i = 0; i < t->map->control.objects; i++)
    touch (t, i, access, guards);
}

/* ---------------------------------------------------- known constants --- */

static int is_constant_variable (const variable *v) {
  return v->owner && !v->is_assigned && !v->starts_late && !v->is_array &&
         v->type.kind != TYPE_RECORD && !v->is_field;
}

static int load_constant (const toucher *t, const variable *v, int64_t *value) {
  int32_t wide = 0;
  if (!t->record || v->size > 4)
    return 0;
  memcpy (&wide, t->record + v->offset, v->size);
  *value = v->type.kind == TYPE_SHORT ? (int16_t)wide : wide;
  return 1;
}

/* The value that the expression has for this process at any time. */
static int evaluate (const toucher *t, const expression *e, int64_t *value) {
  int64_t a, b;
  switch (e->kind) {
  case EXPRESSION_CONSTANT:
    *value = e->value;
    return 1;
  case EXPRESSION_SELF:
    *value = t->process;
    return t->process != SETT_NO_PROCESS;
  case EXPRESSION_VARIABLE:
    return !e->where->next && !e->where->index &&
           is_constant_variable (e->where->variable) &&
           load_constant (t, e->where->variable, value);
  case EXPRESSION_BINARY:
    return evaluate (t, e->left, &a) && evaluate (t, e->right, &b) &&
           sett_fold_binary (e->op, a, b, value) && *value == (int32_t)*value;
  default:
    return 0;
  }
}

/* ---------------------------------------------------------- variables --- */

static void read_expression (const toucher *, const expression *, int guards);

static void read_list (const toucher *t, const expression_list *list,
                       int guards) {
  for (size_t i = 0; i < list->count; i++)
    read_expression (t, list->at[i], guards);
}

/* A variable whose value is part of no other process's business. */
static int is_private (const variable *v) {
  return v->owner || v->is_hidden ||
         (v->type.kind == TYPE_CHAN && v->channel && !v->is_assigned);
}

static void touch_variable (const toucher *t, const expression *e,
                            uint8_t access, int guards) {
  const variable *v = e->where->variable;
  int64_t index = 0;
  for (const selector *s = e->where; s; s = s->next)
    if (!is_mutant (t, MUTANT_ACCESS_INDICES))
      read_expression (t, s->index, guards);
  if (v->owner && access == SETT_ACCESS_READ && guards && t->needs &&
      !is_constant_variable (v) && !is_mutant (t, MUTANT_ACCESS_OWN))
    t->needs[OBJECT_SELF] |= SETT_ACCESS_READ;
  if (is_private (v))
    return;
  const uint32_t first = sett_object_of (v), count = sett_object_elements (v);
  const int known =
      count == 1 || !e->where->index || evaluate (t, e->where->index, &index);
  if (count == 1 || (known && index >= 0 && index < count))
    touch (t, first + (count == 1 ? 0 : (uint32_t)index), access, guards);
  else
    for (uint32_t i = 0; i < count; i++)
      touch (t, first + i, access, guards);
}

/* What is not kept is not written, but its index may be wrong. */
static void write_variable (const toucher *t, const expression *e) {
  if (!e->is_forgotten)
    touch_variable (t, e, SETT_ACCESS_WRITE, 0);
  for (const selector *s = e->where; e->is_forgotten && s; s = s->next)
    read_expression (t, s->index, 0);
}

/* ----------------------------------------------------------- channels --- */

/* The numbers of the channels that an expression can mean. */
static void channel_range (const toucher *t, const expression *e,
                           uint32_t *first, uint32_t *end) {
  const selector *s = e->where;
  const variable *v = s->variable;
  int64_t value;
  *first = 1;
  *end = t->map->channels + 1;
  if (e->kind != EXPRESSION_VARIABLE || s->next)
    return;
  if (!v->owner && v->channel && !v->is_assigned) {
    *first = v->first_channel;
    *end = *first + v->count;
    if (v->is_array && s->index && evaluate (t, s->index, &value) &&
        value >= 0 && value < v->count)
      *first += (uint32_t)value;
    else if (v->is_array && s->index)
      return;
    *end = *first + 1;
  } else if (evaluate (t, e, &value) && value > 0 &&
             value <= t->map->channels) {
    *first = (uint32_t)value;
    *end = *first + 1;
  }
}

/* Local channels have no shape that is known here. */
static const channel_shape *shape_of (const access_map *m, uint32_t number) {
  SETT_ASSERT (number); /* they count from 1 */
  return number <= m->tree->channels.count
             ? m->tree->channels.at[number - 1].shape
             : NULL;
}

static int is_own_channel (const expression *e) {
  const variable *v = e->where->variable;
  return v->owner && v->channel && !v->is_assigned;
}

/* Do all channels with numbers below `end` belong to processes that are older
   than this one?  They die after it: a channel of its own tells. */
static int are_older (const toucher *t, const expression *e, uint32_t end) {
  const process_type *p = e->where->variable->owner;
  if (!t->record || !p || !p->channels.count)
    return 0;
  const channel_slot *own = &p->channels.at[0];
  return is_constant_variable (own->variable) &&
         end <= t->record[own->variable_offset];
}

static void touch_channel (const toucher *t, const expression *e,
                           uint8_t buffered, uint8_t rendezvous) {
  uint32_t first, end;
  if (e->kind == EXPRESSION_VARIABLE)
    touch_variable (t, e, SETT_ACCESS_READ, 1);
  else
    read_expression (t, e, 1);
  channel_range (t, e, &first, &end);
  if (end > t->map->tree->channels.count + 1 && !is_own_channel (e) &&
      !are_older (t, e, end))
    touch (t, OBJECT_PROCESSES, SETT_ACCESS_READ, 1); /* dies with its owner */
  for (uint32_t number = first; number < end; number++) {
    const channel_shape *shape = shape_of (t->map, number);
    const uint8_t access = !shape            ? buffered | rendezvous
                           : shape->capacity ? buffered
                                             : rendezvous;
    touch (t, t->map->first_channel + number - 1, access, 1);
  }
}

static int may_meet (const toucher *t, const expression *e) {
  uint32_t first, end;
  channel_range (t, e, &first, &end);
  for (uint32_t number = first; number < end; number++) {
    const channel_shape *shape = shape_of (t->map, number);
    if (!shape || !shape->capacity)
      return 1;
  }
  return 0;
}

/* -------------------------------------------------------- expressions --- */

static void watch_type (const toucher *t, const process_type *watched,
                        int guards) {
  touch (t, OBJECT_PROCESSES, SETT_ACCESS_READ, guards);
  if (!is_mutant (t, MUTANT_ACCESS_TYPES))
    touch (t, OBJECT_TYPES + watched->number, SETT_ACCESS_READ, guards);
}

static void read_initial_values (const toucher *t, const variable_list *list,
                                 int guards) {
  for (size_t i = 0; i < list->count; i++) {
    const variable *v = list->at[i];
    read_expression (t, v->init, guards);
    read_list (t, &v->inits, guards);
    if (v->type.kind == TYPE_RECORD)
      read_initial_values (t, &v->type.record->fields, guards);
  }
}

static int has_c_state (const tree *t, const process_type *p) {
  for (size_t i = 0; i < t->c_declarations.count; i++)
    if (t->c_declarations.at[i].process == p)
      return 1;
  return 0;
}

/* A new process may be ready for a rendezvous at once.  Its initial values are
   computed by it: constants and _pid in them are not those of its parent. */
static void start_process (const toucher *t, const process_type *p,
                           int guards) {
  const toucher child = {t->map, NULL, SETT_NO_PROCESS, t->does, t->needs};
  touch (t, OBJECT_PROCESSES, SETT_ACCESS_BIRTH, guards);
  read_initial_values (&child, &p->variables, guards);
  if (has_c_state (t->map->tree, p))
    touch_all (t, SETT_ACCESS_READ, guards); /* by its initial value */
  if (t->map->handshakes_watched &&
      sett_accesses_meet_at (t->map, p->automaton->entry))
    touch (t, OBJECT_HANDSHAKES, SETT_ACCESS_MOVE, 0);
}

static void read_expression (const toucher *t, const expression *e,
                             int guards) {
  if (!e)
    return;
  switch (e->kind) {
  case EXPRESSION_VARIABLE:
    touch_variable (t, e, SETT_ACCESS_READ, guards);
    return;
  case EXPRESSION_CHANNEL:
  case EXPRESSION_POLL:
    touch_channel (t, e->left, SETT_ACCESS_READ, SETT_ACCESS_NONE);
    read_list (t, &e->arguments, guards);
    return;
  case EXPRESSION_RUN:
    start_process (t, e->process, guards);
    break;
  case EXPRESSION_AT_LABEL:
  case EXPRESSION_REMOTE:
    watch_type (t, e->process, guards);
    break;
  case EXPRESSION_PROCESSES:
    touch (t, OBJECT_PROCESSES, SETT_ACCESS_READ, guards);
    break;
  case EXPRESSION_LAST:
    touch (t, OBJECT_LAST, SETT_ACCESS_READ, guards);
    break;
  case EXPRESSION_ENABLED:
  case EXPRESSION_NO_PROGRESS:
  case EXPRESSION_PC_VALUE:
    touch_all (t, SETT_ACCESS_READ, guards);
    break;
  case EXPRESSION_C:
  case EXPRESSION_SET_PRIORITY:
    touch_all (t, SETT_ACCESS_ANY, guards);
    break;
  default:
    break;
  }
  read_expression (t, e->left, guards);
  read_expression (t, e->right, guards);
  read_expression (t, e->third, guards);
  read_list (t, &e->arguments, guards);
}

/* A condition that a process waits for.  nempty (c) behaves as a receive from c
   would: sending cannot disturb it, only bring it about; nfull (c) behaves as a
   send.  That holds for conditions made of these by && and ||, too. */
static void read_condition (const toucher *t, const expression *e) {
  if (e->kind == EXPRESSION_BINARY &&
      (e->op == TOKEN_AND || e->op == TOKEN_OR)) {
    read_condition (t, e->left);
    read_condition (t, e->right);
  } else if (e->kind == EXPRESSION_CHANNEL && e->op == KEY_NEMPTY)
    touch_channel (t, e->left, SETT_ACCESS_RECEIVE, SETT_ACCESS_NONE);
  else if (e->kind == EXPRESSION_CHANNEL && e->op == KEY_NFULL)
    touch_channel (t, e->left, SETT_ACCESS_SEND, SETT_ACCESS_NONE);
  else
    read_expression (t, e, 1);
}

/* --------------------------------------------------------- statements --- */

/* Whether a partner takes the message depends on what is in it. */
static void touch_send (const toucher *t, const statement *s) {
  read_list (t, &s->arguments, may_meet (t, s->target));
  touch_channel (t, s->target, s->sorted ? SETT_ACCESS_WRITE : SETT_ACCESS_SEND,
                 SETT_ACCESS_HANDSHAKE);
  if (s->sorted && t->needs) /* it waits for room like any send */
    touch_channel (t, s->target, SETT_ACCESS_SEND, SETT_ACCESS_HANDSHAKE);
}

static void touch_receive (const toucher *t, const statement *s) {
  for (size_t i = 0; i < s->arguments.count; i++)
    if (is_mutant (t, MUTANT_ACCESS_RECEIVED))
      continue;
    else if (s->arguments.at[i]->kind == EXPRESSION_VARIABLE)
      write_variable (t, s->arguments.at[i]);
    else
      read_expression (t, s->arguments.at[i], 1);
  touch_channel (t, s->target, SETT_ACCESS_RECEIVE, SETT_ACCESS_HANDSHAKE);
}

static void touch_statement (const toucher *t, const statement *s) {
  switch (s->kind) {
  case STATEMENT_SEND:
    touch_send (t, s);
    break;
  case STATEMENT_RECEIVE:
    touch_receive (t, s);
    break;
  case STATEMENT_ASSIGN:
    if (sett_forget_is_idle (s))
      break;
    write_variable (t, s->target);
    read_expression (t, s->value, 0);
    read_list (t, &s->target->where->variable->inits, 0);
    break;
  case STATEMENT_EXPRESSION:
    read_condition (t, s->value);
    break;
  case STATEMENT_C:
    touch_all (t, SETT_ACCESS_ANY, 1);
    break;
  default:
    read_expression (t, s->value, 1);
    read_list (t, &s->arguments, 1);
    break;
  }
  for (size_t i = 0; i < s->parts.count; i++)
    for (size_t k = 0; k < s->parts.at[i]->statements.count; k++)
      touch_statement (t, s->parts.at[i]->statements.at[k]);
}

/* Can it take part in a rendezvous?  A d_step may begin with one. */
static int may_take_part (const toucher *anybody, const transition *t) {
  return t->kind == TRANSITION_D_STEP ||
         (t->kind == TRANSITION_STATEMENT &&
          (t->statement->kind == STATEMENT_SEND ||
           t->statement->kind == STATEMENT_RECEIVE) &&
          may_meet (anybody, t->statement->target));
}

/* Is a rendezvous possible at this location? */
int sett_accesses_meet_at (const access_map *m, const location *l) {
  const toucher anybody = {m, NULL, SETT_NO_PROCESS, NULL, NULL};
  for (size_t i = 0; i < l->transitions.count; i++)
    if (may_take_part (&anybody, l->transitions.at[i]))
      return 1;
  for (size_t i = 0; i < l->escapes.count; i++)
    if (sett_accesses_meet_at (m, l->escapes.at[i]))
      return 1;
  return 0;
}

int sett_accesses_offer (const access_map *m, const transition *t) {
  const toucher anybody = {m, NULL, SETT_NO_PROCESS, NULL, NULL};
  return t->kind == TRANSITION_STATEMENT &&
         t->statement->kind == STATEMENT_SEND &&
         may_meet (&anybody, t->statement->target);
}

static int share_handshake (const access_map *m, const uint8_t *a,
                            const uint8_t *b) {
  for (uint32_t i = m->first_channel; i < m->control.objects; i++)
    if (a[i] & b[i] & SETT_ACCESS_HANDSHAKE)
      return 1;
  return 0;
}

/* Reads everything that is needed; is there a rendezvous among it? */
static int read_needs (const toucher *t, const uint8_t *needs, int guards) {
  int meets = 0;
  for (uint32_t i = 0; i < t->map->control.objects; i++)
    if (needs[i]) {
      touch (t, i, SETT_ACCESS_READ, guards);
      meets |= needs[i] & SETT_ACCESS_HANDSHAKE;
    }
  return meets;
}

/* Reads on what it depends whether this rendezvous is possible: who is where,
   and what partners need. */
static void look_for_partners (const toucher *t, const uint8_t *handshakes,
                               int guards) {
  const access_map *m = t->map;
  touch (t, OBJECT_HANDSHAKES, SETT_ACCESS_READ, guards);
  for (size_t i = 0; i < m->partners.count; i++)
    if (share_handshake (m, handshakes, m->partners.at[i]))
      read_needs (t, m->partners.at[i], guards);
}

/* Can a process come to it while it has control? */
static int is_passed (const access_map *m, const transition *n) {
  const location *from = m->source[n->number];
  return n->kind == TRANSITION_D_STEP || !from || m->is_passed[from->number];
}

/* Inside an atomic or a d_step a process that cannot go on stops there, so that
   what it does depends on whether a channel is full or empty, or somebody is
   ready for a rendezvous. */
static void look_ahead (const toucher *t, const transition *n) {
  const access_map *m = t->map;
  if (sett_accesses_offer (m, n))
    look_for_partners (t, t->does, 0);
  for (uint32_t i = 0; i < m->channels; i++)
    if (t->does[m->first_channel + i])
      touch (t, m->first_channel + i, SETT_ACCESS_READ, 0);
}

/* What holds for every step. */
static void touch_common (const toucher *t, const process_type *p) {
  const access_map *m = t->map;
  read_expression (t, p->provided, 1);
  if (m->tree->uses_last)
    touch (t, OBJECT_LAST, SETT_ACCESS_WRITE, 0);
  if (m->tree->uses_priority)
    touch_all (t, SETT_ACCESS_READ, 1);
}

static void touch_own (const toucher *t, const transition *n) {
  const access_map *m = t->map;
  touch_common (t, n->process);
  if (m->type_is_watched[n->process->number] &&
      !is_mutant (t, MUTANT_ACCESS_MOVES))
    touch (t, OBJECT_TYPES + n->process->number, SETT_ACCESS_MOVE, 0);
  if (n->kind == TRANSITION_END)
    touch (t, OBJECT_PROCESSES, SETT_ACCESS_DEATH, 1);
  else if (n->kind != TRANSITION_JUMP)
    touch_statement (t, n->statement);
  if (n->observed)
    touch (t, OBJECT_MONITOR, SETT_ACCESS_WRITE, 0);
  const location *from = m->source[n->number];
  if (is_passed (m, n))
    look_ahead (t, n);
  if (m->handshakes_watched &&
      (!from || sett_accesses_meet_at (m, from) ||
       (n->target && sett_accesses_meet_at (m, n->target))))
    touch (t, OBJECT_HANDSHAKES, SETT_ACCESS_MOVE, 0);
}

/* Reads everything on which it depends whether `watched` is possible. */
static void watch (const toucher *t, const transition *watched,
                   uint8_t *scratch) {
  const access_map *m = t->map;
  uint8_t *does = scratch, *needs = scratch + m->control.objects;
  memset (scratch, 0, 2 * (size_t)m->control.objects);
  const toucher inner = {m, t->record, t->process, does, needs};
  touch_own (&inner, watched);
  if (read_needs (t, needs, 1))
    look_for_partners (t, needs, 1);
}

void sett_touch_map_add (const access_map *m, const unsigned char *bytes,
                         unsigned process, uint32_t number, uint8_t *does,
                         uint8_t *needs) {
  const toucher t = {m, bytes, process, does, needs};
  const size_t room = 2 * (size_t)m->control.objects;
  touch_own (&t, m->all->transitions.at[number]);
  const transition_list *watched = &m->watched[number];
  if (!watched->count || is_mutant (&t, MUTANT_ACCESS_WATCHED))
    return;
  uint8_t *scratch = sett_alloc (room);
  for (size_t i = 0; i < watched->count; i++)
    watch (&t, watched->at[i], scratch);
  sett_free (scratch, room);
}

void sett_touch_map_writes (const access_map *m, uint32_t number,
                            uint8_t *writes) {
  memset (writes, 0, m->control.objects);
  const toucher anybody = {m, NULL, SETT_NO_PROCESS, writes, NULL};
  touch_own (&anybody, m->all->transitions.at[number]);
  for (uint32_t i = 0; i < m->control.objects; i++)
    writes[i] &= (uint8_t)~SETT_ACCESS_READ;
}

unsigned
sett_touch_map_standings (const access_map *m, const unsigned char *state,
                          sett_standing standings[SETT_MOST_PROCESSES]) {
  const tree *t = m->tree;
  const unsigned count = state[t->nr_pr_offset];
  uint32_t at = t->globals_size;
  for (unsigned i = 0; i < count; i++) {
    uint16_t number;
    memcpy (&number, state + at, 2);
    standings[i] = (sett_standing){number, at};
    at += m->record_size[number];
  }
  return count;
}

/* ----------------------------------------------------------- building --- */

static int is_else (const transition *t) {
  return t->kind == TRANSITION_STATEMENT &&
         t->statement->kind == STATEMENT_ELSE;
}

static void add_watched (access_map *m, const transition *t,
                         const location *hiding) {
  for (size_t i = 0; i < hiding->transitions.count; i++)
    if (hiding->transitions.at[i] != t)
      TREE_PUSH (&m->tree->arena, m->watched[t->number],
                 hiding->transitions.at[i]);
}

static void find_watched (access_map *m, const location *l) {
  for (size_t i = 0; i < l->transitions.count; i++) {
    const transition *t = l->transitions.at[i];
    m->source[t->number] = l;
    if (is_else (t))
      add_watched (m, t, l);
    for (size_t k = 0; k < l->escapes.count; k++)
      add_watched (m, t, l->escapes.at[k]);
  }
  for (size_t k = 1; k < l->escapes.count; k++)
    for (size_t i = 0; i < l->escapes.at[k]->transitions.count; i++)
      for (size_t outer = 0; outer < k; outer++)
        add_watched (m, l->escapes.at[k]->transitions.at[i],
                     l->escapes.at[outer]);
}

/* An escape is taken from many locations. */
static void forget_sources_of_escapes (access_map *m) {
  for (size_t i = 0; i < m->all->locations.count; i++) {
    const location *l = m->all->locations.at[i];
    for (size_t k = 0; k < l->escapes.count; k++)
      for (size_t n = 0; n < l->escapes.at[k]->transitions.count; n++)
        m->source[l->escapes.at[k]->transitions.at[n]->number] = NULL;
  }
}

static void describe_locations (access_map *m) {
  const automata *all = m->all;
  m->record_size = sett_arena_get (&m->tree->arena, (all->locations.count + 1) *
                                                        sizeof *m->record_size);
  sett_location *out = sett_arena_get (
      &m->tree->arena, (all->locations.count + 1) * sizeof *out);
  for (size_t i = 0; i < all->locations.count; i++) {
    const location *l = all->locations.at[i];
    SETT_VECTOR (uint32_t) list = {0};
    for (size_t k = 0; k < l->escapes.count; k++)
      for (size_t n = 0; n < l->escapes.at[k]->transitions.count; n++)
        TREE_PUSH (&m->tree->arena, list,
                   l->escapes.at[k]->transitions.at[n]->number);
    for (size_t n = 0; n < l->transitions.count; n++)
      TREE_PUSH (&m->tree->arena, list, l->transitions.at[n]->number);
    out[i] = (sett_location){.transitions = list.at,
                             .count = (uint32_t)list.count,
                             .type = l->process->number,
                             .label = l->labels.count ? l->labels.at[0] : NULL,
                             .valid_end = l->valid_end};
    m->record_size[i] = l->process->size;
  }
  m->control.locations = out;
  m->control.locations_count = (uint32_t)all->locations.count;
}

static void describe_types (access_map *m) {
  const tree *t = m->tree;
  sett_process_type *out =
      sett_arena_get (&m->tree->arena, (t->processes.count + 1) * sizeof *out);
  for (size_t i = 0; i < t->processes.count; i++) {
    const process_type *p = t->processes.at[i];
    SETT_VECTOR (sett_constant) list = {0};
    for (size_t k = 0; k < p->variables.count; k++)
      if (is_constant_variable (p->variables.at[k])) {
        const sett_constant c = {p->variables.at[k]->offset,
                                 p->variables.at[k]->size};
        TREE_PUSH (&m->tree->arena, list, c);
      }
    out[i] = (sett_process_type){list.at, (uint32_t)list.count,
                                 p->automaton->entry->number,
                                 OBJECT_TYPES + (uint32_t)i};
  }
  m->control.types = out;
  m->control.types_count = (uint32_t)t->processes.count;
}

/* Does it matter to a transition whether a rendezvous is possible? */
static int watches_handshakes (const access_map *m) {
  const toucher anybody = {m, NULL, SETT_NO_PROCESS, NULL, NULL};
  for (size_t i = 0; i < m->all->transitions.count; i++) {
    const transition *t = m->all->transitions.at[i];
    if (is_passed (m, t) && sett_accesses_offer (m, t))
      return 1;
    for (size_t k = 0; k < m->watched[i].count; k++)
      if (may_take_part (&anybody, m->watched[i].at[k]))
        return 1;
  }
  return 0;
}

/* What a transition needs, whoever takes it, also those it must not be hidden
   by: not all that these in turn watch, but their partners are in the list as
   well. */
static const uint8_t *needs_of (access_map *m, const transition *t,
                                uint8_t *scratch) {
  uint8_t *needs = sett_arena_get (&m->tree->arena, m->control.objects);
  const toucher anybody = {m, NULL, SETT_NO_PROCESS, scratch, needs};
  touch_own (&anybody, t);
  for (size_t i = 0; i < m->watched[t->number].count; i++)
    touch_own (&anybody, m->watched[t->number].at[i]);
  return needs;
}

static void find_partners (access_map *m) {
  const toucher anybody = {m, NULL, SETT_NO_PROCESS, NULL, NULL};
  const size_t room = m->control.objects;
  uint8_t *scratch = sett_zalloc (room, 1);
  for (size_t i = 0; m->handshakes_watched && i < m->all->transitions.count;
       i++) {
    const transition *t = m->all->transitions.at[i];
    if (!may_take_part (&anybody, t))
      continue;
    const uint8_t *needs = needs_of (m, t, scratch);
    TREE_PUSH (&m->tree->arena, m->partners, needs);
  }
  sett_free (scratch, room);
}

access_map *sett_touch_map_build (tree *t, automata *all, unsigned mutant) {
  access_map *m = sett_arena_get (&t->arena, sizeof *m);
  const size_t count = all->transitions.count + 1;
  m->tree = t;
  m->all = all;
  m->mutant = mutant;
  m->watched = sett_arena_get (&t->arena, count * sizeof *m->watched);
  m->source = sett_arena_get (&t->arena, count * sizeof *m->source);
  m->type_is_watched = sett_arena_get (
      &t->arena, (t->processes.count + 1) * sizeof *m->type_is_watched);
  m->is_passed = sett_arena_get (&t->arena, all->locations.count + 1);
  for (size_t i = 0; i < all->transitions.count; i++)
    if (all->transitions.at[i]->keeps_control && all->transitions.at[i]->target)
      m->is_passed[all->transitions.at[i]->target->number] = 1;
  sett_objects_number (m);
  for (size_t i = 0; i < all->locations.count; i++)
    find_watched (m, all->locations.at[i]);
  forget_sources_of_escapes (m);
  m->handshakes_watched = watches_handshakes (m);
  return m;
}

const sett_control *sett_touch_map_describe (access_map *m) {
  sett_flows_describe (m);
  find_partners (m);
  describe_locations (m);
  describe_types (m);
  return &m->control;
}
