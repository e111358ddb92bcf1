/* Formulas as text: see formula.h. */

#include "kernel/formula.h"

#include "base/text.h"

typedef struct printer {
  sett_proposition_writer *proposition;
  void *context;
  sett_text *text;
} printer;

static void show (const printer *, const sett_formula *);

static void show_prefix (const printer *p, const char *operator,
                         const sett_formula * f) {
  sett_text_add (p->text, operator);
  show (p, f);
}

static void show_infix (const printer *p, const sett_formula *f,
                        const char *operator) {
  sett_text_add (p->text, "(");
  show (p, f->left);
  sett_text_add (p->text, operator);
  show (p, f->right);
  sett_text_add (p->text, ")");
}

static void show (const printer *p, const sett_formula *f) {
  switch (f->kind) {
  case SETT_FORMULA_TRUE:
    sett_text_add (p->text, "true");
    break;
  case SETT_FORMULA_FALSE:
    sett_text_add (p->text, "false");
    break;
  case SETT_FORMULA_PROPOSITION:
    p->proposition (p->context, f->proposition, p->text);
    break;
  case SETT_FORMULA_NOT:
    show_prefix (p, "! ", f->left);
    break;
  case SETT_FORMULA_AND:
    show_infix (p, f, " && ");
    break;
  case SETT_FORMULA_OR:
    show_infix (p, f, " || ");
    break;
  case SETT_FORMULA_NEXT:
    show_prefix (p, "X ", f->left);
    break;
  case SETT_FORMULA_UNTIL:
    if (f->left->kind == SETT_FORMULA_TRUE)
      show_prefix (p, "<> ", f->right);
    else
      show_infix (p, f, " U ");
    break;
  case SETT_FORMULA_RELEASE:
    if (f->left->kind == SETT_FORMULA_FALSE)
      show_prefix (p, "[] ", f->right);
    else
      show_infix (p, f, " V ");
    break;
  }
}

void sett_formula_show (const sett_formula *f,
                        sett_proposition_writer *proposition, void *context,
                        sett_text *text) {
  const printer p = {proposition, context, text};
  show (&p, f);
}
