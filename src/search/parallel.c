/* Sharing work between threads.

   Invariant, under the lock: hungry = max (0, waiting - gifts).  A worker
   that runs out of work takes a gift if there is one.  If it is the last one
   to wait and there is none, nobody can make one any more: the search is
   over.

   The thread that starts the workers does not search; it sleeps, and wakes up
   now and then to look at the budget. */

#include "search/parallel.h"

#include "base/assert.h"
#include "search/budget.h"
#include "search/saved_run.h"
#include "search/search_order.h"

#define LOOK_NANOSECONDS 50000000
#define STACK_BYTES ((size_t)8 << 20)

static void update_hungry (sett_run *run) {
  sett_sharing *share = run->share;
  const unsigned gifts = (unsigned)run->gifts.count;
  atomic_store_explicit (&share->hungry,
                         share->waiting > gifts ? share->waiting - gifts : 0,
                         memory_order_relaxed);
  SETT_ASSERT (atomic_load (&share->hungry) <= share->waiting);
}

void sett_sharing_wake (sett_sharing *share) {
  pthread_mutex_lock (&share->lock);
  pthread_cond_broadcast (&share->mail);
  pthread_mutex_unlock (&share->lock);
}

static void post (sett_run *run, const sett_gift *gift) {
  sett_sharing *share = run->share;
  pthread_mutex_lock (&share->lock);
  SETT_PUSH (run->gifts, *gift);
  update_hungry (run);
  pthread_cond_signal (&share->mail);
  pthread_mutex_unlock (&share->lock);
}

void sett_sharing_give (sett_worker *w) {
  sett_gift gift = {.keep.in_store = w->keep.in_store};
  int enough = 1;
  const size_t moved =
      sett_stack_split (&w->stack, &w->keep, &gift.stack, &gift.keep, &enough);
  if (!enough)
    sett_run_hit (w->run, SETT_LIMIT_MEMORY);
  if (enough && moved)
    post (w->run, &gift);
  else
    sett_gift_release (&gift);
}

/* Waits, under the lock, until there is a gift or no hope of one. */
static void wait_for_mail (sett_sharing *share, sett_run *run) {
  share->waiting++;
  SETT_ASSERT (share->waiting <= run->workers_count);
  update_hungry (run);
  if (share->waiting == run->workers_count && !run->gifts.count) {
    share->over = 1;
    pthread_cond_broadcast (&share->mail);
  }
  pthread_cond_signal (&share->finish);
  while ((!run->gifts.count || share->pausing) && !share->over &&
         !sett_run_stopping (run))
    pthread_cond_wait (&share->mail, &share->lock);
  share->waiting--;
}

static void adopt (sett_worker *w, const sett_gift *gift) {
  SETT_ASSERT (!sett_stack_pending (&w->stack));
  sett_stack_release (&w->stack);
  sett_keep_release (&w->keep);
  w->stack = gift->stack;
  w->keep = gift->keep;
  SETT_ASSERT (sett_stack_pending (&w->stack));
}

/* One worker alone finds gifts if it goes on where several were. */
static int take_gift (sett_worker *w) {
  if (!w->run->gifts.count)
    return 0;
  adopt (w, &SETT_POP (w->run->gifts));
  return 1;
}

int sett_sharing_receive (sett_worker *w) {
  sett_run *run = w->run;
  sett_sharing *share = run->share;
  if (!share)
    return take_gift (w);
  pthread_mutex_lock (&share->lock);
  if (!run->gifts.count || share->pausing)
    wait_for_mail (share, run);
  const int got = take_gift (w);
  update_hungry (run);
  pthread_mutex_unlock (&share->lock);
  return got;
}

void sett_sharing_pause (sett_worker *w) {
  sett_sharing *share = w->run->share;
  pthread_mutex_lock (&share->lock);
  share->paused++;
  pthread_cond_signal (&share->finish);
  while (share->pausing && !sett_run_stopping (w->run))
    pthread_cond_wait (&share->mail, &share->lock);
  share->paused--;
  pthread_mutex_unlock (&share->lock);
}

static void *run_worker (void *argument) {
  sett_worker *w = argument;
  sett_sharing *share = w->run->share;
  w->run->order->search (w);
  pthread_mutex_lock (&share->lock);
  SETT_ASSERT (share->running);
  if (!--share->running)
    pthread_cond_signal (&share->finish);
  pthread_mutex_unlock (&share->lock);
  return NULL;
}

