/* The block begins on a line of its own with a line mark behind it, so that
   lines and columns in messages are those of the formula. */

#include "promela/parse/source_formula.h"

#include <string.h>

static const char mark[] = "# 1 \"" FORMULA_FILE "\"";

/* Could the text end its block, or is it more than one line? */
static const char *reason_against (const char *formula) {
  int depth = 0;
  if (!formula[strspn (formula, " \t")])
    return "the formula is empty";
  for (const char *at = formula; *at; at++) {
    depth += (*at == '{') - (*at == '}');
    if (depth < 0)
      return "unexpected '}' in the formula";
    if (*at == '\n' || *at == '#')
      return "a formula is one line without '#'";
  }
  return depth ? "'{' without '}' in the formula" : NULL;
}

int sett_source_add_formula (sett_text *source, const char *formula,
                             sett_text *diagnostics) {
  const char *reason = reason_against (formula);
  if (reason) {
    sett_text_addf (diagnostics, FORMULA_FILE ":1:1: error: %s\n    %s\n",
                    reason, formula);
    return 0;
  }
  sett_text_addf (source, "\nltl {\n%s\n%s }\n", mark, formula);
  return 1;
}

int sett_source_has_formula (const char *source) {
  return strstr (source, mark) != NULL;
}
