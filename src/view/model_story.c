/* The story of a model's counter-example: see story.h.

   Processes are lanes, known by their names.  Messages are followed from the
   step that puts them into a channel to the one that takes them out: channels
   are compared before and after every step. */

#include "base/assert.h"
#include "view/model_graph.h"
#include "view/story.h"

#include "base/arena.h"
#include "base/json.h"
#include "base/text.h"
#include "kernel/describe.h"
#include "report/json_report.h"
#include "search/trace_replay.h"
#include "view/automata.h"
#include "view/formula_story.h"

#include <string.h>

typedef struct story {
  sett_state_graph *graph; /* null: is not drawn */
  json_t *steps, *messages, *initial;
  json_t *items;     /* name -> value, of the last state */
  json_t *locations; /* process -> location, likewise */
  json_t *contents;  /* channel -> messages in it, each [text, number] */
  size_t total;      /* steps */
  /* Stable states: after which step, and what holds there. */
  SETT_VECTOR (size_t) stable;
  SETT_VECTOR (uint64_t) propositions;
} story;

static void set (json_t *o, const char *key, json_t *value) {
  json_object_set_new (o, key, value);
}

/*------------------------------------------------------------------------*/
/* States. */

typedef struct reading {
  json_t *items, *channels; /* name -> value; channel -> texts */
  json_t *last;             /* channel */
} reading;

static void read_item (void *context, const sett_item *item) {
  reading *r = context;
  if (item->kind == SETT_ITEM_MESSAGE) {
    json_array_append_new (r->last, sett_json_string (item->value));
    return;
  }
  set (r->items, item->name, sett_json_string (item->value));
  if (item->kind == SETT_ITEM_CHANNEL) {
    r->last = json_array ();
    set (r->channels, item->name, r->last);
  }
}

static reading read_state (sett_model *m, const unsigned char *state,
                           uint32_t size) {
  reading r = {json_object (), json_object (), NULL};
  if (m->list_items && state)
    m->list_items (m, state, size, read_item, &r);
  return r;
}

/* What the second has otherwise than the first; null: it has it no more. */
static json_t *changes (json_t *before, json_t *after) {
  json_t *changed = json_object ();
  const char *name;
  json_t *value;
  json_object_foreach (
      after, name,
      value) if (!json_equal (json_object_get (before, name), value))
      json_object_set (changed, name, value);
  json_object_foreach (before, name, value) if (!json_object_get (after, name))
      set (changed, name, json_null ());
  return changed;
}

/*------------------------------------------------------------------------*/
/* Messages. */

static const char *text_at (const json_t *list, size_t i) {
  return json_string_value (json_array_get (list, i));
}

/* The first place where the lists differ. */
static size_t find_difference (const json_t *entries, const json_t *now) {
  size_t i = 0;
  for (; i < json_array_size (entries) && i < json_array_size (now); i++)
    if (strcmp (text_at (json_array_get (entries, i), 0), text_at (now, i)))
      break;
  return i;
}

static void send (story *s, const char *channel, json_t *entries, size_t place,
                  const char *text, size_t step) {
  const size_t number = json_array_size (s->messages);
  json_array_append_new (s->messages,
                         json_pack ("{s:s, s:s, s:I, s:n}", "channel", channel,
                                    "text", text, "sent", (json_int_t)step,
                                    "received"));
  json_array_insert_new (entries, place,
                         json_pack ("[s, I]", text, (json_int_t)number));
}

static void receive (story *s, json_t *entries, size_t place, size_t step) {
  const json_t *entry = json_array_get (entries, place);
  const json_int_t number = json_integer_value (json_array_get (entry, 1));
  SETT_ASSERT (number >= 0 && (size_t)number < json_array_size (s->messages));
  set (json_array_get (s->messages, (size_t)number), "received",
       json_integer ((json_int_t)step));
  json_array_remove (entries, place);
}

/* Is what is there now the entries, and perhaps more? */
static int begin (const json_t *entries, const json_t *now) {
  return json_array_size (entries) <= json_array_size (now) &&
         find_difference (entries, now) == json_array_size (entries);
}

/* What a d_step has done, or several statements that are one step: it took the
   first, as few as can be, and sent others. */
