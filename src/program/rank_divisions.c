/* Parts of a search where ranks share it: see rank_divisions.h. */

#include "program/rank_divisions.h"

#include "base/assert.h"
#include "base/memory.h"
#include "base/mutant.h"
#include "stateless/saved.h"

enum { PATIENCE = 10 }; /* calls of `tend', until a turn is given back */

#define NOTHING UINT64_MAX /* was told in this era */

static void send_word (sett_rank_divisions *d, unsigned to,
                       sett_division_word word, const void *bytes,
                       size_t size) {
  sett_saved b = {0};
  sett_saved_put (&b, bytes, size);
  d->send (d->sender, to, word, &b);
  sett_saved_release (&b);
}

static void drop_offer (sett_rank_divisions *d) {
  if (!d->offer)
    return;
  sett_saved_release (d->offer);
  sett_free (d->offer, sizeof *d->offer);
  d->offer = NULL;
}

void sett_rank_divisions_begin (sett_rank_divisions *d, sett_pool *pool) {
  drop_offer (d);
  d->pool = pool;
  d->has_turn = d->is_given = 0;
  d->heard = 0;
  d->told = (sett_rank_state){.heard = NOTHING};
  if (!d->states && !d->rank) {
    d->states = sett_zalloc (d->ranks, sizeof *d->states);
    d->sent = sett_zalloc (d->ranks, sizeof *d->sent);
  }
  for (unsigned i = 0; d->states && i < d->ranks; i++) {
    d->states[i] = d->told;
    d->sent[i] = 0;
  }
}

void sett_rank_divisions_release (sett_rank_divisions *d) {
  drop_offer (d);
  if (d->states) {
    sett_free (d->states, d->ranks * sizeof *d->states);
    sett_free (d->sent, d->ranks * sizeof *d->sent);
  }
  d->states = NULL;
}

/*------------------------------------------------------------------------*/
/* The one who has the turn. */

/* Of so many things, the number of binary digits: it does not change often. */
static uint64_t measure (uint64_t count) {
  return count ? 64 - (uint64_t)__builtin_clzll (count) : 0;
}

/* In this order: who waits has said so after the last part was taken. */
static sett_rank_state state_of (const sett_rank_divisions *d, int over) {
  const sett_pool *pool = d->pool;
  const uint64_t parts = sett_pool_count_parts (pool);
  const uint32_t idle = __atomic_load_n (&pool->idle, __ATOMIC_SEQ_CST);
  const uint32_t present = __atomic_load_n (&pool->present, __ATOMIC_SEQ_CST);
  const int ended = over || !present;
  return (sett_rank_state){.waits = !ended && !parts && idle,
                           .rests = ended || (!parts && idle >= present),
                           .parts = ended ? 0 : measure (parts),
                           .heard = d->heard};
}

static void take_turn (sett_rank_divisions *d) {
  SETT_ASSERT (d->pool->dividing && !d->pool->offered);
  d->has_turn = 1;
  d->waited = 0;
}

/* To the first rank, which keeps it until it is told. */
static void note_offer (sett_rank_divisions *d, const sett_saved *offer,
                        int is_handed) {
  SETT_ASSERT (!d->rank && !d->offer && d->is_given);
  d->offer = sett_zalloc (1, sizeof *d->offer);
  sett_saved_put (d->offer, offer->at, offer->count);
  d->is_handed = is_handed;
}

static void end_turn (sett_rank_divisions *d, sett_division_word word,
                      const sett_saved *b) {
  d->has_turn = 0;
  if (d->rank)
    d->send (d->sender, 0, word, b);
  else if (word == SETT_DIVISION_BACK)
    d->is_given = 0;
  else
    note_offer (d, b, word == SETT_DIVISION_HANDED);
}

static void offer_division (sett_rank_divisions *d) {
  sett_pool *pool = d->pool;
  const sett_division *v = &pool->offer;
  sett_saved b = {0};
  SETT_ASSERT (v->first_mask + v->mask_count <= SETT_MOST_MASKS);
  sett_saved_put (&b, v, sizeof *v);
  sett_saved_put (&b, pool->masks + v->first_mask,
                  v->mask_count * sizeof *pool->masks);
  pool->offered = 0;
  end_turn (d, SETT_DIVISION_OFFER, &b);
  sett_saved_release (&b);
}

