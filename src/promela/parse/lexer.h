/* Tokens of a preprocessed Promela text. */

#ifndef SETT_PROMELA_LEXER_H
#define SETT_PROMELA_LEXER_H

#include "base/arena.h"
#include "base/vector.h"

#include <stdint.h>

struct diagnostics;

/* Where something stands: `at` points into the preprocessed text. */
typedef struct place {
  const char *file;
  const char *at;
  uint32_t line, column;
} place;

typedef enum token_kind {
  /* Single characters stand for themselves: '(' ';' '+' ... */
  TOKEN_END = 0,
  TOKEN_NAME = 256,
  TOKEN_NUMBER,
  TOKEN_STRING,  /* text includes the quotes */
  TOKEN_C,       /* the text inside the braces of embedded C */
  TOKEN_C_GUARD, /* the text inside the brackets of c_code [..] */
  TOKEN_ARROW,   /* -> */
  TOKEN_OPTION,  /* :: */
  TOKEN_SHIFT_LEFT,
  TOKEN_SHIFT_RIGHT,
  TOKEN_LESS_EQUAL,
  TOKEN_GREATER_EQUAL,
  TOKEN_EQUAL,
  TOKEN_UNEQUAL,
  TOKEN_AND,
  TOKEN_OR,
  TOKEN_INCREMENT,
  TOKEN_DECREMENT,
  TOKEN_SEND_SORTED, /* !! */
  TOKEN_RECEIVE_ANY, /* ?? */
  TOKEN_RANGE,       /* .. */
  TOKEN_EQUIVALENT,  /* <-> in formulas */
#define KEYWORD(NAME, SPELLING) KEY_##NAME,
#include "promela/parse/token.def"
#undef KEYWORD
  TOKEN_KINDS
} token_kind;

typedef struct token {
  token_kind kind;
  place place;
  const char *text; /* spelling, in the arena */
  int32_t value;    /* of a number */
  int may_begin;    /* first of its line, and no parenthesis is open */
} token;

typedef SETT_VECTOR (token) token_list;

/* Appends the tokens of `source` and a final TOKEN_END. */
void sett_lex_source (const char *name, const char *source, sett_arena *,
                      token_list *, struct diagnostics *);

/* "';'", "the name 'x'", "end of file": for messages. */
const char *sett_token_describe (const token *, char buffer[80]);
const char *sett_token_kind_describe (token_kind, char buffer[80]);

#endif
