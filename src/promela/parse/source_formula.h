/* A formula that the user gives beside the model.

   It becomes an ltl block at the end of the model's text, before that goes
   through the preprocessor, so that it may use the macros of the model, and so
   that a trace, which contains the text, contains the formula. */

#ifndef SETT_PROMELA_SOURCE_FORMULA_H
#define SETT_PROMELA_SOURCE_FORMULA_H

#include "base/text.h"

#define FORMULA_FILE "--ltl" /* its "file" in messages */

/* Appends the block.  False, with a message, if the text cannot be one. */
int sett_source_add_formula (sett_text *source, const char *formula,
                             sett_text *diagnostics);

/* Does the text have such a block already? */
int sett_source_has_formula (const char *source);

#endif
