/* States as words: see word_tree.h.

   Fields stand in a queue, first the bits of the state in their order.  Each
   node takes its fields from the head, and its place goes to the end; so nodes
   cover neighbours, and the tree is low.  A node takes no more bits than are
   needed to come to 62 with as few nodes as possible: the fewer bits, the fewer
   words in its table.  Bits can be cut anywhere, places stay whole.

   All of this is known when the device's code is written, so that it consists
   of shifts and masks that are constant; or of loops over a layout. */

#include "gpu/word_tree.h"

#include "base/memory.h"
#include "base/text.h"

#include "base/assert.h"
#include <string.h>

/* Bits of a place, by the height of its node. */
enum { LEAST_INDEX = 24, INDEX_BY_HEIGHT = 3 };

/* Bits of a table's size at first: at least, at most. */
enum { LEAST_TABLE = 6, FIRST_TABLE = 20 };

#define WORD_BITS 64u

typedef SETT_VECTOR (sett_gpu_tree_field) fields;

/* Fields that have no node yet, from `head` on. */
typedef struct queue {
  fields all;
  size_t head;
  uint32_t bits, raw; /* in all; without places */
} queue;

static uint64_t low_bits (uint32_t count) {
  return count == WORD_BITS ? ~UINT64_C (0) : (UINT64_C (1) << count) - 1;
}

static void enqueue (queue *q, sett_gpu_tree_field field) {
  SETT_PUSH (q->all, field);
  q->bits += field.length;
  q->raw += field.node < 0 ? field.length : 0;
}

static void enqueue_bits (queue *q, uint32_t word, uint64_t bits) {
  for (uint32_t from = 0; from < WORD_BITS; from++) {
    sett_gpu_tree_field run = {.node = -1, .word = word, .from = from};
    while (from < WORD_BITS && bits >> from & 1)
      from++, run.length++;
    if (run.length)
      enqueue (q, run);
  }
}

/* Takes at most `room` bits of the field at the head; false if none can be. */
static int dequeue (queue *q, uint32_t room, sett_gpu_tree_field *field) {
  sett_gpu_tree_field *head = &q->all.at[q->head];
  *field = *head;
  if (field->length > room) {
    if (!room || head->node >= 0)
      return 0;
    field->length = room;
    head->from += room;
    head->length -= room;
  } else
    q->head++;
  q->bits -= field->length;
  q->raw -= field->node < 0 ? field->length : 0;
  return 1;
}

static uint32_t index_bits (uint32_t height, uint32_t more) {
  const uint32_t bits = LEAST_INDEX + INDEX_BY_HEIGHT * height + more;
  return bits < SETT_MOST_INDEX_BITS ? bits : SETT_MOST_INDEX_BITS;
}

/* A node of at most `room` bits; gives its number. */
static int add_node (sett_gpu_tree *t, queue *q, uint32_t room) {
  sett_gpu_tree_node node = {.height = 0};
  sett_gpu_tree_field field;
  uint32_t taken = 0;
  while (q->head < q->all.count && dequeue (q, room - taken, &field)) {
    field.to = taken;
    taken += field.length;
    if (field.node >= 0 && node.height <= t->nodes.at[field.node].height)
      node.height = t->nodes.at[field.node].height + 1;
    SETT_PUSH (node.fields, field);
  }
  node.index_bits = index_bits (node.height, t->more);
  SETT_PUSH (t->nodes, node);
  return (int)t->nodes.count - 1;
}

/* How many bits the next node takes: enough, or all it can. */
static uint32_t room_of_node (const queue *q, uint32_t more) {
  const uint32_t index = index_bits (0, more);
  const uint32_t excess = q->bits - SETT_NODE_BITS;
  const uint32_t most = SETT_NODE_BITS - index;
  const uint32_t nodes = (excess + most - 1) / most;
  const uint32_t room = index + (excess + nodes - 1) / nodes;
  return room <= q->raw ? room : SETT_NODE_BITS;
}

