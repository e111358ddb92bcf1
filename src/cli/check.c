/* sett check: explores every behaviour of a model and reports. */

#include "base/memory.h"
#include "base/terminal.h"
#include "base/text.h"
#include "cli/agenda.h"
#include "cli/cli.h"
#include "cli/counterexample.h"
#include "cli/load.h"
#include "cli/machine.h"
#include "cli/subject.h"
#include "kernel/trace.h"
#include "report/json.h"
#include "report/progress.h"
#include "report/text.h"
#include "search/combination.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A property that was checked. */
typedef struct trial {
  const sett_agenda_item *item;
  sett_subject subject;
  sett_result result;
  const char *reduction;
} trial;

/* A violation, ready to be reported. */
typedef struct finding {
  const trial *trial;
  sett_trace trace;
  char *file; /* of the trace; null: none was written; owned */
} finding;

typedef struct session {
  const sett_options *options;
  sett_input input;
  sett_agenda agenda;
  SETT_VECTOR (trial *) trials; /* owned */
  SETT_VECTOR (finding) findings;
  SETT_VECTOR (sett_outcome_violation) violations; /* point into findings */
  SETT_VECTOR (sett_outcome_property) properties;
  sett_progress progress;
} session;

/* What each verdict is called, how it looks, and what the program returns. */
static const struct {
  const char *name;
  sett_tone tone;
  sett_exit status;
} verdicts[] = {
    [SETT_VERIFIED] = {"verified", SETT_GOOD, SETT_EXIT_FINE},
    [SETT_VIOLATED] = {"violated", SETT_BAD, SETT_EXIT_VIOLATION},
    [SETT_BOUNDED] = {"bounded", SETT_DOUBTFUL, SETT_EXIT_INCOMPLETE},
    [SETT_PROBABILISTIC] = {"probabilistic", SETT_DOUBTFUL,
                            SETT_EXIT_INCOMPLETE},
    [SETT_ERROR] = {"error", SETT_BAD, SETT_EXIT_INTERNAL},
};

static const struct {
  unsigned bit;
  const char *name;
} limits[] = {
    {SETT_LIMIT_TIME, "time"},   {SETT_LIMIT_MEMORY, "memory"},
    {SETT_LIMIT_DEPTH, "depth"}, {SETT_LIMIT_INTERRUPT, "interrupt"},
    {SETT_LIMIT_CYCLE, "cycle"},
};

static const char *const store_names[] = {
    [SETT_STORE_TREE] = "tree",
    [SETT_STORE_TABLE] = "table",
    [SETT_STORE_BITSTATE] = "bitstate",
    [SETT_STORE_COMPACT] = "compact",
};

/*------------------------------------------------------------------------*/
/* Searching. */

/* What this version cannot do is refused before any work starts. */
static sett_exit check_combination (const sett_options *o) {
  if (o->bitstate_size && o->store != SETT_STORE_BITSTATE)
    return sett_cli_error (o->json, "--bitstate-size needs --store bitstate");
  if (o->quiet && o->verbose)
    return sett_cli_error (o->json, "--quiet and --verbose exclude each other");
  if (o->trace_dir && !o->trace)
    return sett_cli_error (o->json,
                           "--trace-dir and --no-trace exclude each other");
  return SETT_EXIT_FINE;
}

static void warn (const sett_options *o, const sett_model *model) {
  if (o->workers < 2 || o->quiet || o->json)
    return;
  if (o->shortest)
    fprintf (stderr, "sett: --shortest searches with one worker only\n");
  else if (model->single_threaded)
    fprintf (stderr, "sett: the C code in this model has memory outside the "
                     "state: one worker only\n");
}

static void show_progress (void *context, const sett_statistics *statistics) {
  const sett_progress_sample sample = {
      .seconds = statistics->seconds,
      .states = statistics->states,
      .depth = statistics->depth,
      .memory = sett_memory_in_use (),
  };
  sett_progress_show (context, &sample);
}

