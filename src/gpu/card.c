/* States on a device: see card.h.

   Memory.  The array of keys is taken whole at the beginning, for as many
   states as will fit together with a table for them; what of it is not used
   costs nothing.  The table begins small, so that caches help while there are
   few states, and grows by being made anew from the keys. */

#include "gpu/card.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

enum { PARTS = 4, FEW = 1 << 16, BATCH = 1 << 12 };
enum {
  USED,
  TRANSITIONS,
  MARKS,
  FLAGS,
  VISITED,
  HOLES,
  SEEN
}; /* as in search.cl */

/* An array of words, in parts of the same size. */
typedef struct row {
  sett_buffer parts[PARTS];
  uint64_t words; /* of a part */
} row;

struct sett_card {
  sett_device *device;
  uint32_t state_words, key_words;
  row keys, table;
  uint64_t room;           /* keys at most */
  uint64_t capacity, most; /* words of the table: now, at most */
  uint64_t limit;          /* keys that it may hold now */
  sett_buffer counters, marks, states;
  sett_kernel expand, add, fetch, learn, clear, enter;
  uint64_t *news;           /* the counters, as last read */
  uint64_t counted, marked; /* of counters; of marks, by the last launch */
  unsigned char *fetched;   /* BATCH states with their sizes */
};

/* -------------------------------------------------------------- memory --- */

static void free_row (sett_card *c, row *r) {
  for (int i = 0; i < PARTS; i++)
    sett_device_free (c->device, r->parts[i]);
  memset (r, 0, sizeof *r);
}

/* `unit` words stay together. */
static int make_row (sett_card *c, row *r, uint64_t words, uint64_t unit) {
  const uint64_t largest =
      sett_device_largest_buffer (c->device) / 8 / unit * unit;
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
  free_row (c, r);
  return 0;
}

static uint64_t least (uint64_t a, uint64_t b) {
  return a < b ? a : b;
}

/* Of the table at most four fifths are used. */
static void plan (sett_card *c, uint64_t memory) {
  const uint64_t largest = sett_device_largest_buffer (c->device) / 8;
  c->room = memory / (8 * c->key_words + 10);
  c->room = least (c->room, PARTS * (largest / c->key_words));
  c->room = least (c->room, PARTS * largest / 5 * 4);
  c->most = c->room + c->room / 4 + 1;
}

static int set_rows (sett_card *c, sett_kernel kernel) {
  const row *rows[] = {&c->keys, &c->table};
  unsigned position = 0;
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < PARTS; i++) {
      const sett_buffer part =
          rows[k]->parts[i] ? rows[k]->parts[i] : rows[k]->parts[0];
      sett_device_set (c->device, kernel, position++, sizeof part, &part);
    }
    sett_device_set (c->device, kernel, position++, 8, &rows[k]->words);
  }
  sett_device_set (c->device, kernel, position++, 8, &c->capacity);
  sett_device_set (c->device, kernel, position++, 8, &c->limit);
  sett_device_set (c->device, kernel, position++, sizeof c->counters,
                   &c->counters);
  return (int)position;
}

static void set_word (sett_card *c, sett_kernel kernel, int position,
                      uint64_t word) {
  sett_device_set (c->device, kernel, (unsigned)position, 8, &word);
}

static void set_buffer (sett_card *c, sett_kernel kernel, int position,
                        sett_buffer buffer) {
  sett_device_set (c->device, kernel, (unsigned)position, sizeof buffer,
                   &buffer);
}

/* Launches, and sees to it that so many pieces of work were done: a driver
   that is out of memory, say, may do nothing, and not say so. */
static void launch_all (sett_card *c, sett_kernel kernel, uint64_t count) {
  const uint64_t zeros[] = {0, 0, 0, 0};
  sett_device_write (c->device, c->counters, 8 * TRANSITIONS, sizeof zeros,
                     zeros);
  sett_device_launch (c->device, kernel, count);
  sett_device_read (c->device, c->counters, 0, 8 * c->counted, c->news);
  sett_device_expect (c->device, c->news[VISITED] == count);
}

static void clear_table (sett_card *c) {
  uint64_t left = c->capacity;
  for (int i = 0; left; i++) {
    const uint64_t part = least (left, c->table.words);
    set_buffer (c, c->clear, 0, c->table.parts[i]);
    set_word (c, c->clear, 1, part);
    set_buffer (c, c->clear, 2, c->counters);
    launch_all (c, c->clear, part);
    left -= part;
  }
}

