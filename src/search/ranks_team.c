/* The threads of a rank, which share its store and the states of its level.

   The first thread is the one that MPI knows: it sends and receives, and
   searches as the others do, its *helpers*.  Each takes some states at a time,
   expands them, and gives what is new to the next level.  A helper's batches
   that are full go to the outbox, from where the first one sends them; what the
   first one receives goes to the inbox, from where anybody reads it.  That
   comes before the states of the level, since others may wait for room.

   Always true, under the lock: a helper that waits has nothing half done, and
   nothing in its batches.  So when all wait, and both boxes are empty, this
   rank has done its part of the level; nobody but the first can change that, by
   receiving.  Then it is alone: what it does until it gives them something to
   do again needs no lock.

   The first never waits for a helper while that waits for the first: it sends
   and receives whatever else it waits for.  A helper waits for room in the
   outbox only, and the first empties that between any two chunks of states. */

#include "search/ranks_internal.h"

#include "search/budget.h"
#include "search/parallel.h"
#include "search/search_mutant.h"

#define OUTBOX_MOST 16u /* batches that wait to be sent */
#define INBOX_MOST 4u   /* for each thread, that wait to be read */
#define SOON_NANOSECONDS 100000l
#define LOOK_EVERY 64u /* times that the first found nothing: the budget */

static sett_ranks_team *team_of (const sett_worker *w) {
  return &w->run->ranks->team;
}

void sett_ranks_init_team (sett_ranks *r) {
  sett_ranks_team *t = &r->team;
  pthread_condattr_t attributes;
  pthread_condattr_init (&attributes);
  pthread_condattr_setclock (&attributes, CLOCK_MONOTONIC);
  pthread_mutex_init (&t->lock, NULL);
  pthread_cond_init (&t->work, NULL);
  pthread_cond_init (&t->room, NULL);
  pthread_cond_init (&t->news, &attributes);
  pthread_condattr_destroy (&attributes);
  atomic_init (&t->open, 0);
}

#define RELEASE_LETTERS(BOX)                                                   \
  do {                                                                         \
    for (size_t i_ = 0; i_ < (BOX).count; i_++)                                \
      sett_free ((BOX).at[i_].bytes, (BOX).at[i_].room);                       \
    SETT_RELEASE (BOX);                                                        \
  } while (0)

void sett_ranks_release_team (sett_ranks *r) {
  sett_ranks_team *t = &r->team;
  SETT_ASSERT (!t->helpers);
  RELEASE_LETTERS (t->inbox);
  RELEASE_LETTERS (t->outbox);
  pthread_mutex_destroy (&t->lock);
  pthread_cond_destroy (&t->work);
  pthread_cond_destroy (&t->room);
  pthread_cond_destroy (&t->news);
}

/* ---------------------------------------------------------------- found --- */

static void exhaust (sett_worker *w) {
  sett_run_hit (w->run, SETT_LIMIT_MEMORY);
}

/* One thread alone gives nothing to others. */
static sett_ranks_states *found_by (const sett_worker *w) {
  return w->run->workers_count == 1 ? w->run->ranks->level->states
                                    : &sett_ranks_hand_of (w)->found;
}

void sett_ranks_find (sett_worker *w, const sett_entry *entry,
                      uint64_t parent) {
  sett_ranks_states *found = found_by (w);
  if (!sett_pile_fit (&found->queue, 1) ||
      !sett_pile_fit (&found->parents, 1) ||
      !sett_keep_fit (&found->keep, 1, entry->size)) {
    exhaust (w);
    return;
  }
  sett_pile_push (&found->queue, sett_keep_put (&found->keep, entry));
  sett_pile_push (&found->parents, parent);
  if (!w->run->ranks->virtual)
    return;
  pthread_mutex_lock (&team_of (w)->lock);
  sett_virtual_ranks_state (w->run->ranks->virtual, sett_ranks_hash (entry));
  pthread_mutex_unlock (&team_of (w)->lock);
}

void sett_ranks_find_word (sett_worker *w, uint64_t word) {
  sett_ranks_states *found = found_by (w);
  if (sett_pile_fit (&found->queue, 1))
    sett_pile_push (&found->queue, word);
  else
    exhaust (w);
}

