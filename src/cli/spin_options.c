/* See spin_options.h; the rows are in spin_options.def. */

#include "cli/spin_options.h"

#include "base/text.h"

#include "cli/cli.h"

#include <string.h>

static const struct {
  const char *option, *meaning, *instead;
} rows[] = {
#define SPIN(OPTION, MEANING, INSTEAD) {OPTION, MEANING, INSTEAD},
#include "cli/spin_options.def"
#undef SPIN
};

/* "-m#" is -m, -m1000. */
static int matches (const char *option, const char *word) {
  const size_t length = strcspn (option, "#");
  if (strncmp (option, word, length))
    return 0;
  return !word[length] ||
         (option[length] &&
          !word[length + strspn (word + length, "0123456789")]);
}

int sett_spin_explain (const char *word, sett_text *text) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (matches (rows[i].option, word)) {
      sett_text_addf (text, "SPIN's option (%s); with Sett: %s",
                      rows[i].meaning, rows[i].instead);
      return 1;
    }
  return 0;
}

int sett_spin_is_trail (const char *path) {
  const size_t length = strlen (path);
  return length > 6 && !strcmp (path + length - 6, ".trail");
}

sett_exit sett_spin_refuse_trail (int json, const char *path) {
  return sett_cli_error (json,
                         "'%s' is a trail of SPIN's, which has the numbers of "
                         "its own transitions: find the violation again with "
                         "'sett check %.*s', and 'sett replay' its trace",
                         path, (int)strlen (path) - 6, path);
}