/* For kernels that visit all keys. */
static void launch_over_keys (sett_card *c, sett_kernel kernel) {
  const int position = set_rows (c, kernel);
  set_word (c, kernel, position, 0);
  set_word (c, kernel, position + 1, c->news[USED]);
  launch_all (c, kernel, c->news[USED]);
}

static int make_table (sett_card *c, uint64_t capacity) {
  free_row (c, &c->table);
  if (!make_row (c, &c->table, capacity, 1))
    return 0;
  c->capacity = capacity;
  c->limit = least (c->room, capacity / 5 * 4);
  clear_table (c);
  launch_over_keys (c, c->enter);
  return 1;
}

/* Large tables grow by less: there memory counts more than time. */
static uint64_t next_capacity (const sett_card *c) {
  const unsigned growth = c->capacity < 1 << 24   ? 8
                          : c->capacity < 1 << 28 ? 4
                                                  : 2;
  return least (growth * c->capacity, c->most);
}

int sett_card_grow (sett_card *c) {
  const uint64_t before = c->capacity;
  if (c->limit == c->room || before >= c->most)
    return 0;
  if (make_table (c, next_capacity (c)))
    return 1;
  c->most = before;
  make_table (c, before);
  return 0;
}

int sett_card_has_place (const sett_card *c, uint64_t count) {
  return c->news[USED] + count <= c->limit;
}

/* ------------------------------------------------------------ launches --- */

/* Numbers beyond the limit were asked for, and not given. */
static void take_counters (sett_card *c, sett_launch *launch) {
  if (c->news[USED] > c->limit) {
    c->news[USED] = c->limit;
    sett_device_write (c->device, c->counters, 8 * USED, 8, &c->news[USED]);
  }
  c->marked = least (c->news[MARKS], SETT_CARD_MOST_MARKS);
  *launch = (sett_launch){.transitions = c->news[TRANSITIONS],
                          .marks = c->news[MARKS],
                          .flags = (unsigned)c->news[FLAGS]};
  if (sett_device_error (c->device))
    *launch = (sett_launch){.flags = 0};
}

/* Copies the key of a state to the beginning of the buffer of states. */
static void place_target (sett_card *c, uint64_t number) {
  uint64_t *key = (uint64_t *)(void *)c->fetched;
  const uint64_t at = number * c->key_words;
  sett_device_read (c->device, c->keys.parts[at / c->keys.words],
                    8 * (at % c->keys.words), 8 * c->key_words, key);
  sett_device_write (c->device, c->states, 0, 8 * c->key_words, key);
}

void sett_card_expand (sett_card *c, uint64_t low, uint64_t high, sett_aim aim,
                       uint64_t target, sett_launch *launch) {
  const int position = set_rows (c, c->expand);
  const int how = (int)aim;
  if (aim == SETT_AIM_FIND)
    place_target (c, target);
  set_buffer (c, c->expand, position, c->marks);
  set_word (c, c->expand, position + 1, SETT_CARD_MOST_MARKS);
  set_word (c, c->expand, position + 2, low);
  set_word (c, c->expand, position + 3, high);
  sett_device_set (c->device, c->expand, (unsigned)position + 4, sizeof how,
                   &how);
  set_buffer (c, c->expand, position + 5, c->states);
  launch_all (c, c->expand, high - low);
  take_counters (c, launch);
}

void sett_card_add (sett_card *c, const uint64_t *states, uint64_t count,
                    sett_launch *launch) {
  assert (count <= BATCH);
  const int position = set_rows (c, c->add);
  sett_device_write (c->device, c->states, 0, 8 * c->state_words * count,
                     states);
  set_buffer (c, c->add, position, c->states);
  set_word (c, c->add, position + 1, count);
  launch_all (c, c->add, count);
  take_counters (c, launch);
}

/* What the device wrote: a size and a state for each mark. */
static void take_fetched (const sett_card *c, const uint64_t *marks,
                          unsigned count, sett_marked *out) {
  for (unsigned i = 0; i < count; i++) {
    const unsigned char *at = c->fetched + 8 * (c->state_words + 1) * i;
    out[i].number = marks[i] >> 3;
    out[i].mark = (unsigned)marks[i] & 7;
    memcpy (&out[i].size, at, sizeof out[i].size);
    out[i].state = at + 8;
  }
}

