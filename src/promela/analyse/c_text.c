/* Walks over everything in which a c_code or c_expr can stand.  An object that
   occurs in several places gets one number. */

#include "promela/analyse/c_text.h"
#include "promela/parse/diagnostics.h"

#include <string.h>

typedef struct c_walk {
  tree *tree;
  process_type *process;
} c_walk;

static int32_t add_text (c_walk *w, const c_text *text) {
  TREE_PUSH (&w->tree->arena, w->tree->c_texts, *text);
  return (int32_t)w->tree->c_texts.count;
}

/* ------------------------------------------------------------- finding --- */

static int is_logical (const expression *e) {
  return e->op == '!' || e->op == TOKEN_AND || e->op == TOKEN_OR;
}

static void walk_expression (c_walk *w, expression *e, int truth) {
  if (!e)
    return;
  if (e->kind == EXPRESSION_C && !e->value) {
    const c_text text = {.text = e->text,
                         .guard = e->guard,
                         .place = e->place,
                         .process = w->process,
                         .is_truth = truth};
    e->value = add_text (w, &text);
  }
  for (selector *s = e->where; s; s = s->next)
    walk_expression (w, s->index, 0);
  const int logical =
      (e->kind == EXPRESSION_UNARY || e->kind == EXPRESSION_BINARY) &&
      is_logical (e);
  walk_expression (w, e->left, logical || e->kind == EXPRESSION_CHOICE);
  walk_expression (w, e->right, logical);
  walk_expression (w, e->third, 0);
  for (size_t i = 0; i < e->arguments.count; i++)
    walk_expression (w, e->arguments.at[i], 0);
}

static void walk_statement (c_walk *w, statement *s) {
  if (s->kind == STATEMENT_C && !s->number) {
    const c_text text = {.text = s->name,
                         .guard = s->guard,
                         .place = s->place,
                         .process = w->process,
                         .is_code = 1};
    s->number = (uint32_t)add_text (w, &text);
  }
  walk_expression (w, s->value,
                   s->kind == STATEMENT_EXPRESSION ||
                       s->kind == STATEMENT_ASSERT);
  walk_expression (w, s->target, 0);
  for (size_t i = 0; i < s->arguments.count; i++)
    walk_expression (w, s->arguments.at[i], 0);
  for (size_t i = 0; i < s->parts.count; i++)
    for (size_t k = 0; k < s->parts.at[i]->statements.count; k++)
      walk_statement (w, s->parts.at[i]->statements.at[k]);
}

static void walk_variables (c_walk *w, const variable_list *list) {
  for (size_t i = 0; i < list->count; i++) {
    walk_expression (w, list->at[i]->init, 0);
    for (size_t k = 0; k < list->at[i]->inits.count; k++)
      walk_expression (w, list->at[i]->inits.at[k], 0);
  }
}

static void walk_process (c_walk *w, process_type *p) {
  w->process = p;
  walk_variables (w, &p->variables);
  walk_expression (w, p->provided, 1);
  for (size_t i = 0; i < p->body->statements.count; i++)
    walk_statement (w, p->body->statements.at[i]);
}

/* --------------------------------------------------------------- words --- */

int sett_c_model_has_word (const tree *t, const char *word) {
  for (size_t i = 0; i < t->c_declarations.count; i++)
    if (sett_c_text_has_word (t->c_declarations.at[i].text, word))
      return 1;
  for (size_t i = 0; i < t->c_texts.count; i++)
    if (sett_c_text_has_word (t->c_texts.at[i].text, word))
      return 1;
  return 0;
}

/* -------------------------------------------------------------- memory --- */

/* Functions reach the state through a pointer that all of them share. */
static int declaration_keeps_memory (const c_declaration *d) {
  if (d->kind == KEY_C_TRACK || d->is_hidden)
    return 1;
  if (d->kind == KEY_C_STATE)
    return 0;
  return sett_c_text_defines_objects (d->text) ||
         (d->kind == KEY_C_CODE && sett_c_text_has_word (d->text, "now"));
}

static int keeps_memory (const tree *t) {
  if (sett_c_model_has_word (t, "static"))
    return 1;
  for (size_t i = 0; i < t->c_declarations.count; i++)
    if (declaration_keeps_memory (&t->c_declarations.at[i]))
      return 1;
  return 0;
}

/* -------------------------------------------------------------- owners --- */

static int is_word (const char *text, const char *word) {
  const size_t length = strlen (word);
  return !strncmp (text, word, length) &&
         !text[length + strspn (text + length, " \t")];
}

static void find_owner (tree *t, c_declaration *c, diagnostics *d) {
  if (c->kind != KEY_C_STATE || is_word (c->where, "Global"))
    return;
  if (is_word (c->where, "Hidden")) {
    c->is_hidden = 1;
    return;
  }
  if (!strncmp (c->where, "Local", 5)) {
    const char *name = c->where + 5 + strspn (c->where + 5, " \t");
    for (size_t i = 0; i < t->processes.count; i++)
      if (is_word (name, t->processes.at[i]->name))
        c->process = t->processes.at[i];
    if (!c->process)
      sett_report_error (d, &c->place, "there is no proctype '%s'", name);
    return;
  }
  sett_report_error (
      d, &c->place,
      "expected \"Global\", \"Hidden\" or \"Local proctype\", found "
      "\"%s\"",
      c->where);
}

int sett_c_state_is_in (const c_declaration *c, const process_type *p) {
  if (c->kind == KEY_C_TRACK)
    return !p;
  return c->kind == KEY_C_STATE && !c->is_hidden && c->process == p;
}

void sett_c_texts_collect (tree *t, automata *all, diagnostics *d) {
  c_walk w = {.tree = t};
  walk_variables (&w, &t->globals);
  for (size_t i = 0; i < t->records.count; i++)
    walk_variables (&w, &t->records.at[i]->fields);
  for (size_t i = 0; i < t->processes.count; i++)
    walk_process (&w, t->processes.at[i]);
  for (size_t i = 0; i < all->transitions.count; i++)
    if (all->transitions.at[i]->statement) {
      w.process = all->transitions.at[i]->process;
      walk_statement (&w, all->transitions.at[i]->statement);
    }
  w.process = NULL;
  for (size_t i = 0; i < t->propositions.count; i++)
    walk_expression (&w, t->propositions.at[i].condition, 1);
  for (size_t i = 0; i < t->c_declarations.count; i++)
    find_owner (t, &t->c_declarations.at[i], d);
  t->c_keeps_memory = keeps_memory (t);
}
