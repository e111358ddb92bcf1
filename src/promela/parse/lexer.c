/* From preprocessed text to tokens.

   Line marks of the preprocessor (# 12 "file") set the place of what follows;
   comments are skipped too, since a text without directives is not sent
   through the preprocessor; so is an end of a comment that none begins.  After
   c_code, c_expr and c_decl the text in braces is one token. */

#include "promela/parse/lexer.h"
#include "promela/parse/diagnostics.h"
#include "base/assert.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

typedef struct lexer {
  sett_arena *arena;
  diagnostics *diagnostics;
  token_list *out;
  const char *at;    /* next character */
  const char *begin; /* of the line */
  const char *file;
  uint32_t line;
  uint32_t nested; /* parentheses and brackets that are open */
  int is_fresh;    /* nothing was found on this line yet */
} lexer;

static const struct {
  token_kind kind;
  const char *spelling;
} operators[] = {
    {TOKEN_EQUIVALENT, "<->"},
    {TOKEN_ARROW, "->"},
    {TOKEN_OPTION, "::"},
    {TOKEN_SHIFT_LEFT, "<<"},
    {TOKEN_SHIFT_RIGHT, ">>"},
    {TOKEN_LESS_EQUAL, "<="},
    {TOKEN_GREATER_EQUAL, ">="},
    {TOKEN_EQUAL, "=="},
    {TOKEN_UNEQUAL, "!="},
    {TOKEN_AND, "&&"},
    {TOKEN_OR, "||"},
    {TOKEN_INCREMENT, "++"},
    {TOKEN_DECREMENT, "--"},
    {TOKEN_SEND_SORTED, "!!"},
    {TOKEN_RECEIVE_ANY, "??"},
    {TOKEN_RANGE, ".."},
};

static const struct {
  token_kind kind;
  const char *spelling;
} keywords[] = {
#define KEYWORD(NAME, SPELLING) {KEY_##NAME, SPELLING},
#include "promela/parse/token.def"
#undef KEYWORD
};

enum {
  OPERATORS = sizeof operators / sizeof *operators,
  KEYWORDS = sizeof keywords / sizeof *keywords
};

static place here (const lexer *l) {
  SETT_ASSERT (l->at >= l->begin);
  return (place){l->file, l->at, l->line, (uint32_t)(l->at - l->begin) + 1};
}

static void next_line (lexer *l) {
  l->line++;
  l->begin = l->at;
  l->is_fresh = 1;
}

/* # 12 "file.pml" 1 3   or   #line 12 "file.pml";  other # lines (pragmas)
   are ignored. */
static void read_line_mark (lexer *l) {
  const char *at = l->at + 1;
  at += strspn (at, " \t");
  if (!strncmp (at, "line", 4))
    at += 4;
  at += strspn (at, " \t");
  const size_t digits = strspn (at, "0123456789");
  if (digits) {
    unsigned line = 0;
    for (size_t i = 0; i < digits && line < 100000000; i++)
      line = 10 * line + (unsigned)(at[i] - '0');
    at += digits;
    at += strspn (at, " \t");
    if (*at == '"') {
      const size_t length = strcspn (at + 1, "\"\n");
      l->file = sett_arena_copy (l->arena, at + 1, length);
    }
    l->line = line - 1;
  }
  l->at += strcspn (l->at, "\n");
}

static void skip_comment (lexer *l) {
  const place start = here (l);
  l->at += 2;
  while (*l->at && strncmp (l->at, "*/", 2))
    if (*l->at++ == '\n')
      next_line (l);
  if (*l->at)
    l->at += 2;
  else
    sett_report_error (l->diagnostics, &start, "this comment is never closed");
}

/* The end of a comment that was never opened, or was closed before. */
static int at_stray_end (const lexer *l) {
  return !strncmp (l->at, "*/", 2) && l->at[2] != '*' && l->at[2] != '/';
}

static void skip_stray_end (lexer *l) {
  const place p = here (l);
  sett_report_warning (l->diagnostics, &p,
                       "this '*/' ends no comment: it is left out");
  l->at += 2;
}

