/* Random expressions: values, guards and the arguments of messages. */

#include "generator.h"

#include <stddef.h>
#include <string.h>

static const char *const mtype_names[MTYPES] = {"red", "green", "blue"};

static int assignable (const variable *v, int want_scalar) {
  return !v->constant && !(want_scalar && v->elements);
}

variable *pick_variable (generator *g, int want_scalar, int to_assign) {
  for (int tries = 0; tries < 20; tries++) {
    variable *v = &g->variable[below (g, g->variables)];
    if (v->lazy && !to_assign && !chance (g, 3))
      continue;
    if (to_assign ? assignable (v, want_scalar) : !(want_scalar && v->elements))
      return v;
  }
  return &g->variable[0]; /* the first global is a scalar */
}

channel *pick_channel (generator *g, int want_buffered) {
  if (!g->channels)
    return NULL;
  for (int tries = 0; tries < 10; tries++) {
    channel *c = &g->channel[below (g, g->channels)];
    if (c->capacity || !want_buffered)
      return c;
  }
  return NULL;
}

int may_use (const channel *c, channel_use use) {
  return c && (c->only == USE_BOTH || c->only == use);
}

static int good_index (const variable *v) {
  return v->type != SHORT && v->type != INT && !strchr (v->name, '[');
}

/* An index that is in range, but for the rare planned fault.  Elements of
   arrays are not used in it: SPIN undoes a[a[i]] = x with the wrong index. */
static void put_index (generator *g, int elements, int constant) {
  const variable *v = pick_variable (g, 1, 0);
  if (constant || !good_index (v) || chance (g, 50))
    put (g, "[%d]", below (g, elements));
  else if (rare_fault (g))
    put (g, "[%s]", v->name);
  else
    put (g, "[%s %% %d]", v->name, elements);
}

/* What is seldom read may be out of bounds more often. */
static int put_wild_index (generator *g, const variable *v, int constant) {
  if (!v->lazy || constant || !g->has[F_fault] || !chance (g, 30))
    return 0;
  const variable *index = pick_variable (g, 1, 0);
  if (!good_index (index))
    return 0;
  put (g, "[%s]", index->name);
  return 1;
}

void put_variable (generator *g, const variable *v, int constant_index) {
  put (g, "%s", v->name);
  if (v->elements && !put_wild_index (g, v, constant_index))
    put_index (g, v->elements, constant_index);
}

void put_channel (generator *g, const channel *c, int constant_index) {
  put (g, "%s", c->name);
  if (c->elements)
    put_index (g, c->elements, constant_index);
}

/* P[pid]@here or P[pid]:var of a process that is still there: one that was
   made earlier, since processes die in the reverse order. */
int put_remote (generator *g) {
  if (!g->has[F_remote] || g->current <= 0 || g->blind)
    return 0;
  const process *p = &g->process[below (g, g->current)];
  if (!p->instances)
    return 0;
  int pid = p->first_pid + below (g, p->instances);
  if (p->has_here && chance (g, 60))
    put (g, "%s[%d]@here", p->name, pid);
  else
    put (g, "%s[%d]:own", p->name, pid);
  return 1;
}

/* A channel to ask about. */
static channel *pick_asked (generator *g) {
  return pick_channel (g, g->blind > 0);
}

static void put_leaf (generator *g) {
  const channel *c = pick_asked (g);
  int kind = below (g, 20);
  if (kind < 6)
    put (g, "%d", below (g, 4));
  else if (kind == 6 && g->has[F_pid] && g->current >= 0)
    put (g, "_pid");
  else if (kind == 7 && g->has[F_pid])
    put (g, "_nr_pr");
  else if (kind == 8 && g->has[F_query] && c) {
    put (g, "len (");
    put_channel (g, c, 0);
    put (g, ")");
  } else if (kind == 9 && g->has[F_mtype])
    put (g, "%s", mtype_names[below (g, MTYPES)]);
  else if (kind == 11 && g->has[F_last] && !g->blind)
    put (g, "_last");
  else if (kind == 12 && g->has[F_priority] && g->current >= 0)
    put (g, "get_priority (_pid)");
  else if (!(kind == 10 && put_remote (g)))
    put_variable (g, pick_variable (g, 0, 0), 0);
}

static void put_binary (generator *g, int depth) {
  static const char *const operators[] = {
      "+",  "+",  "-", "-", "*",  "&",  "|",  "^",
      "==", "!=", "<", ">", "<=", ">=", "&&", "||",
  };
  put (g, "(");
  put_value (g, depth - 1);
  put (g, " %s ", operators[below (g, 16)]);
  put_value (g, depth - 1);
  put (g, ")");
}

static void put_divided (generator *g, int depth) {
  static const char *const operators[] = {"%", "/", "<<", ">>"};
  put (g, "(");
  put_value (g, depth - 1);
  put (g, " %s ", operators[below (g, 4)]);
  if (rare_fault (g))
    put_leaf (g);
  else
    put (g, "%d", 1 + below (g, 3));
  put (g, ")");
}

static void put_conditional (generator *g, int depth) {
  put (g, "(");
  put_value (g, depth - 1);
  put (g, " -> ");
  put_value (g, depth - 1);
  put (g, " : ");
  put_value (g, depth - 1);
  put (g, ")");
}

void put_value (generator *g, int depth) {
  int kind = depth > 0 ? below (g, 12) : 0;
  if (kind < 5)
    put_leaf (g);
  else if (kind < 8)
    put_binary (g, depth);
  else if (kind == 8 && !g->masks)
    put_divided (g, depth);
  else if (kind == 9)
    put_conditional (g, depth);
  else {
    put (g, kind == 10 ? "!(" : "-(");
    put_value (g, depth - 1);
    put (g, ")");
  }
}

