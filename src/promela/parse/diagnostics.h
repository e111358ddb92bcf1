/* Messages about a model: file, line, column, the line itself, a caret. */

#ifndef SETT_PROMELA_DIAGNOSTICS_H
#define SETT_PROMELA_DIAGNOSTICS_H

#include "base/text.h"
#include "promela/parse/lexer.h"

typedef struct diagnostics {
  sett_text *out;
  const char *source; /* the preprocessed text, for lines without a file */
  unsigned errors;
  unsigned warnings;
  uint32_t last_line; /* of the last error: one per line is enough */
  const char *last_file;
} diagnostics;

enum { MOST_ERRORS = 20 }; /* after these the rest is not reported */

void sett_report_error (diagnostics *, const place *, const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));
void sett_report_warning (diagnostics *, const place *, const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));

#endif
