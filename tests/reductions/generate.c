/* Prints a random system for the comparison of reductions, and behind it the
   properties to check, as comments.

   usage: see tests/random/arguments.c */

#include "system.h"

#include <stdio.h>
#include <string.h>

/* ---- what there is ---- */

static void print_globals (system_ *s) {
  generator *g = &s->g;
  if (g->has[F_mtype])
    line (g, "mtype = { red, green, blue };");
  print_variable (g, add_variable (g, "g0", BYTE, 0), chance (g, 25));
  int more = below (g, 3);
  for (int i = 1; i <= more; i++) {
    char name[16];
    snprintf (name, sizeof name, "g%d", i);
    type t = random_type (g);
    print_variable (g, add_variable (g, name, t, 0), 0);
  }
  if (g->has[F_array])
    print_variable (g, add_variable (g, "list", BYTE, 2), 0);
  s->globals = g->variables;
}

/* Elements of these belong to processes: to a pid, or to a parameter. */
static void print_own_elements (system_ *s) {
  line (&s->g, "byte cell[10];");
  line (&s->g, "byte slot[4];");
}

/* Families: 0 are buffered channels, 1 are those for rendezvous; the members
   of one all look the same, so that each can be a parameter. */
static void print_family (system_ *s, const char *name, int capacity,
                          int count) {
  generator *g = &s->g;
  channel like = {.fields = 0};
  for (int i = 0; i < count && g->channels < MAX_CHANNELS - 3; i++) {
    char full[16];
    snprintf (full, sizeof full, "%s%d", name, i);
    channel *c = add_channel (g, full, capacity);
    if (like.fields) {
      c->fields = like.fields;
      memcpy (c->field, like.field, sizeof like.field);
    } else
      like = *c;
    if (i == 1 && g->has[F_array] && chance (g, 30))
      c->elements = 2;
    print_channel (g, c);
  }
}

static void print_channels (system_ *s) {
  generator *g = &s->g;
  int buffered = g->has[F_channels] ? 1 + below (g, 3) : 0;
  int meeting = g->has[F_rendezvous] ? 1 + below (g, 2) : 0;
  int capacity = 1 + chance (g, 30);
  print_family (s, "buffer", capacity, buffered);
  print_family (s, "meet", 0, meeting);
  s->channels = g->channels;
}

static void plan_channels (system_ *s) {
  generator *g = &s->g;
  for (int i = 0; i < s->channels; i++) {
    s->sender[i] = chance (g, 65) ? below (g, s->roles) : -1;
    s->receiver[i] = chance (g, 65) ? below (g, s->roles) : -1;
  }
}

static int is_member (const channel *c, int family) {
  return !c->elements && family == (c->capacity == 0);
}

static int has_family (const system_ *s, int family) {
  for (int i = 0; i < s->channels; i++)
    if (is_member (&s->g.channel[i], family))
      return 1;
  return 0;
}

static int pick_family (system_ *s) {
  int family = chance (&s->g, 50);
  return has_family (s, family) ? family : -1;
}

static void plan_roles (system_ *s) {
  generator *g = &s->g;
  s->wandering = chance (g, 15);
  s->roles = 1 + s->wandering + below (g, 3 - s->wandering);
  int left = s->roles + below (g, 2);
  left += left < 2;
  for (int i = 0; i < s->roles; i++) {
    role *r = &s->role[i];
    int rest = s->roles - 1 - i;
    r->instances = rest ? 1 + (left - rest > 1 && chance (g, 50)) : left;
    r->active = !g->has[F_run] || chance (g, 40);
    left -= r->instances;
    r->cyclic = chance (g, 40);
    r->quiet = chance (g, 40);
    r->idle = i && chance (g, 20);
    r->wanders = s->wandering && (i == 0 || chance (g, 30));
    r->speaks = s->wandering && !r->wanders && chance (g, 80);
    r->in = r->out = -1;
    if (!r->active && g->has[F_chanparam]) {
      r->in = pick_family (s);
      r->out = pick_family (s);
    }
  }
  s->kids = g->has[F_run] && chance (g, 50);
  s->monitor = chance (g, 40);
  s->probes = chance (g, 60);
}

/* The processes as tests/random knows them, for remote references. */
static void plan_processes (system_ *s) {
  generator *g = &s->g;
  int pid = 0;
  for (int i = 0; i < s->roles; i++) {
    process *p = &g->process[g->processes++];
    *p = (process){.channel = -1, .first_pid = pid};
    snprintf (p->name, sizeof p->name, "P%d", i);
    p->instances = s->role[i].active ? s->role[i].instances : 0;
    p->has_here = g->has[F_remote];
    pid += p->instances;
  }
}

/* ---- what a process sees ---- */