static void skip_blanks (lexer *l) {
  for (;;) {
    if (*l->at == '\n') {
      l->at++;
      next_line (l);
    } else if (*l->at == '#' && l->at == l->begin) {
      read_line_mark (l);
    } else if (!strncmp (l->at, "/*", 2)) {
      skip_comment (l);
    } else if (!strncmp (l->at, "//", 2)) {
      l->at += strcspn (l->at, "\n");
    } else if (at_stray_end (l)) {
      skip_stray_end (l);
    } else if (!strncmp (l->at, "\\\n", 2)) {
      l->at++;
    } else if (isspace ((unsigned char)*l->at)) {
      l->at++;
    } else
      return;
  }
}

static token *add (lexer *l, token_kind kind, place p, const char *text,
                   size_t length) {
  token *t = SETT_PUSH_SLOT (*l->out);
  *t = (token){kind, p, sett_arena_copy (l->arena, text, length), 0,
               l->is_fresh && !l->nested};
  l->is_fresh = 0;
  return t;
}

static void lex_number (lexer *l) {
  const place p = here (l);
  const int hex = l->at[0] == '0' && (l->at[1] == 'x' || l->at[1] == 'X');
  const char *digits = l->at + 2 * hex;
  const char *end = digits;
  const uint64_t largest = INT64_MAX;
  uint64_t value = 0;
  for (; hex ? isxdigit ((unsigned char)*end) : isdigit ((unsigned char)*end);
       end++) {
    const int d = isdigit ((unsigned char)*end)
                      ? *end - '0'
                      : tolower ((unsigned char)*end) - 'a' + 10;
    value = value > (largest - (unsigned)d) / (hex ? 16 : 10)
                ? largest
                : value * (hex ? 16 : 10) + (unsigned)d;
  }
  if (value > (hex ? (uint64_t)UINT_MAX : (uint64_t)INT_MAX))
    sett_report_warning (
        l->diagnostics, &p,
        "this number does not fit into an int: its value is %d",
        (int32_t)(uint32_t)value);
  token *t = add (l, TOKEN_NUMBER, p, l->at, (size_t)(end - l->at));
  t->value = (int32_t)(uint32_t)value;
  l->at = end;
}

static void lex_name (lexer *l) {
  const place p = here (l);
  const char *end = l->at;
  while (isalnum ((unsigned char)*end) || *end == '_')
    end++;
  const size_t length = (size_t)(end - l->at);
  token_kind kind = TOKEN_NAME;
  for (size_t i = 0; i < KEYWORDS; i++)
    if (strlen (keywords[i].spelling) == length &&
        !memcmp (keywords[i].spelling, l->at, length))
      kind = keywords[i].kind;
  add (l, kind, p, l->at, length);
  l->at = end;
}

static int escaped (char c) {
  switch (c) {
  case 'n':
    return '\n';
  case 't':
    return '\t';
  case 'r':
    return '\r';
  case 'b':
    return '\b';
  case 'f':
    return '\f';
  case '0':
    return 0;
  default:
    return (unsigned char)c;
  }
}

static void lex_character (lexer *l) {
  const place p = here (l);
  const int escape = l->at[1] == '\\' && l->at[2];
  const char *last = l->at + 2 + escape;
  if (!l->at[1] || l->at[1] == '\n' || *last != '\'') {
    sett_report_error (l->diagnostics, &p,
                       "expected a character constant such as 'a'");
    l->at++;
    return;
  }
  token *t = add (l, TOKEN_NUMBER, p, l->at, (size_t)(last + 1 - l->at));
  t->value = escape ? escaped (l->at[2]) : (unsigned char)l->at[1];
  l->at = last + 1;
}

static void lex_string (lexer *l) {
  const place p = here (l);
  const char *end = l->at + 1;
  while (*end && *end != '"' && *end != '\n')
    end += end[0] == '\\' && end[1] ? 2 : 1;
  if (*end == '"')
    end++;
  else
    sett_report_error (l->diagnostics, &p, "this string is never closed");
  add (l, TOKEN_STRING, p, l->at, (size_t)(end - l->at));
  l->at = end;
}

/* Skips over a string or character constant inside C. */
static const char *skip_c_quoted (const char *at) {
  const char quote = *at++;
  while (*at && *at != quote && *at != '\n')
    at += at[0] == '\\' && at[1] ? 2 : 1;
  return *at == quote ? at + 1 : at;
}

/* Skips over a comment inside C: it may contain quotes and braces. */
static int skip_c_comment (lexer *l) {
  if (!strncmp (l->at, "/*", 2))
    skip_comment (l);
  else if (!strncmp (l->at, "//", 2))
    l->at += strcspn (l->at, "\n");
  else
    return 0;
  return 1;
}

