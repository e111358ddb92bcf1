/* The generated C as a whole: structs, tables, process creation, the steps of
   each process type, and the two functions that the model calls. */

#include "promela/emit/emit.h"
#include "base/assert.h"
#include "kernel/violation.h"
#include "promela/analyse/c_text.h"
#include "promela/emit/embedded.h"
#include "promela/analyse/monitor.h"

/* ------------------------------------------------------------- structs --- */

typedef struct struct_writer {
  emitter *e;
  uint32_t at;
  unsigned pads;
} struct_writer;

static void pad_to (struct_writer *w, uint32_t offset) {
  SETT_ASSERT (offset >= w->at);
  if (offset > w->at)
    EMIT (w->e, "  unsigned char _pad_%u[%u];\n", w->pads++, offset - w->at);
  w->at = offset;
}

static void write_member (struct_writer *w, const variable *v) {
  SETT_ASSERT (v->size && v->count && v->c_name);
  pad_to (w, v->offset);
  EMIT (w->e, "  %s %s", sett_c_name_of_type (&v->type), v->c_name);
  if (v->is_array)
    EMIT (w->e, "[%u]", v->count);
  EMIT (w->e, ";\n");
  w->at += v->size * v->count;
}

static void write_members (struct_writer *w, const variable_list *list,
                           int hidden) {
  for (size_t i = 0; i < list->count; i++)
    if (!!list->at[i]->is_hidden == hidden || list->at[i]->owner ||
        list->at[i]->is_field)
      write_member (w, list->at[i]);
}

static void write_bytes (struct_writer *w, uint32_t offset, const char *name,
                         uint32_t count) {
  pad_to (w, offset);
  EMIT (w->e, "  unsigned char %s[%u];\n", name, count);
  w->at += count;
}

static void write_byte (struct_writer *w, uint32_t offset, const char *name) {
  pad_to (w, offset);
  EMIT (w->e, "  unsigned char %s;\n", name);
  w->at++;
}

/* What c_state and c_track put into the globals (null) or a process. */
static void write_c_state (struct_writer *w, const process_type *p) {
  for (size_t i = 0; i < w->e->tree->c_declarations.count; i++) {
    const c_declaration *c = &w->e->tree->c_declarations.at[i];
    if (!sett_c_state_is_in (c, p))
      continue;
    pad_to (w, c->offset);
    if (c->kind == KEY_C_TRACK) {
      EMIT (w->e, "  unsigned char _track_%zu[%u];\n", i, c->size);
    } else {
      sett_emit_c_line (w->e, &c->place);
      sett_emit_c_declarator (w->e, c);
      EMIT (w->e, ";\n");
      sett_emit_c_line_end (w->e);
    }
    w->at += c->size;
  }
}

void sett_emit_records (emitter *e) {
  for (size_t i = 0; i < e->tree->records.count; i++) {
    const record *r = e->tree->records.at[i];
    struct_writer w = {e, 0, 0};
    EMIT (e, "%s { /* %s */\n", r->c_name, r->name);
    for (size_t k = 0; k < r->members.count; k++)
      write_member (&w, r->members.at[k]);
    pad_to (&w, r->size);
    EMIT (e, "};\n");
  }
}

static void emit_globals (emitter *e) {
  const tree *t = e->tree;
  struct_writer w = {e, 0, 0};
  EMIT (e, "struct globals {\n");
  write_members (&w, &t->members, 0);
  write_byte (&w, t->nr_pr_offset, "_nr_pr");
  if (t->uses_last)
    write_byte (&w, t->last_offset, "_last");
  if (t->monitor) {
    pad_to (&w, t->monitor_offset);
    EMIT (e, "  unsigned short _monitor;\n");
    w.at += 2;
  }
  if (t->c_offset > w.at)
    write_bytes (&w, w.at, "_channels", t->c_offset - w.at);
  write_c_state (&w, NULL);
  pad_to (&w, t->hidden_offset);
  if (t->hidden_size)
    write_members (&w, &t->members, 1);
  pad_to (&w, t->globals_size);
  EMIT (e, "};\n");
}