/* Half of what nobody has taken. */
static void hand_over (sett_rank_divisions *d) {
  uint64_t left = (sett_pool_count_parts (d->pool) + 1) / 2, part;
  sett_saved b = {0};
  if (left > SETT_MOST_GIVEN)
    left = SETT_MOST_GIVEN;
  for (; left && (part = sett_pool_take (d->pool)) != SETT_NO_PART; left--)
    sett_saved_put_number (&b, part);
  end_turn (d, b.count ? SETT_DIVISION_HANDED : SETT_DIVISION_BACK, &b);
  sett_saved_release (&b);
}

/* Whoever divides has the lock: then the turn is not given back, unless he has
   left. */
static void mind_turn (sett_rank_divisions *d, int over) {
  sett_pool *pool = d->pool;
  const sett_saved nothing = {0};
  const sett_rank_state state = state_of (d, over);
  const int first = !d->waited++;
  if (__atomic_load_n (&pool->offered, __ATOMIC_ACQUIRE))
    offer_division (d);
  else if (first && state.parts)
    hand_over (d);
  else if (first && !state.rests)
    __atomic_store_n (&pool->dividing, 0, __ATOMIC_RELEASE);
  else if (state.rests ||
           (d->waited > PATIENCE &&
            !__atomic_exchange_n (&pool->dividing, 1, __ATOMIC_ACQUIRE))) {
    pool->dividing = 1;
    end_turn (d, SETT_DIVISION_BACK, &nothing);
  }
}

/*------------------------------------------------------------------------*/
/* All of them. */

static void tell_state (sett_rank_divisions *d, int over) {
  const sett_rank_state state = state_of (d, over);
  if (!memcmp (&state, &d->told, sizeof state))
    return;
  d->told = state;
  send_word (d, 0, SETT_DIVISION_STATE, &state, sizeof state);
}

/* One more, as the first rank has numbered it. */
static void add_division (sett_rank_divisions *d, sett_saved *b) {
  sett_pool *pool = d->pool;
  sett_division v;
  b->from = 0;
  sett_saved_get (b, &v, sizeof v);
  SETT_ASSERT (v.first_mask == sett_pool_mask_end (pool));
  sett_saved_get (b, pool->masks + v.first_mask,
                  v.mask_count * sizeof *pool->masks);
  SETT_ASSERT (!b->failed && b->from == b->count);
  if (SETT_MUTANT (d->mutant) == SETT_RUN_MUTANT_DIVIDED_UNHEARD && d->rank)
    v.part_count = 0;
  sett_pool_add_division (pool, &v);
}

/* It had none when it said that it waits, and gets none but these. */
static void add_parts (sett_rank_divisions *d, const sett_saved *b) {
  SETT_ASSERT (b->count <= SETT_MOST_GIVEN * sizeof (uint64_t));
  if (SETT_MUTANT (d->mutant) == SETT_RUN_MUTANT_HANDED_LOST)
    return;
  sett_pool_give (d->pool, (const uint64_t *)(const void *)b->at,
                  b->count / sizeof (uint64_t));
}

/*------------------------------------------------------------------------*/
/* The first rank. */

/* What a rank said before it heard the last that it was told may not be so any
   more. */
static int is_fresh (const sett_rank_divisions *d, unsigned rank) {
  const uint64_t heard = d->states[rank].heard;
  return heard == (rank ? d->sent[rank] : d->heard) ||
         (SETT_MUTANT (d->mutant) == SETT_RUN_MUTANT_CLOSED_EARLY &&
          heard != NOTHING);
}

static int is_busy (const sett_rank_divisions *d, unsigned rank) {
  return is_fresh (d, rank) && !d->states[rank].rests;
}

static int is_waiting (const sett_rank_divisions *d, unsigned rank) {
  return is_fresh (d, rank) && d->states[rank].waits;
}

