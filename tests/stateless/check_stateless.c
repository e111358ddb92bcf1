/* Compares the searches without states with an oracle that tries everything, on
   toy programs.

   usage: check_stateless [--seed S] [--count N] [--search WORD] [--mutant M]
            [--flavour WORD] [--preemptions N] [--bounds] [--inferred N]
            [--states [--endless]] [--untold] [--careless]
            [--short-sequences] [--records N] [--divide PARTS [--guess N]]
            [--saved N] [--raised] [--show]
                                              random programs; the parts of a
                                              divided search are guessed from
                                              N executions; threads of every
                                              other program announce less than
                                              they will do; untold: an error;
                                              saved, and gone on from there, one
                                              execution in N; raised:
                                              threads have high numbers
          check_stateless --known [--long]    programs with known numbers
          check_stateless --print S           one random program, and its story
          check_stateless --bench SECONDS [--program NAME]
                                              executions per second: of a small
                                              program, of the largest of a name
 */

#include "given_up.h"
#include "base/memory.h"
#include "inferred.h"
#include "oracle.h"
#include "programs.h"
#include "raised.h"
#include "base/hash.h"
#include "stateless/observed.h"
#include "stateless/saved.h"
#include "stateless/stateless_search.h"
#include "stateless/stateless.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const words[SETT_STATELESS_KINDS] = {
#define STATELESS(NAME, WORD) [SETT_STATELESS_##NAME] = WORD,
#include "stateless/stateless.def"
#undef STATELESS
};

/* What a search found. */
typedef struct findings {
  outcomes outcomes;
  hash_set traces;
  uint64_t executions, repeated;
  int has_dead_ends;
  sett_stateless_statistics statistics;
  int gave_up;
  int refuted; /* the parts were wrong */
  int divided; /* one was given up: all of it again, with its division */
} findings;

static void findings_release (findings *f) {
  outcomes_release (&f->outcomes);
  set_release (&f->traces);
}

/* A bar stands where the plan ends. */
static void show_log (const sett_log *log, uint32_t length) {
  for (uint32_t i = 0; i < log->count; i++) {
    const sett_event *e = &log->events[i];
    printf ("%s%u:%s%s", i == length ? " | " : " ", e->thread,
            sett_operation_name (e->operation), e->alternative ? "'" : "");
    for (uint32_t j = 0; j < e->effects; j++)
      printf ("%c%u", "lsawrnARSUeTGQSLVabLDX"[log->effects[e->first + j].kind],
              log -> effects[e->first + j].object);
  }
  printf (" [%d]\n", log->ending);
}

/* Notes the trace of the machine's execution.  What ends in a fault or the like
   counts without the last event, if there was nothing better to do. */
static void note_trace (findings *f, toy_machine *m) {
  if (m->log.ending == SETT_DEPARTED)
    return;
  if (m->state.violation || m->state.assumed) {
    f->has_dead_ends = 1;
    if (oracle_is_last_resort (m))
      set_add (&f->traces, oracle_trace (m));
  } else if (!set_add (&f->traces, oracle_trace (m)))
    f->repeated += m->log.ending != SETT_ASLEEP;
}

/* Bounds that are inferred; once something was learnt, they were too narrow. */
static inferred *inferring;
static int is_outdated;

/* Searches are saved and begun again, one time in so many; 0: never. */
static unsigned interruptions;
static uint64_t interrupted_count;

/* Numbers of threads that searches see. */
static raised numbers;

static const sett_log *run (toy_machine *m, const sett_plan *plan) {
  return raised_run (&numbers, m, plan);
}

static int is_interrupted (const findings *f, uint64_t seed) {
  return interruptions &&
         sett_mix64 (seed + f->executions * 0x9e3779b97f4a7c15u) %
                 interruptions ==
             0;
}

/* Another search goes on, in a process that knows only what was saved: of the
   states those from before the execution. */
static sett_stateless *go_on_elsewhere (sett_stateless *s, toy_machine *m,
                                        const sett_stateless_options *options,
                                        const sett_bounds *bounds,
                                        sett_saved *saved, uint64_t digest,
                                        uint32_t states) {
  sett_saved_plan plan;
  if (m->known)
    set_forget_from (m->known, states);
  sett_stateless_save (s, saved);
  sett_stateless_destroy (s);
  s = sett_stateless_create (options);
  if (bounds)
    sett_stateless_bound (s, bounds);
  sett_saved_get_plan (saved, &plan);
  const sett_log *log = run (m, &plan.plan);
  if (sett_saved_digest (log) != digest ||
      !sett_stateless_load (s, saved, log) || saved->from != saved->count)
    printf ("FAIL what was saved cannot be read\n");
  sett_saved_plan_release (&plan);
  sett_saved_release (saved);
  interrupted_count++;
  return s;
}

