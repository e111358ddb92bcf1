/* States on a device: see card.h.

   Memory.  The tables of nodes are as large as the tree says.  The queue is
   taken whole at the beginning, for as many states as will fit together with a
   table for them; what of it is not used costs nothing.  The table begins small
   and grows: from the old one into a new one, which writes in order, as long as
   there is room for both; then from the queue.

   The table of a lossy store cannot grow, as nothing can be had from it: it is
   taken whole, and the queue, of what is left, is a ring.

   Invariant: a state is not overwritten before it was expanded.  States from
   `live` on may still be needed, and none comes with a number of live + room or
   more, but for the late ones, which the ring has room for, too. */

#include "gpu/card_internal.h"

#include "base/memory.h"

#include "base/assert.h"
#include <math.h>
#include <string.h>

/* -------------------------------------------------------------- memory --- */

void sett_card_free_row (sett_card *c, sett_row *r) {
  for (int i = 0; i < PARTS; i++)
    sett_device_free (c->device, r->parts[i]);
  memset (r, 0, sizeof *r);
}

int sett_card_make_row (sett_card *c, sett_row *r, uint64_t words) {
  const uint64_t largest =
      sett_device_largest_buffer (c->device) / 8 / BUCKET * BUCKET;
  r->words = words < largest ? words : largest;
  for (int i = 0; i < PARTS && words; i++) {
    const uint64_t part = words < r->words ? words : r->words;
    r->parts[i] = sett_device_try_buffer (c->device, 8 * part);
    if (!r->parts[i])
      break;
    words -= part;
  }
  if (!words)
    return 1;
  sett_card_free_row (c, r);
  return 0;
}

static uint64_t least (uint64_t a, uint64_t b) {
  return a < b ? a : b;
}

/* So many states may come when the limit is reached already (search.cl). */
static uint64_t late_states (const sett_card *c) {
  return (HELD + 1) * sett_device_width (c->device);
}

static int is_exact (const sett_card *c) {
  return sett_store_is_exact (c->store);
}

/* Words that a row can have. */
static uint64_t longest_row (const sett_card *c) {
  return PARTS * (sett_device_largest_buffer (c->device) / 8 / BUCKET * BUCKET);
}

static int make_queue (sett_card *c, uint64_t words) {
  c->ring = words;
  c->room = words > late_states (c) ? words - late_states (c) : 0;
  return c->room && sett_card_make_row (c, &c->queue, words);
}

/* Of the table at most four fifths are used.  Cycles need work and notes, too.
 */
static int plan_exact (sett_card *c, uint64_t memory) {
  const uint64_t queue =
      least (memory / (c->cycles ? 36 : 18), longest_row (c) / 5 * 4);
  c->most = (queue + queue / 4 + BUCKET) / BUCKET * BUCKET;
  return make_queue (c, queue);
}

static unsigned set_row (sett_card *c, sett_kernel kernel, unsigned position,
                         const sett_row *r) {
  for (int i = 0; i < PARTS; i++) {
    const sett_buffer part = r->parts[i] ? r->parts[i] : r->parts[0];
    sett_device_set (c->device, kernel, position++, sizeof part, &part);
  }
  sett_device_set (c->device, kernel, position++, 8, &r->words);
  return position;
}

void sett_card_set_buffer (sett_card *c, sett_kernel kernel, int position,
                           sett_buffer buffer) {
  sett_device_set (c->device, kernel, (unsigned)position, sizeof buffer,
                   &buffer);
}

static uint64_t limit_of (const sett_card *c) {
  return least (c->limit, c->live + c->room);
}

