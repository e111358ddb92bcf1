/* Schedules in files: see program_trace.h. */

#include "program/program_trace.h"

#include "base/assert.h"
#include "base/json.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char KEY[] = "sett-program-trace";

static const char *keep (sett_program_trace *trace, const char *word) {
  return word ? sett_arena_copy (&trace->arena, word, strlen (word)) : NULL;
}

static void *keep_array (sett_program_trace *trace, const void *from,
                         size_t bytes) {
  void *copy = sett_arena_get (&trace->arena, bytes + 1);
  if (bytes)
    memcpy (copy, from, bytes);
  return copy;
}

/*------------------------------------------------------------------------*/
/* From a counterexample. */

static void copy_part (sett_program_trace *trace, const sett_part *part) {
  const sett_target *t = &part->target;
  sett_part *new = sett_system_add (&trace->system, keep (trace, part->name));
  sett_target *copy = &new->target;
  for (size_t i = 0; i < t->words.count; i++)
    SETT_PUSH (copy->words, keep (trace, t->words.at[i]));
  for (size_t i = 0; i < t->arguments.count; i++)
    SETT_PUSH (copy->arguments, keep (trace, t->arguments.at[i]));
  for (size_t i = 0; i < t->sources.count; i++) {
    const sett_source source = {keep (trace, t->sources.at[i].name),
                                t->sources.at[i].hash};
    SETT_PUSH (copy->sources, source);
  }
  copy->name = keep (trace, t->name);
  copy->input = keep (trace, t->input);
  new->folder = keep (trace, part->folder);
  for (size_t i = 0; i < part->environment.count; i++)
    SETT_PUSH (new->environment, keep (trace, part->environment.at[i]));
  new->recorded = t->hash;
}

static const char *take (sett_program_trace *trace, sett_text *text) {
  const char *kept = keep (trace, sett_text_get (text));
  sett_text_clear (text);
  return kept;
}

static void add_steps (sett_program_trace *trace, sett_explainer *explainer) {
  SETT_ASSERT (!trace->steps.count);
  const sett_counterexample *a = explainer->counterexample;
  sett_text text = {0};
  for (uint32_t i = 0; i < a->step_count; i++) {
    sett_program_step step;
    step.thread =
        keep (trace, sett_explain_thread (explainer, a->steps[i].thread));
    sett_explain_add_where (
        explainer, sett_explain_process (explainer, a->steps[i].thread),
        &a->steps[i].stack, &text);
    step.where = take (trace, &text);
    sett_explain_add_operation (explainer, &a->steps[i], &text);
    step.operation = take (trace, &text);
    SETT_PUSH (trace->steps, step);
  }
  sett_text_release (&text);
}

void sett_program_trace_fill (sett_program_trace *trace,
                              const sett_system *system,
                              const sett_orders *orders,
                              sett_explainer *explainer) {
  const sett_counterexample *a = explainer->counterexample;
  sett_text text = {0};
  *trace = (sett_program_trace){.orders = *orders, .violation = a->violation};
  for (size_t i = 0; i < system->parts.count; i++)
    copy_part (trace, &system->parts.at[i]);
  trace->system.multi = system->multi;
  trace->system.name = keep (trace, system->name);
  trace->orders.task = SETT_TASK_REPLAY;
  trace->orders.choices = keep_array (
      trace, orders->choices, orders->choice_count * sizeof *orders->choices);
  trace->orders.learned = keep_array (
      trace, orders->learned, orders->learned_count * sizeof *orders->learned);
  trace->orders.declared =
      keep_array (trace, orders->declared,
                  orders->declared_count * sizeof *orders->declared);
  sett_tell_message (explainer, &text);
  trace->message = take (trace, &text);
  sett_tell_where (explainer, &text);
  trace->where = take (trace, &text);
  add_steps (trace, explainer);
  sett_text_release (&text);
}

void sett_program_trace_release (sett_program_trace *trace) {
  sett_system_release (&trace->system);
  SETT_RELEASE (trace->steps);
  sett_arena_release (&trace->arena);
  *trace = (sett_program_trace){0};
}

/*------------------------------------------------------------------------*/
/* Saving. */

static json_t *word_array (const sett_strings *words) {
  json_t *array = json_array ();
  for (size_t i = 0; i < words->count; i++)
    json_array_append_new (array, sett_json_string (words->at[i]));
  return array;
}

static json_t *source_array (const sett_target *t) {
  json_t *array = json_array ();
  for (size_t i = 0; i < t->sources.count; i++)
    json_array_append_new (
        array, json_pack ("{s:o, s:o}", "name",
                          sett_json_string (t->sources.at[i].name), "hash",
                          sett_json_word (t->sources.at[i].hash)));
  return array;
}

