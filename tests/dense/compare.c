/* Every reduction must give the answer of the plain search about tiny systems.

   usage: check_dense [OPTION ...] [MODEL ...]
     --seed N     the first system (1)
     --count N    how many, when no model is given (100)
     --ways LIST  ways to search, with commas (all)
     --mutant N   a deliberate error in reductions (mutant.def), which are not
                  tested by themselves then: ends with the first failure
     --print N    just prints the system of this seed

   Each system gives a line: `ok', or `FAIL' with the property, the way to
   search, and what is wrong; those that are too small or too large, or are no
   models, give none.  Everything happens in this process, so that thousands
   can be compared.

   What is compared: for safety, the set of faults and their lines, and whether
   there is a deadlock; for a claim (`ltl' block, accept and progress labels),
   whether it is violated, with and without fairness. */

#include "base/text.h"
#include "cli/loaded_model.h"
#include "dense.h"
#include "kernel/violation.h"
#include "search/combination.h"

#include <stdlib.h>
#include <string.h>

enum { FEWEST_STATES = 4, MOST_STATES = 2000, MOST_PLACES = 64 };

static const char *only; /* ways to take, with commas; null: all */
static unsigned mutant;

typedef struct way {
  const char *name;
  sett_wish wish;
  sett_cache cache;
  int sleep, stateless, extends;
  sett_leaps_of leaps_of;
  unsigned workers;
  sett_search_order order;
} way;

static const way plain = {.name = "plain", .wish = SETT_WISH_NONE};

static const way ways[] = {
    {.name = "none", .wish = SETT_WISH_NONE},
    {.name = "ample", .wish = SETT_WISH_AMPLE},
    {.name = "twophase", .wish = SETT_WISH_TWOPHASE},
    {.name = "twophase-selective",
     .wish = SETT_WISH_TWOPHASE,
     .cache = SETT_CACHE_SELECTIVE},
    {.name = "leap", .wish = SETT_WISH_LEAP},
    {.name = "xleap", .wish = SETT_WISH_XLEAP},
    {.name = "xleap-extend", .wish = SETT_WISH_XLEAP, .extends = 1},
    {.name = "leap-persistent",
     .wish = SETT_WISH_LEAP,
     .leaps_of = SETT_LEAPS_OF_PERSISTENT},
    {.name = "leap-stubborn",
     .wish = SETT_WISH_LEAP,
     .leaps_of = SETT_LEAPS_OF_STUBBORN},
    {.name = "xleap-persistent",
     .wish = SETT_WISH_XLEAP,
     .leaps_of = SETT_LEAPS_OF_PERSISTENT},
    {.name = "xleap-stubborn",
     .wish = SETT_WISH_XLEAP,
     .leaps_of = SETT_LEAPS_OF_STUBBORN},
    {.name = "xleap-stubborn-extend",
     .wish = SETT_WISH_XLEAP,
     .leaps_of = SETT_LEAPS_OF_STUBBORN,
     .extends = 1},
    {.name = "persistent", .wish = SETT_WISH_PERSISTENT},
    {.name = "stubborn", .wish = SETT_WISH_STUBBORN},
    {.name = "stubborn-selective",
     .wish = SETT_WISH_STUBBORN,
     .cache = SETT_CACHE_SELECTIVE},
    {.name = "ample-selective",
     .wish = SETT_WISH_AMPLE,
     .cache = SETT_CACHE_SELECTIVE},
    {.name = "auto", .wish = SETT_WISH_AUTO},
    {.name = "auto-workers", .wish = SETT_WISH_AUTO, .workers = 2},
    {.name = "ample-workers", .wish = SETT_WISH_AMPLE, .workers = 2},
    {.name = "auto-shortest",
     .wish = SETT_WISH_AUTO,
     .order = SETT_BREADTH_FIRST},
    {.name = "ample-shortest",
     .wish = SETT_WISH_AMPLE,
     .order = SETT_BREADTH_FIRST},
    {.name = "xleap-shortest",
     .wish = SETT_WISH_XLEAP,
     .order = SETT_BREADTH_FIRST},
    {.name = "stubborn-shortest",
     .wish = SETT_WISH_STUBBORN,
     .cache = SETT_CACHE_ALL,
     .order = SETT_BREADTH_FIRST},
    {.name = "sleep", .wish = SETT_WISH_NONE, .sleep = 1},
    {.name = "persistent-sleep", .wish = SETT_WISH_PERSISTENT, .sleep = 1},
    {.name = "stubborn-sleep", .wish = SETT_WISH_STUBBORN, .sleep = 1},
    {.name = "stateless-sleep",
     .wish = SETT_WISH_NONE,
     .sleep = 1,
     .stateless = 1},
    {.name = "stateless-stubborn",
     .wish = SETT_WISH_STUBBORN,
     .sleep = 1,
     .stateless = 1},
};

