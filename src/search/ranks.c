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

   A batch is a word with its kind and records, each

       parent (48 bits) | words of the state (16 bits)
       one bit for each word that differs from the record before, in bytes
       the words that differ

   where the first record, and one of another size, is compared with zeros.
   A state that was met lately is neither sent nor looked up (met_lately.h). */

#include "search/ranks_internal.h"

#include "base/assert.h"
#include "base/hash.h"
#include "base/mutant.h"
#include "base/snapshot.h"
#include "base/watch.h"
#include "search/budget.h"
#include "search/combination.h"
#include "search/saved_run.h"
#include "search/search_mutant.h"
#include "search/ranks_batch.h"
#include "search/ranks_cycles.h"
#include "search/search_order.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

_Static_assert(SETT_BATCH_BYTES + 8 + MOST_WORDS + 8 * MOST_WORDS <=
                   SETT_MESSAGE_BYTES,
               "the longest state fits behind a batch that is not sent yet");

enum { BATCH = 1, STOP = 2, PAUSE = 3 }; /* kinds of messages */

static unsigned mutant_of (const sett_ranks *r) {
  return SETT_MUTANT (r->run->options->explorer.reduction.mutant);
}

sett_ranks *sett_ranks_create (sett_run *run, const sett_transport *transport) {
  sett_ranks *r = sett_zalloc (1, sizeof *r);
  r->transport = transport;
  r->run = run;
  r->batches = sett_zalloc (transport->ranks, sizeof *r->batches);
  r->message = sett_alloc (SETT_MESSAGE_BYTES);
  r->virtual = transport->ranks == 1 ? sett_virtual_ranks_create () : NULL;
  r->met_lately.coarse = mutant_of (r) == SETT_MUTANT_MET_BY_SIZE;
  return r;
}

void sett_ranks_destroy (sett_ranks *r) {
  if (!r)
    return;
  sett_free (r->batches, r->transport->ranks * sizeof *r->batches);
  sett_free (r->message, SETT_MESSAGE_BYTES);
  SETT_RELEASE (r->noted);
  SETT_RELEASE (r->known);
  for (size_t i = 0; i < r->inbox.count; i++)
    sett_free (r->inbox.at[i].bytes, r->inbox.at[i].size);
  SETT_RELEASE (r->inbox);
  sett_met_lately_release (&r->met_lately);
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
  if (o->workers > 1)
    return "a rank searches with one thread; leave -j out and start more ranks";
  if (o->check_store || o->record)
    return "--check-store and --unreached are for one machine; leave them out";
  return NULL;
}

static uint64_t hash_of (const sett_entry *entry) {
  return XXH3_64bits (entry->state, entry->size);
}

static unsigned owner_of (const sett_ranks *r, uint64_t hash) {
  if (mutant_of (r) == SETT_MUTANT_WRONG_OWNER && hash >> 60 == 3)
    hash += r->transport->rank << 31;
  return sett_batch_owner (hash, r->transport->ranks);
}

/* ------------------------------------------------------------- arrivals --- */

static int enqueue (sett_worker *w, const sett_entry *entry, uint64_t parent) {
  if (w->run->ranks->virtual)
    sett_virtual_ranks_state (w->run->ranks->virtual, hash_of (entry));
  if (!sett_pile_fit (&w->queue, 1) || !sett_pile_fit (&w->parents, 1) ||
      !sett_keep_fit (&w->keep, 1, entry->size))
    return 0;
  sett_pile_push (&w->queue, sett_keep_put (&w->keep, entry));
  sett_pile_push (&w->parents, parent);
  return 1;
}

/* Reads a record into `before`, which has the last one; gives the parent. */
static uint64_t decode (previous *before, const unsigned char **at) {
  uint64_t head;
  memcpy (&head, *at, sizeof head);
  const uint32_t words = (uint32_t)(head >> INDEX_BITS);
  const unsigned char *mask = *at + sizeof head;
  const unsigned char *values = mask + (words + 7) / 8;
  SETT_ASSERT (words <= MOST_WORDS);
  if (before->words != words)
    memset (before->word, 0, words * sizeof *before->word);
  before->words = words;
  for (uint32_t i = 0; i < words; i++)
    if (mask[i / 8] >> i % 8 & 1) {
      memcpy (&before->word[i], values, sizeof *before->word);
      values += sizeof *before->word;
    }
  *at = values;
  return head & INDEX_MASK;
}

/* States that arrive together, and the last of those before: most of it is the
   same, and the store need not hash that again. */
