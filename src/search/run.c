/* What workers tell the run: that it must end, and why. */

#include "search/run.h"

#include "base/assert.h"
#include "base/watch.h"
#include "search/disk_breadth.h"
#include "search/parallel.h"

#include <stdarg.h>
#include <stdio.h>

void sett_run_stop (sett_run *run) {
  if (atomic_exchange (&run->stop, 1))
    return;
  if (run->share)
    sett_sharing_wake (run->share);
}

void sett_run_note (sett_run *run, unsigned limit) {
  SETT_ASSERT (limit);
  atomic_fetch_or_explicit (&run->limits_hit, limit, memory_order_relaxed);
}

void sett_run_hit (sett_run *run, unsigned limit) {
  sett_run_note (run, limit);
  sett_run_stop (run);
}

void sett_run_fail (sett_run *run, const char *format, ...) {
  pthread_mutex_lock (&run->lock);
  if (!run->failed) {
    va_list arguments;
    va_start (arguments, format);
    vsnprintf (run->result->message, sizeof run->result->message, format,
               arguments);
    va_end (arguments);
    run->failed = 1;
  }
  pthread_mutex_unlock (&run->lock);
  sett_run_stop (run);
}

static uint64_t shown (sett_worker *w, unsigned i) {
  return atomic_load_explicit (&w->shown[i], memory_order_relaxed);
}

void sett_run_statistics (sett_run *run, sett_statistics *statistics) {
  const sett_statistics zero = {0};
  *statistics = zero;
  for (unsigned i = 0; i < run->workers_count; i++) {
    sett_worker *w = run->workers[i];
    statistics->states += shown (w, 0);
    statistics->transitions += shown (w, 1);
    if (statistics->depth < shown (w, 2))
      statistics->depth = shown (w, 2);
    statistics->executions += shown (w, 3);
    statistics->blocked += shown (w, 4);
  }
  sett_store_stats store;
  sett_store_statistics (run->store, &store);
  statistics->seconds = sett_watch_now () - run->started;
  statistics->omission = store.omission;
  statistics->fill = store.fill;
  statistics->store_bytes = store.bytes;
  statistics->disk_bytes = sett_disk_breadth_bytes (run->disk);
  if (statistics->states)
    statistics->bytes_per_state =
        (double)store.bytes / (double)statistics->states;
}
