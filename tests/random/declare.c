/* Declarations of variables and channels: they are printed, and added to what
   the statements behind them may use. */

#include "generator.h"

#include <stdio.h>

variable *add_variable (generator *g, const char *name, type t, int elements) {
  variable *v = &g->variable[g->variables++];
  *v = (variable){.type = t, .elements = elements};
  snprintf (v->name, sizeof v->name, "%s", name);
  return v;
}

type random_type (generator *g) {
  static const type plain[] = {BIT, BOOL, BYTE, BYTE, SHORT, INT};
  if (g->has[F_unsigned] && chance (g, 25))
    return UNSIGNED;
  if (g->has[F_mtype] && chance (g, 25))
    return MTYPE;
  return plain[below (g, 6)];
}

void print_variable (generator *g, const variable *v, int value) {
  start_line (g);
  put (g, "%s %s", type_name (v->type), v->name);
  if (v->type == UNSIGNED)
    put (g, " : 2");
  if (v->elements)
    put (g, "[%d]", v->elements);
  if (value)
    put (g, " = %d", value);
  end_line (g);
}

void print_channel (generator *g, channel *c) {
  start_line (g);
  put (g, "chan %s", c->name);
  if (c->elements)
    put (g, "[%d]", c->elements);
  put (g, " = [%d] of { %s", c->capacity, type_name (c->field[0]));
  if (c->fields == 2)
    put (g, ", %s", type_name (c->field[1]));
  put (g, " }");
  end_line (g);
}

channel *add_channel (generator *g, const char *name, int capacity) {
  static const type fields[] = {BYTE, BYTE, BIT};
  channel *c = &g->channel[g->channels++];
  *c = (channel){.capacity = capacity};
  snprintf (c->name, sizeof c->name, "%s", name);
  c->fields = 1 + chance (g, 30);
  c->deaf = g->has[F_deaf] && chance (g, 70) ? below (g, c->fields) : -1;
  for (int i = 0; i < 2; i++)
    c->field[i] =
        g->has[F_mtype] && chance (g, 30) ? MTYPE : fields[below (g, 3)];
  return c;
}
