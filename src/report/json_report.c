/* The outcome of a check as JSON: see json_report.h. */

#include "report/json_report.h"

#include "base/assert.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "kernel/describe.h"
#include "kernel/walk.h"
#include "report/comparison.h"

#include <stdlib.h>
#include <string.h>

static json_t *integer (uint64_t value) {
  return json_integer ((json_int_t)value);
}

void sett_report_json_print (const json_t *tree, sett_text *text) {
  char *dumped = json_dumps (tree, JSON_INDENT (2) | JSON_REAL_PRECISION (9));
  SETT_ASSERT (dumped);
  sett_text_add (text, dumped);
  sett_text_add (text, "\n");
  free (dumped);
}

/* Writes `object` and gives it back. */
static void finish (json_t *object, sett_text *text) {
  SETT_ASSERT (object);
  sett_report_json_print (object, text);
  json_decref (object);
}

static json_t *violation_object (const sett_outcome_violation *v) {
  json_t *object = json_pack (
      "{s:s, s:o, s:o, s:o, s:o}", "kind", v->kind, "message",
      sett_json_string (v->message), "where", sett_json_string (v->where),
      "trace", sett_json_string (v->trace), "steps", integer (v->steps));
  if (v->count)
    json_object_set_new (object, "count", integer (v->count));
  if (v->hunter) {
    json_object_set_new (object, "found_by", json_string (v->hunter));
    json_object_set_new (object, "walk", integer (v->walk));
  }
  if (v->lasso)
    json_object_set_new (object, "cycle", integer (v->cycle));
  if (v->property)
    json_object_set_new (object, "property", sett_json_string (v->property));
  if (v->story)
    json_object_set (object, "story", v->story);
  return object;
}

static json_t *violations_array (const sett_outcome *o) {
  json_t *array = json_array ();
  for (size_t i = 0; i < o->violations_count; i++)
    json_array_append_new (array, violation_object (o->violations + i));
  return array;
}

static json_t *words_array (const char *const *words, size_t count) {
  json_t *array = json_array ();
  for (size_t i = 0; i < count; i++)
    json_array_append_new (array, json_string (words[i]));
  return array;
}

static json_t *properties_array (const sett_outcome *o) {
  json_t *array = json_array ();
  for (size_t i = 0; i < o->properties_count; i++) {
    const sett_outcome_property *p = o->properties + i;
    json_array_append_new (
        array, json_pack ("{s:o, s:s, s:s, s:o, s:o, s:f}", "property",
                          sett_json_string (p->title), "verdict", p->verdict,
                          "reduction", p->reduction, "states",
                          integer (p->states), "transitions",
                          integer (p->transitions), "seconds", p->seconds));
  }
  return array;
}

static json_t *statistics_object (const sett_outcome *o) {
  json_t *object = json_pack (
      "{s:o, s:o, s:o, s:o, s:o, s:f, s:f, s:o}", "states", integer (o->states),
      "transitions", integer (o->transitions), "depth", integer (o->depth),
      "executions", integer (o->executions), "blocked", integer (o->blocked),
      "seconds", o->seconds, "bytes_per_state", o->bytes_per_state,
      "peak_memory", integer (o->peak_memory));
  if (o->disk)
    json_object_set_new (object, "disk", integer (o->disk));
  if (o->lossy) {
    json_object_set_new (object, "omission", json_real (o->omission));
    json_object_set_new (object, "fill", json_real (o->fill));
  }
  return object;
}

static json_t *notes_array (const sett_outcome_program *p) {
  json_t *array = json_array ();
  for (size_t i = 0; i < p->notes_count; i++) {
    const sett_outcome_note *note = p->notes + i;
    json_array_append_new (
        array, json_pack ("{s:o, s:o, s:o, s:b}", "text",
                          sett_json_string (note->text), "where",
                          sett_json_string (note->where), "count",
                          integer (note->count), "bounds", note->bounds));
  }
  return array;
}

