/* Statements, locations and d_steps as C.

   Outside of d_step each statement reads the current state and, if it can be
   executed, writes a next state and adds it to the sink.  Inside, it reads and
   writes the one next state and jumps to the label of the next location.  In
   the runs of emit_run.c it does so, too, and keeps the location up to date. */

#include "promela/emit/emit.h"
#include "promela/analyse/forget.h"
#include "base/assert.h"

void sett_emit_open (emitter *e, const transition *t) {
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

void sett_emit_resets (emitter *e, const variable_list *dead,
                       const char *process) {
  for (size_t i = 0; i < dead->count; i++) {
    const variable *v = dead->at[i];
    if (v->is_array || v->type.kind == TYPE_RECORD)
      EMIT (e, "memset (&%s->%s, 0, sizeof %s->%s);\n", process, v->c_name,
            process, v->c_name);
    else
      EMIT (e, "%s->%s = 0;\n", process, v->c_name);
  }
}

void sett_emit_close (emitter *e, const transition *t) {
  SETT_ASSERT (t->target && t->target->number < e->all->locations.count);
  if (e->mode != EMIT_STEPS)
    sett_emit_failure (e, t, 1);
  if (e->mode == EMIT_D_STEP) {
    EMIT (e, "goto L%u;\n", t->target->number);
    return;
  }
  sett_emit_resets (e, &t->resets, "P");
  if (e->mode == EMIT_RUN) {
    EMIT (e, "P->_p = %u;\n%s\n", t->target->number,
          t->keeps_control ? "goto again;" : "return SETT_NO_PROCESS;");
    return;
  }
  EMIT (e, "P->_p = %u;\nfinish (c, T, %u, pid, SETT_NO_PROCESS, pid, %s);\n",
        t->target->number, t->number,
        t->keeps_control ? "pid" : "SETT_NO_PROCESS");
}

void sett_emit_failure (emitter *e, const transition *t, int possible) {
  SETT_ASSERT (t->number < e->all->transitions.count);
  if (!possible)
    return;
  if (e->mode == EMIT_STEPS)
    EMIT (e, "if (c->violation) sett_fail (c, %u, pid);\n", t->number);
  else
    EMIT (e, "if (c->violation) { sett_blame (c, %u); return %s; }\n",
          t->number, e->mode == EMIT_D_STEP ? "1" : "SETT_NO_PROCESS");
}

/* ------------------------------------------------------- statements --- */

static void emit_condition (emitter *e, const transition *t) {
  const expression *x = t->statement->value;
  if (sett_has_effect (x)) { /* run: the condition changes the next state */
    EMIT (e, "{ ");
    sett_emit_open (e, t);
    EMIT (e, "if (");
    sett_emit_expression (e, x);
    EMIT (e, " && !c->violation) {\n");
    sett_emit_close (e, t);
    EMIT (e, "}\n");
    sett_emit_failure (e, t, 1);
    EMIT (e, "}\n");
    return;
  }
  const int fails = sett_can_fail (x);
  EMIT (e, "if (");
  sett_emit_expression (e, x);
  EMIT (e, fails ? " && !c->violation) {\n" : ") {\n");
  sett_emit_open (e, t);
  sett_emit_close (e, t);
  EMIT (e, "}\n");
  sett_emit_failure (e, t, fails);
}

static void emit_fill (emitter *e, const variable *v, const statement *s) {
  for (uint32_t i = 0; i < v->count; i++) {
    EMIT (e, "P->%s[%u] = ", v->c_name, i);
    sett_emit_converted (e, &v->type,
                         v->inits.count ? v->inits.at[i] : s->value);
    EMIT (e, ";\n");
  }
}

/* Nobody reads what would be written here; only what can go wrong, or does
   something else as well, remains. */
static void emit_forgetting (emitter *e, const transition *t) {
  const statement *s = t->statement;
  sett_emit_open (e, t);
  if (sett_forget_is_idle (s))
    return;
  EMIT (e, "(void) ");
  sett_emit_expression (e, s->value);
  EMIT (e, ";\n(void) ");
  sett_emit_variable (e, s->target->where, "G", "P");
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
    sett_emit_open (e, t);
    emit_fill (e, last->variable, s);
  } else {
    if (sett_has_effect (s->value))
      sett_emit_open (e, t);
    EMIT (e, "const int v = ");
    sett_emit_expression (e, s->value);
    EMIT (e, ";\n");
    if (!sett_has_effect (s->value))
      sett_emit_open (e, t);
    sett_emit_variable (e, s->target->where, "G", "P");
    EMIT (e, " = ");
    sett_emit_conversion_open (e, &last->variable->type);
    EMIT (e, "v");
    sett_emit_conversion_close (e, &last->variable->type);
    EMIT (e, ";\n");
  }
  sett_emit_close (e, t);
  EMIT (e, "}\n");
}

