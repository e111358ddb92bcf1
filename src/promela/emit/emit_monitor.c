/* observe (): how events move the monitor, see monitor.h. */

#include "promela/emit/emit.h"
#include "promela/analyse/monitor.h"

static void emit_scope (emitter *e, const monitor *m) {
  EMIT (e, "if (!(0");
  for (size_t i = 0; i < m->events.count; i++)
    EMIT (e, " || (kind == %d && q == %u)", (int)m->events.at[i].kind,
          sett_monitor_channel (m->events.at[i].statement));
  EMIT (e, ")) return;\n");
}

static void emit_move (emitter *e, const monitor *m, const transition *t) {
  const statement *s = t->statement;
  const location *target = sett_monitor_settle (t->target);
  EMIT (e, "if (kind == %d && q == %u", s->kind == STATEMENT_RECEIVE,
        sett_monitor_channel (s));
  for (size_t i = 0; i < s->arguments.count; i++)
    if (s->arguments.at[i]->kind == EXPRESSION_CONSTANT) {
      EMIT (e, " && v[%zu] == ", i);
      sett_emit_expression (e, s->arguments.at[i]);
    }
  EMIT (e, ") { G->_monitor = %u; %sreturn; }\n", target->number,
        m->negated && target->is_end
            ? "c->violation = SETT_VIOLATION_TRACE_ASSERTION; "
            : "");
}

void sett_emit_monitor (emitter *e) {
  const monitor *m = e->tree->monitor;
  if (!m)
    return;
  EMIT (e, "static void observe (context *c, unsigned char *T, int kind, "
           "int q, const int *v) {\n"
           "struct globals *G = (void *) T;\n(void) v;\n");
  emit_scope (e, m);
  EMIT (e, "switch (G->_monitor) {\n");
  for (size_t i = 0; i < m->all->locations.count; i++) {
    const location *l = m->all->locations.at[i];
    EMIT (e, "case %u:\n", l->number);
    for (size_t k = 0; k < l->transitions.count; k++)
      if (l->transitions.at[k]->kind == TRANSITION_STATEMENT)
        emit_move (e, m, l->transitions.at[k]);
    EMIT (e, "break;\n");
  }
  EMIT (e, "default: break;\n}\n");
  if (m->negated)
    EMIT (e, "G->_monitor = %u;\n}\n", m->claim->automaton->end->number);
  else
    EMIT (e, "c->violation = SETT_VIOLATION_TRACE_ASSERTION;\n}\n");
}
