/* Compares every way to search with the plain one: the same system must get
   the same answer.

   usage: compare [OPTION ...] [MODEL ...]
     --table FILE       the ways to search (combinations.tsv)
     --generator FILE   makes models when none is given
     --seed N --step N  its first seed and the distance to the next (1, 1)
     --count N          how many models (10)
     --features-off L   passed to the generator
     --extra N          combinations by chance for each property (8), beside
                        the rows of the first axis by themselves
     --pairs            also these with each row of each other axis
     --rows NAME,...    only combinations that have one of these rows
     --cases WORD,...   only properties that begin so
     --work DIR         for models and traces
     --stop             end after the first answer that is wrong
     --case TEXT --with OPTIONS --still KIND MODEL
                        just this one, and succeed if they disagree so

   The environment says where sett is (SETT).  Each model gives a line `ok' or
   `FAIL'; behind a failure stand both command lines.  Kinds of disagreement:
   end, refused, accepted, verdict, places, states, replay, expected. */

#include "cases.h"
#include "runs.h"
#include "table.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FEWEST_STATES = 5, MOST_STATES = 20000 };
enum { MOST_COMBINATIONS = 4000, MOST_FAILURES = 3 /* of one property */ };

typedef struct settings {
  const char *sett, *table, *generator, *work, *rows, *cases, *off;
  const char *one_case, *one_options, *still;
  long seed, step, count;
  int extra, stop, pairs;
} settings;

typedef struct comparison {
  const settings *settings;
  table table;
  combination *all; /* every combination, the basic ones first */
  int count, basic;
  unsigned short chance[3];
  int enough; /* a wrong answer, and that was all that was wanted */
  long runs, refused, reduced, violated, replays; /* statistics */
} comparison;

typedef struct verdict {
  char kind[12]; /* "" : they agree */
  char text[TEXT_SIZE];
} verdict;

static void disagree (verdict *v, const char *kind, const char *format,
                      const char *a, const char *b) {
  snprintf (v->kind, sizeof v->kind, "%s", kind);
  snprintf (v->text, sizeof v->text, format, a, b);
}

/* ---- combinations ---- */

static int in_list (const char *list, const char *word, size_t length) {
  for (; list && *list; list += *list == ',') {
    size_t size = strcspn (list, ",");
    if (size == length && !strncmp (list, word, length))
      return 1;
    list += size;
  }
  return 0;
}

static int is_wanted (const comparison *c, const combination *combo) {
  const char *rows = c->settings->rows;
  int wanted = !rows;
  for (int i = 0; i < combo->parts && !wanted; i++)
    wanted =
        in_list (rows, combo->part[i]->name, strlen (combo->part[i]->name));
  return wanted;
}

static void add_combination (comparison *c, const combination *combo) {
  if (is_wanted (c, combo) && c->count < MOST_COMBINATIONS)
    c->all[c->count++] = *combo;
}

/* A reduction with each row of each other axis, the rest as in the plain
   search. */
static void add_pairs (comparison *c, const combination *plain) {
  const table *t = &c->table;
  for (int i = 1; i < t->axes; i++)
    for (int j = 1; j < t->axis[i].rows; j++) {
      combination one = *plain;
      one.part[i] = &c->table.axis[i].row[j];
      add_combination (c, &one);
    }
}

/* Each reduction, all else as in the plain search. */
static void add_basic (comparison *c) {
  const table *t = &c->table;
  for (int j = 0; j < t->axis[0].rows; j++) {
    combination one = {.parts = t->axes};
    for (int i = 0; i < t->axes; i++)
      one.part[i] = &c->table.axis[i].row[i ? 0 : j];
    add_combination (c, &one);
    if (c->settings->pairs)
      add_pairs (c, &one);
  }
  c->basic = c->count;
}

static void add_all (comparison *c, combination *so_far) {
  const table *t = &c->table;
  if (so_far->parts == t->axes) {
    add_combination (c, so_far);
    return;
  }
  axis *a = &c->table.axis[so_far->parts];
  for (int i = 0; i < a->rows; i++) {
    so_far->part[so_far->parts++] = &a->row[i];
    add_all (c, so_far);
    so_far->parts--;
  }
}

