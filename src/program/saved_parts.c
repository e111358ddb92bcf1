/* Checkpoints of a search that workers share: see saved_parts.h.

       pool       as workers share it, with what was refuted everywhere; who
                  goes first where
       program    is it run with many threads?
       reports    of workers: length and bytes of each; 0

   What a rank sends:

       refuted    in this era
       reports    of its workers, likewise */

#include "program/saved_parts.h"

#include "base/assert.h"
#include "base/memory.h"
#include "base/watch.h"
#include "stateless/saved.h"

#include <string.h>
#include <unistd.h>

static const double NEVER = 1e300;
static const double PATIENCE = 1; /* seconds, for workers that are asked */

void sett_saved_parts_init (sett_saved_parts *p, const sett_saving *saving,
                            double start, unsigned rank, unsigned ranks) {
  *p = (sett_saved_parts){.saving = saving,
                          .start = start,
                          .saved_at = sett_watch_now (),
                          .rank = rank,
                          .ranks = ranks};
  p->others = sett_zalloc (ranks, sizeof *p->others);
  pthread_mutex_init (&p->lock, NULL);
}

void sett_saved_parts_take (sett_saved_parts *p, unsigned rank,
                            const sett_saved *what) {
  SETT_ASSERT (rank < p->ranks);
  p->others[rank].count = 0;
  sett_saved_put (&p->others[rank], what->at, what->count);
}

static void drop_earlier (sett_saved_parts *p) {
  for (size_t i = 0; i < p->earlier.count; i++)
    sett_report_release (&p->earlier.at[i]);
  p->earlier.count = p->recalled = 0;
  p->recalled_executions = 0;
}

void sett_saved_parts_forget (sett_saved_parts *p) {
  drop_earlier (p);
  for (unsigned i = 0; i < SETT_MOST_WORKERS; i++)
    sett_report_release (&p->slots[i].last);
  for (unsigned i = 0; i < p->ranks; i++)
    p->others[i].count = 0;
}

void sett_saved_parts_keep (sett_saved_parts *p) {
  for (unsigned i = 0; i < SETT_MOST_WORKERS; i++) {
    sett_report *last = &p->slots[i].last;
    if (last->count)
      SETT_PUSH (p->earlier, *last);
    *last = (sett_report){0};
  }
}

void sett_saved_parts_release (sett_saved_parts *p) {
  sett_saved_parts_forget (p);
  SETT_RELEASE (p->earlier);
  for (unsigned i = 0; i < p->ranks; i++)
    sett_saved_release (&p->others[i]);
  sett_free (p->others, p->ranks * sizeof *p->others);
  pthread_mutex_destroy (&p->lock);
}

/*------------------------------------------------------------------------*/
/* Reports. */

/* Called by the one who watches the worker. */
static void take_report (void *context, const sett_saved_search *what,
                         double seconds) {
  sett_report_slot *slot = context;
  sett_report fresh = {0};
  (void)seconds;
  if (!sett_report_copy (&fresh, what->bytes, what->length))
    return;
  pthread_mutex_lock (&slot->parts->lock);
  sett_report_release (&slot->last);
  slot->last = fresh;
  slot->parts->fresh++;
  pthread_mutex_unlock (&slot->parts->lock);
}

const sett_saving *sett_saved_parts_slot (sett_saved_parts *p,
                                          unsigned worker) {
  SETT_ASSERT (worker < SETT_MOST_WORKERS);
  sett_report_slot *slot = &p->slots[worker];
  if (!p->saving)
    return NULL;
  slot->parts = p;
  slot->asked = 0;
  slot->saving = (sett_saving){.every = NEVER,
                               .asked = &slot->asked,
                               .write = take_report,
                               .context = slot};
  if (p->workers <= worker)
    p->workers = worker + 1;
  return &slot->saving;
}

/*------------------------------------------------------------------------*/
/* Writing. */

static void put_report (sett_saved *b, const sett_report *r) {
  if (!r->count)
    return;
  sett_saved_put_number (b, r->count);
  sett_saved_put (b, r->at, r->count);
}

