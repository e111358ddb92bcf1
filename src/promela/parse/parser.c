/* Units of a model, and the tools of the parser.

   An error is reported with what was expected; then the parser leaves by
   longjmp for the nearest recovery point (a statement or a unit), skips to
   where the next one can begin, and goes on, so that one run shows several
   errors. */

#include "promela/parse/parser.h"
#include "base/assert.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

void *sett_tree_grow (sett_arena *arena, const void *at, size_t count,
                      size_t *room, size_t size) {
  *room = *room ? 2 * *room : 4;
  void *wider = sett_arena_get (arena, *room * size);
  if (count)
    memcpy (wider, at, count * size);
  return wider;
}

/* ----------------------------------------------------------- reading --- */

int sett_parser_at (const parser *p, token_kind kind) {
  return p->now->kind == kind;
}

const token *sett_parser_peek (const parser *p, unsigned ahead) {
  SETT_ASSERT (p->now);
  const token *t = p->now;
  while (ahead-- && t->kind != TOKEN_END)
    t++;
  return t;
}

void sett_parser_next (parser *p) {
  p->previous = p->now;
  if (p->now->kind != TOKEN_END)
    p->now++;
}

int sett_parser_accept (parser *p, token_kind kind) {
  if (!sett_parser_at (p, kind))
    return 0;
  sett_parser_next (p);
  return 1;
}

void sett_parser_expect (parser *p, token_kind kind, const char *context) {
  if (sett_parser_accept (p, kind))
    return;
  char wanted[80], found[80];
  sett_parser_fail (p, &p->now->place, "expected %s %s, found %s",
                    sett_token_kind_describe (kind, wanted), context,
                    sett_token_describe (p->now, found));
}

const char *sett_parser_name (parser *p, const char *what) {
  if (!sett_parser_at (p, TOKEN_NAME)) {
    char found[80];
    sett_parser_fail (p, &p->now->place, "expected the name of %s, found %s%s",
                      what, sett_token_describe (p->now, found),
                      p->now->kind > TOKEN_EQUIVALENT ? " (a keyword)" : "");
  }
  const char *name = p->now->text;
  sett_parser_next (p);
  return name;
}

void sett_parser_fail (parser *p, const place *where, const char *format, ...) {
  char message[300];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (message, sizeof message, format, arguments);
  va_end (arguments);
  sett_report_error (p->diagnostics, where, "%s", message);
  longjmp (*p->recovery, 1);
}

void sett_parser_enter (parser *p) {
  if (++p->nesting > DEEPEST_NESTING)
    sett_parser_fail (p, &p->now->place,
                      "this is nested more than %d deep: simplify it",
                      DEEPEST_NESTING);
}

void sett_parser_leave (parser *p) {
  SETT_ASSERT (p->nesting);
  p->nesting--;
}

static int is_word (const token *t) {
  return t->kind == TOKEN_NAME || t->kind == TOKEN_NUMBER ||
         t->kind == TOKEN_STRING || t->kind > TOKEN_EQUIVALENT;
}

static int is_one_of (const token *t, const char *characters) {
  return t->kind && t->kind < 256 && strchr (characters, (char)t->kind);
}

/* Do two tokens stand together without a blank? */
static int glued (const token *left, const token *right) {
  const int sends =
      right->kind == TOKEN_SEND_SORTED || right->kind == TOKEN_RECEIVE_ANY;
  if (is_word (left) || left->kind == ')' || left->kind == ']' ||
      left->kind == TOKEN_C)
    return sends || is_one_of (right, ",;)].[!?@(") ||
           right->kind == TOKEN_INCREMENT || right->kind == TOKEN_DECREMENT;
  if (is_one_of (left, "([.!?@~") || left->kind == TOKEN_SEND_SORTED ||
      left->kind == TOKEN_RECEIVE_ANY)
    return 1;
  return is_one_of (right, ",;") || (left->kind == '<' && right->kind == '>');
}

/* Embedded C in its brackets, each run of blanks as one. */
static void add_c_text (sett_text *text, const token *t) {
  sett_text_add (text, t->kind == TOKEN_C ? "{ " : "[");
  const char *at = t->text + strspn (t->text, " \t\n\r");
  while (*at) {
    const size_t word = strcspn (at, " \t\n\r");
    const size_t blanks = strspn (at + word, " \t\n\r");
    sett_text_add_bytes (text, at, word);
    at += word + blanks;
    if (*at)
      sett_text_add (text, " ");
  }
  sett_text_add (text, t->kind == TOKEN_C ? " }" : "]");
}

