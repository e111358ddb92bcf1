/* sett check: explores every behaviour of a model and reports. */

#include "base/memory.h"
#include "base/terminal.h"
#include "base/text.h"
#include "base/watch.h"
#include "cli/cli.h"
#include "cli/counterexample.h"
#include "cli/gpu.h"
#include "cli/program.h"
#include "cli/trial.h"
#include "cli/verdict.h"
#include "kernel/coverage.h"
#include "kernel/trace.h"
#include "report/json.h"
#include "report/text.h"

#include <stdio.h>
#include <string.h>

/* A violation, ready to be reported. */
typedef struct finding {
  const sett_trial *trial;
  sett_trace trace;
  char *file;     /* of the trace; null: none was written; owned */
  uint64_t count; /* of violations that are the same */
} finding;

typedef struct session {
  const sett_options *options;
  sett_input input;
  sett_agenda agenda;
  SETT_VECTOR (sett_trial *) trials; /* owned */
  SETT_VECTOR (finding) findings;
  SETT_VECTOR (sett_outcome_violation) violations; /* point into findings */
  SETT_VECTOR (sett_outcome_property) properties;
  SETT_VECTOR (sett_outcome_statement) unreached;
  int knows_unreached;
  sett_text last_note;
} session;

/*------------------------------------------------------------------------*/
/* Searching. */

static sett_exit check_options (const sett_options *o, const char *path) {
  if (o->program_option)
    return sett_cli_error (o->json, "--%s is for programs, and '%s' is a model",
                           o->program_option, path);
  if (o->compiler_option)
    return sett_cli_error (o->json,
                           "unknown option %s (compilers know it, but '%s' is "
                           "a model)",
                           o->compiler_option, path);
  if (o->reduce > SETT_WISH_AUTO)
    return sett_cli_error (o->json,
                           "--reduce local is for systems of processes, and "
                           "'%s' is a model",
                           path);
  if (o->trace_dir && !o->trace)
    return sett_cli_error (o->json,
                           "--trace-dir and --no-trace exclude each other");
  return sett_trial_check_options (o);
}

/* A remark that holds for several properties is made once. */
static void say_once (session *s, const sett_text *note) {
  if (!note->length || s->options->quiet || s->options->json ||
      !strcmp (sett_text_get (&s->last_note), sett_text_get (note)))
    return;
  fprintf (stderr, "sett: %s\n", sett_text_get (note));
  sett_text_clear (&s->last_note);
  sett_text_add (&s->last_note, sett_text_get (note));
}

static sett_exit search (session *s, sett_trial *t) {
  const sett_options *o = s->options;
  const sett_manner manner = {.reduce = (sett_wish)o->reduce,
                              .cache = (sett_cache)o->cache,
                              .sleep = o->sleep};
  sett_text refusal = {0}, note = {0};
  const int sound = sett_trial_prepare (t, o, &manner, &refusal, &note);
  if (!sound)
    sett_cli_error (o->json, "%s", sett_text_get (&refusal));
  else
    say_once (s, &note);
  const sett_exit status = sound ? sett_trial_search (t, o) : SETT_EXIT_USAGE;
  sett_text_release (&refusal);
  sett_text_release (&note);
  return status;
}

static sett_exit try_property (session *s, const sett_agenda_item *item) {
  sett_trial *t = sett_zalloc (1, sizeof *t);
  SETT_PUSH (s->trials, t);
  const sett_exit status = sett_trial_load (t, &s->input, s->options, item, 1);
  return status ? status : search (s, t);
}

/* Only a search for safety follows every run. */
static sett_exit check_agenda (const session *s) {
  for (size_t i = 0; i < s->agenda.items.count; i++)
    if (s->agenda.items.at[i].property.kind == SETT_PROPERTY_SAFETY)
      return SETT_EXIT_FINE;
  if (!s->options->unreached)
    return SETT_EXIT_FINE;
  return sett_cli_error (s->options->json,
                         "--unreached needs a search for safety, which "
                         "follows every run; add --property safety");
}

