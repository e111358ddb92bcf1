/* Positions and pairs for a device: see relations.h.

   Layout: [0] the mask of the table of keys, where it begins [1], where the
   positions begin [2], and the pairs [3], how many positions there are [4].

   A *key* is what a process is recognised by: its number, its location, and
   the bytes of its record that are constants (kernel/control.h).  The table has
   open addressing; an entry is the number of the position, from 1, 0 if it is
   empty, and the key.  Pairs are an array of positions by positions, of 32 bits
   each: where the pair's words are, 0 if nothing of the one is disturbed or
   enabled by the other.

   Invariant: a position keeps its number, and a key its position. */

#include "gpu/relations.h"

#include "base/assert.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/mutant.h"
#include "gpu/launches.h"
#include "reduce/dependency.h"
#include "reduce/reduce_mutant.h"

#include <string.h>

/* Of positions beyond these nothing is said, and states in which a process is
   at one are expanded in full. */
enum { MOST_POSITIONS = 2048, LEAST_ENTRIES = 64 };
enum { HEAD = 5 }; /* words */

struct sett_relations {
  sett_model *model;
  sett_reduction reduction;
  sett_dependency *dependency;
  uint32_t key_words;
  uint64_t *entries; /* each the number and the key */
  uint64_t room, used;
};

static uint32_t constant_bytes (const sett_process_type *type) {
  uint32_t bytes = 0;
  for (uint32_t i = 0; i < type->constants_count; i++)
    bytes += type->constants[i].size;
  return bytes;
}

sett_relations *sett_relations_create (sett_model *model,
                                       const sett_reduction *reduction) {
  if (reduction->kind == SETT_REDUCE_NONE)
    return NULL;
  const sett_control *c = model->control;
  sett_relations *r = sett_zalloc (1, sizeof *r);
  r->model = model;
  r->reduction = *reduction;
  r->dependency = sett_dependency_create (model, reduction->mutant);
  r->key_words = 1;
  for (uint32_t i = 0; i < c->types_count; i++) {
    const uint32_t words = 1 + (constant_bytes (&c->types[i]) + 7) / 8;
    r->key_words = words > r->key_words ? words : r->key_words;
  }
  r->room = LEAST_ENTRIES;
  r->entries = sett_zalloc (r->room * (r->key_words + 1), 8);
  return r;
}

void sett_relations_destroy (sett_relations *r) {
  if (!r)
    return;
  sett_dependency_destroy (r->dependency);
  sett_free (r->entries, r->room * (r->key_words + 1) * 8);
  sett_free (r, sizeof *r);
}

/* ---------------------------------------------------------------- keys --- */

/* As reduce.cl has it. */
static uint64_t *find_entry (const sett_relations *r, const uint64_t *key) {
  uint64_t h = 0, slot;
  for (uint32_t i = 0; i < r->key_words; i++) {
    h = (h ^ key[i]) * UINT64_C (0x9e3779b97f4a7c15);
    h ^= h >> 29;
  }
  for (slot = h & (r->room - 1);; slot = (slot + 1) & (r->room - 1)) {
    uint64_t *entry = r->entries + slot * (r->key_words + 1);
    if (!entry[0] || !memcmp (entry + 1, key, 8 * (size_t)r->key_words))
      return entry;
  }
}

static void grow (sett_relations *r) {
  const uint64_t before = r->room, words = r->key_words + 1;
  uint64_t *old = r->entries;
  r->room *= 2;
  r->entries = sett_zalloc (r->room * words, 8);
  for (uint64_t i = 0; i < before; i++)
    if (old[i * words])
      memcpy (find_entry (r, old + i * words + 1), old + i * words, 8 * words);
  sett_free (old, before * words * 8);
}

