/* sett check: explores every behaviour of a model and reports. */

#include "base/assert.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/watch.h"
#include "cli/advice.h"
#include "cli/view.h"
#include "view/automata.h"
#include "view/model_graph.h"
#include "view/story.h"
#include "cli/cli.h"
#include "cli/trace_view.h"
#include "cli/check_each.h"
#include "cli/estimate.h"
#include "cli/findings.h"
#include "cli/gpu_option.h"
#include "cli/gpu_race.h"
#include "cli/program.h"
#include "cli/mpi.h"
#include "cli/check_run.h"
#include "cli/checkpoint.h"
#include "cli/disk.h"
#include "cli/spin_options.h"
#include "cli/verdict_tone.h"
#include "kernel/coverage.h"
#include "kernel/trace.h"

#include <stdio.h>
#include <string.h>

/* A violation, ready to be reported. */
typedef struct finding {
  const sett_check_run *check_run;
  sett_trace trace;
  char *file;     /* of the trace; null: none was written; owned */
  uint64_t count; /* of violations that are the same */
} finding;

typedef struct session {
  const sett_options *options;
  sett_input input;
  sett_properties to_check;
  SETT_VECTOR (sett_check_run *) check_runs; /* owned */
  SETT_VECTOR (finding) findings;
  SETT_VECTOR (sett_outcome_violation) violations; /* point into findings */
  SETT_VECTOR (sett_outcome_property) properties;
  SETT_VECTOR (sett_outcome_statement) unreached;
  int knows_unreached;
  sett_text last_note;
  sett_advice advice;
  sett_text estimate, growth;
  sett_checkpoints *checkpoints;
  sett_cli_ranks *ranks;
} session;

/*------------------------------------------------------------------------*/
/* Searching. */

static sett_exit refuse_compiler_option (const sett_options *o,
                                         const char *path) {
  sett_text meaning = {0};
  sett_exit status;
  if (sett_spin_explain (o->compiler_option, &meaning))
    status = sett_cli_error (o->json, "unknown option %s: that is %s",
                             o->compiler_option, sett_text_get (&meaning));
  else
    status = sett_cli_error (o->json,
                             "unknown option %s (compilers know it, but '%s' "
                             "is a model)",
                             o->compiler_option, path);
  sett_text_release (&meaning);
  return status;
}

/* What is meant for pan defines a macro of the model, and no more. */
static void mention_macros (const sett_options *o) {
  for (size_t i = 0; i < o->define.count && !o->quiet && !o->json; i++) {
    const char *macro = o->define.at[i];
    sett_text word = {0}, meaning = {0};
    sett_text_addf (&word, "-D%.*s", (int)strcspn (macro, "="), macro);
    if (sett_spin_explain (sett_text_get (&word), &meaning))
      sett_cli_say ("%s defines a macro of the model; it is %s",
                    sett_text_get (&word), sett_text_get (&meaning));
    sett_text_release (&word);
    sett_text_release (&meaning);
  }
}

