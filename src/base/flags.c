/* Options of C compilers: see flags.h. */

#include "base/flags.h"

#include <stddef.h>
#include <string.h>

enum { EXACT = 0, PREFIX = 1, NONE = 0, NEXT = 1, OTHER = 0, PASSED = 1 };

static const sett_flag table[] = {
#define FLAG(TEXT, MATCH, VALUE, CHECK) {TEXT, MATCH, VALUE, CHECK},
#include "base/compiler.def"
#undef FLAG
};

const sett_flag *sett_flag_find (const char *word) {
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    const sett_flag *row = table + i;
    if (row->prefix ? !strncmp (word, row->text, strlen (row->text))
                    : !strcmp (word, row->text))
      return row;
  }
  return NULL;
}

int sett_flag_takes_next (const char *word) {
  const sett_flag *row = sett_flag_find (word);
  return row && row->value && !strcmp (word, row->text);
}
