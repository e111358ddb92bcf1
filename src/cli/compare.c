/* sett compare: searches a model with every reduction that is sound for it.

   Each search loads the model afresh, so that none profits from the code that
   was optimised during another.  All reductions that run are sound: if one
   finds a violation and another verifies the property, Sett is wrong, and says
   so. */

#include "base/memory.h"
#include "base/assert.h"
#include "base/terminal.h"
#include "base/watch.h"
#include "cli/cli.h"
#include "cli/check_run.h"
#include "cli/verdict_tone.h"
#include "report/comparison.h"

#include <stdio.h>

/* The ways to search; the first is what the others are compared with. */
static const struct {
  const char *name;
  sett_wish reduce;
  sett_cache cache;
  int sleep;
} ways[] = {
    {"none", SETT_WISH_NONE, SETT_CACHE_ALL, 0},
    {"ample", SETT_WISH_AMPLE, SETT_CACHE_ALL, 0},
    {"two-phase", SETT_WISH_TWOPHASE, SETT_CACHE_ALL, 0},
    {"two-phase selective", SETT_WISH_TWOPHASE, SETT_CACHE_SELECTIVE, 0},
    {"leap", SETT_WISH_LEAP, SETT_CACHE_ALL, 0},
    {"xleap", SETT_WISH_XLEAP, SETT_CACHE_ALL, 0},
    {"persistent", SETT_WISH_PERSISTENT, SETT_CACHE_ALL, 0},
    {"stubborn", SETT_WISH_STUBBORN, SETT_CACHE_ALL, 0},
    {"stubborn selective", SETT_WISH_STUBBORN, SETT_CACHE_SELECTIVE, 0},
    {"none + sleep", SETT_WISH_NONE, SETT_CACHE_ALL, 1},
    {"persistent + sleep", SETT_WISH_PERSISTENT, SETT_CACHE_ALL, 1},
    {"stubborn + sleep", SETT_WISH_STUBBORN, SETT_CACHE_ALL, 1},
    {"auto", SETT_WISH_AUTO, SETT_CACHE_AUTO, 0},
};

enum { WAYS = sizeof ways / sizeof *ways };

static const double default_seconds = 60; /* of one search */

/* One property, in all ways. */
typedef struct contest {
  sett_comparison_row rows[WAYS];
  sett_text names[WAYS], refusals[WAYS]; /* of the rows */
  sett_verdict verdicts[WAYS];           /* of those that ran */
  unsigned limits[WAYS];
  size_t count; /* rows so far */
  sett_verdict verdict;
  int agree;
} contest;

typedef struct session {
  const sett_options *options;
  sett_input input;
  sett_properties to_check;
  SETT_VECTOR (contest *) contests; /* owned; by item of the properties */
  int stopped;
  int cut; /* a search does not come back */
} session;

/*------------------------------------------------------------------------*/
/* Searching. */

/* What cannot be reduced at all is not searched again and again. */
static int is_pointless (const sett_check_run *t, size_t way,
                         const sett_text *note) {
  return note->length && t->reduction.kind == SETT_REDUCE_NONE &&
         ways[way].reduce != SETT_WISH_AUTO;
}

static void name_row (contest *c, size_t way, const sett_check_run *t) {
  SETT_ASSERT (way < sizeof ways / sizeof *ways);
  sett_text *name = &c->names[way];
  sett_text_add (name, ways[way].name);
  if (ways[way].reduce == SETT_WISH_AUTO && !c->rows[way].refusal)
    sett_text_addf (name, ": %s%s", sett_reduction_name (t->reduction.kind),
                    t->reduction.selective ? " selective" : "");
  c->rows[way].name = sett_text_get (name);
}

static void fill_row (contest *c, size_t way, const sett_check_run *t) {
  SETT_ASSERT (way < sizeof ways / sizeof *ways);
  const sett_result *result = &t->result;
  sett_comparison_row *row = &c->rows[way];
  c->verdicts[way] = result->verdict;
  c->limits[way] = result->limits_hit;
  row->verdict = sett_verdict_name (result->verdict);
  row->tone = sett_verdict_tone (result->verdict);
  row->reduction = sett_reduction_name (t->reduction.kind);
  row->selective = t->reduction.selective;
  row->violation =
      result->violations.count
          ? sett_violation_category (result->violations.at[0].violation)
          : NULL;
  row->limits_count = sett_limit_names (result->limits_hit, row->limits);
  row->states = result->statistics.states;
  row->transitions = result->statistics.transitions;
  row->bytes = result->statistics.store_bytes;
  row->seconds = result->statistics.seconds;
  row->ratio = -1;
}