/* The tables together take a sixty-fourth of the memory. */
static void choose_sizes (sett_gpu_tree *t, uint64_t memory) {
  const uint64_t most = memory / 64 / 8 / (t->nodes.count);
  uint32_t bits = LEAST_TABLE;
  while (bits < FIRST_TABLE && UINT64_C (2) << bits <= most)
    bits++;
  for (size_t i = 0; i < t->nodes.count; i++)
    t->nodes.at[i].table_bits = bits;
}

void sett_gpu_tree_make (sett_gpu_tree *t, const sett_packing *p,
                         uint64_t memory) {
  queue q = {.head = 0};
  sett_gpu_tree_release (t);
  for (uint32_t i = 0; i < p->words; i++)
    enqueue_bits (&q, i, p->bits[i]);
  while (q.bits > SETT_NODE_BITS) {
    const uint32_t before = q.bits;
    const int node = add_node (t, &q, room_of_node (&q, t->more));
    enqueue (&q, (sett_gpu_tree_field){.node = node,
                                       .length = t->nodes.at[node].index_bits});
    SETT_ASSERT (q.bits < before);
  }
  add_node (t, &q, SETT_NODE_BITS);
  SETT_ASSERT (q.head == q.all.count && !q.bits);
  choose_sizes (t, memory);
  SETT_RELEASE (q.all);
}

void sett_gpu_tree_release (sett_gpu_tree *t) {
  for (size_t i = 0; i < t->nodes.count; i++)
    SETT_RELEASE (t->nodes.at[i].fields);
  SETT_RELEASE (t->nodes);
}

uint32_t sett_gpu_tree_tables (const sett_gpu_tree *t) {
  return (uint32_t)t->nodes.count - 1;
}

uint64_t sett_gpu_tree_bytes (const sett_gpu_tree *t) {
  uint64_t bytes = 0;
  for (uint32_t i = 0; i < sett_gpu_tree_tables (t); i++)
    bytes += UINT64_C (8) << t->nodes.at[i].table_bits;
  return bytes;
}

void sett_gpu_tree_remake (sett_gpu_tree *t, const sett_packing *p,
                           uint64_t states, uint64_t memory) {
  sett_gpu_tree_make (t, p, memory);
  const uint64_t share = states / 4 / (sett_gpu_tree_tables (t) + 1);
  for (uint32_t i = 0; i < sett_gpu_tree_tables (t); i++) {
    sett_gpu_tree_node *node = &t->nodes.at[i];
    while (node->table_bits < node->index_bits &&
           UINT64_C (2) << node->table_bits <= share)
      node->table_bits++;
  }
}

static sett_growth grow_table (sett_gpu_tree *t, sett_gpu_tree_node *node,
                               uint64_t words) {
  uint32_t bits = node->table_bits;
  while (bits < SETT_MOST_INDEX_BITS && UINT64_C (1) << bits < words)
    bits++;
  if (bits == node->table_bits)
    return SETT_GROWTH_NONE;
  node->table_bits = bits;
  if (bits <= node->index_bits)
    return SETT_GROWTH_DONE;
  t->more += bits - node->index_bits;
  return SETT_GROWTH_NEW;
}

sett_growth sett_gpu_tree_grow (sett_gpu_tree *t, const uint64_t *words,
                                uint64_t times) {
  sett_growth most = SETT_GROWTH_NONE;
  int full = 0;
  for (uint32_t i = 0; i < sett_gpu_tree_tables (t); i++) {
    const sett_growth growth =
        grow_table (t, &t->nodes.at[i], times * words[i]);
    most = growth > most ? growth : most;
    full |= times * words[i] > UINT64_C (1) << SETT_MOST_INDEX_BITS;
  }
  return full && most == SETT_GROWTH_NONE ? SETT_GROWTH_FULL : most;
}

/* -------------------------------------------------------------- layout --- */

enum { FEW_TABLES = 1 };

int sett_gpu_tree_is_data (const sett_gpu_tree *t) {
  return sett_gpu_tree_tables (t) > FEW_TABLES;
}

