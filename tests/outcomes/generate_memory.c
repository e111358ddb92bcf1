/* Random statements on variables and on the heap (generate.c): plain and atomic
   accesses, loops that wait for a value, blocks that change hands, and chains
   of atomics of any order. */

#include "generate.h"

void add_plain (void) {
  static const code codes[] = {OP_READ, OP_WRITE, OP_INCREMENT};
  const unsigned first = chance (25) ? 2 : 0;
  emit_on (codes[below (3)], first + below ((unsigned)variables))->v =
      (uint8_t)(1 + below (2));
}

static unsigned some_order (code c) {
  static const order loads[] = {ORDER_SEQ_CST, ORDER_ACQUIRE, ORDER_RELAXED};
  static const order stores[] = {ORDER_SEQ_CST, ORDER_RELEASE, ORDER_RELAXED};
  if (!has[WEAK])
    return ORDER_SEQ_CST;
  if (c == OP_LOAD)
    return loads[below (3)];
  if (c == OP_STORE)
    return stores[below (3)];
  return below (ORDER_COUNT);
}

static unsigned some_atomic (void) {
  return (first_atomic + below ((unsigned)variables)) % ATOMIC;
}

void add_atomic (void) {
  static const code codes[] = {OP_LOAD, OP_LOAD, OP_STORE, OP_STORE,
                               OP_ADD,  OP_SWAP, OP_CAS};
  const unsigned a = some_atomic ();
  const code c = codes[below (a == VOLATILE ? 4 : 7)];
  if (a != VOLATILE && chance (8)) {
    emit_on (OP_BOTH, a)->v = (uint8_t)(1 + below (2));
    return;
  }
  if (has[WEAK] && chance (10)) {
    emit (OP_FENCE)->order = (uint8_t)below (4);
    return;
  }
  operation *o = emit_on (c, a);
  o->v = (uint8_t)(1 + below (2));
  o->w = (uint8_t)below (2);
  o->order = (uint8_t)some_order (c);
}

void add_access (void) {
  if (has[UNPROTECTED] && chance (50))
    add_plain ();
  else if (has[ATOMICS])
    add_atomic ();
  else if (chance (50))
    emit (OP_LOCAL);
  else
    add_atomic ();
}

/*------------------------------------------------------------------------*/

/* Loops that write, or lock. */
static void add_round (void) {
  operation *o;
  if (chance (50)) {
    o = emit_on (OP_AWAIT_CAS, some_atomic () % VOLATILE);
    o->v = (uint8_t)below (3);
    o->w = (uint8_t)below (3);
  } else {
    o = emit_on (OP_AWAIT_POLL, below ((unsigned)variables) % PLAIN);
    o->v = (uint8_t)below (3);
    o->w = (uint8_t)below (MUTEXES);
  }
}

void add_busy (void) {
  static const code codes[] = {OP_AWAIT, OP_AWAIT, OP_AWAIT_YIELD, OP_AWAIT_TWO,
                               OP_RETRY};
  const unsigned a = some_atomic ();
  if (chance (30)) {
    add_round ();
    return;
  }
  if (chance (50)) {
    operation *o = emit_on (OP_STORE, a);
    o->v = (uint8_t)(1 + below (2));
    return;
  }
  operation *o = emit_on (codes[below (5)], a);
  o->v = (uint8_t)(1 + below (2));
  o->w = (uint8_t)(1 + below (2));
}

void add_rounds (void) {
  const unsigned a = first_atomic % (VOLATILE - 1);
  operation *o;
  switch (below (8)) {
  case 0:
  case 1:
    o = emit_on (OP_AWAIT_BACK, a);
    o->v = 1;
    o->w = 1;
    break;
  case 2:
    o = emit_on (OP_AWAIT_POLL, 0);
    o->v = (uint8_t)below (2);
    break;
  case 3:
    emit_on (OP_LOCK, 0);
    emit_on (OP_WRITE, 0)->v = (uint8_t)below (2);
    emit_on (OP_UNLOCK, 0);
    break;
  case 4:
    o = chance (50) ? emit_on (OP_AWAIT, a) : emit_on (OP_AWAIT_CAS, a + 1);
    o->v = (uint8_t)below (2);
    o->w = (uint8_t)below (2);
    break;
  case 5:
    if (chance (50))
      emit_on (OP_STORE, a + 1)->v = (uint8_t)below (2);
    else
      emit_on (OP_ADD, a)->v = 1;
    break;
  case 6:
    emit_on (OP_STORE, a + 1)->v = 1;
    break;
  default:
    emit_on (OP_LOAD, a);
    break;
  }
}

