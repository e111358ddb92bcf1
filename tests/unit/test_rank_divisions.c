/* Who hands parts over, and who divides one, of several ranks, and when is
   nothing left (program/rank_divisions.h): ranks with workers that do nothing
   but take parts, work on them, divide them and wait, and supervisors whose
   messages take any time, by chance.  What there is to be done is done once;
   all know the same divisions; all come to an end.  Three mistakes are noticed.
 */

#include "base/hash.h"
#include "program/rank_divisions.h"
#include "stateless/saved.h"
#include "volume.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum {
  SYSTEMS = 600,
  MOST_RANKS = 4,
  MOST_TEAM = 3,
  PARTS = 12,
  MOST_DIVIDED = 6,
  MOST_STEPS = 4000000
};

typedef struct letter {
  struct letter *next;
  sett_division_word word;
  sett_saved bytes;
} letter;

typedef enum doing { LOOKS, WORKS, DIVIDES, WAITS, GONE } doing;

typedef struct worker {
  doing doing;
  uint64_t part, done; /* the one at hand, and what of it is */
} worker;

typedef struct rank {
  struct world *world;
  unsigned number;
  sett_pool *pool;
  sett_rank_divisions divisions;
  worker workers[MOST_TEAM];
} rank;

typedef struct world {
  uint64_t chance;
  unsigned ranks, team;
  rank rank[MOST_RANKS];
  letter *mail[MOST_RANKS][MOST_RANKS]; /* from, to */
  uint64_t whole[PARTS];                /* the work in each */
  uint64_t divided[SETT_MOST_DIVISIONS][MOST_DIVIDED];
  uint64_t offered[MOST_DIVIDED]; /* of who has the turn */
  uint64_t all, done;
  int leaves; /* workers may leave before all is done */
} world;

static uint64_t draw (world *w, uint64_t below) {
  w->chance += 0x9e3779b97f4a7c15u;
  return sett_mix64 (w->chance) % below;
}

/*------------------------------------------------------------------------*/
/* Messages. */

static void post (void *sender, unsigned to, sett_division_word word,
                  const sett_saved *bytes) {
  const rank *from = sender;
  letter **last = &from->world->mail[from->number][to];
  while (*last)
    last = &(*last)->next;
  *last = calloc (1, sizeof **last);
  (*last)->word = word;
  sett_saved_put (&(*last)->bytes, bytes->at, bytes->count);
}

static void deliver (world *w, unsigned from, unsigned to) {
  letter *l = w->mail[from][to];
  if (!l)
    return;
  w->mail[from][to] = l->next;
  sett_rank_divisions_hear (&w->rank[to].divisions, from, l->word, &l->bytes);
  sett_saved_release (&l->bytes);
  free (l);
}

/*------------------------------------------------------------------------*/
/* Workers. */

static uint64_t work_in (const world *w, uint64_t part) {
  const uint64_t division = part >> SETT_PART_BITS;
  return division
             ? w->divided[division - 1][part & ((1u << SETT_PART_BITS) - 1)]
             : w->whole[part];
}

static void take_part (rank *r, worker *k) {
  sett_pool *pool = r->pool;
  k->part = sett_pool_take (pool);
  k->done = 0;
  k->doing = k->part == SETT_NO_PART ? WAITS : WORKS;
  if (k->doing == WAITS)
    pool->idle++;
}

/* Into parts of any size, with decisions of any number. */
static void divide (rank *r, worker *k) {
  world *w = r->world;
  sett_pool *pool = r->pool;
  uint64_t left = work_in (w, k->part);
  sett_division v = {.part = k->part,
                     .first_mask = sett_pool_mask_end (pool),
                     .mask_count = (uint32_t)draw (w, 4)};
  for (uint32_t i = 0; i < v.mask_count; i++)
    pool->masks[v.first_mask + i] =
        sett_threads_of ((unsigned)draw (w, SETT_USUAL_THREADS));
  while (left && v.part_count < MOST_DIVIDED) {
    const int last = v.part_count == MOST_DIVIDED - 1;
    const uint64_t some = last ? left : 1 + draw (w, left);
    w->offered[v.part_count++] = some;
    left -= some;
  }
  sett_pool_divide (pool, &v);
  k->doing = LOOKS;
}

static void work (rank *r, worker *k) {
  world *w = r->world;
  sett_pool *pool = r->pool;
  k->done += 1 + draw (w, 4);
  if (k->done >= work_in (w, k->part)) {
    w->done += work_in (w, k->part);
    k->doing = LOOKS;
  } else if (!pool->dividing && k->done > 6 && sett_pool_may_divide (pool))
    k->doing = DIVIDES;
}

static void leave (rank *r, worker *k) {
  r->pool->idle -= k->doing == WAITS;
  r->pool->present--;
  k->doing = GONE;
}

static void act (rank *r, worker *k) {
  world *w = r->world;
  sett_pool *pool = r->pool;
  if (w->leaves && k->doing != GONE && !draw (w, 300))
    leave (r, k);
  else if (k->doing == LOOKS)
    take_part (r, k);
  else if (k->doing == WORKS)
    work (r, k);
  else if (k->doing == DIVIDES && !draw (w, 20)) {
    k->doing = WORKS; /* it cannot be */
    __atomic_store_n (&pool->dividing, 0, __ATOMIC_RELEASE);
  } else if (k->doing == DIVIDES && !draw (w, 3))
    divide (r, k);
  else if (k->doing == WAITS && pool->closed)
    leave (r, k);
  else if (k->doing == WAITS && sett_pool_has_parts (pool)) {
    pool->idle--;
    k->doing = LOOKS;
  }
}

