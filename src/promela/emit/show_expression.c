/* Expressions as a person would write them, from their trees: for what is not
   in the text as such, like the propositions of a formula.  Parentheses stand
   wherever there could be doubt. */

#include "promela/emit/show_expression.h"

#include <string.h>

static void show_operator (token_kind op, sett_text *out) {
  char buffer[80];
  const char *quoted = sett_token_kind_describe (op, buffer);
  const size_t length = strlen (quoted);
  if (length > 2 && quoted[0] == '\'')
    sett_text_add_bytes (out, quoted + 1, length - 2);
  else
    sett_text_add (out, quoted);
}

static void show_path (const selector *s, sett_text *out) {
  for (; s; s = s->next) {
    sett_text_add (out, s->variable->name);
    if (s->index) {
      sett_text_add (out, "[");
      sett_show_expression (s->index, out);
      sett_text_add (out, "]");
    }
    sett_text_add (out, s->next ? "." : "");
  }
}

/* A part of a larger expression. */
static void show_part (const expression *e, sett_text *out) {
  const int simple = e->kind != EXPRESSION_BINARY;
  sett_text_add (out, simple ? "" : "(");
  sett_show_expression (e, out);
  sett_text_add (out, simple ? "" : ")");
}

static void show_call (const char *name, const expression *argument,
                       sett_text *out) {
  sett_text_addf (out, "%s (", name);
  sett_show_expression (argument, out);
  sett_text_add (out, ")");
}

static void show_list (const expression_list *list, sett_text *out) {
  for (size_t i = 0; i < list->count; i++) {
    sett_text_add (out, i ? ", " : "");
    sett_show_expression (list->at[i], out);
  }
}

static void show_process (const expression *e, sett_text *out) {
  sett_text_add (out, e->process ? e->process->name : "?");
  if (e->left) {
    sett_text_add (out, "[");
    sett_show_expression (e->left, out);
    sett_text_add (out, "]");
  }
}

static void show_poll (const expression *e, sett_text *out) {
  sett_show_expression (e->left, out);
  show_operator (e->op, out);
  sett_text_add (out, "[");
  show_list (&e->arguments, out);
  sett_text_add (out, "]");
}

static void show_choice (const expression *e, sett_text *out) {
  sett_text_add (out, "(");
  show_part (e->left, out);
  sett_text_add (out, " -> ");
  show_part (e->right, out);
  sett_text_add (out, " : ");
  show_part (e->third, out);
  sett_text_add (out, ")");
}

static void show_channel (const expression *e, sett_text *out) {
  show_operator (e->op, out);
  sett_text_add (out, " (");
  sett_show_expression (e->left, out);
  sett_text_add (out, ")");
}

void sett_show_expression (const expression *e, sett_text *out) {
  switch (e->kind) {
  case EXPRESSION_CONSTANT:
    if (e->text)
      sett_text_add (out, e->text);
    else
      sett_text_addf (out, "%d", e->value);
    break;
  case EXPRESSION_VARIABLE:
    show_path (e->where, out);
    break;
  case EXPRESSION_UNARY:
    show_operator (e->op, out);
    show_part (e->left, out);
    break;
  case EXPRESSION_BINARY:
    show_part (e->left, out);
    sett_text_add (out, " ");
    show_operator (e->op, out);
    sett_text_add (out, " ");
    show_part (e->right, out);
    break;
  case EXPRESSION_CHOICE:
    show_choice (e, out);
    break;
  case EXPRESSION_CHANNEL:
    show_channel (e, out);
    break;
  case EXPRESSION_POLL:
    show_poll (e, out);
    break;
  case EXPRESSION_AT_LABEL:
    show_process (e, out);
    sett_text_addf (out, "@%s", e->text ? e->text : "?");
    break;
  case EXPRESSION_REMOTE:
    show_process (e, out);
    sett_text_add (out, ":");
    show_path (e->where, out);
    break;
  case EXPRESSION_NO_PROGRESS:
    sett_text_add (out, "np_");
    break;
  case EXPRESSION_ACCEPTING:
    sett_text_add (out, "accepting");
    break;
  case EXPRESSION_PROCESSES:
    sett_text_add (out, "_nr_pr");
    break;
  case EXPRESSION_LAST:
    sett_text_add (out, "_last");
    break;
  case EXPRESSION_PRIORITY:
    if (e->left)
      show_call ("get_priority", e->left, out);
    else
      sett_text_add (out, "_priority");
    break;
  case EXPRESSION_PC_VALUE:
    show_call ("pc_value", e->left, out);
    break;
  case EXPRESSION_C:
    sett_text_addf (out, "c_expr {%s}", e->text ? e->text : "");
    break;
  default: /* cannot be in a condition of a property: proposition.c */
    sett_text_add (out, "...");
  }
}
