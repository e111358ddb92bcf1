/* Breadth-first search by several processes, level by level.

   A state belongs to the rank of its hash, which alone stores and expands it.
   Each rank expands its states of the level; successors that belong to others
   go there in batches, each with where it was found: the parent's place in the
   sender's queue.  What arrives is stored, and queued for the next level if it
   is new.

   A level is over when all have expanded theirs and as many batches were
   received as were sent, by the sums over all ranks.  Nobody sends then, so
   that equal sums mean that none is on its way.  All decisions are made from
   such sums: every rank makes the same.

   So the states of a level are those of a search by one, whatever the number of
   ranks: by induction, since the successors of a state depend on nothing but
   the state.  (Reductions are `steady` here, and look at no stack.)  A level is
   finished even if something wrong is found: the numbers are the same for any
   number of ranks, and of what was found the least is reported, by an order
   that knows no ranks.

   A rank may have several threads (ranks_team.c), which share its store and its
   queue: a state is new to one of them, whoever finds it, and nothing above
   asks by which thread something is done.  What stands here is done by the
   first thread alone, while the others wait. */

#include "search/ranks_internal.h"

#include "base/assert.h"
#include "base/mutant.h"
#include "base/snapshot.h"
#include "base/watch.h"
#include "search/budget.h"
#include "search/combination.h"
#include "search/saved_run.h"
#include "search/search_mutant.h"
#include "search/ranks_cycles.h"
#include "search/search_order.h"

#include <signal.h>
#include <string.h>

static void visit_states (sett_worker *);

sett_ranks *sett_ranks_create (sett_run *run, const sett_transport *transport) {
  sett_ranks *r = sett_zalloc (1, sizeof *r);
  r->transport = transport;
  r->run = run;
  r->message = sett_alloc (SETT_MESSAGE_BYTES);
  r->virtual = transport->ranks == 1 ? sett_virtual_ranks_create () : NULL;
  r->search = (sett_ranks_level){.states = &r->states, .visit = visit_states};
  r->level = &r->search;
  sett_ranks_init_team (r);
  r->hands = sett_zalloc (run->workers_count, sizeof *r->hands);
  for (unsigned i = 0; i < run->workers_count; i++) {
    r->hands[i].batches =
        sett_zalloc (transport->ranks, sizeof *r->hands[i].batches);
    r->hands[i].met_lately.coarse =
        sett_ranks_mutant (r) == SETT_MUTANT_MET_BY_SIZE;
  }
  return r;
}

void sett_ranks_keep_states (sett_ranks *r, int in_store) {
  r->states.keep.in_store = in_store;
  for (unsigned i = 0; i < r->run->workers_count; i++)
    r->hands[i].found.keep.in_store = in_store;
}

void sett_ranks_destroy (sett_ranks *r) {
  if (!r)
    return;
  const unsigned workers = r->run->workers_count;
  for (unsigned i = 0; i < workers; i++)
    sett_ranks_release_hand (&r->hands[i], r->transport->ranks);
  sett_free (r->hands, workers * sizeof *r->hands);
  sett_ranks_release_team (r);
  sett_pile_release (&r->states.queue);
  sett_pile_release (&r->states.parents);
  sett_keep_release (&r->states.keep);
  SETT_RELEASE (r->search.returned);
  sett_free (r->message, SETT_MESSAGE_BYTES);
  SETT_RELEASE (r->noted);
  SETT_RELEASE (r->known);
  sett_virtual_ranks_destroy (r->virtual);
  sett_free (r, sizeof *r);
}

static int looks_for_cycles (const sett_search_options *o) {
  return o->explorer.claim && sett_claim_accepts_cycles (o->explorer.claim);
}

/* Two-phase delivers what depends on the state alone, too: it runs processes by
   their numbers, and compares states with those of the same phase, never with
   the store.  But it delivers states of the phase that are stored and not
   explored (only where the phase ends everything is).  If another way leads to
   one of these first it is explored: what a level is would depend on who comes
   first.  With selective caching nothing but the end of the phase of each
   successor is delivered, all of them are explored, and the induction above
   holds. */