static void arrive (sett_worker *w, arrivals *a) {
  if (!a->count)
    return;
  const int knows = w->keep.in_store && a->parent_size;
  sett_store_add (w->run->store, w->index, knows ? a->parent : NULL,
                  knows ? a->parent_size : 0, knows ? a->parent_ref : 0,
                  a->entries, a->count);
  for (unsigned i = 0; i < a->count; i++) {
    const sett_entry *entry = &a->entries[i];
    sett_ranks_cycles *cycles = w->run->ranks->cycles;
    if (cycles && entry->found != SETT_FULL) {
      sett_ranks_cycles_edge (w, cycles, entry->ref, a->parents[i]);
      continue;
    }
    if (entry->found == SETT_SEEN)
      continue;
    w->counts.states += entry->found == SETT_NEW;
    if (entry->found == SETT_FULL || !enqueue (w, entry, a->parents[i]))
      sett_run_hit (w->run, SETT_LIMIT_MEMORY);
  }
  const sett_entry *last = &a->entries[a->count - 1];
  a->parent_size = last->found == SETT_FULL ? 0 : last->size;
  a->parent_ref = last->ref;
  memcpy (a->parent, last->state, a->parent_size);
  a->count = 0;
  a->used = 0;
}

static void read_batch (sett_worker *w, unsigned from, size_t size) {
  sett_ranks *r = w->run->ranks;
  arrivals *a = &r->arrived;
  const unsigned char *at = r->message + sizeof (uint64_t);
  const unsigned char *end = r->message + size;
  r->before.words = 0;
  while (at < end) {
    a->parents[a->count] = sett_ranks_place_of (from, decode (&r->before, &at));
    const uint32_t bytes = r->before.words * 8;
    unsigned char *state = a->states + a->used;
    memcpy (state, r->before.word, bytes);
    a->entries[a->count++] = (sett_entry){.state = state, .size = bytes};
    a->used += bytes;
    if (a->count == TOGETHER || a->used > ARRIVAL_BYTES)
      arrive (w, a);
  }
  arrive (w, a);
  SETT_ASSERT (at == end);
}

static void read_message (sett_worker *w, unsigned from, size_t size) {
  sett_ranks *r = w->run->ranks;
  uint64_t kind;
  memcpy (&kind, r->message, sizeof kind);
  SETT_ASSERT (size >= sizeof kind && kind >= BATCH && kind <= PAUSE);
  if (kind == BATCH)
    read_batch (w, from, size);
  else if (kind == PAUSE)
    r->paused = 1;
  else {
    r->told = 1;
    sett_run_stop (w->run);
  }
}

/* Takes a message, but leaves it unread; false: none is there. */
static int put_aside (sett_ranks *r) {
  letter one = {.from = 0};
  one.size = r->transport->receive (r->message, &one.from);
  if (!one.size)
    return 0;
  r->received++;
  one.bytes = sett_alloc (one.size);
  memcpy (one.bytes, r->message, one.size);
  SETT_PUSH (r->inbox, one);
  return 1;
}

static void read_inbox (sett_worker *w) {
  sett_ranks *r = w->run->ranks;
  for (size_t i = 0; i < r->inbox.count; i++) {
    const letter one = r->inbox.at[i];
    memcpy (r->message, one.bytes, one.size);
    sett_free (one.bytes, one.size);
    read_message (w, one.from, one.size);
  }
  r->inbox.count = 0;
}

/* Not while successors are being looked up: what arrives goes to the store. */
static void take_messages (void *worker) {
  sett_worker *w = worker;
  sett_ranks *r = w->run->ranks;
  unsigned from = 0;
  size_t size;
  read_inbox (w);
  while ((size = r->transport->receive (r->message, &from))) {
    r->received++;
    read_message (w, from, size);
  }
}

/* -------------------------------------------------------------- sending --- */

/* While too many messages are on their way, some are taken: nobody waits for
   ever. */
static void post (sett_ranks *r, unsigned to, const void *bytes, size_t size) {
  r->sent++;
  r->sent_bytes += size;
  while (!r->transport->send (to, bytes, size))
    put_aside (r);
}

static void flush (sett_worker *w, unsigned to) {
  sett_ranks *r = w->run->ranks;
  batch *b = &r->batches[to];
  const int lost =
      mutant_of (r) == SETT_MUTANT_LOST_BATCH && !r->mutilated && r->sent > 2;
  if (!b->used)
    return;
  r->mutilated |= lost;
  if (!lost)
    post (r, to, b->bytes, b->used);
  b->used = 0;
  b->before.words = 0;
}