static const char *const failures[] = {
#define FAILURE(NAME, WORD, ...) WORD,
#include "shared/failure.def"
#undef FAILURE
};

static json_t *faults_object (const sett_orders *o) {
  json_t *object = json_object ();
  for (int i = 0; i < SETT_FAILURE_KINDS; i++)
    if (o->failures[i])
      json_object_set_new (object, failures[i], json_integer (o->failures[i]));
  return object;
}

static json_t *orders_object (const sett_orders *o) {
  return json_pack (
      "{s:i, s:i, s:b, s:b, s:b, s:b, s:b, s:b, s:I, s:I, s:I, s:s, s:b, s:b, "
      "s:o}",
      "discipline", (int)o->discipline, "search", (int)o->search, "exit_status",
      o->exit_status == SETT_STATUS_ANY, "deadlocks", o->deadlocks,
      "assertions", o->assertions, "races", o->races, "leftovers", o->leftovers,
      "must_end", o->must_end, "most_events", (json_int_t)o->most_events,
      "spurious", (json_int_t)o->spurious, "random", (json_int_t)o->random,
      "reach", o->reach, "local", o->local, "stateful", o->stateful, "faults",
      faults_object (o));
}

static json_t *schedule_array (const sett_orders *o) {
  json_t *array = json_array ();
  for (uint32_t i = 0; i < o->choice_count; i++)
    json_array_append_new (array, json_pack ("[i, i]", o->choices[i].thread,
                                             o->choices[i].alternative));
  return array;
}

static json_t *array_of_words (const uint64_t *words, uint32_t count) {
  json_t *array = json_array ();
  for (uint32_t i = 0; i < count; i++)
    json_array_append_new (array, sett_json_word (words[i]));
  return array;
}

static void dump (sett_text *text, json_t *value) {
  char *dumped = json_dumps (value, JSON_COMPACT | JSON_ENCODE_ANY);
  sett_text_add (text, dumped);
  free (dumped);
  json_decref (value);
}

static void dump_key (sett_text *text, const char *key, json_t *value) {
  sett_text_addf (text, "\"%s\": ", key);
  dump (text, value);
  sett_text_add (text, ",\n");
}

static json_t *part_object (const sett_part *part) {
  const sett_target *t = &part->target;
  return json_pack (
      "{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "name",
      sett_json_string (part->name), "folder", sett_json_string (part->folder),
      "input", sett_json_string (t->name), "compile", word_array (&t->words),
      "sources", source_array (t), "hash", sett_json_word (part->recorded),
      "arguments", word_array (&t->arguments), "environment",
      word_array (&part->environment), "stdin", sett_json_string (t->input));
}

static json_t *part_array (const sett_system *system) {
  json_t *array = json_array ();
  for (size_t i = 0; i < system->parts.count; i++)
    json_array_append_new (array, part_object (&system->parts.at[i]));
  return array;
}

static void write_trace (const sett_program_trace *trace, sett_text *text) {
  sett_text_add (text, "{\n");
  dump_key (text, KEY, json_integer (SETT_PROGRAM_TRACE_VERSION));
  dump_key (text, "input", sett_json_string (trace->system.name));
  dump_key (text, "system", json_boolean (trace->system.multi));
  dump_key (text, "processes", part_array (&trace->system));
  dump_key (text, "orders", orders_object (&trace->orders));
  dump_key (text, "violation",
            json_pack ("{s:s, s:s, s:o, s:o}", "fault",
                       sett_violation_name (trace->violation), "kind",
                       sett_violation_category (trace->violation), "message",
                       sett_json_string (trace->message), "where",
                       sett_json_string (trace->where)));
  dump_key (
      text, "learned",
      array_of_words (trace->orders.learned, trace->orders.learned_count));
  if (trace->orders.declared_count)
    dump_key (
        text, "declared",
        array_of_words (trace->orders.declared, trace->orders.declared_count));
  dump_key (text, "schedule", schedule_array (&trace->orders));
  sett_text_add (text, "\"steps\": [");
  for (size_t i = 0; i < trace->steps.count; i++) {
    const sett_program_step *step = trace->steps.at + i;
    sett_text_add (text, i ? ",\n  " : "\n  ");
    dump (text, json_pack ("{s:o, s:o, s:o}", "thread",
                           sett_json_string (step->thread), "where",
                           sett_json_string (step->where), "operation",
                           sett_json_string (step->operation)));
  }
  sett_text_add (text, "\n]}\n");
}

int sett_program_trace_save (const sett_program_trace *trace, const char *path,
                             sett_text *error) {
  sett_text text = {0};
  write_trace (trace, &text);
  const int done = sett_text_write_file (&text, path);
  if (!done)
    sett_text_addf (error, "cannot write '%s': %s", path, strerror (errno));
  sett_text_release (&text);
  return done;
}