/* Under the lock; false: memory is exhausted. */
static int append (sett_ranks_states *to, const sett_ranks_states *found) {
  if (!sett_pile_fit (&to->queue, found->queue.count) ||
      !sett_pile_fit (&to->parents, found->parents.count))
    return 0;
  for (size_t i = 0; i < found->queue.count; i++) {
    uint64_t handle;
    if (!sett_keep_pass (&found->keep, found->queue.at[i], &to->keep, &handle))
      return 0;
    sett_pile_push (&to->queue, handle);
    if (found->parents.count)
      sett_pile_push (&to->parents, found->parents.at[i]);
  }
  return 1;
}

void sett_ranks_publish (sett_worker *w) {
  sett_ranks_states *found = &sett_ranks_hand_of (w)->found;
  SETT_ASSERT (!found->parents.count ||
               found->parents.count == found->queue.count);
  if (!found->queue.count)
    return;
  pthread_mutex_lock (&team_of (w)->lock);
  const int fits = append (w->run->ranks->level->states, found);
  pthread_mutex_unlock (&team_of (w)->lock);
  if (!fits)
    exhaust (w);
  found->queue.count = found->parents.count = found->keep.states.count = 0;
}

/* --------------------------------------------------------------- taking --- */

/* Shares get smaller towards the end of a level, so that all end together. */
static size_t fair_share (const sett_worker *w, size_t left) {
  const unsigned workers = w->run->workers_count;
  const size_t share = workers > 1 ? left / (2 * (size_t)workers) : left;
  const size_t least = share < SETT_GROUP ? SETT_GROUP : share;
  const size_t wanted = least < MOST_ITEMS ? least : MOST_ITEMS;
  return wanted < left ? wanted : left;
}

/* What was given back comes first; an empty range: nothing is left. */
static range choose (const sett_worker *w, sett_ranks_level *level) {
  if (level->returned.count)
    return SETT_POP (level->returned);
  const size_t first = level->next;
  SETT_ASSERT (first <= level->end);
  level->next += fair_share (w, level->end - first);
  return (range){first, level->next};
}

static int is_open (const sett_worker *w) {
  return atomic_load_explicit (&team_of (w)->open, memory_order_relaxed) &&
         !sett_run_stopping (w->run);
}

int sett_ranks_goes_on (sett_worker *w) {
  const chunk *c = &sett_ranks_hand_of (w)->chunk;
  return c->done < c->count && is_open (w);
}

/* While the level is closed the first may change it without a lock. */
static int take_items (sett_worker *w) {
  if (!is_open (w))
    return 0;
  sett_ranks_level *level = w->run->ranks->level;
  chunk *c = &sett_ranks_hand_of (w)->chunk;
  const range mine = choose (w, level);
  c->first = mine.first;
  c->count = mine.end - mine.first;
  c->done = 0;
  SETT_ASSERT (c->count <= MOST_ITEMS);
  w->keep.states.count = 0;
  for (size_t i = 0; i < c->count; i++)
    if (!sett_keep_pass (&level->states->keep,
                         level->states->queue.at[mine.first + i], &w->keep,
                         &c->items[i])) {
      exhaust (w);
      c->count = i;
    }
  return c->count != 0;
}

/* Is there something for others, too? */
static int is_more (const sett_worker *w) {
  if (team_of (w)->inbox.count || !is_open (w))
    return team_of (w)->inbox.count != 0;
  const sett_ranks_level *level = w->run->ranks->level;
  return level->returned.count || level->next < level->end;
}

/* Under the lock; false: there is nothing to do. */
static int take (sett_worker *w) {
  sett_ranks_team *t = team_of (w);
  sett_ranks_hand *h = sett_ranks_hand_of (w);
  if (t->inbox.count)
    h->letter = SETT_POP (t->inbox);
  else if (!take_items (w))
    return 0;
  if (t->waiting && is_more (w))
    pthread_cond_signal (&t->work);
  return 1;
}