/* With a claim only the claim is checked: the rest is another property. */
static sett_search_options search_options (session *s, const trial *t) {
  const sett_options *o = s->options;
  const int safety = t->item->property.kind == SETT_PROPERTY_SAFETY;
  return (sett_search_options){
      .explorer = {.claim = t->subject.claim, .fair = o->fair},
      .order = o->shortest ? SETT_BREADTH_FIRST : SETT_DEPTH_FIRST,
      .store = (sett_store_kind)o->store,
      .bitstate_bytes = o->bitstate_size,
      .workers = t->subject.model->single_threaded ? 1 : (unsigned)o->workers,
      .sleep = o->sleep,
      .stateless = o->stateless,
      .seconds = o->time,
      .depth = o->depth,
      .all_errors = o->all_errors,
      .check_deadlocks = o->deadlock && safety,
      .check_assertions = o->assertions && safety,
      .check_model = o->check_model,
      .check_store = o->check_store,
      .progress = o->quiet ? NULL : show_progress,
      .progress_context = &s->progress,
      .interrupted = sett_cli_catch_signals (),
  };
}

static int combine (const session *s, const trial *t,
                    sett_search_options *options) {
  const sett_options *o = s->options;
  const char *mutant = getenv ("SETT_MUTANT");
  const sett_request request = {
      .wish = (sett_wish)o->reduce,
      .cache = (sett_cache)o->cache,
      .observes = o->receptions || o->overflows,
      .check = o->check_reduce,
      .mutant = mutant ? (unsigned)strtoul (mutant, NULL, 10) : 0};
  sett_text refusal = {0}, note = {0};
  const int sound =
      sett_combine (t->subject.model, &request, options, &refusal, &note);
  if (!sound)
    sett_cli_error (o->json, "%s", sett_text_get (&refusal));
  else if (note.length && !o->quiet && !o->json)
    fprintf (stderr, "sett: %s\n", sett_text_get (&note));
  sett_text_release (&refusal);
  sett_text_release (&note);
  return sound;
}

/* The limit is for the search; what is found must be reportable. */
static sett_exit search (session *s, trial *t) {
  const sett_options *o = s->options;
  sett_search_options options = search_options (s, t);
  if (!combine (s, t, &options))
    return SETT_EXIT_USAGE;
  t->reduction = sett_reduction_name (options.explorer.reduction.kind);
  sett_memory_limit (o->memory ? o->memory : sett_machine_memory () / 10 * 9);
  sett_progress_init (&s->progress, stderr);
  sett_search (t->subject.model, &options, &t->result);
  sett_progress_end (&s->progress);
  sett_memory_limit (0);
  return SETT_EXIT_FINE;
}

static sett_exit try_property (session *s, const sett_agenda_item *item) {
  trial *t = sett_zalloc (1, sizeof *t);
  SETT_PUSH (s->trials, t);
  t->item = item;
  t->subject.promela = s->input.promela;
  t->subject.promela.property = item->property;
  t->subject.promela.checks_all = 1;
  if (s->options->static_analysis)
    t->subject.promela.static_reductions =
        s->options->fair ? SETT_STATIC_DEAD_VARIABLES : SETT_STATIC_ALL;
  sett_exit status =
      sett_subject_load (&t->subject, s->input.path,
                         sett_text_get (&s->input.source), s->options->json);
  if (status)
    return status;
  warn (s->options, t->subject.model);
  return search (s, t);
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
    if (s->trials.at[i]->result.limits_hit & SETT_LIMIT_INTERRUPT)
      break;
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

static void set_property (const session *s, const trial *t, sett_trace *trace) {
  const sett_property *p = &t->item->property;
  if (p->kind != SETT_PROPERTY_SAFETY)
    sett_trace_set_property (trace, sett_property_word (p->kind), p->name,
                             p->formula, s->options->fair);
}

static void add_finding (session *s, const trial *t,
                         const sett_violation *violation) {
  finding *f = SETT_PUSH_SLOT (s->findings);
  f->trial = t;
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
        .lasso = f->trace.lasso,
        .cycle = f->trace.cycle,
    };
    SETT_PUSH (s->violations, violation);
  }
}

/*------------------------------------------------------------------------*/
/* Reporting. */

static void set_limits (sett_outcome *outcome, unsigned limits_hit) {
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
    if (limits_hit & limits[i].bit)
      outcome->limits[outcome->limits_count++] = limits[i].name;
}

/* Which verdict prevails when several properties were checked. */
static const int severity[] = {
    [SETT_VERIFIED] = 0, [SETT_PROBABILISTIC] = 1, [SETT_BOUNDED] = 2,
    [SETT_VIOLATED] = 3, [SETT_ERROR] = 4,
};

