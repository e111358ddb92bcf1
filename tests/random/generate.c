/* Prints a random Promela model that is valid, small and made of everything
   that the language has.

   usage: generate [--seed N] [--size N] [--feature-off NAME,NAME...]
                   [--list-features]

   Each model has a random part of all features, so that rare combinations
   come up and a model that shows an error is about few things. */

#include "generator.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- chance and printing ---- */

static uint64_t next (generator *g) {
  uint64_t z = g->random += UINT64_C (0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

int below (generator *g, int limit) {
  return limit > 1 ? (int)(next (g) % (uint64_t)limit) : 0;
}

int chance (generator *g, int percent) {
  return below (g, 100) < percent;
}

int rare_fault (generator *g) {
  return g->has[F_fault] && chance (g, 10);
}

void put (generator *g, const char *format, ...) {
  (void)g;
  va_list arguments;
  va_start (arguments, format);
  vprintf (format, arguments);
  va_end (arguments);
}

void start_line (generator *g) {
  for (int i = 0; i < g->indent; i++)
    fputs ("  ", stdout);
}

void end_line (generator *g) {
  (void)g;
  fputs (";\n", stdout);
}

void line (generator *g, const char *format, ...) {
  start_line (g);
  va_list arguments;
  va_start (arguments, format);
  vprintf (format, arguments);
  va_end (arguments);
  putchar ('\n');
}

/* ---- declarations ---- */

static variable *add_variable (generator *g, const char *name, type t,
                               int elements) {
  variable *v = &g->variable[g->variables++];
  *v = (variable){.type = t, .elements = elements};
  snprintf (v->name, sizeof v->name, "%s", name);
  return v;
}

static type random_type (generator *g) {
  static const type plain[] = {BIT, BOOL, BYTE, BYTE, SHORT, INT};
  if (g->has[F_unsigned] && chance (g, 25))
    return UNSIGNED;
  if (g->has[F_mtype] && chance (g, 25))
    return MTYPE;
  return plain[below (g, 6)];
}

static void print_variable (generator *g, const variable *v, int value) {
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

static void print_record (generator *g) {
  if (!g->has[F_typedef])
    return;
  line (g, "typedef Record {");
  line (g, "  byte part;");
  line (g, "  bit flag[2];");
  line (g, "};");
  line (g, "Record record;");
  add_variable (g, "record.part", BYTE, 0);
  add_variable (g, "record.flag", BIT, 2);
}

static void print_channel (generator *g, channel *c) {
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

static channel *add_channel (generator *g, const char *name, int capacity) {
  static const type fields[] = {BYTE, BYTE, BIT};
  channel *c = &g->channel[g->channels++];
  *c = (channel){.capacity = capacity};
  snprintf (c->name, sizeof c->name, "%s", name);
  c->fields = 1 + chance (g, 30);
  for (int i = 0; i < 2; i++)
    c->field[i] =
        g->has[F_mtype] && chance (g, 30) ? MTYPE : fields[below (g, 3)];
  return c;
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

static void print_locals (generator *g, const process *p) {
  if (!p->instances)
    add_variable (g, "arg", BYTE, 0);
  if (p->channel >= 0) {
    channel *c = &g->channel[g->channels++];
    *c = g->channel[p->channel];
    c->elements = 0;
    snprintf (c->name, sizeof c->name, "port");
  }
  print_variable (g, add_variable (g, "own", BYTE, 0), 0);
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
  print_record (g);
  print_channels (g);
  print_inlines (g);
  plan_processes (g);
  for (int i = 0; i < g->processes; i++)
    print_process (g, i);
  print_init (g);
}

/* ---- features and options ---- */

static const struct {
  const char *name;
  int percent;
} features[] = {
#define FEATURE(NAME, PERCENT) {#NAME, PERCENT},
    FEATURES
#undef FEATURE
};

static void choose_features (generator *g, const unsigned char *off) {
  for (int i = 0; i < F_COUNT; i++) {
    int chosen = chance (g, features[i].percent);
    g->has[i] = chosen && !off[i];
  }
  if (g->has[F_priority]) /* SPIN refuses both in one model */
    g->has[F_rendezvous] = 0;
}

static int find_feature (const char *name, size_t length) {
  for (int i = 0; i < F_COUNT; i++)
    if (strlen (features[i].name) == length &&
        !strncmp (features[i].name, name, length))
      return i;
  return -1;
}

static int parse_off (const char *list, unsigned char *off) {
  while (*list) {
    size_t length = strcspn (list, ",");
    int found = find_feature (list, length);
    if (found < 0) {
      fprintf (stderr, "generate: no feature '%.*s'\n", (int)length, list);
      return 0;
    }
    off[found] = 1;
    list += length;
    list += *list == ',';
  }
  return 1;
}

static int usage (void) {
  fputs ("usage: generate [--seed N] [--size N] [--feature-off NAME,...]\n"
         "                [--list-features]\n",
         stderr);
  return 2;
}

static int list_features (void) {
  for (int i = 0; i < F_COUNT; i++)
    puts (features[i].name);
  return 0;
}

int main (int argc, char **argv) {
  generator g = {.size = 4};
  unsigned char off[F_COUNT] = {0};
  unsigned long long seed = 1;
  for (int i = 1; i < argc; i++) {
    if (!strcmp (argv[i], "--list-features"))
      return list_features ();
    if (i + 1 == argc)
      return usage ();
    if (!strcmp (argv[i], "--seed"))
      seed = strtoull (argv[++i], NULL, 10);
    else if (!strcmp (argv[i], "--size"))
      g.size = atoi (argv[++i]);
    else if (strcmp (argv[i], "--feature-off") || !parse_off (argv[++i], off))
      return usage ();
  }
  if (g.size < 1 || g.size > 20)
    return usage ();
  g.random = seed;
  printf ("// seed %llu, size %d\n", seed, g.size);
  choose_features (&g, off);
  print_model (&g);
  return 0;
}
