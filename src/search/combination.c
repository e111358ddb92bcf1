/* Combinations: see combination.h. */

#include "search/combination.h"

#include "base/mutant.h"
#include "base/assert.h"
#include "base/text.h"
#include "kernel/control.h"
#include "reduce/reduce_mutant.h"

#include <stdio.h>

typedef struct row {
  const char *word, *text;
  int deadlocks, assertions, cycles, fair, function, cache, levels;
} row;

static const row rows[] = {
#define REDUCTION(NAME, WORD, DEADLOCKS, ASSERTIONS, CYCLES, FAIR, FUNCTION,   \
                  CACHE, LEVELS, TEXT)                                         \
  [SETT_REDUCE_##NAME] = {WORD, TEXT,     DEADLOCKS, ASSERTIONS, CYCLES,       \
                          FAIR, FUNCTION, CACHE,     LEVELS},
#include "search/combination.def"
#undef REDUCTION
};

const char *sett_reduction_name (sett_reduction_kind kind) {
  SETT_ASSERT (kind < sizeof rows / sizeof *rows);
  return rows[kind].word;
}

int sett_reduction_has_levels (const sett_reduction *r) {
  return rows[r->kind].levels || r->selective;
}

/* What is to be decided, and for what. */
typedef struct question {
  sett_model *model;
  const sett_request *request;
  sett_search_options *options;
  sett_text *refusal;
} question;

static int refuse (const question *q, const char *what, const char *reason,
                   const char *instead) {
  sett_text_addf (q->refusal, "%s %s; %s", what, reason, instead);
  return 0;
}

static int refuse_reduction (const question *q, sett_reduction_kind kind,
                             const char *reason, const char *instead) {
  char what[40];
  snprintf (what, sizeof what, "--reduce %s", rows[kind].word);
  return refuse (q, what, reason, instead);
}

/* ------------------------------------------------- what is looked for --- */

static int has_claim (const question *q) {
  return q->options->explorer.claim != NULL;
}

/* May some step of the model have a violation that must be found? */
static int wants_violations (const question *q) {
  const sett_control *c = q->model->control;
  for (uint32_t i = 0; c && i < q->model->transitions; i++) {
    const unsigned properties = c->flows[i].properties;
    if (properties & SETT_MAY_FAIL ||
        (properties & SETT_ASSERTS && q->options->check_assertions))
      return 1;
  }
  return 0;
}

/* Must every transition that some run executes be executed? */
static int wants_steps (const question *q) {
  return q->request->covers || wants_violations (q);
}

static int is_fair (const question *q) {
  return has_claim (q) && q->options->explorer.fair;
}

/* Why nothing can be left out for this model and property; null: no reason. */
static const char *reason_for_none (const question *q) {
  const sett_claim *claim = q->options->explorer.claim;
  if (claim && !claim->stutters)
    return "is not sound for a property that counts steps";
  if (q->request->observes)
    return "is not sound for unspecified receptions and full channels, which "
           "are conditions on single states";
  return NULL;
}

static int keeps_enough (const question *q, sett_reduction_kind kind) {
  SETT_ASSERT (kind != SETT_REDUCE_NONE);
  const row *r = &rows[kind];
  if (SETT_MUTANT (q->request->mutant) == SETT_MUTANT_BOUNDLESS)
    return 1;
  if (has_claim (q) && !r->cycles)
    return refuse_reduction (q, kind, "does not keep temporal properties",
                             "use --reduce stubborn, or leave the option out");
  if (is_fair (q) && !r->fair)
    return refuse_reduction (q, kind, "is not sound with weak fairness",
                             "use --reduce stubborn, or leave the option out");
  if (!r->assertions && q->request->covers)
    return refuse_reduction (q, kind,
                             "keeps deadlocks only, not which statements are "
                             "executed",
                             "use --reduce xleap, or leave --unreached out");
  if (!r->assertions && wants_violations (q))
    return refuse_reduction (q, kind,
                             "keeps deadlocks only, and this model has "
                             "statements that can fail",
                             "use --reduce xleap");
  return 1;
}

/* ------------------------------------------------------------ provisos --- */

/* The stack is looked at by one worker that goes strictly depth first. */
static int has_stack (const question *q) {
  const sett_search_options *o = q->options;
  return !o->sleep && o->order == SETT_DEPTH_FIRST && o->workers < 2 &&
         sett_store_is_exact (o->store);
}