/* What a program has beside what models have. */
static void add_program (json_t *root, const sett_outcome_program *p) {
  json_t *statistics = json_object_get (root, "statistics");
  json_object_set_new (root, "memory_model", json_string (p->memory_model));
  json_object_set_new (root, "instrumented", json_boolean (p->instrumented));
  json_object_set_new (root, "notes", notes_array (p));
  json_object_set_new (statistics, "in_vain", integer (p->in_vain));
  json_object_set_new (statistics, "assumed", integer (p->assumed));
  json_object_set_new (statistics, "cut", integer (p->cut));
  json_object_set_new (statistics, "dead_ends", integer (p->dead_ends));
  json_object_set_new (statistics, "events", integer (p->events));
  json_object_set_new (statistics, "longest", integer (p->longest));
  json_object_set_new (statistics, "threads", integer (p->threads));
  json_object_set_new (statistics, "matched", integer (p->matched));
  json_object_set_new (statistics, "walks", integer (p->walks));
  if (p->workers)
    json_object_set_new (statistics, "workers", integer (p->workers));
  if (p->processes)
    json_object_set_new (statistics, "processes", integer (p->processes));
}

/* Null when it is not known. */
static json_t *unreached_array (const sett_outcome *o) {
  if (!o->knows_unreached)
    return json_null ();
  json_t *array = json_array ();
  for (size_t i = 0; i < o->unreached_count; i++) {
    const sett_outcome_statement *s = o->unreached + i;
    sett_text where = {0};
    sett_text_addf (&where, "%s:%u", s->file, s->line);
    json_array_append_new (array,
                           json_pack ("{s:o, s:o, s:o, s:b}", "process",
                                      sett_json_string (s->process), "where",
                                      sett_json_string (sett_text_get (&where)),
                                      "statement", sett_json_string (s->text),
                                      "reached", s->reached));
    sett_text_release (&where);
  }
  return array;
}

json_t *sett_report_tree (const sett_outcome *o) {
  json_t *root = json_pack (
      "{s:s, s:[o], s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o}", "sett",
      o->version, "input", sett_json_string (o->input), "search", o->search,
      "reduction", o->reduction, "store", o->store, "verdict", o->verdict,
      "limits_hit", words_array (o->limits, o->limits_count), "properties",
      properties_array (o), "violations", violations_array (o),
      "violations_seen", integer (o->violations_seen), "statistics",
      statistics_object (o));
  if (o->device)
    json_object_set_new (root, "device", sett_json_string (o->device));
  if (o->processors)
    json_object_set_new (root, "processors", integer (o->processors));
  if (o->wants_unreached)
    json_object_set_new (root, "unreached", unreached_array (o));
  if (o->program)
    add_program (root, o->program);
  if (o->growth)
    json_object_set_new (root, "growth", json_string (o->growth));
  if (o->estimate)
    json_object_set_new (root, "estimate",
                         json_pack ("{s:s, s:o}", "text", o->estimate, "total",
                                    integer (o->estimated)));
  if (o->advice_count)
    json_object_set_new (root, "advice",
                         words_array (o->advice, o->advice_count));
  if (o->error)
    json_object_set_new (root, "diagnostics", sett_json_string (o->error));
  return root;
}

void sett_report_json (const sett_outcome *o, sett_text *text) {
  finish (sett_report_tree (o), text);
}

void sett_report_json_error (const char *version, const char *diagnostics,
                             sett_text *text) {
  finish (json_pack ("{s:s, s:s, s:o}", "sett", version, "verdict", "error",
                     "diagnostics", sett_json_string (diagnostics)),
          text);
}

/*------------------------------------------------------------------------*/
/* Comparisons. */

static json_t *searched_row (const sett_comparison_row *r) {
  return json_pack (
      "{s:s, s:s, s:s, s:b, s:s, s:o, s:o, s:o, s:o, s:o, s:f, s:o}", "name",
      r->name, "reduction", r->reduction, "cache",
      r->selective ? "selective" : "all", "sleep", r->sleep, "verdict",
      r->verdict, "violation", sett_json_string (r->violation), "limits_hit",
      words_array (r->limits, r->limits_count), "states", integer (r->states),
      "transitions", integer (r->transitions), "store_bytes",
      integer (r->bytes), "seconds", r->seconds, "ratio",
      r->ratio < 0 ? json_null () : json_real (r->ratio));
}