static sett_exit check_options (const sett_options *o, const char *path) {
  if (sett_spin_is_trail (path))
    return sett_spin_refuse_trail (o->json, path);
  if (o->program_option)
    return sett_cli_error (o->json, "--%s is for programs, and '%s' is a model",
                           o->program_option, path);
  if (o->compiler_option)
    return refuse_compiler_option (o, path);
  if (o->reduce == SETT_WISH_LOCAL)
    return sett_cli_error (o->json,
                           "--reduce local is for systems of processes, and "
                           "'%s' is a model",
                           path);
  if (o->trace_dir && !o->trace)
    return sett_cli_error (o->json,
                           "--trace-dir and --no-trace exclude each other");
  return sett_check_run_check_options (o);
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

/* How well the work was shared. */
static void say_balance (const session *s, const sett_statistics *t) {
  char threads[40] = "";
  if (!s->options->verbose || t->ranks < 2 || !t->states)
    return;
  if (t->threads > 1)
    snprintf (threads, sizeof threads, " of %llu threads",
              (unsigned long long)t->threads);
  sett_cli_say ("%llu ranks%s: %llu to %llu states each; %.4f messages and "
                "%.1f bytes for each state",
                (unsigned long long)t->ranks, threads,
                (unsigned long long)t->fewest, (unsigned long long)t->most,
                (double)t->messages / (double)t->states,
                (double)t->message_bytes / (double)t->states);
}

/* Can it be searched by ranks, if there are any, or with states on disk? */
static sett_exit check_manner (const session *s, const sett_check_run *t) {
  const char *reason =
      s->ranks->transport ? sett_search_refuses_ranks (&t->search) : NULL;
  if (reason && t->search.explorer.claim)
    return sett_cli_error (s->options->json, "--mpi does not check '%s': %s",
                           t->item->title, reason);
  return reason ? sett_cli_error (s->options->json, "--mpi: %s", reason)
                : sett_cli_disk_check_run (t, s->options);
}

/* The same for all properties, before the first is searched for. */
static sett_exit check_all_manners (session *s) {
  sett_exit status = SETT_EXIT_FINE;
  for (size_t i = 0; !status && i < s->to_check.items.count; i++) {
    sett_check_run t = {.done = 0};
    status = sett_check_run_load (&t, &s->input, s->options,
                                  &s->to_check.items.at[i], 0);
    t.search.explorer.claim = t.loaded_model.claim;
    if (!status)
      status = check_manner (s, &t);
    sett_check_run_release (&t);
  }
  return status;
}

static sett_exit search (session *s, sett_check_run *t) {
  const sett_options *o = s->options;
  const sett_manner manner = {.reduce = (sett_wish)o->reduce,
                              .cache = (sett_cache)o->cache,
                              .sleep = o->sleep,
                              .transport = s->ranks->transport};
  sett_text refusal = {0}, note = {0};
  const int sound = sett_check_run_prepare (t, o, &manner, &refusal, &note);
  if (!sound)
    sett_cli_error (o->json, "%s", sett_text_get (&refusal));
  else
    say_once (s, &note);
  sett_exit status = SETT_EXIT_USAGE;
  if (sound && sett_checkpoints_recall (s->checkpoints, t))
    status = SETT_EXIT_FINE;
  else if (sound)
    status = sett_checkpoints_equip (s->checkpoints, t);
  if (!status)
    status = check_manner (s, t);
  status = sett_cli_ranks_agree (
      s->ranks, status, sett_promela_code_hash (t->loaded_model.model));
  if (!status && !t->done)
    status = sett_check_run_search (t, o);
  say_balance (s, &t->result.statistics);
  sett_checkpoints_note (s->checkpoints, t);
  sett_text_release (&refusal);
  sett_text_release (&note);
  return status;
}

static sett_exit try_property (session *s, const sett_properties_item *item) {
  s->ranks->settled = 0;
  sett_check_run *t = sett_zalloc (1, sizeof *t);
  sett_check_run_lock ();
  SETT_PUSH (s->check_runs, t);
  sett_check_run_unlock ();
  const sett_exit status =
      sett_check_run_load (t, &s->input, s->options, item, 1);
  return status ? status : search (s, t);
}

/* Only a search for safety follows every run. */
static sett_exit check_properties (const session *s) {
  for (size_t i = 0; i < s->to_check.items.count; i++)
    if (s->to_check.items.at[i].property.kind == SETT_PROPERTY_SAFETY)
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
  for (size_t i = 0; !status && i < s->to_check.items.count; i++) {
    status = try_property (s, &s->to_check.items.at[i]);
    SETT_ASSERT (s->check_runs.count == i + 1);
    const sett_verdict verdict =
        sett_check_run_result (s->check_runs.at[i])->verdict;
    if (verdict == SETT_ERROR ||
        (verdict == SETT_VIOLATED && !s->options->all_errors))
      break;
    if (sett_watch_spent () &&
        sett_check_run_result (s->check_runs.at[i])->limits_hit)
      break; /* else the next one says so: its search ends at once */
  }
  return status;
}

/*------------------------------------------------------------------------*/
/* Traces. */

/* The name of the model without folder and .pml. */
static void add_base_name (const session *s, sett_text *name) {
  if (s->options->base_name) {
    sett_text_add (name, s->options->base_name);
    return;
  }
  const char *slash = strrchr (s->input.path, '/');
  const char *base = slash ? slash + 1 : s->input.path;
  if (!strcmp (base, "-"))
    base = "stdin";
  size_t length = strlen (base);
  if (length > 4 && !strcmp (base + length - 4, ".pml"))
    length -= 4;
  sett_text_add_bytes (name, base, length);
}

static int save (const void *trace, const char *file, sett_text *error) {
  return sett_trace_save (trace, file, error);
}

static char *save_trace (const session *s, const sett_trace *trace,
                         size_t number) {
  sett_text base = {0};
  add_base_name (s, &base);
  char *file = sett_cli_save_trace (s->options, sett_text_get (&base), number,
                                    save, trace);
  sett_text_release (&base);
  return file;
}

static void set_property (const session *s, const sett_check_run *t,
                          sett_trace *trace) {
  const sett_property *p = &t->item->property;
  if (p->kind != SETT_PROPERTY_SAFETY)
    sett_trace_set_property (trace, sett_property_word (p->kind), p->name,
                             p->formula, s->options->fair);
}

static void add_finding (session *s, const sett_check_run *t,
                         const sett_violation *violation) {
  finding *f = SETT_PUSH_SLOT (s->findings);
  f->check_run = t;
  f->count = violation->count;
  sett_trace_fill (&f->trace, t->loaded_model.model, &violation->path,
                   violation->violation, violation->step.transition,
                   s->input.path, sett_text_get (&s->input.source),
                   s->options->allow_c);
  const unsigned reductions = t->loaded_model.promela.static_reductions;
  f->trace.resets = !!(reductions & SETT_STATIC_DEAD_VARIABLES);
  f->trace.merges = !!(reductions & SETT_STATIC_MERGING);
  set_property (s, t, &f->trace);
  f->file = save_trace (s, &f->trace, s->findings.count);
}

/* Null, and a message, if the replay departs. */
static struct json_t *tell_story (const session *s, const finding *f) {
  sett_text departure = {0};
  if (!sett_cli_wants_stories (s->options))
    return NULL;
  struct json_t *story = sett_story_of_model (
      f->check_run->loaded_model.model, &f->trace,
      f->check_run->loaded_model.claim,
      sett_promela_formula (f->check_run->loaded_model.model),
      sett_cli_draws_states (s->options), &departure);
  if (!story)
    sett_cli_say ("internal error: the replay %s", sett_text_get (&departure));
  sett_text_release (&departure);
  return story;
}

static void collect_findings (session *s) {
  for (size_t k = 0; k < s->check_runs.count; k++) {
    const sett_check_run *t = s->check_runs.at[k];
    const sett_result *result = sett_check_run_result (t);
    for (size_t i = 0; i < result->violations.count; i++)
      add_finding (s, t, result->violations.at + i);
  }
  for (size_t i = 0; i < s->findings.count; i++) {
    const finding *f = s->findings.at + i;
    const sett_outcome_violation violation = {
        .kind = sett_violation_category (f->trace.violation),
        .message = f->trace.message,
        .property = f->check_run->item->property.kind
                        ? f->check_run->item->title
                        : NULL,
        .where = f->trace.where,
        .trace = f->file,
        .steps = f->trace.steps.count,
        .count = f->count,
        .lasso = f->trace.lasso,
        .cycle = f->trace.cycle,
        .story = tell_story (s, f),
    };
    SETT_PUSH (s->violations, violation);
  }
  SETT_ASSERT (s->violations.count == s->findings.count);
}

/*------------------------------------------------------------------------*/
/* Reporting. */

/* Never stronger than what was done: a property without a check run counts. */
static sett_verdict verdict_of (const session *s) {
  sett_verdict worst = s->check_runs.count < s->to_check.items.count
                           ? SETT_BOUNDED
                           : SETT_VERIFIED;
  for (size_t i = 0; i < s->check_runs.count; i++)
    worst = sett_verdict_worse (
        sett_check_run_result (s->check_runs.at[i])->verdict, worst);
  SETT_ASSERT (worst != SETT_VERIFIED || !s->findings.count);
  return worst;
}

static void list_properties (session *s) {
  for (size_t i = 0; i < s->to_check.items.count; i++) {
    const sett_check_run *t =
        i < s->check_runs.count ? s->check_runs.at[i] : NULL;
    const sett_result *r = t ? sett_check_run_result (t) : NULL;
    const sett_outcome_property property = {
        .title = s->to_check.items.at[i].title,
        .is_safety =
            s->to_check.items.at[i].property.kind == SETT_PROPERTY_SAFETY,
        .verdict = r ? sett_verdict_name (r->verdict) : "not checked",
        .tone = r ? sett_verdict_tone (r->verdict) : SETT_DOUBTFUL,
        .reduction = t ? sett_reduction_name (t->reduction.kind) : "none",
        .states = r ? r->statistics.states : 0,
        .transitions = r ? r->statistics.transitions : 0,
        .seconds = r ? r->statistics.seconds : 0,
    };
    SETT_PUSH (s->properties, property);
  }
}

static const sett_check_run *find_covering (const session *s) {
  for (size_t i = 0; i < s->check_runs.count; i++)
    if (sett_check_run_result (s->check_runs.at[i])->coverage)
      return s->check_runs.at[i];
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
  const sett_check_run *t = find_covering (s);
  s->knows_unreached = t && t->result.exhaustive;
  if (!s->knows_unreached)
    return;
  sett_unexecuted_list list = {0};
  sett_coverage_list (t->result.coverage, &list);
  for (size_t i = 0; i < list.count; i++)
    add_unreached (s, t->loaded_model.model, &list.at[i]);
  SETT_RELEASE (list);
}

/* Adds what one search found to the whole. */
static void add_check_run (sett_outcome *outcome, const sett_check_run *t) {
  const sett_result *result = sett_check_run_result (t);
  const sett_statistics *statistics = &result->statistics;
  outcome->violations_seen += result->violations_seen;
  if (statistics->omission > outcome->omission)
    outcome->omission = statistics->omission;
  if (statistics->fill > outcome->fill)
    outcome->fill = statistics->fill;
  if (statistics->depth > outcome->depth)
    outcome->depth = statistics->depth;
  if (statistics->bytes_per_state > outcome->bytes_per_state)
    outcome->bytes_per_state = statistics->bytes_per_state;
  if (statistics->disk_bytes > outcome->disk)
    outcome->disk = statistics->disk_bytes;
  outcome->states += statistics->states;
  outcome->transitions += statistics->transitions;
  outcome->executions += statistics->executions;
  outcome->blocked += statistics->blocked;
  outcome->seconds += statistics->seconds;
}

/* Is one among the properties that were not decided? */
static int is_temporal (const session *s) {
  for (size_t i = 0; i < s->to_check.items.count; i++)
    if (s->to_check.items.at[i].property.kind != SETT_PROPERTY_SAFETY &&
        (i >= s->check_runs.count ||
         sett_check_run_result (s->check_runs.at[i])->verdict == SETT_BOUNDED))
      return 1;
  return 0;
}

static unsigned limits_hit (const session *s) {
  unsigned hit = 0;
  for (size_t i = 0; i < s->check_runs.count; i++)
    hit |= sett_check_run_result (s->check_runs.at[i])->limits_hit;
  return hit;
}

/* On a device all that is exact is a tree. */
static const char *store_of (const sett_options *o) {
  const sett_store_kind store = (sett_store_kind)o->store;
  return sett_store_name (
      o->gpu && sett_store_is_exact (store) ? SETT_STORE_TREE : store);
}

/* Of the last search: those before it have come to their ends. */
static void add_estimate (session *s, sett_outcome *outcome) {
  if (verdict_of (s) != SETT_BOUNDED || !s->check_runs.count ||
      s->estimate.length || !s->check_runs.at[s->check_runs.count - 1]->done)
    return;
  const sett_check_run *last = s->check_runs.at[s->check_runs.count - 1];
  const sett_statistics *statistics = &last->result.statistics;
  outcome->estimated = sett_estimate_model (statistics, &s->estimate);
  if (last->result.limits_hit)
    sett_estimate_growth (&last->growth, statistics->seconds,
                          statistics->states, "states", &s->growth);
  if (s->estimate.length)
    outcome->estimate = sett_text_get (&s->estimate);
  if (s->growth.length)
    outcome->growth = sett_text_get (&s->growth);
}

/* With --gpu one property may be settled by the device, and another one by
   processors. */
static const char *device_of (const session *s) {
  for (size_t i = 0; i < s->check_runs.count; i++)
    if (*s->check_runs.at[i]->device)
      return s->check_runs.at[i]->device;
  return NULL;
}

static unsigned processors_of (const session *s) {
  for (size_t i = 0; i < s->check_runs.count; i++)
    if (s->check_runs.at[i]->processors)
      return s->check_runs.at[i]->processors;
  return 0;
}

static sett_outcome outcome_of (session *s) {
  const sett_options *o = s->options;
  const sett_verdict verdict = verdict_of (s);
  const size_t count = s->check_runs.count;
  const sett_check_run *last = count ? s->check_runs.at[count - 1] : NULL;
  sett_outcome outcome = {
      .version = SETT_VERSION,
      .input = s->input.path,
      .search = o->stateless ? "stateless"
                : o->shortest || o->gpu || o->disk || s->ranks->transport
                    ? "bfs"
                    : "dfs",
      .reduction =
          sett_reduction_name (count ? s->check_runs.at[0]->reduction.kind : 0),
      .store = store_of (o),
      .device = device_of (s),
      .processors = processors_of (s),
      .verdict = sett_verdict_name (verdict),
      .tone = sett_verdict_tone (verdict),
      .error =
          verdict == SETT_ERROR ? sett_check_run_result (last)->message : NULL,
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
      .lossy = !sett_store_is_exact ((sett_store_kind)o->store),
      .peak_memory = sett_memory_peak (),
  };
  for (size_t i = 0; i < s->check_runs.count; i++)
    add_check_run (&outcome, s->check_runs.at[i]);
  outcome.limits_count = sett_limit_names (limits_hit (s), outcome.limits);
  if (verdict == SETT_BOUNDED)
    sett_advise_model (&s->advice, o, limits_hit (s), is_temporal (s));
  add_estimate (s, &outcome);
  outcome.advice = s->advice.at;
  outcome.advice_count = s->advice.count;
  return outcome;
}

static int print_finding (const session *s, const finding *f) {
  const sett_trace_view what = {
      .model = f->check_run->loaded_model.model,
      .claim = f->check_run->loaded_model.claim,
      .trace = &f->trace,
      .file = f->file,
      .abridge = !s->options->verbose,
      .verbose = s->options->verbose,
  };
  sett_text departure = {0};
  putchar ('\n');
  const int done = sett_trace_view_print (&what, &departure);
  if (done)
    sett_cli_print_replay_line (f->file,
                                s->options->allow_c ? "--allow-c " : "");
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
  const int quiet = s->options->quiet;
  sett_cli_print_summary (outcome, quiet, NULL);
  if (!quiet && !print_findings (s))
    return 0;
  sett_cli_print_statistics (outcome, quiet);
  return 1;
}

/* Of a model that is verified; violations have their own. */
static struct json_t *draw_states (const session *s) {
  if (!sett_cli_draws_states (s->options) || verdict_of (s) != SETT_VERIFIED)
    return NULL;
  sett_state_graph *g =
      sett_state_graph_build (s->check_runs.at[0]->loaded_model.model);
  struct json_t *tree = g ? sett_state_graph_tree (g) : NULL;
  sett_state_graph_release (g);
  return tree;
}

static struct json_t *draw_automata (const session *s) {
  if (!s->options->html || verdict_of (s) == SETT_VIOLATED ||
      !s->check_runs.count)
    return NULL;
  return sett_automata_tree (s->check_runs.at[0]->loaded_model.model);
}

static sett_exit report (session *s) {
  collect_findings (s);
  list_properties (s);
  list_unreached (s);
  sett_outcome outcome = outcome_of (s);
  outcome.graph = draw_states (s);
  outcome.automata = draw_automata (s);
  if (s->options->json)
    sett_cli_print_json (&outcome);
  const int told = s->options->json || report_text (s, &outcome);
  const int written = told && sett_cli_write_forms (s->options, &outcome);
  json_decref (outcome.graph);
  json_decref (outcome.automata);
  if (!told)
    return SETT_EXIT_INTERNAL;
  if (!written)
    return SETT_EXIT_USAGE;
  sett_checkpoints_end (s->checkpoints, limits_hit (s));
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
  sett_check_run *t =
      s->check_runs.count ? s->check_runs.at[s->check_runs.count - 1] : NULL;
  if (!t || t->done)
    return;
  t->so_far.limits_hit = limits_of (spent);
  t->so_far.verdict = t->so_far.violations.count ? SETT_VIOLATED : SETT_BOUNDED;
}

static void explain (unsigned spent, sett_text *text) {
  char busy[200];
  sett_watch_describe (busy, sizeof busy);
  sett_text_addf (text, "%s while %s; nothing found so far",
                  spent & SETT_SPENT_PATIENCE ? "interrupted"
                  : spent & SETT_SPENT_TIME   ? "stopped by the time limit"
                                              : "stopped by the memory limit",
                  busy);
}

static int last_words (void *context, unsigned spent) {
  session *s = context;
  sett_text meaning = {0};
  sett_check_run_lock ();
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
    sett_cli_print_json (&outcome);
  else {
    sett_cli_print_summary (&outcome, s->options->quiet, NULL);
    sett_cli_print_statistics (&outcome, s->options->quiet);
  }
  sett_cli_write_forms (s->options, &outcome);
  return (int)sett_verdict_status (verdict);
}

static void begin_watch (session *s) {
  const sett_options *o = s->options;
  sett_watch_begin (
      &(sett_watch_orders){.seconds = o->time,
                           .memory = sett_check_run_memory (o),
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
  for (size_t i = 0; i < s->check_runs.count; i++) {
    sett_check_run_release (s->check_runs.at[i]);
    sett_free (s->check_runs.at[i], sizeof *s->check_runs.at[i]);
  }
  SETT_RELEASE (s->check_runs);
  SETT_RELEASE (s->findings);
  for (size_t i = 0; i < s->violations.count; i++)
    json_decref (s->violations.at[i].story);
  SETT_RELEASE (s->violations);
  SETT_RELEASE (s->properties);
  sett_text_release (&s->last_note);
  SETT_RELEASE (s->unreached);
  SETT_RELEASE (s->advice);
  sett_text_release (&s->estimate);
  sett_text_release (&s->growth);
  sett_properties_release (&s->to_check);
  sett_input_release (&s->input);
}

static sett_exit check_model (session *s) {
  const sett_options *o = s->options;
  sett_checkpoints *c = s->checkpoints;
  sett_exit status = sett_properties_make (&s->to_check, &s->input, o);
  c->properties = s->to_check.items.count;
  if (!status)
    status = sett_checkpoints_compare_source (c);
  if (!status)
    status = check_properties (s);
  if (!status && o->gpu)
    status = sett_cli_gpu_check (&s->to_check, &s->input, o);
  if (!status && (s->ranks->transport || o->disk))
    status = check_all_manners (s);
  if (!status)
    status = try_all (s);
  if (status)
    return status;
  const sett_transport *t = s->ranks->transport;
  if (!t || !t->rank)
    return say_and_end (s);
  sett_checkpoints_end (c, limits_hit (s));
  return sett_verdict_status (verdict_of (s));
}

sett_exit sett_cli_check_model (const sett_options *options,
                                sett_checkpoints *checkpoints) {
  const char *path = sett_cli_operand (options, "check", "MODEL.pml");
  if (!path)
    return SETT_EXIT_USAGE;
  sett_exit status = check_options (options, path);
  if (!status)
    status = sett_cli_disk_check (options);
  if (!status)
    status = sett_checkpoints_check (checkpoints);
  if (status)
    return status;
  mention_macros (options);
  sett_cli_ranks ranks;
  sett_options own = *options;
  session s = {.options = &own, .checkpoints = checkpoints, .ranks = &ranks};
  status = sett_cli_ranks_open (&ranks, options);
  if (status)
    return status;
  if (ranks.transport && !own.memory)
    own.memory = sett_check_run_memory (options) / ranks.transport->local;
  checkpoints->input = &s.input;
  begin_watch (&s);
  status = sett_checkpoints_join (checkpoints, ranks.transport);
  if (!status)
    status = sett_input_open (&s.input, path, options);
  if (!status)
    status = check_model (&s);
  sett_watch_end ();
  sett_cli_ranks_close (&ranks, status);
  if (sett_preparation_is_left ())
    return status;
  release (&s);
  sett_checkpoints_release (checkpoints);
  return status;
}

sett_exit sett_cli_check (const sett_options *options) {
  const sett_exit forms = sett_cli_check_forms (options);
  if (forms)
    return forms;
  if (sett_cli_is_several (options))
    return sett_cli_ranks_are_many ()
               ? sett_cli_error (options->json,
                                 "several inputs are checked on one machine: "
                                 "start sett without mpirun, or with one")
               : sett_cli_check_each (options);
  if (sett_cli_is_program (options))
    return sett_cli_check_program (options);
  if (options->gpu && !strcmp (options->gpu, "list"))
    return sett_cli_gpu_list (options);
  return sett_cli_check_model (
      options,
      &(sett_checkpoints){.file = options->checkpoint, .options = options});
}
