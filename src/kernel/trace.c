/* A trace: see trace.h.

   Files are written step by step, so that a long one needs no tree in memory,
   under another name that replaces the right one at the end.  Loading builds
   jansson's tree (base/json.h). */

#include "kernel/trace.h"

#include "base/assert.h"
#include "base/json.h"
#include "kernel/describe.h"
#include "kernel/path.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

uint64_t sett_trace_hash (const unsigned char *state, uint32_t size) {
  return XXH3_64bits (state, size);
}

static void release_step (sett_trace_step *step) {
  sett_strfree (step->name);
  sett_strfree (step->where);
  sett_strfree (step->statement);
}

void sett_trace_release (sett_trace *trace) {
  for (size_t i = 0; i < trace->steps.count; i++)
    release_step (trace->steps.at + i);
  SETT_RELEASE (trace->steps);
  sett_strfree (trace->input);
  sett_strfree (trace->source);
  sett_strfree (trace->message);
  sett_strfree (trace->where);
  sett_strfree (trace->property.kind);
  sett_strfree (trace->property.name);
  sett_strfree (trace->property.formula);
  *trace = (sett_trace){0};
}

/*------------------------------------------------------------------------*/
/* From a path. */

static char *take_text (sett_text *text) {
  char *copy = sett_strdup (sett_text_get (text));
  sett_text_release (text);
  return copy;
}

static char *where_of (sett_model *model, uint32_t transition) {
  sett_text text = {0};
  sett_describe_where (model, transition, &text);
  return take_text (&text);
}

static char *name_of (sett_model *model, const sett_path_step *before,
                      unsigned process) {
  sett_text text = {0};
  model->name_process (model, before->state, before->step.size, process, &text);
  return take_text (&text);
}

static sett_trace_step make_step (sett_model *model,
                                  const sett_path_step *before,
                                  const sett_path_step *now) {
  const sett_step *step = &now->step;
  return (sett_trace_step){
      .transition = step->transition,
      .process = step->process,
      .partner = step->partner,
      .holder = step->holder,
      .has_hash = now->state != NULL,
      .hash = now->state ? sett_trace_hash (now->state, step->size) : 0,
      .name = name_of (model, before, step->process),
      .where = where_of (model, step->transition),
      .statement =
          sett_strdup (sett_describe_statement (model, step->transition)),
  };
}

static void add_steps (sett_trace *trace, sett_model *model,
                       const sett_path *path) {
  for (size_t i = 1; i < path->steps.count; i++) {
    const sett_path_step *now = path->steps.at + i;
    SETT_PUSH (trace->steps, make_step (model, now - 1, now));
  }
}

/* Where a violation is: at its statement, or, for a deadlock, where the last
   step was; that of a run is nowhere. */
static char *where_violated (const sett_trace *trace, sett_model *model,
                             uint32_t transition) {
  if (sett_violation_is_of_run (trace->violation))
    return sett_strdup ("");
  if (transition != SETT_YIELD)
    return where_of (model, transition);
  for (size_t i = trace->steps.count; i--;)
    if (*trace->steps.at[i].where)
      return sett_strdup (trace->steps.at[i].where);
  return sett_strdup ("");
}

void sett_trace_fill (sett_trace *trace, sett_model *model,
                      const sett_path *path, sett_violation_kind violation,
                      uint32_t transition, const char *input,
                      const char *source, int allow_c) {
  sett_text message = {0};
  sett_describe_violation (model, violation, transition, &message);
  const sett_path_step *first = path->steps.at;
  *trace = (sett_trace){
      .input = sett_strdup (input),
      .source = sett_strdup (source),
      .allow_c = allow_c,
      .violation = violation,
      .message = take_text (&message),
      .has_initial = first->state != NULL,
      .initial =
          first->state ? sett_trace_hash (first->state, first->step.size) : 0,
      .lasso = path->lasso,
      .cycle = path->lasso ? path->cycle : 0,
  };
  add_steps (trace, model, path);
  trace->where = where_violated (trace, model, transition);
}

static char *copy_unless_null (const char *text) {
  return text ? sett_strdup (text) : NULL;
}

void sett_trace_set_property (sett_trace *trace, const char *kind,
                              const char *name, const char *formula, int fair) {
  trace->property = (sett_trace_property){.kind = sett_strdup (kind),
                                          .name = copy_unless_null (name),
                                          .formula = copy_unless_null (formula),
                                          .fair = fair};
}

/*------------------------------------------------------------------------*/
/* Writing. */

static json_t *number_unless (uint32_t value, uint32_t none) {
  return value == none ? json_null () : json_integer (value);
}

static json_t *hash_string (int present, uint64_t hash) {
  return present ? sett_json_word (hash) : json_null ();
}

static json_t *step_object (const sett_trace_step *s) {
  SETT_ASSERT (s->process <= SETT_NO_PROCESS);
  return json_pack ("{s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "process",
                    (int)s->process, "name", sett_json_string (s->name),
                    "transition", number_unless (s->transition, SETT_YIELD),
                    "partner", number_unless (s->partner, SETT_NO_PROCESS),
                    "holder", number_unless (s->holder, SETT_NO_PROCESS),
                    "where", sett_json_string (s->where), "statement",
                    sett_json_string (s->statement), "hash",
                    hash_string (s->has_hash, s->hash));
}

