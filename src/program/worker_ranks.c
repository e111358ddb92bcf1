/* Workers on several machines: see worker_ranks.h. */

#include "program/worker_ranks.h"

#include "base/assert.h"
#include "base/memory.h"
#include "base/mutant.h"
#include "program/results.h"
#include "stateless/saved.h"

#include <string.h>

/* What messages begin with; or a word about divisions. */
typedef enum word { OVER = 0x5e77, ENDED, TOLD } word;

/* A piece of what is told: so much of it comes in others. */
typedef struct message {
  uint64_t word, left;
  unsigned char bytes[SETT_MESSAGE_BYTES - 2 * sizeof (uint64_t)];
} message;

static void take_piece (sett_worker_ranks *r, unsigned from, const message *m,
                        size_t size) {
  if (!r->told_by)
    r->told_by = sett_zalloc (r->transport->ranks, sizeof *r->told_by);
  sett_saved *told = &r->told_by[from];
  SETT_ASSERT (size >= offsetof (message, bytes));
  sett_saved_put (told, m->bytes, size - offsetof (message, bytes));
  if (m->left)
    return;
  if (m->word == TOLD)
    r->take (r->context, from, told);
  else
    sett_rank_divisions_hear (&r->divisions, from, (sett_division_word)m->word,
                              told);
  told->count = 0;
}

int sett_worker_ranks_hear (sett_worker_ranks *r) {
  static message m;
  unsigned from;
  size_t size;
  while (r->transport && (size = r->transport->receive (&m, &from))) {
    r->received++;
    r->heard |= m.word == OVER;
    r->ended += m.word == ENDED;
    if (m.word == TOLD || m.word >= SETT_DIVISION_STATE)
      take_piece (r, from, &m, size);
  }
  return r->heard;
}

static void send (sett_worker_ranks *r, unsigned to, const message *m,
                  size_t size) {
  r->sent++;
  while (!r->transport->send (to, m, size))
    sett_worker_ranks_hear (r);
}

static void send_to_all (sett_worker_ranks *r, word what) {
  const message m = {.word = what};
  for (unsigned to = 0; to < r->transport->ranks; to++)
    if (to != r->transport->rank)
      send (r, to, &m, offsetof (message, bytes));
}

void sett_worker_ranks_tell (sett_worker_ranks *r) {
  if (!r->transport || r->told)
    return;
  r->told = 1;
  send_to_all (r, OVER);
}

static void send_in_pieces (sett_worker_ranks *r, unsigned to, uint64_t what,
                            const sett_saved *bytes) {
  message m = {.word = what, .left = bytes->count};
  do {
    const size_t from = bytes->count - m.left;
    const size_t size = m.left < sizeof m.bytes ? m.left : sizeof m.bytes;
    if (size)
      memcpy (m.bytes, bytes->at + from, size);
    m.left -= size;
    send (r, to, &m, offsetof (message, bytes) + size);
  } while (m.left);
}

void sett_worker_ranks_send (sett_worker_ranks *r, const sett_saved *what) {
  SETT_ASSERT (r->transport && r->transport->rank);
  send_in_pieces (r, 0, TOLD, what);
}

/*------------------------------------------------------------------------*/
/* Eras. */

static void send_division (void *context, unsigned to, sett_division_word what,
                           const sett_saved *bytes) {
  send_in_pieces (context, to, what, bytes);
}

void sett_worker_ranks_begin (sett_worker_ranks *r, sett_pool *pool) {
  sett_rank_divisions *d = &r->divisions;
  if (!r->transport)
    return;
  d->rank = r->transport->rank;
  d->ranks = r->transport->ranks;
  d->send = send_division;
  d->sender = r;
  d->mutant = r->mutant;
  sett_rank_divisions_begin (d, pool);
}

void sett_worker_ranks_tend (sett_worker_ranks *r, int over) {
  sett_worker_ranks_hear (r);
  if (r->transport)
    sett_rank_divisions_tend (&r->divisions, over);
}

void sett_worker_ranks_say_end (sett_worker_ranks *r) {
  if (r->transport)
    send_to_all (r, ENDED);
}

int sett_worker_ranks_have_ended (sett_worker_ranks *r) {
  sett_worker_ranks_hear (r);
  return !r->transport || r->ended == r->transport->ranks - 1;
}

void sett_worker_ranks_release (sett_worker_ranks *r) {
  sett_rank_divisions_release (&r->divisions);
  for (unsigned i = 0; r->told_by && i < r->transport->ranks; i++)
    sett_saved_release (&r->told_by[i]);
  if (r->told_by)
    sett_free (r->told_by, r->transport->ranks * sizeof *r->told_by);
}