/* `first` is the oldest state that the launch touches. */
int sett_card_set_rows (sett_card *c, sett_kernel kernel, uint64_t first) {
  const uint64_t limit = limit_of (c), shift = first / c->ring * c->ring;
  unsigned position = set_row (c, kernel, 0, &c->queue);
  position = set_row (c, kernel, position, &c->table);
  sett_device_set (c->device, kernel, position++, 8, &c->capacity);
  sett_device_set (c->device, kernel, position++, 8, &limit);
  sett_device_set (c->device, kernel, position++, 8, &c->ring);
  sett_device_set (c->device, kernel, position++, 8, &shift);
  sett_card_set_buffer (c, kernel, (int)position++, c->nodes);
  sett_card_set_buffer (c, kernel, (int)position++, c->shape);
  sett_card_set_buffer (c, kernel, (int)position++, c->counters);
  if (c->is_data)
    sett_card_set_buffer (c, kernel, (int)position++, c->layout);
  if (c->most_put_off)
    sett_card_set_buffer (c, kernel, (int)position++,
                          c->relations ? c->relations : c->counters);
  if (c->cycles) {
    position =
        set_row (c, kernel, position, c->work.words ? &c->work : &c->queue);
    position =
        set_row (c, kernel, position, c->notes.words ? &c->notes : &c->table);
  }
  return (int)position;
}

void sett_card_set_word (sett_card *c, sett_kernel kernel, int position,
                         uint64_t word) {
  sett_device_set (c->device, kernel, (unsigned)position, 8, &word);
}

/* Launches, and sees to it that so many pieces of work were done: a driver
   that is out of memory, say, may do nothing, and not say so. */
void sett_card_launch (sett_card *c, sett_kernel kernel, uint64_t count) {
  const uint64_t zeros[SEEN - TRANSITIONS] = {0};
  sett_device_write (c->device, c->counters, 8 * TRANSITIONS, sizeof zeros,
                     zeros);
  sett_device_launch (c->device, kernel, count);
  sett_device_read (c->device, c->counters, 0, 8 * c->counted, c->news);
  sett_device_expect (c->device, c->news[VISITED] == count);
}

static void clear_words (sett_card *c, sett_buffer buffer, uint64_t words) {
  sett_card_set_buffer (c, c->clear, 0, buffer);
  sett_card_set_word (c, c->clear, 1, words);
  sett_card_set_buffer (c, c->clear, 2, c->counters);
  sett_card_launch (c, c->clear, words);
}

static void clear_table (sett_card *c) {
  uint64_t left = c->capacity;
  for (int i = 0; left; i++) {
    const uint64_t part = least (left, c->table.words);
    clear_words (c, c->table.parts[i], part);
    left -= part;
  }
}

/* Puts what the source holds into a table that is new; from number `late` on
   states are of a later level. */
static void fill_table (sett_card *c, const sett_row *source, uint64_t count,
                        uint64_t late) {
  unsigned position = (unsigned)sett_card_set_rows (c, c->enter, 0);
  clear_table (c);
  position = set_row (c, c->enter, position, source);
  sett_card_set_word (c, c->enter, (int)position, count);
  sett_card_set_word (c, c->enter, (int)position + 1, late);
  sett_card_launch (c, c->enter, count);
}

/* The first state of a later level, where that is asked. */
static uint64_t late_from (const sett_card *c) {
  return c->age ? c->late_from : MOST_STATES;
}

/* Even those that come late leave some of it empty.  Bits are never too many.
 */
static void set_capacity (sett_card *c, uint64_t capacity) {
  const int compact = c->store == SETT_STORE_COMPACT;
  const uint64_t entries = compact ? 2 * capacity : capacity;
  const uint64_t nearly = entries / 20 * 19, late = late_states (c);
  c->capacity = capacity;
  c->limit = entries / 5 * 4;
  c->limit = least (c->limit, nearly > late ? nearly - late : 0);
  if (c->store == SETT_STORE_BITSTATE)
    c->limit = MOST_STATES;
}

/* Levels can be wide: a quarter of the memory is for the queue.  Bits are asked
   for when there are very many states. */
static uint64_t lossy_words (const sett_card *c, const sett_card_plan *plan,
                             uint64_t memory) {
  const uint64_t bytes = c->store == SETT_STORE_COMPACT ? memory / 4 * 3
                         : plan->bitstate_bytes         ? plan->bitstate_bytes
                                                        : memory / 2;
  return least (bytes / 8, longest_row (c)) / BUCKET * BUCKET;
}

