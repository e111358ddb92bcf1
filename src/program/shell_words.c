/* Words of a command: see shell_words.h. */

#include "program/shell_words.h"

#include "base/text.h"

#include <string.h>

static const char blanks[] = " \t\r\f\v";

typedef struct splitter {
  const char *at;
  sett_text word;
  sett_text *error;
} splitter;

/* What a shell understands; the longest ones first. */
static const struct {
  const char *text, *reason;
} refused[] = {
    {"&&", "a line is one command"},
    {"||", "a line is one command"},
    {";", "a line is one command"},
    {"|", "there are no pipes between commands"},
    {"&", "all processes run at the same time anyway"},
    {"<<", "a standard input is a file"},
    {"<(", "a standard input is a file"},
    {"<&", "a standard input is a file"},
    {"<", "there must be a blank before it"},
    {">", "outputs cannot be redirected"},
    {"(", "no shell reads this"},
    {")", "no shell reads this"},
    {"`", "commands are not replaced by their output"},
    {"$(", "commands are not replaced by their output"},
    {"$", "variables are not replaced by their values"},
    {"*", "patterns are not replaced by names of files"},
    {"?", "patterns are not replaced by names of files"},
    {"[", "patterns are not replaced by names of files"},
};

static int refuse (splitter *s, const char *text, const char *reason) {
  sett_text_addf (s->error,
                  "'%s': %s (quote it if the character itself is meant)", text,
                  reason);
  return 0;
}

/* Is this character a matter of shells?  In double quotes some are not. */
static int check_plain (splitter *s, int quoted) {
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    const char *text = refused[i].text;
    if (!strncmp (s->at, text, strlen (text)) &&
        (!quoted || strchr ("$`", *text)))
      return refuse (s, text, refused[i].reason);
  }
  if (*s->at == '~' && !s->word.length && !quoted)
    return refuse (s, "~", "it is not replaced by a folder");
  return 1;
}

static void take (splitter *s) {
  sett_text_add_bytes (&s->word, s->at++, 1);
}

static int not_closed (splitter *s, char quote) {
  sett_text_addf (s->error, "a quotation begins with %c and does not end",
                  quote);
  return 0;
}

static int read_single (splitter *s) {
  for (s->at++; *s->at && *s->at != '\'';)
    take (s);
  return *s->at++ ? 1 : not_closed (s, '\'');
}

/* A backslash is one of the characters, but before those with a meaning. */
static int read_double (splitter *s) {
  for (s->at++; *s->at && *s->at != '"';) {
    if (*s->at == '\\' && s->at[1] && strchr ("\\\"$`", s->at[1]))
      s->at++;
    else if (!check_plain (s, 1))
      return 0;
    take (s);
  }
  return *s->at++ ? 1 : not_closed (s, '"');
}

static int read_backslash (splitter *s) {
  if (*++s->at) {
    take (s);
    return 1;
  }
  sett_text_add (s->error, "a line cannot go on in the next one");
  return 0;
}

static int read_part (splitter *s) {
  switch (*s->at) {
  case '\'':
    return read_single (s);
  case '"':
    return read_double (s);
  case '\\':
    return read_backslash (s);
  default:
    if (!check_plain (s, 0))
      return 0;
    take (s);
    return 1;
  }
}

static int read_word (splitter *s) {
  sett_text_clear (&s->word);
  while (*s->at && !strchr (blanks, *s->at))
    if (!read_part (s))
      return 0;
  return 1;
}

static const char *keep (splitter *s, sett_arena *arena) {
  return sett_arena_copy (arena, sett_text_get (&s->word), s->word.length);
}

/* "< FILE" */
static int is_input (const splitter *s) {
  return *s->at == '<' && (!s->at[1] || !strchr ("<(&", s->at[1]));
}

static int read_input (splitter *s, sett_shell_words *result,
                       sett_arena *arena) {
  s->at++;
  s->at += strspn (s->at, blanks);
  if (!*s->at || *s->at == '#')
    sett_text_add (s->error, "'<': the name of a file is missing");
  else if (result->input)
    sett_text_add (s->error, "'<': there can be one standard input only");
  else if (read_word (s)) {
    result->input = keep (s, arena);
    return 1;
  }
  return 0;
}

static int read_one (splitter *s, sett_shell_words *result, sett_arena *arena) {
  if (is_input (s))
    return read_input (s, result, arena);
  const int setting =
      sett_shell_setting (s->at) && result->settings == result->words.count;
  if (!read_word (s))
    return 0;
  SETT_PUSH (result->words, keep (s, arena));
  result->settings += (size_t)setting;
  return 1;
}

int sett_shell_split (sett_shell_words *result, const char *line,
                      sett_arena *arena, sett_text *error) {
  splitter s = {.at = line, .error = error};
  int fine = 1;
  *result = (sett_shell_words){0};
  while (fine) {
    s.at += strspn (s.at, blanks);
    if (!*s.at || *s.at == '#')
      break;
    fine = read_one (&s, result, arena);
  }
  sett_text_release (&s.word);
  return fine;
}

size_t sett_shell_setting (const char *text) {
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "abcdefghijklmnopqrstuvwxyz_0123456789";
  const size_t length = strspn (text, letters);
  return text[length] == '=' && length && !strchr ("0123456789", *text) ? length
                                                                        : 0;
}
