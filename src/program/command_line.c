/* A command line of a compiler: see command_line.h. */

#include "program/command_line.h"

#include "base/flags.h"
#include "base/text.h"

#include <string.h>

enum { MOST_NESTING = 8 }; /* of files with arguments */

static const struct {
  const char *suffix;
  sett_input_kind kind;
} suffixes[] = {
    {".c", SETT_INPUT_C},         {".i", SETT_INPUT_C},
    {".cc", SETT_INPUT_CXX},      {".cp", SETT_INPUT_CXX},
    {".cxx", SETT_INPUT_CXX},     {".cpp", SETT_INPUT_CXX},
    {".CPP", SETT_INPUT_CXX},     {".c++", SETT_INPUT_CXX},
    {".C", SETT_INPUT_CXX},       {".ii", SETT_INPUT_CXX},
    {".m", SETT_INPUT_LANGUAGE},  {".mm", SETT_INPUT_LANGUAGE},
    {".f", SETT_INPUT_LANGUAGE},  {".f90", SETT_INPUT_LANGUAGE},
    {".S", SETT_INPUT_LANGUAGE},  {".sx", SETT_INPUT_LANGUAGE},
    {".ll", SETT_INPUT_LANGUAGE}, {".bc", SETT_INPUT_LANGUAGE},
    {".s", SETT_INPUT_ASSEMBLY},  {".o", SETT_INPUT_OBJECT},
    {".a", SETT_INPUT_OBJECT},    {".so", SETT_INPUT_OBJECT},
    {".lo", SETT_INPUT_OBJECT},   {".h", SETT_INPUT_HEADER},
    {".hh", SETT_INPUT_HEADER},   {".hpp", SETT_INPUT_HEADER},
    {".hxx", SETT_INPUT_HEADER},  {".H", SETT_INPUT_HEADER},
};

static const char *const preprocessing[] = {"-E", "-M", "-MM"};

static const char *const early[] = {
    "-c", "-S", "-fsyntax-only", "-r", "--precompile", "-###",
};

static const char *const informing[] = {
    "--version",    "--help",     "--target-help",    "-dumpversion",
    "-dumpmachine", "-dumpspecs", "-dumpfullversion",
};

static int is_one_of (const char *word, const char *const *words,
                      size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!strcmp (word, words[i]))
      return 1;
  return 0;
}

#define IS_ONE_OF(WORD, WORDS)                                                 \
  is_one_of (WORD, WORDS, sizeof WORDS / sizeof *WORDS)

static int begins (const char *word, const char *with) {
  return !strncmp (word, with, strlen (with));
}

sett_input_kind sett_input_kind_of (const char *name) {
  const char *slash = strrchr (name, '/');
  const char *dot = strrchr (slash ? slash : name, '.');
  for (size_t i = 0; dot && i < sizeof suffixes / sizeof *suffixes; i++)
    if (!strcmp (dot, suffixes[i].suffix))
      return suffixes[i].kind;
  return SETT_INPUT_OTHER;
}

/*------------------------------------------------------------------------*/

typedef struct scanner {
  sett_command_line *line;
  int skip;     /* the next word is a value */
  int language; /* -x says what files are */
  int nesting;
} scanner;

static void scan (scanner *, const char *word);

static void scan_input (scanner *s, const char *word) {
  sett_command_line *line = s->line;
  const sett_input_kind kind = sett_input_kind_of (word);
  line->inputs++;
  line->c += kind == SETT_INPUT_C;
  line->cxx += kind == SETT_INPUT_CXX;
  line->headers += kind == SETT_INPUT_HEADER && !s->language;
  line->others += s->language || kind == SETT_INPUT_C ||
                  kind == SETT_INPUT_CXX || kind == SETT_INPUT_LANGUAGE ||
                  kind == SETT_INPUT_HEADER;
}

/* The next word of a text, without its quotes; false at the end. */
static int next_word (const char **at, sett_text *word) {
  static const char blanks[] = " \t\n\r\f\v";
  const char *from = *at + strspn (*at, blanks);
  char quote = 0;
  sett_text_clear (word);
  if (!*from)
    return 0;
  for (; *from && (quote || !strchr (blanks, *from)); from++) {
    if (*from == '\\' && from[1])
      from++;
    else if (*from == quote || (!quote && (*from == '\'' || *from == '"'))) {
      quote = quote ? 0 : *from;
      continue;
    }
    sett_text_add_bytes (word, from, 1);
  }
  *at = from;
  return 1;
}

static void scan_file (scanner *s, const char *path) {
  sett_text text = {0}, word = {0};
  const char *at;
  if (s->nesting < MOST_NESTING && sett_text_read_file (&text, path)) {
    s->nesting++;
    for (at = sett_text_get (&text); next_word (&at, &word);)
      scan (s, sett_text_get (&word));
    s->nesting--;
  }
  sett_text_release (&text);
  sett_text_release (&word);
}

static void scan_option (scanner *s, const char *word) {
  sett_command_line *line = s->line;
  s->skip = sett_flag_takes_next (word);
  line->preprocesses |= IS_ONE_OF (word, preprocessing);
  line->stops_early |= line->preprocesses || IS_ONE_OF (word, early);
  line->only_informs |= IS_ONE_OF (word, informing) ||
                        begins (word, "-print-") || begins (word, "--print-") ||
                        begins (word, "--help=");
  line->is_static |= !strcmp (word, "-static") || !strcmp (word, "--static") ||
                     !strcmp (word, "-static-pie");
  if (begins (word, "-x"))
    s->language = strcmp (word, "-xnone") != 0;
}

static void scan (scanner *s, const char *word) {
  if (s->skip)
    s->skip = 0;
  else if (word[0] == '@' && word[1])
    scan_file (s, word + 1);
  else if (word[0] == '-' && word[1])
    scan_option (s, word);
  else
    scan_input (s, word);
}

void sett_command_line_read (sett_command_line *line,
                             const sett_strings *words) {
  scanner s = {.line = line};
  *line = (sett_command_line){0};
  for (size_t i = 0; i < words->count; i++)
    scan (&s, words->at[i]);
}