/*------------------------------------------------------------------------*/
/* Loading. */

typedef struct loader {
  sett_json_reader reader;
  sett_program_trace *trace;
} loader;

static uint8_t want_boolean (loader *l, const json_t *object, const char *key) {
  return sett_json_want_boolean (&l->reader, object, key) != 0;
}

static const char *want_string (loader *l, const json_t *object,
                                const char *key) {
  return keep (l->trace, sett_json_want_string (&l->reader, object, key));
}

static const char *want_string_or_null (loader *l, const json_t *object,
                                        const char *key) {
  return json_is_null (sett_json_want (&l->reader, object, key))
             ? NULL
             : want_string (l, object, key);
}

static void load_words (loader *l, const json_t *root, const char *key,
                        sett_strings *words) {
  json_t *array = sett_json_want_array (&l->reader, root, key);
  for (size_t i = 0; i < json_array_size (array); i++)
    SETT_PUSH (*words, keep (l->trace,
                             sett_json_string_of (
                                 &l->reader, json_array_get (array, i), key)));
}

static void load_sources (loader *l, const json_t *root, sett_target *target) {
  json_t *array = sett_json_want_array (&l->reader, root, "sources");
  for (size_t i = 0; i < json_array_size (array); i++) {
    const json_t *object = json_array_get (array, i);
    const sett_source source = {
        want_string (l, object, "name"),
        sett_json_word_of (
            &l->reader, sett_json_want (&l->reader, object, "hash"), "hash")};
    SETT_PUSH (target->sources, source);
  }
}

static void load_faults (loader *l, const json_t *orders) {
  const json_t *object = sett_json_want_object (&l->reader, orders, "faults");
  size_t known = 0;
  for (int i = 0; i < SETT_FAILURE_KINDS; i++) {
    const json_t *value = json_object_get (object, failures[i]);
    known += value != NULL;
    l->trace->orders.failures[i] =
        value ? (uint8_t)sett_json_number_of (&l->reader, value, failures[i],
                                              UINT8_MAX)
              : 0;
  }
  if (json_object_size (object) > known)
    sett_json_complain (&l->reader, "\"faults\" has an unknown one");
}

static void load_orders (loader *l, const json_t *root) {
  const json_t *object = sett_json_want_object (&l->reader, root, "orders");
  sett_orders *o = &l->trace->orders;
  o->task = SETT_TASK_REPLAY;
  o->preemptions = -1;
  o->discipline = (uint8_t)sett_json_want_number (
      &l->reader, object, "discipline", SETT_DISCIPLINE_NONE);
  o->search =
      (uint8_t)sett_json_want_number (&l->reader, object, "search", UINT8_MAX);
  o->exit_status = sett_json_want_boolean (&l->reader, object, "exit_status")
                       ? SETT_STATUS_ANY
                       : SETT_STATUS_IGNORED;
  o->deadlocks = want_boolean (l, object, "deadlocks");
  o->assertions = want_boolean (l, object, "assertions");
  o->races = want_boolean (l, object, "races");
  o->leftovers = want_boolean (l, object, "leftovers");
  o->must_end = want_boolean (l, object, "must_end");
  o->most_events = (uint32_t)sett_json_want_number (&l->reader, object,
                                                    "most_events", UINT32_MAX);
  o->local = want_boolean (l, object, "local");
  /* Older traces do not have it. */
  o->stateful = json_is_true (json_object_get (object, "stateful"));
  load_faults (l, object);
  o->spurious = (uint32_t)sett_json_want_number (&l->reader, object, "spurious",
                                                 UINT32_MAX);
  if (json_object_get (object, "random")) /* it came later */
    o->random = (uint32_t)sett_json_want_number (&l->reader, object, "random",
                                                 UINT16_MAX);
  const char *reach = want_string (l, object, "reach");
  if (strlen (reach) >= sizeof o->reach)
    sett_json_complain (&l->reader, "\"reach\" is too long");
  else
    strcpy (o->reach, reach);
}

static void load_schedule (loader *l, const json_t *root) {
  json_t *array = sett_json_want_array (&l->reader, root, "schedule");
  const size_t count = json_array_size (array);
  sett_choice *choices =
      sett_arena_get (&l->trace->arena, (count + 1) * sizeof *choices);
  for (size_t i = 0; i < count && !l->reader.failed; i++) {
    const json_t *pair = json_array_get (array, i);
    if (json_array_size (pair) != 2)
      sett_json_complain (&l->reader, "\"schedule\" is not made of pairs");
    choices[i].thread =
        (uint16_t)sett_json_number_of (&l->reader, json_array_get (pair, 0),
                                       "schedule", SETT_MOST_THREADS - 1);
    choices[i].alternative = (uint16_t)sett_json_number_of (
        &l->reader, json_array_get (pair, 1), "schedule", UINT16_MAX);
  }
  l->trace->orders.choices = choices;
  l->trace->orders.choice_count = (uint32_t)count;
}

