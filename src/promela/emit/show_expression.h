/* Expressions for people. */

#ifndef SETT_PROMELA_SHOW_EXPRESSION_H
#define SETT_PROMELA_SHOW_EXPRESSION_H

#include "base/text.h"
#include "promela/parse/ast.h"

void sett_show_expression (const expression *, sett_text *);

#endif