const char *sett_parser_text (parser *p, const token *from, const token *to) {
  sett_text text = {0};
  for (const token *t = from; t < to; t++) {
    if (t > from && !glued (t - 1, t))
      sett_text_add (&text, " ");
    if (t->kind == TOKEN_C || t->kind == TOKEN_C_GUARD)
      add_c_text (&text, t);
    else
      sett_text_add (&text, t->text);
  }
  const char *result =
      sett_arena_copy (p->arena, sett_text_get (&text), text.length);
  sett_text_release (&text);
  return result;
}

/* ------------------------------------------------------------- names --- */

variable *sett_parser_find_variable (parser *p, const char *name) {
  for (size_t i = p->visible.count; i--;)
    if (!strcmp (p->visible.at[i]->name, name))
      return p->visible.at[i];
  return sett_name_table_get (&p->globals, name, strlen (name));
}

variable *sett_parser_find_field (record *r, const char *name) {
  for (size_t i = 0; i < r->fields.count; i++)
    if (!strcmp (r->fields.at[i]->name, name))
      return r->fields.at[i];
  return NULL;
}

record *sett_parser_find_record (parser *p, const char *name) {
  for (size_t i = 0; i < p->tree->records.count; i++)
    if (!strcmp (p->tree->records.at[i]->name, name))
      return p->tree->records.at[i];
  return NULL;
}

const mtype_name *sett_parser_find_mtype (parser *p, const char *name) {
  for (size_t i = 0; i < p->tree->mtypes.count; i++)
    if (!strcmp (p->tree->mtypes.at[i].name, name))
      return &p->tree->mtypes.at[i];
  return NULL;
}

int sett_parser_is_process (parser *p, const char *name) {
  for (size_t i = 0; i < p->process_names.count; i++)
    if (!strcmp (p->process_names.at[i], name))
      return 1;
  return 0;
}

inline_definition *sett_parser_find_inline (parser *p, const char *name) {
  for (size_t i = 0; i < p->inlines.count; i++)
    if (!strcmp (p->inlines.at[i]->name, name))
      return p->inlines.at[i];
  return NULL;
}

static void find_process_names (parser *p, const token_list *tokens) {
  for (size_t i = 0; i + 1 < tokens->count; i++) {
    const token *t = &tokens->at[i];
    if ((t->kind == KEY_PROCTYPE || t->kind == KEY_D_PROCTYPE) &&
        t[1].kind == TOKEN_NAME)
      TREE_PUSH (p->arena, p->process_names, t[1].text);
  }
}

/* ------------------------------------------------------------- units --- */

static process_type *new_process (parser *p, process_kind kind,
                                  const char *name, place where) {
  process_type *process = SETT_NEW (p->arena, process_type);
  process->kind = kind;
  process->name = name;
  process->place = where;
  return process;
}

static void parse_body (parser *p, process_type *process) {
  p->process = process;
  p->late = process->kind >= PROCESS_NEVER;
  p->do_depth = 0;
  process->body = sett_parse_block (p);
  process->close = p->previous->place;
  p->process = NULL;
  p->visible.count = 0;
}

static void parse_priority (parser *p, process_type *process) {
  if (!sett_parser_accept (p, KEY_PRIORITY))
    return;
  process->has_priority = 1;
  process->priority = (uint32_t)sett_parse_rank (p);
  p->tree->uses_priority = 1;
}

static void parse_provided (parser *p, process_type *process) {
  if (!sett_parser_accept (p, KEY_PROVIDED))
    return;
  sett_parser_expect (p, '(', "after 'provided'");
  process->provided = sett_parse_expression (p);
  sett_parser_expect (p, ')', "after the condition of 'provided'");
  p->tree->uses_provided = 1;
}

static void check_new_process (parser *p, const char *name,
                               const place *where) {
  for (size_t i = 0; i < p->tree->processes.count; i++)
    if (!strcmp (p->tree->processes.at[i]->name, name))
      sett_report_error (p->diagnostics, where,
                         "proctype '%s' is declared twice (first at line %u)",
                         name, p->tree->processes.at[i]->place.line);
}

static uint32_t parse_active (parser *p) {
  if (!sett_parser_accept (p, KEY_ACTIVE))
    return 0;
  if (!sett_parser_accept (p, '['))
    return 1;
  const place where = p->now->place;
  const int32_t count = sett_parse_constant (p);
  sett_parser_expect (p, ']', "after the number of active processes");
  if (count < 0 || count > 255)
    sett_parser_fail (p, &where, "expected 0 to 255 active processes, found %d",
                      count);
  return (uint32_t)count;
}

