/* sett replay of a program's schedule: compiles if that is needed, runs exactly
   the recorded choices, and shows what happened. */

#include "base/terminal.h"
#include "base/watch.h"
#include "cli/view.h"
#include "view/story.h"
#include "cli/program.h"
#include "program/file_hash.h"
#include "program/shadow_root.h"
#include "program/trust.h"
#include "report/json_report.h"
#include "report/text_report.h"

#include <stdio.h>

typedef struct session {
  const sett_options *options;
  const char *path; /* of the trace */
  sett_program_trace trace;
  sett_install_paths install_paths;
  sett_text error;
} session;

static sett_exit fail (session *s) {
  return sett_cli_error (s->options->json, "%s", sett_text_get (&s->error));
}

/* It may still go the same way: this is a warning. */
static void warn (const session *s, const sett_part *part) {
  const sett_target *now = &part->target;
  if (part->recorded == now->hash || s->options->quiet || s->options->json)
    return;
  for (size_t i = 0; i < now->sources.count; i++) {
    uint64_t hash;
    if (sett_file_hash (now->sources.at[i].name, &hash) &&
        hash != now->sources.at[i].hash)
      sett_cli_say ("'%s' has changed since the trace was written",
                    now->sources.at[i].name);
  }
  sett_cli_say ("the program%s%s is not the one that the trace was written for",
                s->trace.system.multi ? " of " : "",
                s->trace.system.multi ? part->name : "");
}

/* The sources of the trace, not those of today, are what it is compared with.
 */
static int prepare_part (session *s, size_t index) {
  sett_part *part = &s->trace.system.parts.at[index];
  sett_target *t = &part->target;
  const size_t count = t->sources.count;
  if (!sett_system_prepare_part (&s->trace.system, index, &s->error))
    return 0;
  t->sources.count = count;
  warn (s, part);
  return 1;
}

/* A trace may come from anywhere: what it makes us do is said first. */
static void announce (const session *s) {
  const sett_system *system = &s->trace.system;
  if (s->options->quiet || s->options->json)
    return;
  for (size_t i = 0; i < system->parts.count; i++) {
    sett_text text = {0};
    sett_trust_tell (&system->parts.at[i], &text);
    sett_cli_say ("%s", sett_text_get (&text));
    sett_text_release (&text);
  }
}

static int prepare (session *s) {
  if (!s->options->trust && !sett_trust_check (&s->trace.system, &s->error))
    return 0;
  announce (s);
  if (!sett_install_paths_find (&s->install_paths, &s->error))
    return 0;
  for (size_t i = 0; i < s->trace.system.parts.count; i++)
    if (!prepare_part (s, i))
      return 0;
  return sett_system_join (&s->trace.system, &s->error);
}

/*------------------------------------------------------------------------*/

static int is_reproduced (const session *s, const sett_retelling *r) {
  return r->counterexample &&
         r->counterexample->violation == s->trace.violation;
}

static void add_departure (const session *s, const sett_retelling *r,
                           sett_text *text) {
  if (r->counterexample && r->counterexample->violation)
    sett_text_addf (text, "ends differently: %s instead of %s",
                    sett_violation_text (r->counterexample->violation),
                    sett_violation_text (s->trace.violation));
  else if (r->handle.shared->departed)
    sett_text_addf (text, "departs from the trace at step %llu of %u",
                    (unsigned long long)r->handle.shared->longest + 1,
                    s->trace.orders.choice_count);
  else if (r->supervised.course != SETT_COURSE_DONE) {
    sett_text_add (text, "did not come to its end: the program ");
    sett_run_add_death (r->supervised.status, text);
  } else
    sett_text_addf (text, "does not show the violation (%s)",
                    sett_violation_text (s->trace.violation));
}

/* The headline, and the page if one is wanted: false if it cannot be written.
 */
