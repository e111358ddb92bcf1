/* sett check of a program: explores its executions and reports.

   The search runs inside the program and leaves schedules (program/results.h).
   Each is run again, in a fresh process, for its full counterexample; only what
   happens again is reported. */

#include "base/assert.h"
#include "base/memory.h"
#include "base/watch.h"
#include "cli/advice.h"
#include "cli/estimate.h"
#include "cli/findings.h"
#include "cli/view.h"
#include "cli/machine.h"
#include "cli/program_checkpoint.h"
#include "cli/program_ranks.h"
#include "cli/verdict_tone.h"
#include "program/declarations.h"
#include "program/system.h"
#include "program/results.h"
#include "program/shadow_root.h"
#include "report/progress.h"
#include "report/units.h"
#include "stateless/hunt.h"
#include "stateless/stateless.h"
#include "view/story.h"

#include <stdio.h>
#include <string.h>

extern char **environ;

/* A violation, ready to be reported. */
typedef struct finding {
  sett_violation_kind violation;
  char *message, *where; /* owned */
  char *file;            /* of the trace; null: none was written; owned */
  uint64_t steps;
  unsigned hunted; /* by a walk of this kind, if not 0... */
  uint64_t walk;   /* ...and number */
  sett_text report;
  struct json_t *story; /* null: nobody wants it */
} finding;

typedef struct session {
  const sett_options *options;
  sett_system system;
  sett_install_paths install_paths;
  sett_declarations declarations; /* of a file */
  sett_results results;
  sett_program_checkpoints *checkpoints;
  const sett_transport *transport; /* null: no other ranks */
  SETT_VECTOR (finding) findings;
  SETT_VECTOR (sett_outcome_violation) violations; /* point into findings */
  SETT_VECTOR (sett_outcome_note) notes;           /* likewise into results */
  sett_text meaning, error;
  sett_outcome_program program;
  sett_advice advice;
  sett_text estimate, growth;
  sett_growth watched;
} session;

/*------------------------------------------------------------------------*/
/* Searching. */

static void show_progress (void *context, const sett_progress_report *report) {
  const sett_progress_sample sample = {
      .seconds = report->seconds,
      .states = report->executions,
      .depth = report->longest,
      .memory = report->memory,
  };
  sett_progress_show (context, &sample);
}

static int is_complete (const session *s) {
  const sett_evidence evidence = sett_results_evidence (&s->results);
  return sett_verdict_is_exhaustive (&evidence, 0);
}

/* Does the next stint not matter any more?  The first one can also have ended
   by itself, without a verdict: where executions do not end. */
static int is_decided (const session *s, unsigned stint) {
  const sett_course course = s->results.supervised.course;
  return s->results.found.count || is_complete (s) ||
         course == SETT_COURSE_INTERRUPTED ||
         (stint == 0 && course != SETT_COURSE_TIME &&
          !sett_results_are_too_deep (&s->results));
}

static int run (session *s, const sett_job *job) {
  if (s->transport)
    return sett_results_run_by_ranks (&s->results, job,
                                      (unsigned)s->options->workers,
                                      s->transport, &s->error);
  return sett_results_run (&s->results, job, (unsigned)s->options->workers,
                           &s->error);
}

static int run_stints (session *s, sett_job *job) {
  sett_results *r = &s->results;
  const sett_orders orders = r->orders;
  double spent = 0;
  unsigned stint = 0;
  int done = run (s, job);
  while (done && !is_decided (s, stint)) {
    spent += r->supervised.seconds;
    r->supervised.seconds = 0;
    job->orders = orders;
    if (!sett_cli_stint (s->options, stint + 1, spent, &job->orders,
                         &job->seconds))
      break;
    stint++;
    SETT_ASSERT (!r->found.count); /* what it found it would lose */
    sett_results_forget (r);
    r->orders = job->orders;
    done = run (s, job);
  }
  r->supervised.seconds += spent;
  const char *note = sett_cli_stint_note (stint, is_complete (s));
  if (done && note)
    sett_results_remark (r, SETT_NOTE_INFORMS, note);
  return done;
}

