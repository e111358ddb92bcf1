/* Words for steps and violations: see describe.h. */

#include "kernel/describe.h"

#include "base/text.h"

#include <ctype.h>
#include <string.h>

void sett_describe_where (sett_model *model, uint32_t transition,
                          sett_text *text) {
  if (transition == SETT_YIELD)
    return;
  const sett_transition *t = model->transition (model, transition);
  if (t->file)
    sett_text_addf (text, "%s:%u", t->file, t->line);
}

const char *sett_describe_statement (sett_model *model, uint32_t transition) {
  if (transition == SETT_YIELD)
    return "";
  const char *text = model->transition (model, transition)->text;
  return text ? text : "";
}

/* Does the bracket that opens at `at` close at the last character? */
static int encloses_all (const char *at, size_t length) {
  int depth = 0;
  for (size_t i = 0; i < length; i++) {
    depth += (at[i] == '(') - (at[i] == ')');
    if (!depth)
      return i + 1 == length;
  }
  return 0;
}

static void trim (const char **at, size_t *length) {
  while (*length && isspace ((unsigned char)**at))
    (*at)++, (*length)--;
  while (*length && isspace ((unsigned char)(*at)[*length - 1]))
    (*length)--;
}

/* "assert (x < 10)" -> "x < 10". */
static void add_asserted (sett_text *text, const char *statement) {
  const size_t word = strlen ("assert");
  const char *at = statement;
  size_t length = strlen (at);
  if (!strncmp (at, "assert", word)) {
    at += word;
    length -= word;
  }
  trim (&at, &length);
  while (length > 2 && *at == '(' && encloses_all (at, length)) {
    at++, length -= 2;
    trim (&at, &length);
  }
  sett_text_add_bytes (text, at, length);
}

void sett_describe_violation (sett_model *model, sett_violation_kind violation,
                              uint32_t transition, sett_text *text) {
  sett_text_add (text, sett_violation_text (violation));
  const char *statement = sett_describe_statement (model, transition);
  if (violation == SETT_VIOLATION_DEADLOCK || !*statement)
    return;
  sett_text_add (text, ": ");
  if (violation == SETT_VIOLATION_ASSERTION)
    add_asserted (text, statement);
  else
    sett_text_add (text, statement);
}