void add_heap (void) {
  static const code codes[] = {OP_PUBLISH, OP_PUBLISH,    OP_USE,
                               OP_CONSUME, OP_USE_ANYHOW, OP_FREE};
  unsigned blocks = 0;
  for (unsigned t = 0; t < MOST_THREADS; t++)
    for (unsigned i = 0; i < made->length[t]; i++)
      blocks += made->code[t][i].code == OP_PUBLISH;
  unsigned pick = below (has[ERRORS] ? 6 : 4);
  if (pick < 2 && blocks == BLOCKS)
    pick = 2;
  emit (codes[pick])->v = (uint8_t)(1 + below (2));
}

/* The first thread gives, the others take. */
void add_handover (void) {
  const unsigned a = some_atomic ();
  const int gives = thread == 1;
  const int by_semaphore = has[SEMAPHORE] && (chance (60) || !has[ATOMICS]);
  operation *o;
  if (gives)
    emit_on (OP_WRITE, 1)->v = (uint8_t)(1 + below (2));
  if (by_semaphore)
    emit (gives ? OP_SEM_POST : OP_SEM_WAIT);
  else if (has[BARRIER])
    emit (OP_ARRIVE);
  else {
    const code c = gives ? (chance (70) || a == VOLATILE ? OP_STORE : OP_ADD)
                   : has[BUSY] ? OP_AWAIT
                               : OP_WHEN;
    o = emit_on (c, a);
    o->v = 1;
    o->order = (uint8_t)some_order (gives ? c : OP_LOAD);
    o->body = c == OP_WHEN;
  }
  if (!gives)
    emit_on (chance (70) ? OP_READ : OP_WRITE, 1)->v = 2;
}

/*------------------------------------------------------------------------*/
/* Variables that are in order, or not, by what atomics of any order and fences
   make of it: updates that change nothing, sequences of releases, fences before
   and after. */

static unsigned any_order (code c) {
  return chance (40) ? ORDER_RELAXED : some_order (c == OP_WHEN ? OP_LOAD : c);
}

static void maybe_fence (unsigned percent) {
  if (chance (percent))
    emit (OP_FENCE)->order = (uint8_t)below (4);
}

/* From w to v, if it cares. */
static void add_signpost (code c, unsigned a, unsigned w, unsigned v) {
  operation *o = emit_on (c, a);
  o->v = (uint8_t)(c == OP_ADD ? v - w : v);
  o->w = (uint8_t)w;
  o->order = (uint8_t)any_order (c);
}

static void add_guarded (unsigned a, unsigned v) {
  operation *o = emit_on (OP_WHEN, a);
  const unsigned first = made->length[thread];
  o->v = (uint8_t)v;
  o->order = (uint8_t)any_order (OP_WHEN);
  maybe_fence (40);
  if (thread == 2 && chance (30))
    add_signpost (OP_STORE, (a + 1) % VOLATILE, 0, 1);
  else
    emit_on (chance (80) ? OP_READ : OP_WRITE, 0)->v = 2;
  o->body = (uint8_t)(made->length[thread] - first);
}

/* The first one writes and gives a sign; the next one passes it on, or not, or
   covers it; the last one looks whether it may read. */
void add_chain (void) {
  static const code codes[] = {OP_STORE, OP_STORE, OP_ADD, OP_SWAP, OP_CAS};
  const unsigned a = first_atomic % VOLATILE;
  const unsigned last = made->threads - 1;
  if (thread == 1) {
    emit_on (OP_WRITE, 0)->v = 1;
    maybe_fence (40);
    add_signpost (codes[below (5)], a, 0, 1);
  } else if (thread < last && chance (70))
    add_signpost (codes[below (5)], a, 1, 1 + below (2));
  else if (chance (25)) {
    add_signpost (OP_ADD, a, 0, 0);
    maybe_fence (40);
    emit_on (OP_READ, 0);
  } else
    add_guarded (chance (80) ? a : (a + 1) % VOLATILE, 1 + below (2));
}

void add_traffic (void) {
  static const code codes[] = {OP_LOAD, OP_STORE, OP_STORE, OP_ADD,
                               OP_ADD,  OP_SWAP,  OP_CAS,   OP_CAS};
  const unsigned a = (first_atomic + below ((unsigned)variables)) % VOLATILE;
  switch (below (6)) {
  case 0:
    add_guarded (a, below (3));
    break;
  case 1:
    maybe_fence (100);
    break;
  case 2:
    if (thread == 1 || chance (30))
      emit_on (chance (50) ? OP_READ : OP_WRITE, 0)->v = 1;
    break;
  default:
    add_signpost (codes[below (8)], a, below (2), 1 + below (2));
    break;
  }
}