static sett_verdict verdict_of (const session *s) {
  sett_verdict worst = SETT_VERIFIED;
  for (size_t i = 0; i < s->trials.count; i++)
    if (severity[s->trials.at[i]->result.verdict] > severity[worst])
      worst = s->trials.at[i]->result.verdict;
  return worst;
}

static void list_properties (session *s) {
  for (size_t i = 0; i < s->agenda.items.count; i++) {
    const trial *t = i < s->trials.count ? s->trials.at[i] : NULL;
    const sett_outcome_property property = {
        .title = s->agenda.items.at[i].title,
        .is_safety =
            s->agenda.items.at[i].property.kind == SETT_PROPERTY_SAFETY,
        .verdict = t ? verdicts[t->result.verdict].name : "not checked",
        .tone = t ? verdicts[t->result.verdict].tone : SETT_DOUBTFUL,
        .reduction = t ? t->reduction : "none",
        .states = t ? t->result.statistics.states : 0,
        .transitions = t ? t->result.statistics.transitions : 0,
        .seconds = t ? t->result.statistics.seconds : 0,
    };
    SETT_PUSH (s->properties, property);
  }
}

/* Adds what one search found to the whole. */
static void add_trial (sett_outcome *outcome, const trial *t) {
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
  const trial *last = s->trials.at[s->trials.count - 1];
  unsigned limits_hit = 0;
  sett_outcome outcome = {
      .version = SETT_VERSION,
      .input = s->input.path,
      .search = o->stateless  ? "stateless"
                : o->shortest ? "bfs"
                              : "dfs",
      .reduction = s->trials.at[0]->reduction,
      .store = store_names[o->store],
      .verdict = verdicts[verdict].name,
      .tone = verdicts[verdict].tone,
      .error = verdict == SETT_ERROR ? last->result.message : NULL,
      .checked_deadlocks = o->deadlock,
      .checked_assertions = o->assertions,
      .properties = s->properties.at,
      .properties_count = s->properties.count,
      .violations = s->violations.at,
      .violations_count = s->violations.count,
      .lossy =
          o->store == SETT_STORE_BITSTATE || o->store == SETT_STORE_COMPACT,
      .peak_memory = sett_memory_peak (),
  };
  for (size_t i = 0; i < s->trials.count; i++) {
    add_trial (&outcome, s->trials.at[i]);
    limits_hit |= s->trials.at[i]->result.limits_hit;
  }
  set_limits (&outcome, limits_hit);
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

static int report_text (const session *s, const sett_outcome *outcome) {
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
  sett_cli_print (&text);
  sett_text_release (&text);
  return quiet || print_findings (s);
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
  const sett_outcome outcome = outcome_of (s);
  if (s->options->json)
    report_json (&outcome);
  else if (!report_text (s, &outcome))
    return SETT_EXIT_INTERNAL;
  return verdicts[verdict_of (s)].status;
}

/*------------------------------------------------------------------------*/

static void release (session *s) {
  for (size_t i = 0; i < s->findings.count; i++) {
    sett_trace_release (&s->findings.at[i].trace);
    sett_strfree (s->findings.at[i].file);
  }
  for (size_t i = 0; i < s->trials.count; i++) {
    sett_result_release (&s->trials.at[i]->result);
    sett_subject_release (&s->trials.at[i]->subject);
    sett_free (s->trials.at[i], sizeof *s->trials.at[i]);
  }
  SETT_RELEASE (s->trials);
  SETT_RELEASE (s->findings);
  SETT_RELEASE (s->violations);
  SETT_RELEASE (s->properties);
  sett_agenda_release (&s->agenda);
  sett_input_release (&s->input);
}

sett_exit sett_cli_check (const sett_options *options) {
  const char *path = sett_cli_operand (options, "check", "MODEL.pml");
  if (!path)
    return SETT_EXIT_USAGE;
  sett_exit status = check_combination (options);
  if (status)
    return status;
  session s = {.options = options};
  status = sett_input_open (&s.input, path, options);
  if (!status)
    status = sett_agenda_make (&s.agenda, &s.input, options);
  if (!status)
    status = try_all (&s);
  if (!status)
    status = report (&s);
  release (&s);
  return status;
}
