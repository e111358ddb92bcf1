/* Mutated models: what is left of a model when tokens are deleted, doubled and
   exchanged, or bytes changed, must be refused with a message, or checked; no
   crash, no hang over the limit, no verdict that Sett is wrong.

   usage: mutate [--seed S] [--count N] [--searches PERCENT] FILE.pml ...
          mutate --print --seed S FILE.pml ...      that mutant, as a text

   A child works through the mutants, so that one that kills it costs a line and
   a fork; it says in shared memory which one it is at.  The preprocessor has
   been through the files before they are mutated.  Embedded C is never run. */

#include "base/hash.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/vector.h"
#include "base/watch.h"
#include "cli/loaded_model.h"
#include "promela/promela.h"
#include "search/search.h"

#include <ctype.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  MOST_SECONDS = 8, /* for one mutant, whatever the load */
  MOST_MUTATIONS = 4,
  STATUS_BOUNDED = 3
};

#define MOST_SEARCH_SECONDS 0.2
#define MOST_MEMORY ((size_t)1 << 30)

typedef struct piece {
  const char *at;
  size_t length;
} piece;

typedef SETT_VECTOR (piece) pieces;

/* What child and parent share. */
typedef struct progress {
  volatile uint64_t seed; /* that is being tried */
  volatile uint64_t refused, understood, searched, stopped;
} progress;

typedef struct settings {
  uint64_t seed, count;
  unsigned searches; /* percent */
  char **files;
  size_t files_count;
  char **texts; /* of the files, preprocessed when they are needed first */
} settings;

static uint64_t draw (uint64_t *random, uint64_t below) {
  *random += 0x9e3779b97f4a7c15u;
  return below ? sett_scale64 (sett_mix64 (*random), below) : 0;
}

/*------------------------------------------------------------------------*/
/* Mutants. */

static const char *text_of (const settings *s, size_t file) {
  if (s->texts[file])
    return s->texts[file];
  sett_text source = {0}, ignored = {0};
  const sett_promela_options none = {0};
  sett_promela_preprocess (s->files[file], &none, &source, &ignored);
  s->texts[file] = strdup (sett_text_get (&source));
  sett_text_release (&source);
  sett_text_release (&ignored);
  return s->texts[file];
}

static size_t length_of_piece (const char *at) {
  size_t n = 1;
  const int word = isalnum ((unsigned char)*at) || *at == '_';
  if (!word)
    return n;
  while (isalnum ((unsigned char)at[n]) || at[n] == '_')
    n++;
  return n;
}

static void cut (const char *text, pieces *out) {
  while (*text) {
    const piece p = {text, length_of_piece (text)};
    SETT_PUSH (*out, p);
    text += p.length;
  }
}

/* A piece that says something. */
static size_t choose (const pieces *all, uint64_t *random) {
  size_t i = 0;
  for (int tries = 0; tries < 20; tries++) {
    i = draw (random, all->count);
    if (!isspace ((unsigned char)*all->at[i].at))
      break;
  }
  return i;
}

static void remove_pieces (pieces *all, size_t at, size_t count) {
  if (at + count > all->count)
    count = all->count - at;
  memmove (all->at + at, all->at + at + count,
           (all->count - at - count) * sizeof *all->at);
  all->count -= count;
}

static void insert_piece (pieces *all, size_t at, piece p) {
  SETT_PUSH (*all, p);
  memmove (all->at + at + 1, all->at + at,
           (all->count - 1 - at) * sizeof *all->at);
  all->at[at] = p;
}

static int class_of (piece p) {
  const unsigned char c = (unsigned char)*p.at;
  return isdigit (c)                  ? 1
         : isalpha (c) || c == '_'    ? 2
         : strchr ("+-*/<>=!&|%^", c) ? 3
                                      : 4 + c;
}

/* Puts another one of the same class in its place: what comes of it may well
   be a model. */
static void replace_alike (pieces *all, size_t i, uint64_t *random) {
  for (int tries = 0; tries < 100; tries++) {
    const size_t k = choose (all, random);
    if (class_of (all->at[k]) != class_of (all->at[i]))
      continue;
    all->at[i] = all->at[k];
    return;
  }
}

