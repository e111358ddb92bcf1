/* The table store: exact, plain.

   States are kept as records in a region that never moves, one after the
   other in chunks that workers take as they need them:

       record:  header (8 bytes) | the bytes of the state
       header:  size in bytes | PRESENT | marks << MARK_SHIFT

   A chunk ends with a header that is 0, or where the next chunk begins.  The
   reference of a state is the number of 8-byte words before its record.

   A hash table of slots leads to the records: 24 bits of the hash, 40 bits of
   the reference; 0 is empty.  Linear probing with wrap-around.  It is rebuilt
   from the records when it grows, the brlock being closed. */

#include "store/kind.h"

#include "base/assert.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/snapshot.h"
#include "store/brlock.h"
#include "store/region.h"

#include <string.h>
#include <xxhash.h>

#define CHUNK ((size_t)1 << 17) /* bytes; holds the largest record */
#define FIRST_CAPACITY 16384u
#define REF_BITS 40
#define REF_MASK (((uint64_t)1 << REF_BITS) - 1)

#define PRESENT ((uint64_t)1 << 32)
#define MARK_SHIFT 33

_Static_assert(SETT_STORE_MAX_STATE + 8 <= CHUNK, "records fit into chunks");

#define STEP 64u /* states that a worker counts at once */

struct worker {
  _Alignas(64) uint64_t next; /* where to put the next record, in words */
  uint64_t end;               /* of the worker's chunk */
  _Atomic uint64_t uncounted; /* states added and not in `count` */
};

struct table {
  sett_store base;
  unsigned workers_count;
  struct worker *workers;
  sett_brlock brlock;
  sett_region records;
  sett_region slots;      /* atomic uint64_t */
  uint64_t capacity;      /* number of slots */
  uint64_t limit;         /* grow when `count` reaches this */
  int closed;             /* takes no more states: could not grow */
  _Atomic uint64_t count; /* states, but for those not counted yet */
  uint64_t chunks;        /* taken; under the mutex */
  pthread_mutex_t mutex;
};

static _Atomic uint64_t *slots_of (const struct table *table) {
  return table->slots.at;
}

static uint64_t *record_of (const struct table *table, sett_ref ref) {
  SETT_ASSERT_SLOW (ref && ref <= REF_MASK);
  return (uint64_t *)table->records.at + ref;
}

static uint64_t words_of (uint64_t header) {
  return 1 + (header & 0xffffffff) / 8;
}

static uint64_t fragment (uint64_t hash) {
  return hash << REF_BITS;
}

static uint64_t read_header (const uint64_t *record) {
  return atomic_load_explicit ((const _Atomic uint64_t *)record,
                               memory_order_relaxed);
}

/* --- growing ---------------------------------------------------------- */

static void set_limit (struct table *table, unsigned percent) {
  SETT_ASSERT (table->capacity / 100 * percent > table->workers_count * STEP);
  table->limit = table->capacity / 100 * percent - table->workers_count * STEP;
}

static int extend (struct table *table, uint64_t capacity) {
  if (!sett_region_extend (&table->slots, capacity * sizeof (uint64_t)))
    return 0;
  table->capacity = capacity;
  set_limit (table, 75);
  table->closed = 0;
  return 1;
}

/* Others may be inserting, too. */
static void insert (struct table *table, uint64_t hash, sett_ref ref) {
  SETT_ASSERT (ref && ref <= REF_MASK);
  _Atomic uint64_t *const slots = slots_of (table);
  uint64_t at = sett_scale64 (hash, table->capacity);
  for (uint64_t empty = 0; !atomic_compare_exchange_strong_explicit (
           &slots[at], &empty, fragment (hash) | ref, memory_order_relaxed,
           memory_order_relaxed);
       empty = 0)
    at = at + 1 == table->capacity ? 0 : at + 1;
}

#define PIECE 16384u /* slots that a worker clears at a time */

