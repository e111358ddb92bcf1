/* The outcome of a search with debts, checked: see check_cycle_proviso.h.

   Steps are sorted by where they lead to; from the states that are full one
   goes back along them. */

#include "search/check_cycle_proviso.h"

#include "base/assert.h"
#include "base/memory.h"

#include <stdlib.h>

void sett_cycle_proviso_record_release (sett_cycle_proviso_record *record) {
  SETT_RELEASE (record->steps);
  SETT_RELEASE (record->full);
}

static int by_target (const void *a, const void *b) {
  const uint64_t x = ((const sett_cycle_proviso_step *)a)->to;
  const uint64_t y = ((const sett_cycle_proviso_step *)b)->to;
  return (x > y) - (x < y);
}

static int by_value (const void *a, const void *b) {
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

/* The first step that leads to a state or to one after it. */
static size_t first_to (const sett_cycle_proviso_record *record,
                        uint64_t target) {
  size_t low = 0, high = record->steps.count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (record->steps.at[middle].to < target)
      low = middle + 1;
    else
      high = middle;
  }
  SETT_ASSERT (low == record->steps.count ||
               record->steps.at[low].to >= target);
  return low;
}

typedef SETT_VECTOR (uint64_t) handle_list;

/* The states that owe, sorted, each once. */
static void find_debtors (const sett_cycle_proviso_record *record,
                          handle_list *debtors) {
  size_t kept = 0;
  for (size_t i = 0; i < record->steps.count; i++)
    SETT_PUSH (*debtors, record->steps.at[i].from);
  if (debtors->count)
    qsort (debtors->at, debtors->count, sizeof *debtors->at, by_value);
  for (size_t i = 0; i < debtors->count; i++)
    if (!kept || debtors->at[kept - 1] != debtors->at[i])
      debtors->at[kept++] = debtors->at[i];
  debtors->count = kept;
  SETT_ASSERT (kept <= record->steps.count);
}

/* Goes back from the states of `todo`; gives how many debtors it meets. */
static size_t go_back (const sett_cycle_proviso_record *record,
                       const handle_list *debtors, handle_list *todo) {
  size_t met = 0;
  unsigned char *seen = sett_zalloc (debtors->count + 1, 1);
  while (todo->count) {
    const uint64_t target = SETT_POP (*todo);
    for (size_t i = first_to (record, target);
         i < record->steps.count && record->steps.at[i].to == target; i++) {
      const uint64_t *found =
          bsearch (&record->steps.at[i].from, debtors->at, debtors->count,
                   sizeof *debtors->at, by_value);
      SETT_ASSERT (found);
      if (seen[found - debtors->at])
        continue;
      seen[found - debtors->at] = 1;
      met++;
      SETT_PUSH (*todo, *found);
    }
  }
  sett_free (seen, debtors->count + 1);
  return met;
}

int sett_cycle_proviso_are_paid (sett_cycle_proviso_record *record) {
  handle_list debtors = {0}, todo = {0};
  if (record->steps.count)
    qsort (record->steps.at, record->steps.count, sizeof *record->steps.at,
           by_target);
  find_debtors (record, &debtors);
  for (size_t i = 0; i < record->full.count; i++)
    SETT_PUSH (todo, record->full.at[i]);
  const int paid = go_back (record, &debtors, &todo) == debtors.count;
  SETT_ASSERT (debtors.count <= record->steps.count);
  SETT_RELEASE (debtors);
  SETT_RELEASE (todo);
  return paid;
}