/* Those of this rank. */
static void put_reports (sett_saved_parts *p, sett_saved *b) {
  pthread_mutex_lock (&p->lock);
  for (size_t i = 0; i < p->earlier.count; i++)
    put_report (b, &p->earlier.at[i]);
  for (unsigned i = 0; i < SETT_MOST_WORKERS; i++)
    put_report (b, &p->slots[i].last);
  p->fresh = 0;
  pthread_mutex_unlock (&p->lock);
}

/* What parts that are done refute is noted before they are: who reads it after
   the reports has it. */
static void send_to_first (sett_saved_parts *p, const sett_pool *pool) {
  sett_saved reports = {0}, bytes = {0};
  put_reports (p, &reports);
  const uint32_t first = pool->extension_count;
  const uint32_t count = pool->refutation_count - first;
  sett_saved_put_number (&bytes, count);
  sett_saved_put (&bytes, pool->refutations + first,
                  count * sizeof *pool->refutations);
  sett_saved_put (&bytes, reports.at, reports.count);
  p->send (p->sender, &bytes);
  sett_saved_release (&reports);
  sett_saved_release (&bytes);
}

/* False: there is no room for what they have refuted. */
static int put_others (const sett_saved_parts *p, sett_pool *pool,
                       sett_saved *b) {
  sett_refutation refuted;
  int room = 1;
  for (unsigned i = 0; i < p->ranks; i++) {
    sett_saved sent = p->others[i];
    if (!sent.count)
      continue;
    sent.from = 0;
    for (uint64_t n = sett_saved_get_number (&sent); n; n--) {
      sett_saved_get (&sent, &refuted, sizeof refuted);
      room = room && sett_pool_refute (pool, &refuted);
    }
    sett_saved_put (b, sent.at + sent.from, sent.count - sent.from);
  }
  return room;
}

/* Numbers for people. */
static void add_up (const sett_saved *reports, sett_saved_search *what) {
  sett_shared *counts = sett_zalloc (1, sizeof *counts);
  sett_saved b = *reports;
  while (b.from < b.count) {
    const size_t size = sett_saved_get_number (&b);
    const sett_report r = {b.at + b.from, size};
    b.from += size;
    sett_report_read_counts (&r, counts);
    what->parts_done += sett_report_part_count (&r);
    what->executions += counts->executions;
    what->events += counts->events;
    what->violations += counts->violations_seen;
    if (what->longest < counts->longest)
      what->longest = counts->longest;
  }
  sett_free (counts, sizeof *counts);
}

/* With the lock of workers, which they have for a moment.  False: somebody
   keeps it, or a new era has begun, and what was told does not count there. */
static int copy_pool (const sett_saved_parts *p, sett_pool *pool,
                      sett_pool *copy) {
  enum { TRIALS = 100, MOMENT = 1000 }; /* microseconds */
  int trials = 0;
  while (__atomic_exchange_n (&pool->writing, 1, __ATOMIC_ACQUIRE)) {
    if (++trials == TRIALS)
      return 0;
    usleep (MOMENT);
  }
  do /* a division is there, or it is not */
    memcpy (copy, pool, sizeof *copy);
  while (copy->division_count != pool->division_count);
  __atomic_store_n (&pool->writing, 0, __ATOMIC_RELEASE);
  return copy->era == p->era;
}

static void write_file (sett_saved_parts *p, sett_pool *pool, double begun) {
  sett_saved reports = {0}, bytes = {0};
  sett_pool *copy = sett_alloc (sizeof *copy);
  sett_saved_search what = {.kind = SETT_SAVED_PARTS,
                            .multi = p->multi,
                            .parts = pool->part_count,
                            .workers = p->workers * p->ranks};
  put_reports (p, &reports);
  const int fine = copy_pool (p, pool, copy) && put_others (p, copy, &reports);
  if (fine) {
    add_up (&reports, &what);
    sett_saved_put (&bytes, copy, offsetof (sett_pool, masks));
    sett_saved_put (&bytes, copy->masks,
                    sett_pool_mask_end (copy) * sizeof *copy->masks);
    sett_saved_put_number (&bytes, (uint64_t)p->wide);
    sett_saved_put (&bytes, reports.at, reports.count);
    sett_saved_put_number (&bytes, 0);
    what.bytes = bytes.at;
    what.length = bytes.count;
    p->saving->write (p->saving->context, &what, begun - p->start);
  }
  sett_saved_release (&reports);
  sett_saved_release (&bytes);
  sett_free (copy, sizeof *copy);
}

