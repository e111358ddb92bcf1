/* sett replay: runs a recorded counter-example again and shows it in full. */

#include "base/terminal.h"
#include "base/text.h"
#include "base/watch.h"
#include "cli/cli.h"
#include "cli/counterexample.h"
#include "cli/program.h"
#include "cli/subject.h"
#include "report/json.h"
#include "report/text.h"
#include "search/replay.h"

#include <stdio.h>

typedef struct session {
  const sett_options *options;
  const char *path; /* of the trace */
  sett_trace trace;
  sett_subject subject;
  sett_text departure;
} session;

static sett_outcome_violation violation_of (const session *s) {
  return (sett_outcome_violation){
      .kind = sett_fault_kind (s->trace.fault),
      .message = s->trace.message,
      .where = s->trace.where,
      .trace = s->path,
      .steps = s->trace.steps.count,
      .lasso = s->trace.lasso,
      .cycle = s->trace.cycle,
  };
}

static void print_headline (const session *s) {
  const sett_outcome_violation violation = violation_of (s);
  const sett_outcome outcome = {.verdict = "violated",
                                .tone = SETT_BAD,
                                .violations = &violation,
                                .violations_count = 1};
  sett_text text = {0};
  sett_report_headline (&outcome, sett_terminal_colours (stdout), &text);
  sett_cli_print (&text);
  sett_text_release (&text);
}

static void observe_json (void *context, const sett_move *move) {
  sett_json_replay_add (context, move);
}

static int run_json (session *s) {
  sett_json_replay *json = sett_json_replay_open (SETT_VERSION, s->path);
  const int done = sett_replay (s->subject.model, &s->trace, s->subject.claim,
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
  const sett_counterexample what = {.model = s->subject.model,
                                    .trace = &s->trace,
                                    .claim = s->subject.claim,
                                    .file = s->path,
                                    .verbose = s->options->verbose};
  int done;
  if (s->options->quiet)
    done = sett_replay (s->subject.model, &s->trace, s->subject.claim, NULL,
                        NULL, &s->departure);
  else
    done = sett_counterexample_print (&what, &s->departure);
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
    return SETT_EXIT_VIOLATION;
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
  s->subject.promela = (sett_promela_options){
      .allow_c = s->trace.allow_c,
      .no_acceleration = 1,
      .static_reductions = (s->trace.resets ? SETT_STATIC_DEAD_VARIABLES : 0u) |
                           (s->trace.merges ? SETT_STATIC_MERGING : 0u),
      .property = property,
      .receptions = s->trace.fault == SETT_FAULT_UNSPECIFIED_RECEPTION,
      .overflows = s->trace.fault == SETT_FAULT_CHANNEL_OVERFLOW,
      .strict_messages = s->trace.fault == SETT_FAULT_SHAPE};
  return sett_subject_load (&s->subject, s->trace.input, s->trace.source, json);
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
  if (trace >= 0)
    return sett_cli_replay_program (options, options->operands.at[trace],
                                    options->operands.at[1 - trace]);
  s.path = sett_cli_operand (options, "replay", "FILE.trace");
  if (!s.path)
    return SETT_EXIT_USAGE;
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
    sett_cli_watch ();
    if (!(status = load_model (&s)))
      status = run (&s);
    sett_watch_end ();
  }
  sett_subject_release (&s.subject);
  sett_trace_release (&s.trace);
  sett_text_release (&s.departure);
  sett_text_release (&error);
  return status;
}