enum { WAYS = sizeof ways / sizeof *ways };

/* ---- answers ---- */

typedef struct answer {
  int refused;
  int bounded; /* gave up: may miss something */
  sett_verdict verdict;
  int deadlock;
  unsigned long place[MOST_PLACES]; /* sorted; a fault and its line */
  int places;
  unsigned long states;
  char message[256];
} answer;

static int compare_numbers (const void *a, const void *b) {
  const unsigned long x = *(const unsigned long *)a;
  const unsigned long y = *(const unsigned long *)b;
  return (x > y) - (x < y);
}

static void add_violation (answer *a, sett_model *model,
                           const sett_violation *v) {
  if (v->violation == SETT_VIOLATION_DEADLOCK) {
    a->deadlock = 1;
    return;
  }
  if (a->places == MOST_PLACES || v->step.transition >= model->transitions)
    return;
  const sett_transition *t = model->transition (model, v->step.transition);
  const unsigned long place = (unsigned long)v->violation << 20 | t->line;
  for (int i = 0; i < a->places; i++)
    if (a->place[i] == place)
      return;
  a->place[a->places++] = place;
}

static void read_result (answer *a, sett_model *model, const sett_result *r) {
  a->verdict = r->verdict;
  a->bounded = r->limits_hit != 0;
  a->states = r->statistics.states;
  snprintf (a->message, sizeof a->message, "%s", r->message);
  for (size_t i = 0; i < r->violations.count; i++)
    add_violation (a, model, &r->violations.at[i]);
  qsort (a->place, (size_t)a->places, sizeof a->place[0], compare_numbers);
}

/* ---- questions ---- */

typedef struct question {
  const char *name;
  sett_property_kind kind;
  int assertions;
  const char *sign; /* in the source; null: always */
  int fair;
} question;

static const question questions[] = {
    {"safety", SETT_PROPERTY_SAFETY, 1, NULL, 0},
    {"deadlock", SETT_PROPERTY_SAFETY, 0, NULL, 0},
    {"ltl", SETT_PROPERTY_LTL, 0, "\nltl ", 0},
    {"acceptance", SETT_PROPERTY_ACCEPTANCE, 0, "accept", 0},
    {"progress", SETT_PROPERTY_PROGRESS, 0, "progress", 0},
    {"fair ltl", SETT_PROPERTY_LTL, 0, "\nltl ", 1},
    {"fair acceptance", SETT_PROPERTY_ACCEPTANCE, 0, "accept", 1},
    {"fair progress", SETT_PROPERTY_PROGRESS, 0, "progress", 1},
};

enum { QUESTIONS = sizeof questions / sizeof *questions };

static void ask (sett_loaded_model *s, const question *q, const way *w,
                 answer *a) {
  const int safety = q->kind == SETT_PROPERTY_SAFETY;
  sett_search_options options = {
      .explorer = {.claim = s->claim, .fair = q->fair},
      .order = w->order,
      .workers = w->workers ? w->workers : 1,
      .sleep = w->sleep,
      .stateless = w->stateless,
      .depth = w->stateless ? 60 : 0,
      .seconds = w == &plain || w->stateless ? 0.3 : 2,
      .all_errors = safety,
      .check_deadlocks = safety,
      .check_assertions = q->assertions,
  };
  const sett_request request = {.wish = w->wish,
                                .cache = w->cache,
                                .extends = w->extends,
                                .leaps_of = w->leaps_of,
                                .check = w != &plain && !mutant,
                                .mutant = w != &plain ? mutant : 0};
  sett_text refusal = {0}, note = {0};
  memset (a, 0, sizeof *a);
  a->refused = !sett_combine (s->model, &request, &options, &refusal, &note);
  sett_text_release (&refusal);
  sett_text_release (&note);
  if (a->refused)
    return;
  sett_result result = {0};
  sett_search (s->model, &options, &result);
  read_result (a, s->model, &result);
  sett_result_release (&result);
}

