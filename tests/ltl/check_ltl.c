/* Tests of automata made from formulas.

   usage: check_ltl lassos SEED COUNT [FILE]
          check_ltl large SEED COUNT
          check_ltl sizes [FILE]
          check_ltl random SEED COUNT
          check_ltl show FORMULA

   lassos: for the formulas of FILE and COUNT random ones, the automaton and
   the claim must accept exactly the random lassos that an evaluation of the
   formula, by its definition, says they do: a line `ok` or `FAIL` for each.
   large: the same for COUNT formulas of 25 to 75 operators, which may be
   refused but must not take long.
   sizes: the number of states of the automaton of each formula in FILE.
   random: COUNT random formulas without next, in SPIN's syntax.
   show: the automaton, and the claim. */

#include "base/arena.h"
#include "base/text.h"
#include "ltl/ltl.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LONGEST = 9, LASSOS = 60, LINE = 1000, SLOWEST = 10 /* seconds */ };

static sett_arena arena;

/* ------------------------------------------------------------ formulas --- */

static const sett_formula *make (sett_formula_kind kind, const sett_formula *l,
                                 const sett_formula *r) {
  sett_formula *f = SETT_NEW (&arena, sett_formula);
  *f = (sett_formula){.kind = kind, .left = l, .right = r};
  return f;
}

static const sett_formula *make_proposition (unsigned number) {
  sett_formula *f = SETT_NEW (&arena, sett_formula);
  *f = (sett_formula){.kind = SETT_FORMULA_PROPOSITION, .proposition = number};
  return f;
}

static const sett_formula *make_finally (const sett_formula *f) {
  return make (SETT_FORMULA_UNTIL, make (SETT_FORMULA_TRUE, NULL, NULL), f);
}

static const sett_formula *make_always (const sett_formula *f) {
  return make (SETT_FORMULA_RELEASE, make (SETT_FORMULA_FALSE, NULL, NULL), f);
}

static const sett_formula *make_not (const sett_formula *f) {
  return make (SETT_FORMULA_NOT, f, NULL);
}

/* ---------------------------------------------------------------- reading ---
 */

static const char *input;

static int take (const char *token) {
  while (isspace ((unsigned char)*input))
    input++;
  const size_t length = strlen (token);
  if (strncmp (input, token, length))
    return 0;
  if (isalpha ((unsigned char)*token) && isalnum ((unsigned char)input[length]))
    return 0;
  input += length;
  return 1;
}

static const sett_formula *read_implication (void);

static const sett_formula *read_name (void) {
  static char names[SETT_MOST_PROPOSITIONS][16];
  char name[16] = "";
  size_t length = 0;
  while (isalnum ((unsigned char)*input) && length + 1 < sizeof name)
    name[length++] = *input++;
  if (!length) {
    fprintf (stderr, "check_ltl: cannot read: %s\n", input);
    exit (2);
  }
  unsigned i = 0;
  while (*names[i] && strcmp (names[i], name))
    i++;
  memcpy (names[i], name, sizeof name);
  return make_proposition (i);
}

static const sett_formula *read_unary (void) {
  if (take ("!"))
    return make_not (read_unary ());
  if (take ("[]"))
    return make_always (read_unary ());
  if (take ("<>"))
    return make_finally (read_unary ());
  if (take ("X"))
    return make (SETT_FORMULA_NEXT, read_unary (), NULL);
  if (take ("true"))
    return make (SETT_FORMULA_TRUE, NULL, NULL);
  if (take ("false"))
    return make (SETT_FORMULA_FALSE, NULL, NULL);
  if (!take ("("))
    return read_name ();
  const sett_formula *f = read_implication ();
  if (!take (")")) {
    fprintf (stderr, "check_ltl: ) expected: %s\n", input);
    exit (2);
  }
  return f;
}

static const sett_formula *read_until (void) {
  const sett_formula *f = read_unary ();
  if (take ("U"))
    return make (SETT_FORMULA_UNTIL, f, read_until ());
  if (take ("V"))
    return make (SETT_FORMULA_RELEASE, f, read_until ());
  return f;
}

static const sett_formula *read_and (void) {
  const sett_formula *f = read_until ();
  while (take ("&&"))
    f = make (SETT_FORMULA_AND, f, read_until ());
  return f;
}

