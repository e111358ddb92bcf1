/* Prints a random Promela model that is valid, small and made of everything
   that the language has.

   usage: see arguments.c */

#include "generator.h"

#include <stdio.h>

/* ---- declarations ---- */

static void print_scalars_and_arrays (generator *g) {
  int count = 2 + below (g, 2);
  for (int i = 0; i < count; i++) {
    char name[16];
    snprintf (name, sizeof name, "g%d", i);
    type t = i ? random_type (g) : BYTE;
    int array = i > 1 && g->has[F_array] && t != UNSIGNED;
    int elements = array ? 2 + below (g, 2) : 0;
    int value = chance (g, 25) ? 1 : 0;
    print_variable (g, add_variable (g, name, t, elements), value);
  }
  if (g->has[F_array])
    print_variable (g, add_variable (g, "list", BYTE, 2), 0);
}

/* Variables that are written and seldom read. */
static void print_lazy (generator *g) {
  if (!g->has[F_lazy])
    return;
  print_variable (g, add_variable (g, "lazy", BYTE, 0), 0);
  g->variable[g->variables - 1].lazy = 1;
  print_variable (g, add_variable (g, "idle", BYTE, 3), chance (g, 30));
  g->variable[g->variables - 1].lazy = 1;
}

static void print_record (generator *g) {
  if (!g->has[F_typedef])
    return;
  line (g, "typedef Record {");
  line (g, "  byte part;");
  line (g, "  bit flag[2];");
  line (g, "};");
  line (g, g->has[F_loose] ? "Record record = 1;" : "Record record;");
  add_variable (g, "record.part", BYTE, 0);
  add_variable (g, "record.flag", BIT, 2);
  g->variable[g->variables - 1].lazy = g->has[F_lazy];
}

static void print_channels (generator *g) {
  if (!g->has[F_channels] && !g->has[F_rendezvous])
    return;
  int count = 1 + below (g, 2);
  for (int i = 0; i < count; i++) {
    char name[16];
    snprintf (name, sizeof name, "c%d", i);
    int meet = g->has[F_rendezvous] && (!g->has[F_channels] || chance (g, 50));
    int capacity = meet ? 0 : 1 + below (g, 2);
    channel *c = add_channel (g, name, capacity);
    if (g->has[F_array] && chance (g, 20))
      c->elements = 2;
    print_channel (g, c);
  }
  if (g->has[F_diary] && g->has[F_channels]) {
    channel *diary = add_channel (g, "diary", 1 + below (g, 2));
    diary->only = USE_SEND; /* nobody receives from it */
    print_channel (g, diary);
  }
}

/* The parameter of an inline stands for any scalar.  It may be called inside
   atomic. */
static void print_inlines (generator *g) {
  int count = g->has[F_inline] ? 1 + below (g, 2) : 0;
  for (int i = 0; i < count; i++) {
    int mark = g->variables;
    line (g, "inline inline%d (x) {", i);
    g->indent++;
    add_variable (g, "x", BIT, 0);
    line (g, "x = (x + %d) %% 2;", below (g, 2));
    int statements = 1 + below (g, 2);
    print_statements (g, statements, (place){.depth = 1, .atomic = 1});
    if (g->inlines && chance (g, 30))
      line (g, "inline0 (x);");
    g->indent--;
    line (g, "}");
    g->variables = mark;
    g->inlines++;
  }
}

/* ---- processes ---- */

static void plan_processes (generator *g) {
  int count = 2 + (g->size > 1 && chance (g, 50));
  int pid = 0;
  for (int i = 0; i < count; i++) {
    process *p = &g->process[g->processes++];
    *p = (process){.channel = -1, .first_pid = pid};
    snprintf (p->name, sizeof p->name, "P%d", i);
    p->instances = g->has[F_run] && (i || chance (g, 50)) ? 0 : 1;
    if (p->instances && count == 2 && chance (g, 20))
      p->instances = 2;
    pid += p->instances;
    p->has_here = g->has[F_remote];
    p->priority = g->has[F_priority] ? 1 + below (g, 3) : 0;
    if (!p->instances && g->has[F_chanparam] && g->channels)
      p->channel = below (g, g->channels);
  }
}

static void print_head (generator *g, const process *p) {
  start_line (g);
  if (p->instances > 1)
    put (g, "active [%d] ", p->instances);
  else if (p->instances)
    put (g, "active ");
  put (g, "proctype %s (", p->name);
  if (!p->instances)
    put (g, "byte arg%s", p->channel >= 0 ? "; chan port" : "");
  put (g, ")");
  if (p->priority && p->instances)
    put (g, " priority %d", p->priority);
  if (g->has[F_provided] && chance (g, 50))
    put (g, " provided (g0 != %d)", 1 + below (g, 2));
  put (g, " {\n");
}

/* Of a process: with its parameter, its number, locals before it, others. */
static void put_initial (generator *g, const process *p) {
  int kind = below (g, 6);
  if (kind == 0 && !p->instances)
    put (g, "(arg + %d) %% %d", below (g, 2), g->modulus);
  else if (kind == 1)
    put (g, "_pid");
  else if (kind == 2 && !g->blind && put_remote (g))
    return;
  else if (kind < 5)
    put_variable (g, pick_variable (g, 0, 0), 0);
  else
    put (g, "%d", below (g, 3));
}