static void make_key (const sett_relations *r, unsigned process,
                      uint32_t location, const unsigned char *record,
                      uint64_t *key) {
  const sett_control *c = r->model->control;
  const sett_process_type *type = &c->types[c->locations[location].type];
  uint32_t at = 0;
  memset (key, 0, 8 * (size_t)r->key_words);
  key[0] = process | (uint64_t)location << 8;
  for (uint32_t i = 0; i < type->constants_count; i++)
    for (uint32_t k = 0; k < type->constants[i].size; k++, at++)
      key[1 + at / 8] |= (uint64_t)record[type->constants[i].from + k]
                         << at % 8 * 8;
  SETT_ASSERT (at <= 8 * (r->key_words - 1));
}

int sett_relations_learn (sett_relations *r, const unsigned char *state,
                          uint32_t size) {
  const sett_position *at[SETT_MOST_PROCESSES];
  sett_standing standings[SETT_MOST_PROCESSES];
  const uint64_t before = r->used;
  uint64_t *key = sett_alloc (8 * (size_t)r->key_words);
  const unsigned count =
      sett_dependency_locate (r->dependency, state, size, at);
  r->model->control->standings (r->model, state, size, standings);
  for (unsigned i = 0; i < count; i++) {
    make_key (r, i, standings[i].location, state + standings[i].record, key);
    uint64_t *entry = find_entry (r, key);
    if (entry[0])
      continue;
    entry[0] = (uint64_t)at[i]->index + 1;
    memcpy (entry + 1, key, 8 * (size_t)r->key_words);
    if (2 * ++r->used > r->room)
      grow (r);
  }
  sett_free (key, 8 * (size_t)r->key_words);
  return r->used != before;
}

/* -------------------------------------------------------------- layout --- */

static uint32_t positions_of (const sett_relations *r) {
  const uint32_t all = sett_dependency_positions (r->dependency);
  return all < MOST_POSITIONS ? all : MOST_POSITIONS;
}

static void add_words (sett_relation_words *out, const uint64_t *words,
                       uint64_t count) {
  for (uint64_t i = 0; i < count; i++)
    SETT_PUSH (*out, words[i]);
}

/* Transitions that are never chosen: whatever moves may end a timeout; with a
   claim the order of visible ones counts. */
static uint64_t barred (const sett_relations *r, const sett_position *at) {
  return at->waiting | (r->reduction.keeps_order ? at->visible : 0);
}

static void add_position (const sett_relations *r, const sett_position *at,
                          sett_relation_words *out, size_t head) {
  const uint64_t words[SETT_HERE_WORDS] = {
      [SETT_HERE_ALL] = at->all,
      [SETT_HERE_WILD] = at->wild,
      [SETT_HERE_WAITING] = at->waiting,
      [SETT_HERE_BARRED] = barred (r, at),
      [SETT_HERE_STICKY] = at->sticky,
      [SETT_HERE_OWN] = at->own,
      [SETT_HERE_LISTS] = (uint64_t)at->count << 32 | out->count};
  memcpy (out->at + head, words, sizeof words);
  for (uint32_t i = 0; i < at->count; i++)
    SETT_PUSH (*out, at->transitions[i]);
  add_words (out, at->rivals, at->count);
}

/* Where its words are, 0: there is nothing to say. */
static uint32_t add_pair (const sett_position *a, const sett_pair *pair,
                          sett_relation_words *out) {
  const size_t at = out->count;
  if (!pair->disturbed && !pair->enabled)
    return 0;
  const uint64_t words[SETT_PAIR_WORDS] = {
      [SETT_PAIR_DISTURBED] = pair->disturbed,
      [SETT_PAIR_ENABLED] = pair->enabled,
      [SETT_PAIR_STILL] = pair->enabled_still};
  add_words (out, words, SETT_PAIR_WORDS);
  for (uint32_t t = 0; t < a->count; t++) {
    SETT_PUSH (*out, pair->disturbing[t]);
    SETT_PUSH (*out, pair->enabling[t]);
    SETT_PUSH (*out, pair->enabling_still[t]);
  }
  SETT_ASSERT (out->count <= UINT32_MAX);
  return (uint32_t)at;
}