/* Until all that was told has been heard. */
static void calm_down (sett_worker_ranks *r) {
  SETT_ASSERT (r->transport);
  uint64_t counts[2];
  do {
    sett_worker_ranks_hear (r);
    counts[0] = r->sent;
    counts[1] = r->received;
    r->transport->sum (counts, 2, NULL, NULL);
  } while (counts[0] != counts[1]);
  r->told = r->heard = 0;
  r->ended = 0;
}

static void take_pool (const sett_worker_ranks *r, unsigned from,
                       sett_pool *pool) {
  const sett_transport *t = r->transport;
  t->broadcast (from, pool, offsetof (sett_pool, masks));
  t->broadcast (from, pool->masks,
                sett_pool_mask_end (pool) * sizeof *pool->masks);
  pool->first_part = t->rank;
  pool->stride = t->ranks;
  if (SETT_MUTANT (r->mutant) == SETT_RUN_MUTANT_LOST_PARTS)
    pool->stride++;
}

void sett_worker_ranks_share (const sett_worker_ranks *r, sett_pool *pool) {
  if (r->transport)
    take_pool (r, 0, pool);
}

/* The first rank that has taught; as many as there are: none. */
static unsigned find_teacher (const sett_transport *t, uint64_t taught) {
  unsigned teacher = t->ranks;
  for (unsigned rank = 0; rank < t->ranks; rank++) {
    uint64_t told = taught;
    t->broadcast (rank, &told, sizeof told);
    if (told && teacher == t->ranks)
      teacher = rank;
  }
  return teacher;
}

/* Have all that found parts found the same? */
static int agree (const sett_transport *t, uint64_t digest) {
  uint64_t first = 0;
  int same = 1;
  for (unsigned rank = 0; rank < t->ranks; rank++) {
    uint64_t told = digest;
    t->broadcast (rank, &told, sizeof told);
    same &= !told || !first || told == first;
    first = first ? first : told;
  }
  return same;
}

/* What the ranks have refuted in this era, in the order of ranks: everybody
   has the same list.  (If there is no more room, what is left out is refuted
   again, and then ends the division.) */
static void share_refutations (const sett_transport *t, sett_pool *pool) {
  sett_refutation own[SETT_MOST_REFUTATIONS], r;
  const uint32_t first = pool->extension_count;
  const uint32_t count = pool->refutation_count - first;
  memcpy (own, pool->refutations + first, count * sizeof *own);
  pool->refutation_count = first;
  for (unsigned rank = 0; rank < t->ranks; rank++) {
    uint64_t told = count;
    t->broadcast (rank, &told, sizeof told);
    for (uint64_t i = 0; i < told; i++) {
      r = rank == t->rank ? own[i] : (sett_refutation){0};
      t->broadcast (rank, &r, sizeof r);
      sett_pool_refute (pool, &r);
    }
  }
}

void sett_worker_ranks_settle (sett_worker_ranks *r, sett_era_end *end,
                               sett_pool *pool, uint64_t era) {
  const sett_transport *t = r->transport;
  const int taught = end->taught != 0;
  if (!t)
    return;
  calm_down (r);
  t->sum ((uint64_t *)end, sizeof *end / sizeof (uint64_t), NULL, NULL);
  const unsigned teacher = find_teacher (t, (uint64_t)taught);
  const int same = agree (t, pool->digest);
  if (teacher < t->ranks)
    take_pool (r, teacher, pool);
  else if (era && !same) {
    pool->alone = 1;
    pool->era = era + 1;
    end->taught = 1;
  } else if (end->refuted)
    share_refutations (t, pool);
}

/*------------------------------------------------------------------------*/
/* Results. */

void sett_worker_ranks_gather (const sett_transport *t, sett_results *r) {
  for (unsigned rank = 1; rank < t->ranks; rank++) {
    sett_saved bytes = {0};
    if (rank == t->rank)
      sett_results_pack (r, &bytes);
    uint64_t count = bytes.count;
    t->broadcast (rank, &count, sizeof count);
    if (rank != t->rank) {
      bytes.at = sett_alloc (count);
      bytes.count = bytes.room = count;
    }
    t->broadcast (rank, bytes.at, count);
    if (!t->rank)
      sett_results_unpack (r, &bytes);
    sett_saved_release (&bytes);
  }
}
