/* Pages that one thread has to itself: see owners.h.  A page that was shared
   once is shared for good. */

#include "runtime/race/owners.h"

#include "base/assert.h"
#include "base/memory.h"
#include "base/vector.h"
#include "runtime/core/upcalls.h"
#include "runtime/core/os_model.h"
#include "runtime/core/knowledge.h"

#include <string.h>

#define FIRST_TAG ((uint64_t)1 << 36)

sett_own_pages sett_own = {.tag = FIRST_TAG};

uint64_t sett_shared_pages[SETT_OWN_PAGES], sett_shared_tag = FIRST_TAG;

/* As instrumented code knows it. */
extern sett_own_pages __sett_own_pages
    __attribute__ ((alias ("sett_own"), visibility ("default")));

void sett_owners_forget (void) {
  memset (&sett_own, 0, offsetof (sett_own_pages, tag));
  sett_own.tag = FIRST_TAG;
}

/* Never reset, but for the owner: that means something in one execution. */
typedef struct page {
  uintptr_t number;
  uint64_t execution;
  uint8_t owner;
  uint8_t watched; /* in this execution */
  uint8_t shared;  /* known as such for ever */
  uint32_t since;  /* so many events had happened */
} page;

static page *pages;
static size_t page_mask, page_count;

static page *find (page *table, size_t mask, uintptr_t number) {
  size_t i = (number * 0x9e3779b97f4a7c15ul >> 32) & mask;
  while (table[i].number && table[i].number != number)
    i = (i + 1) & mask;
  return &table[i];
}

static void grow (void) {
  const size_t count = pages ? 2 * (page_mask + 1) : 1024;
  SETT_ASSERT (!(count & (count - 1)));
  page *wider = sett_zalloc (count, sizeof *wider);
  for (size_t i = 0; pages && i <= page_mask; i++)
    if (pages[i].number)
      *find (wider, count - 1, pages[i].number) = pages[i];
  if (pages)
    sett_free (pages, (page_mask + 1) * sizeof *pages);
  pages = wider;
  page_mask = count - 1;
  sett_member *m = &engine.shared->members[engine.process];
  *(engine.is_passing ? &m->tables[1] : &m->first_pages) =
      (sett_table){pages, page_mask, 0};
}

void sett_owners_adopt (void) {
  const sett_table *t = &engine.shared->members[engine.process].tables[1];
  pages = t->at;
  page_mask = t->mask;
  page_count = 0;
  for (size_t i = 0; pages && i <= page_mask; i++)
    page_count += pages[i].number != 0;
  sett_owners_change ();
}

/* What main did before it created threads is before everything else. */
static uint64_t present (void) {
  return conduct->execution << 1 | (unsigned)engine.has_snapshot;
}

/* Does the owner mean something: in this execution, or in an older one that
   this one went on from, before the point where it did? */
static int is_present (const page *p) {
  return p->execution == present () ||
         ((p->execution & 1) &&
          UNLIKELY (upcalls.resumed (p->execution >> 1, p->since)));
}

static page *page_of (uintptr_t number) {
  if (2 * page_count >= page_mask)
    grow ();
  page *p = find (pages, page_mask, number);
  SETT_ASSERT_SLOW (2 * page_count <= page_mask + 1);
  if (!p->number) {
    p->number = number;
    page_count++;
  }
  if (!is_present (p)) {
    p->execution = present ();
    p->since = engine.log->count;
    p->owner = (uint8_t)world->current;
    p->watched = 0;
  }
  SETT_ASSERT_SLOW (p->owner < SETT_MOST_THREADS);
  return p;
}

/* Are races all that matters? */
static int is_simple (void) {
  return !engine.composed && !engine.all_visible && !engine.narrating &&
         !engine.sampling && !world->unshared_count && !world->handling &&
         !sett_self ()->ignoring;
}

/* ...of this page? */
static int is_uninteresting (uintptr_t number) {
  return is_simple () &&
         (!engine.specials ||
          !sett_knows_any_special ((void *)(number << 12), SETT_PAGE));
}

static int is_own_stack (uintptr_t number) {
  const sett_thread *t = sett_self ();
  return number >= (uintptr_t)t->low >> 12 && number <= (uintptr_t)t->top >> 12;
}

static void put_into_table (uintptr_t number, int writes) {
  const size_t i = number % SETT_OWN_PAGES;
  sett_own.read[i] = number | sett_own.tag;
  /* Writes to the own stack are no progress: see spin.h. */
  if (writes && !is_own_stack (number))
    sett_own.write[i] = number | sett_own.tag;
}

static int is_in_table (uintptr_t number) {
  return sett_own.read[number % SETT_OWN_PAGES] == (number | sett_own.tag);
}