static void search (toy_machine *m, const sett_stateless_options *options,
                    const sett_bounds *bounds, findings *f, uint64_t most,
                    int show) {
  sett_stateless *s = sett_stateless_create (options);
  const sett_bounds high = bounds && numbers.by
                               ? raised_bounds (&numbers, bounds)
                               : (sett_bounds){0};
  if (bounds && numbers.by)
    bounds = &high;
  if (bounds)
    sett_stateless_bound (s, bounds);
  const sett_plan *plan;
  sett_saved saved = {0};
  int pending = 0;
  uint64_t restarts = 0;
  while ((plan = sett_stateless_next (s))) {
    if (m->known && restarts != sett_stateless_statistics_of (s)->restarts)
      set_clear (m->known);
    restarts = sett_stateless_statistics_of (s)->restarts;
    if (pending)
      note_trace (f, m);
    const int counts = !sett_stateless_is_scouting (s);
    const uint32_t states = m->known ? (uint32_t)m->known->count : 0;
    int interrupted = is_interrupted (f, options->seed);
    if (interrupted)
      sett_saved_put_plan (&saved, plan);
    const sett_log *log = run (m, plan);
    f->executions++;
    if (inferring && inferred_learn (inferring, &m->log) && (is_outdated = 1))
      break;
    if (show)
      show_log (log, plan->length);
    pending = counts;
    if (!counts)
      sett_stateless_learn (s, log);
    if (!counts && sett_stateless_is_dividing (s))
      f->divided = 1;
    if (!counts)
      continue;
    if (f->divided && (pending = 0, 1))
      break;
    if (log->ending == SETT_ENDED || log->ending == SETT_VIOLATING ||
        log->ending == SETT_ASSUMED)
      outcomes_note (&f->outcomes, m);
    const uint64_t digest = interrupted ? sett_saved_digest (log) : 0;
    sett_stateless_learn (s, log);
    if (given_up.most && given_up_now (s, log, options->seed))
      pending = 0;
    if (m->known && restarts != sett_stateless_statistics_of (s)->restarts) {
      interrupted = 0; /* states of this execution are forgotten, too */
      sett_saved_release (&saved);
    }
    if (interrupted)
      s = go_on_elsewhere (s, m, options, bounds, &saved, digest, states);
    if (f->executions >= most) {
      f->gave_up = 1;
      break;
    }
  }
  if (pending)
    note_trace (f, m);
  f->statistics = *sett_stateless_statistics_of (s);
  f->refuted |= sett_stateless_is_refuted (s);
  f->gave_up |= options->stateful && sett_stateless_bounded (s);
  sett_stateless_destroy (s);
  sett_saved_release (&saved);
}

/* With bounds that are inferred: again and again.  An error: the first ones are
   good enough. */
static void search_inferring (toy_machine *m, const toy_program *program,
                              const sett_stateless_options *options,
                              findings *f, uint64_t most, int wrong) {
  static inferred x;
  const sett_bounds bounds = inferred_bounds (&x);
  x = (inferred){.program = program};
  inferring = &x;
  do {
    findings_release (f);
    *f = (findings){0};
    is_outdated = 0;
    search (m, options, &bounds, f, most, 0);
    if (wrong)
      inferring = NULL;
  } while (is_outdated);
  inferring = NULL;
}

/* What is seen in some executions of a search that is alone. */
static sett_observed observe (toy_machine *m,
                              const sett_stateless_options *options,
                              uint64_t executions) {
  sett_observed observed = {0};
  sett_stateless *s = sett_stateless_create (options);
  const sett_plan *plan;
  for (uint64_t i = 0; i < executions && (plan = sett_stateless_next (s));
       i++) {
    const sett_log *log = run (m, plan);
    sett_observed_learn (&observed, log);
    sett_stateless_learn (s, log);
  }
  sett_stateless_destroy (s);
  return observed;
}