/* Goes on while there is something to check and reason to. */
static sett_exit try_all (session *s) {
  sett_exit status = SETT_EXIT_FINE;
  for (size_t i = 0; !status && i < s->agenda.items.count; i++) {
    status = try_property (s, &s->agenda.items.at[i]);
    const sett_verdict verdict = s->trials.at[i]->result.verdict;
    if (verdict == SETT_ERROR ||
        (verdict == SETT_VIOLATED && !s->options->all_errors))
      break;
    if (sett_watch_spent () && s->trials.at[i]->result.limits_hit)
      break; /* else the next one says so: its search ends at once */
  }
  return status;
}

/*------------------------------------------------------------------------*/
/* Traces. */

/* <directory>/<base name without .pml>.<number>.trace */
static void add_trace_name (const session *s, size_t number, sett_text *name) {
  const char *directory = s->options->trace_dir;
  const char *slash = strrchr (s->input.path, '/');
  const char *base = slash ? slash + 1 : s->input.path;
  if (!strcmp (base, "-"))
    base = "stdin";
  size_t length = strlen (base);
  if (length > 4 && !strcmp (base + length - 4, ".pml"))
    length -= 4;
  if (directory)
    sett_text_addf (name, "%s/", directory);
  sett_text_addf (name, "%.*s.%zu.trace", (int)length, base, number);
}

static char *save_trace (const session *s, const sett_trace *trace,
                         size_t number) {
  if (!s->options->trace)
    return NULL;
  sett_text name = {0}, error = {0};
  char *file = NULL;
  add_trace_name (s, number, &name);
  if (sett_trace_save (trace, sett_text_get (&name), &error))
    file = sett_strdup (sett_text_get (&name));
  else
    fprintf (stderr, "sett: %s\n", sett_text_get (&error));
  sett_text_release (&name);
  sett_text_release (&error);
  return file;
}

static void set_property (const session *s, const sett_trial *t,
                          sett_trace *trace) {
  const sett_property *p = &t->item->property;
  if (p->kind != SETT_PROPERTY_SAFETY)
    sett_trace_set_property (trace, sett_property_word (p->kind), p->name,
                             p->formula, s->options->fair);
}

static void add_finding (session *s, const sett_trial *t,
                         const sett_violation *violation) {
  finding *f = SETT_PUSH_SLOT (s->findings);
  f->trial = t;
  f->count = violation->count;
  sett_trace_fill (&f->trace, t->subject.model, &violation->path,
                   violation->fault, violation->step.transition, s->input.path,
                   sett_text_get (&s->input.source), s->options->allow_c);
  const unsigned reductions = t->subject.promela.static_reductions;
  f->trace.resets = !!(reductions & SETT_STATIC_DEAD_VARIABLES);
  f->trace.merges = !!(reductions & SETT_STATIC_MERGING);
  set_property (s, t, &f->trace);
  f->file = save_trace (s, &f->trace, s->findings.count);
}

static void collect_findings (session *s) {
  for (size_t k = 0; k < s->trials.count; k++)
    for (size_t i = 0; i < s->trials.at[k]->result.violations.count; i++)
      add_finding (s, s->trials.at[k],
                   s->trials.at[k]->result.violations.at + i);
  for (size_t i = 0; i < s->findings.count; i++) {
    const finding *f = s->findings.at + i;
    const sett_outcome_violation violation = {
        .kind = sett_fault_kind (f->trace.fault),
        .message = f->trace.message,
        .property =
            f->trial->item->property.kind ? f->trial->item->title : NULL,
        .where = f->trace.where,
        .trace = f->file,
        .steps = f->trace.steps.count,
        .count = f->count,
        .lasso = f->trace.lasso,
        .cycle = f->trace.cycle,
    };
    SETT_PUSH (s->violations, violation);
  }
}

/*------------------------------------------------------------------------*/
/* Reporting. */

