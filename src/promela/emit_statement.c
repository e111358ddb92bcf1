/* Statements, locations and d_steps as C.

   Outside of d_step each statement reads the current state and, if it can be
   executed, writes a next state and adds it to the sink.  Inside, it reads and
   writes the one next state and jumps to the label of the next location.  In
   the runs of emit_run.c it does so, too, and keeps the location up to date. */

#include "promela/emit.h"
#include "promela/forget.h"
#include "promela/layout.h"

void emit_open (emitter *e, const transition *t) {
  (void)t;
  if (e->mode == EMIT_D_STEP)
    EMIT (e, "moved = 1;\n");
  if (e->mode != EMIT_STEPS)
    return;
  EMIT (e,
        "unsigned char *T = sett_next (c);\n"
        "struct globals *G = (void *) T;\n"
        "struct process_%u *P = (void *) (T + c->at[pid]);\n(void) G;\n",
        e->process->number);
}

void emit_resets (emitter *e, const variable_list *dead, const char *process) {
  for (size_t i = 0; i < dead->count; i++) {
    const variable *v = dead->at[i];
    if (v->is_array || v->type.kind == TYPE_RECORD)
      EMIT (e, "memset (&%s->%s, 0, sizeof %s->%s);\n", process, v->c_name,
            process, v->c_name);
    else
      EMIT (e, "%s->%s = 0;\n", process, v->c_name);
  }
}

void emit_close (emitter *e, const transition *t) {
  if (e->mode != EMIT_STEPS)
    emit_failure (e, t, 1);
  if (e->mode == EMIT_D_STEP) {
    EMIT (e, "goto L%u;\n", t->target->number);
    return;
  }
  emit_resets (e, &t->resets, "P");
  if (e->mode == EMIT_RUN) {
    EMIT (e, "P->_p = %u;\n%s\n", t->target->number,
          t->keeps_control ? "goto again;" : "return SETT_NOBODY;");
    return;
  }
  EMIT (e, "P->_p = %u;\nfinish (c, T, %u, pid, SETT_NOBODY, pid, %s);\n",
        t->target->number, t->number, t->keeps_control ? "pid" : "SETT_NOBODY");
}

void emit_failure (emitter *e, const transition *t, int possible) {
  if (!possible)
    return;
  if (e->mode == EMIT_STEPS)
    EMIT (e, "if (c->fault) sett_fail (c, %u, pid);\n", t->number);
  else
    EMIT (e, "if (c->fault) { sett_blame (c, %u); return %s; }\n", t->number,
          e->mode == EMIT_D_STEP ? "1" : "SETT_NOBODY");
}

/* ------------------------------------------------------- statements --- */

static void emit_condition (emitter *e, const transition *t) {
  const expression *x = t->statement->value;
  if (has_effect (x)) { /* run: the condition changes the next state */
    EMIT (e, "{ ");
    emit_open (e, t);
    EMIT (e, "if (");
    emit_expression (e, x);
    EMIT (e, " && !c->fault) {\n");
    emit_close (e, t);
    EMIT (e, "}\n");
    emit_failure (e, t, 1);
    EMIT (e, "}\n");
    return;
  }
  const int fails = can_fail (x);
  EMIT (e, "if (");
  emit_expression (e, x);
  EMIT (e, fails ? " && !c->fault) {\n" : ") {\n");
  emit_open (e, t);
  emit_close (e, t);
  EMIT (e, "}\n");
  emit_failure (e, t, fails);
}

static void emit_fill (emitter *e, const variable *v, const statement *s) {
  for (uint32_t i = 0; i < v->count; i++) {
    EMIT (e, "P->%s[%u] = ", v->c_name, i);
    emit_converted (e, &v->type, v->inits.count ? v->inits.at[i] : s->value);
    EMIT (e, ";\n");
  }
}

/* Nobody reads what would be written here; only what can go wrong, or does
   something else as well, remains. */
static void emit_forgetting (emitter *e, const transition *t) {
  const statement *s = t->statement;
  emit_open (e, t);
  if (forget_is_idle (s))
    return;
  EMIT (e, "(void) ");
  emit_expression (e, s->value);
  EMIT (e, ";\n(void) ");
  emit_variable (e, s->target->where, "G", "P");
  EMIT (e, ";\n");
}

static void emit_assignment (emitter *e, const transition *t) {
  const statement *s = t->statement;
  const selector *last = s->target->where;
  while (last->next)
    last = last->next;
  EMIT (e, "{ ");
  if (s->target->is_forgotten) {
    emit_forgetting (e, t);
  } else if (s->fills) {
    emit_open (e, t);
    emit_fill (e, last->variable, s);
  } else {
    if (has_effect (s->value))
      emit_open (e, t);
    EMIT (e, "const int v = ");
    emit_expression (e, s->value);
    EMIT (e, ";\n");
    if (!has_effect (s->value))
      emit_open (e, t);
    emit_variable (e, s->target->where, "G", "P");
    EMIT (e, " = ");
    emit_conversion_open (e, &last->variable->type);
    EMIT (e, "v");
    emit_conversion_close (e, &last->variable->type);
    EMIT (e, ";\n");
  }
  emit_close (e, t);
  EMIT (e, "}\n");
}