static void encode (batch *b, const sett_entry *entry, uint64_t parent) {
  const uint32_t words = entry->size / 8;
  const uint64_t head = (uint64_t)words << INDEX_BITS | parent;
  unsigned char *mask = b->bytes + b->used + sizeof head;
  unsigned char *values = mask + (words + 7) / 8;
  memcpy (b->bytes + b->used, &head, sizeof head);
  memset (mask, 0, (words + 7) / 8);
  if (b->before.words != words)
    memset (b->before.word, 0, words * sizeof *b->before.word);
  b->before.words = words;
  for (uint32_t i = 0; i < words; i++) {
    uint64_t word;
    memcpy (&word, entry->state + 8 * (size_t)i, sizeof word);
    if (word == b->before.word[i])
      continue;
    mask[i / 8] = (unsigned char)(mask[i / 8] | 1u << i % 8);
    memcpy (values, &word, sizeof word);
    values += sizeof word;
    b->before.word[i] = word;
  }
  b->used = (size_t)(values - b->bytes);
  SETT_ASSERT (b->used <= sizeof b->bytes);
}

static void send_away (sett_worker *w, unsigned to, const sett_entry *entry,
                       uint64_t parent) {
  batch *b = &w->run->ranks->batches[to];
  if (b->used + sett_batch_most_bytes (entry->size / 8) > sizeof b->bytes)
    flush (w, to);
  if (!b->used) {
    const uint64_t kind = BATCH;
    memcpy (b->bytes, &kind, sizeof kind);
    b->used = sizeof kind;
  }
  encode (b, entry, parent);
  if (b->used >= SETT_BATCH_BYTES)
    flush (w, to);
}

/* Whom a state belongs to has it from the first time on, and would only look it
   up in vain (or memory was full, and the search is bounded); all that another
   edge tells is that there is one, which counts where cycles are looked for. */
static int was_met (sett_ranks *r, uint64_t hash, const sett_entry *entry) {
  return !r->cycles &&
         sett_met_lately_meet (&r->met_lately, hash, entry->state, entry->size);
}

static void count_steps (sett_worker *w, size_t first) {
  const uint64_t parent = XXH3_64bits (w->state, w->size);
  for (size_t i = first; i < w->entries.count; i++)
    sett_virtual_ranks_step (w->run->ranks->virtual, parent, &w->entries.at[i],
                             hash_of (&w->entries.at[i]));
}

void sett_ranks_route (sett_worker *w, size_t first) {
  sett_ranks *r = w->run->ranks;
  size_t kept = first;
  if (r->virtual)
    count_steps (w, first);
  for (size_t i = first; i < w->entries.count; i++) {
    const sett_entry *entry = &w->entries.at[i];
    const uint64_t hash = hash_of (entry);
    const unsigned owner = owner_of (r, hash);
    SETT_ASSERT (owner < r->transport->ranks);
    if (was_met (r, hash, entry)) {
      w->counts.transitions++;
      continue;
    }
    if (owner == r->transport->rank) {
      w->entries.at[kept++] = *entry;
      continue;
    }
    w->counts.transitions++;
    send_away (w, owner, entry, w->position + w->members);
  }
  w->entries.count = kept;
}

/* --------------------------------------------------------------- levels --- */

static void tell_all (sett_ranks *r, uint64_t kind) {
  for (unsigned to = 0; to < r->transport->ranks; to++)
    if (to != r->transport->rank)
      post (r, to, &kind, sizeof kind);
}

/* Who must stop tells the others at once. */
static void tell_if_stopping (sett_worker *w) {
  sett_ranks *r = w->run->ranks;
  if (!sett_run_stopping (w->run) || r->told)
    return;
  r->told = 1;
  tell_all (r, STOP);
}

/* Tests: after so many states all die, behind a checkpoint. */
static int is_to_die (const sett_worker *w) {
  const sett_checkpointing *c = w->run->options->checkpointing;
  return c && SETT_MUTANT (c->kill_at) && w->counts.states >= c->kill_at;
}

/* So does who is to save what it has done: all do so at the same moment. */
static int is_paused (sett_worker *w) {
  sett_ranks *r = w->run->ranks;
  if (!w->run->options->checkpointing || r->cycles)
    return 0;
  if (!r->paused && (sett_checkpoint_is_due (w->run) || is_to_die (w))) {
    r->paused = 1;
    tell_all (r, PAUSE);
  }
  return r->paused;
}

static void enqueue_new (sett_worker *w) {
  const unsigned rank = w->run->ranks->transport->rank;
  for (unsigned member = 0; member < w->members; member++)
    for (size_t i = w->begins[member]; i < w->ends[member]; i++)
      if (w->entries.at[i].found == SETT_NEW &&
          !enqueue (w, &w->entries.at[i],
                    sett_ranks_place_of (rank, w->position + member)))
        sett_run_hit (w->run, SETT_LIMIT_MEMORY);
}

static void visit_level (sett_worker *w) {
  while (w->position < w->level_end && !sett_run_stopping (w->run) &&
         !is_paused (w)) {
    sett_worker_begin (w);
    while (w->members < SETT_GROUP && w->position + w->members < w->level_end &&
           !sett_run_stopping (w->run))
      sett_worker_expand (w, w->queue.at[w->position + w->members]);
    sett_worker_commit (w);
    enqueue_new (w);
    w->position += w->members;
    take_messages (w);
  }
}