static void exchange (story *s, const char *channel, json_t *entries,
                      const json_t *now, size_t step) {
  while (!begin (entries, now))
    receive (s, entries, 0, step);
  for (size_t i = json_array_size (entries); i < json_array_size (now); i++)
    send (s, channel, entries, i, text_at (now, i), step);
}

/* Are they the same but for one message, which one of them has? */
static int differ_by_one (const json_t *entries, const json_t *now) {
  const size_t before = json_array_size (entries),
               after = json_array_size (now);
  size_t i = find_difference (entries, now);
  if (before + 1 != after && after + 1 != before)
    return 0;
  for (; i < before && i < after; i++)
    if (strcmp (
            text_at (json_array_get (entries, before > after ? i + 1 : i), 0),
            text_at (now, after > before ? i + 1 : i)))
      return 0;
  return 1;
}

/* The first of the equal ones that stand together up to a place. */
static size_t first_equal (const json_t *entries, size_t place) {
  const char *text = text_at (json_array_get (entries, place), 0);
  while (place &&
         !strcmp (text_at (json_array_get (entries, place - 1), 0), text))
    place--;
  return place;
}

/* A statement takes or sends one message, at any place; when it takes one of
   several equal ones, it is the first that it takes. */
static void follow_channel (story *s, const char *channel, json_t *now,
                            size_t step) {
  json_t *entries = json_object_get (s->contents, channel);
  if (!entries) {
    entries = json_array ();
    set (s->contents, channel, entries);
  }
  const size_t place = find_difference (entries, now);
  if (!differ_by_one (entries, now))
    exchange (s, channel, entries, now, step);
  else if (json_array_size (entries) > json_array_size (now))
    receive (s, entries, first_equal (entries, place), step);
  else
    send (s, channel, entries, place, text_at (now, place), step);
}

static void follow_channels (story *s, json_t *channels, size_t step) {
  const char *name;
  json_t *now;
  json_object_foreach (channels, name, now) follow_channel (s, name, now, step);
}

/*------------------------------------------------------------------------*/
/* Steps. */

static json_t *processes_in (sett_model *m, const unsigned char *state,
                             uint32_t size) {
  json_t *array = json_array ();
  const unsigned count = state ? m->processes (m, state, size) : 0;
  for (unsigned i = 0; i < count; i++) {
    sett_text name = {0}, position = {0};
    m->name_process (m, state, size, i, &name);
    m->show_position (m, state, size, i, &position);
    json_array_append_new (
        array, json_pack ("{s:o, s:o}", "name",
                          sett_json_string (sett_text_get (&name)), "position",
                          sett_json_string (sett_text_get (&position))));
    sett_text_release (&name);
    sett_text_release (&position);
  }
  return array;
}

static void set_statement (json_t *o, const sett_move *move) {
  const uint32_t number = move->step.transition;
  if (number == SETT_YIELD) {
    set (o, "text", json_string ("(gives up control)"));
    return;
  }
  const sett_transition *t = move->model->transition (move->model, number);
  set (o, "text",
       sett_json_string (sett_describe_statement (move->model, number)));
  set (o, "transition", json_integer (number));
  set (o, "file", sett_json_string (t->file));
  set (o, "line", json_integer (t->line));
}

static json_t *tell_step (story *s, const sett_move *move, reading *now) {
  json_t *o = json_object ();
  set (o, "process", sett_report_json_process (move, move->step.process));
  if (move->step.partner != SETT_NO_PROCESS)
    set (o, "partner", sett_report_json_process (move, move->step.partner));
  set_statement (o, move);
  set (o, "changes", changes (s->items, now->items));
  if (*move->output)
    set (o, "output", sett_json_string (move->output));
  if (move->held != SETT_NO_PROCESS)
    set (o, "atomic", json_true ()); /* together with the step before */
  return o;
}

static void note_truth (story *s, const sett_move *move) {
  sett_model *m = move->model;
  if (!m->propositions || !move->after || move->step.holder != SETT_NO_PROCESS)
    return;
  SETT_PUSH (s->stable, move->number);
  SETT_PUSH (s->propositions,
             m->propositions (m, move->after, move->after_size));
}

