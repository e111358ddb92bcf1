/* The state graph for Graphviz: see forms.h. */

#include "base/text.h"
#include "view/forms.h"
#include "view/json_tree.h"

static void add_quoted (const char *from, sett_text *text) {
  sett_text_add (text, "\"");
  for (; *from; from++)
    if (*from == '"' || *from == '\\')
      sett_text_addf (text, "\\%c", *from);
    else if (*from == '\n')
      sett_text_add (text, "\\n");
    else
      sett_text_add_bytes (text, from, 1);
  sett_text_add (text, "\"");
}

static void add_state (const json_t *state, size_t number, sett_text *text) {
  const int deadlock = json_is_true (json_object_get (state, "deadlock"));
  const int end = json_is_true (json_object_get (state, "end"));
  sett_text_addf (text, "  s%zu [tooltip=", number);
  add_quoted (sett_json_tree_text (state, "text"), text);
  sett_text_addf (
      text, ", label=\"%zu\"%s%s%s];\n", number, number ? "" : ", style=bold",
      end ? ", shape=doublecircle" : "", deadlock ? ", color=red" : "");
}

static void add_edge (const json_t *edge, sett_text *text) {
  sett_text label = {0};
  sett_text_addf (&label, "%s: %s", sett_json_tree_text (edge, "process"),
                  sett_json_tree_text (edge, "text"));
  sett_text_addf (
      text, "  s%d -> s%d [label=", (int)sett_json_tree_number (edge, "from"),
      (int)sett_json_tree_number (edge, "to"));
  add_quoted (sett_text_get (&label), text);
  sett_text_add (text, "];\n");
  sett_text_release (&label);
}

void sett_form_dot (const json_t *tree, sett_text *text) {
  const json_t *graph = sett_json_tree_graph (tree), *one;
  size_t i;
  sett_text_add (text, "digraph states {\n  node [shape=circle];\n");
  if (!graph)
    sett_text_add (text, "  // too large: there are more than 300 states\n");
  json_array_foreach (json_object_get (graph, "states"), i, one)
      add_state (one, i, text);
  json_array_foreach (json_object_get (graph, "edges"), i, one)
      add_edge (one, text);
  sett_text_add (text, "}\n");
}