/* Moves `extra` combinations to the front of those that are not basic. */
static int choose_combinations (comparison *c) {
  int end = c->basic;
  for (int i = 0; i < c->settings->extra && end < c->count; i++, end++) {
    int other = end + (int)(nrand48 (c->chance) % (c->count - end));
    combination kept = c->all[end];
    c->all[end] = c->all[other];
    c->all[other] = kept;
  }
  return end;
}

/* ---- runs ---- */

static void start_command (const comparison *c, words *w, const char *model,
                           const property *p) {
  words_add (w, c->settings->sett);
  words_add (w, "check");
  words_add (w, model);
  words_add (w, "--json");
  words_add (w, "--no-acceleration"); /* the models are small */
  case_options (p, w);
}

static void reference_command (const comparison *c, words *w, const char *model,
                               const property *p) {
  start_command (c, w, model, p);
  words_split (w, "--reduce none --static none --no-trace --time 10");
}

static void checked_command (const comparison *c, words *w, const char *model,
                             const property *p, const char *options) {
  start_command (c, w, model, p);
  words_split (w, options);
  words_add (w, "--trace-dir");
  words_add (w, c->settings->work);
}

/* ---- judgement ---- */

static void judge_replay (comparison *c, const outcome *o, verdict *v) {
  outcome again;
  words w = {.count = 0};
  words_add (&w, c->settings->sett);
  words_add (&w, "replay");
  words_add (&w, o->trace);
  words_add (&w, "--json");
  run_sett (&w, &again);
  c->replays++;
  if (again.status != 1 || strcmp (again.first, o->first))
    disagree (v, "replay", "the trace of '%s' gives '%s' again", o->first,
              *again.first ? again.first : again.said);
}

static void judge_places (const outcome *wanted, const outcome *o, verdict *v) {
  if (o->deadlock != wanted->deadlock)
    disagree (v, "verdict", "deadlock: %s instead of %s",
              o->deadlock ? "yes" : "no", wanted->deadlock ? "yes" : "no");
  for (int i = 0; i < wanted->places || i < o->places; i++)
    if (i == wanted->places ||
        (i < o->places && strcmp (o->place[i], wanted->place[i]) < 0)) {
      disagree (v, "places", "finds %s%s", o->place[i], "");
      return;
    } else if (i == o->places || strcmp (o->place[i], wanted->place[i])) {
      disagree (v, "places", "does not find %s%s", wanted->place[i], "");
      return;
    }
}

static void judge_answer (const property *p, const outcome *wanted,
                          const outcome *o, verdict *v) {
  if (p->column == COLUMN_SAFETY)
    judge_places (wanted, o, v);
  else if (p->column == COLUMN_DEADLOCK) {
    if (o->deadlock != wanted->deadlock)
      disagree (v, "verdict", "deadlock: %s instead of %s",
                o->deadlock ? "yes" : "no", wanted->deadlock ? "yes" : "no");
  } else if ((o->status == 1) != (wanted->status == 1))
    disagree (v, "verdict", "%s instead of %s", o->verdict, wanted->verdict);
}

static int is_comparable (const property *p, const outcome *o) {
  return p->column == COLUMN_SAFETY || p->column == COLUMN_DEADLOCK ||
         o->status == 0;
}

static void judge_states (const property *p, const outcome *wanted,
                          const outcome *o, verdict *v) {
  char got[24], most[24];
  if (!is_comparable (p, o) || o->states <= wanted->states)
    return;
  snprintf (got, sizeof got, "%ld", o->states);
  snprintf (most, sizeof most, "%ld", wanted->states);
  disagree (v, "states", "%s states instead of at most %s", got, most);
}

/* A search that gave up may miss violations, not invent them. */
static void judge_bounded (const outcome *wanted, const outcome *o,
                           verdict *v) {
  if (o->status == 1 && wanted->status != 1)
    disagree (v, "verdict", "%s instead of %s", o->verdict, wanted->verdict);
}