static int plan_lossy (sett_card *c, const sett_card_plan *plan,
                       uint64_t memory) {
  const uint64_t table = lossy_words (c, plan, memory), all = memory / 8;
  const uint64_t left = all > table ? all - table : 0;
  if (!table || !make_queue (c, least (left, longest_row (c))))
    return 0;
  if (!sett_card_make_row (c, &c->table, table)) {
    sett_card_free_row (c, &c->queue);
    return 0;
  }
  set_capacity (c, table);
  clear_table (c);
  return c->limit != 0;
}

static int make_table (sett_card *c, uint64_t capacity) {
  sett_card_free_row (c, &c->table);
  if (!sett_card_make_row (c, &c->table, capacity))
    return 0;
  set_capacity (c, capacity);
  fill_table (c, &c->queue, c->news[USED], late_from (c));
  return 1;
}

/* From the old table into a new one; false if there is no room for both. */
static int move_table (sett_card *c, uint64_t capacity) {
  const uint64_t before = c->capacity;
  sett_row old = c->table;
  if (before + capacity > c->most ||
      !sett_card_make_row (c, &c->table, capacity)) {
    c->table = old;
    return 0;
  }
  set_capacity (c, capacity);
  fill_table (c, &old, before, MOST_STATES);
  sett_card_free_row (c, &old);
  return 1;
}

/* Large tables grow by less: there memory counts more than time. */
static uint64_t next_capacity (const sett_card *c) {
  const uint64_t next = c->capacity < 1 << 20   ? 8 * c->capacity
                        : c->capacity < 1 << 23 ? 2 * c->capacity
                                                : c->capacity / 3 * 4;
  return least (next / BUCKET * BUCKET, c->most);
}

int sett_card_grow (sett_card *c) {
  const uint64_t before = c->capacity;
  if (!is_exact (c) || c->limit >= c->room || before >= c->most)
    return 0;
  if (move_table (c, next_capacity (c)))
    return 1;
  if (make_table (c, least (before / 2 / BUCKET * 3 * BUCKET, c->most)))
    return 1;
  c->most = before;
  make_table (c, before);
  return 0;
}

int sett_card_has_place (const sett_card *c, uint64_t count) {
  return c->news[USED] + count <= limit_of (c);
}

int sett_card_holds (const sett_card *c, uint64_t number) {
  return number + c->ring >= c->news[USED];
}

void sett_card_reset (sett_card *c) {
  const uint64_t none = 0;
  sett_device_write (c->device, c->counters, 8 * USED, sizeof none, &none);
  c->live = 0;
  clear_table (c);
}

/* ------------------------------------------------------------ launches --- */

static void take_counters (sett_card *c, sett_launch *launch) {
  c->marked = least (c->news[MARKS], SETT_CARD_MOST_MARKS);
  *launch = (sett_launch){.transitions = c->news[TRANSITIONS],
                          .marks = c->news[MARKS],
                          .flags = (unsigned)c->news[FLAGS],
                          .put_off = c->news[PUT_OFF]};
  if (sett_device_error (c->device))
    *launch = (sett_launch){.flags = 0};
}

static void set_aim (sett_card *c, sett_kernel kernel, int position,
                     sett_aim aim) {
  const int how = (int)aim;
  sett_device_set (c->device, kernel, (unsigned)position, sizeof how, &how);
}

/* The states with these numbers, or those that were put off. */
static void expand (sett_card *c, uint64_t low, uint64_t high, sett_aim aim,
                    uint64_t target, int put_off, sett_launch *launch) {
  const int position = sett_card_set_rows (c, c->expand, low);
  sett_card_set_buffer (c, c->expand, position, c->marks);
  sett_card_set_word (c, c->expand, position + 1, SETT_CARD_MOST_MARKS);
  sett_card_set_word (c, c->expand, position + 2, low);
  sett_card_set_word (c, c->expand, position + 3, high);
  set_aim (c, c->expand, position + 4, aim);
  sett_card_set_word (c, c->expand, position + 5, target);
  if (c->most_put_off) {
    sett_card_set_buffer (c, c->expand, position + 6, c->put_off);
    sett_device_set (c->device, c->expand, (unsigned)position + 7,
                     sizeof put_off, &put_off);
  }
  sett_card_launch (c, c->expand, high - low);
  take_counters (c, launch);
  c->aim = aim;
}