static void run_row (session *s, contest *c, size_t way, sett_check_run *t) {
  SETT_ASSERT (way < sizeof ways / sizeof *ways);
  const sett_options *o = s->options;
  const sett_manner manner = {.reduce = ways[way].reduce,
                              .cache = ways[way].cache,
                              .sleep = ways[way].sleep};
  sett_text note = {0};
  sett_text *refusal = &c->refusals[way];
  c->rows[way].sleep = ways[way].sleep;
  if (sett_check_run_prepare (t, o, &manner, refusal, &note)) {
    if (is_pointless (t, way, &note))
      sett_text_add (refusal, sett_text_get (&note));
    else {
      sett_check_run_search (t, o);
      fill_row (c, way, t);
    }
  }
  if (refusal->length)
    c->rows[way].refusal = sett_text_get (refusal);
  s->stopped = (t->result.limits_hit & SETT_LIMIT_INTERRUPT) != 0;
  sett_text_release (&note);
}

static int last_words (void *context, unsigned spent);

/* For one search, with loading. */
static void begin_watch (session *s) {
  const sett_options *o = s->options;
  sett_watch_begin (
      &(sett_watch_orders){.seconds = o->time > 0 ? o->time : default_seconds,
                           .memory = sett_check_run_memory (o),
                           .interrupted = sett_cli_catch_signals (),
                           .last_words = last_words,
                           .context = s});
}

static sett_exit add_row (session *s, contest *c,
                          const sett_properties_item *item) {
  sett_check_run t = {0};
  const size_t way = c->count;
  begin_watch (s);
  const sett_exit status = sett_check_run_load (&t, &s->input, s->options, item,
                                                !way && s->contests.count == 1);
  if (!status) {
    run_row (s, c, way, &t);
    name_row (c, way, &t);
    c->count++;
  }
  sett_check_run_release (&t);
  return status;
}

/*------------------------------------------------------------------------*/
/* What the rows say together. */

static int ran (const contest *c, size_t i) {
  return !c->rows[i].refusal;
}

static size_t count_verdicts (const contest *c, sett_verdict verdict) {
  size_t count = 0;
  for (size_t i = 0; i < c->count; i++)
    count += ran (c, i) && c->verdicts[i] == verdict;
  return count;
}

/* Each of them is sound: one search that came to an answer is enough. */
static sett_verdict consensus (const contest *c) {
  static const sett_verdict order[] = {SETT_ERROR, SETT_VIOLATED, SETT_VERIFIED,
                                       SETT_PROBABILISTIC};
  if (!c->agree)
    return SETT_ERROR;
  for (size_t i = 0; i < sizeof order / sizeof *order; i++)
    if (count_verdicts (c, order[i]))
      return order[i];
  return SETT_BOUNDED;
}

/* States can be compared if both searches came to their end. */
static void compare_states (contest *c) {
  const double all = (double)c->rows[0].states;
  for (size_t i = 0; i < c->count; i++)
    if (ran (c, i) && ran (c, 0) && !c->limits[i] && !c->limits[0] && all > 0)
      c->rows[i].ratio = (double)c->rows[i].states / all;
}

static void conclude (contest *c) {
  c->agree =
      !count_verdicts (c, SETT_VERIFIED) || !count_verdicts (c, SETT_VIOLATED);
  c->verdict = consensus (c);
  compare_states (c);
}

static sett_exit compare_property (session *s,
                                   const sett_properties_item *item) {
  contest *c = sett_zalloc (1, sizeof *c);
  sett_exit status = SETT_EXIT_FINE;
  SETT_PUSH (s->contests, c);
  while (!status && !s->stopped && c->count < WAYS)
    status = add_row (s, c, item);
  conclude (c);
  return status;
}

static sett_exit compare_all (session *s) {
  sett_exit status = SETT_EXIT_FINE;
  for (size_t i = 0; !status && !s->stopped && i < s->to_check.items.count; i++)
    status = compare_property (s, &s->to_check.items.at[i]);
  return status;
}

/*------------------------------------------------------------------------*/
/* Reporting. */

static sett_verdict verdict_of (const session *s) {
  sett_verdict worst = SETT_VERIFIED;
  for (size_t i = 0; i < s->contests.count; i++)
    worst = sett_verdict_worse (s->contests.at[i]->verdict, worst);
  if (s->contests.count < s->to_check.items.count)
    worst = sett_verdict_worse (SETT_BOUNDED, worst);
  return worst;
}

