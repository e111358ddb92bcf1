/* Options: see options.h.

   Values of a CHOICE are the words of its metavar, in order.  Numbers are read
   as doubles: exact up to 2^53, which is beyond any sensible limit; whole
   numbers are asked for where the type is not SECONDS. */

#include "cli/options.h"

#include "base/assert.h"
#include "base/flags.h"
#include "base/text.h"
#include "cli/spin_options.h"
#include "search/combination.h"
#include "shared/orders.h"
#include "stateless/stateless.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The words of choices, each behind a bar, from where their values are
   declared. */

#define ROW(NAME, WORD) "|" WORD
static const char store_words[] =
#define STORE(NAME, WORD, EXACT) "|" WORD
#include "store/store.def"
#undef STORE
    ;
static const char reduce_words[] =
#define REDUCTION(NAME, WORD, ...) "|" WORD
#include "search/combination.def"
#undef REDUCTION
    "|auto|local";
static const char search_words[] =
#define STATELESS(NAME, WORD) "|" WORD
#include "stateless/stateless.def"
#undef STATELESS
    ;
static const char cache_words[] = SETT_CACHES (ROW);
static const char leaps_words[] = SETT_LEAPS (ROW);
static const char discipline_words[] = SETT_DISCIPLINES (ROW);
static const char undo_words[] = SETT_UNDOS (ROW);
#undef ROW
#define WORDS(OPTION) (OPTION##_words + 1)

static const sett_option table[] = {
#define OPTION(TYPE, FIELD, NAME, LETTER, STANDARD, LOW, HIGH, METAVAR,        \
               COMMANDS, CATEGORY, TEXT)                                       \
  {SETT_OPTION_##TYPE,                                                         \
   offsetof (sett_options, FIELD),                                             \
   NAME,                                                                       \
   LETTER,                                                                     \
   STANDARD,                                                                   \
   LOW,                                                                        \
   HIGH,                                                                       \
   METAVAR,                                                                    \
   COMMANDS,                                                                   \
   SETT_CATEGORY_##CATEGORY,                                                   \
   TEXT},
#include "cli/options.def"
#undef OPTION
};

enum { ROWS = sizeof table / sizeof *table };

static const char *const command_names[] = {
#define COMMAND(NAME, FUNCTION, WORD, ...) WORD,
#include "cli/commands.def"
#undef COMMAND
};

const sett_option *sett_options_table (size_t *count) {
  *count = ROWS;
  return table;
}

/*------------------------------------------------------------------------*/
/* Words and numbers. */

int sett_options_choice (const sett_option *row, int index, char word[32]) {
  const char *at = row->metavar;
  for (int i = 0; i < index; i++) {
    at = strchr (at, '|');
    if (!at)
      return 0;
    at++;
  }
  const size_t length = strcspn (at, "|");
  SETT_ASSERT (length < 32);
  memcpy (word, at, length);
  word[length] = 0;
  return 1;
}

/* A factor for what stands behind a number; 0 if it means nothing. */
static double unit (const char *word, sett_option_type type) {
  static const struct {
    sett_option_type type;
    const char *word;
    double factor;
  } units[] = {
      {SETT_OPTION_SECONDS, "ms", 1e-3},
      {SETT_OPTION_SECONDS, "s", 1},
      {SETT_OPTION_SECONDS, "m", 60},
      {SETT_OPTION_SECONDS, "h", 3600},
      {SETT_OPTION_SECONDS, "d", 86400},
      {SETT_OPTION_BYTES, "B", 1},
      {SETT_OPTION_BYTES, "K", 1024.},
      {SETT_OPTION_BYTES, "k", 1024.},
      {SETT_OPTION_BYTES, "M", 1048576.},
      {SETT_OPTION_BYTES, "G", 1073741824.},
      {SETT_OPTION_BYTES, "T", 1099511627776.},
      {SETT_OPTION_BYTES, "KiB", 1024.},
      {SETT_OPTION_BYTES, "MiB", 1048576.},
      {SETT_OPTION_BYTES, "GiB", 1073741824.},
      {SETT_OPTION_BYTES, "TiB", 1099511627776.},
      {SETT_OPTION_BYTES, "KB", 1e3},
      {SETT_OPTION_BYTES, "MB", 1e6},
      {SETT_OPTION_BYTES, "GB", 1e9},
      {SETT_OPTION_BYTES, "TB", 1e12},
  };
  if (!*word)
    return 1;
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (units[i].type == type && !strcmp (units[i].word, word))
      return units[i].factor;
  return 0;
}

static int is_digit (char c) {
  return '0' <= c && c <= '9';
}