void sett_card_expand (sett_card *c, uint64_t low, uint64_t high, sett_aim aim,
                       uint64_t target, sett_launch *launch) {
  SETT_ASSERT (sett_card_holds (c, low) &&
               high <= c->news[aim > SETT_AIM_COUNT ? WORK : USED]);
  SETT_ASSERT (!c->most_put_off || high - low <= c->most_put_off ||
               aim != SETT_AIM_ADD);
  if (aim == SETT_AIM_ADD && !is_exact (c))
    c->live = low;
  expand (c, low, high, aim, target, 0, launch);
}

void sett_card_age (sett_card *c, uint64_t low, uint64_t high) {
  if (!c->age)
    return;
  SETT_ASSERT (low < high && high <= c->news[USED]);
  const int position = sett_card_set_rows (c, c->age, low);
  sett_card_set_word (c, c->age, position, low);
  sett_card_set_word (c, c->age, position + 1, high);
  sett_card_launch (c, c->age, high - low);
  c->late_from = high;
}

void sett_card_expand_put_off (sett_card *c, uint64_t from, uint64_t to,
                               sett_launch *launch) {
  SETT_ASSERT (from < to && to <= c->most_put_off && is_exact (c));
  expand (c, from, to, SETT_AIM_ADD, 0, 1, launch);
}

void sett_card_add (sett_card *c, const uint64_t *states, uint64_t count,
                    sett_launch *launch) {
  sett_card_touch (c, states, count, SETT_AIM_ADD, 0, 0, launch);
}

void sett_card_touch (sett_card *c, const uint64_t *states, uint64_t count,
                      sett_aim aim, uint64_t from, uint64_t target,
                      sett_launch *launch) {
  SETT_ASSERT (count <= BATCH);
  const int position = sett_card_set_rows (c, c->add, c->live);
  sett_device_write (c->device, c->states, 0, 8 * c->state_words * count,
                     states);
  sett_card_set_buffer (c, c->add, position, c->states);
  sett_card_set_word (c, c->add, position + 1, count);
  set_aim (c, c->add, position + 2, aim);
  sett_card_set_word (c, c->add, position + 3, from);
  sett_card_set_word (c, c->add, position + 4, target);
  sett_card_launch (c, c->add, count);
  take_counters (c, launch);
}

/* Words that are fetched for a mark: size, root, state. */
static uint64_t words_fetched (const sett_card *c) {
  return c->state_words + 2;
}

static void take_fetched (const sett_card *c, const uint64_t *marks,
                          unsigned count, sett_marked *out) {
  for (unsigned i = 0; i < count; i++) {
    const unsigned char *at = c->fetched + 8 * words_fetched (c) * i;
    out[i].number = marks[i] >> 3;
    out[i].mark = (unsigned)marks[i] & 7;
    memcpy (&out[i].size, at, sizeof out[i].size);
    memcpy (&out[i].root, at + 8, sizeof out[i].root);
    out[i].state = at + 16;
  }
}

static uint64_t first_of (const uint64_t *marks, unsigned count) {
  uint64_t first = marks[0] >> 3;
  for (unsigned i = 1; i < count; i++)
    first = least (first, marks[i] >> 3);
  return first;
}

/* The first marks are in the buffer. */
static void fetch (sett_card *c, const uint64_t *marks, unsigned count,
                   sett_aim aim, sett_marked *out) {
  const sett_kernel kernel = sett_device_kernel (c->device, "fetch");
  const int position = sett_card_set_rows (c, kernel, first_of (marks, count));
  sett_device_write (c->device, c->states, 0, 8 * count, marks);
  sett_card_set_buffer (c, kernel, position, c->states);
  sett_card_set_word (c, kernel, position + 1, count);
  set_aim (c, kernel, position + 2, aim);
  sett_card_launch (c, kernel, count);
  sett_device_read (c->device, c->states, 8 * BATCH,
                    8 * words_fetched (c) * count, c->fetched);
  if (sett_device_error (c->device))
    memset (c->fetched, 0, 8 * words_fetched (c) * count);
  take_fetched (c, marks, count, out);
}