static const sett_formula *read_or (void) {
  const sett_formula *f = read_and ();
  while (take ("||"))
    f = make (SETT_FORMULA_OR, f, read_and ());
  return f;
}

static const sett_formula *read_implication (void) {
  const sett_formula *f = read_or ();
  if (take ("->"))
    return make (SETT_FORMULA_OR, make_not (f), read_implication ());
  return f;
}

static const sett_formula *read_formula (const char *line) {
  input = line;
  return read_implication ();
}

/* ----------------------------------------------------------------- random ---
 */

static uint64_t random_state = 1;

static unsigned pick (unsigned below) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return (unsigned)(random_state >> 33) % below;
}

/* A formula with this many operators. */
static const sett_formula *random_formula (unsigned operators,
                                           unsigned propositions, int next) {
  if (!operators) {
    const unsigned p = pick (propositions + (next ? 2 : 0));
    if (p >= propositions)
      return make (p == propositions ? SETT_FORMULA_TRUE : SETT_FORMULA_FALSE,
                   NULL, NULL);
    return pick (4) ? make_proposition (p) : make_not (make_proposition (p));
  }
  const unsigned kind = pick (next ? 9 : 8);
  const unsigned first = kind < 4 ? pick (operators) : operators - 1;
  const sett_formula *f = random_formula (first, propositions, next);
  if (kind >= 4)
    switch (kind) {
    case 4:
      return make_not (f);
    case 5:
    case 6:
      return kind == 5 ? make_finally (f) : make_always (f);
    case 7:
      return pick (2) ? make_finally (f) : make_always (f);
    default:
      return make (SETT_FORMULA_NEXT, f, NULL);
    }
  const sett_formula *g =
      random_formula (operators - 1 - first, propositions, next);
  static const sett_formula_kind kinds[] = {SETT_FORMULA_AND, SETT_FORMULA_OR,
                                            SETT_FORMULA_UNTIL,
                                            SETT_FORMULA_RELEASE};
  return make (kinds[kind], f, g);
}

/* ------------------------------------------------------------- semantics ---
 */

typedef struct lasso {
  uint64_t letters[LONGEST];
  size_t count, cycle;
} lasso;

static void random_lasso (lasso *w, unsigned propositions) {
  const unsigned density = 1 + pick (7);
  w->count = 1 + pick (LONGEST);
  w->cycle = pick ((unsigned)w->count);
  for (size_t i = 0; i < w->count; i++) {
    w->letters[i] = 0;
    for (unsigned p = 0; p < propositions; p++)
      w->letters[i] |= (uint64_t)(pick (8) < density) << p;
  }
}

static size_t after (const lasso *w, size_t i) {
  return i + 1 < w->count ? i + 1 : w->cycle;
}

/* Where does the formula hold?  By definition: a position and those that
   follow it, looked at one after the other; after twice the length of the
   lasso everything has been seen. */
static int holds (const sett_formula *f, const lasso *w, size_t i);

static int until_holds (const sett_formula *f, const lasso *w, size_t i) {
  for (size_t steps = 0; steps < 2 * w->count; steps++, i = after (w, i)) {
    if (holds (f->right, w, i))
      return 1;
    if (!holds (f->left, w, i))
      return 0;
  }
  return 0;
}

static int release_holds (const sett_formula *f, const lasso *w, size_t i) {
  for (size_t steps = 0; steps < 2 * w->count; steps++, i = after (w, i)) {
    if (!holds (f->right, w, i))
      return 0;
    if (holds (f->left, w, i))
      return 1;
  }
  return 1;
}

/* What was found is kept, by formula and position, for one lasso. */
enum { KEPT = 4096 };

static struct {
  const sett_formula *formula;
  unsigned round;
  signed char at[LONGEST];
} kept[KEPT];

static unsigned lasso_round;