static void print_local (generator *g, const process *p, variable *v) {
  if (!g->has[F_initial] || chance (g, 40)) {
    print_variable (g, v, 0);
    return;
  }
  start_line (g);
  put (g, "%s %s", type_name (v->type), v->name);
  if (v->elements)
    put (g, "[%d]", v->elements);
  put (g, " = ");
  g->variables--; /* not of itself */
  put_initial (g, p);
  g->variables++;
  end_line (g);
}

static void print_locals (generator *g, const process *p) {
  if (!p->instances)
    add_variable (g, "arg", BYTE, 0);
  if (p->channel >= 0) {
    channel *c = &g->channel[g->channels++];
    *c = g->channel[p->channel];
    c->elements = 0;
    snprintf (c->name, sizeof c->name, "port");
  }
  print_local (g, p, add_variable (g, "own", BYTE, 0));
  if (g->has[F_lazy]) {
    print_local (g, p, add_variable (g, "slack", BYTE, 2));
    g->variable[g->variables - 1].lazy = 1;
  }
  if (chance (g, 40)) {
    type t = random_type (g);
    print_variable (g, add_variable (g, "other", t, 0), 0);
  }
  if (g->has[F_localchan] && g->has[F_channels] && chance (g, 60))
    print_channel (g, add_channel (g, "mine", 1));
}

static void print_entry_atomic (generator *g, int number) {
  place p = {.depth = 1, .atomic = 1};
  line (g, "atomic {");
  g->indent++;
  print_statement (g, p);
  line (g, "entry%d:", number);
  p.first = 1;
  print_statement (g, p);
  p.first = 0;
  print_statement (g, p);
  g->indent--;
  line (g, "};");
}

static void print_top_statement (generator *g, int number, int here) {
  g->top = number;
  if (g->has[F_jump])
    line (g, "top%d:", number);
  if (here)
    line (g, "here:");
  else if (g->has[F_endlabel] && chance (g, 25))
    line (g, "end%d:", number);
  if (g->entry >> number & 1)
    print_entry_atomic (g, number);
  else
    print_statement (g, (place){.depth = 2, .first = 1});
}

static void print_body (generator *g, const process *p, int count) {
  int here = p->has_here ? below (g, count) : -1;
  g->labels = count;
  g->entry = 0;
  for (int i = 1; i < count; i++)
    if (g->has[F_jump] && g->has[F_atomic] && chance (g, 30))
      g->entry |= 1u << i;
  for (int i = 0; i < count; i++)
    print_top_statement (g, i, i == here);
  if (g->has[F_jump])
    line (g, "done:");
  line (g, "skip;");
  g->labels = 0;
}

static void print_process (generator *g, int number) {
  const process *p = &g->process[number];
  int variables = g->variables;
  int channels = g->channels;
  g->current = number;
  print_head (g, p);
  g->indent++;
  print_locals (g, p);
  int count = 2 + below (g, g->size);
  if (g->has[F_hidden] && chance (g, 50))
    line (g, "secret = %s;", g->variable[0].name);
  print_body (g, p, count);
  g->indent--;
  line (g, "}");
  g->current = -1;
  g->variables = variables;
  g->channels = channels;
}

static void print_run (generator *g, const process *p) {
  start_line (g);
  if (chance (g, 25))
    put (g, "child = ");
  put (g, "run %s (%d", p->name, below (g, 3));
  if (p->channel >= 0) {
    put (g, ", ");
    put_channel (g, &g->channel[p->channel], 1);
  }
  put (g, ")");
  if (p->priority)
    put (g, " priority %d", p->priority);
  end_line (g);
}

static int started_processes (const generator *g) {
  int count = 0;
  for (int i = 0; i < g->processes; i++)
    count += !g->process[i].instances;
  return count;
}

/* No loops and jumps here, so that the number of processes stays small. */
static void print_init (generator *g) {
  if (!started_processes (g))
    return;
  int atomic = chance (g, 50);
  line (g, "init {");
  g->indent++;
  line (g, "pid child;");
  if (atomic)
    line (g, "atomic {");
  for (int i = 0; i < g->processes; i++)
    if (!g->process[i].instances) {
      print_run (g, &g->process[i]);
      if (started_processes (g) == 1 && chance (g, 40))
        print_run (g, &g->process[i]);
    }
  if (atomic)
    line (g, "};");
  if (g->has[F_pid] && chance (g, 30)) {
    line (g, "_nr_pr == %d;", 1 + below (g, 2));
    for (int i = g->processes - 1; i >= 0; i--)
      if (!g->process[i].instances && chance (g, 50)) {
        print_run (g, &g->process[i]);
        break;
      }
  }
  g->indent--;
  line (g, "}");
}

/* init comes last, since SPIN numbers processes in the order of the text. */
static void print_model (generator *g) {
  g->modulus = 2 + below (g, 2);
  g->current = -1;
  if (g->has[F_mtype])
    line (g, "mtype = { red, green, blue };");
  print_scalars_and_arrays (g);
  if (g->has[F_hidden])
    line (g, "hidden byte secret;");
  print_lazy (g);
  print_record (g);
  print_channels (g);
  print_inlines (g);
  plan_processes (g);
  for (int i = 0; i < g->processes; i++)
    print_process (g, i);
  print_init (g);
}

int main (int argc, char **argv) {
  generator g = {.size = 4};
  int status = read_arguments (&g, argc, argv);
  if (status >= 0)
    return status;
  print_model (&g);
  return 0;
}