/* Inside of an atomic sequence it is none of the graph's. */
static void note_state (story *s, const sett_move *move, json_t *o) {
  const int stable = move->after && move->step.holder == SETT_NO_PROCESS;
  if (!s->graph || !stable)
    return;
  const int state =
      sett_state_graph_find (s->graph, move->after, move->after_size);
  if (state >= 0)
    set (o, "state", json_integer (state));
}

/* Where processes stand, as far as it is otherwise than before. */
static void note_locations (story *s, const sett_move *move, json_t *o) {
  if (!move->after)
    return;
  json_t *now =
      sett_automata_locate (move->model, move->after, move->after_size);
  set (o, "locations", changes (s->locations, now));
  json_decref (s->locations);
  s->locations = now;
}

static void observe (void *context, const sett_move *move) {
  story *s = context;
  reading now = read_state (move->model, move->after, move->after_size);
  json_t *o = move->number ? tell_step (s, move, &now) : json_object ();
  if (!move->number || move->number == s->total)
    set (o, "processes",
         processes_in (move->model, move->after, move->after_size));
  note_truth (s, move);
  note_state (s, move, o);
  note_locations (s, move, o);
  if (move->number) {
    follow_channels (s, now.channels, move->number);
    json_array_append_new (s->steps, o);
  } else {
    json_object_set (o, "items", now.items);
    s->initial = o;
  }
  json_decref (now.channels);
  if (move->after || !move->number) {
    json_decref (s->items);
    s->items = now.items;
  } else
    json_decref (now.items);
}

/* The state at which a run goes on that does so for ever. */
static size_t find_back (const story *s, const sett_trace *trace) {
  if (trace->lasso)
    for (size_t i = 0; i < s->stable.count; i++)
      if (s->stable.at[i] == trace->cycle)
        return i;
  return s->stable.count;
}

/* On a lasso the last state is the one at which it goes on. */
static json_t *tell_formula (const story *s, sett_model *model,
                             const sett_trace *trace,
                             const sett_formula *formula) {
  const size_t back = find_back (s, trace);
  const size_t all = s->stable.count;
  const size_t count = back + 1 < all ? all - 1 : all;
  json_t *states = json_array ();
  for (size_t i = 0; i < count; i++)
    json_array_append_new (states, json_integer ((json_int_t)s->stable.at[i]));
  const size_t at =
      trace->lasso
          ? count
          : sett_formula_violated_at (formula, s->propositions.at, count);
  json_t *violated =
      at < count ? json_integer ((json_int_t)s->stable.at[at]) : json_null ();
  return json_pack (
      "{s:o, s:o, s:o}", "violated", violated, "states", states, "parts",
      sett_formula_story (model, formula, s->propositions.at, count,
                          back < count   ? back
                          : trace->lasso ? count - 1
                                         : count));
}

json_t *sett_story_of_model (sett_model *model, const sett_trace *trace,
                             const sett_claim *claim,
                             const sett_formula *formula, int drawn,
                             sett_text *departure) {
  story s = {.graph = drawn ? sett_state_graph_build (model) : NULL,
             .total = trace->steps.count,
             .steps = json_array (),
             .messages = json_array (),
             .items = json_object (),
             .locations = json_object (),
             .contents = json_object ()};
  const int done = sett_replay (model, trace, claim, observe, &s, departure);
  json_t *root = json_object ();
  set (root, "input", json_string ("model"));
  set (root, "initial", s.initial ? s.initial : json_object ());
  set (root, "steps", s.steps);
  set (root, "messages", s.messages);
  if (formula && model->show_proposition && s.stable.count)
    set (root, "formula", tell_formula (&s, model, trace, formula));
  if (trace->lasso)
    set (root, "cycle", json_integer ((json_int_t)trace->cycle));
  if (s.graph)
    set (root, "graph", sett_state_graph_tree (s.graph));
  sett_state_graph_release (s.graph);
  json_t *automata = sett_automata_tree (model);
  if (automata)
    set (root, "automata", automata);
  json_decref (s.items);
  json_decref (s.locations);
  json_decref (s.contents);
  SETT_RELEASE (s.stable);
  SETT_RELEASE (s.propositions);
  if (done)
    return root;
  json_decref (root);
  return NULL;
}