/* Digits, a point, an exponent; neither signs nor hexadecimal nor "inf". */
static int read_decimal (const char **at, double *value) {
  const char *from = *at;
  if (!is_digit (*from) && !(*from == '.' && is_digit (from[1])))
    return 0;
  if (from[0] == '0' && (from[1] == 'x' || from[1] == 'X'))
    return 0;
  char *end;
  *value = strtod (from, &end);
  *at = end;
  return 1;
}

int sett_options_parse_number (const char *word, sett_option_type type,
                               double *value) {
  if (!read_decimal (&word, value))
    return 0;
  if (*word == '^') {
    double exponent;
    word++;
    if (!read_decimal (&word, &exponent))
      return 0;
    *value = pow (*value, exponent);
  }
  const double factor = unit (word, type);
  *value *= factor;
  return factor > 0 && isfinite (*value);
}

static unsigned least (unsigned a, unsigned b) {
  return a < b ? a : b;
}

/* How many letters to add, drop or change: Levenshtein's distance, one row at
   a time; both words are shorter than 64. */
static unsigned distance (const char *a, const char *b) {
  unsigned row[65];
  const size_t length = strlen (b);
  for (size_t j = 0; j <= length; j++)
    row[j] = (unsigned)j;
  for (size_t i = 0; a[i]; i++) {
    unsigned diagonal = row[0]++;
    for (size_t j = 0; j < length; j++) {
      const unsigned change = diagonal + (a[i] != b[j]);
      diagonal = row[j + 1];
      row[j + 1] = least (change, 1 + least (row[j], row[j + 1]));
    }
  }
  return row[length];
}

int sett_options_nearest (const char *word, const char *const *words,
                          size_t count) {
  const size_t length = strlen (word);
  if (length >= 64)
    return -1;
  int best = -1;
  unsigned best_distance = 1 + ((unsigned)length + 2) / 3;
  for (size_t i = 0; i < count; i++) {
    const unsigned d = strlen (words[i]) < 64 ? distance (word, words[i]) : 64;
    if (d < best_distance) {
      best = (int)i;
      best_distance = d;
    }
  }
  return best;
}

/*------------------------------------------------------------------------*/
/* The parser. */

typedef struct parser {
  sett_options *options;
  unsigned command;
  int argc;
  char *const *argv;
  int next; /* the argument to read next */
  sett_text *error;
} parser;

/* How an option was written, and what it asks for. */
typedef struct request {
  const sett_option *row;
  int negated;       /* --no-x */
  char shown[72];    /* "--x" or "-x", for messages */
  const char *value; /* after "=" or the letter; null: none there */
} request;

static void *field (parser *p, const sett_option *row) {
  return (char *)p->options + row->offset;
}

static void set_default (parser *p, const sett_option *row) {
  switch (row->type) {
  case SETT_OPTION_SWITCH:
  case SETT_OPTION_CHOICE:
    *(int *)field (p, row) = (int)row->standard;
    break;
  case SETT_OPTION_NUMBER:
  case SETT_OPTION_BYTES:
    *(uint64_t *)field (p, row) = (uint64_t)(int64_t)row->standard;
    break;
  case SETT_OPTION_SECONDS:
    *(double *)field (p, row) = row->standard;
    break;
  case SETT_OPTION_WORD:
  case SETT_OPTION_MAYBE:
  case SETT_OPTION_LIST:
    break; /* zero */
  }
}

static const char *command_name (unsigned command) {
  for (int i = 0; i < SETT_COMMANDS; i++)
    if (command == 1u << i)
      return command_names[i];
  return "";
}

/* The words of a CHOICE as "a, b or c". */
static void add_choices (sett_text *text, const sett_option *row) {
  char word[32], after[32];
  for (int i = 0; sett_options_choice (row, i, word); i++) {
    const int more = sett_options_choice (row, i + 1, after);
    sett_text_addf (text, "%s%s", !i ? "" : more ? ", " : " or ", word);
  }
}

static int set_choice (parser *p, const request *r) {
  char word[32];
  for (int i = 0; sett_options_choice (r->row, i, word); i++)
    if (!strcmp (word, r->value)) {
      *(int *)field (p, r->row) = i;
      return 1;
    }
  sett_text_addf (p->error, "%s takes ", r->shown);
  add_choices (p->error, r->row);
  sett_text_addf (p->error, " in this version, not '%s'", r->value);
  return 0;
}