static int is_alone_in (uintptr_t number, int writes) {
  if (sett_owners_share (number) || engine.narrating ||
      sett_is_shared ((const void *)(number << 12)))
    return 0;
  if (is_in_table (number)) {
    put_into_table (number, writes);
    return 1;
  }
  page *p = page_of (number);
  if (p->owner != world->current && !p->shared) {
    p->shared = 1;
    conduct->anew |= engine.has_snapshot ? SETT_ANEW_RACES : 0;
  }
  if (p->shared && !engine.locksets && is_uninteresting (number))
    sett_shared_pages[number % SETT_OWN_PAGES] = number | sett_shared_tag;
  if (p->shared || p->watched)
    return 0;
  if (is_uninteresting (number))
    put_into_table (number, writes);
  return 1;
}

int sett_owners_alone (const void *address, size_t size, int writes) {
  const uintptr_t first = (uintptr_t)address >> 12;
  const uintptr_t last = ((uintptr_t)address + size - 1) >> 12;
  SETT_ASSERT (last >= first);
  int alone = 1;
  for (uintptr_t number = first; number <= last; number++)
    alone &= is_alone_in (number, writes);
  return alone;
}

/* Nobody asks: the program runs by itself. */
static void admit (const void *address) {
  const uintptr_t number = (uintptr_t)address >> 12;
  const size_t i = number % SETT_OWN_PAGES;
  sett_own.read[i] = sett_own.write[i] = number | sett_own.tag;
}

int sett_owners_quickly (const void *address, size_t size, int writes) {
  const int has_room = 2 * (page_count + 2) < page_mask;
  if (!sett_active ()) {
    if (!engine.shared)
      admit (address);
    return 1;
  }
  if (!has_room || !is_simple () || !sett_owners_alone (address, size, writes))
    return 0;
  if (writes)
    sett_spin_wrote (address);
  return is_in_table ((uintptr_t)address >> 12) &&
         is_in_table (((uintptr_t)address + size - 1) >> 12);
}

uint64_t sett_owners_digest (void) {
  uint64_t sum = 0;
  for (size_t i = 0; pages && i <= page_mask; i++) {
    const page *p = &pages[i];
    if (!p->number || p->shared || !is_present (p))
      continue;
    const uint64_t mixed = (p->number << 8 | p->owner) * 0x9e3779b97f4a7c15ul;
    sum += (mixed ^ mixed >> 29) * 0xbf58476d1ce4e5b9ul;
  }
  return sum;
}

void sett_owners_watch (const void *address, size_t size) {
  const uintptr_t last = ((uintptr_t)address + size) >> 12;
  int changes = 0;
  for (uintptr_t n = (uintptr_t)address >> 12; n <= last; n++) {
    if (sett_owners_share (n))
      continue;
    page *p = page_of (n);
    p->watched = 1;
    p->shared |= !engine.has_snapshot; /* it is so in all executions */
    changes = 1;
  }
  if (changes)
    sett_owners_change ();
}

/*------------------------------------------------------------------------*/
/* In a checkpoint: of each process those of the beginning, and those of who
   comes and goes. */

static void save_pages (sett_saved *s, const sett_table *t, int all) {
  const page *table = all ? t->at : NULL;
  for (size_t i = 0; table && i <= t->mask; i++)
    if (table[i].shared)
      sett_saved_put_number (s, table[i].number);
  sett_saved_put_number (s, 0);
}

void sett_owners_save (sett_saved *s, int all) {
  const sett_shared *shared = engine.shared;
  for (uint32_t i = 0; i < shared->member_count; i++) {
    save_pages (s, &shared->members[i].first_pages, all);
    save_pages (s, &shared->members[i].tables[1], all);
  }
}

/* A process takes its own when it goes on. */
static void load_for_later (sett_saved *s, sett_member *m) {
  uintptr_t number;
  SETT_VECTOR (uintptr_t) known = {0};
  while ((number = sett_saved_get_number (s)))
    SETT_PUSH (known, number);
  m->known_pages = known.at;
  m->known_page_count = (uint32_t)known.count;
}

/* One that is not there yet finds its table. */
static void load_table (sett_saved *s, sett_table *t) {
  uintptr_t number;
  SETT_VECTOR (uintptr_t) known = {0};
  while ((number = sett_saved_get_number (s)))
    SETT_PUSH (known, number);
  size_t count = 1024;
  while (count < 4 * known.count)
    count *= 2;
  page *table = sett_zalloc (count, sizeof *table);
  for (size_t i = 0; i < known.count; i++)
    *find (table, count - 1, known.at[i]) =
        (page){.number = known.at[i], .shared = 1};
  if (known.count)
    *t = (sett_table){table, count - 1, 0};
  SETT_RELEASE (known);
}

void sett_owners_load (sett_saved *s) {
  sett_shared *shared = engine.shared;
  for (uint32_t i = 0; i < shared->member_count; i++) {
    load_for_later (s, &shared->members[i]);
    load_table (s, &shared->members[i].tables[1]);
  }
  sett_owners_take_known ();
}

void sett_owners_take_known (void) {
  sett_member *m = &engine.shared->members[engine.process];
  if (LIKELY (!m->known_page_count) || engine.is_passing)
    return;
  for (uint32_t i = 0; i < m->known_page_count; i++)
    page_of (m->known_pages[i])->shared = 1;
  m->known_page_count = 0;
  sett_owners_reconsider ();
}