static int ends_well (const outcome *o, int lossy, int bounded) {
  if (o->status == 3)
    return (lossy && !strcmp (o->verdict, "probabilistic")) ||
           (bounded && !strcmp (o->verdict, "bounded"));
  return o->status >= 0 && o->status < 3;
}

typedef struct promise {
  claim claim;
  int lossy, bounded;
} promise;

static void judge (comparison *c, const property *p, promise promised,
                   const outcome *wanted, const outcome *o, verdict *v) {
  char status[12];
  snprintf (status, sizeof status, "%d", o->status);
  v->kind[0] = 0;
  if (!ends_well (o, promised.lossy, promised.bounded))
    disagree (v, "end", "exit status %s %s", status, o->said);
  else if (o->status == 2 && promised.claim == CLAIM_YES)
    disagree (v, "refused", "refused: %s%s", o->said, "");
  else if (o->status == 2)
    c->refused++;
  else if (promised.claim == CLAIM_NO)
    disagree (v, "accepted", "not refused (reduction %s)%s", o->reduction, "");
  else if (promised.bounded)
    judge_bounded (wanted, o, v);
  else
    judge_answer (p, wanted, o, v);
  if (*v->kind || o->status == 2)
    return;
  if (!promised.lossy && !promised.bounded)
    judge_states (p, wanted, o, v);
  if (!*v->kind && *o->trace)
    judge_replay (c, o, v);
}

/* ---- one model ---- */

static void show_commands (const comparison *c, const char *model,
                           const property *p, const char *options) {
  words reference = {.count = 0};
  words checked = {.count = 0};
  reference_command (c, &reference, model, p);
  start_command (c, &checked, model, p);
  words_split (&checked, options);
  printf ("  ");
  words_print (&reference, stdout);
  printf ("\n  ");
  words_print (&checked, stdout);
  printf ("\n  again: --case '%s' --with '%s'\n", p->text, options);
}

static promise promise_of (const combination *combo, column col) {
  promise promised = {.claim = combination_claim (combo, col)};
  for (int i = 0; i < combo->parts; i++) {
    promised.lossy |= combo->part[i]->lossy;
    promised.bounded |= combo->part[i]->bounded;
  }
  return promised;
}

/* Each row must be accepted now and then, or nothing was tested. */
static void count_rows (const combination *combo, const outcome *o) {
  for (int i = 0; i < combo->parts && o->status != 2; i++)
    combo->part[i]->accepted++;
}

static void show_rows (const table *t) {
  for (int i = 0; i < t->axes; i++)
    for (int j = 0; j < t->axis[i].rows; j++)
      printf ("row %s %ld\n", t->axis[i].row[j].name,
              t->axis[i].row[j].accepted);
}

/* True if they agree. */
static int compare_one (comparison *c, const char *model, const property *p,
                        const combination *combo, const outcome *wanted) {
  char options[400], name[200];
  combination_options (combo, options, sizeof options);
  combination_name (combo, name, sizeof name);
  words w = {.count = 0};
  checked_command (c, &w, model, p, options);
  outcome o;
  verdict v;
  run_sett (&w, &o);
  c->runs++;
  count_rows (combo, &o);
  c->reduced +=
      o.status < 2 && is_comparable (p, &o) && o.states < wanted->states;
  c->violated += o.status == 1;
  judge (c, p, promise_of (combo, p->column), wanted, &o, &v);
  if (!*v.kind)
    return 1;
  printf ("FAIL %s, %s: %s: %s: %s\n", model, p->text, name, v.kind, v.text);
  show_commands (c, model, p, options);
  if (c->settings->stop)
    c->enough = in_list ("verdict,places,accepted", v.kind, strlen (v.kind));
  return 0;
}

static int meets_expectation (const property *p, const outcome *o) {
  if (!*p->expected)
    return 1;
  if (p->column == COLUMN_DEADLOCK)
    return o->deadlock == !strcmp (p->expected, "deadlock");
  return !strcmp (p->expected, o->status == 0 ? "verified" : o->kinds);
}

