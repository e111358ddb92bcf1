/* Words of a command, as a shell would read them: '...', "...", backslashes and
   comments, and the file behind `<'.  Whatever else means something to a shell
   is refused, so that nothing means two things. */

#ifndef SETT_PROGRAM_SHELL_WORDS_H
#define SETT_PROGRAM_SHELL_WORDS_H

#include "base/arena.h"
#include "base/string_list.h"

struct sett_text;

typedef struct sett_shell_words {
  sett_strings words; /* in the arena */
  size_t settings;    /* so many of the first ones are NAME=value */
  const char *input;  /* for the standard input; null: nothing */
} sett_shell_words;

/* Takes a line apart.  False, with a sentence, if that is not possible.
   `words` is to be released either way. */
int sett_shell_split (sett_shell_words *, const char *line, sett_arena *,
                      struct sett_text *error);

/* The length of NAME if the text begins with "NAME=", else 0. */
size_t sett_shell_setting (const char *text);

#endif