/* The balanced text between `open` and `close` as one token. */
static void lex_c_text (lexer *l, char open, char close, token_kind kind) {
  const place p = here (l);
  const char *begin = ++l->at;
  for (int depth = 1;;) {
    const char c = *l->at;
    if (!c) {
      sett_report_error (l->diagnostics, &p, "this embedded C is never closed");
      break;
    }
    if (c == '"' || c == '\'') {
      l->at = skip_c_quoted (l->at);
      continue;
    }
    if (c == '#' && l->at == l->begin) {
      read_line_mark (l);
      continue;
    }
    if (skip_c_comment (l))
      continue;
    depth += (c == open) - (c == close);
    if (!depth)
      break;
    l->at++;
    if (c == '\n')
      next_line (l);
  }
  add (l, kind, p, begin, (size_t)(l->at - begin));
  l->at += *l->at != 0;
}

static void lex_operator (lexer *l) {
  const place p = here (l);
  for (size_t i = 0; i < OPERATORS; i++) {
    const size_t length = strlen (operators[i].spelling);
    if (!strncmp (l->at, operators[i].spelling, length)) {
      add (l, operators[i].kind, p, l->at, length);
      l->at += length;
      return;
    }
  }
  l->nested -= l->nested && (*l->at == ')' || *l->at == ']');
  if (strchr ("+-*/%&|^~!?<>=(){}[],;:.@", *l->at))
    add (l, (token_kind)(unsigned char)*l->at, p, l->at, 1);
  else if (isprint ((unsigned char)*l->at))
    sett_report_error (l->diagnostics, &p, "unexpected character '%c'", *l->at);
  else
    sett_report_error (l->diagnostics, &p, "unexpected byte 0x%02x",
                       (unsigned char)*l->at);
  l->nested += *l->at == '(' || *l->at == '[';
  if (*l->at == '{' || *l->at == '}')
    l->nested = 0;
  l->at++;
}

static int takes_c (const lexer *l) {
  if (!l->out->count)
    return 0;
  const token_kind last = l->out->at[l->out->count - 1].kind;
  return last == KEY_C_CODE || last == KEY_C_EXPR || last == KEY_C_DECL ||
         last == TOKEN_C_GUARD;
}

static void lex_token (lexer *l) {
  const unsigned char c = (unsigned char)*l->at;
  if (takes_c (l) && c == '{')
    lex_c_text (l, '{', '}', TOKEN_C);
  else if (takes_c (l) && c == '[')
    lex_c_text (l, '[', ']', TOKEN_C_GUARD);
  else if (isdigit (c))
    lex_number (l);
  else if (isalpha (c) || c == '_')
    lex_name (l);
  else if (c == '"')
    lex_string (l);
  else if (c == '\'')
    lex_character (l);
  else
    lex_operator (l);
}

void sett_lex_source (const char *name, const char *source, sett_arena *arena,
                      token_list *out, diagnostics *d) {
  lexer l = {arena, d, out, source, source, name, 1, 0, 1};
  for (;;) {
    skip_blanks (&l);
    if (!*l.at)
      break;
    lex_token (&l);
  }
  add (&l, TOKEN_END, here (&l), "", 0);
}

const char *sett_token_kind_describe (token_kind kind, char buffer[80]) {
  if (kind == TOKEN_END)
    return "the end of the file";
  if (kind == TOKEN_NAME)
    return "a name";
  if (kind == TOKEN_NUMBER)
    return "a number";
  if (kind == TOKEN_STRING)
    return "a string";
  if (kind == TOKEN_C || kind == TOKEN_C_GUARD)
    return "C code in braces";
  if ((int)kind < 256) {
    snprintf (buffer, 80, "'%c'", (int)kind);
    return buffer;
  }
  for (size_t i = 0; i < OPERATORS; i++)
    if (operators[i].kind == kind)
      snprintf (buffer, 80, "'%s'", operators[i].spelling);
  for (size_t i = 0; i < KEYWORDS; i++)
    if (keywords[i].kind == kind)
      snprintf (buffer, 80, "'%s'", keywords[i].spelling);
  return buffer;
}

const char *sett_token_describe (const token *t, char buffer[80]) {
  if (t->kind == TOKEN_END || t->kind == TOKEN_C || t->kind == TOKEN_C_GUARD)
    return sett_token_kind_describe (t->kind, buffer);
  snprintf (buffer, 80, "'%.60s'", t->text);
  return buffer;
}
