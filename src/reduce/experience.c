/* What reducers have learnt, saved and brought back.

   Which sets are tried in a state, and so which are selected, depends on what
   was met before: on counters (backoff.h) and on remembered choices (memo.h),
   whose keys are made of numbers that positions and situations get in the order
   in which they are met.  So they are made to be met again in that order: the
   states in which some position was new are looked at one after the other, and
   the situations are asked for by their numbers.  A search that goes on then
   selects what it would have selected.  (Where a model has more processes with
   different constants than dependency.c tells apart, which of them come first
   may differ; what is selected is sound, whatever was learnt.) */

#include "base/assert.h"
#include "base/snapshot.h"
#include "reduce/reduce.h"
#include "reduce/reducer.h"

#include <string.h>

/* ---------------------------------------------------------- situations --- */

typedef struct situation {
  uint64_t position, possible;
} situation;

static uint32_t count_situations (const sett_dependency *d) {
  uint64_t possible;
  uint32_t number, count = 0;
  for (uint32_t p = 0; p < sett_dependency_positions (d); p++)
    for (size_t i = 0; sett_dependency_list_situation (
             sett_dependency_position (d, p), i, &possible, &number);
         i++)
      count++;
  return count;
}

/* By their numbers. */
static void save_situations (const sett_dependency *d, sett_saver *saver) {
  const uint32_t count = count_situations (d);
  situation *all = sett_zalloc (count, sizeof *all);
  uint64_t possible;
  uint32_t number;
  for (uint32_t p = 0; p < sett_dependency_positions (d); p++)
    for (size_t i = 0; sett_dependency_list_situation (
             sett_dependency_position (d, p), i, &possible, &number);
         i++) {
      SETT_ASSERT (number < count);
      all[number] = (situation){p, possible};
    }
  sett_save_number (saver, count);
  sett_save (saver, all, count * sizeof *all);
  sett_free (all, count * sizeof *all);
}

static void restore_situations (sett_dependency *d, sett_loader *loader) {
  const uint64_t count = sett_load_count (loader, sizeof (situation));
  for (uint64_t i = 0; i < count && !sett_loader_failed (loader); i++) {
    situation s;
    sett_load (loader, &s, sizeof s);
    if (s.position >= sett_dependency_positions (d)) {
      sett_loader_fail (loader);
      return;
    }
    const sett_position *at =
        sett_dependency_position (d, (uint32_t)s.position);
    if (sett_dependency_situation (d, at, s.possible) != i)
      sett_loader_fail (loader);
  }
}

/* -------------------------------------------------------------- states --- */

static void save_states (const sett_experience *e, sett_saver *saver) {
  sett_save_number (saver, e->first_met.count);
  for (size_t i = 0; i < e->first_met.count; i++) {
    sett_save_number (saver, e->first_met.at[i].size);
    sett_save (saver, e->first_met.at[i].state, e->first_met.at[i].size);
  }
}

static void restore_states (sett_reducer *r, sett_loader *loader) {
  const uint64_t count = sett_load_count (loader, sizeof (uint64_t));
  for (uint64_t i = 0; i < count && !sett_loader_failed (loader); i++) {
    const uint32_t size = (uint32_t)sett_load_count (loader, 1);
    unsigned char *state = sett_alloc (size);
    sett_load (loader, state, size);
    if (size && !sett_loader_failed (loader))
      sett_reducer_look (r, state, size);
    sett_free (state, size);
  }
}

/* ----------------------------------------------------------------- all --- */

typedef struct counters {
  sett_backoff backoff, stubborn, single, move;
  uint64_t rest;
} counters;

void sett_reducer_save (const sett_reducer *r, sett_saver *saver) {
  const sett_experience *e = r->experience;
  sett_save_number (saver, e != NULL);
  if (!e)
    return;
  const counters c = {e->backoff, e->stubborn_backoff, e->single_backoff,
                      e->move_backoff, e->rest};
  sett_save (saver, &c, sizeof c);
  save_states (e, saver);
  save_situations (r->dependency, saver);
  sett_memo_save (&e->choices, saver);
}

void sett_reducer_restore (sett_reducer *r, sett_loader *loader) {
  sett_experience *e = r->experience;
  counters c;
  if (sett_load_number (loader) != (e != NULL))
    sett_loader_fail (loader);
  if (!e || sett_loader_failed (loader))
    return;
  sett_load (loader, &c, sizeof c);
  e->backoff = c.backoff;
  e->stubborn_backoff = c.stubborn;
  e->single_backoff = c.single;
  e->move_backoff = c.move;
  e->rest = (uint32_t)c.rest;
  restore_states (r, loader);
  restore_situations (r->dependency, loader);
  sett_memo_restore (&e->choices, loader);
}