static void clear_piece (void *of, uint64_t number) {
  const struct table *const table = of;
  uint64_t *const slots = table->slots.at;
  const uint64_t begin = number * PIECE, left = table->capacity - begin;
  memset (slots + begin, 0, (left < PIECE ? left : PIECE) * sizeof *slots);
}

static void insert_chunk (void *of, uint64_t chunk) {
  struct table *const table = of;
  const uint64_t end = (chunk + 1) * (CHUNK / 8);
  uint64_t at = chunk ? chunk * (CHUNK / 8) : 1;
  while (at < end) {
    const uint64_t *const record = record_of (table, at);
    const uint64_t header = read_header (record);
    if (!header)
      return;
    insert (table, XXH3_64bits (record + 1, (uint32_t)header), at);
    at += words_of (header);
    SETT_ASSERT (at <= end);
  }
}

/* Makes room for more states.  The caller is alone.  False when memory cannot
   be had: then the table is filled further and closed at last. */
static int grow_alone (struct table *table) {
  if (!extend (table, table->capacity / 2 * 3) &&
      !extend (table, table->capacity / 10 * 11)) {
    const uint64_t before = table->limit;
    set_limit (table, 94);
    table->closed = before == table->limit;
    return 0;
  }
  SETT_ASSERT (table->chunks * CHUNK <= table->records.used);
  sett_brlock_share (&table->brlock, (table->capacity + PIECE - 1) / PIECE,
                     clear_piece, table);
  sett_brlock_share (&table->brlock, table->chunks, insert_chunk, table);
  return 1;
}

/* True if the table has grown, by this worker or by another. */
static int grow (struct table *table, unsigned number) {
  const uint64_t capacity = table->capacity;
  sett_brlock_close (&table->brlock, number);
  const int done = table->capacity != capacity || grow_alone (table);
  sett_brlock_open (&table->brlock, number);
  return done;
}

static void count_state (struct table *table, unsigned number) {
  struct worker *const worker = &table->workers[number];
  const uint64_t states = atomic_load (&worker->uncounted) + 1;
  SETT_ASSERT (states <= STEP);
  const int full = states == STEP;
  atomic_store (&worker->uncounted, full ? 0 : states);
  if (full && atomic_fetch_add (&table->count, STEP) + STEP >= table->limit)
    grow (table, number);
}

/* --- records ---------------------------------------------------------- */

static int take_chunk (struct table *table, struct worker *worker) {
  pthread_mutex_lock (&table->mutex);
  const uint64_t chunk = table->chunks;
  const int done = (chunk + 1) * (CHUNK / 8) <= REF_MASK &&
                   sett_region_extend (&table->records, (chunk + 1) * CHUNK);
  table->chunks += (uint64_t)done;
  pthread_mutex_unlock (&table->mutex);
  if (!done)
    return 0;
  worker->next = chunk ? chunk * (CHUNK / 8) : 1; /* no reference is 0 */
  worker->end = (chunk + 1) * (CHUNK / 8);
  SETT_ASSERT (worker->next < worker->end);
  return 1;
}

/* Writes a record where the worker's next one goes; false: no memory. */
static int write_record (struct table *table, struct worker *worker,
                         const sett_entry *entry) {
  if (worker->next + words_of (entry->size) > worker->end &&
      !take_chunk (table, worker))
    return 0;
  SETT_ASSERT (worker->next + words_of (entry->size) <= worker->end);
  uint64_t *const record = record_of (table, worker->next);
  record[0] = entry->size | PRESENT;
  memcpy (record + 1, entry->state, entry->size);
  return 1;
}

/* Takes it back, as if it had never been written. */
static void erase_record (struct table *table, struct worker *worker) {
  uint64_t *const record = record_of (table, worker->next);
  SETT_ASSERT (*record & PRESENT);
  memset (record, 0, 8 * words_of (*record));
}

