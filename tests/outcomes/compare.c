/* Compares what Sett says about random programs with what they can do.

   The outcomes of a program, by every search and discipline, are those of the
   reference, no more and no fewer; a race is reported if and only if there is
   one; and whatever the machine makes of the program is among them.

   usage: check_outcomes [--seed S] [--count N] [--native RUNS] [--ways A,B]
                         [--some WAYS] [--executions N] [--states N]
                         [--feature NAME] [--work FOLDER] [--shrink]
                         [--java] [--earlier N]
          check_outcomes --print S        a program, as C, with a main
          check_outcomes --reference S    its outcomes

   Earlier: so many threads begin and end first, so that those of the program
   have higher numbers.

   Prints a line `ok seed-S' or `FAIL seed-S: ...' for each program. */

#include "ask.h"

#include "base/text.h"
#include "program/install_paths.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
  BATCH = 24, /* programs in one executable */
  TOGETHER =
      6, /* in one search, which begins anew for what one of them shows */
  FEWEST_STATES = 12,
};

/* The first one is taken for every program, some of the others. */
#define DISCIPLINES(WORD, SEARCH)                                              \
  {WORD "-hb", SETT_STATELESS_##SEARCH, SETT_DISCIPLINE_HB, 0, 0},             \
      {WORD "-mld", SETT_STATELESS_##SEARCH, SETT_DISCIPLINE_MLD, 0, 0},       \
      {WORD "-none", SETT_STATELESS_##SEARCH, SETT_DISCIPLINE_NONE, 0, 0},

static const way ways[] = {
    DISCIPLINES ("dpor", DPOR) DISCIPLINES ("ifsss", IFSSS) DISCIPLINES (
        "sss", SSS) DISCIPLINES ("exitblock", EXITBLOCK)
        DISCIPLINES ("exitblockrw", EXITBLOCKRW){
            "stateful", SETT_STATELESS_EXITBLOCK, SETT_DISCIPLINE_NONE, 1, 0},
    {"stateful-hb", SETT_STATELESS_EXITBLOCK, SETT_DISCIPLINE_HB, 1, 0},
    {"stateful-dpor", SETT_STATELESS_DPOR, SETT_DISCIPLINE_HB, 1, 0},
    {"stateful-dpor-none", SETT_STATELESS_DPOR, SETT_DISCIPLINE_NONE, 1, 0},
    {"preemptions", SETT_STATELESS_DPOR, SETT_DISCIPLINE_HB, 0, 2},
    {"random", SETT_STATELESS_RANDOM, SETT_DISCIPLINE_HB, 0, 0},
    {"pct", SETT_STATELESS_PCT, SETT_DISCIPLINE_HB, 0, 0},
};

enum { WAYS = sizeof ways / sizeof *ways };

typedef struct settings {
  unsigned long seed;
  long count;
  int native;          /* runs of each program */
  uint64_t executions; /* of a search, at most */
  size_t states; /* of a reference, at most: larger programs do not count */
  unsigned ways; /* so many for each program */
  const char *only;
  const char *work; /* folder for what is made */
  int shrink;
  int java;    /* the programs are printed as Java */
  int earlier; /* threads that end before those of the program begin */
} settings;

static settings the = {.seed = 1,
                       .count = 100,
                       .native = 20,
                       .executions = 5000,
                       .states = 40000,
                       .ways = WAYS,
                       .work = "."};

static sett_install_paths kit;
static char tool[4096]; /* the path of sett */

static struct {
  long programs, runs, executions, unfinished, races, natives, endless;
  long together; /* searches of several programs that came to their end */
} total;

/*------------------------------------------------------------------------*/
/* Making executables. */

static const char *in_work (const char *name) {
  static char ring[4][4096];
  static unsigned next;
  char *path = ring[next++ % 4];
  snprintf (path, sizeof ring[0], "%s/%s", the.work, name);
  return path;
}

static void print_source (const program *programs, size_t count, FILE *file) {
  fprintf (file, "#include \"frame.h\"\n\n");
  for (size_t i = 0; i < count; i++)
    print_program (&programs[i], (int)i, file);
  fprintf (file, "static program *const programs[] = {");
  for (size_t i = 0; i < count; i++)
    fprintf (file, "program_%zu, ", i);
  fprintf (file,
           "};\n\nint main (int argc, char **argv) {\n  return frame "
           "(programs, %zu, argc, argv);\n}\n",
           count);
}

static int run_command (const char *format, ...)
    __attribute__ ((format (printf, 1, 2)));

static int run_command (const char *format, ...) {
  char command[16384];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (command, sizeof command, format, arguments);
  va_end (arguments);
  return system (command);
}

static int compile_java (const program *programs, size_t count) {
  FILE *file = fopen (in_work ("Programs.java"), "w");
  if (!file)
    return 0;
  print_java (programs, count, file);
  fclose (file);
  return !run_command ("javac -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -g "
                       "-nowarn -sourcepath %s/java -d %s %s",
                       kit.folder, in_work ("classes"),
                       in_work ("Programs.java"));
}

/* Two executables: for Sett and for the machine. */
static int compile (const program *programs, size_t count) {
  const char *source = in_work ("programs.c");
  const char *flags = "-O1 -w -Wl,--build-id=none -pthread -I" TESTS_FOLDER;
  if (the.java)
    return compile_java (programs, count);
  FILE *file = fopen (source, "w");
  if (!file)
    return 0;
  print_source (programs, count, file);
  fclose (file);
  return !run_command ("%s cc %s -DEARLIER=%d %s -o %s", tool, flags,
                       the.earlier, source, in_work ("checked")) &&
         (!the.native ||
          !run_command ("gcc %s -I%s -DNATIVE %s -o %s", flags, kit.include,
                        source, in_work ("native")));
}

static asking how_to_ask (void) {
  return (asking){
      .program = the.java ? in_work ("classes") : in_work ("checked"),
      .library = kit.library,
      .executions = the.executions,
      .java = the.java,
  };
}

/*------------------------------------------------------------------------*/
/* Comparing.  A sentence is written if something is wrong. */

typedef char sentence[600];

static int has_word (const lines *l, const char *word) {
  for (size_t i = 0; i < l->count; i++)
    if (!strncmp (l->at[i], word, strlen (word)))
      return 1;
  return 0;
}

static int misses (const lines *all, const lines *some, const char *verb,
                   sentence text) {
  for (size_t i = 0; i < all->count; i++)
    if (!lines_have (some, all->at[i])) {
      snprintf (text, sizeof (sentence), "%s \"%s\"", verb, all->at[i]);
      return 1;
    }
  return 0;
}

/* What is used after it is freed has any value: nothing is comparable but that
   it is noticed; with the discipline `none' nobody looks. */
static int is_wrong_use (const way *w, const answer *a, sentence text) {
  if (w->discipline != SETT_DISCIPLINE_HB || a->races ||
      lines_have (&a->outcomes, "use-after-free"))
    return 0;
  snprintf (text, sizeof (sentence), "does not notice a use after free");
  return 1;
}

/* A fault ends an execution at once.  If it comes between two accesses that
   race, the race and what it leads to may never be seen: the fault has to go
   first. */
static int is_hidden (const way *w, const reference *r, const answer *a) {
  static const char *const words[] = {"assertion", "misuse", "crash"};
  if (!r->races || w->discipline == SETT_DISCIPLINE_NONE)
    return 0;
  for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
    if (has_word (&a->outcomes, words[i]))
      return 1;
  return 0;
}

static int is_wrong (const way *w, const reference *r, const answer *a,
                     sentence text) {
  if (a->error[0] || (a->bounded && !is_partial (w))) {
    snprintf (text, sizeof (sentence), "%s",
              a->error[0] ? a->error : "the search is bounded");
    return 1;
  }
  const int finished = a->finished && !is_partial (w);
  total.unfinished += !a->finished;
  if (lines_have (&r->outcomes, "use-after-free"))
    return finished && !is_hidden (w, r, a) && is_wrong_use (w, a, text);
  const int hidden = is_hidden (w, r, a);
  if (w->discipline == SETT_DISCIPLINE_HB &&
      (a->races ? !r->races : r->races && finished && !hidden)) {
    snprintf (text, sizeof (sentence),
              a->races ? "invents a race" : "misses a race");
    return 1;
  }
  if (!finished)
    return misses (&a->outcomes, &r->outcomes, "invents", text);
  return misses (&a->outcomes, &r->outcomes, "invents", text) ||
         (!hidden && misses (&r->least, &a->outcomes, "misses", text));
}

static int is_taken (const way *w, unsigned long seed) {
  const unsigned number = (unsigned)(w - ways);
  const char *at = the.only ? strstr (the.only, w->name) : NULL;
  const size_t length = strlen (w->name);
  if (!the.only)
    return !number || (number + seed * the.ways) % WAYS < the.ways;
  return at && (at == the.only || at[-1] == ',') &&
         (!at[length] || at[length] == ',');
}

/* Loops that write and take it back end for dpor only, and those of a compare
   and exchange not if all that is written is visible. */
static int suits (const way *w, const program *p) {
  if (the.java && (w->stateful || w->search == SETT_STATELESS_SSS ||
                   w->discipline == SETT_DISCIPLINE_MLD))
    return 0;
  if (goes_round (p))
    return w->search == SETT_STATELESS_DPOR && !w->stateful &&
           w->discipline == SETT_DISCIPLINE_HB && !is_partial (w);
  return w->discipline != SETT_DISCIPLINE_NONE ||
         !has_operation (p, OP_AWAIT_CAS);
}

/* Known: what the first way says, if it was asked already; claims it. */
static int is_wrong_anyhow (const program *p, const reference *r,
                            unsigned number, answer *known, sentence text) {
  const asking how = how_to_ask ();
  for (unsigned i = 0; i < WAYS; i++) {
    answer a;
    sentence what;
    if (!is_taken (&ways[i], p->seed) || !suits (&ways[i], p))
      continue;
    if (!i && known)
      a = *known;
    else
      ask (&how, p, number, &ways[i], &a);
    total.runs++;
    total.executions += (long)a.executions;
    if (goes_round (p) && a.bounded) { /* who notices whom, without end */
      a.finished = a.bounded = 0;
      a.error[0] = 0;
      total.endless++;
    }
    const int wrong = is_wrong (&ways[i], r, &a, what);
    lines_release (&a.outcomes);
    if (wrong) {
      snprintf (text, sizeof (sentence), "%s %.500s", ways[i].name, what);
      return 1;
    }
  }
  return 0;
}

/*------------------------------------------------------------------------*/
/* What the machine says. */

static int is_possible (const lines *outcomes, const char *line) {
  if (!strcmp (line, "exit 77"))
    return 1; /* an assumption */
  if (!strcmp (line, "hang"))
    return lines_have (outcomes, "stuck");
  if (!strcmp (line, "assertion"))
    return has_word (outcomes, "assertion");
  return lines_have (outcomes, line);
}

/* glibc lets a signal overtake a cancellation that came before the wait. */
static int may_be_overtaken (const program *p) {
  return has_operation (p, OP_CANCEL) &&
         (has_operation (p, OP_WAIT) || has_operation (p, OP_WAIT_LOOP) ||
          has_operation (p, OP_WAIT_TIMED));
}

static int is_wrong_natively (const program *p, const reference *r,
                              unsigned number, sentence text) {
  char command[4200], line[300];
  int wrong = 0;
  const int hangs = lines_have (&r->outcomes, "stuck");
  if (!the.native || lines_have (&r->outcomes, "use-after-free") ||
      lines_have (&r->outcomes, "misuse") || may_be_overtaken (p) ||
      has_operation (p, OP_BOTH)) /* nothing is atomic there */
    return 0;
  snprintf (command, sizeof command, "%s %u %d %s", in_work ("native"), number,
            the.native, hangs ? "0.03" : "20");
  FILE *pipe = popen (command, "r");
  while (pipe && fgets (line, sizeof line, pipe)) {
    line[strcspn (line, "\n")] = 0;
    total.natives++;
    if (!wrong && !is_possible (&r->outcomes, line)) {
      snprintf (text, sizeof (sentence), "the machine does \"%.200s\"", line);
      wrong = 1;
    }
  }
  if (pipe)
    pclose (pipe);
  return wrong;
}

/*------------------------------------------------------------------------*/

/* What is volatile may race in C. */
static int is_same_in_java (const program *p, const reference *r) {
  return !the.java || !r->races || !uses_atomic (p, VOLATILE);
}

/* What programs do with files nobody tells beforehand. */
static int find_reference (const program *p, reference *r) {
  memset (r, 0, sizeof *r);
  if (the.java && !speaks_java (p))
    return 0;
  if (uses_files (p))
    return r->complete = 1;
  return reference_find (p, the.states, r) && r->states >= FEWEST_STATES &&
         is_same_in_java (p, r);
}

/* Their reference is the search that tries every order of all operations.
   False: there are too many, or races of which each execution shows one. */
static int search_reference (const program *p, unsigned number, reference *r,
                             sentence text) {
  enum { TIMES = 5 };
  static const way every = {"every order", SETT_STATELESS_EXITBLOCK,
                            SETT_DISCIPLINE_HB, 0, 0};
  answer a;
  asking how = how_to_ask ();
  how.executions *= TIMES;
  ask (&how, p, number, &every, &a);
  r->outcomes = r->least = a.outcomes;
  if (a.error[0] || a.bounded)
    snprintf (text, sizeof (sentence), "%s: %.500s", every.name,
              a.error[0] ? a.error : "is bounded");
  total.unfinished += !a.finished;
  return a.finished && !a.races;
}

static int compare_files (const program *p, unsigned number, sentence text) {
  reference r = {0};
  text[0] = 0;
  const int suits = search_reference (p, number, &r, text);
  if (suits && !text[0] && !is_wrong_anyhow (p, &r, number, NULL, text) &&
      !is_wrong_natively (p, &r, number, text))
    text[0] = 0;
  if (!access (in_work ("file.0"), F_OK) || !access (in_work ("file.1"), F_OK))
    strcpy (text, "leaves a file behind");
  lines_release (&r.outcomes);
  return text[0] != 0;
}

static int compare (const program *p, unsigned number, const reference *r,
                    answer *known, sentence text) {
  if (uses_files (p))
    return compare_files (p, number, text);
  return is_wrong_anyhow (p, r, number, known, text) ||
         is_wrong_natively (p, r, number, text);
}

static void keep (const program *p, const char *what) {
  char name[40];
  snprintf (name, sizeof name, "seed-%lu%s.%s", p->seed, what,
            the.java ? "java" : "c");
  FILE *file = fopen (in_work (name), "w");
  if (!file)
    return;
  if (the.java)
    print_java (p, 1, file);
  else
    print_source (p, 1, file);
  fclose (file);
}

/*------------------------------------------------------------------------*/
/* Shrinking: operations are left out as long as something is wrong. */

static void leave_out (program *p, unsigned t, unsigned at) {
  operation *all = p->code[t];
  for (unsigned i = 0; i < at; i++)
    if (i + all[i].body >= at)
      all[i].body--;
  memmove (&all[at], &all[at + 1], (p->length[t] - at - 1) * sizeof *all);
  p->length[t]--;
}

static int may_leave_out (const operation *o) {
  return o->code != OP_CREATE && o->code != OP_DUMP && o->body < 2;
}

static int is_still_wrong (const program *p, sentence text) {
  reference r;
  const int suits = find_reference (p, &r);
  const int wrong =
      (suits || r.complete) && compile (p, 1) && compare (p, 0, &r, NULL, text);
  reference_release (&r);
  return wrong;
}

static void shrink (program *p) {
  sentence text = "?";
  int again = 1;
  while (again) {
    again = 0;
    for (unsigned t = 0; t < p->threads; t++)
      for (unsigned i = p->length[t]; i--;) {
        program less = *p;
        sentence what;
        if (!may_leave_out (&p->code[t][i]))
          continue;
        leave_out (&less, t, i);
        if (!is_still_wrong (&less, what))
          continue;
        *p = less;
        memcpy (text, what, sizeof text);
        again = 1;
      }
  }
  keep (p, "-small");
  printf ("  smaller: %s: %s\n", in_work ("seed-N-small.c"), text);
}

/*------------------------------------------------------------------------*/

typedef struct batch {
  program programs[BATCH];
  reference references[BATCH];
  size_t count;
  answer answers[BATCH]; /* by the first way */
  int known[BATCH];
} batch;

static unsigned long fill (batch *b, unsigned long seed, size_t most) {
  b->count = 0;
  while (b->count < most) {
    generate (seed++, &b->programs[b->count]);
    if (find_reference (&b->programs[b->count], &b->references[b->count]))
      b->count++;
    else
      reference_release (&b->references[b->count]);
  }
  return seed;
}

/* Java: some at a time, if all are asked that way. */
static void ask_batch (batch *b) {
  const asking how = how_to_ask ();
  memset (b->known, 0, sizeof b->known);
  if (!the.java || the.only)
    return;
  for (size_t first = 0; first < b->count; first += TOGETHER) {
    const size_t left = b->count - first,
                 count = left < TOGETHER ? left : TOGETHER;
    const int known =
        count > 1 && ask_together (&how, &b->programs[first], (unsigned)first,
                                   (unsigned)count, ways, &b->answers[first]);
    for (size_t i = 0; i < count; i++)
      b->known[first + i] = known;
    total.together += known;
  }
}

static int compare_batch (batch *b) {
  int good = 1;
  if (!compile (b->programs, b->count)) {
    printf ("FAIL the programs from seed %lu on do not compile\n",
            b->programs[0].seed);
    return 0;
  }
  unsigned char bad[BATCH] = {0};
  ask_batch (b);
  for (size_t i = 0; i < b->count; i++) {
    sentence text;
    const program *p = &b->programs[i];
    total.programs++;
    total.races += b->references[i].races;
    bad[i] = (unsigned char)compare (p, (unsigned)i, &b->references[i],
                                     b->known[i] ? &b->answers[i] : NULL, text);
    if (!bad[i])
      printf ("ok seed-%lu\n", p->seed);
    else {
      keep (p, "");
      printf ("FAIL seed-%lu: %s\n", p->seed, text);
    }
    fflush (stdout);
    reference_release (&b->references[i]);
    good &= !bad[i];
  }
  for (size_t i = 0; i < b->count && the.shrink; i++)
    if (bad[i])
      shrink (&b->programs[i]);
  return good;
}

static int compare_all (void) {
  static batch b;
  unsigned long seed = the.seed;
  int good = 1;
  for (long left = the.count; left > 0; left -= (long)b.count) {
    seed = fill (&b, seed, left < BATCH ? (size_t)left : BATCH);
    good &= compare_batch (&b);
  }
  printf ("programs %ld runs %ld executions %ld unfinished %ld races %ld "
          "natives %ld endless %ld together %ld\n",
          total.programs, total.runs, total.executions, total.unfinished,
          total.races, total.natives, total.endless, total.together);
  return good;
}

/*------------------------------------------------------------------------*/
/* The command line. */

static void show_program (unsigned long seed) {
  program p;
  generate (seed, &p);
  if (the.java)
    print_java (&p, 1, stdout);
  else
    print_source (&p, 1, stdout);
}

static void show_reference (unsigned long seed) {
  program p;
  reference r;
  generate (seed, &p);
  find_reference (&p, &r);
  for (size_t i = 0; i < r.outcomes.count; i++)
    printf ("%s%s\n", r.outcomes.at[i],
            lines_have (&r.least, r.outcomes.at[i]) ? "" : "   (perhaps)");
  printf ("states %zu%s%s\n", r.states, r.complete ? "" : " (incomplete)",
          r.races ? " races" : "");
  reference_release (&r);
}

static int read_option (const char *name, const char *value) {
  if (!strcmp (name, "--seed"))
    the.seed = strtoul (value, NULL, 10);
  else if (!strcmp (name, "--count"))
    the.count = strtol (value, NULL, 10);
  else if (!strcmp (name, "--native"))
    the.native = atoi (value);
  else if (!strcmp (name, "--earlier"))
    the.earlier = atoi (value);
  else if (!strcmp (name, "--executions"))
    the.executions = strtoul (value, NULL, 10);
  else if (!strcmp (name, "--states"))
    the.states = strtoul (value, NULL, 10);
  else if (!strcmp (name, "--some"))
    the.ways = (unsigned)atoi (value);
  else if (!strcmp (name, "--ways"))
    the.only = value;
  else if (!strcmp (name, "--feature"))
    return generate_only (value);
  else if (!strcmp (name, "--work"))
    the.work = value;
  else if (!strcmp (name, "--print"))
    show_program (strtoul (value, NULL, 10)), exit (0);
  else if (!strcmp (name, "--reference"))
    show_reference (strtoul (value, NULL, 10)), exit (0);
  else
    return 0;
  return 1;
}

static int read_options (int argc, char **argv) {
  for (int i = 1; i < argc; i++)
    if (!strcmp (argv[i], "--shrink"))
      the.shrink = 1;
    else if (!strcmp (argv[i], "--java"))
      the.java = 1;
    else if (i + 1 == argc || !read_option (argv[i], argv[i + 1]))
      return 0;
    else
      i++;
  return 1;
}

static void find_tool (void) {
  const ssize_t n = readlink ("/proc/self/exe", tool, sizeof tool - 8);
  tool[n > 0 ? n : 0] = 0;
  strcpy (strrchr (tool, '/') + 1, "sett");
}

/* Programs run where they may make files. */
static void go_to_work (void) {
  static char folder[4096];
  if (!realpath (the.work, folder) || chdir (folder))
    exit (2);
  the.work = folder;
}

int main (int argc, char **argv) {
  sett_text error = {0};
  if (!read_options (argc, argv)) {
    fputs ("usage: see the head of tests/outcomes/compare.c\n", stderr);
    return 2;
  }
  find_tool ();
  go_to_work ();
  if (!sett_install_paths_find (&kit, &error)) {
    fprintf (stderr, "check_outcomes: %s\n", sett_text_get (&error));
    return 2;
  }
  return !compare_all ();
}