static int compare_case (comparison *c, const char *model, const property *p,
                         const outcome *wanted) {
  if (!meets_expectation (p, wanted)) {
    printf ("FAIL %s, %s: expected: %s, found: %s%s\n", model, p->text,
            p->expected, *wanted->kinds ? wanted->kinds : wanted->verdict,
            wanted->said);
    return 0;
  }
  int end = choose_combinations (c);
  int failures = 0;
  for (int i = 0; i < end && failures < MOST_FAILURES && !c->enough; i++)
    failures += !compare_one (c, model, p, &c->all[i], wanted);
  return !failures;
}

static int is_wanted_case (const comparison *c, const property *p) {
  const char *list = c->settings->cases;
  return !list || in_list (list, p->text, strcspn (p->text, " "));
}

typedef enum result { AGREE, DISAGREE, UNSUITABLE } result;

static int is_suitable (const property *p, const outcome *o) {
  return *p->expected || (o->status < 2 && o->states >= FEWEST_STATES &&
                          o->states <= MOST_STATES);
}

/* The first property decides whether the model has a good size. */
static result compare_model (comparison *c, const char *model) {
  property cases[MAX_CASES];
  int count = cases_read (model, cases);
  if (count <= 0) {
    printf ("FAIL %s: no properties\n", model);
    return DISAGREE;
  }
  int good = 1;
  for (int i = 0; i < count && !c->enough; i++) {
    outcome wanted;
    words w = {.count = 0};
    reference_command (c, &w, model, &cases[i]);
    run_sett (&w, &wanted);
    if (i == 0 && !is_suitable (&cases[i], &wanted))
      return UNSUITABLE;
    if (!is_wanted_case (c, &cases[i]))
      continue;
    if (wanted.status == 3 && !*cases[i].expected) /* too large */
      continue;
    if (wanted.status < 0 || wanted.status > 1) {
      printf ("FAIL %s, %s: end: the plain search: %s\n", model, cases[i].text,
              wanted.said);
      good = 0;
    } else
      good &= compare_case (c, model, &cases[i], &wanted);
  }
  return good ? AGREE : DISAGREE;
}

/* ---- many models ---- */

static void seed_chance (comparison *c, unsigned long seed) {
  for (int i = 0; i < 3; i++)
    c->chance[i] = (unsigned short)(seed >> 16 * i);
}

static int compare_files (comparison *c, char **models, int count) {
  int good = 1;
  for (int i = 0; i < count; i++) {
    seed_chance (c, (unsigned long)c->settings->seed);
    result r = compare_model (c, models[i]);
    const char *slash = strrchr (models[i], '/');
    if (r != DISAGREE)
      printf ("%s %s\n", r == AGREE ? "ok" : "skip",
              slash ? slash + 1 : models[i]);
    good &= r != DISAGREE;
    fflush (stdout);
  }
  return good;
}

static int generate (const settings *s, long seed, const char *path) {
  char number[24];
  snprintf (number, sizeof number, "%ld", seed);
  words w = {.count = 0};
  words_add (&w, s->generator);
  words_add (&w, "--seed");
  words_add (&w, number);
  if (s->off) {
    words_add (&w, "--feature-off");
    words_add (&w, s->off);
  }
  return run_to_file (&w, path) == 0;
}

static int compare_seeds (comparison *c) {
  const settings *s = c->settings;
  int good = 1;
  long seed = s->seed;
  for (long done = 0; done < s->count && !c->enough; seed += s->step) {
    char path[400];
    snprintf (path, sizeof path, "%s/seed-%ld.pml", s->work, seed);
    if (!generate (s, seed, path)) {
      printf ("FAIL seed %ld: no model\n", seed);
      return 0;
    }
    seed_chance (c, (unsigned long)seed);
    result r = compare_model (c, path);
    done += r != UNSUITABLE;
    good &= r != DISAGREE;
    if (r != DISAGREE)
      unlink (path);
    if (r == AGREE)
      printf ("ok seed %ld\n", seed);
    fflush (stdout);
  }
  return good;
}

