/* The searches without states: which one is meant, and what all of them do.  A
   search is asked for a plan and told what came of it, in turns. */

#include "stateless/stateless.h"

#include "base/assert.h"
#include "stateless/saved.h"
#include "stateless/stateless_search.h"

sett_stateless *
sett_stateless_create_in_depth (const sett_stateless_options *options) {
  if (options->preemptions >= 0)
    return sett_preemptions_create (options);
  switch (options->kind) {
  case SETT_STATELESS_IFSSS:
    return sett_ifsss_create (options);
  case SETT_STATELESS_SSS:
    return sett_sss_create (options);
  case SETT_STATELESS_EXITBLOCKRW:
    return sett_exitblockrw_create (options);
  default:
    SETT_ASSERT (options->kind == SETT_STATELESS_EXITBLOCK);
    return sett_exitblock_create (options);
  }
}

sett_stateless *sett_stateless_create (const sett_stateless_options *options) {
  if (options->kind == SETT_STATELESS_RANDOM ||
      options->kind == SETT_STATELESS_PCT)
    return sett_random_search_create (options);
  if (options->pool)
    return sett_partition_create (options);
  if (options->stateful && options->kind == SETT_STATELESS_DPOR)
    return sett_stateful_create (options);
  if (options->kind == SETT_STATELESS_DPOR && options->preemptions < 0)
    return sett_dpor_create (options);
  return sett_stateless_create_in_depth (options);
}

void sett_stateless_bound (sett_stateless *search,
                           const struct sett_bounds *bounds) {
  const sett_stateless_options *options = &search->options;
  if (options->preemptions >= 0 || (options->kind != SETT_STATELESS_IFSSS &&
                                    options->kind != SETT_STATELESS_SSS))
    return;
  if (options->pool)
    sett_partition_bound (search, bounds);
  else
    sett_tree_bound (search, bounds);
}

void sett_stateless_destroy (sett_stateless *search) {
  search->destroy (search);
}

const sett_plan *sett_stateless_next (sett_stateless *search) {
  return search->next (search);
}

void sett_stateless_learn (sett_stateless *search, const sett_log *log) {
  sett_stateless_statistics *statistics = &search->statistics;
  statistics->executions++;
  SETT_ASSERT (log->count <= log->room &&
               log->effect_count <= log->effect_room);
  statistics->asleep += log->ending == SETT_ASLEEP;
  statistics->departed += log->ending == SETT_DEPARTED;
  search->bounded |= log->ending == SETT_CUT;
  search->learn (search, log);
}

const sett_stateless_statistics *
sett_stateless_statistics_of (const sett_stateless *search) {
  return &search->statistics;
}

double sett_stateless_progress (const sett_stateless *search) {
  return search->progress ? search->progress (search) : 0;
}

int sett_stateless_bounded (const sett_stateless *search) {
  return search->bounded;
}

int sett_stateless_can_be_saved (const sett_stateless *search) {
  return search->save != NULL;
}

void sett_stateless_save (const sett_stateless *search, sett_saved *s) {
  SETT_ASSERT (search->save);
  sett_saved_put (s, &search->statistics, sizeof search->statistics);
  sett_saved_put_number (s, (uint64_t)search->bounded);
  search->save (search, s);
}

int sett_stateless_load (sett_stateless *search, sett_saved *s,
                         const sett_log *log) {
  SETT_ASSERT (search->load);
  sett_saved_get (s, &search->statistics, sizeof search->statistics);
  search->bounded = (int)sett_saved_get_number (s);
  search->load (search, s, log);
  return !s->failed;
}