const char *sett_search_refuses_ranks (const sett_search_options *o) {
  const sett_reduction_kind kind = o->explorer.reduction.kind;
  if (looks_for_cycles (o) && kind != SETT_REDUCE_NONE &&
      kind != SETT_REDUCE_AMPLE && kind != SETT_REDUCE_STUBBORN)
    return "an endless run can violate it, and across ranks cycles are looked "
           "for with --reduce none, ample or stubborn; leave --reduce out";
  if (!sett_reduction_has_levels (&o->explorer.reduction))
    return "--reduce twophase stores states that it does not explore, and "
           "which these are would depend on chance; add --cache selective";
  if (o->sleep || o->stateless)
    return "--sleep and --stateless search depth first; leave them out";
  if (o->check_store || o->record)
    return "--check-store and --unreached are for one machine; leave them out";
  return NULL;
}

/* ------------------------------------------------------------- messages --- */

int sett_ranks_receive (sett_ranks *r) {
  letter one = {.peer = 0};
  uint64_t kind;
  one.size = r->transport->receive (r->message, &one.peer);
  if (!one.size)
    return 0;
  r->received++;
  memcpy (&kind, r->message, sizeof kind);
  SETT_ASSERT (one.size >= sizeof kind && kind && kind <= SETT_RANKS_PAUSE);
  if (kind == SETT_RANKS_PAUSE)
    r->paused = 1;
  else if (kind == SETT_RANKS_STOP) {
    r->told = 1;
    sett_run_stop (r->run);
  } else {
    one.room = one.size;
    one.bytes = sett_alloc (one.room);
    memcpy (one.bytes, r->message, one.size);
    sett_ranks_put_into_inbox (r, &one);
  }
  return 1;
}

/* While too many messages are on their way, some are taken: nobody waits for
   ever. */
void sett_ranks_post (sett_ranks *r, unsigned to, const void *bytes,
                      size_t size) {
  r->sent++;
  r->sent_bytes += size;
  while (!r->transport->send (to, bytes, size))
    sett_ranks_receive (r);
}

static void tell_all (sett_ranks *r, uint64_t kind) {
  for (unsigned to = 0; to < r->transport->ranks; to++)
    if (to != r->transport->rank)
      sett_ranks_post (r, to, &kind, sizeof kind);
}

/* --------------------------------------------------------------- levels --- */

/* Who must stop tells the others at once. */
static void tell_if_stopping (sett_worker *w) {
  sett_ranks *r = w->run->ranks;
  if (!sett_run_stopping (w->run) || r->told)
    return;
  r->told = 1;
  tell_all (r, SETT_RANKS_STOP);
}

/* States of this rank; of helpers that work, as many as they have shown. */
static uint64_t count_states (const sett_worker *w) {
  uint64_t states = w->counts.states;
  for (unsigned i = 1; i < w->run->workers_count; i++)
    states += atomic_load_explicit (&w->run->workers[i]->shown[0],
                                    memory_order_relaxed);
  return states;
}

/* Tests: after so many states all die, behind a checkpoint. */
static int is_to_die (const sett_worker *w) {
  const sett_checkpointing *c = w->run->options->checkpointing;
  return c && SETT_MUTANT (c->kill_at) && count_states (w) >= c->kill_at;
}

static int is_due (sett_worker *w) {
  sett_ranks *r = w->run->ranks;
  return w->run->options->checkpointing && !r->cycles &&
         (r->paused || sett_checkpoint_is_due (w->run) || is_to_die (w));
}

/* Who is to save what it has done tells all: all do so at the same moment. */
int sett_ranks_is_paused (sett_worker *w) {
  sett_ranks *r = w->run->ranks;
  if (!is_due (w))
    return 0;
  if (!r->paused)
    tell_all (r, SETT_RANKS_PAUSE);
  r->paused = 1;
  return 1;
}

