/* Mermaid's sequence diagrams: see forms.h.

   Lanes are participants.  Steps that hand something over (a message, a
   thread, a signal) are arrows, all others notes. */

#include "base/text.h"
#include "view/forms.h"
#include "view/json_tree.h"

#include <string.h>

/* Mermaid takes ; and # for its own, and a line ends a statement. */
static void add_plain (const char *from, sett_text *text) {
  for (; *from; from++)
    if (*from == ';' || *from == '#')
      sett_text_addf (text, "#%d;", *from);
    else if ((unsigned char)*from < 32)
      sett_text_add (text, " ");
    else
      sett_text_add_bytes (text, from, 1);
}

/*------------------------------------------------------------------------*/
/* Lanes: threads by number, processes of a model by name. */

typedef struct diagram {
  const json_t *story;
  json_t *names; /* lanes, in order */
  sett_text *text;
} diagram;

static size_t lane_named (diagram *d, const char *name) {
  const json_t *known;
  size_t i;
  json_array_foreach (
      d->names, i,
      known) if (!strcmp (json_string_value (known), name)) return i;
  json_array_append_new (d->names, json_string (name));
  return json_array_size (d->names) - 1;
}

static size_t lane_of (diagram *d, const json_t *step) {
  const json_int_t thread = sett_json_tree_number (step, "thread");
  return thread >= 0 ? (size_t)thread
                     : lane_named (d, sett_json_tree_text (step, "process"));
}

static void list_threads (diagram *d) {
  const json_t *threads = json_object_get (d->story, "threads"), *thread;
  size_t i;
  json_array_foreach (threads, i, thread) {
    const json_t *process =
        json_array_get (json_object_get (d->story, "processes"),
                        (size_t)sett_json_tree_number (thread, "process"));
    const char *of = sett_json_tree_text (process, "name");
    sett_text name = {0};
    sett_text_addf (&name, "%s%s%s", of, *of ? " " : "",
                    sett_json_tree_text (thread, "name"));
    json_array_append_new (d->names, json_string (sett_text_get (&name)));
    sett_text_release (&name);
  }
}

static void list_processes (diagram *d) {
  const json_t *initial = json_object_get (d->story, "initial"), *process,
               *step;
  size_t i;
  json_array_foreach (json_object_get (initial, "processes"), i, process)
      lane_named (d, sett_json_tree_text (process, "name"));
  json_array_foreach (json_object_get (d->story, "steps"), i, step) {
    lane_named (d, sett_json_tree_text (step, "process"));
    if (*sett_json_tree_text (step, "partner"))
      lane_named (d, sett_json_tree_text (step, "partner"));
  }
}

/*------------------------------------------------------------------------*/

static void add_arrow (diagram *d, size_t from, size_t to, const char *kind,
                       const char *words) {
  sett_text_addf (d->text, "    p%zu%sp%zu: ", from, kind, to);
  add_plain (words, d->text);
  sett_text_add (d->text, "\n");
}

static void add_note (diagram *d, size_t lane, const json_t *step) {
  sett_text_addf (d->text, "    Note over p%zu: ", lane);
  add_plain (sett_json_tree_text (step, "text"), d->text);
  sett_text_add (d->text, "\n");
}

/* The arrow of a message is drawn where it is received. */
static int add_received (diagram *d, size_t i) {
  const json_t *messages = json_object_get (d->story, "messages"), *message;
  const json_t *steps = json_object_get (d->story, "steps");
  size_t k;
  int found = 0;
  json_array_foreach (messages, k, message) {
    if (sett_json_tree_number (message, "received") != (json_int_t)i + 1 ||
        sett_json_tree_number (message, "sent") < 1)
      continue;
    const json_t *sent = json_array_get (
        steps, (size_t)sett_json_tree_number (message, "sent") - 1);
    add_arrow (d, lane_of (d, sent), lane_of (d, json_array_get (steps, i)),
               "->>", sett_json_tree_text (json_array_get (steps, i), "text"));
    found = 1;
  }
  return found;
}

static void add_step (diagram *d, size_t i, const json_t *step) {
  const size_t lane = lane_of (d, step);
  const json_int_t partner = sett_json_tree_number (step, "partner");
  if (*sett_json_tree_text (step, "partner"))
    add_arrow (d, lane, lane_named (d, sett_json_tree_text (step, "partner")),
               "->>", sett_json_tree_text (step, "text"));
  else if (partner >= 0 && (size_t)partner != lane)
    add_arrow (d, lane, (size_t)partner, "-->>",
               sett_json_tree_text (step, "text"));
  else if (!add_received (d, i))
    add_note (d, lane, step);
}

void sett_form_mermaid (const json_t *tree, sett_text *text) {
  const json_t *violation =
      json_array_get (json_object_get (tree, "violations"), 0);
  diagram d = {.story = json_object_get (violation, "story"),
               .names = json_array (),
               .text = text};
  const json_t *name, *step;
  size_t i;
  sett_text_add (text, "sequenceDiagram\n");
  if (json_object_get (d.story, "threads"))
    list_threads (&d);
  else
    list_processes (&d);
  json_array_foreach (d.names, i, name) {
    sett_text_addf (text, "    participant p%zu as ", i);
    add_plain (json_string_value (name), text);
    sett_text_add (text, "\n");
  }
  json_array_foreach (json_object_get (d.story, "steps"), i, step)
      add_step (&d, i, step);
  if (json_array_size (d.names)) {
    sett_text_addf (text,
                    "    Note over p0,p%zu: ", json_array_size (d.names) - 1);
    add_plain (sett_json_tree_text (violation, "message"), text);
    sett_text_add (text, "\n");
  }
  json_decref (d.names);
}