/* Writes `value` and gives it back. */
static void dump (FILE *file, json_t *value) {
  json_dumpf (value, file, JSON_COMPACT | JSON_ENCODE_ANY);
  json_decref (value);
}

static void dump_key (FILE *file, const char *key, json_t *value) {
  fprintf (file, "\"%s\": ", key);
  dump (file, value);
  fputs (",\n", file);
}

static json_t *string_or_null (const char *bytes) {
  return bytes ? sett_json_string (bytes) : json_null ();
}

static json_t *property_object (const sett_trace_property *p) {
  return json_pack ("{s:o, s:o, s:o, s:b}", "kind", sett_json_string (p->kind),
                    "name", string_or_null (p->name), "formula",
                    string_or_null (p->formula), "fair", p->fair);
}

static void write_trace (const sett_trace *trace, FILE *file) {
  SETT_ASSERT (trace->violation < SETT_VIOLATIONS);
  fputs ("{\n", file);
  dump_key (file, "sett-trace", json_integer (SETT_TRACE_VERSION));
  dump_key (file, "input", sett_json_string (trace->input));
  dump_key (file, "options",
            json_pack ("{s:b, s:b, s:b}", "allow_c", trace->allow_c, "static",
                       trace->resets, "merging", trace->merges));
  if (trace->property.kind)
    dump_key (file, "property", property_object (&trace->property));
  dump_key (file, "model", sett_json_string (trace->source));
  dump_key (file, "violation",
            json_pack ("{s:s, s:s, s:o, s:o}", "fault",
                       sett_violation_name (trace->violation), "kind",
                       sett_violation_category (trace->violation), "message",
                       sett_json_string (trace->message), "where",
                       sett_json_string (trace->where)));
  dump_key (file, "initial", hash_string (trace->has_initial, trace->initial));
  if (trace->lasso)
    dump_key (file, "cycle", json_integer ((json_int_t)trace->cycle));
  fputs ("\"steps\": [", file);
  for (size_t i = 0; i < trace->steps.count; i++) {
    fputs (i ? ",\n  " : "\n  ", file);
    dump (file, step_object (trace->steps.at + i));
  }
  fputs ("\n]}\n", file);
}

static int cannot_write (const char *path, sett_text *error) {
  sett_text_addf (error, "cannot write '%s': %s", path, strerror (errno));
  return 0;
}

/* Gives the file the permissions of a new one: mkstemp is strict. */
static void relax (int file) {
  const mode_t mask = umask (0);
  umask (mask);
  fchmod (file, 0666 & ~mask);
}

static int close_written (FILE *file) {
  const int failed = ferror (file) || fflush (file);
  const int error = errno;
  const int closed = !fclose (file);
  if (failed)
    errno = error;
  return closed && !failed;
}

int sett_trace_save (const sett_trace *trace, const char *path,
                     sett_text *error) {
  sett_text temporary = {0};
  sett_text_addf (&temporary, "%s.XXXXXX", path);
  const int descriptor = mkstemp (temporary.at);
  int done = 0;
  if (descriptor >= 0) {
    relax (descriptor);
    FILE *file = fdopen (descriptor, "w");
    write_trace (trace, file);
    done = close_written (file) && !rename (temporary.at, path);
  }
  if (!done)
    cannot_write (path, error);
  if (!done && descriptor >= 0)
    unlink (temporary.at);
  sett_text_release (&temporary);
  return done;
}

/*------------------------------------------------------------------------*/
/* Loading. */

static char *want_copy (sett_json_reader *l, const json_t *object,
                        const char *key) {
  return sett_strdup (sett_json_want_string (l, object, key));
}

/* False if the key is missing. */
static int take_boolean (sett_json_reader *l, const json_t *object,
                         const char *key) {
  return json_object_get (object, key) &&
         sett_json_want_boolean (l, object, key);
}

/* A number below `none`; null, if allowed, stands for `none`. */
static uint32_t want_number (sett_json_reader *l, const json_t *object,
                             const char *key, uint32_t none, int or_null) {
  const json_t *value = sett_json_want (l, object, key);
  if (or_null && json_is_null (value))
    return none;
  return (uint32_t)sett_json_number_of (l, value, key, (int64_t)none - 1);
}

/* Null: there is no state. */
static int want_hash (sett_json_reader *l, const json_t *object,
                      const char *key, uint64_t *hash) {
  const json_t *value = sett_json_want (l, object, key);
  if (json_is_null (value))
    return 0;
  *hash = sett_json_word_of (l, value, key);
  return 1;
}

static sett_violation_kind want_violation (sett_json_reader *l,
                                           const json_t *object) {
  const char *name = sett_json_want_string (l, object, "fault");
  for (int i = SETT_VIOLATION_NONE + 1; i < SETT_VIOLATIONS; i++)
    if (!strcmp (name, sett_violation_name ((sett_violation_kind)i)))
      return (sett_violation_kind)i;
  sett_json_complain (l, "unknown fault \"%s\"", name);
  return SETT_VIOLATION_NONE;
}