static sett_exit search (session *s) {
  const sett_options *o = s->options;
  sett_progress progress;
  sett_progress_init (&progress, stderr);
  sett_progress_call (&progress, "executions", "longest");
  progress.patience = sett_cli_patience (o);
  sett_job job = {
      .system = &s->system,
      .library = s->install_paths.library,
      .orders = s->results.orders,
      .memory = o->memory ? o->memory : sett_machine_memory () / 10 * 9,
      .interrupted = sett_cli_hold_signals (),
      .progress = o->quiet ? NULL : show_progress,
      .context = &progress,
  };
  job.orders.mutant = (int)sett_check_run_mutant ();
  sett_cli_stint (o, 0, 0, &job.orders, &job.seconds);
  s->checkpoints->library = s->install_paths.library;
  s->checkpoints->results = &s->results;
  s->checkpoints->follows = s->transport && s->transport->rank;
  const sett_exit status =
      sett_program_checkpoints_equip (s->checkpoints, &job);
  if (status)
    return status;
  const int done = run_stints (s, &job);
  s->watched = progress.growth;
  sett_progress_end (&progress);
  return done ? SETT_EXIT_FINE
              : sett_cli_error (o->json, "%s", sett_text_get (&s->error));
}

/*------------------------------------------------------------------------*/
/* Findings. */

/* The name of the program or of the system, without .procfile. */
static void add_base_name (const session *s, sett_text *name) {
  static const char suffix[] = ".procfile";
  const size_t end = strlen (suffix);
  if (s->options->base_name) {
    sett_text_add (name, s->options->base_name);
    return;
  }
  sett_target_add_base (s->system.name, name);
  if (name->length > end && !strcmp (name->at + name->length - end, suffix))
    name->at[name->length -= end] = 0;
}

static int save (const void *trace, const char *file, sett_text *error) {
  return sett_program_trace_save (trace, file, error);
}

static char *save_trace (const session *s, const sett_program_trace *trace,
                         size_t number) {
  sett_text base = {0};
  add_base_name (s, &base);
  char *file = sett_cli_save_trace (s->options, sett_text_get (&base), number,
                                    save, trace);
  sett_text_release (&base);
  return file;
}

/* Several workers may find the same. */
static int is_known (const session *s, const sett_program_trace *trace) {
  const int several = s->results.shared_memories > 1 || s->transport;
  for (size_t i = 0; i < s->findings.count && several; i++) {
    const finding *f = &s->findings.at[i];
    if (f->violation == trace->violation &&
        !strcmp (f->message, trace->message) &&
        !strcmp (f->where, trace->where))
      return 1;
  }
  return 0;
}

static void add_finding (session *s, sett_retelling *r,
                         const sett_orders *orders,
                         const sett_found_violation *what) {
  sett_program_trace trace;
  sett_program_trace_fill (&trace, &s->system, orders, &r->explainer);
  if (is_known (s, &trace)) {
    sett_program_trace_release (&trace);
    return;
  }
  finding *f = SETT_PUSH_SLOT (s->findings);
  *f = (finding){.violation = trace.violation,
                 .message = sett_strdup (trace.message),
                 .where = sett_strdup (trace.where),
                 .steps = trace.steps.count,
                 .hunted = what->hunted,
                 .walk = what->walk,
                 .file = save_trace (s, &trace, s->findings.count)};
  sett_retelling_add (r, s->options->verbose, !s->options->verbose, f->file,
                      &f->report);
  if (sett_cli_wants_stories (s->options))
    f->story = sett_story_of_program (&r->explainer);
  sett_program_trace_release (&trace);
}

