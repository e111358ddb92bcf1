/* The syntax tree of a Promela model.  All of it lives in one arena. */

#ifndef SETT_PROMELA_AST_H
#define SETT_PROMELA_AST_H

#include "base/arena.h"
#include "base/vector.h"
#include "promela/parse/lexer.h"

#include <stdint.h>

typedef struct variable variable;
typedef struct record record;
typedef struct process_type process_type;
typedef struct expression expression;
typedef struct statement statement;
typedef struct sequence sequence;
typedef SETT_VECTOR (variable *) variable_list;
typedef SETT_VECTOR (expression *) expression_list;

/* A channel that exists with its owner: the storage of its messages, and the
   chan variable (or field, or element) that names it. */
typedef struct channel_slot {
  struct channel_shape *shape;
  variable *variable;       /* the outermost one */
  const char *name;         /* for people: "c[2]" */
  uint32_t offset;          /* of its storage, in the owner's record */
  uint32_t variable_offset; /* of the variable that names it */
} channel_slot;

typedef SETT_VECTOR (channel_slot) channel_slots;

/* The lists of a tree grow inside its arena: nothing to release. */
#define TREE_PUSH(ARENA, V, X)                                                 \
  ((V).count == (V).room                                                       \
       ? (void)((V).at = sett_tree_grow ((ARENA), (V).at, (V).count,           \
                                         &(V).room, sizeof *(V).at))           \
       : (void)0,                                                              \
   (void)((V).at[(V).count++] = (X)))

void *sett_tree_grow (sett_arena *, const void *, size_t count, size_t *room,
                      size_t size);

/* ------------------------------------------------------------- types --- */

typedef enum type_kind {
  TYPE_BIT, /* bit and bool */
  TYPE_BYTE,
  TYPE_PID,
  TYPE_MTYPE,
  TYPE_CHAN,
  TYPE_SHORT,
  TYPE_INT,
  TYPE_UNSIGNED, /* unsigned x : bits */
  TYPE_RECORD    /* typedef */
} type_kind;

typedef struct type {
  type_kind kind;
  uint8_t bits;      /* of TYPE_UNSIGNED */
  record *record;    /* of TYPE_RECORD */
  const char *mtype; /* of a named mtype, else null */
} type;

struct record { /* typedef */
  const char *name;
  place place;
  variable_list fields;
  /* set by layout.c */
  variable_list members; /* the fields in the order of storage */
  uint32_t size, align;
  int has_channels; /* in a field, or in a field of a field */
  const char *c_name;
};

/* [capacity] of { fields }.  Stored as: length (1 byte), padding, messages. */
typedef struct channel_shape {
  uint32_t capacity;
  SETT_VECTOR (type) fields; /* records are flattened by resolve.c */
  uint32_t id;               /* index among the distinct shapes */
  /* set by layout.c */
  uint32_t align, first_message, message_size, size;
  uint32_t *field_offset;
} channel_shape;

typedef SETT_VECTOR (channel_shape *) shape_list;

struct variable {
  const char *name;
  place place;
  type type;
  int is_array;
  uint32_t count;         /* elements, 1 for a scalar */
  expression *init;       /* of every element, or null */
  expression_list inits;  /* of each element, or none: = { 1, 2, 3 } */
  channel_shape *channel; /* = [n] of { .. } */
  shape_list holds;       /* a chan: of what it may mean, by messages.c */
  process_type *owner;    /* null: global, or a field */
  uint32_t scope;         /* block in which it is visible, see parser.c */
  int is_parameter;
  variable_list parts; /* of a parameter of a typedef type */
  int is_hidden;
  int is_field;
  int starts_late; /* declared after the first statement */
  int is_assigned; /* anywhere: not a constant channel */
  int is_read;
  int is_remote;              /* others may read it: named in P:x somewhere */
  int is_forgotten;           /* nobody reads it: set by forget.c */
  unsigned char *read;        /* by byte, or null: set by forget.c */
  unsigned char *fields_read; /* of its messages; likewise */
  const char *c_name;         /* in the generated C */
  uint32_t offset, size;      /* of one element; set by layout.c */
  uint32_t slot; /* globals: the first object (objects.c); locals: liveness.c */
  uint32_t first_channel; /* a global chan: number of its first channel */
};

