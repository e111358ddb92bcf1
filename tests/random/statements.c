/* Random statements.

   Inside atomic and d_step every loop ends by itself, since an endless run
   without stored states has no end for a depth-first search.  Inside d_step
   nothing blocks behind the first statement, but for the rare planned fault. */

#include "generator.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

const char *type_name (type t) {
  static const char *const names[] = {"bit", "bool",     "byte", "short",
                                      "int", "unsigned", "mtype"};
  return names[t];
}

static place deeper (place p) {
  p.depth--;
  p.first = 0;
  return p;
}

/* ---- simple statements ---- */

/* One more way to write something that means nothing. */
static int loosely (generator *g) {
  return g->has[F_loose] && chance (g, 40);
}

static void print_assignment (generator *g) {
  const variable *v = pick_variable (g, 0, 1);
  start_line (g);
  int narrow = v->type == BIT || v->type == UNSIGNED;
  if (narrow && !v->elements && chance (g, 30)) {
    put_variable (g, v, 0);
    put (g, chance (g, 50) ? "++" : "--");
  } else {
    put_variable (g, v, 0);
    if (!v->elements && !strpbrk (v->name, "x.[") && loosely (g))
      put (g, "[0]");
    put (g, " = ");
    put_bounded_value (g, v->type, !v->elements);
    if (loosely (g))
      put (g, " */");
  }
  end_line (g);
}

static void print_send (generator *g, const channel *c) {
  start_line (g);
  put_channel (g, c, 0);
  int sorted = g->has[F_sorted] && c->capacity && chance (g, 40);
  put (g, sorted ? "!!" : "!");
  int fields = c->fields - (g->has[F_short] && c->fields > 1 && chance (g, 50));
  for (int i = 0; i < fields; i++) {
    if (i)
      put (g, ", ");
    put_message_value (g, c->field[i], sorted);
  }
  end_line (g);
}

/* The index of the channel is constant, because SPIN undoes c[i]?i wrongly. */
static void print_receive (generator *g, const channel *c) {
  int anywhere = g->has[F_random] && c->capacity && chance (g, 40);
  int copy = g->has[F_poll] && c->capacity && chance (g, 15);
  start_line (g);
  put_channel (g, c, 1);
  int group = loosely (g);
  put (g, "%s%s%s", anywhere ? "??" : "?", copy ? "<" : "", group ? "(" : "");
  put_receive_arguments (g, c, 0);
  put (g, "%s%s", group ? ")" : "", copy ? ">" : "");
  end_line (g);
}

static void print_communication (generator *g, int only_buffered) {
  const channel *c = pick_channel (g, only_buffered);
  if (!c)
    print_assignment (g);
  else if (c->only == USE_BOTH ? chance (g, 50) : c->only == USE_SEND)
    print_send (g, c);
  else
    print_receive (g, c);
}

static void print_guard (generator *g) {
  start_line (g);
  if (g->has[F_timeout] && chance (g, 10))
    put (g, "timeout");
  else if (chance (g, 5))
    put (g, "true");
  else
    put_guard (g);
  end_line (g);
}

static void print_assert (generator *g) {
  start_line (g);
  put (g, "assert (");
  put_guard (g);
  put (g, chance (g, 40) ? " || %s < 2)" : ")", g->variable[0].name);
  end_line (g);
}

static void print_printf (generator *g) {
  start_line (g);
  put (g, "printf (\"%%d\\n\", ");
  put_value (g, 1);
  put (g, ")");
  end_line (g);
}

static void print_inline_call (generator *g) {
  int number = below (g, g->inlines);
  const variable *v = pick_variable (g, 1, 1);
  line (g, "inline%d (%s);", number, v->name);
  g->after_loop = 1;
}