/* A violation that does not happen again is not reported as one. */
static int retell_schedule (session *s, const sett_found_violation *what) {
  sett_orders orders = s->results.orders;
  orders.task = SETT_TASK_REPLAY;
  if (what->violation == SETT_VIOLATION_EXIT_STATUS)
    orders.exit_status = SETT_STATUS_ANY;
  orders.choices = what->choices;
  orders.choice_count = what->choice_count;
  orders.learned = what->learned;
  orders.learned_count = what->learned_count;
  sett_retelling r;
  static const volatile int never; /* what was found shall be reported */
  const int ran = sett_retell (&r, &s->system, &s->install_paths, &orders,
                               &never, &s->error);
  const int same =
      ran && r.counterexample && r.counterexample->violation == what->violation;
  if (same)
    add_finding (s, &r, &orders, what);
  else if (!s->error.length)
    sett_text_addf (&s->error,
                    "a violation was found (%s), but it did not happen again "
                    "when its schedule was repeated%s",
                    *what->message ? what->message
                                   : sett_violation_text (what->violation),
                    ran && r.handle.shared->departed
                        ? ": the program behaves differently from run to run"
                        : "");
  sett_retelling_release (&r);
  return same;
}

static void retell_all (session *s) {
  for (size_t i = 0; i < s->results.found.count; i++)
    if (!retell_schedule (s, s->results.found.at + i))
      return;
}

/*------------------------------------------------------------------------*/
/* The verdict. */

/* A violation counts when it has happened again. */
static sett_verdict verdict_of (const session *s) {
  sett_evidence evidence = sett_results_evidence (&s->results);
  evidence.failed |= s->error.length > 0;
  evidence.violations = s->findings.count;
  return sett_verdict_decide (&evidence);
}

/* The run-time gave up, for a reason of its own. */
static void note_failure (session *s) {
  const sett_shared *b = &s->results.shared;
  if (b->phase == SETT_PHASE_FAILED)
    sett_text_addf (&s->error, "the run-time gave up: %.*s",
                    (int)sizeof b->failure - 1, b->failure);
}

/* Never more than what was looked for. */
static void add_absent (const session *s, sett_text *text) {
  const sett_orders *o = &s->results.orders;
  if (o->local) {
    sett_text_add (text, "no deadlock of all processes");
    return;
  }
  const int races = o->races && o->discipline != SETT_DISCIPLINE_NONE &&
                    sett_results_are_instrumented (&s->results);
  const char *separator = "";
  if (o->deadlocks) {
    sett_text_add (text, "no deadlock");
    separator = ", ";
  }
  if (races) {
    sett_text_addf (text, "%sno data race", separator);
    separator = ", ";
  }
  if (o->assertions) {
    sett_text_addf (text, "%sno assertion failure", separator);
    separator = ", ";
  }
  sett_text_addf (text, "%sno crash", separator);
  if (*o->reach)
    sett_text_addf (text, ", no way to label '%s'", o->reach);
}

static const char *stop_of (const sett_results *r) {
  switch (r->supervised.course) {
  case SETT_COURSE_TIME:
    return "stopped by the time limit; ";
  case SETT_COURSE_INTERRUPTED:
    return "interrupted; ";
  default:
    return r->shared.memory_full           ? "stopped by the memory limit; "
           : sett_results_are_too_deep (r) ? "stopped by the depth limit; "
           : sett_results_are_cut_short (r)
               ? "stopped by the limit of executions; "
               : "";
  }
}

static void add_meaning (session *s) {
  sett_text statuses = {0};
  sett_text_add (&s->meaning, stop_of (&s->results));
  add_absent (s, &s->meaning);
  if (!is_complete (s)) {
    sett_text_add (&s->meaning, " in ");
    sett_units_count (&s->meaning, s->results.shared.executions);
    sett_text_addf (&s->meaning, " execution%s",
                    s->results.shared.executions == 1 ? "" : "s");
  }
  sett_text_add (&s->meaning, " (sequential consistency");
  if (s->results.shared.endless)
    sett_text_add (&s->meaning,
                   "; it can run for ever: starvation is not checked");
  else if (s->results.shared.in_vain)
    sett_text_add (&s->meaning, "; starvation of threads that wait busily is "
                                "not checked");
  sett_text_add (&s->meaning, ")");
  sett_results_add_statuses (&s->results, &statuses);
  if (statuses.length)
    sett_text_addf (&s->meaning, "; %s", sett_text_get (&statuses));
  sett_text_release (&statuses);
}

/*------------------------------------------------------------------------*/
/* Reporting. */

