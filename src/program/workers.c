/* Running a program by several workers: see workers.h.

   Era by era (shared/worker_pool.h): the workers of an era are started
   together, and when the last one has ended it is known whether the era has
   brought the search to its end, or what the next one begins with.  Each worker
   is watched by a thread of its own; the first thread watches them. */

#include "program/workers.h"

#include "base/assert.h"
#include "base/memory.h"
#include "base/text.h"
#include "program/saved_parts.h"
#include "program/worker_ranks.h"
#include "stateless/saved.h"
#include "stateless/stateless.h"

#include <pthread.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOMENT = 20000 }; /* microseconds */

/* A worker of an era, and the thread that watches it. */
typedef struct member {
  sett_worker_process worker;
  sett_job job;
  sett_text output;
  pthread_t thread;
  volatile int over;
} member;

typedef struct era {
  const sett_workers *workers;
  sett_shared_handle *handle;
  sett_pool *pool;
  uint64_t number; /* 0: the workers do not share anything */
  unsigned count;
  double start; /* of the first era */
  volatile int halt;
  int interrupted;   /* by the user */
  int multi;         /* it must be run as a system */
  int wide;          /* with more threads than is usual */
  int again, widens; /* ...as was not known */
  int decided;       /* nothing is left to be done */
  int cut_off;       /* ...for some rank */
  int goes_on;       /* there are new workers to be started... */
  int extends;       /* ...for parts that were missing; what was done counts */
  sett_worker_ranks ranks;
  sett_saved_parts saved;
  member members[SETT_MOST_WORKERS];
} era;