/* Each takes 32 bits at least. */
uint32_t sett_gpu_tree_most_tables (uint32_t words) {
  return 2 * words + 2;
}

static void lay_out_field (const sett_gpu_tree_field *f, uint32_t words,
                           sett_gpu_layout *out) {
  const uint64_t word = f->node < 0 ? f->word : words + (uint32_t)f->node;
  const uint32_t from = f->node < 0 ? f->from : 0;
  SETT_ASSERT (word < 1 << 16 && from < WORD_BITS && f->to < WORD_BITS);
  SETT_PUSH (*out, low_bits (f->length));
  SETT_PUSH (*out, word | (uint64_t)from << 16 | (uint64_t)f->to << 24);
}

void sett_gpu_tree_lay_out (const sett_gpu_tree *t, const sett_packing *p,
                            int built_in, sett_gpu_layout *out) {
  const uint32_t tables = sett_gpu_tree_tables (t);
  const uint32_t most = sett_gpu_tree_most_tables (p->words);
  uint64_t first = 0;
  SETT_ASSERT (tables <= most);
  SETT_PUSH (*out, (uint64_t)built_in);
  SETT_PUSH (*out, tables);
  for (uint32_t i = 0; i < most + 2; i++) {
    SETT_PUSH (*out, first);
    first += i <= tables ? t->nodes.at[i].fields.count : 0;
  }
  for (uint32_t i = 0; i < p->words; i++)
    SETT_PUSH (*out, p->base[i]);
  for (uint32_t i = 0; i < p->words; i++)
    SETT_PUSH (*out, p->bits[i]);
  for (uint32_t i = 0; i <= tables; i++)
    for (size_t j = 0; j < t->nodes.at[i].fields.count; j++)
      lay_out_field (&t->nodes.at[i].fields.at[j], p->words, out);
}

/* ---------------------------------------------------------------- code --- */

static void emit_table (const char *name, const uint64_t *words, uint32_t count,
                        sett_text *out) {
  sett_text_addf (out, "__constant word %s[] = {", name);
  for (uint32_t i = 0; i < count; i++)
    sett_text_addf (out, "0x%llxul, ", (unsigned long long)words[i]);
  sett_text_add (out, "};\n");
}

/* The word of a node, from the state and the places of others. */
static void emit_word (const sett_gpu_tree_node *node, sett_text *out) {
  sett_text_add (out, "0ul");
  for (size_t i = 0; i < node->fields.count; i++) {
    const sett_gpu_tree_field *f = &node->fields.at[i];
    if (f->node >= 0)
      sett_text_addf (out, " |\n    p%d << %u", f->node, f->to);
    else
      sett_text_addf (out, " |\n    (s[%u] >> %u & 0x%llxul) << %u", f->word,
                      f->from, (unsigned long long)low_bits (f->length), f->to);
  }
  sett_text_add (out, ";\n");
}

static void emit_pack (const sett_gpu_tree *t, const sett_packing *p,
                       sett_text *out) {
  const uint32_t tables = sett_gpu_tree_tables (t);
  sett_text_add (out, "static int BUILT_IN (pack) (struct sett_searcher *k, "
                      "const word *s, word *root) {\n"
                      "word other = 0;\n");
  for (uint32_t i = 0; i < p->words; i++)
    if (~p->bits[i])
      sett_text_addf (out, "other |= (s[%u] ^ 0x%llxul) & 0x%llxul;\n", i,
                      (unsigned long long)p->base[i],
                      (unsigned long long)~p->bits[i]);
  sett_text_add (out, "if (misfits (k, other)) return 0;\n");
  for (uint32_t i = 0; i < tables; i++) {
    sett_text_addf (out, "const word w%u = ", i);
    emit_word (&t->nodes.at[i], out);
    sett_text_addf (out, "const word p%u = place (k, %u, w%u);\n", i, i, i);
  }
  sett_text_add (out, "*root = ");
  emit_word (&t->nodes.at[tables], out);
  sett_text_add (out, "return !is_crowded (k);\n}\n");
}