static void find_new (sett_worker *w) {
  for (unsigned member = 0; member < w->members; member++)
    for (size_t i = w->begins[member]; i < w->ends[member]; i++)
      if (w->entries.at[i].found == SETT_NEW)
        sett_ranks_find (w, &w->entries.at[i],
                         sett_ranks_place (w->run, w->position + member));
}

/* The states of a chunk, some together; behind it the first thread looks for
   messages. */
static void visit_states (sett_worker *w) {
  chunk *c = &sett_ranks_hand_of (w)->chunk;
  while (sett_ranks_goes_on (w)) {
    sett_worker_begin (w);
    w->position = c->first + c->done;
    while (w->members < SETT_GROUP && c->done + w->members < c->count &&
           !sett_run_stopping (w->run))
      sett_worker_expand (w, c->items[c->done + w->members]);
    sett_worker_commit (w);
    find_new (w);
    c->done += w->members;
  }
  if (!w->index)
    sett_ranks_communicate (w);
}

void sett_ranks_visit_level (sett_worker *w) {
  sett_ranks_open_level (w);
  sett_ranks_work (w);
  sett_ranks_close_level (w);
}

/* Until all that was sent has been received, and read. */
void sett_ranks_finish_level (sett_worker *w) {
  sett_ranks *r = w->run->ranks;
  tell_if_stopping (w);
  while (sett_ranks_mutant (r) != SETT_MUTANT_EARLY_END) {
    sett_ranks_work (w);
    uint64_t counts[2] = {r->sent, r->received};
    r->transport->sum (counts, 2, sett_ranks_attend, w);
    SETT_ASSERT (counts[1] <= counts[0]);
    if (counts[0] == counts[1]) {
      sett_ranks_work (w); /* what has arrived meanwhile */
      return;
    }
    sett_budget_look (w);
  }
}

/* Collective, when nothing is on its way: if anybody is to save what it has
   done, all do, in the midst of a level or at its end.  True: they did. */
static int save_if_due (sett_worker *w) {
  sett_ranks *r = w->run->ranks;
  uint64_t sums[] = {(uint64_t)is_due (w), (uint64_t)is_to_die (w)};
  if (!w->run->options->checkpointing)
    return 0;
  r->transport->sum (sums, 2, NULL, NULL);
  r->paused = 0;
  if (!sums[0])
    return 0;
  /* What a limit has cut is not saved. */
  uint64_t stopping =
      (uint64_t)(sett_run_stopping (w->run) || sett_watch_spent ());
  r->transport->sum (&stopping, 1, NULL, NULL);
  if (!stopping)
    sett_checkpoint_write (w->run);
  r->transport->sum (sums + 1, 1, NULL, NULL);
  if (sums[1])
    raise (SIGKILL);
  return 1;
}

/* What everybody must know after a level. */
enum { FOUND, WRONG, STOPPING, FAILED, TIME, MEMORY, PATIENCE, DEPTH, TOLD };

static void hit_if (sett_run *run, uint64_t ranks, unsigned limit) {
  if (ranks)
    sett_run_note (run, limit);
}

/* Nobody stops without a reason that all know: else a search that was cut would
   pass for one that is complete. */
static void stop_with_all (sett_run *run, const uint64_t *sums) {
  if (!sums[FAILED] && !sums[TIME] && !sums[MEMORY] && !sums[PATIENCE])
    sett_run_fail (run, "a rank stopped without a reason");
  sett_run_stop (run);
}

/* Adds up what all know; gives whether there is more to do.  What is wrong is
   settled when the level is over. */