static void parse_proctype (parser *p) {
  const uint32_t active = parse_active (p);
  if (!sett_parser_accept (p, KEY_D_PROCTYPE)) /* means the same here */
    sett_parser_expect (p, KEY_PROCTYPE, "here");
  const place where = p->now->place;
  const char *name = sett_parser_name (p, "the proctype");
  check_new_process (p, name, &where);
  process_type *process = new_process (p, PROCESS_PLAIN, name, where);
  process->active = active;
  process->number = (uint32_t)p->tree->processes.count;
  TREE_PUSH (p->arena, p->tree->processes, process);
  sett_parser_expect (p, '(', "after the name of the proctype");
  sett_parse_parameters (p, process);
  sett_parser_expect (p, ')', "after the parameters");
  p->process = process;
  parse_priority (p, process);
  parse_provided (p, process);
  parse_body (p, process);
}

static void parse_init (parser *p) {
  const place where = p->now->place;
  sett_parser_next (p);
  check_new_process (p, "init", &where);
  process_type *process = new_process (p, PROCESS_INIT, "init", where);
  process->active = 1;
  process->number = (uint32_t)p->tree->processes.count;
  TREE_PUSH (p->arena, p->tree->processes, process);
  parse_priority (p, process);
  parse_provided (p, process);
  parse_body (p, process);
}

static void parse_claim (parser *p, process_kind kind) {
  const place where = p->now->place;
  const char *name = p->now->text;
  sett_parser_next (p);
  if (sett_parser_at (p, TOKEN_NAME))
    name = sett_parser_name (p, "the claim");
  process_type *claim = new_process (p, kind, name, where);
  parse_body (p, claim);
  TREE_PUSH (p->arena, p->tree->claims, claim);
}

static void parse_typedef (parser *p) {
  sett_parser_next (p);
  record *r = SETT_NEW (p->arena, record);
  r->place = p->now->place;
  r->name = sett_parser_name (p, "the type");
  if (sett_parser_find_record (p, r->name))
    sett_parser_fail (p, &r->place, "type '%s' is declared twice", r->name);
  sett_parser_expect (p, '{', "after the name of the type");
  sett_parse_fields (p, r);
  sett_parser_expect (p, '}', "after the fields");
  TREE_PUSH (p->arena, p->tree->records, r);
}

/* A string token without its quotes. */
static const char *parse_string (parser *p, const char *context) {
  if (!sett_parser_at (p, TOKEN_STRING))
    sett_parser_expect (p, TOKEN_STRING, context);
  const char *text = p->now->text;
  const size_t length = strlen (text);
  sett_parser_next (p);
  return sett_arena_copy (p->arena, text + 1, length < 2 ? 0 : length - 2);
}

static void parse_c_declaration (parser *p) {
  c_declaration c = {.kind = p->now->kind, .place = p->now->place};
  if (!p->allow_c)
    sett_parser_fail (p, &c.place,
                      "this model contains C code, which Sett runs only with "
                      "--allow-c");
  p->tree->uses_c = 1;
  sett_parser_next (p);
  if (c.kind == KEY_C_DECL || c.kind == KEY_C_CODE) {
    if (!sett_parser_at (p, TOKEN_C))
      sett_parser_expect (p, TOKEN_C, "here");
    c.text = p->now->text;
    sett_parser_next (p);
  } else {
    c.text = parse_string (p, "in c_state or c_track");
    c.where = parse_string (p, "in c_state or c_track");
    if (sett_parser_at (p, TOKEN_STRING))
      c.extra = parse_string (p, "here");
  }
  TREE_PUSH (p->arena, p->tree->c_declarations, c);
}

static int at_mtype_names (parser *p) {
  if (!sett_parser_at (p, KEY_MTYPE))
    return 0;
  const token *t = sett_parser_peek (p, 1);
  if (t->kind == ':')
    t = sett_parser_peek (p, 3);
  return t->kind == '=' || t->kind == '{';
}

