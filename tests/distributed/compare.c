/* Compares the searches on random systems of two or three processes with up to
   three threads each (player.c): what processes can find out, and the global
   deadlocks, are the same by every search as by the one that leaves nothing out
   (exitblock).

   With --crashes N and --restarts N at most so many processes crash and start
   again; these systems are smaller.

   usage: check_distributed [--seed S] [--count N] [--executions N]
                            [--only WAY] [--crashes N] [--restarts N]
                            --work FOLDER
          check_distributed [--crashes N] --print S

   Prints a line `ok seed-S' or `FAIL seed-S: ...' for each system. */

#include "base/text.h"
#include "program/kit.h"
#include "program/run.h"
#include "stateless/stateless.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*------------------------------------------------------------------------*/
/* Random systems. */

enum { MOST_PROCESSES = 3, MOST_THREADS = 3, MOST_SCRIPT = 40 };

typedef struct script_set {
  int threads;
  char scripts[MOST_THREADS][MOST_SCRIPT];
} script_set;

typedef struct design {
  int processes;
  script_set at[MOST_PROCESSES];
} design;

static struct {
  unsigned long seed;
  long count;
  uint64_t executions;
  unsigned crashes, restarts;
  const char *only, *work;
} the = {.seed = 1, .count = 50, .executions = 20000};

static uint64_t chance;

static unsigned draw (unsigned below) {
  chance = chance * 6364136223846793005ul + 1442695040888963407ul;
  return (unsigned)(chance >> 33) % below;
}

static void add (char *script, char operation, unsigned number) {
  const size_t length = strlen (script);
  script[length] = operation;
  script[length + 1] = (char)('0' + number);
  script[length + 2] = 0;
}

/* One of the others. */
static unsigned other (const design *d, int process) {
  const unsigned n = draw ((unsigned)d->processes - 1);
  return n + (n >= (unsigned)process);
}

static void add_network (const design *d, int process, char *script) {
  static const char operations[] = "ccccAAAAssssrrrggRxhddeEp";
  const char operation = operations[draw (sizeof operations - 1)];
  const int to = strchr ("cd", operation) != NULL;
  add (script, operation,
       to                 ? other (d, process)
       : operation == 's' ? draw (10)
                          : 0);
}

/* Returns how many operations it has. */
static int add_local (char *script) {
  if (draw (3)) {
    const unsigned lock = draw (2);
    add (script, 'L', lock);
    if (!draw (3)) {
      add (script, 'L', 1 - lock);
      add (script, 'U', 1 - lock);
    }
    add (script, 'U', lock);
    return 2;
  }
  add (script, 'a', draw (2));
  return 1;
}

static void design_process (design *d, int process, int budget) {
  script_set *s = &d->at[process];
  s->threads = 1 + (int)(draw (4) == 0) + (int)(draw (8) == 0);
  if (draw (3))
    add (s->scripts[0], 'B', 1 + draw (2));
  if (!draw (3))
    add (s->scripts[0], 'O', 0);
  if (s->threads > 1)
    strcat (s->scripts[0], "|");
  while (budget > 0) {
    char *script = s->scripts[draw ((unsigned)s->threads)];
    if (strlen (script) > MOST_SCRIPT - 12)
      break;
    if (s->threads > 1 && !draw (3))
      budget -= add_local (script);
    else {
      add_network (d, process, script);
      budget--;
    }
  }
}

static design make_design (unsigned long seed) {
  design d = {0};
  chance = seed * 2862933555777941757ul + 3037000493ul;
  for (int i = 0; i < 4; i++)
    draw (2);
  d.processes = 2 + (draw (3) == 0);
  if (the.crashes)
    d.processes = 2;
  for (int i = 0; i < d.processes; i++)
    design_process (&d, i,
                    (int)(the.crashes        ? 1 + draw (2)
                          : d.processes == 2 ? 2 + draw (4)
                                             : 2 + draw (2)));
  return d;
}

static void print_design (const design *d) {
  for (int i = 0; i < d->processes; i++) {
    printf ("p%d: player %d", i, i);
    for (int k = 0; k < d->at[i].threads; k++)
      printf (" '%s'", d->at[i].scripts[k]);
    printf ("\n");
  }
}

/*------------------------------------------------------------------------*/
/* Outcomes: sorted lines, each once. */

enum { MOST_OUTCOMES = 4096, MOST_OUTCOME = 160 };

typedef struct answer {
  char outcomes[MOST_OUTCOMES][MOST_OUTCOME];
  size_t count;
  int finished;
  uint64_t executions, events;
  char error[600];
} answer;

static int compare_lines (const void *a, const void *b) {
  return strcmp (a, b);
}

