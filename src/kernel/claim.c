/* Claims: how they are built, and which runs they accept.

   A run is a lasso, so the claim reads it in finitely many pairs (state of
   the claim, position in the run), numbered state * count + position.  It
   accepts if a pair with a final state can be reached, or an accepting pair
   that lies on a cycle.  The cycles are found as nested search finds them:
   from the accepting pairs in the order in which a first search leaves them,
   no pair being visited twice by all the second searches together. */

#include "kernel/claim.h"

#include "base/assert.h"

uint32_t sett_claim_add_state (sett_claim *claim, int accepting) {
  SETT_ASSERT (claim->states.count < UINT32_MAX);
  *SETT_PUSH_SLOT (claim->states) = (sett_claim_state){.accepting = accepting};
  return (uint32_t)(claim->states.count - 1);
}

void sett_claim_add_edge (sett_claim *claim, uint32_t from, uint32_t to,
                          uint64_t with, uint64_t without) {
  SETT_ASSERT (from < claim->states.count && to < claim->states.count);
  const sett_claim_edge edge = {with, without, to};
  SETT_PUSH (claim->states.at[from].edges, edge);
}

void sett_claim_release (sett_claim *claim) {
  for (size_t i = 0; i < claim->states.count; i++)
    SETT_RELEASE (claim->states.at[i].edges);
  SETT_RELEASE (claim->states);
}

/* ------------------------------------------------------------ a lasso --- */

typedef struct frame {
  size_t pair;
  size_t edge; /* the next one to look at */
} frame;

typedef struct reader {
  const sett_claim *claim;
  const uint64_t *propositions;
  size_t count, cycle;
  unsigned char *seen; /* by pair: FIRST and SECOND search */
  SETT_VECTOR (frame) stack;
  SETT_VECTOR (size_t) left; /* pairs in the order the first search left them */
} reader;

enum { FIRST = 1, SECOND = 2 };

static const sett_claim_state *state_of (const reader *r, size_t pair) {
  return &r->claim->states.at[pair / r->count];
}

static int is_accepting (const reader *r, size_t pair) {
  return state_of (r, pair)->accepting ||
         (r->propositions[pair % r->count] & r->claim->accepting);
}

static void enter (reader *r, size_t pair, unsigned char search) {
  SETT_ASSERT (search == FIRST || search == SECOND);
  SETT_ASSERT_SLOW (pair < r->claim->states.count * r->count);
  r->seen[pair] |= search;
  const frame f = {pair, 0};
  SETT_PUSH (r->stack, f);
}

/* The next pair after the top of the stack; false when there is none left. */
static int next_pair (reader *r, size_t *next) {
  SETT_ASSERT (r->stack.count);
  frame *top = &r->stack.at[r->stack.count - 1];
  const sett_claim_state *state = state_of (r, top->pair);
  const size_t position = top->pair % r->count;
  SETT_ASSERT (position < r->count);
  const size_t after = position + 1 < r->count ? position + 1 : r->cycle;
  while (top->edge < state->edges.count) {
    const sett_claim_edge *edge = &state->edges.at[top->edge++];
    if (sett_claim_edge_holds (edge, r->propositions[position])) {
      *next = edge->target * r->count + after;
      return 1;
    }
  }
  return 0;
}

/* Is a final state reached?  Fills `left`. */
static int search_first (reader *r) {
  size_t next;
  for (enter (r, 0, FIRST); r->stack.count;) {
    if (next_pair (r, &next)) {
      if (!(r->seen[next] & FIRST))
        enter (r, next, FIRST);
      continue;
    }
    const size_t pair = SETT_POP (r->stack).pair;
    if (state_of (r, pair)->final)
      return 1;
    SETT_PUSH (r->left, pair);
  }
  return 0;
}

/* Does `seed` reach itself?  What earlier calls have seen does not. */
static int search_second (reader *r, size_t seed) {
  size_t next;
  for (enter (r, seed, SECOND); r->stack.count;)
    if (!next_pair (r, &next))
      r->stack.count--;
    else if (next == seed)
      return 1;
    else if (!(r->seen[next] & SECOND))
      enter (r, next, SECOND);
  return 0;
}

static int accepts (reader *r) {
  if (search_first (r))
    return 1;
  for (size_t i = 0; i < r->left.count; i++)
    if (is_accepting (r, r->left.at[i]) && search_second (r, r->left.at[i]))
      return 1;
  return 0;
}

int sett_claim_accepts (const sett_claim *claim, const uint64_t *propositions,
                        size_t count, size_t cycle) {
  SETT_ASSERT (cycle < count);
  const size_t pairs = claim->states.count * count;
  if (!pairs)
    return 0;
  reader r = {.claim = claim,
              .propositions = propositions,
              .count = count,
              .cycle = cycle,
              .seen = sett_zalloc (pairs, 1)};
  const int accepted = accepts (&r);
  sett_free (r.seen, pairs);
  SETT_ASSERT (r.left.count <= pairs);
  SETT_RELEASE (r.stack);
  SETT_RELEASE (r.left);
  return accepted;
}

int sett_claim_accepts_cycles (const sett_claim *claim) {
  for (size_t i = 0; i < claim->states.count; i++)
    if (claim->states.at[i].accepting && !claim->states.at[i].final)
      return 1;
  return claim->accepting != 0;
}
