/* Annotations of GitHub's workflows: see forms.h. */

#include "base/text.h"
#include "view/forms.h"
#include "view/json_tree.h"

#include <stdlib.h>
#include <string.h>

/* In values of properties "," and ":" have a meaning, too. */
static void add_escaped (const char *from, int property, sett_text *text) {
  for (; *from; from++)
    if (*from == '%' || *from == '\n' || *from == '\r' ||
        (property && (*from == ',' || *from == ':')))
      sett_text_addf (text, "%%%02X", (unsigned)*from);
    else
      sett_text_add_bytes (text, from, 1);
}

/* The first place that says something: its own, or where a thread waits. */
static const char *place_of (const json_t *violation, long *line,
                             sett_text *file) {
  const char *where = sett_json_tree_text (violation, "where");
  const char *colon = strrchr (where, ':');
  const json_t *thread;
  size_t i;
  if (colon && (*line = atol (colon + 1)) > 0) {
    sett_text_add_bytes (file, where, (size_t)(colon - where));
    return sett_text_get (file);
  }
  json_array_foreach (
      json_object_get (json_object_get (violation, "story"), "threads"), i,
      thread) {
    const json_t *waits = json_object_get (thread, "waits");
    if (*sett_json_tree_text (waits, "file")) {
      *line = (long)json_integer_value (json_object_get (waits, "line"));
      return sett_json_tree_text (waits, "file");
    }
  }
  return NULL;
}

void sett_form_github (const json_t *tree, sett_text *text) {
  const json_t *violation;
  size_t i;
  json_array_foreach (json_object_get (tree, "violations"), i, violation) {
    sett_text file = {0};
    long line = 0;
    const char *name = place_of (violation, &line, &file);
    sett_text_add (text, "::error ");
    if (name) {
      sett_text_add (text, "file=");
      add_escaped (name, 1, text);
      sett_text_addf (text, ",line=%ld,", line);
    }
    sett_text_add (text, "title=");
    add_escaped (sett_json_tree_text (violation, "kind"), 1, text);
    sett_text_add (text, "::");
    add_escaped (sett_json_tree_text (violation, "message"), 0, text);
    if (*sett_json_tree_text (violation, "trace")) {
      sett_text_add (text, " (sett replay ");
      add_escaped (sett_json_tree_text (violation, "trace"), 0, text);
      sett_text_add (text, ")");
    }
    sett_text_add (text, "\n");
    sett_text_release (&file);
  }
}
