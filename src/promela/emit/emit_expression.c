/* Expressions as C expressions of type int. */

#include "promela/emit/emit.h"
#include "base/assert.h"

#include <string.h>

/* ---------------------------------------------------------- variables --- */

static void emit_index (emitter *e, const expression *index, uint32_t count) {
  SETT_ASSERT (count);
  const int safe = sett_index_is_safe (index, count);
  EMIT (e, safe ? "[" : "[sett_index (c, ");
  sett_emit_expression (e, index);
  if (safe)
    EMIT (e, "]");
  else
    EMIT (e, ", %u)]", count);
}

void sett_emit_variable (emitter *e, const selector *s, const char *globals,
                         const char *process) {
  EMIT (e, "%s->", s->variable->owner ? process : globals);
  for (; s; s = s->next) {
    EMIT (e, "%s", s->variable->c_name);
    if (s->variable->is_array) {
      if (s->index)
        emit_index (e, s->index, s->variable->count);
      else
        EMIT (e, "[0]");
    }
    if (s->next)
      EMIT (e, ".");
  }
}

void sett_emit_conversion_open (emitter *e, const type *t) {
  if (t->kind == TYPE_BIT || (t->kind == TYPE_UNSIGNED && t->bits < 32))
    EMIT (e, "(");
}

void sett_emit_conversion_close (emitter *e, const type *t) {
  if (t->kind == TYPE_BIT)
    EMIT (e, ") & 1");
  else if (t->kind == TYPE_UNSIGNED && t->bits < 32)
    EMIT (e, ") & 0x%xu", (1u << t->bits) - 1);
}

void sett_emit_converted (emitter *e, const type *t, const expression *value) {
  sett_emit_conversion_open (e, t);
  sett_emit_expression (e, value);
  sett_emit_conversion_close (e, t);
}

/* ---------------------------------------------------------- operators --- */

static const char *c_operator (token_kind kind) {
  switch ((int)kind) {
  case TOKEN_OR:
    return "||";
  case TOKEN_AND:
    return "&&";
  case '|':
    return "|";
  case '^':
    return "^";
  case '&':
    return "&";
  case TOKEN_EQUAL:
    return "==";
  case TOKEN_UNEQUAL:
    return "!=";
  case '<':
    return "<";
  case '>':
    return ">";
  case TOKEN_LESS_EQUAL:
    return "<=";
  case TOKEN_GREATER_EQUAL:
    return ">=";
  case '+':
    return "+";
  case '-':
    return "-";
  default:
    return "*";
  }
}

static const char *checked_operator (token_kind kind) {
  switch ((int)kind) {
  case '/':
    return "sett_divide (c, ";
  case '%':
    return "sett_modulo (c, ";
  case TOKEN_SHIFT_LEFT:
    return "sett_left (";
  case TOKEN_SHIFT_RIGHT:
    return "sett_right (";
  default:
    return NULL;
  }
}

static void emit_binary (emitter *e, const expression *x) {
  const char *function = checked_operator (x->op);
  const int wraps = x->op == '+' || x->op == '-' || x->op == '*';
  EMIT (e, "%s", function ? function : wraps ? "(int) ((unsigned) " : "(");
  sett_emit_expression (e, x->left);
  if (function)
    EMIT (e, ", ");
  else
    EMIT (e, " %s %s", c_operator (x->op), wraps ? "(unsigned) " : "");
  sett_emit_expression (e, x->right);
  EMIT (e, ")");
}

static void emit_unary (emitter *e, const expression *x) {
  if (x->op == '-')
    EMIT (e, "(int) (0u - (unsigned) ");
  else
    EMIT (e, "(%c", (int)x->op);
  sett_emit_expression (e, x->left);
  EMIT (e, ")");
}

/* ------------------------------------------------------------ calls --- */

static void emit_run (emitter *e, const expression *x) {
  SETT_ASSERT (x->process);
  EMIT (e, "run_%u (c, T", x->process->number);
  for (size_t i = 0; i < x->arguments.count; i++) {
    EMIT (e, ", ");
    sett_emit_expression (e, x->arguments.at[i]);
  }
  EMIT (e, ", %d)",
        x->left                    ? x->left->value
        : x->process->has_priority ? (int)x->process->priority
                                   : 1);
}

/* name (c, s, argument) */
static void emit_call (emitter *e, const char *name, const expression *x) {
  EMIT (e, "%s (c, s, ", name);
  sett_emit_expression (e, x);
  EMIT (e, ")");
}

