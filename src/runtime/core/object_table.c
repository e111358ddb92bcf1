/* Numbers for objects.

   An object is known by its address.  The numbers stay the same for all
   executions, as addresses do: each thread has a heap of its own (heap.c), so
   that they do not depend on the order of threads.  Every process has objects
   of its own, apart from those in the OS model. */

#include "runtime/core/object_table.h"

#include "base/assert.h"
#include "base/memory.h"
#include "base/vector.h"
#include "runtime/core/os_model.h"
#include "runtime/core/knowledge.h"

typedef struct slot {
  uintptr_t address;
  uint32_t number;
  uint16_t clock; /* in shared memory: which one it has; 0: none (os_model.c) */
  uint8_t size;   /* of visible accesses; MIXED: several ones */
} slot;

enum { MIXED = 255 };

/* Of this process, or of memory that processes share; in the shared memory. */
typedef struct sett_objects {
  slot *table;
  size_t mask, count;
} sett_objects;

static sett_objects *own, *in_common;
static SETT_VECTOR (uintptr_t) addresses; /* by number, from 1 on */
sett_numbered_object sett_object_latest;
#define NOWHERE ((const void *)-1)

static size_t hash (uintptr_t address) {
  return (address >> 2) * 0x9e3779b97f4a7c15ul >> 32;
}

static slot *find (slot *slots, size_t slot_mask, uintptr_t address) {
  size_t i = hash (address) & slot_mask;
  while (slots[i].address && slots[i].address != address)
    i = (i + 1) & slot_mask;
  return &slots[i];
}

static void grow (sett_objects *all) {
  slot *const table = all->table;
  SETT_ASSERT (!table || !(all->mask & (all->mask + 1)));
  const size_t wider = table ? 2 * (all->mask + 1) : 1024;
  slot *slots = sett_zalloc (wider, sizeof *slots);
  for (size_t i = 0; table && i <= all->mask; i++)
    if (table[i].address)
      *find (slots, wider - 1, table[i].address) = table[i];
  if (table)
    sett_free (table, (all->mask + 1) * sizeof *table);
  all->table = slots;
  all->mask = wider - 1;
}

void sett_objects_open (void) {
  sett_shared *shared = engine.shared;
  sett_objects **of_process = &shared->members[engine.process].objects;
  if (!*of_process)
    *of_process = sett_zalloc (1, sizeof **of_process);
  own = *of_process;
  if (!shared->shared_objects)
    shared->shared_objects = sett_zalloc (1, sizeof *in_common);
  in_common = shared->shared_objects;
  sett_object_latest.address = NOWHERE;
}

/* Of a single process: others have no use for it (bounds.h). */
static void keep_address (uint32_t number, uintptr_t address) {
  if (engine.multi)
    return;
  while (addresses.count < number)
    SETT_PUSH (addresses, 0);
  addresses.at[number - 1] = address;
}

/* For 8 bytes that are accessed, besides objects that are there. */
static const uintptr_t MEMORY = (uintptr_t)1 << 63;

static slot *slot_of (uintptr_t address) {
  sett_objects *all =
      UNLIKELY (sett_is_shared ((const void *)(address & ~MEMORY))) ? in_common
                                                                    : own;
  if (UNLIKELY (2 * all->count >= all->mask))
    grow (all);
  slot *s = find (all->table, all->mask, address);
  SETT_ASSERT_SLOW (2 * all->count <= all->mask + 1);
  if (UNLIKELY (!s->address)) {
    s->address = address;
    s->number = ++engine.shared->object_count;
    all->count++;
    keep_address (s->number, address);
  }
  return s;
}

static uint32_t common_number (const void *address) {
  const size_t i = ((uintptr_t)address - SETT_OS_MODEL_ADDRESS) / 8;
  SETT_ASSERT (i < offsetof (sett_os_model, clocks) / 8);
  uint32_t *number = &engine.shared->common_objects[i];
  if (UNLIKELY (!*number)) {
    *number = ++engine.shared->object_count;
    keep_address (*number, (uintptr_t)address);
  }
  return *number;
}

uint32_t sett_object_find_number (const void *address) {
  const int is_word =
      UNLIKELY (sett_is_common (address)) && !sett_is_shared (address);
  const uint32_t number =
      is_word ? common_number (address) : slot_of ((uintptr_t)address)->number;
  sett_object_latest = (sett_numbered_object){address, number};
  return number;
}

void sett_object_adopt (const void *address, uint32_t number) {
  if (2 * own->count >= own->mask)
    grow (own);
  slot *s = find (own->table, own->mask, (uintptr_t)address);
  SETT_ASSERT (!s->number || s->number == number);
  own->count += !s->address;
  s->address = (uintptr_t)address;
  s->number = number;
}

uint16_t *sett_object_clock_slot (const void *address) {
  return &slot_of ((uintptr_t)address)->clock;
}

uintptr_t sett_object_address (uint32_t number) {
  return number && number <= addresses.count ? addresses.at[number - 1] : 0;
}

/* Memory that is accessed visibly in one size only is an object by itself;
   8 bytes that are accessed in different sizes are one object together.  (The
   bit keeps these apart from objects that happen to be there.) */
