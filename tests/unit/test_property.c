/* Properties of Promela models: propositions, formulas, claims, traces,
   complaints, and which transitions are visible. */

#include "volume.h"
#include "graph.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static sett_model *load (const char *source, sett_property_kind kind,
                         const char *name) {
  sett_text diagnostics = {0};
  const sett_promela_options options = {.no_acceleration = 1,
                                        .property = {kind, name, NULL}};
  sett_model *m = sett_promela_load ("m.pml", source, &options, &diagnostics);
  if (!m)
    fail_msg ("%s", sett_text_get (&diagnostics));
  sett_text_release (&diagnostics);
  return m;
}

static sett_model *load_formula (const char *source, const char *formula) {
  sett_text diagnostics = {0};
  const sett_promela_options options = {
      .no_acceleration = 1, .property = {SETT_PROPERTY_LTL, NULL, formula}};
  sett_model *m = sett_promela_load ("m.pml", source, &options, &diagnostics);
  if (!m)
    fail_msg ("%s", sett_text_get (&diagnostics));
  sett_text_release (&diagnostics);
  return m;
}

/* The model must be refused with this message. */
static void refused (const char *source, sett_property property,
                     const char *message) {
  const size_t before = sett_memory_in_use ();
  sett_text diagnostics = {0};
  const sett_promela_options options = {.property = property};
  assert_null (sett_promela_load ("m.pml", source, &options, &diagnostics));
  if (!strstr (sett_text_get (&diagnostics), message))
    fail_msg ("expected '%s', got: %s", message, sett_text_get (&diagnostics));
  sett_text_release (&diagnostics);
  assert_int_equal (sett_memory_in_use (), before);
}

static void show (const sett_formula *f, sett_text *out) {
  static const char *const names[] = {"true", "false", "p", "!", "&",
                                      "|",    "X",     "U", "R"};
  sett_text_add (out, names[f->kind]);
  if (f->kind == SETT_FORMULA_PROPOSITION)
    sett_text_addf (out, "%u", f->proposition);
  if (!f->left)
    return;
  sett_text_add (out, "(");
  show (f->left, out);
  if (f->right) {
    sett_text_add (out, ",");
    show (f->right, out);
  }
  sett_text_add (out, ")");
}

static void formula_is (const char *formula, const char *expected) {
  sett_text text = {0};
  sett_model *m = load_formula ("byte x, y, a[2]; chan c = [2] of {byte};\n"
                                "active proctype P () { byte z; L: x = 1 }\n",
                                formula);
  show (sett_promela_formula (m), &text);
  assert_string_equal (sett_text_get (&text), expected);
  sett_text_release (&text);
  m->destroy (m);
}

/* ----------------------------------------------------------- formulas --- */

static void test_formulas (void **state) {
  (void)state;
  formula_is ("[] x == 1", "R(false,p0)");
  formula_is ("<> x == 1", "U(true,p0)");
  formula_is ("x U y", "U(p0,p1)");
  formula_is ("x W y", "R(p1,|(p0,p1))");
  formula_is ("x V y", "R(p0,p1)");
  formula_is ("X x", "X(p0)");
  formula_is ("[] (x -> <> y)", "R(false,|(!(p0),U(true,p1)))");
  formula_is ("always (x implies eventually y)",
              "R(false,|(!(p0),U(true,p1)))");
  formula_is ("(<> x) <-> (<> y)",
              "|(&(U(true,p0),U(true,p1)),&(!(U(true,p0)),!(U(true,p1))))");
  formula_is ("!([] true)", "!(R(false,true))");
}

/* As few propositions as possible; what may fail stays behind its guard. */
static void test_numbering (void **state) {
  (void)state;
  formula_is ("[] (x && y)", "R(false,p0)");
  formula_is ("[] x && [] y && <> (x && y)",
              "&(&(R(false,p0),R(false,p1)),U(true,&(p0,p1)))");
  formula_is ("[] x && [] !x", "&(R(false,p0),R(false,!(p0)))");
  formula_is ("<> x == 1 && <> (x == 1)", "&(U(true,p0),U(true,p0))");
  formula_is ("[] x < 2 && [] a[x] && [] (x < 2 && a[x])",
              "&(&(R(false,p0),R(false,p1)),R(false,p2))");
}

/* ------------------------------------------------------- propositions --- */