static void list_violations (session *s) {
  for (size_t i = 0; i < s->findings.count; i++) {
    const finding *f = s->findings.at + i;
    const sett_outcome_violation violation = {
        .kind = sett_violation_category (f->violation),
        .message = f->message,
        .where = f->where,
        .trace = f->file,
        .steps = f->steps,
        .hunter = sett_hunt_kind_name (f->hunted),
        .walk = f->walk,
        .story = f->story,
    };
    SETT_PUSH (s->violations, violation);
  }
}

static int is_deadlock (const finding *f) {
  return f->violation == SETT_VIOLATION_DEADLOCK ||
         f->violation == SETT_VIOLATION_LOCAL_DEADLOCK;
}

/* How many there are, beside the one that is shown. */
static void remark_statuses (sett_results *r) {
  sett_text text = {0};
  sett_results_add_statuses (r, &text);
  if (text.length)
    sett_results_remark (r, SETT_NOTE_INFORMS, sett_text_get (&text));
  sett_text_release (&text);
}

static void list_notes (session *s) {
  sett_results *r = &s->results;
  if (s->findings.count)
    remark_statuses (r);
  for (size_t i = 0; i < s->findings.count; i++)
    if (is_deadlock (s->findings.at + i))
      sett_results_leave_out_rest (r);
  for (size_t i = 0; i < r->remarks.count; i++) {
    const sett_remark *remark = r->remarks.at + i;
    const sett_outcome_note note = {.text = remark->text,
                                    .where = remark->where,
                                    .count = remark->count,
                                    .bounds = remark->kind == SETT_NOTE_BOUNDS};
    SETT_PUSH (s->notes, note);
  }
}

/* Where one worker has searched: what several have done cannot be added up. */
static void add_estimate (session *s, sett_outcome *outcome) {
  const sett_results *r = &s->results;
  if (verdict_of (s) != SETT_BOUNDED || sett_results_workers (r) > 1 ||
      !sett_results_evidence (r).limits_hit)
    return;
  outcome->estimated = sett_estimate_program (r->shared.executions,
                                              r->shared.progress, &s->estimate);
  sett_estimate_growth (&s->watched, r->supervised.seconds,
                        r->shared.executions, "executions", &s->growth);
  if (s->estimate.length)
    outcome->estimate = sett_text_get (&s->estimate);
  if (s->growth.length)
    outcome->growth = sett_text_get (&s->growth);
}

static sett_outcome outcome_of (session *s) {
  static const char *const searches[] = {
#define STATELESS(NAME, WORD) WORD,
#include "stateless/stateless.def"
#undef STATELESS
  };
  const sett_results *r = &s->results;
  const sett_shared *b = &r->shared;
  const sett_verdict verdict = verdict_of (s);
  s->program = (sett_outcome_program){
      .memory_model = "sequential consistency",
      .instrumented = sett_results_are_instrumented (r),
      .in_vain = b->in_vain,
      .assumed = b->assumed,
      .cut = b->cut,
      .dead_ends = b->dead_ends,
      .events = b->events,
      .longest = b->longest,
      .threads = b->most_threads,
      .processes = s->system.multi ? b->member_count : 0,
      .workers = sett_results_workers (r) > 1 ? sett_results_workers (r) : 0,
      .matched = b->matched,
      .stateful = r->orders.stateful,
      .walks = b->walks,
      .notes = s->notes.at,
      .notes_count = s->notes.count,
  };
  sett_outcome outcome = {
      .version = SETT_VERSION,
      .input = s->system.name,
      .search = searches[r->orders.search],
      .reduction = searches[r->orders.search],
      .store = r->orders.stateful ? "hash" : "none",
      .verdict = sett_verdict_name (verdict),
      .tone = sett_verdict_tone (verdict),
      .error = verdict == SETT_ERROR ? sett_text_get (&s->error) : NULL,
      .meaning = sett_text_get (&s->meaning),
      .program = &s->program,
      .violations = s->violations.at,
      .violations_count = s->violations.count,
      .violations_seen = b->violations_seen,
      .states = b->states,
      .transitions = b->events,
      .depth = b->longest,
      .executions = b->executions,
      .blocked = b->asleep,
      .seconds = r->supervised.seconds,
      .peak_memory = b->in_use,
  };
  outcome.limits_count =
      sett_limit_names (sett_results_evidence (r).limits_hit, outcome.limits);
  if (verdict == SETT_BOUNDED)
    sett_advise_program (&s->advice, s->options,
                         sett_results_evidence (r).limits_hit,
                         sett_system_has_java (&s->system),
                         sett_system_is_mixed (&s->system), r->orders.stateful);
  add_estimate (s, &outcome);
  outcome.advice = s->advice.at;
  outcome.advice_count = s->advice.count;
  return outcome;
}