const void *sett_object_memory (const void *address, size_t size) {
  const uintptr_t at = (uintptr_t)address;
  SETT_ASSERT (size && size < MIXED);
  slot *s = slot_of ((at & ~(uintptr_t)7) | MEMORY);
  if (UNLIKELY (s->size != size)) {
    const int odd = size > 8 ? (at & 15) != 0 : (at & 7) % size != 0;
    if (s->size == MIXED || s->size || odd || sett_knows_mixed (address)) {
      s->size = MIXED;
      sett_know_mixed (address);
    } else
      s->size = (uint8_t)size;
  }
  return s->size == MIXED ? (const void *)(at & ~(uintptr_t)7) : address;
}

static void each_in (const slot *s, uintptr_t granule,
                     void (*visit) (const void *object)) {
  if (s->size == MIXED || s->size >= 8) {
    visit ((const void *)granule);
    return;
  }
  for (uintptr_t at = granule; at < granule + 8; at += s->size)
    visit ((const void *)at);
}

void sett_object_each (const void *address, size_t size,
                       void (*visit) (const void *object)) {
  const uintptr_t end = (uintptr_t)address + size;
  if (!own->table)
    return;
  for (uintptr_t g = (uintptr_t)address & ~(uintptr_t)7; g < end; g += 8) {
    const slot *s = find (own->table, own->mask, g | MEMORY);
    if (s->address && s->size)
      each_in (s, g, visit);
  }
}

/*------------------------------------------------------------------------*/

static void save_table (sett_saved *s, const sett_objects *all) {
  sett_saved_put_number (s, all->count);
  for (size_t i = 0; all->table && i <= all->mask; i++)
    if (all->table[i].address)
      sett_saved_put (s, &all->table[i], sizeof all->table[i]);
}

/* Of all processes there have been, each by its number. */
static void save_members (sett_saved *s) {
  static const sett_objects none;
  const sett_shared *shared = engine.shared;
  sett_saved_put_number (s, shared->member_count);
  for (uint32_t i = 0; i < shared->member_count; i++)
    save_table (s, shared->members[i].objects ? shared->members[i].objects
                                              : &none);
}

static size_t count_words (void) {
  return offsetof (sett_os_model, clocks) / sizeof (uint64_t);
}

void sett_objects_save (sett_saved *s) {
  const uint32_t *words = engine.shared->common_objects;
  const uint16_t *clocks = engine.shared->common_clocks;
  sett_saved_put_number (s, engine.shared->object_count);
  save_members (s);
  save_table (s, in_common);
  for (size_t i = 0; i < count_words (); i++)
    if (words[i] || clocks[i]) {
      sett_saved_put_number (s, i + 1);
      sett_saved_put_number (s, words[i]);
      sett_saved_put_number (s, clocks[i]);
    }
  sett_saved_put_number (s, 0);
  sett_saved_put_number (s, engine.shared->common_clock_count);
}

static int load_slot (sett_objects *all, const slot *saved) {
  if (2 * all->count >= all->mask)
    grow (all);
  slot *s = find (all->table, all->mask, saved->address);
  if (s->address)
    return s->number == saved->number && (!s->size || s->size == saved->size) &&
           (!s->clock || s->clock == saved->clock);
  *s = *saved;
  all->count++;
  keep_address (s->number, s->address);
  return 1;
}

/* Those of this process are among those that were saved. */
static int load_table (sett_saved *s, sett_objects *all) {
  const uint64_t count = sett_saved_get_count (s, sizeof (slot));
  int agrees = 1;
  for (uint64_t i = 0; i < count; i++) {
    slot one;
    sett_saved_get (s, &one, sizeof one);
    agrees &= one.address && load_slot (all, &one);
  }
  return agrees && all->count == count;
}

/* What was learnt is loaded: as many processes are known as then. */
static int load_members (sett_saved *s) {
  sett_shared *shared = engine.shared;
  int agrees = sett_saved_get_number (s) == shared->member_count;
  for (uint32_t i = 0; agrees && i < shared->member_count; i++) {
    sett_objects **of_process = &shared->members[i].objects;
    if (!*of_process)
      *of_process = sett_zalloc (1, sizeof **of_process);
    agrees = load_table (s, *of_process);
  }
  return agrees;
}

static int load_words (sett_saved *s) {
  uint32_t *words = engine.shared->common_objects;
  uint16_t *clocks = engine.shared->common_clocks;
  uint64_t place;
  int agrees = 1;
  while ((place = sett_saved_get_number (s))) {
    const uint32_t number = (uint32_t)sett_saved_get_number (s);
    const uint16_t clock = (uint16_t)sett_saved_get_number (s);
    if (place > count_words ())
      return 0;
    agrees &= !words[place - 1] || words[place - 1] == number;
    agrees &= !clocks[place - 1] || clocks[place - 1] == clock;
    words[place - 1] = number;
    clocks[place - 1] = clock;
    if (number)
      keep_address (number, SETT_OS_MODEL_ADDRESS + 8 * (place - 1));
  }
  engine.shared->common_clock_count = (uint32_t)sett_saved_get_number (s);
  return agrees;
}

int sett_objects_load (sett_saved *s) {
  engine.shared->object_count = (uint32_t)sett_saved_get_number (s);
  sett_object_latest.address = NOWHERE;
  return load_members (s) && load_table (s, in_common) && load_words (s);
}

void sett_objects_forget (void) {
  const sett_shared *shared = engine.shared;
  for (uint32_t p = 0; p < shared->member_count; p++) {
    sett_objects *all = shared->members[p].objects;
    for (size_t i = 0; all && all->table && i <= all->mask; i++)
      all->table[i] = (slot){0};
    if (all)
      all->count = 0;
  }
}