/* ------------------------------------------------------- expressions --- */

typedef struct selector { /* one name on the way to a value: a[i].b[j] */
  variable *variable;
  expression *index; /* null: none written */
  struct selector *next;
} selector;

typedef enum expression_kind {
  EXPRESSION_CONSTANT, /* value; `text` if an mtype or a word was written */
  EXPRESSION_VARIABLE, /* where */
  EXPRESSION_UNARY,    /* operator left */
  EXPRESSION_BINARY,   /* left operator right */
  EXPRESSION_CHOICE,   /* (left -> right : third) */
  EXPRESSION_RUN,      /* process, arguments, left: priority */
  EXPRESSION_CHANNEL,  /* operator: KEY_LEN KEY_FULL ..., left: the channel */
  EXPRESSION_POLL,     /* left ? [arguments], operator: '?' or ?? */
  EXPRESSION_AT_LABEL, /* process [left] @ text */
  EXPRESSION_REMOTE,   /* process [left] : where, found late from `text` */
  EXPRESSION_TIMEOUT,
  EXPRESSION_NO_PROGRESS,
  EXPRESSION_ACCEPTING,    /* some process stands at an accept label */
  EXPRESSION_SELF,         /* _pid */
  EXPRESSION_PROCESSES,    /* _nr_pr */
  EXPRESSION_LAST,         /* _last */
  EXPRESSION_PRIORITY,     /* _priority, or get_priority (left) */
  EXPRESSION_SET_PRIORITY, /* set_priority (left, right) */
  EXPRESSION_ENABLED,      /* enabled (left) */
  EXPRESSION_PC_VALUE,     /* pc_value (left) */
  EXPRESSION_EVAL,         /* eval (left), in receives */
  EXPRESSION_TEMPORAL,     /* of formulas: `text` is the operator */
  EXPRESSION_ANY,          /* _ in receives */
  EXPRESSION_C             /* c_expr { text } */
} expression_kind;

struct expression {
  expression_kind kind;
  place place;
  token_kind op;
  int32_t value;
  const char *text;
  selector *where;
  expression *left, *right, *third;
  const char *guard; /* C: the text in brackets, or null */
  process_type *process;
  const char *process_name; /* until it is resolved */
  int is_forgotten;         /* what is written here is not kept: by forget.c */
  expression_list arguments;
};

/* -------------------------------------------------------- statements --- */

typedef enum statement_kind {
  STATEMENT_EXPRESSION,
  STATEMENT_ASSIGN,  /* target = value */
  STATEMENT_SEND,    /* channel ! arguments */
  STATEMENT_RECEIVE, /* channel ? arguments */
  STATEMENT_ASSERT,
  STATEMENT_PRINT, /* format, arguments */
  STATEMENT_ELSE,
  STATEMENT_GOTO,
  STATEMENT_BREAK,
  STATEMENT_IF,
  STATEMENT_DO,
  STATEMENT_ATOMIC,
  STATEMENT_D_STEP,
  STATEMENT_BLOCK,
  STATEMENT_UNLESS,
  STATEMENT_C
} statement_kind;

typedef struct label {
  const char *name;
  place place;
  struct label *next;
} label;

struct sequence {
  SETT_VECTOR (statement *) statements;
};

struct statement {
  statement_kind kind;
  place place;
  const char *text; /* as written, on one line */
  label *labels;
  expression *target; /* assign: a variable; send, receive: the channel */
  expression *value;  /* expression, assert, assign */
  expression_list arguments;
  const char *name; /* goto: the label; print: the format; C: the text */
  SETT_VECTOR (const char *) label_candidates; /* goto: inside inlines */
  const char *guard; /* C: the text in brackets, or null */
  int sorted;        /* send: !! */
  int anywhere;      /* receive: ?? */
  int keeps;         /* receive: ?< > */
  int is_for;        /* do: written as a for */
  int fills;         /* assign: every element of a freshly declared array */
  SETT_VECTOR (sequence *) parts; /* options; body; main and escape */
  uint32_t number;                /* of a C text, set by c_text.c */
};

/* ------------------------------------------------------------- model --- */