static void add_zeros (sett_relation_words *out, uint64_t count) {
  for (uint64_t i = 0; i < count; i++)
    SETT_PUSH (*out, 0);
}

static void add_pairs (sett_relations *r, sett_relation_words *out) {
  const uint32_t count = positions_of (r);
  const size_t rows = out->count;
  out->at[3] = rows;
  add_zeros (out, ((uint64_t)count * count + 1) / 2);
  for (uint32_t a = 0; a < count; a++)
    for (uint32_t b = 0; b < count; b++) {
      const sett_position *mine = sett_dependency_position (r->dependency, a);
      const sett_position *other = sett_dependency_position (r->dependency, b);
      const uint32_t at = add_pair (
          mine, sett_dependency_pair (r->dependency, mine, other), out);
      memcpy ((unsigned char *)(out->at + rows) + 4 * ((uint64_t)a * count + b),
              &at, sizeof at);
    }
}

void sett_relations_lay_out (sett_relations *r, sett_relation_words *out) {
  const uint32_t count = positions_of (r);
  out->count = 0;
  add_zeros (out, HEAD);
  out->at[0] = r->room - 1;
  out->at[1] = out->count;
  add_words (out, r->entries, r->room * (r->key_words + 1));
  out->at[2] = out->count;
  out->at[4] = count;
  const size_t positions = out->count;
  add_zeros (out, (uint64_t)SETT_HERE_WORDS * count);
  for (uint32_t i = 0; i < count; i++)
    add_position (r, sett_dependency_position (r->dependency, i), out,
                  positions + (size_t)SETT_HERE_WORDS * i);
  add_pairs (r, out);
}

/* ------------------------------------------------------------- program --- */

static void emit_bytes (const sett_control *c, sett_text *out) {
  sett_text_add (out, "SETT_TABLE unsigned short key_bytes[] = {");
  for (uint32_t i = 0; i < c->types_count; i++)
    for (uint32_t k = 0; k < c->types[i].constants_count; k++)
      for (uint32_t n = 0; n < c->types[i].constants[k].size; n++)
        sett_text_addf (out, "%u, ", c->types[i].constants[k].from + n);
  sett_text_add (out, "0};\nSETT_TABLE unsigned key_first[] = {0");
  for (uint32_t i = 0, all = 0; i < c->types_count; i++) {
    all += constant_bytes (&c->types[i]);
    sett_text_addf (out, ", %u", all);
  }
  sett_text_add (out, "};\n");
}

/* As tables.cl has it. */
static const char *name_of (sett_reduction_kind kind) {
  SETT_ASSERT (kind == SETT_REDUCE_AMPLE || kind == SETT_REDUCE_STUBBORN ||
               kind == SETT_REDUCE_TWOPHASE);
  return kind == SETT_REDUCE_AMPLE      ? "AMPLE"
         : kind == SETT_REDUCE_STUBBORN ? "STUBBORN"
                                        : "TWOPHASE";
}

static const char *proviso_of (const sett_reduction *reduction) {
  if (SETT_MUTANT (reduction->mutant) == SETT_MUTANT_NO_PROVISO)
    return "PROVISO_NONE";
  return reduction->proviso == SETT_PROVISO_LATER    ? "PROVISO_LATER"
         : reduction->proviso != SETT_PROVISO_STATIC ? "PROVISO_NONE"
         : reduction->keeps_order                    ? "PROVISO_ORDER"
                                                     : "PROVISO_STATIC";
}

void sett_relations_emit (const sett_relations *r, sett_text *out) {
  if (!r) {
    sett_text_add (out, "#define REDUCE 0\n");
    return;
  }
  sett_text_addf (out,
                  "#define REDUCE %s\n#define PROVISO %s\n"
                  "#define KEY_WORDS %u\n#define MOST_POSITIONS %d\n",
                  name_of (r->reduction.kind), proviso_of (&r->reduction),
                  r->key_words, MOST_POSITIONS);
  emit_bytes (r->model->control, out);
}