static int is_equal (const struct table *table, uint64_t slot, uint64_t hash,
                     const sett_entry *entry) {
  if ((slot & ~REF_MASK) != fragment (hash))
    return 0;
  const uint64_t *const record = record_of (table, slot & REF_MASK);
  return (uint32_t)read_header (record) == entry->size &&
         !memcmp (record + 1, entry->state, entry->size);
}

/* --- adding ----------------------------------------------------------- */

/* Fills an empty slot.  When another worker has filled it in the meantime,
   `slot` is what is there now and nothing has happened. */
static sett_found claim (struct table *table, struct worker *worker,
                         _Atomic uint64_t *place, uint64_t hash, uint64_t *slot,
                         sett_entry *entry) {
  if (table->closed || !write_record (table, worker, entry))
    return SETT_FULL;
  if (!atomic_compare_exchange_strong (place, slot,
                                       fragment (hash) | worker->next)) {
    erase_record (table, worker);
    return SETT_SEEN;
  }
  entry->ref = worker->next;
  worker->next += words_of (entry->size);
  SETT_ASSERT (worker->next <= worker->end);
  return SETT_NEW;
}

static sett_found find_or_add (struct table *table, struct worker *worker,
                               uint64_t hash, sett_entry *entry) {
  uint64_t at = sett_scale64 (hash, table->capacity);
  for (;;) {
    _Atomic uint64_t *const place = &slots_of (table)[at];
    uint64_t slot = atomic_load_explicit (place, memory_order_acquire);
    if (!slot) {
      const sett_found found = claim (table, worker, place, hash, &slot, entry);
      if (found != SETT_SEEN)
        return found;
    }
    if (is_equal (table, slot, hash, entry)) {
      entry->ref = slot & REF_MASK;
      return SETT_SEEN;
    }
    at = at + 1 == table->capacity ? 0 : at + 1;
  }
}

static void add_one (struct table *table, unsigned number, uint64_t hash,
                     sett_entry *entry) {
  struct worker *const worker = &table->workers[number];
  entry->found = find_or_add (table, worker, hash, entry);
  if (entry->found == SETT_FULL && table->closed && grow (table, number))
    entry->found = find_or_add (table, worker, hash, entry);
  SETT_ASSERT (entry->found == SETT_FULL || entry->ref);
  if (entry->found == SETT_NEW)
    count_state (table, number);
}

/* Until it is committed, the reference of an entry is its hash. */
static void prepare (sett_store *store, unsigned number,
                     const unsigned char *parent, uint32_t parent_size,
                     sett_ref parent_ref, sett_entry *entries, unsigned count) {
  struct table *const table = (struct table *)store;
  (void)parent, (void)parent_size, (void)parent_ref;
  sett_brlock_enter (&table->brlock, number);
  for (unsigned i = 0; i < count; i++) {
    entries[i].ref = XXH3_64bits (entries[i].state, entries[i].size);
    __builtin_prefetch (
        &slots_of (table)[sett_scale64 (entries[i].ref, table->capacity)]);
  }
  sett_brlock_leave (&table->brlock, number);
}

static void commit (sett_store *store, unsigned number, sett_entry *entries,
                    unsigned count) {
  struct table *const table = (struct table *)store;
  sett_brlock_enter (&table->brlock, number);
  for (unsigned i = 0; i < count; i++)
    add_one (table, number, entries[i].ref, &entries[i]);
  sett_brlock_leave (&table->brlock, number);
}

static uint32_t load (sett_store *store, unsigned number, sett_ref ref,
                      unsigned char *state) {
  const uint64_t *const record = record_of ((struct table *)store, ref);
  const uint32_t size = (uint32_t)read_header (record);
  (void)number;
  SETT_ASSERT (size <= SETT_STORE_MAX_STATE && !(size % 8));
  memcpy (state, record + 1, size);
  return size;
}

/* --- marks ------------------------------------------------------------ */

static unsigned marks (sett_store *store, sett_ref ref) {
  const uint64_t *const record = record_of ((struct table *)store, ref);
  return (unsigned)(read_header (record) >> MARK_SHIFT);
}