/* The bits along the only run of a deterministic model. */
static void bits_are (const char *source, const char *formula,
                      const char *expected) {
  sett_text text = {0};
  sett_model *m = load_formula (source, formula);
  graph g;
  graph_build (&g, m);
  for (size_t i = 0; i < g.nodes.count; i++) {
    assert_true (g.nodes.at[i].next.count <= 1);
    sett_text_addf (&text, "%s%llx", i ? " " : "",
                    (unsigned long long)m->propositions (m, g.nodes.at[i].at,
                                                         g.nodes.at[i].size));
  }
  assert_string_equal (sett_text_get (&text), expected);
  graph_release (&g);
  sett_text_release (&text);
  m->destroy (m);
}

static void test_propositions (void **state) {
  (void)state;
  bits_are ("byte x; active proctype P () { x = 1; x = 2; x = 0 }",
            "(<> x == 1) && (<> x == 2) && (<> !x)", "0 5 6 0 0");
  bits_are ("chan c = [2] of {byte}; active proctype P () "
            "{ byte z; c!3; c!4; c?z }",
            "(<> len(c) == 1) && (<> full(c)) && (<> empty(c)) && "
            "(<> c?[3]) && (<> c??[4])",
            "4 9 1a 11 11");
  bits_are ("active proctype P () { byte z; A: z = 5; B: z = 6; z = 0 }",
            "(<> P@A) && (<> P[0]@B) && (<> P:z == 5) && (<> P[0]:z == 6) "
            "&& (<> _nr_pr == 0)",
            "1 6 8 0 10");
  bits_are ("byte x; active proctype P () { progress: x = 1; skip }",
            "(<> np_) && <> x", "0 3 3 3");
}

/* Dead processes: at no label, their variables are 0. */
static void test_dead_processes (void **state) {
  (void)state;
  bits_are ("byte x; active proctype P () { byte z = 3; L: x = 1 }",
            "(<> P[0]@L) && (<> P[0]:z == 0) && (<> P[3]@L)", "1 0 2");
}

/* A proposition that cannot be evaluated does not hold and is complained of. */
static void test_failing_propositions (void **state) {
  (void)state;
  sett_model *m = load_formula ("byte x, a[2]; active proctype P () "
                                "{ a[0] = 1; a[1] = 1; x = 1; x = 2 }",
                                "[] a[x]");
  graph g;
  unsigned process, violations = 0;
  uint32_t transition;
  graph_build (&g, m);
  assert_non_null (m->complaint);
  for (size_t i = 0; i < g.nodes.count; i++) {
    const unsigned violation = m->complaint (
        m, g.nodes.at[i].at, g.nodes.at[i].size, &process, &transition);
    if (!violation)
      continue;
    assert_int_equal (violation, SETT_VIOLATION_INDEX);
    assert_int_equal (process, SETT_NO_PROCESS);
    assert_int_equal (m->propositions (m, g.nodes.at[i].at, g.nodes.at[i].size),
                      0);
    violations++;
  }
  assert_int_equal (violations, 2); /* x == 2, before and after P's end */
  graph_release (&g);
  m->destroy (m);
  m = load_formula ("byte x, a[256]; active proctype P () { x = 1 }",
                    "[] a[x]");
  assert_null (m->complaint);
  m->destroy (m);
}

/* ------------------------------------------------------------- claims --- */

static unsigned verdict (const char *source, sett_property_kind kind) {
  sett_model *m = load (source, kind, NULL);
  graph g;
  graph_build (&g, m);
  const unsigned result = graph_check (&g, m, sett_promela_claim (m));
  graph_release (&g);
  m->destroy (m);
  return result;
}

#define LOOP "byte x; active proctype P () { do :: x = (x + 1) % 3 od }\n"

static unsigned never (const char *system, const char *claim) {
  sett_text text = {0};
  sett_text_addf (&text, "%snever { %s }", system, claim);
  const unsigned result = verdict (sett_text_get (&text), SETT_PROPERTY_NEVER);
  sett_text_release (&text);
  return result;
}