static void emit_assert (emitter *e, const transition *t) {
  EMIT (e, "{ const int holds = ");
  sett_emit_expression (e, t->statement->value);
  EMIT (e, ";\n");
  sett_emit_open (e, t);
  if (e->mode != EMIT_STEPS)
    EMIT (e,
          "if (!holds && !c->violation) sett_add (c, %u, pid, SETT_NO_PROCESS, "
          "SETT_NO_PROCESS, SETT_VIOLATION_ASSERTION, 0);\n",
          t->number);
  else
    EMIT (e, "if (!holds) c->failed = SETT_VIOLATION_ASSERTION;\n");
  sett_emit_close (e, t);
  EMIT (e, "}\n");
}

static void emit_always (emitter *e, const transition *t) {
  EMIT (e, "{ ");
  sett_emit_open (e, t);
  sett_emit_close (e, t);
  EMIT (e, "}\n");
}

static void emit_else (emitter *e, const transition *t) {
  if (e->mode == EMIT_STEPS)
    EMIT (e, "if (c->sink->count == before) ");
  emit_always (e, t);
}

/* A false guard is a violation: see c_code_N () in emit_c.c. */
static void emit_c_code (emitter *e, const transition *t) {
  EMIT (e, "{ ");
  sett_emit_open (e, t);
  EMIT (e, "c_code_%u (c, T, pid);\n", t->statement->number);
  sett_emit_close (e, t);
  EMIT (e, "}\n");
}

static void emit_death (emitter *e, const transition *t) {
  SETT_ASSERT (t->kind == TRANSITION_END);
  EMIT (e,
        "if (pid == g->_nr_pr - 1) {\n"
        "unsigned char *T = sett_next (c);\n"
        "((struct globals *) T)->_nr_pr--;\n"
        "c->next_size = c->at[pid];\n"
        "finish (c, T, %u, pid, SETT_NO_PROCESS, pid, SETT_NO_PROCESS);\n}\n",
        t->number);
}

static void emit_d_step_call (emitter *e, const transition *t) {
  EMIT (e, "{ ");
  sett_emit_open (e, t);
  EMIT (e, "if (d_step_%u (c, T, pid, SETT_NOWHERE)) {\n", t->d_step);
  sett_emit_close (e, t);
  EMIT (e, "}\n}\n");
}

void sett_emit_transition (emitter *e, const transition *t) {
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
    sett_emit_send (e, t);
    return;
  case STATEMENT_RECEIVE:
    sett_emit_receive (e, t);
    return;
  case STATEMENT_ASSERT:
    emit_assert (e, t);
    return;
  case STATEMENT_PRINT:
    sett_emit_print (e, t);
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
    sett_emit_transition (e, l->transitions.at[i]);
}

/* The escapes of unless, outermost first: one that can go hides the rest. */
void sett_emit_location (emitter *e, const location *l) {
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
        "L%u:\nif (++c->rounds > SETT_D_STEP_LIMIT) { c->violation = "
        "SETT_VIOLATION_DSTEP_ENDLESS; return 1; }\n",
        l->number);
  emit_transitions (e, l);
  EMIT (e,
        "if (!moved) return 0;\n"
        "c->violation = SETT_VIOLATION_DSTEP_BLOCKS; c->violation_at = %u; "
        "return 1;\n",
        l->transitions.count ? l->transitions.at[0]->number : 0);
}

void sett_emit_d_step (emitter *e, const transition *t) {
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
