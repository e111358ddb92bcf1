/* Values out of a tree of JSON that we have made ourselves. */

#ifndef SETT_VIEW_JSON_TREE_H
#define SETT_VIEW_JSON_TREE_H

#include <jansson.h>

/* "" if there is none. */
static inline const char *sett_json_tree_text (const json_t *o,
                                               const char *key) {
  const char *text = json_string_value (json_object_get (o, key));
  return text ? text : "";
}

/* -1 if there is none. */
static inline json_int_t sett_json_tree_number (const json_t *o,
                                                const char *key) {
  const json_t *value = json_object_get (o, key);
  return json_is_integer (value) ? json_integer_value (value) : -1;
}

/* The state graph of a small model, or of its first violation; null: none. */
static inline json_t *sett_json_tree_graph (const json_t *tree) {
  json_t *graph = json_object_get (tree, "graph");
  const json_t *first =
      json_array_get (json_object_get (tree, "violations"), 0);
  return graph ? graph
               : json_object_get (json_object_get (first, "story"), "graph");
}

/* The first input; "" if it has none. */
static inline const char *sett_json_tree_input (const json_t *tree) {
  const char *input =
      json_string_value (json_array_get (json_object_get (tree, "input"), 0));
  return input ? input : "";
}

#endif