static int print_outcome (const session *s, sett_retelling *r) {
  sett_text message = {0}, where = {0}, text = {0};
  sett_tell_message (&r->explainer, &message);
  sett_tell_where (&r->explainer, &where);
  const sett_outcome_violation violation = {
      .kind = sett_violation_category (s->trace.violation),
      .message = sett_text_get (&message),
      .where = sett_text_get (&where),
      .trace = s->path,
      .steps = r->counterexample->step_count,
      .story = sett_cli_wants_stories (s->options)
                   ? sett_story_of_program (&r->explainer)
                   : NULL};
  const sett_outcome outcome = {.version = SETT_VERSION,
                                .input = s->trace.system.name,
                                .search = "replay",
                                .reduction = "none",
                                .store = "none",
                                .verdict = "violated",
                                .tone = SETT_BAD,
                                .violations = &violation,
                                .violations_count = 1,
                                .violations_seen = 1};
  sett_report_headline (&outcome, sett_terminal_colours (stdout), &text);
  if (!s->options->json)
    sett_cli_print (&text);
  const int done = sett_cli_write_forms (s->options, &outcome);
  json_decref (violation.story);
  sett_text_release (&message);
  sett_text_release (&where);
  sett_text_release (&text);
  return done;
}

static void print_text (const session *s, sett_retelling *r) {
  sett_text text = {0};
  if (!s->options->quiet) {
    sett_retelling_add (r, s->options->verbose, 0, NULL, &text);
    sett_text_add (&text, "\n");
  }
  sett_cli_print (&text);
  sett_text_release (&text);
}

static void print_json (const session *s, sett_retelling *r,
                        const char *departure) {
  sett_json_replay *json = sett_json_replay_open (SETT_VERSION, s->path);
  sett_program_trace told = {0};
  if (r->counterexample)
    sett_program_trace_fill (&told, &s->trace.system, &s->trace.orders,
                             &r->explainer);
  for (size_t i = 0; i < told.steps.count; i++)
    sett_json_replay_add_step (json, i + 1, told.steps.at[i].thread,
                               told.steps.at[i].where,
                               told.steps.at[i].operation);
  const sett_outcome_violation violation = {
      .kind = sett_violation_category (s->trace.violation),
      .message = s->trace.message,
      .where = s->trace.where,
      .trace = s->path,
      .steps = told.steps.count};
  sett_text text = {0};
  sett_json_replay_close (json, &violation, departure, &text);
  sett_cli_print (&text);
  sett_text_release (&text);
  sett_program_trace_release (&told);
}

static sett_exit conclude (session *s, sett_retelling *r) {
  const int same = is_reproduced (s, r);
  sett_text departure = {0};
  if (!same)
    add_departure (s, r, &departure);
  if (s->options->json)
    print_json (s, r, same ? NULL : sett_text_get (&departure));
  else if (same)
    print_text (s, r);
  const int written = !same || print_outcome (s, r);
  fflush (stdout);
  if (!same)
    sett_cli_say ("%s: the replay %s", s->path, sett_text_get (&departure));
  sett_text_release (&departure);
  return !written ? SETT_EXIT_USAGE
         : same   ? SETT_EXIT_VIOLATION
                  : SETT_EXIT_INTERNAL;
}

static sett_exit run (session *s) {
  sett_retelling r;
  const sett_exit status =
      sett_retell (&r, &s->trace.system, &s->install_paths, &s->trace.orders,
                   sett_cli_hold_signals (), &s->error)
          ? conclude (s, &r)
          : fail (s);
  sett_retelling_release (&r);
  return status;
}

/* What gdb does not say. */
static sett_exit result_of_debugger (const session *s,
                                     const sett_shared *shared) {
  if (shared->departed)
    sett_cli_say ("%s: the replay departs from the trace at step %llu", s->path,
                  (unsigned long long)shared->longest + 1);
  if (shared->phase != SETT_PHASE_FAILED)
    return SETT_EXIT_FINE;
  sett_cli_say ("%s: the program ended early: %s", s->path, shared->failure);
  return SETT_EXIT_INTERNAL;
}

