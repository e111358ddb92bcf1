/* SARIF 2.1.0: see forms.h. */

#include "base/text.h"
#include "view/forms.h"
#include "view/json_tree.h"

#include <stdlib.h>
#include <string.h>

/* Paths are URIs: what is not plain is escaped. */
static json_t *uri_of (const char *path) {
  static const char plain[] = "/.-_~";
  sett_text uri = {0};
  sett_text_add (&uri, *path == '/' ? "file://" : "");
  for (const unsigned char *at = (const unsigned char *)path; *at; at++)
    if ((*at | 32) >= 'a' && (*at | 32) <= 'z')
      sett_text_addf (&uri, "%c", *at);
    else if ((*at >= '0' && *at <= '9') || strchr (plain, *at))
      sett_text_addf (&uri, "%c", *at);
    else
      sett_text_addf (&uri, "%%%02X", *at);
  json_t *string = json_string (sett_text_get (&uri));
  sett_text_release (&uri);
  return string;
}

static json_t *message (const char *text) {
  return json_pack ("{s:s}", "text", text);
}

/* Null if it has no place. */
static json_t *physical (const json_t *place) {
  const char *file = sett_json_tree_text (place, "file");
  const json_int_t line = json_integer_value (json_object_get (place, "line"));
  if (!*file || line < 1)
    return NULL;
  return json_pack ("{s:{s:o}, s:{s:I}}", "artifactLocation", "uri",
                    uri_of (file), "region", "startLine", line);
}

static json_t *location (const json_t *place, const char *text) {
  json_t *o = json_pack ("{s:o}", "message", message (text));
  json_t *where = physical (place);
  if (where)
    json_object_set_new (o, "physicalLocation", where);
  return o;
}

/*------------------------------------------------------------------------*/
/* Flows. */

/* Who takes the step: a thread with its process, or a process of a model. */
static void add_lane (const json_t *story, const json_t *step,
                      sett_text *name) {
  const json_t *threads = json_object_get (story, "threads");
  if (!threads) {
    sett_text_add (name, sett_json_tree_text (step, "process"));
    return;
  }
  const json_t *thread = json_array_get (
      threads, (size_t)json_integer_value (json_object_get (step, "thread")));
  const json_t *process = json_array_get (
      json_object_get (story, "processes"),
      (size_t)json_integer_value (json_object_get (thread, "process")));
  const char *of = sett_json_tree_text (process, "name");
  sett_text_addf (name, "%s%s%s", of, *of ? " " : "",
                  sett_json_tree_text (thread, "name"));
}

static json_t *flow_of (json_t *flows, const char *name) {
  json_t *flow;
  size_t i;
  json_array_foreach (
      flows, i, flow) if (!strcmp (sett_json_tree_text (flow, "id"),
                                   name)) return json_object_get (flow,
                                                                  "locations");
  json_t *locations = json_array ();
  json_array_append_new (
      flows, json_pack ("{s:s, s:o}", "id", name, "locations", locations));
  return locations;
}

static json_t *flows_of (const json_t *story) {
  json_t *flows = json_array ();
  const json_t *step;
  size_t i;
  json_array_foreach (json_object_get (story, "steps"), i, step) {
    sett_text name = {0};
    add_lane (story, step, &name);
    json_array_append_new (
        flow_of (flows, sett_text_get (&name)),
        json_pack ("{s:o, s:I}", "location",
                   location (step, sett_json_tree_text (step, "text")),
                   "executionOrder", (json_int_t)i + 1));
    sett_text_release (&name);
  }
  return flows;
}

/*------------------------------------------------------------------------*/
/* Results. */

/* "bank.c:20" of a violation as a place. */
static json_t *place_of (const json_t *violation) {
  const char *where = sett_json_tree_text (violation, "where");
  const char *colon = strrchr (where, ':');
  json_t *place = json_object ();
  if (!colon || atol (colon + 1) < 1)
    return place;
  json_object_set_new (place, "file",
                       json_stringn (where, (size_t)(colon - where)));
  json_object_set_new (place, "line", json_integer (atol (colon + 1)));
  return place;
}

/* Where threads wait, of a deadlock; else where it happens. */
static json_t *locations_of (const json_t *violation) {
  const json_t *story = json_object_get (violation, "story");
  json_t *locations = json_array (), *place = place_of (violation);
  const json_t *thread;
  size_t i;
  if (json_object_get (place, "file"))
    json_array_append_new (
        locations,
        location (place, sett_json_tree_text (violation, "message")));
  else
    json_array_foreach (json_object_get (story, "threads"), i, thread) {
      const json_t *waits = json_object_get (thread, "waits");
      if (*sett_json_tree_text (waits, "file"))
        json_array_append_new (
            locations, location (waits, sett_json_tree_text (waits, "text")));
    }
  json_decref (place);
  return locations;
}

static json_t *result_of (const json_t *violation) {
  const json_t *story = json_object_get (violation, "story");
  json_t *o = json_pack ("{s:s, s:s, s:o, s:o}", "ruleId",
                         sett_json_tree_text (violation, "kind"), "level",
                         "error", "message",
                         message (sett_json_tree_text (violation, "message")),
                         "locations", locations_of (violation));
  json_t *flows = flows_of (story);
  if (json_array_size (flows))
    json_object_set_new (o, "codeFlows",
                         json_pack ("[{s:o}]", "threadFlows", flows));
  else
    json_decref (flows);
  return o;
}

static json_t *rules_of (const json_t *violations) {
  json_t *rules = json_array ();
  const json_t *violation, *rule;
  size_t i, k;
  json_array_foreach (violations, i, violation) {
    const char *kind = sett_json_tree_text (violation, "kind");
    int known = 0;
    json_array_foreach (rules, k, rule) known |=
        !strcmp (sett_json_tree_text (rule, "id"), kind);
    if (!known)
      json_array_append_new (rules,
                             json_pack ("{s:s, s:{s:s}}", "id", kind,
                                        "shortDescription", "text", kind));
  }
  return rules;
}

static json_t *run_of (const json_t *tree) {
  const json_t *violations = json_object_get (tree, "violations"), *violation;
  json_t *results = json_array ();
  size_t i;
  json_array_foreach (violations, i, violation)
      json_array_append_new (results, result_of (violation));
  return json_pack (
      "{s:{s:{s:s, s:s, s:o}}, s:[{s:b}], s:o}", "tool", "driver", "name",
      "Sett", "version", sett_json_tree_text (tree, "sett"), "rules",
      rules_of (violations), "invocations", "executionSuccessful",
      strcmp (sett_json_tree_text (tree, "verdict"), "error") != 0, "results",
      results);
}

void sett_form_sarif (const json_t *tree, sett_text *text) {
  json_t *runs = json_array ();
  const json_t *one;
  size_t i;
  json_array_foreach (tree, i, one) json_array_append_new (runs, run_of (one));
  if (!json_is_array (tree))
    json_array_append_new (runs, run_of (tree));
  json_t *root =
      json_pack ("{s:s, s:s, s:o}", "version", "2.1.0", "$schema",
                 "https://json.schemastore.org/sarif-2.1.0.json", "runs", runs);
  char *dumped = json_dumps (root, JSON_INDENT (2));
  sett_text_addf (text, "%s\n", dumped);
  free (dumped);
  json_decref (root);
}