/* The decisions of who has observed that, for those who have not. */
static void decide (toy_machine *m, const sett_stateless_options *options,
                    sett_stateless_pool *pool, uint64_t executions) {
  sett_observed observed = observe (m, options, executions);
  sett_stateless_options own = *options;
  own.pool = pool;
  pool->observed = &observed;
  sett_stateless *s = sett_stateless_create (&own);
  const sett_plan *plan = sett_stateless_next (s);
  while (plan && sett_stateless_is_scouting (s)) {
    sett_stateless_learn (s, run (m, plan));
    plan = sett_stateless_next (s);
  }
  sett_stateless_destroy (s);
  pool->observed = NULL;
  sett_observed_release (&observed);
}

/* What they have refuted, each once. */
enum { MOST_REFUTED = 4096 };
static sett_refutation refutations[MOST_REFUTED];
static uint32_t refutation_count, extension_count;
static uint64_t extended_count; /* programs with such */

static int note_refutation (void *context, const sett_refutation *r) {
  (void)context;
  for (uint32_t i = 0; i < refutation_count; i++)
    if (!memcmp (&refutations[i], r, sizeof *r))
      return i >= extension_count;
  if (refutation_count == MOST_REFUTED)
    return 0;
  refutations[refutation_count++] = *r;
  return 1;
}

/* The parts that are done stay done. */
static void search_by_eras (toy_machine *m,
                            const sett_stateless_options *options,
                            const sett_bounds *bounds, findings *f,
                            uint64_t most, sett_stateless_pool *pool,
                            given_up_share *share) {
  sett_stateless_options own = *options;
  uint32_t era = 0;
  findings_release (f);
  *f = (findings){0};
  own.pool = pool;
  pool->extension_count = extension_count = refutation_count = 0;
  do {
    given_up_begin_era (pool, era++);
    pool->answered = era > 1 ? extension_count + 1 : 0;
    pool->extension_count = extension_count = refutation_count;
    for (uint64_t worker = 0; worker < 2 && !f->divided; worker++) {
      share->number = worker;
      share->found = 0;
      search (m, &own, bounds, f, most, 0);
    }
  } while (refutation_count > extension_count && !f->refuted && !f->gave_up &&
           !f->divided);
}

static void search_divided (toy_machine *m,
                            const sett_stateless_options *options,
                            const sett_bounds *bounds, findings *f,
                            uint64_t most, uint32_t parts, int guess) {
  enum { ROOM = 1 << 16 };
  static sett_thread_set masks[ROOM];
  uint32_t count = 0;
  given_up_share share = {0};
  sett_stateless_pool pool = {.parts = parts,
                              .masks = guess >= 0 ? masks : NULL,
                              .mask_count = &count,
                              .mask_room = ROOM,
                              .claim = given_up_claim,
                              .divisions = given_up.at,
                              .division_count = &given_up.count,
                              .divide = given_up_note,
                              .extensions = refutations,
                              .refute =
                                  options->seed % 8 ? note_refutation : NULL,
                              .part_count = &share.found,
                              .context = &share};
  memset (masks, 0, sizeof masks);
  given_up.made = 0;
  if (guess > 0)
    decide (m, options, &pool, (uint64_t)guess);
  else if (!guess)
    count = given_up.most ? 1 << 12 : ROOM; /* nobody but who goes anyhow */
  do
    search_by_eras (m, options, bounds, f, most, &pool, &share);
  while (f->divided);
  given_up_release ();
  extended_count += refutation_count > 0;
}

static void show_missing (const toy_machine *m) {
  printf ("MISSING");
  show_log (&m->log, UINT32_MAX);
}

/* Random programs. */

typedef struct settings {
  uint64_t seed, count;
  int kind, mutant, flavour;
  int preemptions; /* negative: without a bound */
  int bounds;      /* persistent sets? */
  int inferred;    /* their bounds; 2: wrongly */
  int short_sequences;
  size_t records; /* dpor: the most of what is to be executed; 0: any number */
  int states;     /* executions end in states that were met before */
  int endless;    /* threads go on for ever */
  int untold;     /* threads announce less than they do, and do not say so */
  int careless;   /* threads keep locks, and others wait */
  int raised;     /* threads have high numbers */
  int show;
  uint32_t parts; /* 0: one search does it all */
  int guess;      /* its parts, from so many executions; -1: they are sure */
} settings;

static uint64_t refuted_count; /* of programs */