static sett_comparison_table table_of (const session *s, size_t i) {
  const contest *c = s->contests.at[i];
  return (sett_comparison_table){.property = s->to_check.items.at[i].title,
                                 .verdict = sett_verdict_name (c->verdict),
                                 .tone = sett_verdict_tone (c->verdict),
                                 .agree = c->agree,
                                 .rows = c->rows,
                                 .count = c->count};
}

static void report_text (const session *s) {
  const sett_colours *colours = sett_terminal_colours (stdout);
  sett_text text = {0};
  for (size_t i = 0; i < s->contests.count; i++) {
    const sett_comparison_table t = table_of (s, i);
    sett_text_addf (&text, "%s%s%s%s\n", i ? "\n" : "", colours->strong,
                    t.property, colours->off);
    sett_report_table (&t, s->options->verbose || s->cut, colours, &text);
  }
  sett_cli_print (&text);
  sett_text_release (&text);
}

static void report_json (const session *s) {
  SETT_VECTOR (sett_comparison_table) tables = {0};
  sett_text text = {0};
  for (size_t i = 0; i < s->contests.count; i++)
    SETT_PUSH (tables, table_of (s, i));
  const sett_comparison comparison = {
      .version = SETT_VERSION,
      .input = s->input.path,
      .store = sett_store_name ((sett_store_kind)s->options->store),
      .verdict = sett_verdict_name (verdict_of (s)),
      .tables = tables.at,
      .count = tables.count};
  sett_report_comparison_json (&comparison, &text);
  sett_cli_print (&text);
  sett_text_release (&text);
  SETT_RELEASE (tables);
}

static void shout (const session *s) {
  for (size_t i = 0; i < s->contests.count; i++)
    if (!s->contests.at[i]->agree)
      fprintf (stderr,
               "sett: INTERNAL ERROR: two reductions that are both sound "
               "disagree about %s!\n"
               "sett: trust none of these verdicts, and please report this "
               "model\n",
               s->to_check.items.at[i].title);
}

static sett_exit report (const session *s) {
  if (s->options->json)
    report_json (s);
  else
    report_text (s);
  fflush (stdout);
  shout (s);
  return sett_verdict_status (verdict_of (s));
}

/* A search does not come back: its row says so, and those above it count. */
static void cut_short (contest *c, unsigned spent) {
  char busy[200];
  sett_watch_describe (busy, sizeof busy);
  sett_comparison_row *row = &c->rows[c->count];
  sett_text *refusal = &c->refusals[c->count];
  sett_text_addf (refusal, "stopped by the %s while %s",
                  spent & SETT_SPENT_PATIENCE ? "interruption"
                  : spent & SETT_SPENT_TIME   ? "time limit"
                                              : "memory limit",
                  busy);
  row->name = ways[c->count++].name;
  row->refusal = sett_text_get (refusal);
  conclude (c);
}

static int last_words (void *context, unsigned spent) {
  session *s = context;
  sett_check_run_lock ();
  s->cut = 1;
  contest *c = s->contests.count ? s->contests.at[s->contests.count - 1] : NULL;
  if (c && c->count < WAYS)
    cut_short (c, spent);
  if (!s->contests.count)
    return (int)sett_cli_stopped (s->options->json);
  return (int)report (s);
}

static void release (session *s) {
  for (size_t i = 0; i < s->contests.count; i++) {
    contest *c = s->contests.at[i];
    for (size_t way = 0; way < WAYS; way++) {
      sett_text_release (&c->names[way]);
      sett_text_release (&c->refusals[way]);
    }
    sett_free (c, sizeof *c);
  }
  SETT_RELEASE (s->contests);
  sett_properties_release (&s->to_check);
  sett_input_release (&s->input);
}

sett_exit sett_cli_compare (const sett_options *options) {
  const char *path = sett_cli_operand (options, "compare", "MODEL.pml");
  if (!path)
    return SETT_EXIT_USAGE;
  sett_exit status = sett_check_run_check_options (options);
  if (status)
    return status;
  session s = {.options = options};
  begin_watch (&s);
  status = sett_input_open (&s.input, path, options);
  if (!status)
    status = sett_properties_make (&s.to_check, &s.input, options);
  if (!status)
    status = compare_all (&s);
  sett_watch_end ();
  if (!status)
    status = report (&s);
  release (&s);
  return status;
}