static void print_simple (generator *g, place p) {
  g->after_loop = 0;
  int kind = below (g, 20);
  if (kind < 5 && g->channels && !p.dstep)
    print_communication (g, p.escape);
  else if (kind == 5 && !p.dstep)
    print_guard (g);
  else if (kind > 17 && g->has[F_assert])
    print_assert (g);
  else if (kind == 10 && g->has[F_printf])
    print_printf (g);
  else if (kind == 11 && g->current >= 0 && !p.atomic && !p.first &&
           !p.escape && loosely (g))
    line (g, "odd%d: ;", g->names++);
  else if (kind == 11)
    line (g, "skip;");
  else if (kind == 9 && g->has[F_priority] && g->current >= 0 && !p.dstep)
    line (g, "set_priority (_pid, %d);", 1 + below (g, 3));
  else if (kind < 14 && g->inlines && g->current >= 0 && !p.dstep)
    print_inline_call (g);
  else if (p.dstep && rare_fault (g))
    print_guard (g);
  else
    print_assignment (g);
}

/* ---- jumps ---- */

/* Labels stand on top-level statements; those inside an atomic are only
   reached from before it, so that no atomic can go round in itself. */
static void print_jump (generator *g, int only_forward) {
  int target = below (g, g->labels);
  if (only_forward && target <= g->top)
    target = g->top + 1;
  if (target >= g->labels)
    line (g, "goto done;");
  else if (target > g->top && (g->entry >> target & 1) && chance (g, 85))
    line (g, "goto entry%d;", target);
  else
    line (g, "goto top%d;", target);
}

static int may_jump (const generator *g, place p) {
  return g->has[F_jump] && !p.dstep && g->current >= 0 && g->labels;
}

/* ---- choices and loops ---- */

static void print_option_start (generator *g, place p) {
  start_line (g);
  put (g, ":: ");
  if (g->has[F_timeout] && !p.dstep && chance (g, 8))
    put (g, chance (g, 70) ? "timeout" : "timeout && %s < 2",
         g->variable[0].name);
  else
    put_guard (g);
  put (g, " ->\n");
}

static void print_first (generator *g, place p) {
  p.depth--;
  p.first = 1;
  print_statement (g, p);
}

/* An option that begins with something else than a guard. */
static void print_bare_option (generator *g, place p, int in_loop) {
  if (g->current >= 0 && !p.atomic && !p.escape && loosely (g))
    line (g, ":: odd%d:", g->names++);
  else
    line (g, "::");
  g->indent++;
  if (may_jump (g, p) && !in_loop && chance (g, 20))
    print_jump (g, 1);
  else if (!p.dstep && g->channels && chance (g, 60))
    print_communication (g, p.escape);
  else if (p.depth > 0 && !in_loop && chance (g, 40))
    print_first (g, p);
  else
    print_assignment (g);
  g->indent--;
}

static void print_option (generator *g, place p, int in_loop) {
  if (!p.dstep && chance (g, 30)) {
    print_bare_option (g, p, in_loop);
    g->indent++;
  } else {
    print_option_start (g, p);
    g->indent++;
  }
  int count = below (g, 3);
  print_statements (g, count, deeper (p));
  if (may_jump (g, p) && !p.atomic && chance (g, 20))
    print_jump (g, 0);
  else if (may_jump (g, p) && p.atomic && chance (g, 15))
    print_jump (g, 1);
  else if (in_loop && chance (g, 35))
    line (g, "break;");
  else if (!count)
    print_assignment (g);
  g->indent--;
}

static void print_else (generator *g, place p, int in_loop) {
  line (g, loosely (g) ? ":: else" : ":: else ->");
  g->indent++;
  if (in_loop)
    line (g, "break;");
  else if (chance (g, 50))
    print_statements (g, 1, deeper (p));
  else
    line (g, "skip;");
  g->indent--;
}

/* SPIN refuses an else that is a guard of an outer option. */
static int may_have_else (generator *g, place p, int percent) {
  return g->has[F_else] && !p.first && !p.escape && chance (g, percent);
}