static int agree (sett_worker *w, uint64_t found, int is_over) {
  sett_run *run = w->run;
  const unsigned hit = atomic_load (&run->limits_hit);
  uint64_t sums[TOLD] = {[FOUND] = found,
                         [WRONG] = run->ranks->noted.count,
                         [STOPPING] = (uint64_t)sett_run_stopping (run),
                         [FAILED] = (uint64_t)run->failed,
                         [TIME] = !!(hit & SETT_LIMIT_TIME),
                         [MEMORY] = !!(hit & SETT_LIMIT_MEMORY),
                         [PATIENCE] = !!(hit & SETT_LIMIT_INTERRUPT),
                         [DEPTH] = !!(hit & SETT_LIMIT_DEPTH)};
  run->ranks->transport->sum (sums, TOLD, NULL, NULL);
  hit_if (run, sums[TIME], SETT_LIMIT_TIME);
  hit_if (run, sums[MEMORY], SETT_LIMIT_MEMORY);
  hit_if (run, sums[PATIENCE], SETT_LIMIT_INTERRUPT);
  hit_if (run, sums[DEPTH], SETT_LIMIT_DEPTH);
  if (sums[FAILED])
    sett_run_fail (run, "another rank has failed");
  if (sums[STOPPING])
    stop_with_all (run, sums);
  if (sums[WRONG] && (is_over || sett_run_stopping (run)) &&
      !sett_ranks_settle (w))
    sett_run_fail (run, "the first rank has failed");
  return sums[FOUND] && !sett_run_stopping (run);
}

static void add_up (sett_worker *w) {
  sett_ranks *r = w->run->ranks;
  sett_store_stats store;
  sett_store_statistics (w->run->store, &store);
  for (unsigned i = 0; i < w->run->workers_count; i++) {
    r->totals[0] += w->run->workers[i]->counts.states;
    r->totals[1] += w->run->workers[i]->counts.transitions;
  }
  const uint64_t own = r->totals[0];
  r->totals[2] = store.bytes;
  r->totals[3] = r->sent;
  r->totals[4] = r->sent_bytes;
  r->transport->sum (r->totals, 5, NULL, NULL);
  r->fewest = UINT64_MAX;
  for (unsigned rank = 0; rank < r->transport->ranks; rank++) {
    uint64_t states = own;
    r->transport->broadcast (rank, &states, sizeof states);
    r->fewest = states < r->fewest ? states : r->fewest;
    r->most = states > r->most ? states : r->most;
  }
}

/* Tests: what an early end has left on its way would keep ranks from ending. */
static void drop_messages (sett_ranks *r) {
  uint64_t counts[2] = {0, 1};
  unsigned from;
  while (sett_ranks_mutant (r) == SETT_MUTANT_EARLY_END &&
         counts[0] != counts[1]) {
    while (r->transport->receive (r->message, &from))
      r->received++;
    counts[0] = r->sent;
    counts[1] = r->received;
    r->transport->sum (counts, 2, NULL, NULL);
  }
}

int sett_ranks_agree (sett_worker *w, uint64_t found) {
  return agree (w, found, 1);
}

/* All that was found is the next level, unless one that was begun goes on. */
static void begin_level (sett_worker *w, int goes_on) {
  sett_ranks *r = w->run->ranks;
  if (!goes_on)
    r->search.end = r->states.queue.count;
  for (unsigned i = 0; i < w->run->workers_count; i++)
    w->run->workers[i]->depth = w->depth;
  w->counts.depth = w->depth;
}

static void search_levels (sett_worker *w) {
  sett_ranks *r = w->run->ranks;
  int more = 1, begun = w->run->restored;
  while (more) {
    begin_level (w, begun);
    sett_ranks_visit_level (w);
    sett_ranks_finish_level (w);
    if (r->virtual)
      sett_virtual_ranks_level (r->virtual);
    begun = save_if_due (w);
    more = agree (w, begun ? 1 : r->states.queue.count - r->search.end, !begun);
    w->depth += !begun;
  }
}

void sett_ranks_first (sett_worker *w) {
  sett_ranks *r = w->run->ranks;
  if (!w->run->restored)
    r->first = w->run->result->violations.count;
  sett_ranks_start_team (w);
  search_levels (w);
  if (looks_for_cycles (w->run->options) && !sett_run_stopping (w->run))
    sett_ranks_find_cycles (w);
  add_up (w);
  sett_ranks_end_team (w);
  if (r->virtual)
    sett_virtual_ranks_tell (r->virtual);
  drop_messages (r);
}