static int set_number (parser *p, const request *r) {
  const sett_option *row = r->row;
  double value;
  if (!sett_options_parse_number (r->value, row->type, &value)) {
    sett_text_addf (p->error, "%s %s: '%s' is not a number", r->shown,
                    row->metavar, r->value);
    return 0;
  }
  if (row->type != SETT_OPTION_SECONDS && value != floor (value)) {
    sett_text_addf (p->error, "%s %s: '%s' is not a whole number", r->shown,
                    row->metavar, r->value);
    return 0;
  }
  if (value < row->low || value > row->high) {
    sett_text_addf (p->error, "%s %s: '%s' is not between %.10g and %.10g",
                    r->shown, row->metavar, r->value, row->low, row->high);
    return 0;
  }
  if (row->type == SETT_OPTION_SECONDS)
    *(double *)field (p, row) = value;
  else
    *(uint64_t *)field (p, row) = (uint64_t)value;
  return 1;
}

static int set_switch (parser *p, const request *r) {
  if (r->value) {
    sett_text_addf (p->error, "%s takes no value", r->shown);
    return 0;
  }
  *(int *)field (p, r->row) = !r->negated;
  return 1;
}

static int set_maybe (parser *p, const request *r) {
  *(const char **)field (p, r->row) = r->value ? r->value : "";
  return 1;
}

/* Whatever is neither of them has a value: here or in the next argument. */
static int find_value (parser *p, request *r) {
  if (!r->value && p->next < p->argc)
    r->value = p->argv[p->next++];
  if (r->value && *r->value)
    return 1;
  sett_text_addf (p->error, "%s needs a value: %s %s", r->shown, r->shown,
                  r->row->metavar);
  return 0;
}

/* What compilers call -D and -I is for them, too. */
static void note_list (parser *p, const request *r) {
  if (!(p->command & SETT_COMMAND_CHECK) || !r->row->letter ||
      !strchr ("DI", r->row->letter))
    return;
  SETT_PUSH (p->options->for_compiler, r->row->letter == 'D' ? "-D" : "-I");
  SETT_PUSH (p->options->for_compiler, r->value);
}

static void note (const char **first, const char *word) {
  if (!*first)
    *first = word;
}

static void note_kind (parser *p, const request *r) {
  SETT_PUSH (p->options->given, r->row->name);
  if (r->row->commands & SETT_FOR_MODELS)
    note (&p->options->model_option, r->row->name);
  if (r->row->commands & SETT_FOR_PROGRAMS)
    note (&p->options->program_option, r->row->name);
}

static int set (parser *p, request *r) {
  if (!(r->row->commands & p->command)) {
    sett_text_addf (p->error, "sett %s does not take %s",
                    command_name (p->command), r->shown);
    return 0;
  }
  note_kind (p, r);
  if (r->row->type == SETT_OPTION_SWITCH)
    return set_switch (p, r);
  if (r->row->type == SETT_OPTION_MAYBE)
    return set_maybe (p, r);
  if (!find_value (p, r))
    return 0;
  switch (r->row->type) {
  case SETT_OPTION_CHOICE:
    return set_choice (p, r);
  case SETT_OPTION_WORD:
    *(const char **)field (p, r->row) = r->value;
    return 1;
  case SETT_OPTION_LIST: {
    sett_strings *words = field (p, r->row);
    SETT_PUSH (*words, r->value);
    note_list (p, r);
    return 1;
  }
  default:
    return set_number (p, r);
  }
}

static const sett_option *find_name (const char *name, size_t length) {
  for (size_t i = 0; i < ROWS; i++)
    if (strlen (table[i].name) == length &&
        !strncmp (table[i].name, name, length))
      return table + i;
  return NULL;
}

static int unknown (parser *p, const char *shown, const char *name) {
  sett_text_addf (p->error, "unknown option %s", shown);
  const int negated = !strncmp (name, "no-", 3);
  const char *names[ROWS];
  size_t count = 0;
  for (size_t i = 0; i < ROWS; i++)
    if ((table[i].commands & p->command) &&
        (!negated || table[i].type == SETT_OPTION_SWITCH))
      names[count++] = table[i].name;
  const int i = sett_options_nearest (name + 3 * negated, names, count);
  if (i >= 0)
    sett_text_addf (p->error, "; did you mean --%s%s?", negated ? "no-" : "",
                    names[i]);
  return 0;
}

static void show_request (request *r, const char *dashes, const char *name,
                          size_t length) {
  const size_t room = sizeof r->shown - strlen (dashes) - 1;
  strcpy (r->shown, dashes);
  strncat (r->shown, name, length < room ? length : room);
}

static int read_long (parser *p, const char *name) {
  const size_t length = strcspn (name, "=");
  request r = {.value = name[length] ? name + length + 1 : NULL};
  show_request (&r, "--", name, length);
  r.row = find_name (name, length);
  if (!r.row && !strncmp (name, "no-", 3)) {
    r.row = find_name (name + 3, length - 3);
    r.negated = r.row != NULL;
    if (r.row && r.row->type != SETT_OPTION_SWITCH)
      r.row = NULL;
  }
  if (!r.row)
    return unknown (p, r.shown, r.shown + 2);
  return set (p, &r);
}