static void add_outcome (answer *a, const char *text) {
  for (size_t i = 0; i < a->count; i++)
    if (!strncmp (a->outcomes[i], text, MOST_OUTCOME - 1))
      return;
  if (a->count < MOST_OUTCOMES)
    snprintf (a->outcomes[a->count++], MOST_OUTCOME, "%s", text);
  else
    snprintf (a->error, sizeof a->error, "too many outcomes");
}

/* What the processes wrote, in the order of their names: "p0 | +1\np1 | ...".
 */
static void add_sorted (char *to, size_t size, char *output) {
  char parts[8][MOST_OUTCOME];
  size_t count = 0;
  for (char *at = output; *at && count < 8;) {
    char *end = strstr (at, "\\n");
    const size_t length = end ? (size_t)(end - at) : strlen (at);
    snprintf (parts[count++], sizeof parts[0], "%.*s", (int)length, at);
    at += length + (end ? 2 : 0);
  }
  qsort (parts, count, sizeof parts[0], compare_lines);
  for (size_t i = 0; i < count && strlen (to) + MOST_OUTCOME + 2 < size; i++)
    strcat (strcat (to, "; "), parts[i]);
}

/* NUMBER <tab> ENDING <tab> SCHEDULE <tab> "OUTPUT" */
static void take_line (answer *a, char *line) {
  char text[MOST_OUTCOME * 10];
  strtok (line, "\t");
  const char *ending = strtok (NULL, "\t");
  strtok (NULL, "\t");
  char *output = strtok (NULL, "\t");
  if (!output || (strncmp (ending, "ended", 5) && !strchr (ending, ':')))
    return;
  output[strcspn (output + 1, "\"") + 1] = 0;
  snprintf (text, sizeof text, "%s", ending);
  add_sorted (text, sizeof text, output + 1);
  add_outcome (a, text);
}

static void take_list (answer *a, const sett_board *board) {
  if (!board->list)
    return;
  char *text = strndup (board->list, board->list_length);
  char *rest = text;
  while (rest && *rest) {
    char *line = rest;
    rest = strchr (rest, '\n');
    if (rest)
      *rest++ = 0;
    take_line (a, line);
  }
  free (text);
  qsort (a->outcomes, a->count, sizeof a->outcomes[0], compare_lines);
}

/*------------------------------------------------------------------------*/
/* Searches. */

typedef struct way {
  const char *name;
  sett_stateless_kind search;
  int stateful, local;
} way;

static const way ways[] = {
    {"exitblock", SETT_STATELESS_EXITBLOCK, 0, 0}, /* the reference */
    {"dpor", SETT_STATELESS_DPOR, 0, 0},
    {"ifsss", SETT_STATELESS_IFSSS, 0, 0},
    {"sss", SETT_STATELESS_SSS, 0, 0},
    {"exitblockrw", SETT_STATELESS_EXITBLOCKRW, 0, 0},
    {"local", SETT_STATELESS_EXITBLOCK, 0, 1},
    {"local-ifsss", SETT_STATELESS_IFSSS, 0, 1},
    {"stateful", SETT_STATELESS_IFSSS, 1, 0},
    {"stateful-local", SETT_STATELESS_IFSSS, 1, 1},
};

enum { WAYS = sizeof ways / sizeof *ways };

static sett_kit kit;
static uint64_t events_full, events_local, skipped;

static void make_system (sett_system *system, const design *d, char *player) {
  static char numbers[MOST_PROCESSES][12], names[MOST_PROCESSES][12];
  system->multi = 1;
  for (int i = 0; i < d->processes; i++) {
    snprintf (numbers[i], sizeof numbers[i], "%d", i);
    snprintf (names[i], sizeof names[i], "p%d", i);
    sett_target *t = &sett_system_add (system, names[i])->target;
    t->name = player;
    SETT_PUSH (t->arguments, numbers[i]);
    for (int k = 0; k < d->at[i].threads; k++)
      SETT_PUSH (t->arguments, d->at[i].scripts[k]);
  }
}

