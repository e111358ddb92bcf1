/* Expressions as C expressions of type int. */

#include "promela/emit.h"
#include "promela/layout.h"

#include <string.h>

static int index_can_fail (const selector *s) {
  for (; s; s = s->next)
    if (s->index &&
        (!index_is_safe (s->index, s->variable->count) || can_fail (s->index)))
      return 1;
  return 0;
}

static int is_nonzero (const expression *e) {
  return e->kind == EXPRESSION_CONSTANT && e->value;
}

int can_fail (const expression *e) {
  if (!e)
    return 0;
  switch (e->kind) {
  case EXPRESSION_VARIABLE:
    return index_can_fail (e->where);
  case EXPRESSION_CHANNEL:
  case EXPRESSION_POLL:
  case EXPRESSION_RUN:
  case EXPRESSION_REMOTE:
  case EXPRESSION_SET_PRIORITY:
  case EXPRESSION_C:
    return 1;
  case EXPRESSION_PRIORITY:
    return e->left != NULL;
  case EXPRESSION_BINARY:
    if ((e->op == '/' || e->op == '%') && !is_nonzero (e->right))
      return 1;
    break;
  default:
    break;
  }
  return can_fail (e->left) || can_fail (e->right) || can_fail (e->third);
}

int has_effect (const expression *e) {
  if (!e)
    return 0;
  if (e->kind == EXPRESSION_RUN || e->kind == EXPRESSION_SET_PRIORITY)
    return 1;
  return has_effect (e->left) || has_effect (e->right) || has_effect (e->third);
}

/* ---------------------------------------------------------- variables --- */

static uint32_t largest_value (const type *t) {
  switch (t->kind) {
  case TYPE_BIT:
    return 1;
  case TYPE_BYTE:
  case TYPE_PID:
  case TYPE_MTYPE:
  case TYPE_CHAN:
    return 255;
  case TYPE_UNSIGNED:
    return t->bits < 32 ? (1u << t->bits) - 1 : 0xffffffffu;
  default:
    return 0xffffffffu;
  }
}

int index_is_safe (const expression *e, uint32_t count) {
  int64_t value = e->value;
  if (e->kind == EXPRESSION_CONSTANT)
    return value >= 0 && value < (int64_t)count;
  if (e->kind == EXPRESSION_SELF)
    return count > 255;
  if (e->kind != EXPRESSION_VARIABLE)
    return 0;
  const selector *s = e->where;
  while (s->next)
    s = s->next;
  return largest_value (&s->variable->type) < count;
}

static void emit_index (emitter *e, const expression *index, uint32_t count) {
  const int safe = index_is_safe (index, count);
  EMIT (e, safe ? "[" : "[sett_index (c, ");
  emit_expression (e, index);
  if (safe)
    EMIT (e, "]");
  else
    EMIT (e, ", %u)]", count);
}

void emit_variable (emitter *e, const selector *s, const char *globals,
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

void emit_conversion_open (emitter *e, const type *t) {
  if (t->kind == TYPE_BIT || (t->kind == TYPE_UNSIGNED && t->bits < 32))
    EMIT (e, "(");
}

void emit_conversion_close (emitter *e, const type *t) {
  if (t->kind == TYPE_BIT)
    EMIT (e, ") & 1");
  else if (t->kind == TYPE_UNSIGNED && t->bits < 32)
    EMIT (e, ") & 0x%xu", (1u << t->bits) - 1);
}

void emit_converted (emitter *e, const type *t, const expression *value) {
  emit_conversion_open (e, t);
  emit_expression (e, value);
  emit_conversion_close (e, t);
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
  emit_expression (e, x->left);
  if (function)
    EMIT (e, ", ");
  else
    EMIT (e, " %s %s", c_operator (x->op), wraps ? "(unsigned) " : "");
  emit_expression (e, x->right);
  EMIT (e, ")");
}

static void emit_unary (emitter *e, const expression *x) {
  if (x->op == '-')
    EMIT (e, "(int) (0u - (unsigned) ");
  else
    EMIT (e, "(%c", (int)x->op);
  emit_expression (e, x->left);
  EMIT (e, ")");
}

/* ------------------------------------------------------------ calls --- */

static void emit_run (emitter *e, const expression *x) {
  EMIT (e, "run_%u (c, T", x->process->number);
  for (size_t i = 0; i < x->arguments.count; i++) {
    EMIT (e, ", ");
    emit_expression (e, x->arguments.at[i]);
  }
  EMIT (e, ", %d)",
        x->left                    ? x->left->value
        : x->process->has_priority ? (int)x->process->priority
                                   : 1);
}

/* name (c, s, argument) */
static void emit_call (emitter *e, const char *name, const expression *x) {
  EMIT (e, "%s (c, s, ", name);
  emit_expression (e, x);
  EMIT (e, ")");
}

static void emit_at_label (emitter *e, const expression *x) {
  EMIT (e, "at_label (c, s, %u, ", x->process->number);
  if (x->left)
    emit_expression (e, x->left);
  else
    EMIT (e, "-1");
  const location *l = automaton_find_label (x->process->automaton, x->text);
  EMIT (e, ", %u)", l ? l->number : 65535); /* 65535: never reached */
}

/* In a property a process that does not exist is all zero, as in SPIN. */
static void emit_remote (emitter *e, const expression *x) {
  EMIT (e, "((const struct process_%u *) %s (c, s, %u, ", x->process->number,
        e->mode == EMIT_PROPERTY ? "peek" : "remote", x->process->number);
  if (x->left)
    emit_expression (e, x->left);
  else
    EMIT (e, "-1");
  EMIT (e, "))->%s", x->where->variable->c_name);
  if (x->where->variable->is_array)
    emit_index (e, x->where->index, x->where->variable->count);
}

static void emit_set_priority (emitter *e, const expression *x) {
  EMIT (e, "set_priority (c, T, ");
  emit_expression (e, x->left);
  EMIT (e, ", ");
  emit_expression (e, x->right);
  EMIT (e, ")");
}

void emit_expression (emitter *e, const expression *x) {
  switch (x->kind) {
  case EXPRESSION_CONSTANT:
    if (x->value == INT32_MIN)
      EMIT (e, "(-2147483647 - 1)");
    else
      EMIT (e, x->value < 0 ? "(%d)" : "%d", x->value);
    return;
  case EXPRESSION_VARIABLE:
    if (x->where->next || x->where->variable->type.kind != TYPE_UNSIGNED) {
      emit_variable (e, x->where, "g", "p");
    } else {
      EMIT (e, "(int) ");
      emit_variable (e, x->where, "g", "p");
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
    emit_expression (e, x->left);
    EMIT (e, " ? sett_value (");
    emit_expression (e, x->right);
    EMIT (e, ") : sett_value (");
    emit_expression (e, x->third);
    EMIT (e, "))");
    return;
  case EXPRESSION_RUN:
    emit_run (e, x);
    return;
  case EXPRESSION_CHANNEL:
    emit_channel_function (e, x);
    return;
  case EXPRESSION_POLL:
    emit_poll (e, x);
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
    emit_expression (e, x->left);
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