#define MOST_STATES 100000
#define MOST_ENDLESS_STATES 4000 /* they can be in a row */
#define MOST_STEPS 200000
#define MOST_EXECUTIONS 400000

static int complain (uint64_t seed, const char *word, const char *what,
                     const findings *f, const outcomes *o, size_t traces) {
  printf ("FAIL seed-%llu %s: %s (executions %llu, finals %zu/%zu, deadlocks "
          "%zu/%zu, faults %zu/%zu, traces %zu/%zu, repeated %llu, twice "
          "%llu, departed %llu)\n",
          (unsigned long long)seed, word, what,
          (unsigned long long)f->executions, f->outcomes.finals.count,
          o->finals.count, f->outcomes.deadlocks.count, o->deadlocks.count,
          f->outcomes.violations.count, o->violations.count, f->traces.count,
          traces, (unsigned long long)f->repeated,
          (unsigned long long)f->statistics.twice,
          (unsigned long long)f->statistics.departed);
  return 0;
}

/* Nobody has to see how far others were when the program ended. */
static int agree_in_violations (const findings *f, const outcomes *o) {
  return set_equal (&f->outcomes.deadlocks, &o->deadlocks) &&
         set_equal (&f->outcomes.violations, &o->violations) &&
         set_within (&f->outcomes.finals, &o->finals);
}

/* Searches by chance find some outcomes.  With a bound on preemptions some more
   may be found: who does not end the program at once is preempted. */
static int agree (const findings *f, const outcomes *o, const settings *set) {
  if (set->kind == SETT_STATELESS_RANDOM || set->kind == SETT_STATELESS_PCT)
    return outcomes_within (&f->outcomes, o);
  if (set->preemptions >= 0)
    return outcomes_within (o, &f->outcomes);
  return outcomes_equal (&f->outcomes, o);
}

static int judge (uint64_t seed, const char *word, const findings *f,
                  const outcomes *o, const hash_set *traces, int optimal,
                  const toy_program *program, const settings *set) {
  const size_t count = traces ? traces->count : 0;
  const int vague = toy_is_vague (program) || set->short_sequences ||
                    (set->parts && toy_gathers (program));
  if (set->states && toy_ends (program) ? !agree_in_violations (f, o)
                                        : !agree (f, o, set))
    return complain (seed, word, "other outcomes", f, o, count);
  if (!optimal)
    return 1;
  /* Where an execution that ends in a fault is cut depends on the parts. */
  if (traces &&
      (set->parts ? !f->has_dead_ends && !set_within (traces, &f->traces)
                  : !set_equal (&f->traces, traces)))
    return complain (seed, word, "other traces", f, o, count);
  if (!vague && f->statistics.departed)
    return complain (seed, word, "departed", f, o, count);
  if (!vague && f->repeated)
    return complain (seed, word, "repeated traces", f, o, count);
  if (!vague && f->statistics.twice)
    return complain (seed, word, "explored twice", f, o, count);
  return 1;
}

/* Does a search that is saved now and then, or whose threads have high numbers,
   do what another one does? */
static int agree_with_whole (toy_machine *m, const sett_stateless_options *o,
                             const sett_bounds *bounds, const findings *f) {
  findings whole = {0};
  const unsigned often = interruptions;
  const unsigned by = numbers.by;
  interruptions = numbers.by = 0;
  search (m, o, bounds, &whole, MOST_EXECUTIONS, 0);
  interruptions = often;
  numbers.by = by;
  const int same =
      whole.executions == f->executions && whole.repeated == f->repeated &&
      !memcmp (&whole.statistics, &f->statistics, sizeof f->statistics) &&
      set_equal (&whole.traces, &f->traces) &&
      outcomes_equal (&whole.outcomes, &f->outcomes);
  findings_release (&whole);
  return same;
}

/* Priorities are drawn for all numbers that there are; what is after threads
   above 63 is not remembered with states (summary.h). */
static int compares_with_whole (const settings *set) {
  return !set->inferred &&
         (interruptions || (numbers.by && !set->parts && !set->states &&
                            set->kind != SETT_STATELESS_PCT));
}