static void init_share (sett_sharing *share, unsigned workers) {
  pthread_condattr_t attributes;
  pthread_condattr_init (&attributes);
  pthread_condattr_setclock (&attributes, CLOCK_MONOTONIC);
  pthread_mutex_init (&share->lock, NULL);
  pthread_cond_init (&share->mail, NULL);
  pthread_cond_init (&share->finish, &attributes);
  pthread_condattr_destroy (&attributes);
  share->running = workers;
}

static void release_share (sett_sharing *share) {
  pthread_mutex_destroy (&share->lock);
  pthread_cond_destroy (&share->mail);
  pthread_cond_destroy (&share->finish);
}

struct timespec sett_parallel_from_now (long nanoseconds) {
  struct timespec until;
  clock_gettime (CLOCK_MONOTONIC, &until);
  until.tv_nsec += nanoseconds;
  until.tv_sec += until.tv_nsec / 1000000000;
  until.tv_nsec %= 1000000000;
  return until;
}

/* Saves what has been done, once every worker waits.  If one cannot be told the
   watch ends the run after a while. */
static void save_together (sett_run *run) {
  sett_sharing *share = run->share;
  pthread_mutex_lock (&share->lock);
  share->pausing = 1;
  while (share->paused + share->waiting < share->running &&
         !sett_run_stopping (run)) {
    const struct timespec until = sett_parallel_from_now (LOOK_NANOSECONDS);
    pthread_cond_timedwait (&share->finish, &share->lock, &until);
  }
  pthread_mutex_unlock (&share->lock); /* they pause; a limit that is hit now
                                          wants to wake them */
  if (!sett_run_stopping (run))
    sett_checkpoint_write (run);
  pthread_mutex_lock (&share->lock);
  share->pausing = 0;
  pthread_cond_broadcast (&share->mail);
  pthread_mutex_unlock (&share->lock);
  sett_budget_heed (run);
}

/* Sleeps until all have finished or it is time to look at the budget. */
static int all_finished (sett_sharing *share) {
  const struct timespec until = sett_parallel_from_now (LOOK_NANOSECONDS);
  int late = 0;
  pthread_mutex_lock (&share->lock);
  while (share->running && !late)
    late = pthread_cond_timedwait (&share->finish, &share->lock, &until) != 0;
  const int finished = !share->running;
  pthread_mutex_unlock (&share->lock);
  return finished;
}

unsigned sett_parallel_start (sett_run *run, unsigned first, pthread_t *threads,
                              void *(*body) (void *)) {
  unsigned started = 0;
  pthread_attr_t attributes; /* whatever `ulimit -s` says */
  pthread_attr_init (&attributes);
  pthread_attr_setstacksize (&attributes, STACK_BYTES);
  while (first + started < run->workers_count &&
         !pthread_create (&threads[started], &attributes, body,
                          run->workers[first + started]))
    started++;
  pthread_attr_destroy (&attributes);
  return started;
}

/* If a thread cannot be had, the others end, as they would wait for it. */
static void give_up (sett_run *run, unsigned started) {
  pthread_mutex_lock (&run->share->lock);
  SETT_ASSERT (run->share->running >= run->workers_count - started);
  run->share->running -= run->workers_count - started;
  pthread_mutex_unlock (&run->share->lock);
  sett_run_fail (run, "cannot start %u threads", run->workers_count);
}

void sett_parallel_run (sett_run *run) {
  const size_t bytes = run->workers_count * sizeof (pthread_t);
  pthread_t *threads = sett_alloc (bytes);
  sett_sharing share = {.running = 0};
  init_share (&share, run->workers_count);
  run->share = &share; /* nobody waits: nobody is hungry */
  const unsigned started = sett_parallel_start (run, 0, threads, run_worker);
  if (started < run->workers_count)
    give_up (run, started);
  while (!all_finished (&share)) {
    sett_budget_check (run);
    if (sett_checkpoint_is_due (run))
      save_together (run);
  }
  for (unsigned i = 0; i < started; i++)
    pthread_join (threads[i], NULL);
  run->share = NULL;
  SETT_ASSERT (!share.running);
  release_share (&share);
  sett_free (threads, bytes);
}
