/* Options: the rows of options.def as a struct, a table and a parser.

   The table is what the parser, the help and the manual page are made of, so
   that they cannot disagree. */

#ifndef SETT_BASE_OPTIONS_H
#define SETT_BASE_OPTIONS_H

#include "base/string_list.h"

#include <stdint.h>

struct sett_text;

enum {
#define COMMAND(NAME, ...) SETT_COMMAND_INDEX_##NAME,
#include "cli/commands.def"
#undef COMMAND
  SETT_COMMANDS
};

enum {
#define COMMAND(NAME, ...) SETT_COMMAND_##NAME = 1 << SETT_COMMAND_INDEX_##NAME,
#include "cli/commands.def"
#undef COMMAND
  SETT_COMMANDS_ALL = (1 << SETT_COMMANDS) - 1
};

/* Those that have no options: every argument is an operand. */
#define SETT_COMMANDS_RAW ((unsigned)(SETT_COMMAND_CC | SETT_COMMAND_CXX))

/* Beside its commands an option can name what it is for; neither: both. */
#define SETT_FOR_MODELS (1u << 30)
#define SETT_FOR_PROGRAMS (1u << 31)

typedef int sett_option_SWITCH;
typedef uint64_t sett_option_NUMBER;
typedef double sett_option_SECONDS;
typedef uint64_t sett_option_BYTES;
typedef int sett_option_CHOICE;
typedef const char *sett_option_WORD;
typedef const char *sett_option_MAYBE;
typedef sett_strings sett_option_LIST;

/* The values; words point into the argument vector. */
typedef struct sett_options {
#define OPTION(TYPE, FIELD, ...) sett_option_##TYPE FIELD;
#include "cli/options.def"
#undef OPTION
  sett_strings operands;
  size_t before_dashes; /* so many of them stand before "--" */
  /* check: what a compiler would get, in order: the operands before "--", and
     the options that compilers know (-D, -I, -O, -l, ...). */
  sett_strings for_compiler;
  const char *base_name; /* of files that are written; null: like the input */
  sett_strings words;    /* all arguments, as they were given */
  sett_strings given;    /* names of all options that were given */
  /* The first options of their kind that were given, or null: names without
     dashes, and a whole word. */
  const char *model_option, *program_option;
  const char *compiler_option;
} sett_options;

typedef enum sett_option_type {
  SETT_OPTION_SWITCH,
  SETT_OPTION_NUMBER,
  SETT_OPTION_SECONDS,
  SETT_OPTION_BYTES,
  SETT_OPTION_CHOICE,
  SETT_OPTION_WORD,
  SETT_OPTION_MAYBE,
  SETT_OPTION_LIST
} sett_option_type;

typedef enum sett_option_category {
  SETT_CATEGORY_LIMITS,
  SETT_CATEGORY_SEARCH,
  SETT_CATEGORY_PROGRAMS,
  SETT_CATEGORY_MODEL,
  SETT_CATEGORY_OUTPUT,
  SETT_CATEGORY_SELF_CHECKS,
  SETT_CATEGORY_GENERAL,
  SETT_CATEGORIES
} sett_option_category;

/* A row. */
typedef struct sett_option {
  sett_option_type type;
  size_t offset; /* of the field in sett_options */
  const char *name;
  char letter;     /* 0: none */
  double standard; /* the default */
  double low, high;
  const char *metavar;
  unsigned commands;
  sett_option_category category;
  const char *text;
} sett_option;

const sett_option *sett_options_table (size_t *count);

/* Word number `index` of a CHOICE, copied to `word`; false if there is none. */
int sett_options_choice (const sett_option *, int index, char word[32]);

/* Sets every option to its default, then reads `argc` arguments of a command
   (one bit).  False, with a sentence in `error`, when one is wrong.  Either
   way `sett_options_release` is due. */
int sett_options_parse (sett_options *, unsigned command, int argc,
                        char *const *argv, struct sett_text *error);
void sett_options_release (sett_options *);

/* Was the option of this name given?  (Or does it have its default?) */
int sett_options_has (const sett_options *, const char *name);

/* "1e6", "2^20", "512M" (BYTES), "5m" (SECONDS): false if it is no number. */
int sett_options_parse_number (const char *, sett_option_type, double *);

/* Of `count` words the one nearest to `word`, or -1 if all are far. */
int sett_options_nearest (const char *word, const char *const *words,
                          size_t count);

#endif