static void ask (const design *d, const way *w, answer *a) {
  static const volatile int never;
  static char player[4096];
  sett_text error = {0};
  sett_system system = {0};
  memset (a, 0, sizeof *a);
  snprintf (player, sizeof player, "%s/player", the.work);
  make_system (&system, d, player);
  sett_board_handle handle = {.file = -1};
  sett_supervised how = {0};
  const uint8_t crashes = (uint8_t)the.crashes;
  const uint8_t restarts = (uint8_t)the.restarts;
  sett_job job = {.system = &system,
                  .library = kit.library,
                  .orders = {.search = (uint8_t)w->search,
                             .stateful = (uint8_t)w->stateful,
                             .local = (uint8_t)w->local,
                             .discipline = w->stateful ? SETT_DISCIPLINE_NONE
                                                       : SETT_DISCIPLINE_HB,
                             .all_errors = 1,
                             .list = 1,
                             .deadlocks = 1,
                             .assertions = 1,
                             .preemptions = -1,
                             .executions = the.executions,
                             .faults = {[SETT_FAILURE_CRASH] = crashes,
                                        [SETT_FAILURE_RESTART] = restarts},
                             .most_events = 1000},
                  .seconds = 120,
                  .interrupted = &never};
  if (sett_system_prepare (&system, &error) &&
      sett_run (&job, &handle, &how, &error)) {
    const sett_board *board = handle.board;
    a->finished = board->exhausted && !board->bounded;
    a->executions = board->executions;
    a->events = board->events;
    if (how.course != SETT_COURSE_DONE || board->phase == SETT_PHASE_FAILED)
      snprintf (a->error, sizeof a->error, "course %d, status %x %s",
                (int)how.course, (unsigned)how.status, board->failure);
    take_list (a, board);
  } else
    snprintf (a->error, sizeof a->error, "%s", sett_text_get (&error));
  sett_board_close (&handle);
  sett_system_release (&system);
  sett_text_release (&error);
}

/* The first difference, or null. */
static const char *difference (const answer *wanted, const answer *got) {
  static char text[2 * MOST_OUTCOME];
  for (size_t i = 0; i < wanted->count || i < got->count; i++) {
    const char *a = i < wanted->count ? wanted->outcomes[i] : "~";
    const char *b = i < got->count ? got->outcomes[i] : "~";
    const int order = strcmp (a, b);
    if (!order)
      continue;
    snprintf (text, sizeof text, "%s %s", order < 0 ? "overlooks" : "invents",
              order < 0 ? a : b);
    return text;
  }
  return NULL;
}

static int is_wanted (const way *w) {
  return !the.only || strstr (the.only, w->name);
}

static void check (unsigned long seed) {
  static answer reference, got;
  const design d = make_design (seed);
  ask (&d, &ways[0], &reference);
  if (reference.error[0]) {
    printf ("FAIL seed-%lu: %s\n", seed, reference.error);
    return;
  }
  if (!reference.finished) {
    skipped++;
    return;
  }
  for (int i = 1; i < WAYS; i++) {
    if (!is_wanted (&ways[i]))
      continue;
    ask (&d, &ways[i], &got);
    if (ways[i].stateful && !got.finished && !got.error[0])
      continue; /* every access to memory counts there */
    const char *what = got.error[0]    ? got.error
                       : !got.finished ? "is not finished"
                                       : difference (&reference, &got);
    if (what) {
      printf ("FAIL seed-%lu: %s %s\n", seed, ways[i].name, what);
      return;
    }
    if (ways[i].local && !ways[i].stateful &&
        ways[i].search == SETT_STATELESS_EXITBLOCK) {
      events_full += reference.events;
      events_local += got.events;
    }
  }
  printf ("ok seed-%lu: %zu outcomes, %lu executions\n", seed, reference.count,
          (unsigned long)reference.executions);
  fflush (stdout);
}

int main (int argc, char **argv) {
  sett_text error = {0};
  for (int i = 1; i + 1 < argc; i += 2) {
    const char *value = argv[i + 1];
    if (!strcmp (argv[i], "--seed"))
      the.seed = strtoul (value, NULL, 10);
    else if (!strcmp (argv[i], "--count"))
      the.count = atol (value);
    else if (!strcmp (argv[i], "--executions"))
      the.executions = strtoul (value, NULL, 10);
    else if (!strcmp (argv[i], "--only"))
      the.only = value;
    else if (!strcmp (argv[i], "--crashes"))
      the.crashes = (unsigned)atoi (value);
    else if (!strcmp (argv[i], "--restarts"))
      the.restarts = (unsigned)atoi (value);
    else if (!strcmp (argv[i], "--work"))
      the.work = value;
    else if (!strcmp (argv[i], "--print")) {
      const design d = make_design (strtoul (value, NULL, 10));
      print_design (&d);
      return 0;
    } else
      return 2;
  }
  if (!the.work || !sett_kit_find (&kit, &error))
    return 2;
  for (long i = 0; i < the.count; i++)
    check (the.seed + (unsigned long)i);
  printf ("%lu too large; local branching: %lu of %lu events\n",
          (unsigned long)skipped, (unsigned long)events_local,
          (unsigned long)events_full);
  sett_kit_release (&kit);
  return 0;
}