/* Do they still disagree in this way? */
static int disagrees_still (comparison *c, const char *model) {
  const settings *s = c->settings;
  property cases[MAX_CASES];
  int count = cases_read (model, cases);
  for (int i = 0; i < count; i++) {
    if (strcmp (cases[i].text, s->one_case))
      continue;
    outcome wanted, o;
    verdict v;
    words w = {.count = 0};
    reference_command (c, &w, model, &cases[i]);
    run_sett (&w, &wanted);
    if (wanted.status < 0 || wanted.status > 1)
      return 0;
    w = (words){.count = 0};
    checked_command (c, &w, model, &cases[i], s->one_options);
    run_sett (&w, &o);
    int lossy = strstr (s->one_options, "bitstate") ||
                strstr (s->one_options, "compact");
    int bounded = strstr (s->one_options, "stateless") != NULL;
    judge (c, &cases[i], (promise){CLAIM_YES, lossy, bounded}, &wanted, &o, &v);
    return !strcmp (v.kind, s->still);
  }
  return 0;
}

/* ---- command line ---- */

static int read_settings (settings *s, int argc, char **argv) {
  const struct {
    const char *name;
    const char **text;
    long *number;
  } known[] = {
      {"--table", &s->table, NULL},   {"--generator", &s->generator, NULL},
      {"--work", &s->work, NULL},     {"--rows", &s->rows, NULL},
      {"--cases", &s->cases, NULL},   {"--features-off", &s->off, NULL},
      {"--case", &s->one_case, NULL}, {"--with", &s->one_options, NULL},
      {"--still", &s->still, NULL},   {"--seed", NULL, &s->seed},
      {"--step", NULL, &s->step},     {"--count", NULL, &s->count},
  };
  int i = 1;
  for (; i < argc && !strncmp (argv[i], "--", 2); i++) {
    unsigned k = 0;
    if (!strcmp (argv[i], "--stop") || !strcmp (argv[i], "--pairs")) {
      *(argv[i][2] == 's' ? &s->stop : &s->pairs) = 1;
      continue;
    }
    if (i + 1 == argc)
      return -1;
    if (!strcmp (argv[i], "--extra")) {
      s->extra = atoi (argv[++i]);
      continue;
    }
    while (k < sizeof known / sizeof *known && strcmp (known[k].name, argv[i]))
      k++;
    if (k == sizeof known / sizeof *known)
      return -1;
    i++;
    if (known[k].text)
      *known[k].text = argv[i];
    else
      *known[k].number = atol (argv[i]);
  }
  return i;
}

static int is_complete (const settings *s, int models) {
  if (!s->sett || !s->work || s->step < 1)
    return 0;
  if (s->one_case)
    return s->one_options && s->still && models == 1;
  return s->table && (models > 0 || s->generator);
}

int main (int argc, char **argv) {
  settings s = {.seed = 1, .step = 1, .count = 10, .extra = 8};
  s.sett = getenv ("SETT");
  int first = read_settings (&s, argc, argv);
  if (first < 0 || !is_complete (&s, argc - first)) {
    fputs ("usage: see the head of compare.c\n", stderr);
    return 2;
  }
  static comparison c;
  c.settings = &s;
  if (s.one_case)
    return !disagrees_still (&c, argv[first]);
  if (!table_read (&c.table, s.table)) {
    fprintf (stderr, "compare: %s cannot be read\n", s.table);
    return 2;
  }
  c.all = calloc (MOST_COMBINATIONS, sizeof *c.all);
  add_basic (&c);
  add_all (&c, &(combination){.parts = 0});
  int good = first < argc ? compare_files (&c, argv + first, argc - first)
                          : compare_seeds (&c);
  printf ("runs %ld refused %ld reduced %ld violated %ld replayed %ld\n",
          c.runs, c.refused, c.reduced, c.violated, c.replays);
  show_rows (&c.table);
  free (c.all);
  return !good;
}