void sett_saved_parts_write (sett_saved_parts *p, sett_pool *pool) {
  const double begun = sett_watch_now ();
  if (!p->saving)
    return;
  if (p->rank)
    send_to_first (p, pool);
  else
    write_file (p, pool, begun);
  p->saved_at = sett_watch_now ();
  p->pause = 33 * (p->saved_at - begun);
  p->waits = 0;
}

/*------------------------------------------------------------------------*/
/* When. */

static int is_due (const sett_saved_parts *p, uint64_t executions) {
  const double since = sett_watch_now () - p->saved_at;
  const uint64_t at = p->rank ? 0 : p->saving->kill_at;
  return *p->saving->asked || (at && executions >= at) ||
         (since >= p->saving->every && since >= p->pause);
}

static void ask (sett_saved_parts *p) {
  *p->saving->asked = 0;
  for (unsigned i = 0; i < p->workers; i++)
    p->slots[i].asked = 1;
  p->asked_at = sett_watch_now ();
  p->waits = 1;
}

void sett_saved_parts_tend (sett_saved_parts *p, sett_pool *pool,
                            uint64_t executions) {
  if (!p->saving)
    return;
  if (!p->waits && is_due (p, p->recalled_executions + executions))
    ask (p);
  else if (p->waits && (p->fresh >= p->workers ||
                        sett_watch_now () - p->asked_at > PATIENCE))
    sett_saved_parts_write (p, pool);
}

/*------------------------------------------------------------------------*/
/* Going on. */

static void mark_done (void *context, uint32_t part) {
  sett_pool_mark_done (context, part);
}

/* All but what concerns those who had it. */
static int get_pool (sett_saved *b, sett_pool *pool) {
  sett_saved_get (b, pool, offsetof (sett_pool, masks));
  b->failed |= pool->division_count > SETT_MOST_DIVISIONS ||
               pool->old_divisions > pool->division_count;
  b->failed |= b->failed || sett_pool_mask_end (pool) > SETT_MOST_MASKS ||
               pool->learned_count > SETT_MOST_LEARNED ||
               pool->refutation_count > SETT_MOST_REFUTATIONS ||
               pool->extension_count > pool->refutation_count || !pool->era ||
               !pool->ways || pool->alone;
  if (b->failed)
    return 0;
  sett_saved_get (b, pool->masks,
                  sett_pool_mask_end (pool) * sizeof *pool->masks);
  sett_pool_forget_done (pool);
  sett_pool_unclaim (pool);
  for (uint32_t i = pool->old_divisions; i < pool->division_count; i++)
    sett_pool_mark_done (pool, pool->divisions[i].part); /* by others */
  pool->first_part = pool->stride = 0;
  pool->writing = 0;
  pool->resumed = 1;
  return !b->failed;
}

/* A report that is damaged would be an error of ours: the file is whole. */
static int get_report (sett_saved_parts *p, sett_saved *b, size_t length,
                       sett_pool *pool, sett_shared *counts) {
  sett_report *r = SETT_PUSH_SLOT (p->earlier);
  *r = (sett_report){0};
  if (length > b->count - b->from ||
      !sett_report_copy (r, b->at + b->from, length) ||
      !sett_report_each_part (r, pool->era, mark_done, pool) ||
      !sett_report_read_counts (r, counts))
    return 0;
  b->from += length;
  p->recalled_executions += counts->executions;
  return 1;
}

int sett_saved_parts_load (sett_saved_parts *p, sett_pool *pool,
                           const unsigned char *bytes, size_t length) {
  sett_saved b = {.at = (unsigned char *)bytes, .count = length};
  sett_shared *counts = sett_zalloc (1, sizeof *counts);
  int fine = get_pool (&b, pool);
  p->wide = sett_saved_get_number (&b) != 0;
  for (uint64_t size = sett_saved_get_number (&b); fine && size;
       size = sett_saved_get_number (&b))
    fine = get_report (p, &b, size, pool, counts);
  p->recalled = p->earlier.count;
  if (p->rank) { /* they are the first rank's */
    const uint64_t executions = p->recalled_executions;
    drop_earlier (p);
    p->recalled_executions = executions;
  }
  sett_free (counts, sizeof *counts);
  return fine && !b.failed && b.from == b.count;
}