static void test_never_claims (void **state) {
  (void)state;
  assert_int_equal (never (LOOP, "do :: x == 2 -> break :: else od"),
                    SETT_VIOLATION_CLAIM_ENDED);
  assert_int_equal (never (LOOP, "do :: x == 3 -> break :: else od"), 0);
  assert_int_equal (
      never (LOOP, "do :: atomic { x == 2 -> assert (x != 2) } :: true od"),
      SETT_VIOLATION_CLAIM_ENDED);
  assert_int_equal (
      never (LOOP, "do :: atomic { x == 2 -> assert (x == 2) } :: true od"), 0);
  assert_int_equal (never (LOOP, "accept: do :: x < 3 od"),
                    SETT_VIOLATION_ACCEPTANCE_CYCLE);
  assert_int_equal (never (LOOP, "accept: do :: x < 2 od"), 0);
  assert_int_equal (
      never (LOOP, "S: if :: x == 1 -> goto accept :: else -> goto S fi; "
                   "accept: if :: x == 2 -> goto S fi"),
      SETT_VIOLATION_ACCEPTANCE_CYCLE);
  assert_int_equal (
      never (LOOP, "S: if :: x == 1 -> goto accept :: else -> goto S fi; "
                   "accept: if :: x == 0 -> goto S fi"),
      0);
  /* a system that has ended is read on */
  assert_int_equal (never ("byte x; active proctype P () { x = 1 }\n",
                           "do :: x -> break :: !x od; accept: do :: x od"),
                    SETT_VIOLATION_ACCEPTANCE_CYCLE);
}

/* `else` is none of the others; the claim never has two ways then. */
static void test_else_of_claims (void **state) {
  (void)state;
  sett_model *m =
      load ("byte x, y; active proctype P () { x = 1; y = 1 }\n"
            "never { do :: x && y :: !x && y -> break :: else -> break od }",
            SETT_PROPERTY_NEVER, NULL);
  const sett_claim *c = sett_promela_claim (m);
  assert_false (c->stutters);
  for (uint64_t bits = 0; bits < 4; bits++) {
    unsigned ways = 0;
    for (size_t i = 0; i < c->states.at[0].edges.count; i++)
      ways +=
          (unsigned)sett_claim_edge_holds (&c->states.at[0].edges.at[i], bits);
    assert_int_equal (ways, 1);
  }
  m->destroy (m);
}

static void test_names_of_claims (void **state) {
  (void)state;
  static const char source[] = LOOP "never one { accept: do :: x < 2 od }\n"
                                    "never two { accept: do :: x < 3 od }\n"
                                    "ltl p { [] x < 3 }\nltl { <> x }\n";
  sett_model *m = load (source, SETT_PROPERTY_NEVER, "two");
  graph g;
  graph_build (&g, m);
  assert_int_equal (graph_check (&g, m, sett_promela_claim (m)),
                    SETT_VIOLATION_ACCEPTANCE_CYCLE);
  assert_null (sett_promela_formula (m));
  graph_release (&g);
  m->destroy (m);
  m = load (source, SETT_PROPERTY_LTL, "ltl_0");
  assert_int_equal (sett_promela_formula (m)->kind, SETT_FORMULA_UNTIL);
  assert_null (sett_promela_claim (m));
  m->destroy (m);
}

static int is_same_formula (const sett_formula *a, const sett_formula *b) {
  if (!a || !b)
    return a == b;
  return a->kind == b->kind && a->proposition == b->proposition &&
         is_same_formula (a->left, b->left) &&
         is_same_formula (a->right, b->right);
}

/* Do two ways to write it give the same formula? */
static int mean_the_same (const char *a, const char *b) {
  sett_text text = {0};
  sett_text_addf (&text, "%sbyte y;\nltl a { %s }\nltl b { %s }\n", LOOP, a, b);
  sett_model *m = load (sett_text_get (&text), SETT_PROPERTY_LTL, "a");
  sett_model *n = load (sett_text_get (&text), SETT_PROPERTY_LTL, "b");
  const int same =
      is_same_formula (sett_promela_formula (m), sett_promela_formula (n));
  m->destroy (m);
  n->destroy (n);
  sett_text_release (&text);
  return same;
}