static void print_if (generator *g, place p) {
  int options = 1 + below (g, 3);
  line (g, "if");
  for (int i = 0; i < options; i++)
    print_option (g, p, 0);
  if (p.dstep ? !rare_fault (g) : may_have_else (g, p, 50))
    print_else (g, p, 0);
  line (g, "fi;");
}

static void print_free_loop (generator *g, place p) {
  int options = 1 + below (g, 3);
  line (g, "do");
  for (int i = 0; i < options; i++)
    print_option (g, p, 1);
  if (may_have_else (g, p, 40))
    print_else (g, p, 1);
  line (g, "od;");
}

static variable *add_local (generator *g, type t) {
  if (g->variables == MAX_VARIABLES)
    return NULL;
  variable *v = &g->variable[g->variables++];
  *v = (variable){.type = t};
  snprintf (v->name, sizeof v->name, "v%d", g->names++);
  return v;
}

/* The counter is declared where the loop stands and nobody else writes it. */
static void print_counted_loop (generator *g, place p) {
  int mark = g->variables;
  variable *v = add_local (g, BYTE);
  if (!v)
    return;
  v->constant = 1;
  char name[16];
  snprintf (name, sizeof name, "%s", v->name);
  line (g, "byte %s = 0;", name);
  int bound = 1 + below (g, 2);
  line (g, "do");
  line (g, ":: %s < %d ->", name, bound);
  g->indent++;
  line (g, "%s++;", name);
  int count = 1 + below (g, 2);
  print_statements (g, count, deeper (p));
  if (chance (g, 25))
    line (g, "break;");
  g->indent--;
  line (g, chance (g, 50) ? ":: else ->" : ":: %s >= %d ->", name, bound);
  line (g, "  break;");
  line (g, "od;");
  g->variables = mark;
}

static void print_for (generator *g, place p) {
  int mark = g->variables;
  variable *v = add_local (g, BYTE);
  if (!v)
    return;
  v->constant = 1;
  char name[16];
  snprintf (name, sizeof name, "%s", v->name);
  line (g, "byte %s;", name);
  const variable *array = pick_variable (g, 0, 0);
  int low = below (g, 2);
  int high = low + below (g, 2);
  if (array->elements && !strchr (array->name, '.'))
    line (g, "for (%s in %s) {", name, array->name);
  else
    line (g, "for (%s : %d .. %d) {", name, low, high);
  g->indent++;
  int count = 1 + below (g, 2);
  print_statements (g, count, deeper (p));
  g->indent--;
  line (g, "}");
  g->variables = mark;
}

static void print_select (generator *g, place p) {
  (void)p;
  const variable *v = pick_variable (g, 1, 1);
  const variable *bound = pick_variable (g, 1, 0);
  int low = below (g, 2);
  int high = low + 1 + below (g, 2);
  int usable = bound->type == BIT || bound->type == UNSIGNED;
  if (v->type == BIT || v->type == BOOL || v->type == UNSIGNED) {
    low = 0;
    high = 1;
  }
  if (strpbrk (v->name, ".[") || !strcmp (v->name, "x")) /* SPIN: no field */
    v = &g->variable[0];
  if (usable && bound != v && v->type == BYTE && chance (g, 60))
    line (g, "select (%s : 0 .. %s);", v->name, bound->name);
  else
    line (g, "select (%s : %d .. %d);", v->name, low, high);
}

/* ---- blocks ---- */

static void print_atomic (generator *g, place p) {
  line (g, "atomic {");
  g->indent++;
  p.atomic = 1;
  int count = 1 + below (g, 3);
  print_leading (g, count, deeper (p));
  g->indent--;
  line (g, "};");
}

/* SPIN executes a d_step that begins with an assertion, a choice or an output
   also in the middle of a rendezvous. */