/* ---- judgement ---- */

static int has_place (const answer *a, unsigned long place) {
  for (int i = 0; i < a->places; i++)
    if (a->place[i] == place)
      return 1;
  return 0;
}

/* Something that `more` found and `less` did not; 0: nothing. */
static int is_missing (const answer *more, const answer *less,
                       const char *prefix, char *text, size_t size) {
  for (int i = 0; i < more->places; i++)
    if (!has_place (less, more->place[i])) {
      snprintf (
          text, size, "%s %s in line %lu", prefix,
          sett_violation_category ((sett_violation_kind)(more->place[i] >> 20)),
          more->place[i] & 0xfffff);
      return 1;
    }
  if (more->deadlock && !less->deadlock) {
    snprintf (text, size, "%s deadlock", prefix);
    return 1;
  }
  return 0;
}

/* True if they disagree. */
static int disagree (const question *q, const answer *wanted, const answer *got,
                     char *text, size_t size) {
  if (got->verdict == SETT_ERROR) {
    snprintf (text, size, "error: %s", got->message);
    return 1;
  }
  if (q->kind == SETT_PROPERTY_SAFETY)
    return is_missing (got, wanted, "invents", text, size) ||
           (!got->bounded && is_missing (wanted, got, "misses", text, size));
  if (got->bounded ||
      (got->verdict == SETT_VIOLATED) == (wanted->verdict == SETT_VIOLATED))
    return 0;
  snprintf (text, size, "%s",
            got->verdict == SETT_VIOLATED ? "violated instead of verified"
                                          : "verified instead of violated");
  return 1;
}

/* ---- one system ---- */

typedef struct tally {
  long runs, refused, reduced, violated;
  long used[WAYS];
} tally;

static tally total;

static int is_taken (const way *w) {
  const char *at = only ? strstr (only, w->name) : NULL;
  const size_t length = strlen (w->name);
  return !only || (at && (at == only || at[-1] == ',') &&
                   (!at[length] || at[length] == ','));
}

static int load (sett_loaded_model *s, const question *q, const char *name,
                 const char *source, unsigned reductions) {
  memset (s, 0, sizeof *s);
  s->promela.property.kind = q->kind;
  s->promela.no_acceleration = 1;
  s->promela.static_reductions = reductions;
  return sett_loaded_model_load (s, name, source, 1) == SETT_EXIT_FINE;
}

static void count (int number, const answer *wanted, const answer *got) {
  total.runs++;
  total.refused += got->refused;
  total.used[number] += !got->refused;
  total.reduced += !got->refused && got->states < wanted->states;
  total.violated += got->verdict == SETT_VIOLATED;
}

/* All ways to answer a question about a model that was loaded so. */
static int try_ways (sett_loaded_model *s, const question *q,
                     const answer *wanted, const char *name) {
  int good = 1;
  char text[400];
  for (int i = 0; i < WAYS; i++) {
    answer got;
    if (!is_taken (&ways[i]))
      continue;
    ask (s, q, &ways[i], &got);
    count (i, wanted, &got);
    if (got.refused || !disagree (q, wanted, &got, text, sizeof text))
      continue;
    printf ("FAIL %s: %s, %s%s: %s\n", name, q->name, ways[i].name,
            s->promela.static_reductions ? ", static" : "", text);
    good = 0;
  }
  return good;
}

typedef enum verdict { AGREE, DISAGREE, UNSUITABLE } verdict;

/* Systems that start processes for ever say little and take long. */
static int starts_too_many (const answer *a) {
  for (int i = 0; i < a->places; i++)
    if (a->place[i] >> 20 == SETT_VIOLATION_TOO_MANY_PROCESSES ||
        a->place[i] >> 20 == SETT_VIOLATION_TOO_MANY_CHANNELS)
      return 1;
  return 0;
}