/* The next one behind `last`, or none: as many as there are. */
static unsigned find_next (const sett_rank_divisions *d, unsigned last,
                           int (*is_so) (const sett_rank_divisions *,
                                         unsigned)) {
  unsigned next = 1;
  while (next <= d->ranks && !is_so (d, (last + next) % d->ranks))
    next++;
  return next > d->ranks ? d->ranks : (last + next) % d->ranks;
}

static int all_rest (const sett_rank_divisions *d) {
  int all = 1;
  for (unsigned i = 0; i < d->ranks; i++)
    all &= is_fresh (d, i) && d->states[i].rests;
  return all;
}

static void tell_division (sett_rank_divisions *d) {
  for (unsigned to = 1; to < d->ranks; to++) {
    d->sent[to]++;
    d->send (d->sender, to, SETT_DIVISION_DIVIDED, d->offer);
  }
  add_division (d, d->offer);
}

/* False: nobody waits any more, and it has parts itself. */
static int tell_handed (sett_rank_divisions *d) {
  const unsigned to = find_next (d, d->waiting, is_waiting);
  if (to == d->ranks)
    return 0;
  d->waiting = to;
  if (!to) {
    add_parts (d, d->offer);
    return 1;
  }
  d->sent[to]++;
  d->send (d->sender, to, SETT_DIVISION_GIVEN, d->offer);
  return 1;
}

/* What was offered, or handed over, and only then is the turn over. */
static void tell_offer (sett_rank_divisions *d) {
  if (!d->is_handed)
    tell_division (d);
  else if (!tell_handed (d))
    return;
  drop_offer (d);
  d->is_given = 0;
}

static void close_all (sett_rank_divisions *d) {
  const sett_saved nothing = {0};
  for (unsigned to = 1; to < d->ranks; to++)
    d->send (d->sender, to, SETT_DIVISION_CLOSED, &nothing);
  d->pool->closed = 1;
}

/* To who has the most parts, or, if nobody has any, to the next who is busy. */
static void give_turn (sett_rank_divisions *d) {
  unsigned to = find_next (d, d->turn, is_busy);
  if (to == d->ranks)
    return;
  for (unsigned i = 0; i < d->ranks; i++)
    if (is_busy (d, i) && d->states[i].parts > d->states[to].parts)
      to = i;
  if (!d->states[to].parts && !sett_pool_has_room (d->pool))
    return;
  d->turn = to;
  d->is_given = 1;
  if (to)
    send_word (d, to, SETT_DIVISION_TURN, NULL, 0);
  else
    take_turn (d);
}

static void lead (sett_rank_divisions *d, int over) {
  d->states[0] = state_of (d, over);
  if (d->offer)
    tell_offer (d);
  d->states[0] = state_of (d, over);
  if (d->is_given)
    return;
  if (all_rest (d))
    close_all (d);
  else if (find_next (d, 0, is_waiting) < d->ranks)
    give_turn (d);
}

/*------------------------------------------------------------------------*/

void sett_rank_divisions_hear (sett_rank_divisions *d, unsigned from,
                               sett_division_word word, sett_saved *b) {
  if (!d->pool)
    return;
  SETT_ASSERT (d->rank ? !from : d->turn == from || word < SETT_DIVISION_TURN);
  switch (word) {
  case SETT_DIVISION_STATE:
    b->from = 0;
    sett_saved_get (b, &d->states[from], sizeof *d->states);
    return;
  case SETT_DIVISION_TURN:
    take_turn (d);
    return;
  case SETT_DIVISION_HANDED:
  case SETT_DIVISION_OFFER:
    note_offer (d, b, word == SETT_DIVISION_HANDED);
    return;
  case SETT_DIVISION_BACK:
    d->is_given = 0;
    return;
  case SETT_DIVISION_GIVEN:
    d->heard++;
    add_parts (d, b);
    return;
  case SETT_DIVISION_DIVIDED:
    d->heard++;
    add_division (d, b);
    return;
  case SETT_DIVISION_CLOSED:
    d->pool->closed = 1;
    return;
  }
}

void sett_rank_divisions_tend (sett_rank_divisions *d, int over) {
  if (!d->pool || d->pool->closed)
    return;
  if (d->has_turn)
    mind_turn (d, over);
  if (d->rank)
    tell_state (d, over);
  else
    lead (d, over);
}
