/* JUnit's XML: see forms.h.

   A property that was violated has failed, one of which the verdict is weaker
   than "verified" was skipped: never is a test passed that was not done. */

#include "base/text.h"
#include "view/forms.h"
#include "view/json_tree.h"

#include <string.h>

/* Characters that XML does not permit at all become a question mark. */
static void add_escaped (const char *from, sett_text *text) {
  for (; *from; from++)
    if (*from == '&')
      sett_text_add (text, "&amp;");
    else if (*from == '<')
      sett_text_add (text, "&lt;");
    else if (*from == '>')
      sett_text_add (text, "&gt;");
    else if (*from == '"')
      sett_text_add (text, "&quot;");
    else if ((unsigned char)*from < 32 && *from != '\n' && *from != '\t')
      sett_text_add (text, "?");
    else
      sett_text_add_bytes (text, from, 1);
}

static void add_attribute (const char *name, const char *value,
                           sett_text *text) {
  sett_text_addf (text, " %s=\"", name);
  add_escaped (value, text);
  sett_text_add (text, "\"");
}

static void add_steps (const json_t *violation, sett_text *text) {
  const json_t *steps =
      json_object_get (json_object_get (violation, "story"), "steps");
  const json_t *step;
  size_t i;
  json_array_foreach (steps, i, step) {
    sett_text line = {0};
    const char *file = sett_json_tree_text (step, "file");
    sett_text_addf (&line, "%zu ", i + 1);
    if (*sett_json_tree_text (step, "process"))
      sett_text_addf (&line, "%s ", sett_json_tree_text (step, "process"));
    else
      sett_text_addf (
          &line, "thread %d ",
          (int)json_integer_value (json_object_get (step, "thread")));
    if (*file)
      sett_text_addf (&line, "%s:%d ", file,
                      (int)json_integer_value (json_object_get (step, "line")));
    sett_text_addf (&line, "%s\n", sett_json_tree_text (step, "text"));
    add_escaped (sett_text_get (&line), text);
    sett_text_release (&line);
  }
}

static void add_failure (const json_t *violation, sett_text *text) {
  sett_text_add (text, "      <failure");
  add_attribute ("type", sett_json_tree_text (violation, "kind"), text);
  add_attribute ("message", sett_json_tree_text (violation, "message"), text);
  sett_text_add (text, ">");
  add_escaped (sett_json_tree_text (violation, "where"), text);
  sett_text_add (text, "\n");
  add_steps (violation, text);
  sett_text_add (text, "</failure>\n");
}

typedef struct counts {
  unsigned tests, failures, errors, skipped;
} counts;

/* A test case: of the violations those of this property; null: all. */
static void add_case (const json_t *tree, const char *name, const char *verdict,
                      double seconds, const char *property, counts *c,
                      sett_text *text) {
  const json_t *violation;
  size_t i;
  c->tests++;
  sett_text_add (text, "    <testcase");
  add_attribute ("classname", "sett", text);
  add_attribute ("name", name, text);
  sett_text_addf (text, " time=\"%.3f\">\n", seconds);
  if (!strcmp (verdict, "violated")) {
    c->failures++;
    json_array_foreach (json_object_get (tree, "violations"), i, violation) {
      const char *of = sett_json_tree_text (violation, "property");
      if (!property || !strcmp (*of ? of : "safety", property)) {
        add_failure (violation, text);
        break; /* JUnit knows one failure for each case */
      }
    }
  } else if (!strcmp (verdict, "error")) {
    c->errors++;
    sett_text_add (text, "      <error");
    add_attribute ("message", sett_json_tree_text (tree, "diagnostics"), text);
    sett_text_add (text, "/>\n");
  } else if (strcmp (verdict, "verified")) {
    c->skipped++;
    sett_text_add (text, "      <skipped");
    add_attribute ("message", verdict, text);
    sett_text_add (text, "/>\n");
  }
  sett_text_add (text, "    </testcase>\n");
}

static void add_cases (const json_t *tree, counts *c, sett_text *text) {
  const json_t *properties = json_object_get (tree, "properties"), *property;
  size_t i;
  json_array_foreach (properties, i, property)
      add_case (tree, sett_json_tree_text (property, "property"),
                sett_json_tree_text (property, "verdict"),
                json_real_value (json_object_get (property, "seconds")),
                sett_json_tree_text (property, "property"), c, text);
  if (!json_array_size (properties))
    add_case (tree, sett_json_tree_input (tree),
              sett_json_tree_text (tree, "verdict"),
              json_real_value (json_object_get (
                  json_object_get (tree, "statistics"), "seconds")),
              NULL, c, text);
}

static void add_suite (const json_t *tree, sett_text *text) {
  counts c = {0};
  sett_text cases = {0};
  add_cases (tree, &c, &cases);
  sett_text_add (text, "  <testsuite");
  add_attribute ("name", sett_json_tree_input (tree), text);
  sett_text_addf (
      text, " tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\">\n",
      c.tests, c.failures, c.errors, c.skipped);
  sett_text_add (text, sett_text_get (&cases));
  sett_text_add (text, "  </testsuite>\n");
  sett_text_release (&cases);
}

void sett_form_junit (const json_t *tree, sett_text *text) {
  const json_t *one;
  size_t i;
  sett_text_add (text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                       "<testsuites>\n");
  json_array_foreach (tree, i, one) add_suite (one, text);
  if (!json_is_array (tree))
    add_suite (tree, text);
  sett_text_add (text, "</testsuites>\n");
}