static void see_variable (generator *g, const char *name, int times) {
  for (int i = 0; i < times && g->variables < MAX_VARIABLES - 8; i++)
    add_variable (g, name, BYTE, 0);
}

/* The first global stays; others are seen now and then. */
static void see_globals (system_ *s, const role *r) {
  generator *g = &s->g;
  int kept = 1;
  for (int i = 1; i < s->globals; i++)
    if (chance (g, r->quiet ? 20 : 60))
      g->variable[kept++] = g->variable[i];
  g->variables = kept;
  see_variable (g, "own", r->quiet ? 5 : 2);
  if (!s->safe && chance (g, 50))
    see_variable (g, "cell[_pid]", 1 + r->quiet);
  if (!r->active && chance (g, 60))
    see_variable (g, "slot[me]", 1 + r->quiet);
}

static int see_channel (system_ *s, int role_number, int number) {
  channel *c = &s->g.channel[number];
  int sends = s->sender[number] < 0 || s->sender[number] == role_number;
  int receives = s->receiver[number] < 0 || s->receiver[number] == role_number;
  c->only = sends && receives ? USE_BOTH : sends ? USE_SEND : USE_RECEIVE;
  return sends || receives;
}

static void see_channels (system_ *s, int role_number) {
  int kept = 0;
  for (int i = 0; i < s->channels; i++)
    if (see_channel (s, role_number, i))
      s->g.channel[kept++] = s->g.channel[i];
  s->g.channels = kept;
}

static void see_parameter (system_ *s, const channel *all, const char *name,
                           int family, channel_use use) {
  if (family < 0)
    return;
  for (int i = 0; i < s->channels; i++)
    if (is_member (&all[i], family)) {
      channel *c = &s->g.channel[s->g.channels++];
      *c = all[i];
      c->only = chance (&s->g, 85) ? use : USE_BOTH;
      snprintf (c->name, sizeof c->name, "%s", name);
      return;
    }
}

/* ---- processes ---- */

static void print_label (system_ *s, const char *word, int number) {
  generator *g = &s->g;
  line (g, "%s%d:", word, number);
  if (s->labels == MAX_LABELS || g->current >= s->roles)
    return;
  label *l = &s->label[s->labels++];
  l->type = g->current;
  snprintf (l->name, sizeof l->name, "%s%d", word, number);
}

static void print_labels (system_ *s, int number, int here) {
  generator *g = &s->g;
  if (g->has[F_jump])
    line (g, "top%d:", number);
  if (here) {
    line (g, "here:");
    return;
  }
  int kind = below (g, 12);
  if (kind == 0 && g->has[F_endlabel])
    print_label (s, "end", number);
  else if (kind == 1) {
    print_label (s, "progress", number);
    s->progress = 1;
  } else if (kind == 2) {
    print_label (s, "accept", number);
    s->accept = 1;
  } else if (kind == 3)
    print_label (s, "at", number);
}

static void print_own_step (system_ *s) {
  static const char *const steps[] = {"own = (own + 1) %% %d;",
                                      "own = 1 - own %% 2;", "own = own & 1;",
                                      "own = (own + 1) & 1;"};
  int kind = below (&s->g, 4);
  line (&s->g, steps[s->g.masks ? 2 + kind % 2 : kind], s->g.modulus);
}

/* A local way, and one that others may open. */
static void print_race_choice (system_ *s, const char *name) {
  generator *g = &s->g;
  const channel *c = pick_channel (g, 1);
  line (g, "if");
  line (g, ":: own <= 1 ->");
  line (g, "  own = %d;", below (g, 2));
  if (may_use (c, USE_RECEIVE) && c->fields == 1 && !c->elements &&
      chance (g, 50))
    line (g, ":: %s?own ->", c->name);
  else
    line (g, ":: %s == 1 ->", name);
  line (g, "  own = 2;");
  line (g, "fi;");
}

/* Something that others may see, too. */
static const variable *pick_shared (system_ *s) {
  for (int tries = 0; tries < 20; tries++) {
    const variable *v = pick_variable (&s->g, 1, 1);
    if (strcmp (v->name, "own") && strcmp (v->name, "other") &&
        strcmp (v->name, "me"))
      return v;
  }
  return &s->g.variable[0];
}

/* Reads, writes or waits for what others may read and write. */
static void print_race_step (system_ *s) {
  generator *g = &s->g;
  const variable *v = pick_shared (s);
  int value = below (g, 2);
  int kind = below (g, 10);
  if (kind < 3)
    line (g, "own = %s;", v->name);
  else if (kind < 6)
    line (g, "%s = %d;", v->name, value);
  else if (kind < 9)
    print_race_choice (s, v->name);
  else
    line (g, "%s == %d;", v->name, value);
}