static int unknown_letter (parser *p, const char *word, const char *shown,
                           const char *letters) {
  sett_text meaning = {0};
  const int spin = sett_spin_explain (word, &meaning);
  if (spin)
    sett_text_addf (p->error, "unknown option %s: that is %s", word,
                    sett_text_get (&meaning));
  sett_text_release (&meaning);
  return spin ? 0 : unknown (p, shown, letters);
}

/* "-D X", "-DX", and switches together: "-qv". */
static int read_letters (parser *p, const char *word) {
  for (const char *letters = word + 1; *letters; letters++) {
    request r = {0};
    show_request (&r, "-", letters, 1);
    for (size_t i = 0; i < ROWS; i++)
      if (table[i].letter == *letters)
        r.row = table + i;
    if (!r.row)
      return unknown_letter (p, word, r.shown, letters);
    const int is_switch = r.row->type == SETT_OPTION_SWITCH;
    r.value = !is_switch && letters[1] ? letters + 1 : NULL;
    if (!set (p, &r))
      return 0;
    if (!is_switch)
      return 1;
  }
  return 1;
}

static int is_own_letter (char letter) {
  for (size_t i = 0; i < ROWS; i++)
    if (table[i].letter && table[i].letter == letter)
      return 1;
  return 0;
}

/* Is it for a compiler, and not one of those that have two meanings? */
static int is_for_compiler (const parser *p, const char *word) {
  const sett_flag *flag = sett_flag_find (word);
  if (!(p->command & SETT_COMMAND_CHECK) || !flag || !flag->for_checks)
    return 0;
  return flag->text[2] || !is_own_letter (flag->text[1]);
}

static int read_for_compiler (parser *p, const char *word) {
  sett_options *o = p->options;
  note (&o->compiler_option, word);
  SETT_PUSH (o->for_compiler, word);
  if (!sett_flag_takes_next (word))
    return 1;
  if (p->next == p->argc) {
    sett_text_addf (p->error, "%s needs a value", word);
    return 0;
  }
  SETT_PUSH (o->for_compiler, p->argv[p->next++]);
  return 1;
}

static int read_option (parser *p, const char *word) {
  return is_for_compiler (p, word) ? read_for_compiler (p, word)
         : word[1] == '-'          ? read_long (p, word + 2)
                                   : read_letters (p, word);
}

static int read_arguments (parser *p) {
  sett_options *o = p->options;
  int only_operands = (p->command & SETT_COMMANDS_RAW) != 0;
  while (p->next < p->argc) {
    const char *word = p->argv[p->next++];
    if (only_operands)
      SETT_PUSH (o->operands, word);
    else if (word[0] != '-' || !word[1]) {
      SETT_PUSH (o->operands, word);
      SETT_PUSH (o->for_compiler, word);
      o->before_dashes = o->operands.count;
    } else if (!strcmp (word, "--"))
      only_operands = 1;
    else if (!read_option (p, word))
      return 0;
  }
  return 1;
}

int sett_options_parse (sett_options *options, unsigned command, int argc,
                        char *const *argv, sett_text *error) {
  *options = (sett_options){0};
  parser p = {options, command, argc, argv, 0, error};
  for (size_t i = 0; i < ROWS; i++)
    set_default (&p, table + i);
  for (int i = 0; i < argc; i++)
    SETT_PUSH (options->words, argv[i]);
  return read_arguments (&p);
}

void sett_options_release (sett_options *options) {
#define RELEASE_SWITCH(FIELD)
#define RELEASE_NUMBER(FIELD)
#define RELEASE_SECONDS(FIELD)
#define RELEASE_BYTES(FIELD)
#define RELEASE_CHOICE(FIELD)
#define RELEASE_WORD(FIELD)
#define RELEASE_MAYBE(FIELD)
#define RELEASE_LIST(FIELD) SETT_RELEASE (options->FIELD);
#define OPTION(TYPE, FIELD, ...) RELEASE_##TYPE (FIELD)
#include "cli/options.def"
#undef OPTION
  SETT_RELEASE (options->operands);
  SETT_RELEASE (options->for_compiler);
  SETT_RELEASE (options->given);
  SETT_RELEASE (options->words);
}

int sett_options_has (const sett_options *options, const char *name) {
  for (size_t i = 0; i < options->given.count; i++)
    if (!strcmp (options->given.at[i], name))
      return 1;
  return 0;
}
