/* The properties of a generated system, one a line:

     // check: safety
     // check: acceptance [fair]      // check: progress [fair]
     // check: [fair] ltl FORMULA

   Formulas are without next, over globals, lengths of channels and labels of
   processes that exist from the start. */

#include "system.h"

#include <stdio.h>

static void put_length (system_ *s) {
  generator *g = &s->g;
  const channel *c = &g->channel[below (g, s->channels)];
  int number = below (g, 2);
  put (g, c->elements ? "len (%s[%d])" : "len (%s)", c->name, number);
  put (g, chance (g, 50) ? " > 0" : " == %d", below (g, c->capacity + 1));
}

static void put_value_test (system_ *s) {
  generator *g = &s->g;
  int kind = below (g, 8);
  if (kind == 0)
    put (g, "slot[%d]", below (g, 3));
  else if (kind == 1)
    put (g, "cell[%d]", below (g, 4));
  else
    put_variable (g, &g->variable[below (g, s->globals)], 1);
  put (g, chance (g, 50) ? " == %d" : " != %d", below (g, g->modulus));
}

static int put_label_test (system_ *s) {
  generator *g = &s->g;
  if (!s->labels)
    return 0;
  const label *l = &s->label[below (g, s->labels)];
  const process *p = &g->process[l->type];
  if (!p->instances)
    return 0;
  int pid = p->first_pid + below (g, p->instances);
  put (g, "%s[%d]@%s", p->name, pid, l->name);
  return 1;
}

static void put_atom (system_ *s, int labels) {
  int kind = below (&s->g, 6);
  put (&s->g, "(");
  if (!(labels && kind == 0 && put_label_test (s))) {
    if (kind == 1 && s->channels)
      put_length (s);
    else
      put_value_test (s);
  }
  put (&s->g, ")");
}

void put_global_condition (system_ *s) {
  int count = 2 + below (&s->g, 2);
  for (int i = 0; i < count; i++) {
    put (&s->g, i ? " && " : "");
    put_atom (s, 0);
  }
}

static void put_formula (system_ *s, int depth) {
  static const char *const binary[] = {"U", "U", "V", "->", "&&", "||", "<->"};
  static const char *const unary[] = {"[]", "<>", "[]", "<>", "!"};
  generator *g = &s->g;
  int kind = depth ? below (g, 10) : 0;
  if (kind == 0) {
    put_atom (s, 1);
  } else if (kind < 7) {
    put (g, "(%s ", unary[below (g, 5)]);
    put_formula (s, depth - 1);
    put (g, ")");
  } else {
    put (g, "(");
    put_formula (s, depth - 1);
    put (g, " %s ", binary[below (g, 7)]);
    put_formula (s, depth - 1);
    put (g, ")");
  }
}

/* What is said for ever, of the variable that wanderers set. */
static void put_recurrence (system_ *s) {
  generator *g = &s->g;
  put (g, chance (g, 60) ? "[] <> (g0 == %d)" : "<> [] (g0 == %d)",
       below (g, g->modulus));
}

/* Now and then a formula of a shape that people use; # is an atom. */
static void put_pattern (system_ *s) {
  static const char *const patterns[] = {
      "[] (# -> <> #)",
      "<> [] #",
      "[] <> #",
      "! (# U #)",
      "[] <> # -> [] <> #",
      "! ([] <> # && [] <> #)",
  };
  for (const char *p = patterns[below (&s->g, 6)]; *p; p++)
    if (*p == '#')
      put_atom (s, 1);
    else
      put (&s->g, "%c", *p);
}

void print_checks (system_ *s) {
  generator *g = &s->g;
  line (g, "// check: safety");
  if (s->accept)
    line (g, "// check: acceptance%s", chance (g, 50) ? " fair" : "");
  if (s->progress)
    line (g, "// check: progress%s", chance (g, 50) ? " fair" : "");
  for (int i = 0; i < 2; i++) {
    put (g, "// check: ltl ");
    if (s->wandering && chance (g, 60))
      put_recurrence (s);
    else if (chance (g, 40))
      put_pattern (s);
    else
      put_formula (s, 3);
    put (g, "\n");
  }
  if (chance (g, 35)) {
    put (g, "// check: fair ltl ");
    put_pattern (s);
    put (g, "\n");
  }
}