unsigned sett_card_marked (sett_card *c, uint64_t first, unsigned room,
                           sett_marked *out) {
  uint64_t marks[256];
  if (first >= c->marked || sett_device_error (c->device))
    return 0;
  const unsigned count =
      (unsigned)least (least (room, c->marked - first), sizeof marks / 8);
  sett_device_read (c->device, c->marks, 8 * first, 8 * count, marks);
  fetch (c, marks, count, c->aim, out);
  return count;
}

void sett_card_all_marked (sett_card *c, sett_marks *all) {
  uint64_t marks[256];
  for (uint64_t first = 0; first < c->marked; first = all->count) {
    const uint64_t count = least (c->marked - first, sizeof marks / 8);
    sett_device_read (c->device, c->marks, 8 * first, 8 * count, marks);
    if (sett_device_error (c->device))
      return;
    for (uint64_t i = 0; i < count; i++)
      SETT_PUSH (*all, marks[i]);
  }
}

void sett_card_fetch (sett_card *c, uint64_t number, sett_marked *out) {
  const uint64_t mark = number << 3;
  fetch (c, &mark, 1, SETT_AIM_ADD, out);
}

void sett_card_fetch_work (sett_card *c, uint64_t index, sett_marked *out) {
  const uint64_t mark = index << 3;
  fetch (c, &mark, 1, SETT_AIM_REACH, out);
}

const uint64_t *sett_card_differences (const sett_card *c) {
  return c->news + SEEN;
}

const uint64_t *sett_card_nodes (const sett_card *c) {
  return c->news + SEEN + c->state_words;
}

uint64_t sett_card_states (const sett_card *c) {
  return c->news[USED];
}

uint64_t sett_card_bytes (const sett_card *c) {
  const uint64_t notes =
      c->notes.words ? c->capacity + c->news[USED] : 0; /* and work */
  return 8 *
         (least (c->news[USED], c->ring) + c->capacity + c->node_words + notes);
}

void sett_card_survey (sett_card *c, double *omission, double *fill) {
  const double words = (double)c->capacity;
  sett_card_set_rows (c, c->survey, 0);
  sett_card_launch (c, c->survey, c->capacity / BUCKET);
  if (sett_device_error (c->device))
    return;
  if (c->store == SETT_STORE_COMPACT) {
    *omission = ldexp ((double)c->news[SURVEYED] * BUCKET / words, -32);
    return;
  }
  *fill = (double)c->news[SURVEYED] / words / 64;
  *omission = (double)c->news[CUBES] / words / (64 * 64 * 64);
}

/* ------------------------------------------------------------ creation --- */

static uint64_t fetched_bytes (const sett_card *c) {
  return 8 * words_fetched (c) * BATCH;
}

/* The tables of nodes, one behind the other. */
static uint64_t shape_tables (const sett_gpu_tree *tree, uint64_t *shape) {
  uint64_t all = 0;
  for (uint32_t i = 0; i < sett_gpu_tree_tables (tree); i++) {
    const uint64_t words = UINT64_C (1) << tree->nodes.at[i].table_bits;
    shape[2 * i] = all;
    shape[2 * i + 1] = words - 1;
    all += words;
  }
  return all;
}

static sett_buffer upload (sett_card *c, const uint64_t *words,
                           uint64_t count) {
  sett_buffer buffer = sett_device_try_buffer (c->device, 8 * count);
  if (buffer)
    sett_device_write (c->device, buffer, 0, 8 * count, words);
  return buffer;
}

static int make_layout (sett_card *c, const sett_gpu_tree *tree,
                        const sett_packing *packing, int built_in) {
  sett_gpu_layout layout = {0};
  if (!c->is_data)
    return 1;
  sett_gpu_tree_lay_out (tree, packing, built_in, &layout);
  c->layout = upload (c, layout.at, layout.count);
  SETT_RELEASE (layout);
  return c->layout != NULL;
}