/* Which process gdb is for: the name says it, if there are several. */
static sett_exit find_debugged (const session *s, const char *name,
                                uint8_t *number) {
  const sett_system *system = &s->trace.system;
  const int found = name ? sett_system_find (system, name) : 0;
  if (!system->multi && name)
    return sett_cli_error (s->options->json,
                           "--gdb %s: '%s' is the trace of a single program",
                           name, s->path);
  if (sett_system_is_java (system)) {
    *number = 1; /* one virtual machine has all processes */
    return SETT_EXIT_FINE;
  }
  if (system->multi && (!name || found < 0)) {
    sett_text text = {0};
    for (size_t i = 0; i < system->parts.count; i++)
      sett_text_addf (&text, "%s%s", i ? ", " : "", system->parts.at[i].name);
    sett_cli_error (s->options->json,
                    name ? "--gdb %s: the processes are %s"
                         : "--gdb%s needs the name of a process: %s",
                    name ? name : "", sett_text_get (&text));
    sett_text_release (&text);
    return SETT_EXIT_USAGE;
  }
  *number = (uint8_t)(found + 1);
  return SETT_EXIT_FINE;
}

/* Each kind of program has its own. */
static sett_exit check_debugger (const session *s) {
  const sett_options *o = s->options;
  const int java = s->trace.system.parts.at[0].target.java;
  if (sett_system_is_mixed (&s->trace.system))
    return sett_cli_error (o->json,
                           "debuggers are not there for systems of Java and C "
                           "programs");
  if (o->gdb + o->jdb + (o->jdwp != 0) > 1)
    return sett_cli_error (o->json,
                           "--gdb, --jdb and --jdwp exclude each other");
  if (o->gdb && java)
    return sett_cli_error (o->json,
                           "--gdb is not for Java programs: --jdb, or --jdwp "
                           "PORT for another debugger");
  if (!o->gdb && !java)
    return sett_cli_error (o->json,
                           "--%s is for Java programs: --gdb for others",
                           o->jdb ? "jdb" : "jdwp");
  return SETT_EXIT_FINE;
}

static sett_exit debug (session *s, const char *name) {
  sett_job job = {.system = &s->trace.system,
                  .library = s->install_paths.library,
                  .orders = s->trace.orders,
                  .debugger_port = (unsigned)s->options->jdwp,
                  .keeps_output = 1};
  sett_shared_handle handle = {.file = -1};
  sett_exit status = check_debugger (s);
  if (!status)
    status = find_debugged (s, name, &job.orders.gdb);
  if (status)
    return status;
  job.orders.show_output = 1;
  const int done = sett_run_debugger (&job, &handle, &s->error);
  const sett_exit result =
      done ? result_of_debugger (s, handle.shared) : fail (s);
  sett_shared_close (&handle);
  return result;
}

static int prepare_watched (session *s, const volatile int *interrupted) {
  sett_cli_watch (interrupted, 0);
  sett_watch_phase ("compiling the program");
  const int done = prepare (s) && !sett_watch_spent ();
  if (done)
    sett_watch_end ();
  return done;
}

sett_exit sett_cli_replay_program (const sett_options *options,
                                   const char *path, const char *process) {
  session s = {.options = options, .path = path};
  sett_exit status;
  const volatile int *interrupted = sett_cli_hold_signals ();
  if (options->model_option)
    status = sett_cli_error (options->json,
                             "--%s is for models, and '%s' is the trace of a "
                             "program",
                             options->model_option, path);
  else if (!sett_shadow_exempt (&options->real, &s.error))
    status = fail (&s);
  else if (!sett_program_trace_load (&s.trace, path, &s.error) ||
           !prepare_watched (&s, interrupted))
    status = sett_watch_spent () ? sett_cli_stopped (options->json) : fail (&s);
  else
    status = options->gdb || options->jdb || options->jdwp ? debug (&s, process)
                                                           : run (&s);
  sett_program_trace_release (&s.trace);
  sett_install_paths_release (&s.install_paths);
  sett_text_release (&s.error);
  return status;
}