static void emit_process_struct (emitter *e, const process_type *p) {
  SETT_ASSERT (p->size && !(p->size % 8));
  struct_writer w = {e, 0, 0};
  EMIT (e, "struct process_%u { /* %s */\n  unsigned short _p;\n", p->number,
        p->name);
  w.at = 2;
  if (e->tree->uses_priority)
    write_byte (&w, p->priority_offset, "_priority");
  write_members (&w, &p->members, 0);
  if (p->c_offset > w.at)
    write_bytes (&w, w.at, "_channels", p->c_offset - w.at);
  write_c_state (&w, p);
  pad_to (&w, p->size);
  EMIT (e, "};\n");
}

/* -------------------------------------------------------------- tables --- */

static void emit_violations (emitter *e) {
  EMIT (e, "enum {\n");
#define VIOLATION(NAME, KIND, TEXT)                                            \
  EMIT (e, "  SETT_VIOLATION_%s = %d,\n", #NAME, (int)SETT_VIOLATION_##NAME);
#include "kernel/violation.def"
#undef VIOLATION
  EMIT (e, "};\n");
}

static void emit_tables (emitter *e) {
  const tree *t = e->tree;
  EMIT (e, "static SETT_TABLE unsigned char location_process[] = {");
  for (size_t i = 0; i < e->all->locations.count; i++)
    EMIT (e, "%u,%s", e->all->locations.at[i]->process->number,
          i % 20 == 19 ? "\n" : "");
  EMIT (e, "0};\nstatic SETT_TABLE unsigned char location_progress[] = {");
  for (size_t i = 0; i < e->all->locations.count; i++)
    EMIT (e, "%d,%s", e->all->locations.at[i]->progress,
          i % 20 == 19 ? "\n" : "");
  EMIT (e, "0};\nstatic SETT_TABLE unsigned char location_accept[] = {");
  for (size_t i = 0; i < e->all->locations.count; i++)
    EMIT (e, "%d,%s", e->all->locations.at[i]->accept,
          i % 20 == 19 ? "\n" : "");
  EMIT (e, "0};\nstatic SETT_TABLE unsigned char location_silent[] = {");
  for (size_t i = 0; i < e->all->locations.count; i++)
    EMIT (e, "%d,%s", e->all->locations.at[i]->silent,
          i % 20 == 19 ? "\n" : "");
  EMIT (e, "0};\nstatic SETT_TABLE unsigned short process_size[] = {");
  for (size_t i = 0; i < t->processes.count; i++)
    EMIT (e, "%u,", t->processes.at[i]->size);
  EMIT (e, "0};\nstatic SETT_TABLE unsigned short global_channel_at[] = {0,");
  for (size_t i = 0; i < t->channels.count; i++)
    EMIT (e, "%u,", t->channels.at[i].offset);
  EMIT (e, "};\nstatic SETT_TABLE unsigned char global_channel_shape[] = {0,");
  for (size_t i = 0; i < t->channels.count; i++)
    EMIT (e, "%u,", t->channels.at[i].shape->id);
  EMIT (e, "};\n");
}

/* What the compiler made of the structs, to be compared with the layout; ends
   with 0.  The compiler of a device compares for itself. */
static void emit_layout_check (emitter *e) {
  EMIT (e,
        "#ifdef SETT_DEVICE\ntypedef char sett_layout_globals"
        "[sizeof (struct globals) == %u ? 1 : -1];\n",
        e->tree->globals_size);
  for (size_t i = 0; i < e->tree->processes.count; i++)
    EMIT (e,
          "typedef char sett_layout_%zu[sizeof (struct process_%zu) == %u ? "
          "1 : -1];\n",
          i, i, e->tree->processes.at[i]->size);
  EMIT (e, "#else\nconst unsigned sett_model_layout[] = "
           "{sizeof (struct globals)");
  for (size_t i = 0; i < e->tree->processes.count; i++)
    EMIT (e, ", sizeof (struct process_%zu)", i);
  EMIT (e, ", 0};\n#endif\n");
}

/* ----------------------------------------------------------- creation --- */

/* Values that nobody will read are not computed, unless that can go wrong. */
static int is_needless (const variable *v) {
  int does_more = sett_can_fail (v->init) || sett_has_effect (v->init);
  for (size_t i = 0; i < v->inits.count; i++)
    does_more |=
        sett_can_fail (v->inits.at[i]) || sett_has_effect (v->inits.at[i]);
  return v->owner && v->is_forgotten && !does_more;
}

static void emit_initial_value (emitter *e, const variable *v,
                                const char *base) {
  if (is_needless (v))
    return;
  if (v->inits.count || (v->init && v->is_array)) {
    for (uint32_t i = 0; i < v->count; i++) {
      EMIT (e, "%s->%s[%u] = ", base, v->c_name, i);
      sett_emit_converted (e, &v->type,
                           v->inits.count ? v->inits.at[i] : v->init);
      EMIT (e, ";\n");
    }
  } else if (v->init) {
    EMIT (e, "%s->%s = ", base, v->c_name);
    sett_emit_converted (e, &v->type, v->init);
    EMIT (e, ";\n");
  }
}

/* Fields of typedef variables can have initial values too. */
static void emit_field_values (emitter *e, const type *t, const char *path) {
  if (t->kind != TYPE_RECORD)
    return;
  for (size_t i = 0; i < t->record->fields.count; i++) {
    const variable *f = t->record->fields.at[i];
    for (uint32_t k = 0; k < f->count; k++) {
      sett_text inner = {0};
      sett_text_addf (&inner, "%s.%s", path, f->c_name);
      if (f->is_array)
        sett_text_addf (&inner, "[%u]", k);
      const expression *value = f->inits.count ? f->inits.at[k] : f->init;
      if (value) {
        EMIT (e, "%s = ", sett_text_get (&inner));
        sett_emit_converted (e, &f->type, value);
        EMIT (e, ";\n");
      }
      emit_field_values (e, &f->type, sett_text_get (&inner));
      sett_text_release (&inner);
    }
  }
}

static void emit_values_of (emitter *e, const variable *v, const char *base) {
  emit_initial_value (e, v, base);
  for (uint32_t i = 0; i < v->count && v->type.kind == TYPE_RECORD; i++) {
    sett_text path = {0};
    sett_text_addf (&path, "%s->%s", base, v->c_name);
    if (v->is_array)
      sett_text_addf (&path, "[%u]", i);
    emit_field_values (e, &v->type, sett_text_get (&path));
    sett_text_release (&path);
  }
}

static void emit_run_head (emitter *e, const process_type *p) {
  EMIT (e, "static SETT_APART int run_%u (context *c, unsigned char *T",
        p->number);
  for (uint32_t i = 0; i < p->parameters; i++)
    EMIT (e, ", int a%u", i);
  EMIT (e, ", int priority)");
}

static void emit_run_checks (emitter *e, const process_type *p) {
  EMIT (e,
        "struct globals *G = (void *) T, *g = G;\n"
        "const unsigned char *s = T;\n"
        "const unsigned pid = G->_nr_pr;\n"
        "const unsigned at = c->next_size;\n"
        "(void) g; (void) s; (void) priority;\n"
        "if (pid >= 255) c->violation = SETT_VIOLATION_TOO_MANY_PROCESSES;\n"
        "else if (at + %u >= SETT_LARGEST_STATE) "
        "c->violation = SETT_VIOLATION_STATE_TOO_LARGE;\n",
        p->size);
  if (p->channels.count)
    EMIT (e,
          "else if (c->next_channels + %zu > 255) "
          "c->violation = SETT_VIOLATION_TOO_MANY_CHANNELS;\n",
          p->channels.count);
  EMIT (e, "if (c->violation) return 0;\n");
}

static void emit_run (emitter *e, process_type *p) {
  e->process = p;
  emit_run_head (e, p);
  EMIT (e, " {\n");
  emit_run_checks (e, p);
  EMIT (e,
        "struct process_%u *P = (void *) (T + at), *p = P;\n(void) p;\n"
        "memset (P, 0, %u);\nc->at[pid] = at;\nc->next_size += %u;\n"
        "G->_nr_pr++;\nP->_p = %u;\n",
        p->number, p->size, p->size, p->automaton->entry->number);
  if (e->tree->uses_priority)
    EMIT (e, "P->_priority = priority;\n");
  for (uint32_t i = 0; i < p->parameters; i++) {
    const variable *v = p->variables.at[i];
    if (v->is_forgotten)
      continue;
    EMIT (e, "P->%s = ", v->c_name);
    sett_emit_conversion_open (e, &v->type);
    EMIT (e, "a%u", i);
    sett_emit_conversion_close (e, &v->type);
    EMIT (e, ";\n");
  }
  for (size_t i = 0; i < p->channels.count; i++) {
    const channel_slot *slot = &p->channels.at[i];
    EMIT (e,
          "c->channel_at[++c->next_channels] = at + %u;\n"
          "c->channel_shape[c->next_channels] = %u;\n"
          "((unsigned char *) P)[%u] = c->next_channels;\n",
          slot->offset, slot->shape->id, slot->variable_offset);
  }
  for (size_t i = p->parameters; i < p->variables.count; i++)
    if (!p->variables.at[i]->starts_late ||
        p->variables.at[i]->type.kind == TYPE_RECORD)
      emit_values_of (e, p->variables.at[i], "P");
  sett_emit_resets (e, &p->automaton->resets, "P");
  sett_emit_c_initial (e, p);
  EMIT (e, "return pid;\n}\n");
}

/* Where the global channels are; local ones are added behind them. */
static const char *channel_tables (const tree *t) {
  return t->has_local_channels
             ? "for (unsigned i = 0; i <= c->channels; i++) {\n"
               "c->channel_at[i] = global_channel_at[i];\n"
               "c->channel_shape[i] = global_channel_shape[i];\n}\n"
             : "c->channel_at = global_channel_at;\n"
               "c->channel_shape = global_channel_shape;\n";
}

static void emit_initial (emitter *e) {
  const tree *t = e->tree;
  e->process = NULL;
  EMIT (e,
        "#ifndef SETT_DEVICE\n"
        "void sett_model_initial (sett_sink *sink) {\n"
        "context context_ = {0}, *c = &context_;\n"
        "c->sink = sink;\nc->violation_at = SETT_NOWHERE;\n"
        "sink->room (sink, 2 * SETT_LARGEST_STATE);\n"
        "unsigned char *T = sink->bytes + sink->bytes_used;\n"
        "struct globals *G = (void *) T, *g = G;\nconst unsigned char *s = T;\n"
        "const unsigned pid = 0;\n(void) g; (void) s; (void) pid;\n"
        "memset (T, 0, sizeof *G);\nc->next_size = sizeof *G;\n");
  for (size_t i = 0; i < t->channels.count; i++)
    EMIT (e, "T[%u] = %zu;\n", t->channels.at[i].variable_offset, i + 1);
  EMIT (e,
        "c->channels = c->next_channels = %zu;\n"
        "%s",
        t->channels.count, channel_tables (t));
  for (size_t i = 0; i < t->globals.count; i++)
    emit_values_of (e, t->globals.at[i], "G");
  if (t->monitor)
    EMIT (e, "G->_monitor = %u;\n", t->monitor->entry->number);
  sett_emit_c_initial (e, NULL);
  for (size_t i = 0; i < t->processes.count; i++) {
    const process_type *p = t->processes.at[i];
    for (uint32_t k = 0; k < p->active; k++) {
      EMIT (e, "run_%u (c, T", p->number);
      for (uint32_t a = 0; a < p->parameters; a++)
        EMIT (e, ", 0");
      EMIT (e, ", %u);\n", p->has_priority ? p->priority : 1);
    }
  }
  EMIT (e, "sett_add (c, SETT_YIELD, SETT_NO_PROCESS, SETT_NO_PROCESS, "
           "SETT_NO_PROCESS, "
           "c->violation, c->violation ? 0 : c->next_size);\n}\n#endif\n");
}

/* --------------------------------------------------- fixed functions --- */

/* Completes a next state and adds it to the sink. */
static void emit_finish (emitter *e) {
  const tree *t = e->tree;
  EMIT (e,
        "static SETT_APART unsigned run_on (context *, unsigned char *, "
        "unsigned);\n"
        "static SETT_APART void finish (context *c, unsigned char *T, "
        "uint32_t transition, unsigned process, unsigned partner, "
        "unsigned last, unsigned holder) {\n"
        "struct globals *G = (void *) T;\n(void) G; (void) last;\n%s"
        "unsigned mover = process; /* after a rendezvous the receiver */\n"
        "if (holder != SETT_NO_PROCESS && c->sink->fuses && !c->violation) {\n"
        "  mover = holder;\n"
        "  holder = run_on (c, T, holder);\n}\n"
        "if (c->violation && c->failed)\n"
        "  sett_add (c, transition, process, partner, SETT_NO_PROCESS, "
        "c->failed, "
        "0);\n"
        "if (c->violation) {\n"
        "  sett_fail (c, transition, mover);\n"
        "  c->failed = 0;\n  return;\n}\n",
        t->uses_last ? "G->_last = last;\n" : "");
  if (t->hidden_size) {
    EMIT (e, "if (holder == SETT_NO_PROCESS) settle (T);\n");
  }
  EMIT (e, "sett_add (c, transition, process, partner, holder, c->failed, "
           "c->next_size);\nc->failed = 0;\n}\n");
}

/* A hidden variable has its initial value at the start of every step. */
static void emit_settle (emitter *e) {
  const tree *t = e->tree;
  EMIT (e,
        "static void settle (unsigned char *T) {\n"
        "struct globals *G = (void *) T;\n(void) G;\n"
        "memset (T + %u, 0, %u);\n",
        t->hidden_offset, t->hidden_size);
  for (size_t i = 0; i < t->globals.count; i++)
    if (t->globals.at[i]->is_hidden)
      emit_values_of (e, t->globals.at[i], "G");
  EMIT (e, "}\n");
}

static void emit_prepare (emitter *e) {
  const tree *t = e->tree;
  EMIT (
      e,
      "static int process_type (const unsigned char *s, unsigned at) {\n"
      "  return location_process[*(const unsigned short *) (s + at)];\n}\n"
      "static SETT_APART void prepare (context *c, const unsigned char *state, "
      "uint32_t size, sett_sink *sink) {\n"
      "const struct globals *g = (const void *) state;\n"
      "unsigned at = sizeof *g;\n"
      "c->sink = sink;\nc->state = state;\nc->size = size;\n"
      "c->violation = c->failed = 0;\nc->violation_at = SETT_NOWHERE;\n"
      "c->timeout = c->probing = 0;\nc->nr_pr = g->_nr_pr;\n"
      "c->channels = c->next_channels = %zu;\n",
      t->channels.count);
  if (t->channels.count)
    EMIT (e, "%s", channel_tables (t));
  EMIT (e, "for (unsigned i = 0; i < g->_nr_pr; i++) {\n"
           "const int type = process_type (state, at);\nc->at[i] = at;\n");
  if (t->has_local_channels) {
    EMIT (e, "switch (type) {\n");
    for (size_t i = 0; i < t->processes.count; i++) {
      const process_type *p = t->processes.at[i];
      if (!p->channels.count)
        continue;
      EMIT (e, "case %zu:\n", i);
      for (size_t k = 0; k < p->channels.count; k++)
        EMIT (e,
              "c->channel_at[++c->channels] = at + %u; "
              "c->channel_shape[c->channels] = %u;\n",
              p->channels.at[k].offset, p->channels.at[k].shape->id);
      EMIT (e, "break;\n");
    }
    EMIT (e, "default: break;\n}\n");
  }
  EMIT (e, "at += process_size[type];\n}\n"
           "#ifdef SETT_DEVICE\nc->size = at;\n#endif\n"
           "c->next_channels = c->channels;\n}\n");
}

static void emit_remote_functions (emitter *e) {
  uint32_t largest = 8;
  for (size_t i = 0; i < e->tree->processes.count; i++)
    if (e->tree->processes.at[i]->size > largest)
      largest = e->tree->processes.at[i]->size;
  EMIT (e,
        "enum { SETT_LARGEST_PROCESS = %u };\n"
        "#ifdef SETT_DEVICE\n#define nothing (c->sink->nothing)\n#else\n"
        "static const unsigned char nothing[SETT_LARGEST_PROCESS];\n#endif\n"
        "static int alive (context *c, const unsigned char *s, int pid) {\n"
        "  (void) c;\n"
        "  return pid >= 0 && pid < ((const struct globals *) s)->_nr_pr;\n}\n"
        "static int find_process (context *c, const unsigned char *s, int type,"
        " int pid) {\n"
        "  if (pid < 0)\n"
        "    for (pid = 0; alive (c, s, pid) && "
        "process_type (s, c->at[pid]) != type; pid++)\n      ;\n"
        "  return alive (c, s, pid) && process_type (s, c->at[pid]) == type "
        "? pid : -1;\n}\n"
        "static int at_label (context *c, const unsigned char *s, int type, "
        "int pid, int location) {\n"
        "  pid = find_process (c, s, type, pid);\n"
        "  return pid >= 0 && *(const unsigned short *) (s + c->at[pid]) == "
        "location;\n}\n"
        "static const void *remote (context *c, const unsigned char *s, "
        "int type, int pid) {\n"
        "  pid = find_process (c, s, type, pid);\n"
        "  if (pid >= 0)\n    return s + c->at[pid];\n"
        "  c->violation = SETT_VIOLATION_NO_PROCESS;\n  return nothing;\n}\n"
        "static int pc_value (context *c, const unsigned char *s, int pid) {\n"
        "  return alive (c, s, pid) ? *(const unsigned short *) "
        "(s + c->at[pid]) : 0;\n}\n"
        "static int no_progress (context *c, const unsigned char *s) {\n"
        "  for (int pid = 0; alive (c, s, pid); pid++)\n"
        "    if (location_progress[*(const unsigned short *) "
        "(s + c->at[pid])])\n      return 0;\n"
        "  return 1;\n}\n",
        largest);
}

static void emit_poll_function (emitter *e) {
  EMIT (
      e,
      "static SETT_APART int poll (context *c, const unsigned char *s, int q, "
      "int anywhere, int count, const sett_bits *mask, const int *w) {\n"
      "  int v[SETT_MOST_FIELDS];\n"
      "  if (!sett_channel (c, q)) return 0;\n"
      "  const int shape = c->channel_shape[q];\n"
      "  if (!sett_capacity[shape]) c->violation = "
      "SETT_VIOLATION_POLL_RENDEZVOUS;\n"
      "  else if (sett_fields[shape] < count) %s;\n"
      "  if (c->violation) return 0;\n"
      "  const unsigned char *Q = s + c->channel_at[q];\n"
      "  for (int i = 0; i < Q[0]; i++) {\n"
      "    int k = 0;\n"
      "    get (shape, Q, i, v);\n"
      "    while (k < count && (!(mask[k / 64] >> k %% 64 & 1) || v[k] == "
      "w[k]))\n"
      "      k++;\n"
      "    if (k == count) return 1;\n"
      "    if (!anywhere) break;\n  }\n  return 0;\n}\n",
      e->tree->strict_messages ? "c->violation = SETT_VIOLATION_SHAPE"
                               : "count = sett_fields[shape]");
}

static void emit_priority_functions (emitter *e) {
  if (!e->tree->uses_priority)
    return;
  EMIT (e,
        "static int get_priority (context *c, const unsigned char *s, "
        "int pid) {\n"
        "  if (alive (c, s, pid)) return s[c->at[pid] + 2];\n"
        "  c->violation = SETT_VIOLATION_NO_PROCESS;\n  return 0;\n}\n"
        "static int set_priority (context *c, unsigned char *T, int pid, "
        "int priority) {\n"
        "  if (alive (c, T, pid)) T[c->at[pid] + 2] = priority < 1 ? 1 : "
        "priority > 255 ? 255 : priority;\n"
        "  else c->violation = SETT_VIOLATION_NO_PROCESS;\n  return 1;\n}\n");
}

/* enabled (pid): tries the process and takes everything back.  Devices know no
   recursion: there all processes are tried before the first step
   (emit_try_all), and a state in the midst of a step is left to the processor.
 */
static void emit_enabled (emitter *e) {
  if (!e->tree->uses_enabled)
    return;
  EMIT (e, "#ifdef SETT_DEVICE\n"
           "static int enabled (context *c, const unsigned char *s, int pid) "
           "{\n"
           "  if (c->probing || !alive (c, s, pid)) return 0;\n"
           "  if (s != c->state) sett_leave (c);\n"
           "  return c->can_go[pid / 64] >> pid %% 64 & 1;\n}\n"
           "#else\n"
           "static void steps_of (context *c, unsigned pid);\n"
           "static int enabled (context *c, const unsigned char *s, int pid) "
           "{\n"
           "  context d;\n"
           "  sett_sink *o = c->sink;\n"
           "  if (c->probing || !alive (c, s, pid)) return 0;\n"
           "  const unsigned count = o->count, used = o->bytes_used;\n"
           "  if (s != c->state) o->bytes_used += c->next_size;\n"
           "  prepare (&d, s, s == c->state ? c->size : c->next_size, o);\n"
           "  d.probing = 1;\n"
           "  steps_of (&d, pid);\n"
           "  const int result = o->count != count;\n"
           "  o->count = count;\n  o->bytes_used = used;\n"
           "  return result;\n}\n"
           "#endif\n");
}

/* Which processes can go in the state: what enabled () says on a device. */
static void emit_try_all (emitter *e) {
  if (!e->tree->uses_enabled)
    return;
  EMIT (e, "#ifdef SETT_DEVICE\n"
           "static void try_all (context *c) {\n"
           "  const unsigned count = c->sink->count;\n"
           "  for (unsigned i = 0; i <= SETT_MOST_PROCESSES / 64; i++) "
           "c->can_go[i] = 0;\n"
           "  c->probing = 1;\n"
           "  for (unsigned pid = c->nr_pr; pid--;) {\n"
           "    steps_of (c, pid);\n"
           "    if (c->sink->count != count) "
           "c->can_go[pid / 64] |= (sett_bits) 1 << pid %% 64;\n"
           "    c->sink->count = count;\n"
           "  }\n"
           "  c->probing = 0;\n}\n"
           "#endif\n");
}

/* --------------------------------------------------------------- steps --- */

static void emit_process (emitter *e, process_type *p) {
  e->process = p;
  EMIT (e,
        "static void steps_%u (context *c, unsigned pid) { /* %s */\n"
        "const unsigned char *s = c->state;\n"
        "const struct globals *g = (const void *) s;\n"
        "const struct process_%u *p = (const void *) (s + c->at[pid]);\n"
        "const unsigned before = c->sink->count;\n"
        "(void) g; (void) before;\n",
        p->number, p->name, p->number);
  if (p->provided) {
    EMIT (e, "if (!");
    sett_emit_expression (e, p->provided);
    EMIT (e, ") return;\n");
  }
  EMIT (e, "switch (p->_p) {\n");
  for (size_t i = 0; i < p->automaton->locations.count; i++)
    if (!p->automaton->locations.at[i]->d_step)
      sett_emit_location (e, p->automaton->locations.at[i]);
  EMIT (e, "default: break;\n}\n}\n");
}

static void emit_d_steps (emitter *e, process_type *p) {
  e->process = p;
  for (size_t i = 0; i < e->all->transitions.count; i++) {
    const transition *t = e->all->transitions.at[i];
    if (t->kind == TRANSITION_D_STEP && t->process == p)
      sett_emit_d_step (e, t);
  }
}

static void emit_dispatch (emitter *e) {
  EMIT (e, "static SETT_APART void steps_of (context *c, unsigned pid) {\n"
           "switch (process_type (c->state, c->at[pid])) {\n");
  for (size_t i = 0; i < e->tree->processes.count; i++)
    EMIT (e, "case %zu: steps_%zu (c, pid); break;\n", i, i);
  EMIT (e, "default: break;\n}\n}\n");
}

/* Can a process of higher priority go?  Then a holder must wait for it. */
static void emit_outranked (emitter *e) {
  if (!e->tree->uses_priority) {
    EMIT (e, "#define outranked(C, HOLDER) 0\n");
    return;
  }
  EMIT (e, "static int outranked (context *c, unsigned holder) {\n"
           "  const unsigned count = c->sink->count;\n"
           "  const unsigned used = c->sink->bytes_used;\n"
           "  const int level = c->state[c->at[holder] + 2];\n"
           "  c->probing = 1;\n"
           "  for (unsigned pid = c->nr_pr; pid--;)\n"
           "    if (c->state[c->at[pid] + 2] > level) steps_of (c, pid);\n"
           "  const int result = c->sink->count != count;\n"
           "  c->probing = 0;\n"
           "  c->sink->count = count;\n"
           "  c->sink->bytes_used = used;\n"
           "  return result;\n}\n");
}

/* A violation after which there is no next state: others may go on without the
   process, so that its silent location must be seen. */
static void emit_is_faulty (emitter *e) {
  if (!e->all->has_silent)
    return;
  EMIT (e, "static int is_violating (const context *c, unsigned holder, "
           "unsigned before) {\n"
           "  const unsigned char *P = c->state + c->at[holder];\n"
           "  return location_silent[*(const unsigned short *) P] && "
           "sett_has_lost (c, before);\n}\n");
}

static void emit_steps (emitter *e) {
  emit_outranked (e);
  emit_is_faulty (e);
  emit_try_all (e);
  EMIT (e, "static void steps_of_all (context *c) {\n");
  if (e->tree->uses_priority)
    EMIT (e, "const unsigned before = c->sink->count;\n"
             "int level = 256;\n"
             "do {\n"
             "  int next = 0;\n"
             "  for (unsigned pid = c->nr_pr; pid--;) {\n"
             "    const int priority = c->state[c->at[pid] + 2];\n"
             "    if (priority < level && priority > next) next = priority;\n"
             "  }\n"
             "  level = next;\n"
             "  for (unsigned pid = c->nr_pr; pid--;)\n"
             "    if (c->state[c->at[pid] + 2] == level) steps_of (c, pid);\n"
             "} while (level && c->sink->count == before);\n}\n");
  else
    EMIT (e, "for (unsigned pid = c->nr_pr; pid--;) steps_of (c, pid);\n}\n");
  EMIT (e,
        "void sett_model_steps (const unsigned char *state, uint32_t size, "
        "unsigned holder, sett_sink *sink) {\n"
        "context context_, *c = &context_;\n"
        "const unsigned before = sink->count;\n"
        "prepare (c, state, size, sink);\n"
        "%s"
        "if (holder & SETT_ALONE) {\n"
        "  steps_of (c, holder & ~SETT_ALONE);\n  return;\n}\n"
        "if (holder != SETT_NO_PROCESS) {\n"
        "  if (!outranked (c, holder)) steps_of (c, holder);\n"
        "  if (sink->count == before || %s) {\n"
        "    unsigned char *T = sett_next (c);\n",
        e->tree->uses_enabled ? "#ifdef SETT_DEVICE\ntry_all (c);\n#endif\n"
                              : "",
        e->all->has_silent ? "is_violating (c, holder, before)" : "0");
  if (e->tree->hidden_size)
    EMIT (e, "    settle (T);\n");
  EMIT (e, "    (void) T;\n"
           "    sett_add (c, SETT_YIELD, holder, SETT_NO_PROCESS, "
           "SETT_NO_PROCESS, 0, "
           "c->next_size);\n"
           "  }\n  return;\n}\n"
           "steps_of_all (c);\n");
  if (e->tree->uses_timeout)
    EMIT (e, "if (sink->count == before) {\n"
             "  c->timeout = 1;\n  steps_of_all (c);\n}\n");
  EMIT (e, "}\n");
}

/* Forward declarations: d_steps and process creation refer to each other. */
static void emit_forward (emitter *e) {
  for (size_t i = 0; i < e->tree->processes.count; i++) {
    emit_run_head (e, e->tree->processes.at[i]);
    EMIT (e, ";\n");
  }
  for (uint32_t i = 1; i <= e->all->d_steps; i++)
    EMIT (e,
          "static SETT_APART int d_step_%u (context *, unsigned char *, "
          "unsigned, "
          "unsigned);\n",
          i);
}

void sett_emit_model (tree *t, automata *all, sett_text *out) {
  emitter emitter_ = {.tree = t, .all = all, .out = out}, *e = &emitter_;
  sett_emit_c_declarations (e);
  sett_emit_records (e);
  emit_globals (e);
  for (size_t i = 0; i < t->processes.count; i++)
    emit_process_struct (e, t->processes.at[i]);
  sett_emit_c_functions (e);
  EMIT (e, "#define SETT_GENERATED 1\n");
  sett_text_add (out, sett_embedded_step_header ());
  emit_violations (e);
  if (t->has_local_channels)
    EMIT (e, "#define SETT_LOCAL_CHANNELS 1\n");
  if (t->uses_enabled)
    EMIT (e, "#define SETT_TRIES_PROCESSES 1\n");
  sett_text_add (out, sett_embedded_runtime_header ());
  emit_tables (e);
  emit_layout_check (e);
  sett_emit_shapes (e);
  if (t->hidden_size)
    emit_settle (e);
  emit_finish (e);
  emit_prepare (e);
  emit_remote_functions (e);
  emit_poll_function (e);
  emit_priority_functions (e);
  emit_enabled (e);
  emit_forward (e);
  sett_emit_c_calls (e);
  sett_emit_monitor (e);
  for (size_t i = 0; i < t->processes.count; i++)
    emit_run (e, t->processes.at[i]);
  for (size_t i = 0; i < t->processes.count; i++)
    emit_d_steps (e, t->processes.at[i]);
  sett_emit_run_on (e);
  if (sett_uses_rendezvous (e))
    sett_emit_rendezvous (e);
  else
    EMIT (e, "static void offer (context *c, unsigned sender, unsigned target, "
             "uint32_t transition, int q, const int *v, int count) {}\n");
  for (size_t i = 0; i < t->processes.count; i++)
    emit_process (e, t->processes.at[i]);
  emit_dispatch (e);
  emit_steps (e);
  emit_initial (e);
  sett_emit_propositions (e);
  sett_emit_complaint (e);
}
