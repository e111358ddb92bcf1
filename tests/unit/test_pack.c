/* States as single words for a device: what tree.c writes is compiled and
   tried, and layout.cl with the same tree as data; with tables of nodes that
   are searched from end to end. */

#include "base/embed.h"
#include "base/memory.h"
#include "base/text.h"
#include "gpu/pack.h"
#include "gpu/word_tree.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <libtcc.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 5, MOST_TABLES = 2 * WORDS + 2, STATES = 200 };

SETT_EMBED (gpu_layout, "/gpu/layout.cl");
extern const char gpu_layout[];

typedef int (*pack_function) (void *, uint64_t *, uint64_t *);
typedef void (*unpack_function) (void *, uint64_t, uint64_t *);

static uint64_t draw (void) {
  return (uint64_t)mrand48 () << 32 ^ (uint64_t)(uint32_t)mrand48 ();
}

/* What search.cl has, in the plainest way. */
static const char tables[] =
    "struct sett_searcher { const word *layout; };\n"
    "typedef struct sett_searcher searcher;\n"
    "static word nodes[16][1024]; static int counts[16];\n"
    "static int misfits (struct sett_searcher *k, word other) {\n"
    "  return other != 0; }\n"
    "static int is_crowded (struct sett_searcher *k) { return 0; }\n"
    "static word word_at (struct sett_searcher *k, int t, word i) {\n"
    "  return nodes[t][i]; }\n"
    "static word place (struct sett_searcher *k, int t, word w) {\n"
    "  int i = 0;\n"
    "  while (i < counts[t] && nodes[t][i] != w) i++;\n"
    "  if (i == counts[t]) nodes[t][counts[t]++] = w;\n"
    "  return i; }\n";

/* Compiles the functions for the processor. */
static TCCState *compile (const sett_gpu_tree *tree, const sett_packing *p,
                          pack_function *pack, unpack_function *unpack) {
  sett_text text = {0};
  TCCState *tcc = tcc_new ();
  sett_text_add (&text, "typedef unsigned long ulong;\n"
                        "typedef unsigned uint;\n"
                        "struct sett_searcher;\n"
                        "#define __constant static const\n"
                        "#define static\n"
                        "#define SETT_APART\n");
  sett_gpu_tree_emit (tree, p, &text);
  sett_text_add (&text, tables);
  sett_text_add (&text, gpu_layout);
  tcc_set_options (tcc, "-nostdlib -w");
  tcc_set_output_type (tcc, TCC_OUTPUT_MEMORY);
  assert_int_equal (tcc_compile_string (tcc, sett_text_get (&text)), 0);
  assert_int_equal (tcc_relocate (tcc, TCC_RELOCATE_AUTO), 0);
  *(void **)pack = tcc_get_symbol (tcc, "pack");
  *(void **)unpack = tcc_get_symbol (tcc, "unpack");
  assert_non_null (*pack);
  assert_non_null (*unpack);
  sett_text_release (&text);
  return tcc;
}

/* States that differ in the bits of the mask, and one bit beyond it.  Equal
   states have equal words, others have others. */
static void try_functions (const sett_packing *p, const uint64_t mask[WORDS],
                           pack_function pack, unpack_function unpack,
                           void *searcher) {
  uint64_t state[WORDS + MOST_TABLES], again[WORDS + MOST_TABLES], root, same;
  for (int n = 0; n < STATES; n++) {
    const int other = n % WORDS;
    for (int i = 0; i < WORDS; i++)
      state[i] = p->base[i] ^ (draw () & mask[i]);
    assert_true (sett_packing_holds (p, (unsigned char *)state, 8 * WORDS));
    assert_true (pack (searcher, state, &root));
    assert_true (pack (searcher, state, &same));
    assert_true (root == same && !(root >> 63));
    unpack (searcher, root, again);
    assert_memory_equal (state, again, 8 * WORDS);
    if (!~mask[other])
      continue;
    state[other] ^= ~mask[other] & -~mask[other];
    assert_false (sett_packing_holds (p, (unsigned char *)state, 8 * WORDS));
    assert_false (pack (searcher, state, &root));
  }
}

/* The program's own tree, and the same one as data. */
static void try_mask (const uint64_t mask[WORDS]) {
  uint64_t base[WORDS];
  pack_function pack;
  unpack_function unpack;
  sett_packing p;
  sett_gpu_tree tree = {0};
  for (int i = 0; i < WORDS; i++)
    base[i] = draw ();
  sett_packing_init (&p, (unsigned char *)base, sizeof base);
  memcpy (p.bits, mask, sizeof base);
  sett_gpu_tree_make (&tree, &p, 1 << 20);
  assert_int_equal (sett_gpu_tree_most_tables (WORDS), MOST_TABLES);
  TCCState *tcc = compile (&tree, &p, &pack, &unpack);
  for (int built_in = 0; built_in < 2; built_in++) {
    sett_gpu_layout layout = {0};
    sett_gpu_tree_lay_out (&tree, &p, built_in, &layout);
    try_functions (&p, mask, pack, unpack, &layout.at);
    SETT_RELEASE (layout);
  }
  tcc_delete (tcc);
  sett_gpu_tree_release (&tree);
  sett_packing_release (&p);
}

static void test_round_trip (void **unused) {
  (void)unused;
  uint64_t mask[WORDS];
  srand48 (1);
  for (int density = 0; density <= 4; density++)
    for (int n = 0; n < 4; n++) {
      for (int i = 0; i < WORDS; i++)
        mask[i] = density == 0   ? 0
                  : density == 1 ? draw () & draw () & draw ()
                  : density == 2 ? draw ()
                  : density == 3 ? draw () | draw () | draw ()
                                 : ~UINT64_C (0);
      try_mask (mask);
    }
  assert_int_equal (sett_memory_in_use (), 0);
}

/* What did not fit fits once it is included, of whatever length it is. */
static void test_include (void **unused) {
  (void)unused;
  const uint64_t base[2] = {7, 9}, longer[4] = {7, 8, 0, 1 << 9};
  sett_packing p;
  sett_packing_init (&p, (const unsigned char *)base, sizeof base);
  assert_false (sett_packing_holds (&p, (const unsigned char *)longer, 32));
  sett_packing_include (&p, (const unsigned char *)longer, 32);
  assert_true (sett_packing_holds (&p, (const unsigned char *)longer, 32));
  assert_true (sett_packing_holds (&p, (const unsigned char *)base, 16));
  assert_int_equal (p.words, 4);
  assert_int_equal (p.bits[0], 0);
  assert_int_equal (p.bits[1], 255);
  sett_packing_release (&p);
  assert_int_equal (sett_memory_in_use (), 0);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_round_trip),
      cmocka_unit_test (test_include),
  };
  return cmocka_run_group_tests_name ("pack", tests, NULL, NULL);
}