/* Never stronger than what was done: a property without a trial counts. */
static sett_verdict verdict_of (const session *s) {
  sett_verdict worst =
      s->trials.count < s->agenda.items.count ? SETT_BOUNDED : SETT_VERIFIED;
  for (size_t i = 0; i < s->trials.count; i++)
    worst = sett_verdict_worse (s->trials.at[i]->result.verdict, worst);
  return worst;
}

static void list_properties (session *s) {
  for (size_t i = 0; i < s->agenda.items.count; i++) {
    const sett_trial *t = i < s->trials.count ? s->trials.at[i] : NULL;
    const sett_outcome_property property = {
        .title = s->agenda.items.at[i].title,
        .is_safety =
            s->agenda.items.at[i].property.kind == SETT_PROPERTY_SAFETY,
        .verdict = t ? sett_verdict_name (t->result.verdict) : "not checked",
        .tone = t ? sett_verdict_tone (t->result.verdict) : SETT_DOUBTFUL,
        .reduction = t ? sett_reduction_name (t->reduction.kind) : "none",
        .states = t ? t->result.statistics.states : 0,
        .transitions = t ? t->result.statistics.transitions : 0,
        .seconds = t ? t->result.statistics.seconds : 0,
    };
    SETT_PUSH (s->properties, property);
  }
}

static const sett_trial *find_covering (const session *s) {
  for (size_t i = 0; i < s->trials.count; i++)
    if (s->trials.at[i]->result.coverage)
      return s->trials.at[i];
  return NULL;
}

static void add_unreached (session *s, sett_model *model,
                           const sett_unexecuted *what) {
  const sett_transition *t = model->transition (model, what->transition);
  const sett_outcome_statement statement = {
      .process = t->process,
      .file = t->file,
      .line = t->closing_line ? t->closing_line : t->line,
      .text = t->text,
      .reached = what->reached,
  };
  SETT_PUSH (s->unreached, statement);
}

static void list_unreached (session *s) {
  const sett_trial *t = find_covering (s);
  s->knows_unreached = t && t->result.exhaustive;
  if (!s->knows_unreached)
    return;
  sett_unexecuted_list list = {0};
  sett_coverage_list (t->result.coverage, &list);
  for (size_t i = 0; i < list.count; i++)
    add_unreached (s, t->subject.model, &list.at[i]);
  SETT_RELEASE (list);
}

/* Adds what one search found to the whole. */
static void add_trial (sett_outcome *outcome, const sett_trial *t) {
  const sett_statistics *statistics = &t->result.statistics;
  outcome->violations_seen += t->result.violations_seen;
  if (statistics->omission > outcome->omission)
    outcome->omission = statistics->omission;
  if (statistics->fill > outcome->fill)
    outcome->fill = statistics->fill;
  if (statistics->depth > outcome->depth)
    outcome->depth = statistics->depth;
  if (statistics->bytes_per_state > outcome->bytes_per_state)
    outcome->bytes_per_state = statistics->bytes_per_state;
  outcome->states += statistics->states;
  outcome->transitions += statistics->transitions;
  outcome->executions += statistics->executions;
  outcome->blocked += statistics->blocked;
  outcome->seconds += statistics->seconds;
}

