/* Keys: see pack.h.

   The bits that are kept form runs; run after run they fill the words of the
   key, and a run that meets the end of one is cut in two.  All of this is
   known when the device's code is written, so that it consists of shifts and
   masks that are constant. */

#include "gpu/pack.h"

#include "base/memory.h"
#include "base/text.h"
#include "base/vector.h"

#include <string.h>

#define WORD_BITS 64u

void sett_packing_init (sett_packing *p, const unsigned char *state,
                        uint32_t size) {
  p->words = size / 8;
  p->base = sett_zalloc (p->words, sizeof *p->base);
  p->bits = sett_zalloc (p->words, sizeof *p->bits);
  memcpy (p->base, state, size);
  memset (p->bits, 255, size);
}

void sett_packing_release (sett_packing *p) {
  sett_free (p->base, p->words * sizeof *p->base);
  sett_free (p->bits, p->words * sizeof *p->bits);
  memset (p, 0, sizeof *p);
}

static uint64_t *lengthen (uint64_t *at, uint32_t old, uint32_t new, int byte) {
  at = sett_resize (at, old * sizeof *at, new * sizeof *at);
  memset (at + old, byte, (new - old) * sizeof *at);
  return at;
}

void sett_packing_lengthen (sett_packing *p, uint32_t bytes) {
  const uint32_t words = bytes / 8;
  if (words <= p->words)
    return;
  p->base = lengthen (p->base, p->words, words, 0);
  p->bits = lengthen (p->bits, p->words, words, 255);
  p->words = words;
}

void sett_packing_narrow (sett_packing *p, const uint64_t *different) {
  memcpy (p->bits, different, p->words * sizeof *p->bits);
}

/* All bits of the bytes that have another one: what has grown may grow on. */
static uint64_t whole_bytes (uint64_t bits) {
  uint64_t bytes = 0;
  for (unsigned i = 0; i < WORD_BITS; i += 8)
    if (bits >> i & 255)
      bytes |= UINT64_C (255) << i;
  return bytes;
}

void sett_packing_widen (sett_packing *p, const uint64_t *different) {
  for (uint32_t i = 0; i < p->words; i++)
    p->bits[i] |= whole_bytes (different[i] & ~p->bits[i]);
}

static uint64_t word_of (const unsigned char *state, uint32_t size,
                         uint32_t i) {
  uint64_t word = 0;
  if (8 * i < size)
    memcpy (&word, state + 8 * i, 8);
  return word;
}

int sett_packing_holds (const sett_packing *p, const unsigned char *state,
                        uint32_t size) {
  uint64_t other = 0;
  for (uint32_t i = 0; i < p->words; i++)
    other |= (word_of (state, size, i) ^ p->base[i]) & ~p->bits[i];
  return size <= 8 * p->words && !other;
}

void sett_packing_include (sett_packing *p, const unsigned char *state,
                           uint32_t size) {
  sett_packing_lengthen (p, size);
  for (uint32_t i = 0; i < p->words; i++)
    p->bits[i] |=
        whole_bytes ((word_of (state, size, i) ^ p->base[i]) & ~p->bits[i]);
}

uint32_t sett_packing_key_words (const sett_packing *p) {
  uint32_t bits = 0;
  for (uint32_t i = 0; i < p->words; i++)
    bits += (uint32_t)__builtin_popcountll (p->bits[i]);
  return bits ? (bits + WORD_BITS - 1) / WORD_BITS : 1;
}

/* ---------------------------------------------------------------- code --- */

/* Bits `from` and so many more of word `word` of a state are the bits `to` and
   following of word `key` of its key. */
typedef struct run {
  uint32_t word, from, key, to, length;
} run;

typedef SETT_VECTOR (run) runs;

static uint64_t low_bits (uint32_t count) {
  return count == WORD_BITS ? ~UINT64_C (0) : (UINT64_C (1) << count) - 1;
}