static void load_step (sett_json_reader *l, sett_trace *trace,
                       const json_t *object) {
  if (!json_is_object (object)) {
    sett_json_complain (l, "not an object");
    return;
  }
  sett_trace_step step = {
      .transition = want_number (l, object, "transition", SETT_YIELD, 1),
      .process =
          (uint16_t)want_number (l, object, "process", SETT_NO_PROCESS, 0),
      .partner =
          (uint16_t)want_number (l, object, "partner", SETT_NO_PROCESS, 1),
      .holder = (uint16_t)want_number (l, object, "holder", SETT_NO_PROCESS, 1),
      .name = want_copy (l, object, "name"),
      .where = want_copy (l, object, "where"),
      .statement = want_copy (l, object, "statement"),
  };
  step.has_hash = want_hash (l, object, "hash", &step.hash);
  SETT_PUSH (trace->steps, step);
}

/* Only the last step may lead nowhere. */
static void load_steps (sett_json_reader *l, sett_trace *trace,
                        const json_t *root) {
  json_t *steps = sett_json_want (l, root, "steps");
  if (!json_is_array (steps)) {
    sett_json_complain (l, "\"steps\" is not an array");
    return;
  }
  const size_t count = json_array_size (steps);
  if (count && !trace->has_initial)
    sett_json_complain (l, "there are steps, but no initial state");
  for (size_t i = 0; i < count && !l->failed; i++) {
    l->step = (long)i + 1;
    load_step (l, trace, json_array_get (steps, i));
    if (!l->failed && i + 1 < count && !trace->steps.at[i].has_hash)
      sett_json_complain (l, "leads to no state, but is not the last one");
  }
  l->step = 0;
}

/* Only a run that goes on for ever has a cycle. */
static void load_cycle (sett_json_reader *l, sett_trace *trace,
                        const json_t *root) {
  trace->lasso = json_object_get (root, "cycle") != NULL;
  if (!trace->lasso)
    return;
  trace->cycle = want_number (l, root, "cycle", UINT32_MAX, 0);
  if (trace->cycle > trace->steps.count)
    sett_json_complain (l, "\"cycle\" is not the number of a step");
}

static char *want_copy_or_null (sett_json_reader *l, const json_t *object,
                                const char *key) {
  return json_is_null (sett_json_want (l, object, key))
             ? NULL
             : want_copy (l, object, key);
}

static void load_property (sett_json_reader *l, sett_trace *trace,
                           const json_t *root) {
  if (!json_object_get (root, "property"))
    return;
  const json_t *property = sett_json_want_object (l, root, "property");
  trace->property.kind = want_copy (l, property, "kind");
  trace->property.name = want_copy_or_null (l, property, "name");
  trace->property.formula = want_copy_or_null (l, property, "formula");
  trace->property.fair = sett_json_want_boolean (l, property, "fair");
}

static int check_version (sett_json_reader *l, const json_t *root) {
  if (!json_is_object (root) || !json_object_get (root, "sett-trace")) {
    sett_json_complain (l, "key \"sett-trace\" is missing");
    return 0;
  }
  const json_t *version = json_object_get (root, "sett-trace");
  if (!json_is_integer (version))
    sett_json_complain (l, "\"sett-trace\" is not a whole number");
  else if (json_integer_value (version) != SETT_TRACE_VERSION)
    sett_json_complain (l, "its version is %lld, this program reads version %d",
                        (long long)json_integer_value (version),
                        SETT_TRACE_VERSION);
  return !l->failed;
}

static void load_trace (sett_json_reader *l, sett_trace *trace,
                        const json_t *root) {
  if (!check_version (l, root))
    return;
  const json_t *options = sett_json_want_object (l, root, "options");
  const json_t *violation = sett_json_want_object (l, root, "violation");
  if (l->failed)
    return;
  trace->input = want_copy (l, root, "input");
  trace->source = want_copy (l, root, "model");
  trace->allow_c = sett_json_want_boolean (l, options, "allow_c");
  trace->resets = take_boolean (l, options, "static");
  trace->merges = take_boolean (l, options, "merging");
  trace->violation = want_violation (l, violation);
  trace->message = want_copy (l, violation, "message");
  trace->where = want_copy (l, violation, "where");
  sett_json_want_string (l, violation, "kind");
  trace->has_initial = want_hash (l, root, "initial", &trace->initial);
  load_property (l, trace, root);
  load_steps (l, trace, root);
  load_cycle (l, trace, root);
  if (sett_violation_is_of_run (trace->violation) && !trace->property.kind)
    sett_json_complain (l, "the property is missing");
}

int sett_trace_load (sett_trace *trace, const char *path, sett_text *error) {
  *trace = (sett_trace){0};
  sett_json_reader l = {.error = error, .path = path};
  json_t *root = sett_json_load (&l);
  if (root)
    load_trace (&l, trace, root);
  json_decref (root);
  if (l.failed)
    sett_trace_release (trace);
  return !l.failed;
}