typedef enum process_kind {
  PROCESS_PLAIN,
  PROCESS_INIT,
  PROCESS_NEVER, /* parsed, not part of the system */
  PROCESS_TRACE,
  PROCESS_NOTRACE
} process_kind;

struct process_type {
  const char *name;
  place place;
  place close; /* the brace that ends it */
  process_kind kind;
  uint32_t active; /* how many exist from the start */
  uint32_t parameters;
  variable_list variables; /* parameters first */
  expression *provided;
  int has_priority;
  uint32_t priority;
  sequence *body;
  struct name_table *labels; /* set by resolve.c: which are in the body */
  int lost_labels;           /* a label may have been skipped after an error */
  uint32_t number;           /* among plain types and init */
  /* set by layout.c */
  variable_list members; /* in the order of storage */
  uint32_t size;         /* of its record, a multiple of 8 */
  uint32_t priority_offset;
  uint32_t c_offset; /* of its c_state, where the channels end */
  channel_slots channels;
  struct automaton *automaton; /* set by automaton.c */
};

typedef struct mtype_name {
  const char *name;
  const char *type; /* the named mtype, or null */
  int32_t value;
} mtype_name;

/* A label that is named in P@label somewhere. */
typedef struct named_label {
  const process_type *process;
  const char *name;
} named_label;

typedef struct ltl_block {
  const char *name;
  place place;
  const char *text;
  const token *begin; /* of the formula; valid while parsing */
  expression *formula;
} ltl_block;

/* c_decl, c_state and c_track */
typedef struct c_declaration {
  token_kind kind;
  place place;
  const char *text;  /* C, or the first string without quotes */
  const char *where; /* c_state: "Global"/"Local p"/"Hidden"; c_track: size */
  const char *extra; /* c_state: initial value; c_track: Matched/UnMatched */
  process_type *process; /* c_state "Local p" */
  int is_hidden;         /* c_state "Hidden": not part of the state */
  uint32_t size, align;  /* set by c_probe.c */
  uint32_t offset;       /* in the globals or the process; by layout.c */
} c_declaration;

/* A c_code or c_expr inside a process; its number is its index + 1. */
typedef struct c_text {
  const char *text;
  const char *guard; /* or null */
  place place;
  process_type *process; /* null: in the initial value of a global */
  int is_code;
  int is_truth; /* a c_expr of which only the truth matters */
} c_text;

/* The conditions that a property speaks of, by their numbers. */
typedef struct proposition {
  expression *condition;
  int may_fail; /* its evaluation may be a violation */
} proposition;

typedef struct tree {
  sett_arena arena;
  variable_list globals;
  SETT_VECTOR (process_type *) processes; /* plain ones and init, in order */
  SETT_VECTOR (process_type *) claims;
  SETT_VECTOR (record *) records;
  SETT_VECTOR (mtype_name) mtypes;
  SETT_VECTOR (ltl_block) formulas;
  SETT_VECTOR (named_label) named_labels;
  SETT_VECTOR (c_declaration) c_declarations;
  SETT_VECTOR (c_text) c_texts; /* set by c_text.c */
  int c_keeps_memory;           /* outside the state; so too */
  shape_list shapes;            /* distinct ones */
  int uses_timeout, uses_last, uses_priority, uses_provided, uses_c;
  int uses_enabled, uses_pc_value;
  /* set by checked_property.c, for the property that is checked */
  SETT_VECTOR (proposition) propositions;
  struct monitor *monitor;   /* of a trace or notrace, or null */
  int receptions, overflows; /* these complaints are wanted */
  int strict_messages; /* one that does not fit its channel is a violation */
  /* set by layout.c */
  variable_list members;     /* globals in the order of storage, hidden last */
  uint32_t globals_size;     /* a multiple of 8 */
  uint32_t c_offset, c_size; /* c_state and c_track, after the channels */
  uint32_t hidden_offset, hidden_size;
  uint32_t nr_pr_offset, last_offset, monitor_offset;
  channel_slots channels; /* global ones: channel i + 1 */
  int has_local_channels;
} tree;

struct diagnostics;

/* Parses and checks; null after errors. */
tree *sett_tree_parse (const char *name, const char *source, int allow_c,
                       struct diagnostics *);
void sett_tree_release (tree *);

#endif