/* Ranks store every state, but where the reduction has no levels else. */
static int is_selective (const question *q, sett_reduction_kind kind) {
  if (q->options->sleep || q->options->stateless || is_fair (q) ||
      (q->options->transport && rows[kind].levels))
    return 0;
  if (q->request->cache == SETT_CACHE_AUTO)
    return q->request->wish == SETT_WISH_AUTO && rows[kind].cache;
  return q->request->cache == SETT_CACHE_SELECTIVE;
}

/* For tests: no effort is spared, and nothing depends on who comes first. */
static int is_steady (const question *q) {
  return SETT_MUTANT (q->request->mutant) == SETT_MUTANT_STEADY;
}

/* Are the states of a phase of two-phase not to be remembered?  A device
 * cannot.
 */
static int forgets_phases (const question *q) {
  return q->request->device || is_steady (q);
}

static sett_proviso choose_proviso (const question *q,
                                    sett_reduction_kind kind) {
  const int deadlocks_only = !has_claim (q) && !wants_steps (q);
  if (kind == SETT_REDUCE_TWOPHASE && forgets_phases (q))
    return SETT_PROVISO_STATIC;
  if (rows[kind].function || q->options->stateless ||
      (deadlocks_only &&
       (kind == SETT_REDUCE_STUBBORN || kind == SETT_REDUCE_PERSISTENT)))
    return SETT_PROVISO_NONE;
  if (q->request->device && !has_claim (q) && !is_steady (q) &&
      sett_store_is_exact (q->options->store))
    return SETT_PROVISO_LATER;
  if (!has_stack (q))
    return SETT_PROVISO_STATIC;
  return kind == SETT_REDUCE_STUBBORN && !has_claim (q) ? SETT_PROVISO_DEBTS
                                                        : SETT_PROVISO_STACK;
}

static sett_reduction_kind sets_of (sett_leaps_of of) {
  return of == SETT_LEAPS_OF_STUBBORN     ? SETT_REDUCE_STUBBORN
         : of == SETT_LEAPS_OF_PERSISTENT ? SETT_REDUCE_PERSISTENT
                                          : SETT_REDUCE_AMPLE;
}

static int fill (question *q, sett_reduction_kind kind) {
  const sett_proviso proviso = choose_proviso (q, kind);
  SETT_ASSERT (proviso != SETT_PROVISO_STACK || has_stack (q));
  SETT_ASSERT (proviso != SETT_PROVISO_DEBTS || !has_claim (q));
  q->options->explorer.reduction = (sett_reduction){
      .kind = kind,
      .proviso = proviso,
      .relates = 1,
      .keeps_order = has_claim (q),
      .sleeps = q->options->sleep,
      .steady = has_claim (q) || q->options->sleep || q->options->transport ||
                q->request->device || is_steady (q),
      .selective = is_selective (q, kind),
      .whole = has_claim (q) || forgets_phases (q),
      .fair = is_fair (q),
      .sets = sets_of (q->request->leaps_of),
      .extends = q->request->extends || proviso == SETT_PROVISO_STATIC,
      .check = q->request->check,
      .mutant = q->request->mutant};
  return 1;
}

/* ------------------------------------------------------------ answers --- */

/* Why nothing may be said to commute; null: no reason. */
static const char *reason_for_ignorance (const question *q) {
  const sett_control *c = q->model->control;
  if (c && !c->hopeless)
    return NULL;
  return c && c->reason ? c->reason
                        : "nothing is known of the model's transitions";
}

/* Sleep sets need to know what commutes as well. */
static int answer_none (question *q, sett_text *note) {
  const char *ignorance = reason_for_ignorance (q);
  SETT_ASSERT (!q->options->sleep || !has_claim (q));
  if (q->options->sleep && ignorance) {
    q->options->sleep = 0;
    if (!note->length)
      sett_text_addf (note, "no sleep sets: %s", ignorance);
  }
  q->options->explorer.reduction =
      (sett_reduction){.kind = SETT_REDUCE_NONE,
                       .relates = q->options->sleep || q->options->stateless,
                       .check = q->request->check,
                       .mutant = q->request->mutant};
  return 1;
}