static void emit_assert (emitter *e, const transition *t) {
  EMIT (e, "{ const int holds = ");
  emit_expression (e, t->statement->value);
  EMIT (e, ";\n");
  emit_open (e, t);
  if (e->mode != EMIT_STEPS)
    EMIT (e,
          "if (!holds && !c->fault) sett_add (c, %u, pid, SETT_NOBODY, "
          "SETT_NOBODY, SETT_FAULT_ASSERTION, 0);\n",
          t->number);
  else
    EMIT (e, "if (!holds) c->failed = SETT_FAULT_ASSERTION;\n");
  emit_close (e, t);
  EMIT (e, "}\n");
}

static void emit_always (emitter *e, const transition *t) {
  EMIT (e, "{ ");
  emit_open (e, t);
  emit_close (e, t);
  EMIT (e, "}\n");
}

static void emit_else (emitter *e, const transition *t) {
  if (e->mode == EMIT_STEPS)
    EMIT (e, "if (c->sink->count == before) ");
  emit_always (e, t);
}

/* A false guard is a fault: see c_code_N () in emit_c.c. */
static void emit_c_code (emitter *e, const transition *t) {
  EMIT (e, "{ ");
  emit_open (e, t);
  EMIT (e, "c_code_%u (c, T, pid);\n", t->statement->number);
  emit_close (e, t);
  EMIT (e, "}\n");
}

static void emit_death (emitter *e, const transition *t) {
  EMIT (e,
        "if (pid == g->_nr_pr - 1) {\n"
        "unsigned char *T = sett_next (c);\n"
        "((struct globals *) T)->_nr_pr--;\n"
        "c->next_size = c->at[pid];\n"
        "finish (c, T, %u, pid, SETT_NOBODY, pid, SETT_NOBODY);\n}\n",
        t->number);
}

static void emit_d_step_call (emitter *e, const transition *t) {
  EMIT (e, "{ ");
  emit_open (e, t);
  EMIT (e, "if (d_step_%u (c, T, pid, SETT_NOWHERE)) {\n", t->d_step);
  emit_close (e, t);
  EMIT (e, "}\n}\n");
}

void emit_transition (emitter *e, const transition *t) {
  if (t->kind == TRANSITION_END) {
    emit_death (e, t);
    return;
  }
  if (t->kind == TRANSITION_D_STEP) {
    emit_d_step_call (e, t);
    return;
  }
  if (t->kind == TRANSITION_JUMP) {
    emit_always (e, t);
    return;
  }
  switch (t->statement->kind) {
  case STATEMENT_ASSIGN:
    emit_assignment (e, t);
    return;
  case STATEMENT_SEND:
    emit_send (e, t);
    return;
  case STATEMENT_RECEIVE:
    emit_receive (e, t);
    return;
  case STATEMENT_ASSERT:
    emit_assert (e, t);
    return;
  case STATEMENT_PRINT:
    emit_print (e, t);
    return;
  case STATEMENT_ELSE:
    emit_else (e, t);
    return;
  case STATEMENT_C:
    emit_c_code (e, t);
    return;
  default:
    emit_condition (e, t);
    return;
  }
}

/* -------------------------------------------------------- locations --- */

static void emit_transitions (emitter *e, const location *l) {
  for (size_t i = 0; i < l->transitions.count; i++)
    emit_transition (e, l->transitions.at[i]);
}

/* The escapes of unless, outermost first: one that can go hides the rest. */
void emit_location (emitter *e, const location *l) {
  EMIT (e, "case %u:\n", l->number);
  for (size_t i = 0; i < l->escapes.count; i++) {
    emit_transitions (e, l->escapes.at[i]);
    EMIT (e, "if (c->sink->count != before) break;\n");
  }
  emit_transitions (e, l);
  EMIT (e, "break;\n");
}

/* ----------------------------------------------------------- d_steps --- */

static void emit_inner_location (emitter *e, const location *l) {
  EMIT (e,
        "L%u:\nif (++c->rounds > SETT_D_STEP_LIMIT) { c->fault = "
        "SETT_FAULT_DSTEP_ENDLESS; return 1; }\n",
        l->number);
  emit_transitions (e, l);
  EMIT (e,
        "if (!moved) return 0;\n"
        "c->fault = SETT_FAULT_DSTEP_BLOCKS; c->fault_at = %u; return 1;\n",
        l->transitions.count ? l->transitions.at[0]->number : 0);
}

void emit_d_step (emitter *e, const transition *t) {
  EMIT (e,
        "static SETT_APART int d_step_%u (context *c, unsigned char *T, "
        "unsigned pid, "
        "unsigned entry) {\n"
        "unsigned char *s = T;\n"
        "struct globals *G = (void *) T, *g = G;\n"
        "struct process_%u *P = (void *) (T + c->at[pid]), *p = P;\n"
        "int moved = entry != SETT_NOWHERE;\n"
        "(void) s; (void) g; (void) p;\nc->rounds = 0;\n"
        "switch (entry) {\n",
        t->d_step, t->process->number);
  const automaton *a = t->process->automaton;
  for (size_t i = 0; i < a->locations.count; i++)
    if (a->locations.at[i]->d_step == t->d_step)
      EMIT (e, "case %u: goto L%u;\n", a->locations.at[i]->number,
            a->locations.at[i]->number);
  EMIT (e, "default: goto L%u;\n}\n", t->inner_entry->number);
  e->mode = EMIT_D_STEP;
  for (size_t i = 0; i < a->locations.count; i++) {
    const location *l = a->locations.at[i];
    if (l->d_step == t->d_step && l != t->inner_exit)
      emit_inner_location (e, l);
  }
  e->mode = EMIT_STEPS;
  EMIT (e, "L%u: return 1;\n}\n", t->inner_exit->number);
}