static void emit_at_label (emitter *e, const expression *x) {
  SETT_ASSERT (x->process);
  EMIT (e, "at_label (c, s, %u, ", x->process->number);
  if (x->left)
    sett_emit_expression (e, x->left);
  else
    EMIT (e, "-1");
  const location *l =
      sett_automaton_find_label (x->process->automaton, x->text);
  EMIT (e, ", %u)", l ? l->number : 65535); /* 65535: never reached */
}

/* In a property a process that does not exist is all zero, as in SPIN. */
static void emit_remote (emitter *e, const expression *x) {
  EMIT (e, "((const struct process_%u *) %s (c, s, %u, ", x->process->number,
        e->mode == EMIT_PROPERTY ? "peek" : "remote", x->process->number);
  if (x->left)
    sett_emit_expression (e, x->left);
  else
    EMIT (e, "-1");
  EMIT (e, "))->%s", x->where->variable->c_name);
  if (x->where->variable->is_array)
    emit_index (e, x->where->index, x->where->variable->count);
}

static void emit_set_priority (emitter *e, const expression *x) {
  EMIT (e, "set_priority (c, T, ");
  sett_emit_expression (e, x->left);
  EMIT (e, ", ");
  sett_emit_expression (e, x->right);
  EMIT (e, ")");
}

void sett_emit_expression (emitter *e, const expression *x) {
  switch (x->kind) {
  case EXPRESSION_CONSTANT:
    if (x->value == INT32_MIN)
      EMIT (e, "(-2147483647 - 1)");
    else
      EMIT (e, x->value < 0 ? "(%d)" : "%d", x->value);
    return;
  case EXPRESSION_VARIABLE:
    if (x->where->next || x->where->variable->type.kind != TYPE_UNSIGNED) {
      sett_emit_variable (e, x->where, "g", "p");
    } else {
      EMIT (e, "(int) ");
      sett_emit_variable (e, x->where, "g", "p");
    }
    return;
  case EXPRESSION_UNARY:
    emit_unary (e, x);
    return;
  case EXPRESSION_BINARY:
    emit_binary (e, x);
    return;
  case EXPRESSION_CHOICE:
    EMIT (e, "(");
    sett_emit_expression (e, x->left);
    EMIT (e, " ? sett_value (");
    sett_emit_expression (e, x->right);
    EMIT (e, ") : sett_value (");
    sett_emit_expression (e, x->third);
    EMIT (e, "))");
    return;
  case EXPRESSION_RUN:
    emit_run (e, x);
    return;
  case EXPRESSION_CHANNEL:
    sett_emit_channel_function (e, x);
    return;
  case EXPRESSION_POLL:
    sett_emit_poll (e, x);
    return;
  case EXPRESSION_AT_LABEL:
    emit_at_label (e, x);
    return;
  case EXPRESSION_REMOTE:
    emit_remote (e, x);
    return;
  case EXPRESSION_TIMEOUT:
    EMIT (e, "c->timeout");
    return;
  case EXPRESSION_NO_PROGRESS:
    EMIT (e, "no_progress (c, s)");
    return;
  case EXPRESSION_ACCEPTING:
    EMIT (e, "accepting (c, s)");
    return;
  case EXPRESSION_SELF:
    EMIT (e, "(int) pid");
    return;
  case EXPRESSION_PROCESSES:
    EMIT (e, "g->_nr_pr");
    return;
  case EXPRESSION_LAST:
    EMIT (e, "g->_last");
    return;
  case EXPRESSION_PRIORITY:
    if (x->left)
      emit_call (e, "get_priority", x->left);
    else
      EMIT (e, "p->_priority");
    return;
  case EXPRESSION_SET_PRIORITY:
    emit_set_priority (e, x);
    return;
  case EXPRESSION_ENABLED:
    emit_call (e, "enabled", x->left);
    return;
  case EXPRESSION_PC_VALUE:
    emit_call (e, "pc_value", x->left);
    return;
  case EXPRESSION_EVAL:
    sett_emit_expression (e, x->left);
    return;
  case EXPRESSION_TEMPORAL: /* not part of the system */
  case EXPRESSION_ANY:
    EMIT (e, "0");
    return;
  case EXPRESSION_C:
    EMIT (e, "c_expression_%d (c, s, pid)", x->value);
    return;
  }
}