static sett_outcome outcome_of (const session *s) {
  const sett_options *o = s->options;
  const sett_verdict verdict = verdict_of (s);
  const size_t count = s->trials.count;
  const sett_trial *last = count ? s->trials.at[count - 1] : NULL;
  unsigned limits_hit = 0;
  sett_outcome outcome = {
      .version = SETT_VERSION,
      .input = s->input.path,
      .search = o->stateless            ? "stateless"
                : o->shortest || o->gpu ? "bfs"
                                        : "dfs",
      .reduction =
          sett_reduction_name (count ? s->trials.at[0]->reduction.kind : 0),
      .store = o->gpu ? "keys" : sett_store_name ((sett_store_kind)o->store),
      .device = last && *last->device ? last->device : NULL,
      .verdict = sett_verdict_name (verdict),
      .tone = sett_verdict_tone (verdict),
      .error = verdict == SETT_ERROR ? last->result.message : NULL,
      .checked_deadlocks = o->deadlock,
      .checked_assertions = o->assertions,
      .properties = s->properties.at,
      .properties_count = s->properties.count,
      .violations = s->violations.at,
      .violations_count = s->violations.count,
      .wants_unreached = o->unreached,
      .knows_unreached = s->knows_unreached,
      .unreached = s->unreached.at,
      .unreached_count = s->unreached.count,
      .lossy =
          o->store == SETT_STORE_BITSTATE || o->store == SETT_STORE_COMPACT,
      .peak_memory = sett_memory_peak (),
  };
  for (size_t i = 0; i < s->trials.count; i++) {
    add_trial (&outcome, s->trials.at[i]);
    limits_hit |= s->trials.at[i]->result.limits_hit;
  }
  outcome.limits_count = sett_limit_names (limits_hit, outcome.limits);
  return outcome;
}

static void print_replay_line (const session *s, const finding *f) {
  if (!f->file)
    return;
  printf ("\ntrace    %s\nreplay   sett replay %s%s\n", f->file,
          s->options->allow_c ? "--allow-c " : "", f->file);
}

static int print_finding (const session *s, const finding *f) {
  const sett_counterexample what = {
      .model = f->trial->subject.model,
      .claim = f->trial->subject.claim,
      .trace = &f->trace,
      .file = f->file,
      .abridge = !s->options->verbose,
      .verbose = s->options->verbose,
  };
  sett_text departure = {0};
  putchar ('\n');
  const int done = sett_counterexample_print (&what, &departure);
  if (done)
    print_replay_line (s, f);
  else
    fprintf (stderr, "sett: internal error: the replay %s\n",
             sett_text_get (&departure));
  sett_text_release (&departure);
  return done;
}

/* All of them with --verbose, else the first. */
static int print_findings (const session *s) {
  const size_t count = s->options->verbose ? s->findings.count
                       : s->findings.count ? 1
                                           : 0;
  int done = 1;
  for (size_t i = 0; i < count; i++)
    done = print_finding (s, s->findings.at + i) && done;
  return done;
}

static void report_summary (const session *s, const sett_outcome *outcome) {
  const sett_colours *colours = sett_terminal_colours (stdout);
  const int quiet = s->options->quiet;
  sett_text text = {0};
  sett_report_headline (outcome, colours, &text);
  if (outcome->properties_count > 1)
    sett_report_properties (outcome, colours, &text);
  if (outcome->violations_count > 1)
    sett_report_violations (outcome, colours, &text);
  if (!quiet) {
    sett_text_add (&text, "\n");
    sett_report_statistics (outcome, colours, &text);
  }
  if (outcome->wants_unreached) {
    sett_text_add (&text, quiet ? "" : "\n");
    sett_report_unreached (outcome, colours, &text);
  }
  sett_cli_print (&text);
  sett_text_release (&text);
}

static int report_text (const session *s, const sett_outcome *outcome) {
  report_summary (s, outcome);
  return s->options->quiet || print_findings (s);
}

static void report_json (const sett_outcome *outcome) {
  sett_text text = {0};
  sett_report_json (outcome, &text);
  sett_cli_print (&text);
  sett_text_release (&text);
}

static sett_exit report (session *s) {
  collect_findings (s);
  list_properties (s);
  list_unreached (s);
  const sett_outcome outcome = outcome_of (s);
  if (s->options->json)
    report_json (&outcome);
  else if (!report_text (s, &outcome))
    return SETT_EXIT_INTERNAL;
  return sett_verdict_status (verdict_of (s));
}

static sett_exit say_and_end (session *s) {
  sett_watch_end ();
  return report (s);
}

/*------------------------------------------------------------------------*/
/* When a limit is reached and the thread that works cannot be told. */

