/* Questions about expressions that need nothing but the expression. */

#ifndef SETT_PROMELA_EXPRESSION_H
#define SETT_PROMELA_EXPRESSION_H

#include "promela/parse/ast.h"

/* May its evaluation fail?  It sets c->violation then. */
int sett_can_fail (const expression *);

/* Does it contain run or set_priority? */
int sett_has_effect (const expression *);

/* Can the index never be out of bounds? */
int sett_index_is_safe (const expression *, uint32_t count);

/* The value of an operator for these operands, before it is cut to an int;
   false: it has none, or not for all operands of this kind. */
int sett_fold_binary (token_kind, int64_t a, int64_t b, int64_t *value);

#endif