static int make_nodes (sett_card *c, const sett_gpu_tree *tree,
                       const sett_packing *packing, int built_in) {
  uint64_t *shape = sett_zalloc (2 * c->tables + 1, 8);
  SETT_ASSERT (sett_gpu_tree_tables (tree) <= c->tables);
  c->node_words = shape_tables (tree, shape);
  c->nodes = sett_device_try_buffer (c->device, 8 * (c->node_words + 1));
  c->shape = upload (c, shape, 2 * c->tables + 1);
  sett_free (shape, 8 * (2 * c->tables + 1));
  if (!make_layout (c, tree, packing, built_in) || !c->nodes || !c->shape)
    return 0;
  if (c->node_words)
    clear_words (c, c->nodes, c->node_words);
  return 1;
}

int sett_card_relate (sett_card *c, const uint64_t *words, uint64_t count) {
  sett_device_free (c->device, c->relations);
  c->relations = upload (c, words, count);
  return c->relations != NULL;
}

/* What was seen, and how many words the tables have. */
static void clear_seen (sett_card *c) {
  const uint64_t count = c->counted - SEEN;
  uint64_t *zeros = sett_zalloc (count, 8);
  sett_device_write (c->device, c->counters, 8 * SEEN, 8 * count, zeros);
  sett_free (zeros, 8 * count);
}

/* The table gives up what they take, which it may not have yet. */
static int give_nodes_room (sett_card *c, uint64_t before) {
  const uint64_t more = c->node_words > before ? c->node_words - before : 0;
  if (c->most < more || c->most - more < c->capacity)
    return 0;
  c->most = (c->most - more) / BUCKET * BUCKET;
  return 1;
}

/* What the words of states refer to. */
typedef struct meaning {
  sett_buffer nodes, shape, layout;
  uint64_t words, most; /* of the nodes; that the table may have beside them */
} meaning;

static meaning meaning_of (const sett_card *c) {
  return (meaning){c->nodes, c->shape, c->layout, c->node_words, c->most};
}

static void forget (sett_card *c, const meaning *m) {
  sett_device_free (c->device, m->nodes);
  sett_device_free (c->device, m->shape);
  sett_device_free (c->device, m->layout);
}

static void take_back (sett_card *c, const meaning *old) {
  const meaning now = meaning_of (c);
  forget (c, &now);
  c->nodes = old->nodes;
  c->shape = old->shape;
  c->layout = old->layout;
  c->node_words = old->words;
  c->most = old->most;
}

/* The new words are in the table, which is made anew after that. */
static void install_words (sett_card *c) {
  const sett_kernel kernel = sett_device_kernel (c->device, "install");
  const int position = sett_card_set_rows (c, kernel, 0);
  sett_card_set_word (c, kernel, position, c->news[USED]);
  sett_card_launch (c, kernel, c->news[USED]);
  fill_table (c, &c->queue, c->news[USED], late_from (c));
}

static sett_repacking repack (sett_card *c, const meaning *old) {
  const sett_kernel kernel = sett_device_kernel (c->device, "repack");
  const int position = sett_card_set_rows (c, kernel, 0);
  SETT_ASSERT (c->news[USED] <= c->capacity);
  clear_seen (c);
  sett_card_set_buffer (c, kernel, position, old->nodes);
  sett_card_set_buffer (c, kernel, position + 1, old->shape);
  sett_card_set_word (c, kernel, position + 2, c->news[USED]);
  if (c->is_data)
    sett_card_set_buffer (c, kernel, position + 3, old->layout);
  sett_card_launch (c, kernel, c->news[USED]);
  if (sett_device_error (c->device))
    return SETT_REPACKING_LOST;
  if (c->news[FLAGS])
    return SETT_REPACKING_CROWDED;
  install_words (c);
  return SETT_REPACKING_DONE;
}

sett_repacking sett_card_repack (sett_card *c, const sett_gpu_tree *tree,
                                 const sett_packing *packing, int built_in) {
  const meaning old = meaning_of (c);
  sett_repacking done = SETT_REPACKING_LOST;
  if (!is_exact (c))
    return done;
  c->layout = NULL;
  if (make_nodes (c, tree, packing, built_in) && give_nodes_room (c, old.words))
    done = repack (c, &old);
  if (done == SETT_REPACKING_CROWDED)
    take_back (c, &old);
  else
    forget (c, &old);
  return done;
}