/* Deletes or doubles the line of a piece. */
static void change_line (pieces *all, size_t i, uint64_t *random) {
  size_t end = i, begin = i;
  while (begin && *all->at[begin - 1].at != '\n')
    begin--;
  while (end < all->count && *all->at[end].at != '\n')
    end++;
  end += end < all->count;
  const size_t count = end - begin;
  if (draw (random, 2))
    remove_pieces (all, begin, count);
  else
    for (size_t n = 0; n < count; n++)
      insert_piece (all, end + n, all->at[begin + n]);
}

static void mutate_once (pieces *all, const pieces *other, uint64_t *random) {
  static const char *const numbers[] = {
      " 0 ",          " 255 ",        " 256 ",
      " 2147483647 ", " 4294967296 ", " 99999999999999999999 ",
      "-1",           "\xff",         "/*",
      "\"",           " goto ",       " do "};
  if (!all->count)
    return;
  const size_t i = choose (all, random), k = choose (all, random);
  const piece kept = all->at[i];
  switch (draw (random, 14)) {
  case 0:
    remove_pieces (all, i, 1);
    break;
  case 1:
    insert_piece (all, k, kept);
    break;
  case 2:
    all->at[i] = all->at[k];
    all->at[k] = kept;
    break;
  case 3:
    if (other->count)
      insert_piece (all, i, other->at[choose (other, random)]);
    break;
  case 4: {
    const char *text = numbers[draw (random, sizeof numbers / sizeof *numbers)];
    all->at[i] = (piece){text, strlen (text)};
    break;
  }
  case 5:
    remove_pieces (all, i, draw (random, 30));
    break;
  case 6:
  case 7:
    change_line (all, i, random);
    break;
  case 8:
  case 9:
  case 10:
  case 11:
  case 12:
    replace_alike (all, i, random);
    break;
  default:
    for (uint64_t n = draw (random, 12); n--;)
      insert_piece (all, k, all->at[i + n < all->count ? i + n : i]);
  }
}

/* Then a byte or two. */
static void change_bytes (char *text, uint64_t *random) {
  const size_t length = strlen (text);
  if (!length || draw (random, 8))
    return;
  char *at = &text[draw (random, length)];
  *at = (char)(*at ^ 1 << draw (random, 8));
  if (!*at)
    *at = ' ';
}

static char *make_mutant (const settings *s, uint64_t seed) {
  uint64_t random = sett_mix64 (seed);
  pieces all = {0}, other = {0};
  cut (text_of (s, draw (&random, s->files_count)), &all);
  cut (text_of (s, draw (&random, s->files_count)), &other);
  for (uint64_t n = 1 + draw (&random, 1 + draw (&random, MOST_MUTATIONS));
       n--;)
    mutate_once (&all, &other, &random);
  sett_text text = {0};
  for (size_t i = 0; i < all.count; i++)
    sett_text_add_bytes (&text, all.at[i].at, all.at[i].length);
  char *mutant = strdup (sett_text_get (&text));
  sett_text_release (&text);
  SETT_RELEASE (all);
  SETT_RELEASE (other);
  change_bytes (mutant, &random);
  return mutant;
}

/*------------------------------------------------------------------------*/
/* Trying. */

static void require (int holds, const char *what) {
  if (holds)
    return;
  fprintf (stderr, "%s\n", what);
  abort ();
}

static void search (const char *mutant, const sett_promela_options *options,
                    progress *p) {
  sett_loaded_model subject = {.promela = *options, .silent = 1};
  sett_result result = {0};
  subject.promela.static_reductions = SETT_STATIC_ALL;
  subject.promela.no_acceleration = 1;
  if (!sett_loaded_model_load (&subject, "mutant.pml", mutant, 1)) {
    const sett_search_options how = {.explorer.claim = subject.claim,
                                     .workers = 1,
                                     .seconds = MOST_SEARCH_SECONDS,
                                     .check_deadlocks = 1,
                                     .check_assertions = 1};
    sett_memory_limit (MOST_MEMORY);
    sett_search (subject.model, &how, &result);
    sett_memory_limit (0);
    require (result.verdict != SETT_ERROR, result.message);
    p->searched++;
  }
  sett_result_release (&result);
  sett_loaded_model_release (&subject);
}

static int show (const char *mutant, const sett_promela_options *options,
                 progress *p) {
  sett_text code = {0}, diagnostics = {0};
  const int understood = sett_promela_show ("mutant.pml", mutant, options,
                                            SETT_VIEW_C, &code, &diagnostics);
  require (understood || diagnostics.length, "refused without a message");
  p->understood += understood != 0;
  p->refused += !understood;
  sett_text_release (&code);
  sett_text_release (&diagnostics);
  return understood;
}