static int evaluate (const sett_formula *f, const lasso *w, size_t i) {
  switch (f->kind) {
  case SETT_FORMULA_TRUE:
    return 1;
  case SETT_FORMULA_FALSE:
    return 0;
  case SETT_FORMULA_PROPOSITION:
    return w->letters[i] >> f->proposition & 1;
  case SETT_FORMULA_NOT:
    return !holds (f->left, w, i);
  case SETT_FORMULA_AND:
    return holds (f->left, w, i) && holds (f->right, w, i);
  case SETT_FORMULA_OR:
    return holds (f->left, w, i) || holds (f->right, w, i);
  case SETT_FORMULA_NEXT:
    return holds (f->left, w, after (w, i));
  case SETT_FORMULA_UNTIL:
    return until_holds (f, w, i);
  case SETT_FORMULA_RELEASE:
    return release_holds (f, w, i);
  }
  return 0;
}

static int holds (const sett_formula *f, const lasso *w, size_t i) {
  const size_t slot = (uintptr_t)f / sizeof *f % KEPT;
  if (kept[slot].formula != f || kept[slot].round != lasso_round) {
    kept[slot].formula = f;
    kept[slot].round = lasso_round;
    memset (kept[slot].at, -1, sizeof kept[slot].at);
  }
  if (kept[slot].at[i] >= 0)
    return kept[slot].at[i];
  const int answer = evaluate (f, w, i);
  if (kept[slot].formula == f)
    kept[slot].at[i] = (signed char)answer;
  return answer;
}

/* ------------------------------------------------------------------ modes ---
 */

static unsigned count_propositions (const sett_formula *f) {
  if (f->kind == SETT_FORMULA_PROPOSITION)
    return f->proposition + 1;
  const unsigned left = f->left ? count_propositions (f->left) : 0;
  const unsigned right = f->right ? count_propositions (f->right) : 0;
  return left > right ? left : right;
}

static int compare_on_lasso (const sett_formula *f, const sett_claim *automaton,
                             const sett_claim *claim, const lasso *w) {
  lasso_round++;
  const int expected = holds (f, w, 0);
  return sett_claim_accepts (automaton, w->letters, w->count, w->cycle) ==
             expected &&
         sett_claim_accepts (claim, w->letters, w->count, w->cycle) ==
             !expected;
}

static size_t total_states, refused;
static double slowest;