static int make_buffers (sett_card *c) {
  c->counters = sett_device_try_buffer (c->device, 8 * c->counted);
  c->marks = sett_device_try_buffer (c->device, 8 * SETT_CARD_MOST_MARKS);
  c->states = sett_device_try_buffer (c->device, 8 * BATCH + fetched_bytes (c));
  if (c->most_put_off)
    c->put_off = sett_device_try_buffer (c->device, 8 * c->most_put_off);
  if (!c->counters || !c->marks || !c->states ||
      (c->most_put_off && !c->put_off))
    return 0;
  sett_device_write (c->device, c->counters, 0, 8 * c->counted, c->news);
  return 1;
}

/* Not too small for what may come late. */
static uint64_t first_capacity (const sett_card *c) {
  const uint64_t late = 4 * late_states (c);
  return least ((late > FEW ? late : FEW) / BUCKET * BUCKET, c->most);
}

/* Queue and table. */
static int make_rows (sett_card *c, const sett_card_plan *plan,
                      uint64_t memory) {
  if (!is_exact (c))
    return plan_lossy (c, plan, memory);
  return plan_exact (c, memory) && make_table (c, first_capacity (c));
}

/* A driver may give less than it says there is. */
static int try_rows (sett_card *c, const sett_card_plan *plan) {
  const uint64_t nodes = 8 * c->node_words;
  uint64_t memory = plan->memory > nodes ? plan->memory - nodes : 0;
  for (int tries = 0; tries < 12; tries++) {
    if (make_rows (c, plan, memory))
      return 1;
    sett_card_free_row (c, &c->queue);
    sett_card_free_row (c, &c->table);
    memory -= memory / 5;
  }
  return 0;
}

static void find_kernels (sett_card *c) {
  c->expand = sett_device_kernel (c->device, "expand");
  c->add = sett_device_kernel (c->device, "add");
  c->clear = sett_device_kernel (c->device, "clear");
  if (c->ages)
    c->age = sett_device_kernel (c->device, "age");
  if (c->cycles)
    sett_card_find_cycle_kernels (c);
  if (is_exact (c))
    c->enter = sett_device_kernel (c->device, "enter");
  else
    c->survey = sett_device_kernel (c->device, "survey");
}

sett_card *sett_card_create (sett_device *device, const sett_card_plan *plan) {
  sett_card *c = sett_zalloc (1, sizeof *c);
  c->device = device;
  c->store = plan->store;
  c->cycles = plan->cycles;
  c->most_put_off = plan->most_put_off;
  c->ages = plan->ages;
  c->state_words = plan->packing->words;
  c->is_data = plan->is_data;
  c->tables = c->is_data ? sett_gpu_tree_most_tables (c->state_words)
                         : sett_gpu_tree_tables (plan->tree);
  c->counted = SEEN + c->state_words + c->tables;
  c->news = sett_zalloc (c->counted, 8);
  c->fetched = sett_alloc (fetched_bytes (c));
  find_kernels (c);
  if (make_buffers (c) &&
      make_nodes (c, plan->tree, plan->packing, plan->built_in) &&
      try_rows (c, plan))
    return c;
  sett_card_destroy (c);
  return NULL;
}

void sett_card_destroy (sett_card *c) {
  if (!c)
    return;
  sett_card_free_row (c, &c->queue);
  sett_card_free_row (c, &c->table);
  sett_card_free_row (c, &c->work);
  sett_card_free_row (c, &c->notes);
  sett_device_free (c->device, c->counters);
  sett_device_free (c->device, c->marks);
  sett_device_free (c->device, c->states);
  sett_device_free (c->device, c->nodes);
  sett_device_free (c->device, c->shape);
  sett_device_free (c->device, c->layout);
  sett_device_free (c->device, c->relations);
  sett_device_free (c->device, c->put_off);
  sett_free (c->news, c->counted * 8);
  sett_free (c->fetched, fetched_bytes (c));
  sett_free (c, sizeof *c);
}