static void set_marks (sett_store *store, sett_ref ref, unsigned marks) {
  uint64_t *const record = record_of ((struct table *)store, ref);
  SETT_ASSERT (marks < 16);
  const uint64_t size = (uint32_t)read_header (record);
  SETT_ASSERT (size <= SETT_STORE_MAX_STATE);
  atomic_store ((_Atomic uint64_t *)record,
                size | PRESENT | (uint64_t)marks << MARK_SHIFT);
}

static void add_marks (sett_store *store, sett_ref ref, unsigned marks) {
  uint64_t *const record = record_of ((struct table *)store, ref);
  SETT_ASSERT (marks < 16 && read_header (record) & PRESENT);
  atomic_fetch_or ((_Atomic uint64_t *)record, (uint64_t)marks << MARK_SHIFT);
}

/* --- life ------------------------------------------------------------- */

static void destroy (sett_store *store) {
  struct table *const table = (struct table *)store;
  sett_region_release (&table->records);
  sett_region_release (&table->slots);
  sett_brlock_release (&table->brlock);
  pthread_mutex_destroy (&table->mutex);
  sett_unmap (table->workers, table->workers_count * sizeof *table->workers);
  sett_unmap (table, sizeof *table);
}

static sett_store *create (const sett_store_options *options) {
  struct table *const table = sett_try_map (sizeof *table);
  if (!table)
    return NULL;
  table->workers_count = options->workers;
  pthread_mutex_init (&table->mutex, NULL);
  table->workers = sett_try_map (table->workers_count * sizeof *table->workers);
  const int gated = sett_brlock_init (&table->brlock, table->workers_count);
  if (gated && table->workers && sett_region_init (&table->records) &&
      sett_region_init (&table->slots) &&
      extend (table, (uint64_t)FIRST_CAPACITY * table->workers_count))
    return &table->base;
  destroy (&table->base);
  return NULL;
}

static void statistics (const sett_store *store, sett_store_stats *stats) {
  const struct table *const table = (const struct table *)store;
  stats->states = atomic_load (&table->count);
  for (unsigned i = 0; i < table->workers_count; i++)
    stats->states += atomic_load (&table->workers[i].uncounted);
  stats->bytes = sizeof *table + table->workers_count * sizeof *table->workers +
                 table->records.used + table->slots.used;
}

/* --- saving ----------------------------------------------------------- */

static void save (sett_store *store, sett_saver *saver) {
  struct table *const table = (struct table *)store;
  sett_store_stats stats = {0};
  statistics (store, &stats);
  sett_save_number (saver, stats.states);
  sett_save_number (saver, table->capacity);
  sett_save_number (saver, table->chunks);
  sett_save (saver, table->records.at, table->chunks * CHUNK);
}

/* Workers begin with new chunks: what is left of the old ones stays empty. */
static int restore (sett_store *store, sett_loader *loader) {
  struct table *const table = (struct table *)store;
  const uint64_t states = sett_load_number (loader);
  const uint64_t capacity = sett_load_number (loader);
  const uint64_t chunks = sett_load_count (loader, CHUNK);
  if (states > capacity || chunks * (CHUNK / 8) > REF_MASK)
    sett_loader_fail (loader);
  if (sett_loader_failed (loader) ||
      !sett_region_extend (&table->records, chunks * CHUNK) ||
      (capacity > table->capacity && !extend (table, capacity)))
    return 0;
  sett_load (loader, table->records.at, chunks * CHUNK);
  table->chunks = chunks;
  atomic_store (&table->count, states);
  for (uint64_t chunk = 0; chunk < chunks; chunk++)
    insert_chunk (table, chunk);
  return 1;
}

const sett_kind sett_kind_table = {
    .create = create,
    .destroy = destroy,
    .prepare = prepare,
    .commit = commit,
    .load = load,
    .marks = marks,
    .set_marks = set_marks,
    .add_marks = add_marks,
    .statistics = statistics,
    .save = save,
    .restore = restore,
};