static void test_letters (void **state) {
  (void)state;
  assert_true (mean_the_same ("G (x < 3)", "[] (x < 3)"));
  assert_true (mean_the_same ("G F x == 1", "[] <> (x == 1)"));
  assert_true (
      mean_the_same ("F G(x == 1 -> F y == 0)", "<> [] (x == 1 -> <> y == 0)"));
  assert_true (mean_the_same ("x == 1 R y == 0", "x == 1 V y == 0"));
  assert_true (mean_the_same ("(G x == 1) W (F y == 0)",
                              "([] x == 1) weakuntil (<> y == 0)"));
  assert_true (mean_the_same ("X G x == 1", "next always x == 1"));
  assert_false (mean_the_same ("G x == 1", "F x == 1"));
  /* Names of the model come first. */
  sett_model *m = load ("byte G; mtype = {F}; mtype z; active proctype P () { "
                        "G = 1; z = F }\nltl p { [] (G < 2) && <> (z == F) }\n",
                        SETT_PROPERTY_LTL, "p");
  assert_int_equal (sett_promela_formula (m)->kind, SETT_FORMULA_AND);
  m->destroy (m);
}

static void test_progress (void **state) {
  (void)state;
  static const char lazy[] = "byte x; active proctype P () { do "
                             ":: x = 0 :: x = 1; progress: x = 2 od }";
  static const char busy[] = "byte x; active proctype P () { do "
                             ":: x = 0; progress: x = 1 od }";
  static const char ends[] = "byte x; active proctype P () { x = 0 }";
  assert_int_equal (verdict (lazy, SETT_PROPERTY_PROGRESS),
                    SETT_VIOLATION_NON_PROGRESS);
  assert_int_equal (verdict (busy, SETT_PROPERTY_PROGRESS), 0);
  assert_int_equal (verdict (ends, SETT_PROPERTY_PROGRESS), 0);
}

static void test_acceptance (void **state) {
  (void)state;
  static const char again[] = "byte x; active proctype P () { do "
                              ":: x = 0; accept: x = 1 od }";
  static const char once[] = "byte x; active proctype P () { accept: x = 1; "
                             "do :: x = 0 od }";
  assert_int_equal (verdict (again, SETT_PROPERTY_ACCEPTANCE),
                    SETT_VIOLATION_ACCEPTANCE_CYCLE);
  assert_int_equal (verdict (once, SETT_PROPERTY_ACCEPTANCE), 0);
}

/* ------------------------------------------------------------- traces --- */

#define PING                                                                   \
  "chan a = [1] of {byte}; chan b = [1] of {byte};\n"                          \
  "active proctype P () { end: do :: a!1; b?_ od }\n"                          \
  "active proctype Q () { end: do :: a?_; b!2 od }\n"

/* The fault of some step of the system with the trace. */
static unsigned traced (const char *system, const char *claim) {
  sett_text text = {0};
  sett_text_addf (&text, "%s%s", system, claim);
  sett_model *m = load (sett_text_get (&text), SETT_PROPERTY_TRACE, NULL);
  graph g;
  unsigned violation = 0;
  graph_build (&g, m);
  for (size_t i = 0; i < g.nodes.count; i++)
    if (g.nodes.at[i].violation)
      violation = g.nodes.at[i].violation;
  graph_release (&g);
  m->destroy (m);
  sett_text_release (&text);
  return violation;
}

static void test_traces (void **state) {
  (void)state;
  const unsigned wrong = SETT_VIOLATION_TRACE_ASSERTION;
  assert_int_equal (traced (PING, "trace { do :: a!1; b!2 od }"), 0);
  assert_int_equal (traced (PING, "trace { do :: a!_; b?2 od }"), 0);
  assert_int_equal (traced (PING, "trace { do :: a!1; b!1 od }"), wrong);
  assert_int_equal (traced (PING, "trace { a!1; b!2 }"), wrong);
  assert_int_equal (traced (PING, "notrace { a!1; b!2; a!1 }"), wrong);
  assert_int_equal (traced (PING, "notrace { a!1; a!1 }"), wrong);
  assert_int_equal (traced (PING, "notrace { a!1; b!2; b!2 }"), 0);
  assert_int_equal (traced (PING, "notrace { b!2; a!1 }"), 0);
  static const char meet[] = "chan r = [0] of {byte}; active proctype P () "
                             "{ r!1 } active proctype Q () { byte z; r?z }\n";
  assert_int_equal (traced (meet, "trace { r!1; r?1 }"), 0);
  assert_int_equal (traced (meet, "trace { r?1; r!1 }"), wrong);
  assert_int_equal (traced (meet, "trace { r!2 }"), wrong);
}

/* --------------------------------------------------------- visibility --- */

