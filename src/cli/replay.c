/* sett replay: runs a recorded counter-example again and shows it in full. */

#include "base/terminal.h"
#include "base/assert.h"
#include "base/text.h"
#include "base/watch.h"
#include "cli/view.h"
#include "view/story.h"
#include "cli/cli.h"
#include "cli/spin_options.h"
#include "cli/trace_view.h"
#include "cli/program.h"
#include "cli/loaded_model.h"
#include "report/json_report.h"
#include "report/text_report.h"
#include "search/trace_replay.h"

#include <stdio.h>

typedef struct session {
  const sett_options *options;
  const char *path; /* of the trace */
  sett_trace trace;
  sett_loaded_model loaded_model;
  sett_text departure;
  sett_text property; /* "ltl turns"; "": none has a name */
} session;

/* As the check has called it. */
static void name_property (session *s) {
  const sett_trace_property *p = &s->trace.property;
  if (!p->kind)
    return;
  sett_text_add (&s->property, p->kind);
  if (p->name)
    sett_text_addf (&s->property, " %s", p->name);
  if (p->formula)
    sett_text_addf (&s->property, ": %s", p->formula);
}

static sett_outcome_violation violation_of (const session *s) {
  return (sett_outcome_violation){
      .kind = sett_violation_category (s->trace.violation),
      .message = s->trace.message,
      .where = s->trace.where,
      .trace = s->path,
      .steps = s->trace.steps.count,
      .lasso = s->trace.lasso,
      .cycle = s->trace.cycle,
      .property = s->property.length ? sett_text_get (&s->property) : NULL,
  };
}

static sett_outcome outcome_of (const session *s,
                                const sett_outcome_violation *violation) {
  return (sett_outcome){.version = SETT_VERSION,
                        .input = s->trace.input,
                        .search = "replay",
                        .reduction = "none",
                        .store = "none",
                        .verdict = "violated",
                        .tone = SETT_BAD,
                        .violations = violation,
                        .violations_count = 1,
                        .violations_seen = 1};
}

static void print_headline (const session *s) {
  const sett_outcome_violation violation = violation_of (s);
  const sett_outcome outcome = outcome_of (s, &violation);
  sett_text text = {0};
  sett_report_headline (&outcome, sett_terminal_colours (stdout), &text);
  sett_cli_print (&text);
  sett_text_release (&text);
}

/* The replay has gone well once, and does again. */
static int write_page (session *s) {
  sett_outcome_violation violation = violation_of (s);
  if (!sett_cli_wants_stories (s->options))
    return 1;
  violation.story = sett_story_of_model (
      s->loaded_model.model, &s->trace, s->loaded_model.claim,
      sett_promela_formula (s->loaded_model.model),
      sett_cli_draws_states (s->options), &s->departure);
  const sett_outcome outcome = outcome_of (s, &violation);
  const int done =
      violation.story && sett_cli_write_forms (s->options, &outcome);
  json_decref (violation.story);
  return done;
}

static void observe_json (void *context, const sett_move *move) {
  sett_json_replay_add (context, move);
}

static int run_json (session *s) {
  SETT_ASSERT (s->trace.violation < SETT_VIOLATIONS);
  sett_json_replay *json = sett_json_replay_open (SETT_VERSION, s->path);
  const int done =
      sett_replay (s->loaded_model.model, &s->trace, s->loaded_model.claim,
                   observe_json, json, &s->departure);
  const sett_outcome_violation violation = violation_of (s);
  sett_text text = {0};
  sett_json_replay_close (json, &violation,
                          done ? NULL : sett_text_get (&s->departure), &text);
  sett_cli_print (&text);
  sett_text_release (&text);
  return done;
}