static void print_finding (const finding *f) {
  putchar ('\n');
  sett_cli_print (&f->report);
  sett_cli_print_replay_line (f->file, "");
}

static void report_text (const session *s, const sett_outcome *outcome) {
  const int quiet = s->options->quiet;
  sett_text lead = {0};
  if (s->options->outcomes)
    sett_cli_add_outcomes (&s->results.list, &lead);
  else
    sett_cli_add_executions (&s->results.list, &lead);
  sett_cli_print_summary (outcome, quiet, &lead);
  sett_text_release (&lead);
  for (size_t i = 0; !quiet && i < s->findings.count; i++)
    if (!i || s->options->verbose)
      print_finding (s->findings.at + i);
  sett_cli_print_statistics (outcome, quiet);
}

static sett_exit report (session *s) {
  sett_results_conclude (&s->results);
  note_failure (s);
  retell_all (s);
  list_violations (s);
  list_notes (s);
  add_meaning (s);
  const sett_outcome outcome = outcome_of (s);
  if (s->options->json)
    sett_cli_print_json (&outcome);
  else
    report_text (s, &outcome);
  if (!sett_cli_write_forms (s->options, &outcome))
    return SETT_EXIT_USAGE;
  const sett_verdict verdict = verdict_of (s);
  if (verdict != SETT_ERROR) /* it is there for another attempt */
    sett_program_checkpoints_end (
        s->checkpoints, sett_results_evidence (&s->results).limits_hit);
  return sett_verdict_status (verdict);
}

/*------------------------------------------------------------------------*/

static void release_finding (finding *f) {
  sett_strfree (f->message);
  sett_strfree (f->where);
  sett_strfree (f->file);
  sett_text_release (&f->report);
  json_decref (f->story);
}

static void release (session *s) {
  for (size_t i = 0; i < s->findings.count; i++)
    release_finding (s->findings.at + i);
  SETT_RELEASE (s->declarations);
  SETT_RELEASE (s->findings);
  SETT_RELEASE (s->violations);
  SETT_RELEASE (s->notes);
  SETT_RELEASE (s->advice);
  sett_text_release (&s->estimate);
  sett_text_release (&s->growth);
  sett_results_release (&s->results);
  sett_text_release (&s->meaning);
  sett_text_release (&s->error);
  sett_install_paths_release (&s->install_paths);
  sett_system_release (&s->system);
}

static sett_exit prepare (session *s) {
  const int json = s->options->json;
  sett_cli_watch (sett_cli_hold_signals (), s->options->time);
  sett_watch_phase ("compiling the program");
  const int done = sett_install_paths_find (&s->install_paths, &s->error) &&
                   sett_system_prepare (&s->system, &s->error);
  if (sett_watch_spent ())
    return sett_cli_stopped (json);
  sett_watch_end ();
  s->results.library = s->install_paths.library;
  return done ? SETT_EXIT_FINE
              : sett_cli_error (json, "%s", sett_text_get (&s->error));
}

/* Names are those of one executable. */
static sett_exit declare (session *s) {
  const char *file = s->options->declarations;
  if (!file)
    return SETT_EXIT_FINE;
  if (s->system.multi)
    return sett_cli_error (s->options->json,
                           "--declarations: names of which program? It works "
                           "with a single one");
  if (!sett_declarations_read (&s->declarations, file,
                               s->system.parts.at[0].target.path,
                               s->system.parts.at[0].target.name, &s->error))
    return sett_cli_error (s->options->json, "%s", sett_text_get (&s->error));
  s->results.orders.declared = s->declarations.at;
  s->results.orders.declared_count = (uint32_t)s->declarations.count;
  return SETT_EXIT_FINE;
}