static void print_dstep (generator *g, place p) {
  if (g->after_loop && !p.dstep)
    line (g, "skip;");
  line (g, "d_step {");
  g->blind++;
  g->indent++;
  int first = p.dstep ? 9 : below (g, 10);
  const channel *c = pick_channel (g, 0);
  if (first < 2)
    print_guard (g);
  else if (first < 5 && may_use (c, USE_RECEIVE))
    print_receive (g, c);
  else if (first == 5 && may_use (c, USE_SEND) && c->capacity)
    print_send (g, c);
  else if (g->has[F_rendezvous] && !p.dstep)
    print_assignment (g);
  p.dstep = p.atomic = 1;
  int count = 1 + below (g, 2);
  print_statements (g, count, deeper (p));
  g->blind--;
  g->indent--;
  line (g, "};");
}

static void print_unless (generator *g, place p) {
  place escape = deeper (p);
  escape.escape = 1;
  line (g, "{");
  g->indent++;
  int count = 1 + below (g, 3);
  print_leading (g, count, deeper (p));
  g->indent--;
  line (g, "} unless {");
  g->indent++;
  const channel *c = pick_channel (g, 0);
  if (may_use (c, USE_RECEIVE) && chance (g, 30))
    print_receive (g, c);
  else if (p.depth > 0 && chance (g, 20))
    print_leading (g, 1, escape);
  else
    print_guard (g);
  count = below (g, 3);
  print_statements (g, count, deeper (p));
  g->indent--;
  line (g, "};");
}

/* A block with a variable of its own. */
static void print_block (generator *g, place p) {
  int mark = g->variables;
  type t = chance (g, 50) ? BYTE : BIT;
  line (g, "{");
  g->indent++;
  if (chance (g, 50))
    print_leading (g, 1, deeper (p));
  start_line (g);
  put (g, "%s v%d", type_name (t), g->names);
  if (chance (g, 70)) {
    put (g, " = ");
    put_bounded_value (g, t, 1);
  }
  end_line (g);
  add_local (g, t);
  int count = 1 + below (g, 2);
  print_statements (g, count, deeper (p));
  g->indent--;
  line (g, "};");
  g->variables = mark;
}

/* ---- the choice of a statement ---- */

static void print_loop (generator *g, place p) {
  int kind = below (g, 3);
  if (kind == 0 && g->has[F_for])
    print_for (g, p);
  else if (p.atomic || (kind == 1 && g->has[F_declare]))
    print_counted_loop (g, p);
  else
    print_free_loop (g, p);
  g->after_loop = 1;
}

/* SPIN wants braces around some statements that come first, takes a label
   before a loop for one behind its first assignment, and a jump may not arrive
   at a d_step. */
static void print_wrapped (generator *g, place p,
                           void (*print) (generator *, place)) {
  if (!p.first) {
    print (g, p);
    return;
  }
  if (print == print_dstep)
    line (g, "skip;");
  line (g, "{");
  g->indent++;
  print (g, p);
  g->indent--;
  line (g, "};");
}

static void print_structured (generator *g, place p) {
  int kind = below (g, 16);
  if (kind < 4)
    print_if (g, p);
  else if (kind < 7 && !p.escape)
    print_wrapped (g, p, print_loop);
  else if (kind < 10 && g->has[F_atomic] && !p.dstep)
    print_atomic (g, p);
  else if (kind < 12 && g->has[F_dstep])
    print_wrapped (g, p, print_dstep);
  else if (kind < 14 && g->has[F_unless] && !p.dstep && !p.escape)
    print_wrapped (g, p, print_unless);
  else if (kind == 14 && g->has[F_select])
    print_wrapped (g, p, print_select);
  else if (kind == 15 && g->has[F_declare] && !p.dstep)
    print_block (g, p);
  else
    print_simple (g, p);
}

void print_statement (generator *g, place p) {
  if (p.depth > 0 && chance (g, 45))
    print_structured (g, p);
  else
    print_simple (g, p);
}

void print_statements (generator *g, int count, place p) {
  p.escape = 0;
  for (int i = 0; i < count; i++)
    print_statement (g, p);
}

/* The statements that begin a construct: an escape may begin with it. */
void print_leading (generator *g, int count, place p) {
  print_statement (g, p);
  print_statements (g, count - 1, p);
}