/* The run of bits of a word from `from` on; its length is 0 at the end. */
static run next_run (uint64_t bits, uint32_t from) {
  run r = {.from = from};
  while (r.from < WORD_BITS && !(bits >> r.from & 1))
    r.from++;
  while (r.from + r.length < WORD_BITS && bits >> (r.from + r.length) & 1)
    r.length++;
  return r;
}

/* Gives the number of bits that are taken by then. */
static uint32_t place_run (run r, uint32_t taken, runs *out) {
  while (r.length) {
    run part = r;
    part.key = taken / WORD_BITS;
    part.to = taken % WORD_BITS;
    if (part.length > WORD_BITS - part.to)
      part.length = WORD_BITS - part.to;
    SETT_PUSH (*out, part);
    taken += part.length;
    r.from += part.length;
    r.length -= part.length;
  }
  return taken;
}

static void find_runs (const sett_packing *p, runs *out) {
  uint32_t taken = 0;
  for (uint32_t i = 0; i < p->words; i++) {
    run r = next_run (p->bits[i], 0);
    while (r.length) {
      r.word = i;
      taken = place_run (r, taken, out);
      r = next_run (p->bits[i], r.from + r.length);
    }
  }
}

static void emit_table (const char *name, const uint64_t *words, uint32_t count,
                        sett_text *out) {
  sett_text_addf (out, "__constant word %s[] = {", name);
  for (uint32_t i = 0; i < count; i++)
    sett_text_addf (out, "0x%llxul, ", (unsigned long long)words[i]);
  sett_text_add (out, "};\n");
}

static void emit_pack (const sett_packing *p, const runs *all, sett_text *out) {
  sett_text_add (out, "static int pack (const word *s, word *k) {\n"
                      "word other = 0;\n");
  for (uint32_t i = 0; i < p->words; i++)
    if (~p->bits[i])
      sett_text_addf (out, "other |= (s[%u] ^ 0x%llxul) & 0x%llxul;\n", i,
                      (unsigned long long)p->base[i],
                      (unsigned long long)~p->bits[i]);
  for (uint32_t i = 0; i < sett_packing_key_words (p); i++)
    sett_text_addf (out, "k[%u] = 0;\n", i);
  for (size_t i = 0; i < all->count; i++) {
    const run *r = &all->at[i];
    sett_text_addf (out, "k[%u] |= (s[%u] >> %u & 0x%llxul) << %u;\n", r->key,
                    r->word, r->from, (unsigned long long)low_bits (r->length),
                    r->to);
  }
  sett_text_add (out, "return !other;\n}\n");
}

static void emit_unpack (const sett_packing *p, const runs *all,
                         sett_text *out) {
  sett_text_add (out, "static void unpack (const word *k, word *s) {\n");
  for (uint32_t i = 0; i < p->words; i++)
    sett_text_addf (out, "s[%u] = 0x%llxul;\n", i,
                    (unsigned long long)(p->base[i] & ~p->bits[i]));
  for (size_t i = 0; i < all->count; i++) {
    const run *r = &all->at[i];
    sett_text_addf (out, "s[%u] |= (k[%u] >> %u & 0x%llxul) << %u;\n", r->word,
                    r->key, r->to, (unsigned long long)low_bits (r->length),
                    r->from);
  }
  sett_text_add (out, "}\n");
}

void sett_packing_emit (const sett_packing *p, sett_text *out) {
  runs all = {0};
  find_runs (p, &all);
  sett_text_addf (out,
                  "typedef ulong word;\n"
                  "enum { STATE_WORDS = %u, KEY_WORDS = %u };\n",
                  p->words, sett_packing_key_words (p));
  emit_table ("base", p->base, p->words, out);
  emit_table ("bits", p->bits, p->words, out);
  emit_pack (p, &all, out);
  emit_unpack (p, &all, out);
  SETT_RELEASE (all);
}
