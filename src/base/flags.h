/* Options of C compilers: the rows of compiler.def. */

#ifndef SETT_BASE_FLAGS_H
#define SETT_BASE_FLAGS_H

typedef struct sett_flag {
  const char *text;
  int prefix;     /* anything that begins so */
  int value;      /* has a value, in the next word unless it follows here */
  int for_checks; /* `sett check` takes it, too */
} sett_flag;

/* The row for a word of a command line; null if there is none. */
const sett_flag *sett_flag_find (const char *word);

/* Does the word after this one belong to it? */
int sett_flag_takes_next (const char *word);

#endif