static unsigned limits_of (unsigned spent) {
  return spent & SETT_SPENT_PATIENCE ? SETT_LIMIT_INTERRUPT
         : spent & SETT_SPENT_TIME   ? SETT_LIMIT_TIME
                                     : SETT_LIMIT_MEMORY;
}

/* What the search has found so far counts; the rest is not known. */
static void cut_short (session *s, unsigned spent) {
  sett_trial *t = s->trials.count ? s->trials.at[s->trials.count - 1] : NULL;
  if (!t || t->done)
    return;
  t->result.statistics = sett_trial_latest (t);
  t->result.limits_hit |= limits_of (spent);
  t->result.verdict = t->result.violations.count ? SETT_VIOLATED : SETT_BOUNDED;
  t->result.exhaustive = 0;
}

static void explain (unsigned spent, sett_text *text) {
  char busy[200];
  sett_watch_describe (busy, sizeof busy);
  sett_text_addf (text, "stopped by the %s while %s; nothing found so far",
                  spent & SETT_SPENT_PATIENCE ? "interruption"
                  : spent & SETT_SPENT_TIME   ? "time limit"
                                              : "memory limit",
                  busy);
}

static int last_words (void *context, unsigned spent) {
  session *s = context;
  sett_text meaning = {0};
  cut_short (s, spent);
  collect_findings (s);
  list_properties (s);
  explain (spent, &meaning);
  sett_outcome outcome = outcome_of (s);
  const sett_verdict verdict =
      sett_verdict_worse (SETT_BOUNDED, verdict_of (s));
  outcome.verdict = sett_verdict_name (verdict);
  outcome.tone = sett_verdict_tone (verdict);
  outcome.meaning = sett_text_get (&meaning);
  outcome.limits_count = sett_limit_names (limits_of (spent), outcome.limits);
  if (s->options->json)
    report_json (&outcome);
  else
    report_summary (s, &outcome);
  return (int)sett_verdict_status (verdict);
}

static void begin_watch (session *s) {
  const sett_options *o = s->options;
  sett_watch_begin (
      &(sett_watch_orders){.seconds = o->time,
                           .memory = sett_trial_memory (o),
                           .interrupted = sett_cli_catch_signals (),
                           .last_words = last_words,
                           .context = s});
}

/*------------------------------------------------------------------------*/

static void release (session *s) {
  for (size_t i = 0; i < s->findings.count; i++) {
    sett_trace_release (&s->findings.at[i].trace);
    sett_strfree (s->findings.at[i].file);
  }
  for (size_t i = 0; i < s->trials.count; i++) {
    sett_trial_release (s->trials.at[i]);
    sett_free (s->trials.at[i], sizeof *s->trials.at[i]);
  }
  SETT_RELEASE (s->trials);
  SETT_RELEASE (s->findings);
  SETT_RELEASE (s->violations);
  SETT_RELEASE (s->properties);
  sett_text_release (&s->last_note);
  SETT_RELEASE (s->unreached);
  sett_agenda_release (&s->agenda);
  sett_input_release (&s->input);
}

sett_exit sett_cli_check (const sett_options *options) {
  if (sett_cli_is_program (options))
    return sett_cli_check_program (options);
  if (options->gpu && !strcmp (options->gpu, "list"))
    return sett_cli_gpu_list (options);
  const char *path = sett_cli_operand (options, "check", "MODEL.pml");
  if (!path)
    return SETT_EXIT_USAGE;
  sett_exit status = check_options (options, path);
  if (status)
    return status;
  session s = {.options = options};
  begin_watch (&s);
  status = sett_input_open (&s.input, path, options);
  if (!status)
    status = sett_agenda_make (&s.agenda, &s.input, options);
  if (!status)
    status = check_agenda (&s);
  if (!status && options->gpu)
    status = sett_cli_gpu_check (&s.agenda, options);
  if (!status)
    status = try_all (&s);
  if (!status)
    status = say_and_end (&s);
  sett_watch_end ();
  release (&s);
  return status;
}