/* Until all that was sent has been received. */
void sett_ranks_finish_level (sett_worker *w) {
  sett_ranks *r = w->run->ranks;
  tell_if_stopping (w);
  for (unsigned to = 0; to < r->transport->ranks; to++)
    flush (w, to);
  while (mutant_of (r) != SETT_MUTANT_EARLY_END) {
    take_messages (w);
    uint64_t counts[2] = {r->sent, r->received};
    r->transport->sum (counts, 2, take_messages, w);
    SETT_ASSERT (counts[1] <= counts[0]);
    if (counts[0] == counts[1])
      return;
    sett_budget_look (w);
  }
}

/* Collective, when nothing is on its way: if anybody is to save what it has
   done, all do, in the midst of a level or at its end.  True: they did. */
static int save_if_due (sett_worker *w) {
  sett_ranks *r = w->run->ranks;
  uint64_t sums[] = {(uint64_t)is_paused (w), (uint64_t)is_to_die (w)};
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
  r->totals[0] = w->counts.states;
  r->totals[1] = w->counts.transitions;
  r->totals[2] = store.bytes;
  r->totals[3] = r->sent;
  r->totals[4] = r->sent_bytes;
  r->transport->sum (r->totals, 5, NULL, NULL);
  r->fewest = UINT64_MAX;
  for (unsigned rank = 0; rank < r->transport->ranks; rank++) {
    uint64_t states = w->counts.states;
    r->transport->broadcast (rank, &states, sizeof states);
    r->fewest = states < r->fewest ? states : r->fewest;
    r->most = states > r->most ? states : r->most;
  }
}

/* Tests: what an early end has left on its way would keep ranks from ending. */
static void drop_messages (sett_ranks *r) {
  uint64_t counts[2] = {0, 1};
  unsigned from;
  while (mutant_of (r) == SETT_MUTANT_EARLY_END && counts[0] != counts[1]) {
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

/* A level that was begun before a checkpoint goes on. */
void sett_ranks_first (sett_worker *w) {
  int more = 1, begun = w->run->restored;
  if (!begun)
    w->run->ranks->first = w->run->result->violations.count;
  while (more) {
    if (!begun)
      w->level_end = w->queue.count;
    w->counts.depth = w->depth;
    visit_level (w);
    sett_ranks_finish_level (w);
    if (w->run->ranks->virtual)
      sett_virtual_ranks_level (w->run->ranks->virtual);
    begun = save_if_due (w);
    more = agree (w, begun ? 1 : w->queue.count - w->level_end, !begun);
    w->depth += !begun;
  }
  if (looks_for_cycles (w->run->options) && !sett_run_stopping (w->run))
    sett_ranks_find_cycles (w);
  add_up (w);
  if (w->run->ranks->virtual)
    sett_virtual_ranks_tell (w->run->ranks->virtual);
  drop_messages (w->run->ranks);
}

void sett_ranks_statistics (sett_run *run, sett_statistics *s) {
  const uint64_t *totals = run->ranks->totals;
  s->states = totals[0];
  s->transitions = totals[1];
  s->store_bytes = totals[2];
  s->ranks = run->ranks->transport->ranks;
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
  if (owner_of (r, hash_of (root)) == r->transport->rank)
    return enqueue (w, root, NO_PARENT);
  w->counts.states = 0;
  return 1;
}

/* Paths are built by all ranks together: nobody asks one alone. */
void sett_ranks_trail (const sett_worker *w, sett_trail *trail) {
  (void)w, (void)trail;
  SETT_ASSERT (0);
}

void sett_ranks_take (sett_worker *w) {
  take_messages (w);
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

void sett_ranks_save (const sett_ranks *r, sett_saver *saver) {
  SETT_ASSERT (!r->inbox.count && !r->cycles);
  sett_save_part (saver, "ranks   ");
  sett_save_number (saver, r->transport->rank);
  sett_save_number (saver, r->transport->ranks);
  sett_save_number (saver, r->first);
  save_remotes (saver, r->noted.at, r->noted.count);
  save_remotes (saver, r->known.at, r->known.count);
}

void sett_ranks_restore (sett_ranks *r, sett_loader *loader) {
  sett_load_part (loader, "ranks   ");
  if (sett_load_number (loader) != r->transport->rank ||
      sett_load_number (loader) != r->transport->ranks)
    sett_loader_fail (loader);
  r->first = sett_load_number (loader);
  RESTORE_REMOTES (loader, r->noted);
  RESTORE_REMOTES (loader, r->known);
}