static verdict compare_question (const question *q, const char *name,
                                 const char *source) {
  sett_loaded_model s;
  answer wanted;
  int good = 1;
  if (!load (&s, q, name, source, 0)) {
    sett_loaded_model_release (&s);
    return UNSUITABLE;
  }
  ask (&s, q, &plain, &wanted);
  const int suits =
      !wanted.bounded && !starts_too_many (&wanted) &&
      wanted.states <= MOST_STATES &&
      (wanted.states >= FEWEST_STATES || q->kind != SETT_PROPERTY_SAFETY);
  if (suits)
    good = try_ways (&s, q, &wanted, name);
  sett_loaded_model_release (&s);
  if (!suits)
    return UNSUITABLE;
  if (load (&s, q, name, source, SETT_STATIC_ALL))
    good &= try_ways (&s, q, &wanted, name);
  sett_loaded_model_release (&s);
  return good ? AGREE : DISAGREE;
}

static verdict compare_source (const char *name, const char *source) {
  verdict all = AGREE;
  for (int i = 0; i < QUESTIONS; i++) {
    const question *q = &questions[i];
    if (q->sign && !strstr (source, q->sign))
      continue;
    const verdict one = compare_question (q, name, source);
    if (one == DISAGREE)
      all = DISAGREE;
    else if (one == UNSUITABLE && i == 0)
      return UNSUITABLE;
  }
  if (all == AGREE)
    printf ("ok %s\n", name);
  fflush (stdout);
  return all;
}

/* ---- command line ---- */

static char *read_file (const char *path) {
  FILE *file = fopen (path, "r");
  char *source = NULL;
  size_t size = 0;
  if (!file || getdelim (&source, &size, 0, file) < 0) {
    fprintf (stderr, "check_dense: %s cannot be read\n", path);
    exit (2);
  }
  fclose (file);
  return source;
}

static char *make_source (unsigned long seed) {
  char *source = NULL;
  size_t size = 0;
  FILE *file = open_memstream (&source, &size);
  generate (seed, file);
  fclose (file);
  return source;
}

/* So many that suit, each with a line that tells its features. */
static int compare_seeds (unsigned long seed, long wanted) {
  int good = 1;
  while (wanted > 0 && (good || !mutant)) {
    char name[40];
    char *source = make_source (seed);
    snprintf (name, sizeof name, "seed-%lu", seed++);
    const verdict v = compare_source (name, source);
    wanted -= v != UNSUITABLE;
    good &= v != DISAGREE;
    if (v != UNSUITABLE)
      printf ("%.*s\n", (int)strcspn (source, "\n"), source);
    free (source);
  }
  return good;
}

static void show_total (void) {
  printf ("runs %ld refused %ld reduced %ld violated %ld\n", total.runs,
          total.refused, total.reduced, total.violated);
  for (int i = 0; i < WAYS; i++)
    if (is_taken (&ways[i]))
      printf ("way %s %ld\n", ways[i].name, total.used[i]);
}

/* Gives the number of the first operand; 0: wrong. */
static int read_options (int argc, char **argv, unsigned long *seed,
                         long *models) {
  int i = 1;
  for (; i < argc && !strncmp (argv[i], "--", 2); i += 2) {
    if (i + 1 == argc)
      return 0;
    if (!strcmp (argv[i], "--seed"))
      *seed = strtoul (argv[i + 1], NULL, 10);
    else if (!strcmp (argv[i], "--count"))
      *models = strtol (argv[i + 1], NULL, 10);
    else if (!strcmp (argv[i], "--ways"))
      only = argv[i + 1];
    else if (!strcmp (argv[i], "--mutant"))
      mutant = (unsigned)strtoul (argv[i + 1], NULL, 10);
    else if (!strcmp (argv[i], "--print")) {
      generate (strtoul (argv[i + 1], NULL, 10), stdout);
      exit (0);
    } else
      return 0;
  }
  return i;
}

int main (int argc, char **argv) {
  unsigned long seed = 1;
  long models = 100;
  int good = 1;
  const int first = read_options (argc, argv, &seed, &models);
  if (!first) {
    fputs ("usage: see the head of tests/dense/compare.c\n", stderr);
    return 2;
  }
  for (int i = first; i < argc; i++) {
    char *source = read_file (argv[i]);
    good &= compare_source (argv[i], source) != DISAGREE;
    free (source);
  }
  if (first == argc)
    good = compare_seeds (seed, models);
  show_total ();
  return !good;
}