/* The texts of the visible statements, in order. */
static void visible_are (const char *source, const char *formula,
                         const char *expected) {
  sett_text text = {0};
  sett_model *m = load_formula (source, formula);
  for (uint32_t i = 0; i < m->transitions; i++) {
    const int visible = sett_promela_is_visible (m, i);
    assert_int_equal (visible,
                      !!(m->control->flows[i].properties & SETT_VISIBLE));
    if (visible)
      sett_text_addf (&text, "[%s]", m->transition (m, i)->text);
  }
  assert_string_equal (sett_text_get (&text), expected);
  sett_text_release (&text);
  m->destroy (m);
}

static void test_visible_variables (void **state) {
  (void)state;
  visible_are ("byte x, y; chan c = [1] of {byte};\n"
               "active proctype P () { x = 1; y = 2; c!1; c?x; c?y }",
               "[] x", "[x = 1][c?x]");
  visible_are ("byte x, y; chan c = [1] of {byte};\n"
               "active proctype P () { x = 1; y = 2; c!1; c?x }",
               "[] len(c) == 0", "[c!1][c?x]");
  visible_are ("byte x, y; active proctype P () { y = 1; d_step { y = 2; x = 1 "
               "} ; atomic { y = 3; x = 3 } }",
               "[] x", "[d_step][x = 1][x = 3]");
}

static void test_visible_locations (void **state) {
  (void)state;
  visible_are ("byte x; active proctype P () { x = 1; L: x = 2; x = 3 }",
               "[] P@L", "[x = 1][x = 2]");
  visible_are ("byte x; active proctype P () { do :: x = 1 :: x = 2; "
               "progress: x = 3; progress2: x = 4 od }",
               "[] np_", "[x = 2][x = 4]");
  visible_are ("byte x; active proctype P () { byte z; z = 1; x = z; z = 2 }\n"
               "active proctype Q () { byte z; z = 3; run P (); x = 0 }",
               "[] P:z", "[z = 1][z = 2][-end-][run P()]");
}

/* The partner of a rendezvous counts. */
static void test_visible_handshakes (void **state) {
  (void)state;
  static const char source[] =
      "byte x; chan r = [0] of {byte}; chan q = [0] of {byte};\n"
      "active proctype P () { r!1; q!1; x = 1 }\n"
      "active proctype Q () { byte z; r?1; q?z; L: x = 2 }";
  visible_are (source, "[] Q@L", "[q!1][q?z][x = 2]");
  visible_are (source, "[] Q:z", "[q!1][q?z][-end-]");
}

/* Follows the holders from a stable state: where the propositions have
   changed in the next stable state, some step on the way was visible. */
static unsigned audit_from (sett_model *m, uint64_t before,
                            const unsigned char *at, uint32_t size,
                            unsigned holder, int visible, unsigned depth) {
  sett_sink sink;
  unsigned changes = 0;
  sett_sink_init (&sink);
  m->steps (m, at, size, holder, &sink);
  for (uint32_t i = 0; i < sink.count && depth < 50; i++) {
    const sett_step *s = &sink.steps[i];
    const unsigned char *next = sink.bytes + s->offset;
    if (!s->size)
      continue;
    const int seen = visible || (s->transition != SETT_YIELD &&
                                 sett_promela_is_visible (m, s->transition));
    if (s->holder != SETT_NO_PROCESS) {
      changes +=
          audit_from (m, before, next, s->size, s->holder, seen, depth + 1);
    } else if (m->propositions (m, next, s->size) != before) {
      if (!seen)
        fail_msg ("'%s' should be visible",
                  s->transition == SETT_YIELD
                      ? "-"
                      : m->transition (m, s->transition)->text);
      changes++;
    }
  }
  sett_sink_release (&sink);
  return changes;
}

static const char *const audited[] = {
    "byte x, y; chan c = [1] of {byte}; chan r = [0] of {byte};\n"
    "proctype P (byte k) { byte z; L: if :: c!k; z = k :: r!k -> goto M\n"
    ":: x < 1 -> d_step { x++; y = 2 } :: atomic { y = 1; r?z; y = 0 } fi;\n"
    "M: z = 9; progress: z = 8; accept: skip }\n"
    "active proctype Q () { byte z; L: run P (3); M: do :: r?z :: r!z\n"
    ":: c?z -> accept: x = 0 :: _nr_pr < 3 -> run P (2) :: break od;\n"
    "progress: y = 2 }\n",
    "byte x, y; chan c = [2] of {byte}; chan r = [0] of {byte};\n"
    "proctype P (chan q) { byte z; L: { q!1; z = 2; M: q?z } unless\n"
    "{ x == 1 -> accept: z = 5 }; progress: y = 3 }\n"
    "active proctype Q () { byte z; chan d = [1] of {byte}; L: run P (c);\n"
    "M: run P (r); if :: r?z; x = 1 :: c??z -> y = 1 :: x = 1 fi; r?z }\n"};