/* Takes the fields out of the word w of a node. */
static void emit_fields (const sett_gpu_tree_node *node, uint32_t number,
                         sett_text *out) {
  for (size_t i = 0; i < node->fields.count; i++) {
    const sett_gpu_tree_field *f = &node->fields.at[i];
    const unsigned long long mask = low_bits (f->length);
    if (f->node >= 0)
      sett_text_addf (out, "const word p%d = w%u >> %u & 0x%llxul;\n", f->node,
                      number, f->to, mask);
    else
      sett_text_addf (out, "s[%u] |= (w%u >> %u & 0x%llxul) << %u;\n", f->word,
                      number, f->to, mask, f->from);
  }
}

static void emit_unpack (const sett_gpu_tree *t, const sett_packing *p,
                         sett_text *out) {
  const uint32_t tables = sett_gpu_tree_tables (t);
  sett_text_add (out, "static UNPACK_APART void BUILT_IN (unpack) (struct "
                      "sett_searcher *k, word root, word *s) {\n");
  for (uint32_t i = 0; i < p->words; i++)
    sett_text_addf (out, "s[%u] = 0x%llxul;\n", i,
                    (unsigned long long)(p->base[i] & ~p->bits[i]));
  sett_text_addf (out, "const word w%u = root;\n", tables);
  emit_fields (&t->nodes.at[tables], tables, out);
  for (uint32_t i = tables; i--;) {
    sett_text_addf (out, "const word w%u = word_at (k, %u, p%u);\n", i, i, i);
    emit_fields (&t->nodes.at[i], i, out);
  }
  sett_text_add (out, "}\n");
}

static void emit_constant (const sett_packing *p, sett_text *out) {
  emit_table ("base", p->base, p->words, out);
  emit_table ("bits", p->bits, p->words, out);
  sett_text_add (out, "#define LAYOUT 0\n"
                      "#define BUILT_IN(NAME) NAME\n"
                      "#define UNPACK_APART\n"
                      "#define PLACE_APART\n"
                      "#define BASE(K, I) base[I]\n"
                      "#define BITS(K, I) bits[I]\n");
}

/* Devices have 64 kB that all work-items can read at once. */
static void emit_variable (const sett_packing *p, sett_text *out) {
  sett_text_addf (
      out,
      "#define LAYOUT 1\n"
      "#define LAYOUT_SPACE %s\n"
      "#define BUILT_IN(NAME) NAME##_built_in\n"
      "#define UNPACK_APART SETT_APART\n"
      "#ifndef PLACE_APART\n"
      "#define PLACE_APART SETT_APART\n"
      "#endif\n"
      "#define BASE(K, I) ((K)->layout[NODES + 4 + (I)])\n"
      "#define BITS(K, I) ((K)->layout[NODES + 4 + STATE_WORDS + (I)])\n"
      "static int pack (struct sett_searcher *, word *, word *);\n"
      "static void unpack (struct sett_searcher *, word, word *);\n",
      p->words <= 64 ? "__constant const" : "__global const");
}

void sett_gpu_tree_emit (const sett_gpu_tree *t, const sett_packing *p,
                         sett_text *out) {
  const int is_data = sett_gpu_tree_is_data (t);
  sett_text_addf (out,
                  "typedef ulong word;\n"
                  "enum { STATE_WORDS = %u, NODES = %u };\n"
                  "static int misfits (struct sett_searcher *, word);\n"
                  "static int is_crowded (struct sett_searcher *);\n"
                  "static word place (struct sett_searcher *, int, word);\n"
                  "static word word_at (struct sett_searcher *, int, word);\n",
                  p->words,
                  is_data ? sett_gpu_tree_most_tables (p->words)
                          : sett_gpu_tree_tables (t));
  if (is_data)
    emit_variable (p, out);
  else
    emit_constant (p, out);
  emit_pack (t, p, out);
  emit_unpack (t, p, out);
}