/* 1: fine, 0: not, -1: too large. */
static int check_program (const toy_program *program, uint64_t seed,
                          const settings *set, uint64_t *executions) {
  toy_machine m;
  outcomes o = {0};
  hash_set traces = {0};
  findings f = {0};
  int result = -1;
  numbers.by = set->raised ? raised_by (seed) : 0;
  toy_machine_init (&m, program);
  m.composed = set->kind == SETT_STATELESS_SSS;
  m.zero_commutes = set->mutant == SETT_STATELESS_MUTANT_ZERO_COMMUTES;
  m.reserve = set->untold ? TOY_UNTOLD : seed % 2 ? TOY_TOLD : TOY_OPEN;
  const size_t most = set->endless ? MOST_ENDLESS_STATES : MOST_STATES;
  if (oracle_outcomes (&m, &o, most, set->preemptions)) {
    const int optimal = set->kind == SETT_STATELESS_DPOR &&
                        set->preemptions < 0 && !set->states;
    const int enumerated = optimal && oracle_traces (&m, &traces, MOST_STEPS);
    const sett_stateless_options options = {.kind = set->kind,
                                            .preemptions = set->preemptions,
                                            .seed = seed,
                                            .executions = 300,
                                            .pct_changes = 2,
                                            .most_events =
                                                set->states ? 4000 : 0,
                                            .most_records = set->records,
                                            .stateful = set->states,
                                            .mutant = set->mutant};
    const sett_bounds bounds = toy_bounds (program);
    hash_set known = {0};
    m.known = set->states ? &known : NULL;
    if (set->parts)
      search_divided (&m, &options, set->bounds ? &bounds : NULL, &f,
                      MOST_EXECUTIONS, set->parts, set->guess);
    if (f.refuted) {
      refuted_count++;
      findings_release (&f);
      f = (findings){0};
    }
    if (set->inferred)
      search_inferring (&m, program, &options, &f, MOST_EXECUTIONS,
                        set->inferred == 2);
    else if (!set->parts || !f.executions)
      search (&m, &options, set->bounds ? &bounds : NULL, &f, MOST_EXECUTIONS,
              set->show);
    set_clear (&known);
    if (set->show && enumerated)
      oracle_missing (&m, &f.traces, show_missing);
    if (compares_with_whole (set) &&
        !agree_with_whole (&m, &options, set->bounds ? &bounds : NULL, &f))
      result = complain (seed, words[set->kind],
                         interruptions ? "another search when saved"
                                       : "another search when raised",
                         &f, &o, traces.count);
    else if (!f.gave_up)
      result = judge (seed, words[set->kind], &f, &o,
                      enumerated ? &traces : NULL, optimal, program, set);
    set_release (&known);
  }
  *executions += f.executions;
  findings_release (&f);
  set_release (&traces);
  outcomes_release (&o);
  toy_machine_release (&m);
  raised_release (&numbers);
  return result;
}

static int check_random (const settings *set) {
  uint64_t large = 0, failed = 0, tried = 0, executions = 0;
  for (uint64_t seed = set->seed; tried < set->count; seed++) {
    toy_program program;
    const toy_flavour flavour = toy_generate (&program, seed);
    if (set->flavour >= 0 && (int)flavour != set->flavour)
      continue;
    tried++;
    if (set->careless)
      toy_make_careless (&program, seed);
    if (set->endless)
      toy_make_endless (&program, seed);
    const int result = check_program (&program, seed, set, &executions);
    large += result < 0;
    failed += result == 0;
    if (result > 0)
      printf ("ok seed-%llu %s\n", (unsigned long long)seed, words[set->kind]);
    if (failed >= 10)
      break;
  }
  given_up_release (); /* of searches that were not divided */
  fprintf (
      stderr,
      "%s: %llu programs, %llu too large, %llu refuted, %llu extended, %llu "
      "divided anew, "
      "%llu failed; %llu executions, %llu times saved\n",
      words[set->kind], (unsigned long long)tried, (unsigned long long)large,
      (unsigned long long)refuted_count, (unsigned long long)extended_count,
      (unsigned long long)given_up.all, (unsigned long long)failed,
      (unsigned long long)executions, (unsigned long long)interrupted_count);
  return failed > 0;
}

static int print_program (const settings *set) {
  toy_program program;
  toy_machine m;
  hash_set traces = {0};
  toy_generate (&program, set->seed);
  toy_print (&program);
  toy_machine_init (&m, &program);
  if (oracle_traces (&m, &traces, MOST_STEPS))
    printf ("%zu traces\n", traces.count);
  set_release (&traces);
  toy_machine_release (&m);
  uint64_t executions = 0;
  return check_program (&program, set->seed, set, &executions) == 0;
}

/* Known programs. */

