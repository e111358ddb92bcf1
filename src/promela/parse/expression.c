/* What can be said of an expression by itself: may its evaluation fail, does it
   change anything?  The answers are upper bounds, and the same for everybody
   who asks: what is generated, and what analyses rely on. */

#include "promela/parse/expression.h"

#include "base/assert.h"
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

int sett_index_is_safe (const expression *e, uint32_t count) {
  SETT_ASSERT (count);
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

static int index_can_fail (const selector *s) {
  for (; s; s = s->next)
    if (s->index && (!sett_index_is_safe (s->index, s->variable->count) ||
                     sett_can_fail (s->index)))
      return 1;
  return 0;
}

static int is_nonzero (const expression *e) {
  return e->kind == EXPRESSION_CONSTANT && e->value;
}

int sett_can_fail (const expression *e) {
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
  return sett_can_fail (e->left) || sett_can_fail (e->right) ||
         sett_can_fail (e->third);
}

int sett_has_effect (const expression *e) {
  if (!e)
    return 0;
  if (e->kind == EXPRESSION_RUN || e->kind == EXPRESSION_SET_PRIORITY)
    return 1;
  return sett_has_effect (e->left) || sett_has_effect (e->right) ||
         sett_has_effect (e->third);
}

int sett_fold_binary (token_kind op, int64_t a, int64_t b, int64_t *out) {
  switch ((int)op) {
  case '+':
    *out = a + b;
    return 1;
  case '-':
    *out = a - b;
    return 1;
  case '*':
    *out = a * b;
    return 1;
  case '/':
    *out = b ? a / b : 0;
    return b != 0;
  case '%':
    *out = b ? a % b : 0;
    return b != 0;
  case '&':
    *out = a & b;
    return 1;
  case '|':
    *out = a | b;
    return 1;
  case '^':
    *out = a ^ b;
    return 1;
  case TOKEN_SHIFT_LEFT:
    *out = b >= 0 && b < 32 ? a * ((int64_t)1 << b) : 0; /* a may be < 0 */
    return b >= 0 && b < 32;
  case TOKEN_SHIFT_RIGHT:
    *out = b >= 0 && b < 32 ? a >> b : 0;
    return b >= 0 && b < 32;
  default:
    return 0;
  }
}