static double now (void) {
  struct timespec time;
  clock_gettime (CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int is_random (const sett_job *job) {
  return job->orders.search == SETT_STATELESS_RANDOM ||
         job->orders.search == SETT_STATELESS_PCT;
}

/*------------------------------------------------------------------------*/
/* Beginning. */

/* Walks by chance are shared by their numbers, and nothing else. */
static void share_executions (sett_orders *orders, unsigned workers,
                              unsigned number) {
  if (orders->executions)
    orders->executions =
        orders->executions / workers + (number < orders->executions % workers);
  orders->seed += number * 0x632be59bd9b4e019u;
}

/* Of all ranks; how many are before the first of this one. */
static unsigned count_workers (const era *e) {
  const sett_transport *t = e->ranks.transport;
  return e->workers->workers * (t ? t->ranks : 1);
}

static unsigned count_before (const era *e) {
  const sett_transport *t = e->ranks.transport;
  return t ? t->rank * e->workers->workers : 0;
}

static uint8_t as_byte (unsigned workers) {
  return workers < UINT8_MAX ? (uint8_t)workers : UINT8_MAX;
}

/* One who is alone saves all it knows; of others, the parts that are done are.
 */
static void let_save (era *e, sett_job *job, unsigned number) {
  job->orders.from_length = 0; /* that was of the first */
  if (!e->number)
    job->saved_as = SETT_SAVED_ALONE;
  else {
    job->saving = sett_saved_parts_slot (&e->saved, number);
    job->orders.reports = job->saving != NULL;
  }
}

/* Of a limit, 0 being none. */
static uint64_t remaining (uint64_t limit, uint64_t done) {
  return !limit ? 0 : limit > done ? limit - done : 1;
}

static sett_job job_of (era *e, unsigned number) {
  SETT_ASSERT (e->count && number < e->count);
  sett_job job = e->workers->job;
  let_save (e, &job, number);
  job.orders.executions =
      remaining (job.orders.executions, e->saved.recalled_executions);
  job.memory /= e->count;
  job.interrupted = &e->halt;
  job.progress = NULL;
  if (job.seconds > 0) {
    const double left = e->start + job.seconds - now ();
    job.seconds = left > 0.01 ? left : 0.01;
  }
  job.orders.multi = job.orders.multi || e->multi;
  if (e->wide)
    job.orders.threads = SETT_MOST_THREADS;
  job.orders.era = (uint32_t)e->number;
  job.orders.workers = as_byte (e->number ? count_workers (e) : 1);
  job.orders.learned = e->pool->learned;
  job.orders.learned_count = e->pool->learned_count;
  if (count_workers (e) > 1 && !e->pool->alone)
    share_executions (&job.orders, count_workers (e),
                      count_before (e) + number);
  return job;
}

static void *watch (void *context) {
  member *m = context;
  sett_worker_process_watch (&m->job, &m->worker);
  m->over = 1;
  return NULL;
}

static int start (era *e, unsigned number, sett_text *error) {
  SETT_ASSERT (number < e->count);
  member *m = &e->members[number];
  *m = (member){.worker = {.number = number, .output = &m->output}};
  m->job = job_of (e, number);
  m->worker.shared = sett_shared_watch (e->handle, number, m->job.memory);
  if (!m->worker.shared) {
    sett_text_add (error, "cannot map the shared memory");
    return 0;
  }
  if (sett_worker_process_start (&m->job, e->handle->file, &m->worker, error) &&
      !pthread_create (&m->thread, NULL, watch, m))
    return 1;
  sett_shared_unwatch (m->worker.shared);
  return 0;
}

/*------------------------------------------------------------------------*/
/* Watching. */

/* Is there nothing to be done for the others any more?  One that was halted
   says nothing about that. */
static int is_decided (const era *e, const member *m) {
  const sett_shared *shared = m->worker.shared;
  const sett_course course = m->worker.result.course;
  return m->over && course != SETT_COURSE_INTERRUPTED &&
         (course != SETT_COURSE_DONE || shared->phase == SETT_PHASE_FAILED ||
          (shared->counterexample_count && !e->workers->job.orders.all_errors));
}

/* Must all begin again, since the program makes processes, or many threads? */
static int wants_more (const era *e, const sett_shared *shared) {
  return (shared->wants_processes && !e->multi) ||
         (shared->wants_threads && !e->wide);
}

static uint64_t report (const era *e) {
  const sett_job *job = &e->workers->job;
  sett_progress_report sum = {.seconds = now () - e->start};
  for (unsigned i = 0; i < e->count; i++) {
    const sett_shared *shared = e->members[i].worker.shared;
    sum.executions += shared->executions;
    sum.memory += shared->in_use;
    if (sum.longest < shared->longest)
      sum.longest = shared->longest;
  }
  if (job->progress)
    job->progress (job->context, &sum);
  return sum.executions;
}

/* Ranks answer each other a little faster. */
static void wait_a_moment (era *e, int over) {
  enum { TIMES = 4 };
  for (unsigned i = 0; i < TIMES; i++) {
    usleep (MOMENT / TIMES);
    sett_worker_ranks_tend (&e->ranks, over);
  }
}

static void watch_all (era *e) {
  unsigned over;
  int wants = 0;
  do {
    wait_a_moment (e, 0);
    over = 0;
    for (unsigned i = 0; i < e->count; i++) {
      const member *m = &e->members[i];
      over += m->over != 0;
      e->decided |= is_decided (e, m);
      wants |= m->over && wants_more (e, m->worker.shared);
    }
    if (*e->workers->job.interrupted)
      e->interrupted = e->decided = 1;
    if (e->decided || wants || (e->number && e->pool->era != e->number))
      sett_worker_ranks_tell (&e->ranks);
    e->halt |= e->decided || wants || sett_worker_ranks_hear (&e->ranks);
    const uint64_t executions = report (e);
    if (e->number && e->pool->era == e->number)
      sett_saved_parts_tend (&e->saved, e->pool, executions);
  } while (over < e->count);
}

/*------------------------------------------------------------------------*/
/* Ending. */

/* What is to be said of all of them: the worst. */
static void sum_up (const era *e, sett_supervised *result) {
  *result = (sett_supervised){.seconds = now () - e->start};
  for (unsigned i = 0; i < e->count; i++) {
    const sett_supervised *one = &e->members[i].worker.result;
    const int counts = e->interrupted || one->course != SETT_COURSE_INTERRUPTED;
    if (counts && one->course > result->course) {
      result->course = one->course;
      result->who = one->who;
      result->status = one->status;
    }
  }
}

/* A program alone that turned out to make processes, or many threads.  The
   parts stay: other ranks may be at work, and give this one the turn to divide.
 */
static void note_wants (era *e) {
  e->again = e->widens = 0;
  for (unsigned i = 0; i < e->count; i++) {
    const sett_shared *shared = e->members[i].worker.shared;
    e->again |= shared->wants_processes && !e->multi;
    e->widens |= shared->wants_threads && !e->wide;
  }
}

/* Are there new workers to be started?  Ranks decide that together.  False:
   one could not run its own. */
static int settle (era *e, int fine, sett_text *error) {
  sett_era_end end = {.failed = !fine,
                      .decided = (uint64_t)e->decided,
                      .again = (uint64_t)e->again,
                      .wide = (uint64_t)e->widens,
                      .taught = e->number && e->pool->era != e->number,
                      .refuted = e->number && e->pool->refutation_count >
                                                  e->pool->extension_count};
  sett_worker_ranks_settle (&e->ranks, &end, e->pool, e->number);
  e->multi |= end.again != 0;
  e->wide |= end.wide != 0;
  const int goes_on = !end.failed && !end.decided;
  e->cut_off = end.decided != 0;
  const int anew = end.again || end.wide || end.taught;
  if (anew)
    sett_pool_restart (e->pool);
  e->extends = goes_on && !anew && end.refuted;
  e->goes_on = goes_on && (anew || end.refuted);
  if (e->extends)
    sett_pool_extend (e->pool);
  if (end.failed && fine)
    sett_text_add (error, "another rank could not run the program");
  return !end.failed;
}

/* Has something other than the end of the search ended it? */
static int is_cut_off (const era *e) {
  int cut = 0;
  for (unsigned i = 0; i < e->count; i++)
    cut |= e->members[i].worker.result.course != SETT_COURSE_DONE ||
           e->members[i].worker.shared->memory_full;
  return cut;
}

/* What was told counts with what others do, or with what they have done. */
static void settle_saved (era *e) {
  const int first = !e->ranks.transport || !e->ranks.transport->rank;
  if (first && e->number && !e->goes_on && (e->cut_off || is_cut_off (e)))
    sett_saved_parts_write (&e->saved, e->pool);
  if (e->extends)
    sett_saved_parts_keep (&e->saved);
  else if (e->goes_on)
    sett_saved_parts_forget (&e->saved);
}

/* Of workers of another process: one of this one is seen. */
static void recall (era *e, sett_taken taken) {
  for (size_t i = 0; i < e->saved.recalled; i++)
    e->workers->recall (e->workers->context, e->handle->shared,
                        &e->saved.earlier.at[i], taken);
  e->saved.recalled = 0;
}

/* The first rank writes what others tell until they have ended, too. */
static void await_others (era *e) {
  const int first = !e->ranks.transport || !e->ranks.transport->rank;
  if (!first && e->number)
    sett_saved_parts_write (&e->saved, e->pool);
  sett_worker_ranks_say_end (&e->ranks);
  while (!sett_worker_ranks_have_ended (&e->ranks)) {
    wait_a_moment (e, 1);
    if (first && e->number && e->pool->era == e->number)
      sett_saved_parts_tend (&e->saved, e->pool, 0);
  }
}

static int finish (era *e, unsigned started, sett_text *error) {
  int fine = started == e->count;
  for (unsigned i = 0; i < started; i++) {
    pthread_join (e->members[i].thread, NULL);
    fine = fine && sett_worker_process_judge (&e->members[i].job,
                                              &e->members[i].worker, error);
  }
  if (fine)
    note_wants (e);
  await_others (e);
  fine = settle (e, fine, error);
  const sett_taken taken = e->extends   ? SETT_TAKEN_PART
                           : e->goes_on ? SETT_TAKEN_FOUND
                                        : SETT_TAKEN_ALL;
  if (taken == SETT_TAKEN_FOUND)
    e->workers->forget (e->workers->context);
  for (unsigned i = 0; i < started; i++) {
    if (fine && sett_shared_turn_to (e->handle, i)) {
      e->workers->take (e->workers->context, e->handle->shared, taken);
      recall (e, taken);
    }
    sett_text_release (&e->members[i].output);
  }
  if (fine)
    settle_saved (e);
  for (unsigned i = 0; i < started; i++)
    sett_shared_unwatch (e->members[i].worker.shared);
  return fine;
}

/* Parts can be given up where somebody else may come to wait for them. */
static void count_present (era *e) {
  const sett_transport *t = e->ranks.transport;
  const int many = e->number && t && t->ranks > 1;
  sett_pool_count_present (e->pool, e->count, many ? count_workers (e) : 0);
  sett_worker_ranks_begin (&e->ranks, many ? e->pool : NULL);
}

static int run_era (era *e, sett_text *error) {
  unsigned started = 0;
  count_present (e);
  while (started < e->count && start (e, started, error))
    started++;
  if (started < e->count)
    e->halt = e->decided = 1;
  else
    watch_all (e);
  return finish (e, started, error);
}

/* As many eras as it takes. */
static int run_eras (era *e, sett_supervised *result, sett_text *error) {
  const sett_transport *t = e->ranks.transport;
  do {
    e->number =
        e->pool->alone || is_random (&e->workers->job) ? 0 : e->pool->era;
    e->count = !e->pool->alone ? e->workers->workers : !t || !t->rank;
    e->halt = 0;
    e->saved.multi = e->multi;
    e->saved.wide = e->wide;
    e->saved.era = e->number;
    if (!run_era (e, error))
      return 0;
    sum_up (e, result);
  } while (e->goes_on);
  return 1;
}

/*------------------------------------------------------------------------*/

/* The first era: is help needed at all? */
static int run_first (const sett_workers *workers, sett_shared_handle *h,
                      sett_supervised *result, sett_text *error) {
  const sett_transport *t = workers->transport;
  sett_job job = workers->job;
  if (job.saved_as != SETT_SAVED_ALONE)
    job.orders.workers = as_byte (workers->workers * (t ? t->ranks : 1));
  return sett_run (&job, h, result, error);
}

static void send_saved (void *context, const sett_saved *what) {
  sett_worker_ranks_send (context, what);
}

static void take_saved (void *context, unsigned rank, const sett_saved *what) {
  sett_saved_parts_take (context, rank, what);
}

static void prepare_saving (era *e, double start) {
  const sett_transport *t = e->ranks.transport;
  sett_saved_parts_init (&e->saved, e->workers->job.saving, start,
                         t ? t->rank : 0, t ? t->ranks : 1);
  e->saved.send = send_saved;
  e->saved.sender = &e->ranks;
  e->ranks.take = take_saved;
  e->ranks.context = &e->saved;
}

/* With all that the first worker has decided on; or from a checkpoint, with the
   parts that it was divided into. */
static int go_on (era *e) {
  const sett_job *job = &e->workers->job;
  if (!job->parts)
    sett_pool_restart (e->pool);
  else if (!sett_saved_parts_load (&e->saved, e->pool, job->parts,
                                   job->parts_length))
    return 0;
  e->multi |= job->orders.multi;
  e->wide |= e->saved.wide;
  if (!e->pool->ways)
    e->pool->ways = SETT_PARTS_FOR_EACH_WORKER * as_byte (count_workers (e));
  return 1;
}

static int run_others (const sett_workers *workers, sett_shared_handle *h,
                       double start, sett_supervised *result,
                       sett_text *error) {
  era *e = sett_zalloc (1, sizeof *e);
  int fine = 0;
  e->workers = workers;
  e->handle = h;
  e->start = start;
  e->multi = h->shared->orders.multi;
  e->wide = h->shared->orders.threads > SETT_USUAL_THREADS;
  e->ranks = (sett_worker_ranks){.transport = workers->transport,
                                 .mutant = workers->job.orders.mutant};
  e->pool = sett_pool_watch (h);
  prepare_saving (e, start);
  if (!e->pool && workers->transport)
    workers->transport->abandon (4); /* the others would wait for it */
  if (!e->pool)
    sett_text_add (error, "cannot map the shared memory");
  else if (!go_on (e))
    sett_text_add (error, "the checkpoint is damaged");
  else {
    sett_worker_ranks_share (&e->ranks, e->pool);
    fine = run_eras (e, result, error);
  }
  sett_pool_unwatch (e->pool);
  sett_saved_parts_release (&e->saved);
  sett_worker_ranks_release (&e->ranks);
  sett_free (e, sizeof *e);
  return fine;
}

/* The first rank has the first era; the others hear what came of it. */
static void hear_first (const sett_workers *workers, sett_shared_handle *h,
                        int *fine, int *is_all, sett_text *error) {
  const sett_transport *t = workers->transport;
  if (!t)
    return;
  uint64_t told[4] = {(uint64_t)*fine, (uint64_t)*is_all,
                      *fine && h->shared->orders.multi,
                      *fine ? h->shared->orders.threads : 0};
  t->broadcast (0, told, sizeof told);
  if (!t->rank)
    return;
  if (!told[0])
    sett_text_add (error, "the first rank could not run the program");
  *fine &= told[0] != 0;
  *is_all = told[1] != 0;
  if (!*fine)
    return;
  h->shared->orders.multi = told[2] != 0;
  h->shared->orders.threads = (uint32_t)told[3];
}

int sett_run_workers (const sett_workers *workers, sett_supervised *result,
                      sett_text *error) {
  const double start = now ();
  const int follows = workers->transport && workers->transport->rank;
  const int joins = follows || is_random (&workers->job) || workers->job.parts;
  sett_shared_handle h = {.file = -1};
  int fine = joins ? sett_shared_open (&h, workers->job.memory, error)
                   : run_first (workers, &h, result, error);
  int first_is_all = fine && !joins && !h.shared->outdated;
  hear_first (workers, &h, &fine, &first_is_all, error);
  if (fine && h.shared->outdated && h.shared->counterexample_count)
    workers->take (workers->context, h.shared, SETT_TAKEN_FOUND);
  if (first_is_all && !follows)
    workers->take (workers->context, h.shared, SETT_TAKEN_ALL);
  else if (fine && !first_is_all)
    fine = run_others (workers, &h, start, result, error);
  sett_shared_close (&h);
  return fine;
}