static json_t *rows_array (const sett_comparison_table *t) {
  json_t *array = json_array ();
  for (size_t i = 0; i < t->count; i++) {
    const sett_comparison_row *r = t->rows + i;
    json_array_append_new (
        array, r->refusal ? json_pack ("{s:s, s:o}", "name", r->name, "refused",
                                       sett_json_string (r->refusal))
                          : searched_row (r));
  }
  return array;
}

void sett_report_comparison_json (const sett_comparison *c, sett_text *text) {
  json_t *tables = json_array ();
  for (size_t i = 0; i < c->count; i++) {
    const sett_comparison_table *t = c->tables + i;
    json_array_append_new (tables,
                           json_pack ("{s:o, s:s, s:b, s:o}", "property",
                                      sett_json_string (t->property), "verdict",
                                      t->verdict, "agree", t->agree, "rows",
                                      rows_array (t)));
  }
  finish (json_pack ("{s:s, s:[o], s:s, s:s, s:o}", "sett", c->version, "input",
                     sett_json_string (c->input), "store", c->store, "verdict",
                     c->verdict, "properties", tables),
          text);
}

/*------------------------------------------------------------------------*/
/* Replay. */

struct sett_json_replay {
  json_t *root;
  json_t *steps; /* part of it */
};

sett_json_replay *sett_json_replay_open (const char *version,
                                         const char *trace) {
  sett_json_replay *replay = sett_alloc (sizeof *replay);
  replay->steps = json_array ();
  replay->root = json_pack ("{s:s, s:[o]}", "sett", version, "input",
                            sett_json_string (trace));
  return replay;
}

json_t *sett_report_json_process (const sett_move *move, unsigned process) {
  if (process == SETT_NO_PROCESS || !move->before)
    return json_null ();
  sett_text text = {0};
  move->model->name_process (move->model, move->before, move->before_size,
                             process, &text);
  json_t *name = sett_json_string (sett_text_get (&text));
  sett_text_release (&text);
  return name;
}

static json_t *where_of (const sett_move *move) {
  sett_text text = {0};
  sett_describe_where (move->model, move->step.transition, &text);
  json_t *where = sett_json_string (sett_text_get (&text));
  sett_text_release (&text);
  return where;
}

/* One string per line. */
static json_t *changes_of (const sett_move *move) {
  json_t *array = json_array ();
  if (!move->before || !move->after)
    return array;
  sett_text text = {0};
  move->model->show_changes (move->model, move->before, move->before_size,
                             move->after, move->after_size, 0, &text);
  char *rest = text.at;
  for (char *line; rest && (line = strsep (&rest, "\n"));)
    if (*line)
      json_array_append_new (array, sett_json_string (line));
  sett_text_release (&text);
  return array;
}

void sett_json_replay_add (sett_json_replay *replay, const sett_move *move) {
  if (!move->number)
    return;
  const char *statement =
      sett_describe_statement (move->model, move->step.transition);
  json_array_append_new (
      replay->steps,
      json_pack ("{s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "number",
                 integer (move->number), "process",
                 sett_report_json_process (move, move->step.process), "partner",
                 sett_report_json_process (move, move->step.partner), "where",
                 where_of (move), "statement", sett_json_string (statement),
                 "changes", changes_of (move), "output",
                 sett_json_string (move->output)));
}

void sett_json_replay_add_step (sett_json_replay *replay, uint64_t number,
                                const char *thread, const char *where,
                                const char *operation) {
  json_array_append_new (
      replay->steps,
      json_pack ("{s:o, s:o, s:o, s:o}", "number", integer (number), "thread",
                 sett_json_string (thread), "where", sett_json_string (where),
                 "operation", sett_json_string (operation)));
}

void sett_json_replay_close (sett_json_replay *replay,
                             const sett_outcome_violation *violation,
                             const char *departure, sett_text *text) {
  json_t *root = replay->root;
  json_object_set_new (root, "verdict",
                       json_string (departure ? "error" : "violated"));
  json_t *violations = json_array ();
  if (departure)
    json_object_set_new (root, "diagnostics", sett_json_string (departure));
  else
    json_array_append_new (violations, violation_object (violation));
  json_object_set_new (root, "violations", violations);
  json_object_set_new (root, "steps", replay->steps);
  finish (root, text);
  sett_free (replay, sizeof *replay);
}