/* The verdict goes last: it is known only then. */
static int run_text (session *s) {
  const sett_trace_view what = {.model = s->loaded_model.model,
                                .trace = &s->trace,
                                .claim = s->loaded_model.claim,
                                .file = s->path,
                                .verbose = s->options->verbose};
  int done;
  if (s->options->quiet)
    done = sett_replay (s->loaded_model.model, &s->trace, s->loaded_model.claim,
                        NULL, NULL, &s->departure);
  else
    done = sett_trace_view_print (&what, &s->departure);
  if (done && !s->options->quiet)
    putchar ('\n');
  if (done)
    print_headline (s);
  fflush (stdout);
  return done;
}

static sett_exit run (session *s) {
  sett_watch_phase ("replaying");
  const int json = s->options->json;
  if (json ? run_json (s) : run_text (s))
    return write_page (s) ? SETT_EXIT_VIOLATION : SETT_EXIT_USAGE;
  sett_cli_say ("%s: the replay %s", s->path, sett_text_get (&s->departure));
  return SETT_EXIT_INTERNAL;
}

/* C code in a trace that somebody sent is not run unasked. */
static sett_exit load_model (session *s) {
  const int json = s->options->json;
  if (s->trace.allow_c && !s->options->allow_c)
    return sett_cli_error (json,
                           "the model in '%s' contains C code: --allow-c "
                           "runs it",
                           s->path);
  sett_property property = {.name = s->trace.property.name,
                            .formula = s->trace.property.formula};
  if (s->trace.property.kind &&
      !sett_property_find (s->trace.property.kind, &property.kind))
    return sett_cli_error (json, "%s: unknown kind of property '%s'", s->path,
                           s->trace.property.kind);
  s->loaded_model.promela = (sett_promela_options){
      .allow_c = s->trace.allow_c,
      .no_acceleration = 1,
      .static_reductions = (s->trace.resets ? SETT_STATIC_DEAD_VARIABLES : 0u) |
                           (s->trace.merges ? SETT_STATIC_MERGING : 0u),
      .property = property,
      .receptions = s->trace.violation == SETT_VIOLATION_UNSPECIFIED_RECEPTION,
      .overflows = s->trace.violation == SETT_VIOLATION_CHANNEL_OVERFLOW,
      .strict_messages = s->trace.violation == SETT_VIOLATION_SHAPE};
  return sett_loaded_model_load (&s->loaded_model, s->trace.input,
                                 s->trace.source, json);
}

/* --gdb NAME: which of the two operands is the trace? -1: neither. */
static int find_trace (const sett_options *o) {
  for (int i = 0; o->gdb && o->operands.count == 2 && i < 2; i++)
    if (sett_program_trace_is (o->operands.at[i]))
      return i;
  return -1;
}

sett_exit sett_cli_replay (const sett_options *options) {
  session s = {.options = options};
  const int trace = find_trace (options);
  const sett_exit forms = sett_cli_check_forms (options);
  if (forms)
    return forms;
  if (trace >= 0)
    return sett_cli_replay_program (options, options->operands.at[trace],
                                    options->operands.at[1 - trace]);
  s.path = sett_cli_operand (options, "replay", "FILE.trace");
  if (!s.path)
    return SETT_EXIT_USAGE;
  if (sett_spin_is_trail (s.path))
    return sett_spin_refuse_trail (options->json, s.path);
  if (sett_program_trace_is (s.path))
    return sett_cli_replay_program (options, s.path, NULL);
  if (options->program_option)
    return sett_cli_error (options->json,
                           "--%s is for programs, and '%s' is the trace of a "
                           "model",
                           options->program_option, s.path);
  sett_text error = {0};
  sett_exit status;
  if (!sett_trace_load (&s.trace, s.path, &error))
    status = sett_cli_error (options->json, "%s", sett_text_get (&error));
  else {
    name_property (&s);
    sett_cli_watch (sett_cli_catch_signals (), 0);
    if (!(status = load_model (&s)))
      status = run (&s);
    sett_watch_end ();
  }
  sett_loaded_model_release (&s.loaded_model);
  sett_trace_release (&s.trace);
  sett_text_release (&s.departure);
  sett_text_release (&s.property);
  sett_text_release (&error);
  return status;
}