/*------------------------------------------------------------------------*/
/* All together. */

static uint64_t size_by_chance (world *w) {
  return draw (w, 5) ? draw (w, 20) : draw (w, 3000);
}

static void begin (world *w, uint64_t seed, int mutant) {
  *w = (world){.chance = seed * 1000003};
  w->ranks = 1 + (unsigned)draw (w, MOST_RANKS);
  w->team = 1 + (unsigned)draw (w, MOST_TEAM);
  w->leaves = !draw (w, 4);
  for (unsigned i = 0; i < PARTS; i++)
    w->all += w->whole[i] = size_by_chance (w);
  for (unsigned i = 0; i < w->ranks; i++) {
    rank *r = &w->rank[i];
    *r = (rank){.world = w, .number = i, .pool = calloc (1, sizeof *r->pool)};
    r->pool->first_part = i;
    r->pool->stride = w->ranks;
    r->pool->part_count = PARTS;
    sett_pool_count_present (r->pool, w->team, w->ranks * w->team);
    r->divisions = (sett_rank_divisions){.rank = i,
                                         .ranks = w->ranks,
                                         .send = post,
                                         .sender = r,
                                         .mutant = mutant};
    sett_rank_divisions_begin (&r->divisions, r->pool);
  }
}

/* What the first rank tells all next is what was offered last. */
static void tend (world *w, rank *r) {
  const uint32_t before = w->rank[0].pool->division_count;
  sett_rank_divisions_tend (&r->divisions, !r->pool->present);
  if (w->rank[0].pool->division_count != before)
    memcpy (w->divided[before], w->offered, sizeof w->offered);
}

static int is_over (const world *w) {
  int over = 1;
  for (unsigned i = 0; i < w->ranks; i++)
    over &= !w->rank[i].pool->present && w->rank[i].pool->closed;
  return over;
}

static int run (world *w) {
  unsigned steps = 0;
  for (; steps < MOST_STEPS && !is_over (w); steps++) {
    rank *r = &w->rank[draw (w, w->ranks)];
    const uint64_t what = draw (w, 8);
    if (!what)
      tend (w, r);
    else if (what < 3)
      deliver (w, (unsigned)draw (w, w->ranks), r->number);
    else
      act (r, &r->workers[draw (w, w->team)]);
  }
  return steps < MOST_STEPS;
}

/* Do all know the same? */
static int agree (const world *w) {
  const sett_pool *first = w->rank[0].pool;
  int same = 1;
  for (unsigned i = 1; i < w->ranks; i++) {
    const sett_pool *pool = w->rank[i].pool;
    same &= pool->division_count == first->division_count &&
            !memcmp (pool->divisions, first->divisions,
                     first->division_count * sizeof *first->divisions) &&
            !memcmp (pool->masks, first->masks,
                     sett_pool_mask_end (first) * sizeof *first->masks);
  }
  return same;
}

static void end (world *w) {
  for (unsigned i = 0; i < w->ranks; i++)
    for (unsigned k = 0; k < w->ranks; k++)
      while (w->mail[i][k]) {
        letter *l = w->mail[i][k];
        w->mail[i][k] = l->next;
        sett_saved_release (&l->bytes);
        free (l);
      }
  for (unsigned i = 0; i < w->ranks; i++) {
    sett_rank_divisions_release (&w->rank[i].divisions);
    free (w->rank[i].pool);
  }
}

/* Does it go right?  Whoever leaves leaves his part undone. */
static int is_right (uint64_t seed, int mutant, uint64_t *divided) {
  static world w;
  begin (&w, seed, mutant);
  const int ended = run (&w);
  const int right = ended && agree (&w) && (w.leaves || w.done == w.all);
  *divided += w.rank[0].pool->division_count;
  end (&w);
  return right;
}

static void test_ranks_divide (void **state) {
  uint64_t divided = 0;
  (void)state;
  for (unsigned i = 0; i < volume (SYSTEMS); i++)
    if (!is_right (i, 0, &divided))
      fail_msg ("system %u", i);
  assert_true (divided > volume (SYSTEMS)); /* it was about something */
}

static int is_noticed (int mutant) {
  uint64_t divided = 0;
  for (unsigned i = 0; i < SYSTEMS; i++)
    if (!is_right (i, mutant, &divided))
      return 1;
  return 0;
}

static void test_mistakes_are_noticed (void **state) {
  (void)state;
#ifdef SETT_MUTANTS
  assert_true (is_noticed (SETT_RUN_MUTANT_DIVIDED_UNHEARD));
  assert_true (is_noticed (SETT_RUN_MUTANT_HANDED_LOST));
  assert_true (is_noticed (SETT_RUN_MUTANT_CLOSED_EARLY));
#else
  (void)is_noticed;
#endif
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_ranks_divide),
      cmocka_unit_test (test_mistakes_are_noticed),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