static void print_start_of_kid (system_ *s) {
  line (&s->g, "atomic {");
  line (&s->g, "  _nr_pr < 6;");
  line (&s->g, "  run Kid (%s);", chance (&s->g, 50) ? "own" : "g0");
  line (&s->g, "};");
}

/* The first process looks at what a later one writes. */
static void print_look_at_kid (system_ *s) {
  generator *g = &s->g;
  if (!s->kids || g->current || chance (g, 30))
    return;
  line (g, "own = late;");
  line (g, "assert (own == %d);", below (g, 2));
}

static void print_top_statement (system_ *s, const role *r) {
  generator *g = &s->g;
  if (s->kids && g->current < s->roles && chance (g, 20))
    print_start_of_kid (s);
  else if (s->probes && chance (g, 35))
    print_race_step (s);
  else if (chance (g, r->quiet ? 45 : 15))
    print_own_step (s);
  else
    print_statement (g, (place){.depth = 2, .first = 1});
}

static void print_way_back (system_ *s) {
  generator *g = &s->g;
  if (chance (g, 40)) {
    line (g, "goto again;");
    return;
  }
  line (g, "if");
  start_line (g);
  put (g, ":: ");
  put_guard (g);
  put (g, " ->\n");
  line (g, "  goto again;");
  line (g, chance (g, 50) ? ":: else;" : ":: skip;");
  line (g, "fi;");
}

/* An assertion for each value that a variable may have here: those that fail
   tell which values there are. */
static void print_probe (system_ *s) {
  line (&s->g, "if");
  for (int i = 0; i < 2; i++) {
    line (&s->g, ":: own == %d ->", i);
    line (&s->g, "  assert (false);");
  }
  line (&s->g, ":: else ->");
  line (&s->g, "  assert (false);");
  line (&s->g, "fi;");
}

/* Goes round for ever, and nobody sees it. */
static void print_idle_body (system_ *s) {
  generator *g = &s->g;
  int count = 1 + below (g, 2);
  line (g, "again:");
  for (int i = 0; i < count; i++)
    line (g, "own = 1 - own;");
  line (g, "goto again;");
}

/* Goes round for ever; which way it goes is known later, if at all. */
static void print_wandering_body (system_ *s) {
  generator *g = &s->g;
  int count = 2 + chance (g, 25);
  line (g, "do");
  for (int i = 0; i < count; i++) {
    line (g, ":: own = %d;", below (g, 2));
    if (chance (g, 50))
      line (g, "  g0 = %d;", below (g, g->modulus));
    else if (chance (g, 30))
      line (g, "  own = %d;", below (g, 2));
  }
  line (g, "od;");
}

static void print_speech (system_ *s) {
  generator *g = &s->g;
  line (g, "g0 = %d;", below (g, g->modulus));
  if (chance (g, 60))
    line (g, "end_speech: false;");
}

static void print_body (system_ *s, const role *r) {
  generator *g = &s->g;
  if (r->idle) {
    print_idle_body (s);
    return;
  }
  if (r->wanders || r->speaks) {
    if (r->wanders)
      print_wandering_body (s);
    else
      print_speech (s);
    return;
  }
  int count = 2 + below (g, g->size);
  int here = g->has[F_remote] ? below (g, count) : -1;
  g->labels = count;
  g->entry = 0;
  if (r->cyclic)
    line (g, "again:");
  for (int i = 0; i < count; i++) {
    g->top = i;
    print_labels (s, i, i == here);
    print_top_statement (s, r);
    if (i == count / 2)
      print_look_at_kid (s);
  }
  if (s->probes && g->current < s->roles)
    print_probe (s);
  if (r->cyclic)
    print_way_back (s);
  if (g->has[F_jump])
    line (g, "done:");
  if (g->has[F_jump] || !r->cyclic)
    line (g, "skip;");
  g->labels = 0;
}

static void print_head (system_ *s, const role *r) {
  generator *g = &s->g;
  if (r->active && r->instances > 1)
    put (g, "active [%d] ", r->instances);
  else if (r->active)
    put (g, "active ");
  put (g, "proctype P%d (", g->current);
  if (!r->active)
    put (g, "byte me%s%s", r->in < 0 ? "" : "; chan in",
         r->out < 0 ? "" : "; chan out");
  put (g, ")");
  if (g->has[F_provided] && chance (g, 50))
    put (g, " provided (g0 != %d)", 1 + below (g, 2));
  put (g, " {\n");
}