static void parse_unit (parser *p) {
  switch ((int)p->now->kind) {
  case ';':
    sett_parser_next (p);
    return;
  case KEY_ACTIVE:
  case KEY_PROCTYPE:
  case KEY_D_PROCTYPE:
    parse_proctype (p);
    return;
  case KEY_INIT:
    parse_init (p);
    return;
  case KEY_NEVER:
    parse_claim (p, PROCESS_NEVER);
    return;
  case KEY_TRACE:
    parse_claim (p, PROCESS_TRACE);
    return;
  case KEY_NOTRACE:
    parse_claim (p, PROCESS_NOTRACE);
    return;
  case KEY_LTL:
    sett_parse_ltl (p);
    return;
  case KEY_TYPEDEF:
    parse_typedef (p);
    return;
  case KEY_INLINE:
    sett_parse_inline_definition (p);
    return;
  case KEY_C_DECL:
  case KEY_C_STATE:
  case KEY_C_TRACK:
  case KEY_C_CODE:
    parse_c_declaration (p);
    return;
  default:
    break;
  }
  if (at_mtype_names (p)) {
    sett_parse_mtype_names (p);
  } else if (sett_at_declaration (p)) {
    sett_parse_declaration (p, NULL);
  } else {
    char found[80];
    sett_parser_fail (
        p, &p->now->place,
        "expected a declaration, proctype, init, inline, typedef, "
        "never or ltl, found %s",
        sett_token_describe (p->now, found));
  }
}

static int begins_unit (const token *t) {
  switch ((int)t->kind) {
  case KEY_ACTIVE:
  case KEY_PROCTYPE:
  case KEY_D_PROCTYPE:
  case KEY_INIT:
  case KEY_NEVER:
  case KEY_LTL:
  case KEY_TYPEDEF:
  case KEY_INLINE:
    return 1;
  default:
    return 0;
  }
}

/* After an error outside of statements: on to the next unit. */
static void skip_to_unit (parser *p, const token *begin) {
  if (p->frames.count) {
    p->now = p->frames.at[0].resume;
    for (size_t i = 0; i < p->frames.count; i++)
      p->frames.at[i].definition->open = 0;
    p->frames.count = 0;
  }
  if (p->now == begin)
    sett_parser_next (p);
  int depth = 0;
  for (; !sett_parser_at (p, TOKEN_END); sett_parser_next (p)) {
    if (begins_unit (p->now) && depth <= 0)
      return;
    if (begins_unit (p->now) && p->now->place.column == 1)
      return; /* a brace is missing before it */
    depth += sett_parser_at (p, '{') - sett_parser_at (p, '}');
    if (sett_parser_at (p, ';') && depth <= 0)
      return;
  }
}

static void parse_units (parser *p) {
  jmp_buf recovery;
  while (!sett_parser_at (p, TOKEN_END)) {
    const token *volatile begin = p->now;
    p->recovery = &recovery;
    if (!setjmp (recovery))
      parse_unit (p);
    else {
      p->process = NULL;
      p->visible.count = 0;
      p->nesting = 0;
      skip_to_unit (p, begin);
    }
  }
}

/* The formula of an ltl block, with its own recovery. */
__attribute__ ((noinline)) static void attempt_formula (parser *p,
                                                        ltl_block *block) {
  jmp_buf recovery;
  p->recovery = &recovery;
  p->nesting = 0;
  if (!setjmp (recovery))
    sett_parse_formula_of (p, block);
}

static void parse_formulas (parser *p) {
  for (size_t i = 0; i < p->tree->formulas.count; i++)
    attempt_formula (p, &p->tree->formulas.at[i]);
}

static void check_whole (parser *p, const token *end) {
  int runs = 0;
  for (size_t i = 0; i < p->tree->processes.count; i++)
    runs += p->tree->processes.at[i]->active > 0;
  if (!runs)
    sett_report_error (p->diagnostics, &end->place,
                       "nothing runs: expected an init process or an active "
                       "proctype");
}

tree *sett_tree_parse (const char *name, const char *source, int allow_c,
                       diagnostics *d) {
  sett_arena arena = {0};
  tree *t = SETT_NEW (&arena, tree);
  t->arena = arena;
  parser p = {
      .tree = t, .arena = &t->arena, .diagnostics = d, .allow_c = allow_c};
  token_list tokens = {0};
  sett_lex_source (name, source, p.arena, &tokens, d);
  find_process_names (&p, &tokens);
  p.now = p.previous = tokens.at;
  parse_units (&p);
  parse_formulas (&p);
  if (!d->errors)
    check_whole (&p, &tokens.at[tokens.count - 1]);
  if (!d->errors)
    sett_resolve_tree (&p);
  else
    sett_resolve_despite_errors (&p);
  SETT_RELEASE (tokens);
  if (!d->errors)
    return t;
  sett_tree_release (t);
  return NULL;
}

void sett_tree_release (tree *t) {
  if (!t)
    return;
  sett_arena arena = t->arena; /* the tree itself lives in it */
  sett_arena_release (&arena);
}