static int take_alone (sett_worker *w) {
  pthread_mutex_lock (&team_of (w)->lock);
  const int taken = take (w);
  pthread_mutex_unlock (&team_of (w)->lock);
  return taken;
}

/* What is left of a chunk when the level was closed. */
static void give_back (sett_worker *w) {
  chunk *c = &sett_ranks_hand_of (w)->chunk;
  SETT_ASSERT (c->done <= c->count);
  if (c->done < c->count) {
    const range rest = {c->first + c->done, c->first + c->count};
    pthread_mutex_lock (&team_of (w)->lock);
    SETT_PUSH (w->run->ranks->level->returned, rest);
    pthread_mutex_unlock (&team_of (w)->lock);
  }
  c->count = c->done = 0;
}

static void perform (sett_worker *w) {
  letter *one = &sett_ranks_hand_of (w)->letter;
  if (one->bytes) {
    sett_ranks_read (w, one);
    sett_free (one->bytes, one->room);
    one->bytes = NULL;
  } else {
    w->run->ranks->level->visit (w);
    give_back (w);
  }
  sett_ranks_publish (w);
}

/* -------------------------------------------------------------- helpers --- */

/* Tests: one that still works when all others have come to the end. */
static void be_late (sett_worker *w) {
  sett_ranks_team *t = team_of (w);
  if (sett_ranks_mutant (w->run->ranks) != SETT_MUTANT_LATE_HELPER)
    return;
  pthread_mutex_lock (&t->lock);
  while (!t->over)
    pthread_cond_wait (&t->work, &t->lock);
  pthread_mutex_unlock (&t->lock);
}

static void *help (void *worker) {
  sett_worker *w = worker;
  sett_ranks_team *t = team_of (w);
  pthread_mutex_lock (&t->lock);
  while (!t->over) {
    if (!take (w)) {
      pthread_cond_wait (&t->work, &t->lock);
      continue;
    }
    t->waiting--;
    pthread_mutex_unlock (&t->lock);
    be_late (w);
    do
      perform (w);
    while (take_alone (w));
    sett_ranks_flush (w);
    sett_worker_show_counts (w);
    pthread_mutex_lock (&t->lock);
    t->waiting++;
    SETT_ASSERT (t->waiting <= t->helpers);
    pthread_cond_signal (&t->news);
  }
  pthread_mutex_unlock (&t->lock);
  return NULL;
}

/* One that could not be had: all ranks end. */
void sett_ranks_start_team (sett_worker *w) {
  sett_ranks_team *t = team_of (w);
  const unsigned wanted = w->run->workers_count - 1;
  SETT_ASSERT (!w->index && !t->helpers);
  t->threads = sett_zalloc (wanted, sizeof *t->threads);
  pthread_mutex_lock (&t->lock);
  t->helpers = sett_parallel_start (w->run, 1, t->threads, help);
  t->waiting = t->helpers;
  pthread_mutex_unlock (&t->lock);
  if (t->helpers < wanted)
    sett_run_fail (w->run, "cannot start %u threads", wanted + 1);
}

void sett_ranks_end_team (sett_worker *w) {
  sett_ranks_team *t = team_of (w);
  pthread_mutex_lock (&t->lock);
  t->over = 1;
  pthread_cond_broadcast (&t->work);
  pthread_cond_broadcast (&t->room);
  pthread_mutex_unlock (&t->lock);
  for (unsigned i = 0; i < t->helpers; i++)
    pthread_join (t->threads[i], NULL);
  t->helpers = t->waiting = 0;
  sett_free (t->threads, (w->run->workers_count - 1) * sizeof *t->threads);
}

void sett_ranks_hand_over (sett_worker *w, const letter *one) {
  sett_ranks_team *t = team_of (w);
  SETT_ASSERT (w->index && one->size <= one->room);
  pthread_mutex_lock (&t->lock);
  while (t->outbox.count >= OUTBOX_MOST && !t->over)
    pthread_cond_wait (&t->room, &t->lock);
  SETT_PUSH (t->outbox, *one);
  pthread_cond_signal (&t->news);
  pthread_mutex_unlock (&t->lock);
}