/* What was spent on compiling is not there for the search. */
static void spend (sett_options *left, double started) {
  const double least = 0.001, rest = left->time - sett_watch_now () + started;
  if (left->time > 0)
    left->time = rest > least ? rest : least;
}

/* The time before the checkpoint counts, too. */
static void add_time (session *s) {
  if (s->checkpoints->head)
    s->results.supervised.seconds += s->checkpoints->head->statistics.seconds;
}

/* Ranks that share the search, if there are several. */
static sett_exit join_ranks (session *s, const sett_cli_ranks *ranks,
                             sett_options *left) {
  if (!ranks->transport || ranks->transport->ranks < 2)
    return SETT_EXIT_FINE;
  const char *reason = sett_program_ranks_refuse (left, &s->system);
  s->transport = ranks->transport;
  left->states_after = 0;
  return reason ? sett_cli_error (left->json, "--mpi: %s", reason)
                : SETT_EXIT_FINE;
}

/* The program is compiled, or is not: do all have the same? */
static sett_exit agree (session *s, sett_cli_ranks *ranks, sett_exit status) {
  uint64_t hash = 0;
  for (size_t i = 0; !status && i < s->system.parts.count; i++)
    hash = hash * 0x9e3779b97f4a7c15u + s->system.parts.at[i].target.hash;
  status = sett_cli_ranks_agree (ranks, status, hash);
  if (!status && s->transport)
    sett_program_ranks_unite (s->transport);
  return status;
}

/* The first rank reports. */
static sett_exit report_by_one (session *s) {
  sett_exit status = SETT_EXIT_FINE;
  if (!s->transport || !s->transport->rank)
    status = report (s);
  return s->transport ? sett_program_ranks_end (s->transport, status) : status;
}

static sett_exit check_by_ranks (session *s, sett_cli_ranks *ranks,
                                 sett_options *left, double started,
                                 sett_exit status) {
  if (!status)
    status = prepare (s);
  spend (left, started);
  status = agree (s, ranks, status);
  if (!status)
    status = declare (s);
  if (!status)
    status = search (s);
  add_time (s);
  return status ? status : report_by_one (s);
}

sett_exit sett_cli_check_program_from (const sett_options *options,
                                       sett_program_checkpoints *checkpoints) {
  const double started = sett_watch_now ();
  sett_options left = *options;
  sett_cli_ranks ranks = {.settled = 1};
  session *s = sett_zalloc (1, sizeof *s); /* it is large, and hardly used */
  s->options = &left;
  s->checkpoints = checkpoints;
  s->results.system = checkpoints->system = &s->system;
  sett_exit status = sett_cli_ranks_open (&ranks, options);
  if (checkpoints->environment) /* launchers have been heard */
    environ = checkpoints->environment;
  if (!status)
    status = sett_cli_set_system (options, &s->system);
  if (!status)
    status = sett_cli_set_orders (options, &s->system, &s->results.orders);
  if (!status)
    status = sett_program_checkpoints_check (checkpoints);
  if (checkpoints->file)
    left.states_after = 0; /* there is one search to go on with */
  if (!status && !sett_shadow_exempt (&options->real, &s->error))
    status = sett_cli_error (options->json, "%s", sett_text_get (&s->error));
  if (!status && sett_system_has_java (&s->system))
    left.states_after = 0; /* a virtual machine cannot compare states */
  if (!status)
    status = join_ranks (s, &ranks, &left);
  status = check_by_ranks (s, &ranks, &left, started, status);
  if (ranks.transport)
    ranks.transport->close ();
  release (s);
  sett_free (s, sizeof *s);
  sett_program_checkpoints_release (checkpoints);
  return status;
}

sett_exit sett_cli_check_program (const sett_options *options) {
  return sett_cli_check_program_from (
      options,
      &(sett_program_checkpoints){.file = options->checkpoint,
                                  .options = options,
                                  .kill_at = sett_checkpoint_kill_at ()});
}