static double seconds (void) {
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static const char *compare_languages (const sett_formula *f,
                                      const sett_claim *automaton,
                                      const sett_claim *claim) {
  if (claim->violation != SETT_VIOLATION_LTL)
    return "fault";
  if (automaton->stutters != claim->stutters)
    return "stutters";
  for (int i = 0; i < LASSOS; i++) {
    lasso w;
    random_lasso (&w, count_propositions (f));
    if (!compare_on_lasso (f, automaton, claim, &w))
      return "language";
  }
  return NULL;
}

/* What is wrong with the automata of the formula?  They may be refused if it
   `may_fail`, but then they must be empty, and in any case come soon. */
static const char *find_problem (const sett_formula *f, int may_fail) {
  sett_claim automaton, claim;
  const double start = seconds ();
  const int made = sett_ltl_automaton (f, &automaton);
  const int made_claim = sett_ltl_claim (f, &claim);
  const double taken = seconds () - start;
  const char *problem = NULL;
  if (made && made_claim)
    problem = compare_languages (f, &automaton, &claim);
  else if (!may_fail)
    problem = "refused";
  else if ((!made && automaton.states.count) ||
           (!made_claim && claim.states.count))
    problem = "refused, but not empty";
  if (taken > SLOWEST)
    problem = "too slow";
  if (taken > slowest)
    slowest = taken;
  refused += !made + !made_claim;
  total_states += automaton.states.count + claim.states.count;
  sett_claim_release (&automaton);
  sett_claim_release (&claim);
  return problem;
}

static void test_formula (const sett_formula *f, int may_fail) {
  sett_text text = {0};
  sett_ltl_show_formula (f, &text);
  const char *problem = find_problem (f, may_fail);
  if (problem)
    printf ("FAIL %s: %s\n", problem, sett_text_get (&text));
  else
    printf ("ok %s\n", sett_text_get (&text));
  sett_text_release (&text);
  sett_arena_release (&arena);
}

static void for_each_line (const char *path, void (*act) (const char *)) {
  char line[LINE];
  FILE *file = path ? fopen (path, "r") : stdin;
  if (!file) {
    perror (path);
    exit (2);
  }
  while (fgets (line, sizeof line, file)) {
    line[strcspn (line, "\n")] = 0;
    if (*line && *line != '#')
      act (line);
  }
  if (path)
    fclose (file);
}

static void test_line (const char *line) {
  test_formula (read_formula (line), 0);
}

static void test_lassos (unsigned long seed, unsigned count, const char *path) {
  random_state = seed * 0x9e3779b97f4a7c15u + 1;
  if (path)
    for_each_line (path, test_line);
  for (unsigned i = 0; i < count; i++)
    test_formula (random_formula (1 + pick (12), 1 + pick (4), i % 3 == 0), 0);
  printf ("%zu states in all, the slowest formula took %.2f s\n", total_states,
          slowest);
}

/* As many conditions of fairness as nobody writes: 2^n edges are needed. */
static const sett_formula *make_fair (unsigned n) {
  const sett_formula *f = make (SETT_FORMULA_TRUE, NULL, NULL);
  for (unsigned i = 0; i < n; i++)
    f = make (SETT_FORMULA_AND, f,
              make_always (make_finally (make_proposition (i))));
  return f;
}

static void test_large (unsigned long seed, unsigned count) {
  random_state = seed * 0x9e3779b97f4a7c15u + 1;
  test_formula (make_fair (8), 0);
  test_formula (make_fair (SETT_MOST_PROPOSITIONS), 1);
  printf ("%s 64 conditions of fairness are refused\n",
          refused ? "ok" : "FAIL");
  for (unsigned i = 0; i < count; i++)
    test_formula (random_formula (25 + i % 3 * 25, 5, i % 2 == 0), 1);
  printf ("%zu refused, the slowest formula took %.2f s\n", refused, slowest);
}

static void print_size (const char *line) {
  sett_claim claim;
  if (sett_ltl_automaton (read_formula (line), &claim))
    printf ("%zu\t%s\n", claim.states.count, line);
  else
    printf ("refused\t%s\n", line);
  sett_claim_release (&claim);
  sett_arena_release (&arena);
}

static void print_random (unsigned long seed, unsigned count) {
  random_state = seed * 0x9e3779b97f4a7c15u + 1;
  for (unsigned i = 0; i < count; i++) {
    sett_text text = {0};
    sett_ltl_show_formula (random_formula (3 + pick (7), 2 + pick (2), 0),
                           &text);
    puts (sett_text_get (&text));
    sett_text_release (&text);
    sett_arena_release (&arena);
  }
}

static void show_one (const sett_formula *f,
                      int translate (const sett_formula *, sett_claim *)) {
  sett_claim claim;
  sett_text text = {0};
  if (!translate (f, &claim))
    sett_text_add (&text, "too large\n");
  sett_ltl_show (&claim, &text);
  fputs (sett_text_get (&text), stdout);
  sett_text_release (&text);
  sett_claim_release (&claim);
}

static void show (const char *line) {
  const sett_formula *f = read_formula (line);
  show_one (f, sett_ltl_automaton);
  puts ("violated:");
  show_one (f, sett_ltl_claim);
  sett_arena_release (&arena);
}

int main (int argc, char **argv) {
  const char *mode = argc > 1 ? argv[1] : "";
  if (!strcmp (mode, "lassos") && argc > 3)
    test_lassos (strtoul (argv[2], NULL, 10),
                 (unsigned)strtoul (argv[3], NULL, 10),
                 argc > 4 ? argv[4] : NULL);
  else if (!strcmp (mode, "large") && argc > 3)
    test_large (strtoul (argv[2], NULL, 10),
                (unsigned)strtoul (argv[3], NULL, 10));
  else if (!strcmp (mode, "sizes"))
    for_each_line (argc > 2 ? argv[2] : NULL, print_size);
  else if (!strcmp (mode, "random") && argc > 3)
    print_random (strtoul (argv[2], NULL, 10),
                  (unsigned)strtoul (argv[3], NULL, 10));
  else if (!strcmp (mode, "show") && argc > 2)
    show (argv[2]);
  else
    return 2;
  if (sett_memory_in_use ()) {
    printf ("FAIL %zu bytes are left\n", sett_memory_in_use ());
    return 1;
  }
  return 0;
}