/* What is assigned: narrow scalars wrap by themselves.  SPIN keeps the other
   bits in arrays and messages of bits, so there they are masked. */
void put_bounded_value (generator *g, type t, int scalar) {
  if (t == MTYPE && chance (g, 80)) {
    put (g, "%s", mtype_names[below (g, MTYPES)]);
    return;
  }
  int bits = t == BIT || t == BOOL;
  if (chance (g, 30)) {
    put (g, "%d", below (g, bits ? 2 : g->modulus));
    return;
  }
  put (g, "(");
  put_value (g, 2);
  if (bits && !scalar)
    put (g, ") & 1");
  else if (bits || t == UNSIGNED)
    put (g, ")");
  else
    put (g, g->masks ? ") & 1" : ") %% %d", g->modulus);
}

/* SPIN sorts by what a value is before it is cut to the width of the field. */
void put_message_value (generator *g, type t, int sorted) {
  if (!sorted || t == BIT || t == BOOL) {
    put_bounded_value (g, t, 0);
    return;
  }
  put (g, "(");
  put_value (g, 2);
  put (g, ") & 1");
}

void put_comparison (generator *g, const variable *v) {
  static const char *const operators[] = {"==", "!=", "!=", "<",
                                          "<=", "<=", ">",  ">="};
  put_variable (g, v, 0);
  put (g, " %s ", operators[below (g, 8)]);
  if (chance (g, 70))
    put (g, "%d", below (g, g->modulus));
  else
    put_value (g, 1);
}

/* Questions to channels may not be negated or added in Promela. */
static int put_query (generator *g) {
  static const char *const names[] = {"full", "empty", "nfull", "nempty"};
  const channel *c = pick_asked (g);
  if (!g->has[F_query] || !c)
    return 0;
  put (g, "%s (", names[below (g, 4)]);
  put_channel (g, c, 0);
  put (g, ")");
  return 1;
}

static int put_poll (generator *g) {
  int buffered = g->blind > 0 || !rare_fault (g);
  const channel *c = pick_channel (g, buffered);
  if (!g->has[F_poll] || !c)
    return 0;
  put_channel (g, c, 0);
  put (g, g->has[F_random] && c->capacity && chance (g, 50) ? "??[" : "?[");
  put_receive_arguments (g, c, 1);
  put (g, "]");
  return 1;
}

static void put_simple_guard (generator *g) {
  int kind = below (g, 10);
  if (kind == 0 && put_query (g))
    return;
  if (kind == 1 && put_poll (g))
    return;
  if (kind == 2 && put_remote (g))
    return;
  if (kind < 5 && g->has[F_enabled] && !g->blind && g->current > 0) {
    put (g, "enabled (0)");
    return;
  }
  put_comparison (g, pick_variable (g, 0, 0));
}

void put_guard (generator *g) {
  put_simple_guard (g);
  if (chance (g, 80))
    return;
  put (g, chance (g, 40) ? " && " : " || ");
  put_simple_guard (g);
}

/* SPIN puts a message back from the variables that took it: they must be wide
   enough, different, and not be used in an eval beside them.  It does not cut
   what it puts into an array of bits, and refuses a variable in two fields. */
static int takes (const variable *v, type field) {
  int bits = v->type == BIT || v->type == BOOL;
  if (bits && v->elements)
    return 0;
  return field == BIT || (!bits && v->type != UNSIGNED);
}

/* SPIN evaluates it again to put the message back, when the length of the
   channel is another. */
static void put_eval (generator *g) {
  const unsigned char query = g->has[F_query];
  g->has[F_query] = 0;
  g->blind++;
  put (g, "eval (");
  put_value (g, 1);
  put (g, ")");
  g->blind--;
  g->has[F_query] = query;
}

typedef enum used { USED_NOTHING, USED_VARIABLE, USED_EVAL } used;

/* A field that nobody looks at. */
static used put_deaf_field (generator *g, type t, used before) {
  const variable *v = pick_variable (g, 0, 1);
  const int taken = v->lazy && before == USED_NOTHING && takes (v, t);
  if (taken)
    put_variable (g, v, 1);
  else
    put (g, "_");
  return taken ? USED_VARIABLE : before;
}

static used put_receive_field (generator *g, type t, int only_poll,
                               used before) {
  int kind = below (g, 10);
  const variable *v = pick_variable (g, 0, !only_poll);
  if (kind < 2 && t == MTYPE && g->has[F_mtype])
    put (g, "%s", mtype_names[below (g, MTYPES)]);
  else if (kind < 3)
    put (g, "%d", below (g, t == BIT ? 2 : 3));
  else if (kind == 3 && g->has[F_eval] && before != USED_VARIABLE) {
    put_eval (g);
    return USED_EVAL;
  } else if (kind == 4 || before != USED_NOTHING || !takes (v, t))
    put (g, "_");
  else {
    put_variable (g, v, 1);
    return USED_VARIABLE;
  }
  return before;
}

void put_receive_arguments (generator *g, const channel *c, int only_poll) {
  used before = USED_NOTHING;
  for (int i = 0; i < c->fields; i++) {
    if (i)
      put (g, ", ");
    if (i == c->deaf && chance (g, 95))
      before = put_deaf_field (g, c->field[i], before);
    else
      before = put_receive_field (g, c->field[i], only_poll, before);
  }
}
