/* One line per transition, grouped by process type and location. */

#include "promela/emit/show_automata.h"

static const char *statement_text (const transition *t) {
  if (t->kind == TRANSITION_D_STEP)
    return "d_step { ... }";
  return sett_transition_text (t);
}

static void add_flags (const location *l, sett_text *out) {
  for (size_t i = 0; i < l->labels.count; i++)
    sett_text_addf (out, "%s%s:", i ? " " : "  ", l->labels.at[i]);
  if (l->is_end)
    sett_text_add (out, "  (end of the process)");
}

static void show_transition (const transition *t, const char *mark,
                             sett_text *out) {
  const place *at = sett_transition_place (t);
  sett_text_addf (out, "    %s%-40s -> ", mark, statement_text (t));
  if (t->kind == TRANSITION_END)
    sett_text_add (out, "(gone)");
  else
    sett_text_addf (out, "%-5u", t->target->number);
  sett_text_addf (out, "  line %u%s\n", at->line,
                  t->keeps_control ? "  atomic" : "");
  if (t->kind == TRANSITION_D_STEP)
    sett_text_addf (out, "      inside: from %u to %u\n",
                    t->inner_entry->number, t->inner_exit->number);
}

static void show_location (const location *l, sett_text *out) {
  sett_text_addf (out, "  %u%s", l->number, l->d_step ? " (in d_step)" : "");
  add_flags (l, out);
  sett_text_add (out, "\n");
  for (size_t i = 0; i < l->escapes.count; i++)
    for (size_t k = 0; k < l->escapes.at[i]->transitions.count; k++)
      show_transition (l->escapes.at[i]->transitions.at[k], "unless ", out);
  for (size_t i = 0; i < l->transitions.count; i++)
    show_transition (l->transitions.at[i], "", out);
}

void sett_show_automata_text (const tree *t, const automata *all,
                              sett_text *out) {
  (void)all;
  for (size_t i = 0; i < t->processes.count; i++) {
    const process_type *p = t->processes.at[i];
    const automaton *a = p->automaton;
    sett_text_addf (out, "%s%s", i ? "\n" : "", p->name);
    if (p->active && p->kind == PROCESS_PLAIN)
      sett_text_addf (out, "  (%u active)", p->active);
    sett_text_addf (out, "  %zu locations, starts at %u, %u bytes\n",
                    a->locations.count, a->entry->number, p->size);
    for (size_t k = 0; k < a->locations.count; k++)
      show_location (a->locations.at[k], out);
  }
}

static void add_quoted (const char *text, sett_text *out) {
  for (; *text; text++)
    if (*text == '"' || *text == '\\')
      sett_text_addf (out, "\\%c", *text);
    else
      sett_text_addf (out, "%c", *text);
}

static void add_edge (const location *from, const transition *t,
                      const char *style, sett_text *out) {
  if (t->kind == TRANSITION_END)
    return;
  sett_text_addf (out, "    n%u -> n%u [label=\"", from->number,
                  t->target->number);
  add_quoted (statement_text (t), out);
  sett_text_addf (out, "\"%s%s];\n", style,
                  t->keeps_control ? ", penwidth=2" : "");
  if (t->kind != TRANSITION_D_STEP)
    return;
  sett_text_addf (out, "    n%u -> n%u [style=dotted];\n", from->number,
                  t->inner_entry->number);
  sett_text_addf (out, "    n%u -> n%u [style=dotted];\n",
                  t->inner_exit->number, t->target->number);
}

static void add_node (const location *l, const location *entry,
                      sett_text *out) {
  sett_text_addf (out, "    n%u [label=\"%u", l->number, l->number);
  for (size_t i = 0; i < l->labels.count; i++) {
    sett_text_add (out, "\\n");
    add_quoted (l->labels.at[i], out);
  }
  sett_text_addf (out, "\"%s%s];\n", l->valid_end ? ", peripheries=2" : "",
                  l == entry ? ", style=bold" : "");
}

void sett_show_automata_dot (const tree *t, const automata *all,
                             sett_text *out) {
  (void)all;
  sett_text_add (out, "digraph model {\n  node [shape=ellipse];\n");
  for (size_t i = 0; i < t->processes.count; i++) {
    const automaton *a = t->processes.at[i]->automaton;
    sett_text_addf (out, "  subgraph cluster_%zu {\n    label=\"%s\";\n", i,
                    t->processes.at[i]->name);
    for (size_t k = 0; k < a->locations.count; k++) {
      const location *l = a->locations.at[k];
      add_node (l, a->entry, out);
      for (size_t m = 0; m < l->transitions.count; m++)
        add_edge (l, l->transitions.at[m], "", out);
      for (size_t m = 0; m < l->escapes.count; m++)
        for (size_t n = 0; n < l->escapes.at[m]->transitions.count; n++)
          add_edge (l, l->escapes.at[m]->transitions.at[n], ", style=dashed",
                    out);
    }
    sett_text_add (out, "  }\n");
  }
  sett_text_add (out, "}\n");
}
