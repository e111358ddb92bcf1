/* Runs of a holder.

   Inside an atomic, and at silent locations (merge_locations.c), a process goes
   on alone, and most of the time it has no choice.  Then the transient states
   between its steps need not be seen by the kernel: run_on () executes steps on
   the next state itself, until the holder gives up control, must wait, or has a
   choice.  The stable states reached are the same; only the search uses it
   (sett_sink.fuses), while paths are made of single steps.

   A location takes part if all its transitions are plain: what they need is a
   condition that can be tested without side effects. */

#include "base/assert.h"
#include "promela/emit/emit.h"
#include "promela/analyse/merge_locations.h"

/* Has the expression the same value here as at the beginning of a step? */
static int is_plain (const expression *x) {
  if (!x)
    return 1;
  if (x->kind == EXPRESSION_TIMEOUT || x->kind == EXPRESSION_ENABLED ||
      x->kind == EXPRESSION_C)
    return 0;
  for (size_t i = 0; i < x->arguments.count; i++)
    if (!is_plain (x->arguments.at[i]))
      return 0;
  for (const selector *s = x->where; s; s = s->next)
    if (!is_plain (s->index))
      return 0;
  return is_plain (x->left) && is_plain (x->right) && is_plain (x->third);
}

static int is_buffered (emitter *e, const expression *channel,
                        const expression_list *arguments) {
  known_channel k;
  return sett_find_known_channel (e->tree, channel, &k) && k.shape->capacity &&
         k.shape->fields.count == arguments->count;
}

/* `alone`: it is the only transition of its location. */
static int takes_part (emitter *e, const transition *t, int alone) {
  const statement *s = t->statement;
  if (t->kind == TRANSITION_JUMP)
    return 1;
  if (t->kind == TRANSITION_D_STEP)
    return alone && !e->tree->uses_timeout && !e->tree->uses_enabled &&
           !e->tree->uses_c;
  if (t->kind != TRANSITION_STATEMENT || !is_plain (s->value) ||
      !is_plain (s->target))
    return 0;
  for (size_t i = 0; i < s->arguments.count; i++)
    if (!is_plain (s->arguments.at[i]))
      return 0;
  switch (s->kind) {
  case STATEMENT_EXPRESSION:
  case STATEMENT_ASSIGN:
    return alone || !sett_has_effect (s->value);
  case STATEMENT_ASSERT:
  case STATEMENT_PRINT:
  case STATEMENT_ELSE:
    return 1;
  case STATEMENT_SEND:
    return is_buffered (e, s->target, &s->arguments);
  case STATEMENT_RECEIVE:
    return alone && is_buffered (e, s->target, &s->arguments);
  default:
    return 0;
  }
}

static int location_takes_part (emitter *e, const location *l) {
  if (!(l->atomic || l->silent) || l->d_step || l->escapes.count ||
      !l->transitions.count)
    return 0;
  if (!l->atomic && sett_location_can_fail (l))
    return 0; /* the state before a violation must be seen: see emit_steps */
  for (size_t i = 0; i < l->transitions.count; i++)
    if (!takes_part (e, l->transitions.at[i], l->transitions.count == 1))
      return 0;
  return 1;
}

/* Adds 1 to `ways` and sets `way` if the transition can go. */
static void emit_way (emitter *e, const transition *t, size_t number) {
  const statement *s = t->statement;
  known_channel k;
  const int is_statement = t->kind == TRANSITION_STATEMENT;
  if (is_statement && s->kind == STATEMENT_EXPRESSION) {
    EMIT (e, "if (");
    sett_emit_expression (e, s->value);
    EMIT (e, ") ");
  } else if (is_statement && s->kind == STATEMENT_SEND &&
             sett_find_known_channel (e->tree, s->target, &k)) {
    EMIT (e, "if (s[");
    sett_emit_channel_offset (e, &k);
    EMIT (e, "] < %u) ", k.shape->capacity);
  }
  EMIT (e, "{ ways++; way = %zu; }\n", number);
}

/* Several transitions: goes on if just one of them can. */
static void emit_choice (emitter *e, const location *l) {
  SETT_ASSERT (l->transitions.count > 1);
  const size_t count = l->transitions.count;
  const transition *last = l->transitions.at[count - 1];
  const int has_else = last->kind == TRANSITION_STATEMENT &&
                       last->statement->kind == STATEMENT_ELSE;
  EMIT (e, "{ int ways = 0, way = 0;\n");
  for (size_t i = 0; i < count - (size_t)has_else; i++)
    emit_way (e, l->transitions.at[i], i);
  EMIT (e, "if (ways > 1 || c->violation) { c->violation = 0; return pid; }\n");
  if (has_else)
    EMIT (e, "if (!ways) way = %zu;\n", count - 1);
  else
    EMIT (e, "if (!ways) return SETT_NO_PROCESS;\n");
  EMIT (e, "switch (way) {\n");
  for (size_t i = 0; i < count; i++) {
    EMIT (e, "case %zu:\n", i);
    sett_emit_transition (e, l->transitions.at[i]);
    EMIT (e, "break;\n");
  }
  EMIT (e, "}\n}\nreturn pid;\n");
}

static void emit_run_location (emitter *e, const location *l) {
  EMIT (e, "case %u:\n", l->number);
  if (l->transitions.count > 1) {
    emit_choice (e, l);
    return;
  }
  sett_emit_transition (e, l->transitions.at[0]);
  EMIT (e, "return SETT_NO_PROCESS;\n"); /* it must wait */
}

static size_t emit_process_runs (emitter *e, process_type *p) {
  size_t count = 0;
  for (size_t i = 0; i < p->automaton->locations.count; i++)
    count += (size_t)location_takes_part (e, p->automaton->locations.at[i]);
  if (!count || p->provided)
    return 0;
  e->process = p;
  EMIT (e,
        "static unsigned run_on_%u (context *c, unsigned char *T, "
        "unsigned pid) {\n"
        "unsigned char *s = T;\n"
        "struct globals *G = (void *) T, *g = G;\n"
        "struct process_%u *P = (void *) (T + c->at[pid]), *p = P;\n"
        "unsigned steps = 0;\n(void) s; (void) g; (void) p;\n"
        "again:\nif (++steps > 100) return pid;\nswitch (P->_p) {\n",
        p->number, p->number);
  e->mode = EMIT_RUN;
  for (size_t i = 0; i < p->automaton->locations.count; i++)
    if (location_takes_part (e, p->automaton->locations.at[i]))
      emit_run_location (e, p->automaton->locations.at[i]);
  e->mode = EMIT_STEPS;
  EMIT (e, "default: return pid;\n}\n}\n");
  return count;
}

void sett_emit_run_on (emitter *e) {
  const tree *t = e->tree;
  size_t runs[256] = {0};
  for (size_t i = 0; i < t->processes.count && !t->uses_priority; i++)
    runs[i] = emit_process_runs (e, t->processes.at[i]);
  EMIT (e, "static SETT_APART unsigned run_on (context *c, unsigned char *T, "
           "unsigned pid) {\n"
           "switch (process_type (T, c->at[pid])) {\n");
  for (size_t i = 0; i < t->processes.count; i++)
    if (runs[i])
      EMIT (e, "case %zu: return run_on_%zu (c, T, pid);\n", i, i);
  EMIT (e, "default: return pid;\n}\n}\n");
}
