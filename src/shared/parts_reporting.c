/* What a worker of several tells of its work: see parts_reporting.h. */

#include "shared/parts_reporting.h"

#include "base/assert.h"
#include "base/mutant.h"
#include "shared/counted.h"

#include <string.h>

static sett_saved noted;   /* parts and counts, as of then */
static size_t list_length; /* the list has only grown since then... */
static uint32_t found;     /* ...and so have the violations */
static sett_saved asked, last;

static int is_on (const sett_shared *shared) {
  return shared->orders.reports && shared->orders.era;
}

/* Executions that are kept, whether or not they are violations by now. */
static sett_counterexample *kept[SETT_SYSTEM_PROCESSES];

static void note_parts (const sett_shared *shared,
                        const sett_stateless *search) {
  size_t count = 0;
  const uint32_t *parts = sett_stateless_done (search, &count);
  const int early =
      SETT_MUTANT (shared->orders.mutant) == SETT_RUN_MUTANT_DONE_TOO_EARLY;
  sett_saved_put_number (&noted, shared->orders.era);
  sett_saved_put_number (&noted, count + (early ? 1u : 0u));
  sett_saved_put (&noted, parts, count * sizeof *parts);
  if (early) {
    const uint32_t current = sett_stateless_current (search);
    sett_saved_put (&noted, &current, sizeof current);
  }
}

static void note_unseen (const sett_shared *shared) {
  uint64_t unseen = 0;
  for (unsigned i = 0; i < SETT_SYSTEM_PROCESSES; i++)
    unseen |= (uint64_t)(shared->members[i].unseen != 0) << i;
  sett_saved_put_number (&noted, unseen);
}

void sett_reporting_note (const sett_saving_host *host,
                          const sett_stateless *search) {
  sett_shared *shared = host->shared;
  if (!is_on (shared) || shared->stop)
    return;
  shared->bounded |= sett_stateless_bounded (search);
  noted.count = 0;
  note_parts (shared, search);
  SETT_EACH_FIELD (sett_counted, f)
  sett_saved_put (&noted, sett_field_in (shared, f), f->size);
  note_unseen (shared);
  list_length = shared->list_length;
  found = shared->counterexample_count;
  for (unsigned i = 0; i < SETT_SYSTEM_PROCESSES; i++)
    kept[i] = shared->exits[i].failing;
}

static void put_found (const sett_shared *shared, sett_saved *out) {
  const sett_counterexample *a = shared->counterexamples;
  sett_saved_put_number (out, found);
  for (uint32_t i = 0; i < found; i++, a = a->next) {
    SETT_ASSERT (a);
    sett_saving_put_counterexample (out, a);
  }
  for (unsigned i = 0; i < SETT_SYSTEM_PROCESSES; i++)
    if (kept[i])
      sett_saving_put_counterexample (out, kept[i]);
}

/* Its length comes first: who reads it while another one is told sees that they
   do not belong together, and waits for the next. */
static void tell (const sett_saving_host *host, sett_saved *out) {
  sett_shared *shared = host->shared;
  uint64_t length = 0;
  out->count = 0;
  sett_saved_put_number (out, length);
  if (noted.count) {
    SETT_ASSERT (list_length <= shared->list_length);
    sett_saved_put (out, noted.at, noted.count);
    sett_saved_put_number (out, list_length);
    sett_saved_put (out, shared->list, list_length);
    put_found (shared, out);
  }
  length = out->count;
  memcpy (out->at, &length, sizeof length);
  shared->saved = host->publish (out, out == &last);
  shared->saved_length = out->count;
  __atomic_store_n (&shared->saved_count, shared->saved_count + 1,
                    __ATOMIC_RELEASE);
}

int sett_reporting_after (const sett_saving_host *host) {
  sett_shared *shared = host->shared;
  const int order = shared->save;
  if (!is_on (shared) || !order)
    return 0;
  tell (host, &asked);
  shared->save = SETT_SAVE_NOTHING;
  return order == SETT_SAVE_AND_STOP;
}

/* What was told before may be read just now. */
void sett_reporting_end (const sett_saving_host *host,
                         const sett_stateless *search) {
  if (!is_on (host->shared) || host->shared->stop)
    return;
  sett_reporting_note (host, search);
  tell (host, &last);
}