static int check_known (int slow, int mutant) {
  int failed = 0;
  for (unsigned i = 0; i < toy_known_count; i++) {
    const toy_known *k = &toy_known_programs[i];
    const sett_stateless_options options = {
        .kind = SETT_STATELESS_DPOR, .preemptions = -1, .mutant = mutant};
    toy_program program = {0};
    toy_machine m;
    findings f = {0};
    if (k->slow && !slow)
      continue;
    uint64_t expected = k->traces;
    hash_set traces = {0};
    k->make (&program, k->size, k->other);
    toy_machine_init (&m, &program);
    if (!expected) {
      oracle_traces (&m, &traces, SIZE_MAX);
      expected = traces.count;
      set_release (&traces);
    }
    search (&m, &options, NULL, &f, 10 * expected + 10, 0);
    const int fine = f.executions == expected && !f.repeated &&
                     !f.statistics.twice && !f.statistics.departed &&
                     !f.outcomes.deadlocks.count;
    printf ("%s %s-%u: %llu executions, expected %llu\n", fine ? "ok" : "FAIL",
            k->name, k->size, (unsigned long long)f.executions,
            (unsigned long long)expected);
    failed += !fine;
    findings_release (&f);
    toy_machine_release (&m);
  }
  return failed > 0;
}

static uint64_t count_executions (const toy_program *program, int kind) {
  const sett_stateless_options options = {.kind = kind, .preemptions = -1};
  toy_machine m;
  findings f = {0};
  toy_machine_init (&m, program);
  search (&m, &options, NULL, &f, 1000, 0);
  const uint64_t executions = f.executions - f.statistics.asleep;
  findings_release (&f);
  toy_machine_release (&m);
  return executions;
}

/* Stoller's example for composed transitions, and one against his rule (4). */
static int check_composed (void) {
  const settings set = {.kind = SETT_STATELESS_SSS, .preemptions = -1};
  toy_program program;
  uint64_t executions = 0;
  toy_make_copying (&program, 2);
  const uint64_t composed = count_executions (&program, SETT_STATELESS_SSS);
  const uint64_t plain = count_executions (&program, SETT_STATELESS_IFSSS);
  const int fine = composed == 1 && plain == 2;
  printf ("%s copying: %llu execution composed, %llu else\n",
          fine ? "ok" : "FAIL", (unsigned long long)composed,
          (unsigned long long)plain);
  toy_make_keeping (&program);
  const int kept = check_program (&program, 0, &set, &executions) == 1;
  printf ("%s keeping\n", kept ? "ok" : "FAIL");
  return !fine || !kept;
}

/* Conditional dependency: executions that do not end asleep. */
static int check_conditional (void) {
  static const uint64_t expected[] = {2, 1, 1};
  int failed = 0;
  for (unsigned units = 0; units < 3; units++) {
    toy_program program;
    toy_make_units (&program, units);
    const uint64_t count = count_executions (&program, SETT_STATELESS_IFSSS);
    const int fine = count == expected[units];
    failed |= !fine;
    printf ("%s units-%u: %llu executions\n", fine ? "ok" : "FAIL", units,
            (unsigned long long)count);
  }
  return failed;
}

/* Speed. */