/* The strongest that is sound. */
static int answer_auto (question *q, sett_text *note) {
  const char *reason = reason_for_none (q);
  const char *ignorance = reason_for_ignorance (q);
  if (reason)
    sett_text_addf (note, "no reduction: reducing %s", reason);
  else if (ignorance)
    sett_text_addf (note, "no reduction: %s", ignorance);
  return reason || ignorance ? answer_none (q, note)
                             : fill (q, SETT_REDUCE_STUBBORN);
}

static int answer_wish (question *q, sett_text *note) {
  const sett_reduction_kind kind = (sett_reduction_kind)q->request->wish;
  const char *reason = reason_for_none (q);
  const char *ignorance = reason_for_ignorance (q);
  if (kind == SETT_REDUCE_NONE)
    return answer_none (q, note);
  if (reason)
    return refuse_reduction (q, kind, reason, "use --reduce none");
  if (!keeps_enough (q, kind))
    return 0;
  if (ignorance) {
    sett_text_addf (note, "no reduction: %s", ignorance);
    return answer_none (q, note);
  }
  return fill (q, kind);
}

static int extension_fits (const question *q) {
  const sett_wish wish = q->request->wish;
  if (q->request->leaps_of && wish != SETT_WISH_LEAP && wish != SETT_WISH_XLEAP)
    return refuse (q, "--leaps", "says what leap sets are made of",
                   "use it with --reduce leap or xleap");
  if (!q->request->extends || wish == SETT_WISH_XLEAP)
    return 1;
  return refuse (q, "--extend", "is about extended leap sets",
                 "use it with --reduce xleap");
}

static int cache_fits (const question *q) {
  const sett_wish wish = q->request->wish;
  if (q->request->cache == SETT_CACHE_SELECTIVE && is_fair (q))
    return refuse (q, "--cache selective", "is not sound with weak fairness",
                   "leave one out");
  if (q->request->cache != SETT_CACHE_SELECTIVE || wish == SETT_WISH_AUTO ||
      rows[wish].cache)
    return 1;
  return refuse (
      q, "--cache selective", "needs a reduction that finds single steps",
      "use it with --reduce twophase, ample, persistent or stubborn");
}

/* Cycles are found by marks that stay with each state. */
static int store_fits (const question *q) {
  const sett_claim *claim = q->options->explorer.claim;
  if (!claim || sett_store_is_exact (q->options->store))
    return 1;
  return refuse (q, "a store that loses states",
                 "cannot be used for temporal properties",
                 "use --store tree or table, or --property safety");
}

/* What is executed is known only if no state is missed. */
static int coverage_fits (const question *q) {
  if (!q->request->covers || sett_store_is_exact (q->options->store))
    return 1;
  return refuse (q, "--unreached", "needs a store that loses no states",
                 "use --store tree or table");
}

/* Sleep sets go with reductions that select single transitions. */
static int sleep_fits (const question *q) {
  const sett_wish wish = q->request->wish;
  const char *what = q->options->stateless ? "--stateless" : "--sleep";
  if (!q->options->sleep && !q->options->stateless)
    return 1;
  if (has_claim (q))
    return refuse (q, what, "does not keep temporal properties",
                   "leave it out");
  if (wish != SETT_WISH_NONE && wish != SETT_WISH_PERSISTENT &&
      wish != SETT_WISH_STUBBORN && wish != SETT_WISH_AUTO)
    return refuse (q, what, "goes with persistent and stubborn sets only",
                   "use --reduce stubborn");
  if (q->request->cache == SETT_CACHE_SELECTIVE)
    return refuse (q, what, "excludes --cache selective", "leave one out");
  if (q->options->order != SETT_DEPTH_FIRST)
    return refuse (q, what, "searches depth first",
                   q->options->disk ? "leave --disk out"
                                    : "leave --shortest out");
  if (!q->options->stateless && !sett_store_is_exact (q->options->store))
    return refuse (q, what, "keeps sleep sets with exact states",
                   "use --store tree or table");
  if (q->request->observes)
    return refuse (q, what,
                   "is not sound for unspecified receptions and full channels",
                   "leave it out");
  return 1;
}

int sett_combine (sett_model *model, const sett_request *request,
                  sett_search_options *options, sett_text *refusal,
                  sett_text *note) {
  question q = {model, request, options, refusal};
  if (!store_fits (&q) || !coverage_fits (&q) || !cache_fits (&q) ||
      !extension_fits (&q) || !sleep_fits (&q))
    return 0;
  return request->wish == SETT_WISH_AUTO ? answer_auto (&q, note)
                                         : answer_wish (&q, note);
}