static sett_property_kind choose_kind (const char *mutant, uint64_t seed) {
  if (seed % 3)
    return SETT_PROPERTY_SAFETY;
  return strstr (mutant, "never")   ? SETT_PROPERTY_NEVER
         : strstr (mutant, "ltl")   ? SETT_PROPERTY_LTL
         : strstr (mutant, "trace") ? SETT_PROPERTY_TRACE
                                    : SETT_PROPERTY_PROGRESS;
}

static void try_mutant (const settings *s, uint64_t seed, progress *p) {
  char *mutant = make_mutant (s, seed);
  const sett_promela_options options = {
      .property = {.kind = choose_kind (mutant, seed)},
      .receptions = seed % 11 == 0,
      .overflows = seed % 13 == 0,
  };
  const size_t before = sett_memory_in_use ();
  sett_watch_begin (&(sett_watch_orders){.seconds = MOST_SECONDS / 2.0,
                                         .memory = 2 * MOST_MEMORY});
  if (show (mutant, &options, p) && sett_mix64 (seed) % 100 < s->searches)
    search (mutant, &options, p);
  sett_watch_end ();
  require (sett_memory_in_use () == before, "memory was not given back");
  free (mutant);
}

static void work (const settings *s, uint64_t from, progress *p) {
  const int nowhere = open ("/dev/null", O_WRONLY);
  dup2 (nowhere, 1); /* messages about the input */
  for (uint64_t seed = from; seed < s->seed + s->count; seed++) {
    p->seed = seed;
    alarm (MOST_SECONDS);
    try_mutant (s, seed, p);
  }
  alarm (0);
  _exit (0);
}

/* Why the child ended, if it should not have. */
static const char *complaint (int status, progress *p) {
  if (WIFEXITED (status) && WEXITSTATUS (status) == STATUS_BOUNDED) {
    p->stopped++; /* by the watch: a limit that held */
    return NULL;
  }
  if (WIFEXITED (status))
    return WEXITSTATUS (status) ? "an error" : NULL;
  return WTERMSIG (status) == SIGALRM ? "a hang"
                                      : strsignal (WTERMSIG (status));
}

static unsigned run (const settings *s, progress *p) {
  unsigned failed = 0;
  uint64_t from = s->seed;
  while (from < s->seed + s->count && failed < 20) {
    int status = 0;
    const pid_t child = fork ();
    if (!child)
      work (s, from, p);
    waitpid (child, &status, 0);
    const char *wrong = complaint (status, p);
    if (wrong) {
      printf ("FAIL mutant %llu: %s\n", (unsigned long long)p->seed, wrong);
      failed++;
    }
    from = WIFEXITED (status) && !WEXITSTATUS (status) ? s->seed + s->count
                                                       : p->seed + 1;
  }
  return failed;
}

int main (int argc, char **argv) {
  settings s = {.seed = 1, .count = 300, .searches = 10};
  int prints = 0, first = 1;
  for (; first < argc && argv[first][0] == '-'; first++)
    if (!strcmp (argv[first], "--print"))
      prints = 1;
    else if (!strcmp (argv[first], "--seed"))
      s.seed = strtoull (argv[++first], NULL, 10);
    else if (!strcmp (argv[first], "--count"))
      s.count = strtoull (argv[++first], NULL, 10);
    else if (!strcmp (argv[first], "--searches"))
      s.searches = (unsigned)strtoul (argv[++first], NULL, 10);
  s.files = argv + first;
  s.files_count = (size_t)(argc - first);
  if (argc <= first)
    return 2;
  s.texts = calloc (s.files_count, sizeof *s.texts);
  if (prints) {
    fputs (make_mutant (&s, s.seed), stdout);
    return 0;
  }
  progress *p = mmap (NULL, sizeof *p, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  const unsigned failed = run (&s, p);
  fprintf (stderr,
           "%llu mutants: %llu understood, %llu refused, %llu searched, %llu "
           "stopped by the watch, %u failed\n",
           (unsigned long long)s.count, (unsigned long long)p->understood,
           (unsigned long long)p->refused, (unsigned long long)p->searched,
           (unsigned long long)p->stopped, failed);
  return failed > 0;
}
