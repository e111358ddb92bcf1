/* Automata, from what reductions know of the control flow (kernel/control.h):
   see automata.h.  What no control flow reaches from the entry is not there,
   nor is the inside of a d_step, which is one transition. */

#include "view/automata.h"

#include "base/assert.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/vector.h"
#include "kernel/control.h"
#include "kernel/describe.h"

typedef struct drawing {
  sett_model *model;
  const sett_control *control;
  unsigned char *known; /* of each location: is it in the list? */
  SETT_VECTOR (uint32_t)
  list; /* depth first, so that sequences stay together */
} drawing;

/*------------------------------------------------------------------------*/
/* The locations of a type. */

static void visit (drawing *d, uint32_t number) {
  SETT_ASSERT (number < d->control->locations_count);
  const sett_location *l = d->control->locations + number;
  if (d->known[number])
    return;
  d->known[number] = 1;
  SETT_PUSH (d->list, number);
  for (uint32_t i = 0; i < l->count; i++) {
    const sett_flow *f = d->control->flows + l->transitions[i];
    if (!(f->properties & SETT_DIES))
      visit (d, f->target);
  }
}

static json_t *tell_location (const drawing *d, uint32_t number) {
  const sett_location *l = d->control->locations + number;
  json_t *o = json_pack ("{s:i}", "number", (int)number);
  if (l->label)
    json_object_set_new (o, "label", sett_json_string (l->label));
  if (l->valid_end)
    json_object_set_new (o, "end", json_true ());
  return o;
}

static json_t *tell_edge (const drawing *d, uint32_t from, uint32_t number) {
  const sett_flow *f = d->control->flows + number;
  const sett_transition *t = d->model->transition (d->model, number);
  json_t *to =
      f->properties & SETT_DIES ? json_null () : json_integer (f->target);
  json_t *o =
      json_pack ("{s:i, s:o, s:i, s:o, s:o, s:i}", "from", (int)from, "to", to,
                 "transition", (int)number, "text",
                 sett_json_string (sett_describe_statement (d->model, number)),
                 "file", sett_json_string (t->file), "line", (int)t->line);
  if (f->properties & SETT_KEEPS_CONTROL)
    json_object_set_new (o, "atomic", json_true ());
  return o;
}

/*------------------------------------------------------------------------*/

static json_t *tell_type (drawing *d, const sett_process_type *type) {
  json_t *locations = json_array (), *edges = json_array ();
  const char *name = "";
  d->list.count = 0;
  visit (d, type->entry);
  for (size_t i = 0; i < d->list.count; i++) {
    const uint32_t from = d->list.at[i];
    const sett_location *l = d->control->locations + from;
    json_array_append_new (locations, tell_location (d, from));
    for (uint32_t k = 0; k < l->count; k++) {
      json_array_append_new (edges, tell_edge (d, from, l->transitions[k]));
      name = d->model->transition (d->model, l->transitions[k])->process;
    }
  }
  return json_pack ("{s:o, s:o, s:o}", "type", sett_json_string (name),
                    "locations", locations, "edges", edges);
}

json_t *sett_automata_tree (sett_model *model) {
  const sett_control *c = model->control;
  if (!c || c->locations_count > SETT_MOST_DRAWN_LOCATIONS)
    return NULL;
  drawing d = {.model = model,
               .control = c,
               .known = sett_zalloc (c->locations_count + 1, 1)};
  json_t *array = json_array ();
  for (uint32_t i = 0; i < c->types_count; i++)
    json_array_append_new (array, tell_type (&d, c->types + i));
  sett_free (d.known, c->locations_count + 1);
  SETT_RELEASE (d.list);
  return array;
}

json_t *sett_automata_locate (sett_model *m, const unsigned char *state,
                              uint32_t size) {
  json_t *o = json_object ();
  sett_standing standings[SETT_MOST_PROCESSES];
  if (!m->control || !state)
    return o;
  const unsigned count = m->control->standings (m, state, size, standings);
  for (unsigned i = 0; i < count; i++) {
    sett_text name = {0};
    m->name_process (m, state, size, i, &name);
    json_object_set_new (o, sett_text_get (&name),
                         json_integer (standings[i].location));
    sett_text_release (&name);
  }
  return o;
}