static const uint64_t *load_numbers (loader *l, const json_t *root,
                                     const char *key, uint32_t *count) {
  json_t *array = sett_json_want_array (&l->reader, root, key);
  *count = (uint32_t)json_array_size (array);
  uint64_t *words =
      sett_arena_get (&l->trace->arena, (*count + 1) * sizeof *words);
  for (uint32_t i = 0; i < *count && !l->reader.failed; i++)
    words[i] = sett_json_word_of (&l->reader, json_array_get (array, i), key);
  return words;
}

static void load_knowledge (loader *l, const json_t *root) {
  sett_orders *o = &l->trace->orders;
  o->learned = load_numbers (l, root, "learned", &o->learned_count);
  if (json_object_get (root, "declared"))
    o->declared = load_numbers (l, root, "declared", &o->declared_count);
}

static void load_violation (loader *l, const json_t *root) {
  const json_t *violation =
      sett_json_want_object (&l->reader, root, "violation");
  const char *name = want_string (l, violation, "fault");
  l->trace->message = want_string (l, violation, "message");
  l->trace->where = want_string (l, violation, "where");
  for (int i = SETT_VIOLATION_NONE + 1; i < SETT_VIOLATIONS; i++)
    if (!strcmp (name, sett_violation_name ((sett_violation_kind)i)))
      l->trace->violation = (sett_violation_kind)i;
  if (!l->trace->violation)
    sett_json_complain (&l->reader, "unknown fault \"%s\"", name);
}

static void load_steps (loader *l, const json_t *root) {
  json_t *array = sett_json_want_array (&l->reader, root, "steps");
  for (size_t i = 0; i < json_array_size (array) && !l->reader.failed; i++) {
    const json_t *object = json_array_get (array, i);
    const sett_program_step step = {want_string (l, object, "thread"),
                                    want_string (l, object, "where"),
                                    want_string (l, object, "operation")};
    SETT_PUSH (l->trace->steps, step);
  }
}

static void load_part (loader *l, const json_t *object) {
  sett_part *part =
      sett_system_add (&l->trace->system, want_string (l, object, "name"));
  sett_target *t = &part->target;
  part->folder = want_string_or_null (l, object, "folder");
  t->name = want_string (l, object, "input");
  t->input = want_string_or_null (l, object, "stdin");
  load_words (l, object, "compile", &t->words);
  load_words (l, object, "arguments", &t->arguments);
  load_words (l, object, "environment", &part->environment);
  load_sources (l, object, t);
  part->recorded = sett_json_word_of (
      &l->reader, sett_json_want (&l->reader, object, "hash"), "hash");
}

static void load_system (loader *l, const json_t *root) {
  const json_t *array = sett_json_want_array (&l->reader, root, "processes");
  const size_t count = json_array_size (array);
  l->trace->system.multi = sett_json_want_boolean (&l->reader, root, "system");
  l->trace->system.name = want_string (l, root, "input");
  if (!l->reader.failed && (!count || count > SETT_SYSTEM_PROCESSES ||
                            (count > 1 && !l->trace->system.multi)))
    sett_json_complain (&l->reader, "\"processes\" has %zu of them", count);
  for (size_t i = 0; i < count && !l->reader.failed; i++)
    load_part (l, json_array_get (array, i));
}

static void load_trace (loader *l, const json_t *root) {
  const int64_t version =
      sett_json_want_number (&l->reader, root, KEY, INT32_MAX);
  if (!l->reader.failed && version != SETT_PROGRAM_TRACE_VERSION)
    sett_json_complain (&l->reader,
                        "its version is %d, this program reads version %d",
                        (int)version, SETT_PROGRAM_TRACE_VERSION);
  if (l->reader.failed)
    return;
  load_system (l, root);
  load_orders (l, root);
  load_violation (l, root);
  load_knowledge (l, root);
  load_schedule (l, root);
  load_steps (l, root);
}

int sett_program_trace_load (sett_program_trace *trace, const char *path,
                             sett_text *error) {
  *trace = (sett_program_trace){0};
  loader l = {{.error = error, .path = path}, trace};
  json_t *root = sett_json_load (&l.reader);
  if (root)
    load_trace (&l, root);
  json_decref (root);
  return !l.reader.failed;
}

/* The key is the first one of the file. */
int sett_program_trace_is (const char *path) {
  enum { NEAR = 64 };
  sett_text text = {0};
  int found = 0;
  if (sett_text_read_file (&text, path)) {
    const char *at = strstr (sett_text_get (&text), KEY);
    found = at && at - text.at < NEAR;
  }
  sett_text_release (&text);
  return found;
}