void sett_ranks_statistics (sett_run *run, sett_statistics *s) {
  const uint64_t *totals = run->ranks->totals;
  s->states = totals[0];
  s->transitions = totals[1];
  s->store_bytes = totals[2];
  s->ranks = run->ranks->transport->ranks;
  s->threads = run->workers_count;
  s->fewest = run->ranks->fewest;
  s->most = run->ranks->most;
  s->messages = totals[3];
  s->message_bytes = totals[4];
  if (s->states)
    s->bytes_per_state = (double)s->store_bytes / (double)s->states;
}

/* The initial state belongs to somebody, too. */
int sett_ranks_start (sett_worker *w, const sett_entry *root) {
  sett_ranks *r = w->run->ranks;
  w->counts.states = 0;
  if (sett_ranks_owner (r, sett_ranks_hash (root)) != r->transport->rank)
    return 1;
  w->counts.states = 1;
  sett_ranks_find (w, root, NO_PARENT);
  sett_ranks_publish (w);
  return r->states.queue.count == 1;
}

/* Paths are built by all ranks together: nobody asks one alone. */
void sett_ranks_trail (const sett_worker *w, sett_trail *trail) {
  (void)w, (void)trail;
  SETT_ASSERT (0);
}

/* ---------------------------------------------------------- checkpoints --- */

static void save_remotes (sett_saver *saver, const sett_remote *at,
                          size_t count) {
  sett_save_number (saver, count);
  sett_save (saver, at, count * sizeof *at);
}

#define RESTORE_REMOTES(LOADER, V)                                             \
  do {                                                                         \
    for (uint64_t i_ = sett_load_count (LOADER, sizeof (sett_remote)); i_;     \
         i_--)                                                                 \
      sett_load (LOADER, SETT_PUSH_SLOT (V), sizeof (sett_remote));            \
  } while (0)

/* All wait: what nobody has taken, or somebody has given back, is to do. */
void sett_ranks_save (const sett_ranks *r, sett_saver *saver) {
  SETT_ASSERT (!r->team.inbox.count && !r->team.outbox.count && !r->cycles);
  sett_save_part (saver, "ranks   ");
  sett_save_number (saver, r->transport->rank);
  sett_save_number (saver, r->transport->ranks);
  sett_save_number (saver, r->first);
  save_remotes (saver, r->noted.at, r->noted.count);
  save_remotes (saver, r->known.at, r->known.count);
  sett_save_pile (saver, &r->states.queue);
  sett_save_pile (saver, &r->states.parents);
  sett_save_pile (saver, &r->states.keep.states);
  sett_save_number (saver, r->search.next);
  sett_save_number (saver, r->search.end);
  sett_save_number (saver, r->search.returned.count);
  sett_save (saver, r->search.returned.at,
             r->search.returned.count * sizeof (range));
}

static int restore_level (sett_ranks *r, sett_loader *loader) {
  if (!sett_restore_pile (loader, &r->states.queue) ||
      !sett_restore_pile (loader, &r->states.parents) ||
      !sett_restore_pile (loader, &r->states.keep.states))
    return 0;
  r->search.next = sett_load_number (loader);
  r->search.end = sett_load_number (loader);
  for (uint64_t i = sett_load_count (loader, sizeof (range)); i; i--) {
    range *rest = SETT_PUSH_SLOT (r->search.returned);
    sett_load (loader, rest, sizeof *rest);
    if (rest->end - rest->first > MOST_ITEMS || rest->end > r->search.next)
      sett_loader_fail (loader);
  }
  if (r->search.next > r->search.end || r->search.end > r->states.queue.count ||
      r->states.queue.count != r->states.parents.count)
    sett_loader_fail (loader);
  return 1;
}

int sett_ranks_restore (sett_ranks *r, sett_loader *loader) {
  sett_load_part (loader, "ranks   ");
  if (sett_load_number (loader) != r->transport->rank ||
      sett_load_number (loader) != r->transport->ranks)
    sett_loader_fail (loader);
  r->first = sett_load_number (loader);
  RESTORE_REMOTES (loader, r->noted);
  RESTORE_REMOTES (loader, r->known);
  return restore_level (r, loader);
}
