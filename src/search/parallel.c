/* Sharing work between threads.

   Invariant, under the lock: hungry = max (0, waiting - gifts).  A worker
   that runs out of work takes a gift if there is one.  If it is the last one
   to wait and there is none, nobody can make one any more: the search is
   over.

   The thread that starts the workers does not search; it sleeps, and wakes up
   now and then to look at the budget. */

#include "search/parallel.h"

#include "search/budget.h"
#include "search/orders.h"

#include <time.h>

#define LOOK_NANOSECONDS 50000000
#define STACK_BYTES ((size_t)8 << 20)

static void update_hungry (sett_share *share) {
  const unsigned gifts = (unsigned)share->gifts.count;
  atomic_store_explicit (&share->hungry,
                         share->waiting > gifts ? share->waiting - gifts : 0,
                         memory_order_relaxed);
}

void sett_share_wake (sett_share *share) {
  pthread_mutex_lock (&share->lock);
  pthread_cond_broadcast (&share->mail);
  pthread_mutex_unlock (&share->lock);
}

static void release_gift (sett_gift *gift) {
  sett_stack_release (&gift->stack);
  sett_keep_release (&gift->keep);
}

static void post (sett_share *share, const sett_gift *gift) {
  pthread_mutex_lock (&share->lock);
  SETT_PUSH (share->gifts, *gift);
  update_hungry (share);
  pthread_cond_signal (&share->mail);
  pthread_mutex_unlock (&share->lock);
}

void sett_share_give (sett_worker *w) {
  sett_gift gift = {.keep.in_store = w->keep.in_store};
  int enough = 1;
  const size_t moved =
      sett_stack_split (&w->stack, &w->keep, &gift.stack, &gift.keep, &enough);
  if (!enough)
    sett_run_hit (w->run, SETT_LIMIT_MEMORY);
  if (enough && moved)
    post (w->run->share, &gift);
  else
    release_gift (&gift);
}

/* Waits, under the lock, until there is a gift or no hope of one. */
static void wait_for_mail (sett_share *share, sett_run *run) {
  share->waiting++;
  update_hungry (share);
  if (share->waiting == run->workers_count && !share->gifts.count) {
    share->over = 1;
    pthread_cond_broadcast (&share->mail);
  }
  while (!share->gifts.count && !share->over && !sett_run_stopping (run))
    pthread_cond_wait (&share->mail, &share->lock);
  share->waiting--;
}

static void adopt (sett_worker *w, const sett_gift *gift) {
  sett_stack_release (&w->stack);
  sett_keep_release (&w->keep);
  w->stack = gift->stack;
  w->keep = gift->keep;
}

int sett_share_receive (sett_worker *w) {
  sett_share *share = w->run->share;
  if (!share)
    return 0;
  pthread_mutex_lock (&share->lock);
  if (!share->gifts.count)
    wait_for_mail (share, w->run);
  const int got = share->gifts.count != 0;
  if (got)
    adopt (w, &SETT_POP (share->gifts));
  update_hungry (share);
  pthread_mutex_unlock (&share->lock);
  return got;
}

static void *run_worker (void *argument) {
  sett_worker *w = argument;
  sett_share *share = w->run->share;
  w->run->order->search (w);
  pthread_mutex_lock (&share->lock);
  if (!--share->running)
    pthread_cond_signal (&share->finish);
  pthread_mutex_unlock (&share->lock);
  return NULL;
}

static void init_share (sett_share *share, unsigned workers) {
  pthread_condattr_t attributes;
  pthread_condattr_init (&attributes);
  pthread_condattr_setclock (&attributes, CLOCK_MONOTONIC);
  pthread_mutex_init (&share->lock, NULL);
  pthread_cond_init (&share->mail, NULL);
  pthread_cond_init (&share->finish, &attributes);
  pthread_condattr_destroy (&attributes);
  share->running = workers;
}

static void release_share (sett_share *share) {
  for (size_t i = 0; i < share->gifts.count; i++)
    release_gift (&share->gifts.at[i]);
  SETT_RELEASE (share->gifts);
  pthread_mutex_destroy (&share->lock);
  pthread_cond_destroy (&share->mail);
  pthread_cond_destroy (&share->finish);
}

/* Sleeps until all have finished or it is time to look at the budget. */
static int all_finished (sett_share *share) {
  struct timespec until;
  clock_gettime (CLOCK_MONOTONIC, &until);
  until.tv_nsec += LOOK_NANOSECONDS;
  until.tv_sec += until.tv_nsec / 1000000000;
  until.tv_nsec %= 1000000000;
  int late = 0;
  pthread_mutex_lock (&share->lock);
  while (share->running && !late)
    late = pthread_cond_timedwait (&share->finish, &share->lock, &until) != 0;
  const int finished = !share->running;
  pthread_mutex_unlock (&share->lock);
  return finished;
}

/* Starts the workers' threads; gives how many could be started. */
static unsigned start (sett_run *run, pthread_t *threads) {
  unsigned started = 0;
  pthread_attr_t attributes; /* whatever `ulimit -s` says */
  pthread_attr_init (&attributes);
  pthread_attr_setstacksize (&attributes, STACK_BYTES);
  while (started < run->workers_count &&
         !pthread_create (&threads[started], &attributes, run_worker,
                          run->workers[started]))
    started++;
  pthread_attr_destroy (&attributes);
  return started;
}

/* If a thread cannot be had, the others end, as they would wait for it. */
static void give_up (sett_run *run, unsigned started) {
  pthread_mutex_lock (&run->share->lock);
  run->share->running -= run->workers_count - started;
  pthread_mutex_unlock (&run->share->lock);
  sett_run_fail (run, "cannot start %u threads", run->workers_count);
}

void sett_parallel_run (sett_run *run) {
  const size_t bytes = run->workers_count * sizeof (pthread_t);
  pthread_t *threads = sett_alloc (bytes);
  sett_share share = {.running = 0};
  init_share (&share, run->workers_count);
  run->share = &share;
  const unsigned started = start (run, threads);
  if (started < run->workers_count)
    give_up (run, started);
  while (!all_finished (&share))
    sett_budget_check (run);
  for (unsigned i = 0; i < started; i++)
    pthread_join (threads[i], NULL);
  run->share = NULL;
  release_share (&share);
  sett_free (threads, bytes);
}