/* ------------------------------------------------------------ the first --- */

void sett_ranks_put_into_inbox (sett_ranks *r, const letter *one) {
  pthread_mutex_lock (&r->team.lock);
  SETT_PUSH (r->team.inbox, *one);
  if (r->team.waiting)
    pthread_cond_signal (&r->team.work);
  pthread_mutex_unlock (&r->team.lock);
}

static int take_from_outbox (sett_ranks_team *t, letter *one) {
  pthread_mutex_lock (&t->lock);
  const int there = t->outbox.count != 0;
  if (there)
    *one = SETT_POP (t->outbox);
  pthread_cond_signal (&t->room);
  pthread_mutex_unlock (&t->lock);
  return there;
}

static int is_forgotten (sett_ranks *r) {
  const int forgets =
      sett_ranks_mutant (r) == SETT_MUTANT_FORGOTTEN_BATCH && !r->mutilated;
  r->mutilated |= forgets;
  return forgets;
}

static void send_outbox (sett_ranks *r) {
  letter one;
  while (r->team.helpers && take_from_outbox (&r->team, &one)) {
    if (!is_forgotten (r))
      sett_ranks_post (r, one.peer, one.bytes, one.size);
    sett_free (one.bytes, one.room);
  }
}

/* Whoever has not read what is there takes no more. */
static int has_room (sett_ranks *r) {
  pthread_mutex_lock (&r->team.lock);
  const int room = r->team.inbox.count < INBOX_MOST * (1 + r->team.helpers);
  pthread_mutex_unlock (&r->team.lock);
  return room;
}

void sett_ranks_communicate (sett_worker *w) {
  sett_ranks *r = w->run->ranks;
  SETT_ASSERT (!w->index);
  send_outbox (r);
  while (has_room (r) && sett_ranks_receive (r))
    ;
  if (atomic_load_explicit (&r->team.open, memory_order_relaxed) &&
      sett_ranks_is_paused (w))
    sett_ranks_close_level (w);
}

void sett_ranks_attend (void *worker) {
  sett_worker *w = worker;
  sett_ranks_communicate (w);
  while (take_alone (w))
    perform (w);
}

void sett_ranks_open_level (sett_worker *w) {
  sett_ranks_team *t = team_of (w);
  pthread_mutex_lock (&t->lock);
  SETT_ASSERT (t->waiting == t->helpers ||
               sett_ranks_mutant (w->run->ranks) == SETT_MUTANT_LATE_HELPER);
  atomic_store (&t->open, 1);
  pthread_mutex_unlock (&t->lock);
}

void sett_ranks_close_level (sett_worker *w) {
  atomic_store (&team_of (w)->open, 0);
}

/* Under the lock: nobody does anything, and nothing is to be done. */
static int is_quiet (const sett_worker *w) {
  const sett_ranks_team *t = team_of (w);
  if (sett_ranks_mutant (w->run->ranks) == SETT_MUTANT_LATE_HELPER)
    return !is_more (w);
  return t->waiting == t->helpers && !t->outbox.count && !is_more (w);
}

/* Helpers tell when there is news; for messages the first has to look, at first
   soon, then about every millisecond.  True: it is quiet. */
static int wait_for_news (sett_worker *w, unsigned tries) {
  sett_ranks_team *t = team_of (w);
  const struct timespec until =
      sett_parallel_from_now (SOON_NANOSECONDS << (tries < 3 ? tries : 3));
  pthread_mutex_lock (&t->lock);
  const int quiet = is_quiet (w);
  if (!quiet && !t->outbox.count && !is_more (w))
    pthread_cond_timedwait (&t->news, &t->lock, &until);
  pthread_mutex_unlock (&t->lock);
  return quiet;
}

void sett_ranks_work (sett_worker *w) {
  for (unsigned tries = 0;; tries++) {
    sett_ranks_attend (w);
    sett_ranks_flush (w);
    if (wait_for_news (w, tries))
      return;
    if (tries % LOOK_EVERY == LOOK_EVERY - 1)
      sett_budget_look (w);
  }
}