static void test_visible_is_enough (void **state) {
  (void)state;
  static const char *const conditions[] = {
      "x == 1", "y",           "len(c) == 1", "full(c)", "c?[3]",
      "P@L",    "P@M",         "P[1]@L",      "Q@M",     "P:z == 3",
      "P[1]:z", "Q:z == 3",    "np_",         "y == x",  "_nr_pr == 2",
      "P[x]@L", "P[2]:z == 2", "c??[3]",      "Q@L"};
  for (size_t n = 0; n < sizeof audited / sizeof *audited; n++)
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions;
         i += 1 + volume_stride () / 8) {
      sett_text formula = {0};
      sett_text_addf (&formula, "[] (%s)", conditions[i]);
      sett_model *m = load_formula (audited[n], sett_text_get (&formula));
      graph g;
      unsigned changes = 0;
      graph_build (&g, m);
      for (size_t k = 0; k < g.nodes.count; k++) {
        const node *s = &g.nodes.at[k];
        changes += audit_from (m, m->propositions (m, s->at, s->size), s->at,
                               s->size, SETT_NO_PROCESS, 0, 0);
      }
      if (!changes && n == 0)
        fail_msg ("'%s' never changes", conditions[i]);
      graph_release (&g);
      m->destroy (m);
      sett_text_release (&formula);
    }
}

/* --------------------------------------------------------- complaints --- */

static unsigned complaints (const char *source, int receptions, int overflows) {
  sett_text diagnostics = {0};
  const sett_promela_options options = {
      .no_acceleration = 1, .receptions = receptions, .overflows = overflows};
  sett_model *m = sett_promela_load ("m.pml", source, &options, &diagnostics);
  assert_non_null (m);
  graph g;
  unsigned result = 0, process;
  uint32_t transition;
  graph_build (&g, m);
  for (size_t i = 0; i < g.nodes.count && !result; i++)
    result = m->complaint (m, g.nodes.at[i].at, g.nodes.at[i].size, &process,
                           &transition);
  if (result)
    assert_true (transition < m->transitions && process < 2);
  graph_release (&g);
  m->destroy (m);
  sett_text_release (&diagnostics);
  return result;
}