static void print_process (system_ *s, int number) {
  generator *g = &s->g;
  generator before = *g;
  role *r = &s->role[number];
  g->current = number;
  see_globals (s, r);
  if (s->kids && !number)
    see_variable (g, "late", 2);
  see_channels (s, number);
  see_parameter (s, before.channel, "in", r->in, USE_RECEIVE);
  see_parameter (s, before.channel, "out", r->out, USE_SEND);
  print_head (s, r);
  g->indent++;
  if (!r->active && chance (g, 20))
    see_variable (g, "me", 1);
  line (g, "byte own;");
  if (chance (g, 30))
    print_variable (g, add_variable (g, "other", random_type (g), 0), 0);
  print_body (s, r);
  g->indent--;
  line (g, "}");
  before.random = g->random;
  before.names = g->names;
  *g = before;
}

/* What is started by others lives short, and its number is used again. */
static void print_kid (system_ *s) {
  if (!s->kids)
    return;
  generator *g = &s->g;
  generator before = *g;
  role r = {.instances = 1};
  g->current = s->roles;
  g->has[F_jump] = g->has[F_remote] = 0;
  int size = g->size;
  g->size = 1;
  see_globals (s, &r);
  line (g, "proctype Kid (byte me) {");
  g->indent++;
  line (g, "byte own;");
  if (chance (g, 40))
    line (g, "assert (_pid <= %d);", 2 + below (g, 3));
  else if (chance (g, 50))
    line (g, "cell[_pid] = 1;");
  if (chance (g, 70))
    line (g, "late = 1 - late;");
  if (s->probes)
    print_race_step (s);
  if (chance (g, 60))
    print_body (s, &r);
  g->size = size;
  g->indent--;
  line (g, "}");
  before.random = g->random;
  before.names = g->names;
  *g = before;
}

static void print_monitor (system_ *s) {
  if (!s->monitor)
    return;
  line (&s->g, "active proctype Monitor () {");
  line (&s->g, "end: atomic {");
  put (&s->g, "    ");
  put_global_condition (s);
  put (&s->g, " ->\n");
  line (&s->g, "    assert (false);");
  line (&s->g, "  }");
  line (&s->g, "}");
}

/* ---- init ---- */

static const channel *pick_member (system_ *s, int family) {
  for (;;) {
    const channel *c = &s->g.channel[below (&s->g, s->channels)];
    if (is_member (c, family))
      return c;
  }
}

static void print_run (system_ *s, int number, int me) {
  generator *g = &s->g;
  const role *r = &s->role[number];
  start_line (g);
  put (g, "run P%d (%d", number, me);
  if (r->in >= 0)
    put (g, ", %s", pick_member (s, r->in)->name);
  if (r->out >= 0)
    put (g, ", %s", pick_member (s, r->out)->name);
  put (g, ");\n");
}

static void print_init (system_ *s) {
  generator *g = &s->g;
  int any = s->kids;
  for (int i = 0; i < s->roles; i++)
    any |= !s->role[i].active;
  if (!any)
    return;
  int atomic = chance (g, 40);
  line (g, "init {");
  if (atomic)
    line (g, "atomic {");
  int me = 0;
  for (int i = 0; i < s->roles; i++)
    for (int j = 0; j < s->role[i].instances && !s->role[i].active; j++)
      print_run (s, i, me++ % 4);
  line (g, "skip;");
  if (atomic)
    line (g, "}");
  if (g->has[F_pid] && chance (g, 30))
    line (g, "_nr_pr == %d;", 1 + below (g, 3));
  if (s->kids && chance (g, 50))
    line (g, "run Kid (%d);", below (g, 2));
  line (g, "}");
}

static void print_system (system_ *s) {
  generator *g = &s->g;
  g->modulus = 2 + below (g, 2);
  g->current = -1;
  print_globals (s);
  print_own_elements (s);
  print_channels (s);
  plan_roles (s);
  if (s->kids)
    line (g, "byte late;"); /* for Kid and one other */
  plan_channels (s);
  plan_processes (s);
  for (int i = 0; i < s->roles; i++)
    print_process (s, i);
  print_kid (s);
  print_monitor (s);
  print_init (s);
  print_checks (s);
}

/* Without what can fail, for reductions that keep deadlocks only. */
static void turn_off (generator *g) {
  static const feature risky[] = {F_run,    F_query,    F_poll,
                                  F_array,  F_fault,    F_dstep,
                                  F_remote, F_priority, F_last};
  for (unsigned i = 0; i < sizeof risky / sizeof *risky; i++)
    g->has[risky[i]] = 0;
  g->masks = 1;
}

int main (int argc, char **argv) {
  system_ s = {.g = {.size = 3}};
  int status = read_arguments (&s.g, argc, argv);
  if (status >= 0)
    return status;
  s.g.has[F_inline] = s.g.has[F_typedef] = 0; /* nothing of interest here */
  s.g.has[F_run] |= chance (&s.g, 40);
  s.safe = chance (&s.g, 25);
  if (s.safe)
    turn_off (&s.g);
  print_system (&s);
  return 0;
}
