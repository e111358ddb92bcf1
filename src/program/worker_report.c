/* What a worker of several has told: see worker_report.h. */

#include "program/worker_report.h"

#include "base/assert.h"
#include "base/memory.h"
#include "shared/counted.h"
#include "stateless/saved.h"

#include <string.h>

void sett_report_release (sett_report *r) {
  sett_free (r->at, r->count);
  *r = (sett_report){0};
}

int sett_report_copy (sett_report *r, const unsigned char *bytes,
                      size_t count) {
  uint64_t length = 0;
  if (count < sizeof length)
    return 0;
  r->at = memcpy (sett_alloc (count), bytes, count);
  r->count = count;
  memcpy (&length, r->at, sizeof length);
  if (length == count)
    return 1;
  sett_report_release (r);
  return 0;
}

/* Up to the parts, and how many there are. */
static uint64_t begin (const sett_report *r, sett_saved *b, uint64_t *era) {
  *b = (sett_saved){.at = r->at, .count = r->count};
  *era = 0;
  if (!r->count)
    return 0;
  sett_saved_get_number (b);
  if (b->from == b->count)
    return 0;
  *era = sett_saved_get_number (b);
  return sett_saved_get_count (b, sizeof (uint32_t));
}

static int has_told (const sett_report *r) {
  return r->count > sizeof (uint64_t);
}

size_t sett_report_part_count (const sett_report *r) {
  sett_saved b;
  uint64_t era;
  return begin (r, &b, &era);
}

int sett_report_each_part (const sett_report *r, uint64_t era,
                           void (*visit) (void *, uint32_t), void *context) {
  sett_saved b;
  uint64_t told;
  uint32_t part;
  for (uint64_t i = begin (r, &b, &told); i && !b.failed; i--) {
    sett_saved_get (&b, &part, sizeof part);
    if (told == era)
      visit (context, part);
  }
  return !b.failed;
}

/* Behind the parts. */
static void get_counts (sett_saved *b, uint64_t parts, sett_shared *counts) {
  SETT_ASSERT (parts <= (b->count - b->from) / sizeof (uint32_t));
  b->from += parts * sizeof (uint32_t);
  SETT_EACH_FIELD (sett_counted, f)
  sett_saved_get (b, sett_field_in (counts, f), f->size);
  const uint64_t unseen = sett_saved_get_number (b);
  for (unsigned i = 0; i < SETT_SYSTEM_PROCESSES; i++)
    counts->members[i].unseen = unseen >> i & 1;
  b->failed |= counts->note_count > SETT_MOST_NOTES;
}

int sett_report_read_counts (const sett_report *r, sett_shared *counts) {
  sett_saved b;
  uint64_t era;
  const uint64_t parts = begin (r, &b, &era);
  if (!has_told (r))
    memset (counts, 0, sizeof *counts);
  else
    get_counts (&b, parts, counts);
  return !b.failed;
}

static void get_list (sett_saved *b, const sett_report_reader *reader) {
  const uint64_t length = sett_saved_get_count (b, 1);
  if (b->failed)
    return;
  reader->list (reader->context, (const char *)b->at + b->from, length);
  b->from += length;
}

/* Memory for so many things; null: there are not so many. */
static void *get_array (sett_saved *b, uint64_t count, size_t size) {
  if (b->failed || count > (b->count - b->from) / size) {
    b->failed = 1;
    return NULL;
  }
  void *array = sett_alloc (count * size);
  sett_saved_get (b, array, count * size);
  return array;
}

static void get_found (sett_saved *b, const sett_report_reader *reader,
                       int process) {
  sett_counterexample a;
  sett_saved_get (b, &a, sizeof a);
  a.message[sizeof a.message - 1] = 0;
  a.choices = get_array (b, a.choice_count, sizeof *a.choices);
  a.learned = get_array (b, a.learned_count, sizeof *a.learned);
  if (!b->failed)
    reader->found (reader->context, &a, process);
  if (a.choices)
    sett_free (a.choices, a.choice_count * sizeof *a.choices);
  if (a.learned)
    sett_free (a.learned, a.learned_count * sizeof *a.learned);
}

int sett_report_read (const sett_report *r, const sett_report_reader *reader) {
  sett_saved b;
  uint64_t era;
  const uint64_t parts = begin (r, &b, &era);
  if (!has_told (r))
    return 1;
  get_counts (&b, parts, reader->counts);
  get_list (&b, reader);
  for (uint64_t i = sett_saved_get_number (&b); i && !b.failed; i--)
    get_found (&b, reader, -1);
  for (int i = 0; i < SETT_SYSTEM_PROCESSES && !b.failed; i++)
    if (reader->counts->exits[i].failing)
      get_found (&b, reader, i);
  for (int i = 0; i < SETT_SYSTEM_PROCESSES; i++)
    reader->counts->exits[i].failing = NULL;
  return !b.failed && b.from == b.count;
}
