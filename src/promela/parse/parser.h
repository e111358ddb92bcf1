/* What the parts of the parser share. */

#ifndef SETT_PROMELA_PARSER_H
#define SETT_PROMELA_PARSER_H

#include "promela/parse/diagnostics.h"
#include "promela/parse/name_table.h"
#include "promela/parse/ast.h"

#include <setjmp.h>

typedef struct inline_definition {
  const char *name;
  place place;
  SETT_VECTOR (const char *) parameters;
  const token *begin, *end; /* the body, without braces */
  int open;                 /* being expanded: no recursion */
} inline_definition;

/* A text that is being read: the file, or the body of an inline. */
typedef struct token_frame {
  const token *resume; /* where the surrounding text goes on */
  inline_definition *definition;
  unsigned instance; /* number of the expansion, to tell labels apart */
} token_frame;

typedef struct parser {
  tree *tree;
  sett_arena *arena;
  diagnostics *diagnostics;
  int allow_c;
  const token *now; /* the token to be read next */
  const token *previous;
  SETT_VECTOR (token_frame) frames;
  SETT_VECTOR (inline_definition *) inlines;
  SETT_VECTOR (const char *) process_names; /* all, also later ones */
  name_table globals;                       /* by name */
  SETT_VECTOR (variable *) visible;         /* locals, innermost last */
  SETT_VECTOR (expression *) unresolved;    /* run, remote references */
  process_type *process;                    /* being parsed, or null */
  int late;                                 /* declarations are now steps */
  int do_depth;                             /* break allowed? */
  unsigned nesting;
  unsigned instances;        /* inline expansions so far */
  size_t expanded;           /* tokens of all of them */
  expression *return_target; /* of the inline call being expanded */
  unsigned hidden_counters;  /* names for loops over channels */
  unsigned unnamed_formulas; /* ltl blocks without a name */
  jmp_buf *recovery;
} parser;

enum {
  DEEPEST_NESTING = 400,
  LONGEST_EXPANSION = 1000000,
  MOST_OPERATORS = 2000 /* in a row */
};

/* Reading. */
void sett_parser_next (parser *);
int sett_parser_at (const parser *, token_kind);
const token *sett_parser_peek (const parser *, unsigned ahead);
int sett_parser_accept (parser *, token_kind);
void sett_parser_expect (parser *, token_kind, const char *context);
const char *sett_parser_name (parser *, const char *what);

/* Reports and leaves for the nearest recovery point. */
_Noreturn void sett_parser_fail (parser *, const place *, const char *format,
                                 ...) __attribute__ ((format (printf, 3, 4)));
void sett_parser_enter (parser *);
void sett_parser_leave (parser *);

/* The tokens [from, to) as text on one line. */
const char *sett_parser_text (parser *, const token *from, const token *to);

/* Names. */
variable *sett_parser_find_variable (parser *, const char *name);
variable *sett_parser_find_field (record *, const char *name);
record *sett_parser_find_record (parser *, const char *name);
const mtype_name *sett_parser_find_mtype (parser *, const char *name);
int sett_parser_is_process (parser *, const char *name);
inline_definition *sett_parser_find_inline (parser *, const char *name);

/* parse_declaration.c */
int sett_at_declaration (parser *);
/* Declares; appends the steps of late declarations to `steps`. */
void sett_parse_declaration (parser *, sequence *steps);
void sett_parse_parameters (parser *, process_type *);
void sett_parse_fields (parser *, record *);
void sett_parse_mtype_names (parser *);
variable *sett_declare_counter (parser *, const place *);
int32_t sett_parse_constant (parser *);
int32_t sett_parse_rank (parser *); /* a constant priority */

/* parse_expression.c */
expression *sett_parse_expression (parser *);
expression *sett_parse_condition (parser *); /* tighter than && and || */
expression *sett_parse_variable (parser *);  /* a[i].b, no calls */
void sett_parse_send_arguments (parser *, expression_list *);
void sett_parse_receive_arguments (parser *, token_kind end, expression_list *);
expression *sett_new_expression (parser *, expression_kind, const place *);
expression *sett_new_constant (parser *, int32_t, const place *);
expression *sett_new_variable (parser *, variable *, const place *);
expression *sett_new_binary (parser *, token_kind, expression *, expression *);
int sett_constant_value (const expression *, int32_t *value);

/* parse_statement.c */
sequence *sett_parse_block (parser *); /* { ... } */
sequence *sett_new_sequence (parser *);
statement *sett_new_statement (parser *, statement_kind, const place *);
void sett_add_statement (parser *, sequence *, statement *);

/* parse_loop.c */
statement *sett_parse_for (parser *);
statement *sett_parse_select (parser *);
statement *sett_new_assignment (parser *, expression *target,
                                expression *value);

/* parse_inline.c */
void sett_parse_inline_definition (parser *);
int sett_at_inline_call (parser *);
statement *sett_parse_inline_call (parser *);

/* parse_formula.c */
void sett_parse_ltl (parser *);
void sett_parse_formula_of (parser *, ltl_block *);

/* The name of a label written here, unique per expansion of an inline. */
const char *sett_inline_label (parser *, const char *name, unsigned instance);

/* resolve.c: what can only be checked when all is read */
void sett_resolve_tree (parser *);
void sett_resolve_despite_errors (
    parser *); /* what can be checked all the same */

#endif