/* The first marks are in the buffer. */
static void fetch (sett_card *c, const uint64_t *marks, unsigned count,
                   sett_marked *out) {
  const int position = set_rows (c, c->fetch);
  sett_device_write (c->device, c->states, 0, 8 * count, marks);
  set_buffer (c, c->fetch, position, c->states);
  set_word (c, c->fetch, position + 1, count);
  launch_all (c, c->fetch, count);
  sett_device_read (c->device, c->states, 8 * BATCH,
                    8 * (c->state_words + 1) * (uint64_t)count, c->fetched);
  if (sett_device_error (c->device))
    memset (c->fetched, 0, 8 * (c->state_words + 1) * (uint64_t)count);
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
  fetch (c, marks, count, out);
  return count;
}

void sett_card_fetch (sett_card *c, uint64_t number, sett_marked *out) {
  const uint64_t mark = number << 3;
  fetch (c, &mark, 1, out);
}

void sett_card_learn (sett_card *c) {
  launch_over_keys (c, c->learn);
}

const uint64_t *sett_card_differences (const sett_card *c) {
  return c->news + SEEN;
}

uint64_t sett_card_used (const sett_card *c) {
  return c->news[USED];
}

uint64_t sett_card_states (const sett_card *c) {
  return c->news[USED] - c->news[HOLES];
}

uint64_t sett_card_key_bytes (const sett_card *c) {
  return 8 * c->news[USED] * c->key_words;
}

uint64_t sett_card_bytes (const sett_card *c) {
  return sett_card_key_bytes (c) + 8 * c->capacity;
}

/* ------------------------------------------------------------ creation --- */

static uint64_t fetched_bytes (const sett_card *c) {
  return 8 * (c->state_words + 1) * (uint64_t)BATCH;
}

static int make_buffers (sett_card *c) {
  c->counters = sett_device_try_buffer (c->device, 8 * c->counted);
  c->marks = sett_device_try_buffer (c->device, 8 * SETT_CARD_MOST_MARKS);
  c->states = sett_device_try_buffer (c->device, 8 * BATCH + fetched_bytes (c));
  if (!c->counters || !c->marks || !c->states)
    return 0;
  sett_device_write (c->device, c->counters, 0, 8 * c->counted, c->news);
  return 1;
}

/* A driver may give less than it says there is. */
static int make_keys (sett_card *c, uint64_t memory) {
  for (int tries = 0; tries < 12; tries++) {
    plan (c, memory);
    if (c->room && make_row (c, &c->keys, c->room * c->key_words, c->key_words))
      return 1;
    memory -= memory / 5;
  }
  return 0;
}

static void find_kernels (sett_card *c) {
  c->expand = sett_device_kernel (c->device, "expand");
  c->add = sett_device_kernel (c->device, "add");
  c->fetch = sett_device_kernel (c->device, "fetch");
  c->learn = sett_device_kernel (c->device, "learn");
  c->clear = sett_device_kernel (c->device, "clear");
  c->enter = sett_device_kernel (c->device, "enter");
}

sett_card *sett_card_create (sett_device *device, const sett_packing *packing,
                             uint64_t memory) {
  sett_card *c = sett_zalloc (1, sizeof *c);
  c->device = device;
  c->state_words = packing->words;
  c->key_words = sett_packing_key_words (packing);
  c->counted = SEEN + c->state_words;
  c->news = sett_zalloc (c->counted, 8);
  c->fetched = sett_alloc (fetched_bytes (c));
  find_kernels (c);
  if (make_buffers (c) && make_keys (c, memory) &&
      make_table (c, least (FEW, c->most)))
    return c;
  sett_card_destroy (c);
  return NULL;
}

void sett_card_destroy (sett_card *c) {
  if (!c)
    return;
  free_row (c, &c->keys);
  free_row (c, &c->table);
  sett_device_free (c->device, c->counters);
  sett_device_free (c->device, c->marks);
  sett_device_free (c->device, c->states);
  sett_free (c->news, c->counted * 8);
  sett_free (c->fetched, fetched_bytes (c));
  sett_free (c, sizeof *c);
}