static double cpu_seconds (void) {
  struct timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

/* Explores one program again and again; then the machine alone runs as often.
 */
static int bench (double seconds, int kind, const char *name) {
  toy_program program = {0};
  toy_machine m;
  uint64_t executions = 0, events = 0;
  const sett_stateless_options options = {.kind = kind, .preemptions = -1};
  const sett_plan free_plan = {.state = SETT_NO_STATE};
  if (!name)
    toy_make_bench (&program);
  for (unsigned i = 0; name && i < toy_known_count; i++)
    if (!strcmp (toy_known_programs[i].name, name)) {
      const toy_known *k = &toy_known_programs[i];
      memset (&program, 0, sizeof program);
      k->make (&program, k->size, k->other);
    }
  toy_machine_init (&m, &program);
  const double start = cpu_seconds ();
  double total, machine;
  do {
    sett_stateless *s = sett_stateless_create (&options);
    const sett_plan *plan;
    while ((plan = sett_stateless_next (s))) {
      const sett_log *log = m.runner.run (&m.runner, plan);
      sett_stateless_learn (s, log);
      executions++;
      events += log->count;
    }
    sett_stateless_destroy (s);
    total = cpu_seconds () - start;
  } while (total < seconds);
  for (uint64_t i = 0; i < executions; i++)
    m.runner.run (&m.runner, &free_plan);
  machine = cpu_seconds () - start - total;
  printf ("%llu executions of %.1f events in %.2f s: %.0f per second; machine "
          "%.3f us, search %.3f us per execution\n",
          (unsigned long long)executions, (double)events / executions, total,
          executions / total, machine / executions * 1e6,
          (total - machine) / executions * 1e6);
  toy_machine_release (&m);
  return 0;
}

static int find (const char *word, const char *const *list, int count) {
  for (int i = 0; i < count; i++)
    if (!strcmp (word, list[i]))
      return i;
  fprintf (stderr, "check_stateless: what is %s?\n", word);
  exit (2);
}

static int run_mode (int argc, char **argv) {
  settings set = {
      .seed = 1, .count = 300, .flavour = -1, .preemptions = -1, .guess = -1};
  enum { RANDOM, KNOWN, PRINT, BENCH } mode = RANDOM;
  double seconds = 1;
  const char *name = NULL;
  int slow = 0;
  for (int i = 1; i < argc; i++) {
    const char *next = i + 1 < argc ? argv[i + 1] : "";
    if (!strcmp (argv[i], "--known"))
      mode = KNOWN;
    else if (!strcmp (argv[i], "--long"))
      slow = 1;
    else if (!strcmp (argv[i], "--short-sequences"))
      set.short_sequences = 1, set.mutant = 9;
    else if (!strcmp (argv[i], "--records"))
      set.short_sequences = 1, set.records = (size_t)atoi (next), i++;
    else if (!strcmp (argv[i], "--states"))
      set.states = 1;
    else if (!strcmp (argv[i], "--endless"))
      set.endless = 1;
    else if (!strcmp (argv[i], "--untold"))
      set.untold = 1;
    else if (!strcmp (argv[i], "--careless"))
      set.careless = 1;
    else if (!strcmp (argv[i], "--bounds"))
      set.bounds = 1;
    else if (!strcmp (argv[i], "--inferred"))
      set.inferred = atoi (next), i++;
    else if (!strcmp (argv[i], "--preemptions"))
      set.preemptions = atoi (next), i++;
    else if (!strcmp (argv[i], "--raised"))
      set.raised = 1;
    else if (!strcmp (argv[i], "--show"))
      set.show = 1;
    else if (!strcmp (argv[i], "--seed"))
      set.seed = strtoull (next, NULL, 10), i++;
    else if (!strcmp (argv[i], "--count"))
      set.count = strtoull (next, NULL, 10), i++;
    else if (!strcmp (argv[i], "--saved"))
      interruptions = (unsigned)atoi (next), i++;
    else if (!strcmp (argv[i], "--divide"))
      set.parts = (uint32_t)atoi (next), i++;
    else if (!strcmp (argv[i], "--give-up"))
      given_up.most = (uint32_t)atoi (next), i++;
    else if (!strcmp (argv[i], "--guess"))
      set.guess = atoi (next), i++;
    else if (!strcmp (argv[i], "--mutant"))
      set.mutant = atoi (next), i++;
    else if (!strcmp (argv[i], "--search"))
      set.kind = find (next, words, SETT_STATELESS_KINDS), i++;
    else if (!strcmp (argv[i], "--flavour"))
      set.flavour = find (next, toy_flavour_names, TOY_FLAVOURS), i++;
    else if (!strcmp (argv[i], "--print"))
      mode = PRINT, set.seed = strtoull (next, NULL, 10), i++;
    else if (!strcmp (argv[i], "--program"))
      name = next, i++;
    else if (!strcmp (argv[i], "--bench"))
      mode = BENCH, seconds = atof (next), i++;
    else
      find (argv[i], NULL, 0);
  }
  switch (mode) {
  case KNOWN:
    return check_known (slow, set.mutant) | check_composed () |
           check_conditional ();
  case PRINT:
    return print_program (&set);
  case BENCH:
    return bench (seconds, set.kind, name);
  default:
    return check_random (&set);
  }
}

int main (int argc, char **argv) {
  setlinebuf (stdout); /* who waits for a line may end it then */
  const int status = run_mode (argc, argv);
  if (sett_memory_in_use ()) {
    printf ("FAIL %zu bytes are still in use\n", sett_memory_in_use ());
    return 1;
  }
  return status;
}