static void test_complaints (void **state) {
  (void)state;
  const unsigned reception = SETT_VIOLATION_UNSPECIFIED_RECEPTION;
  const unsigned overflow = SETT_VIOLATION_CHANNEL_OVERFLOW;
  static const char head[] = "chan c = [1] of {byte}; byte z;\n";
  static const struct {
    const char *body;
    int receptions;
    int overflows;
  } cases[] = {
      {"active proctype P () { c!1 } active proctype Q () { c?2 }", 1, 0},
      {"active proctype P () { c!1 } active proctype Q () { c?1 }", 0, 0},
      {"active proctype P () { c!1 } active proctype Q () { c??2 }", 0, 0},
      {"active proctype P () { c!1 } active proctype Q () { if :: c?2 :: z = 1 "
       "fi }",
       0, 0},
      {"active proctype P () { c!1; c!1 } active proctype Q () { c?1; c?1 }", 0,
       1},
      {"active proctype P () { c!1; nfull(c); c!1 } "
       "active proctype Q () { c?1; c?1 }",
       0, 0},
      {"active proctype P () { c!1 } active proctype Q () "
       "{ if :: c?2 :: timeout fi }",
       0, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    sett_text source = {0};
    sett_text_addf (&source, "%s%s", head, cases[i].body);
    assert_int_equal (complaints (sett_text_get (&source), 1, 0),
                      cases[i].receptions ? reception : 0);
    assert_int_equal (complaints (sett_text_get (&source), 0, 1),
                      cases[i].overflows ? overflow : 0);
    sett_text_release (&source);
  }
}

/* --------------------------------------------------------------- rest --- */

static void test_list (void **state) {
  (void)state;
  sett_property_list list = {0};
  sett_text diagnostics = {0};
  const sett_promela_options options = {0};
  assert_true (sett_promela_properties (
      "m.pml",
      LOOP "ltl p { [] (x < 3) }\nnever { accept: do :: x od }\n"
           "chan c = [1] of {byte}; trace { c!1 }\n"
           "active proctype Q () { progress: x = 1 }\n",
      &options, &list, &diagnostics));
  static const sett_property_kind kinds[] = {
      SETT_PROPERTY_LTL, SETT_PROPERTY_NEVER, SETT_PROPERTY_TRACE,
      SETT_PROPERTY_PROGRESS};
  assert_int_equal (list.items.count, 4);
  for (size_t i = 0; i < 4; i++)
    assert_int_equal (list.items.at[i].kind, kinds[i]);
  assert_string_equal (list.items.at[0].name, "p");
  assert_string_equal (list.items.at[0].text, "[](x < 3)");
  assert_int_equal (list.items.at[1].line, 3);
  assert_int_equal (diagnostics.length, 0);
  sett_property_list_release (&list);
  sett_text_release (&diagnostics);
}

static void test_refusals (void **state) {
  (void)state;
  static const char loop[] = LOOP;
  const sett_property_kind ltl = SETT_PROPERTY_LTL;
  refused (loop, (sett_property){ltl, "p", NULL}, "no ltl block 'p'");
  refused (loop, (sett_property){ltl, NULL, "[] (x -> <>"}, "--ltl:1:");
  refused (loop, (sett_property){ltl, NULL, "[] zz"}, "--ltl:1:4:");
  refused (loop, (sett_property){ltl, NULL, "x }"}, "unexpected '}'");
  refused (loop, (sett_property){ltl, NULL, " "}, "empty");
  refused (loop, (sett_property){ltl, NULL, "[] timeout"}, "timeout");
  refused (loop, (sett_property){ltl, NULL, "[] enabled(0)"}, "enabled");
  refused (loop, (sett_property){ltl, NULL, "[] _pid == 1"}, "_pid");
  refused (loop, (sett_property){ltl, NULL, "<> (run P())"}, "change");
  refused (loop, (sett_property){SETT_PROPERTY_NEVER, NULL, NULL},
           "no never claim");
  refused (LOOP "never { do :: x = 1 od }",
           (sett_property){SETT_PROPERTY_NEVER, NULL, NULL},
           "m.pml:2:15: error: a never claim only looks");
  refused (LOOP "never { byte y; do :: y od }",
           (sett_property){SETT_PROPERTY_NEVER, NULL, NULL}, "error");
  refused (LOOP "chan c = [1] of {byte}; trace { x = 1; c!1 }",
           (sett_property){SETT_PROPERTY_TRACE, NULL, NULL},
           "sends and receives");
  refused (LOOP "chan c = [1] of {byte}; trace { c!x }",
           (sett_property){SETT_PROPERTY_TRACE, NULL, NULL}, "constants");
  sett_text many = {0};
  for (unsigned i = 0; i < 65; i++)
    sett_text_addf (&many, "%s<> (x + 1 == %u)", i ? " && " : "", i);
  refused (loop, (sett_property){ltl, NULL, sett_text_get (&many)},
           "at most 64");
  sett_text_release (&many);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_formulas),
      cmocka_unit_test (test_numbering),
      cmocka_unit_test (test_propositions),
      cmocka_unit_test (test_dead_processes),
      cmocka_unit_test (test_failing_propositions),
      cmocka_unit_test (test_never_claims),
      cmocka_unit_test (test_else_of_claims),
      cmocka_unit_test (test_names_of_claims),
      cmocka_unit_test (test_letters),
      cmocka_unit_test (test_progress),
      cmocka_unit_test (test_acceptance),
      cmocka_unit_test (test_traces),
      cmocka_unit_test (test_visible_variables),
      cmocka_unit_test (test_visible_locations),
      cmocka_unit_test (test_visible_handshakes),
      cmocka_unit_test (test_visible_is_enough),
      cmocka_unit_test (test_complaints),
      cmocka_unit_test (test_list),
      cmocka_unit_test (test_refusals)};
  const int failed = cmocka_run_group_tests (tests, NULL, NULL);
  return failed || sett_memory_in_use () != 0;
}
