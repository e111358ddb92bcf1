/* What the reference (reference.c) takes for the meaning of operations on
   variables, plain and atomic, of loops that wait for their values, and of the
   heap.

   Values are those of sequential consistency, whatever the orders: these only
   decide what happens before what. */

#include "reference_state.h"

verdict memory_step (state *s, unsigned t, const operation *o) {
  thread *self = &s->threads[t];
  switch (o->code) {
  case OP_READ:
    access_cell (s, t, o->x, 0);
    see (self, s->plain[o->x]);
    return NEXT;
  case OP_WRITE:
    access_cell (s, t, o->x, 1);
    s->plain[o->x] = o->v;
    return NEXT;
  default: /* INCREMENT */
    access_cell (s, t, o->x, self->phase);
    if (!self->phase) {
      self->temporary = s->plain[o->x];
      return STAYS;
    }
    s->plain[o->x] = (uint8_t)(self->temporary + 1);
    self->temporary = 0;
    return NEXT;
  }
}

void load_atomic (state *s, unsigned t, unsigned a, unsigned o) {
  if (a == VOLATILE)
    access_cell (s, t, VOLATILE_CELL, 0);
  else
    load_order (s, t, s->of_atomic[a], o);
}

void update (state *s, unsigned t, unsigned a, uint8_t value) {
  load_order (s, t, s->of_atomic[a], ORDER_SEQ_CST);
  s->atomic[a] = value;
  store_order (s, t, s->of_atomic[a], ORDER_SEQ_CST, 1);
}

static verdict exchange (state *s, unsigned t, const operation *o) {
  static const order failures[] = {ORDER_SEQ_CST, ORDER_ACQUIRE, ORDER_ACQUIRE,
                                   ORDER_RELAXED, ORDER_RELAXED};
  const int equal = s->atomic[o->x] == o->w;
  clocks *of = &s->of_atomic[o->x];
  load_order (s, t, *of, equal ? o->order : failures[o->order]);
  if (equal) {
    s->atomic[o->x] = o->v;
    store_order (s, t, *of, o->order, 1);
  }
  see (&s->threads[t], (uint32_t)equal);
  return NEXT;
}

verdict atomic_step (state *s, unsigned t, const operation *o) {
  uint8_t *a = &s->atomic[o->x];
  clocks *of = &s->of_atomic[o->x];
  const unsigned how = o->order;
  switch (o->code) {
  case OP_LOAD:
    load_atomic (s, t, o->x, how);
    see (&s->threads[t], *a);
    return NEXT;
  case OP_STORE:
    *a = o->v;
    if (o->x == VOLATILE)
      access_cell (s, t, VOLATILE_CELL, 1);
    else
      store_order (s, t, *of, how, 0);
    return NEXT;
  case OP_FENCE:
    fence (s, t, o->order);
    return NEXT;
  case OP_WHEN:
    load_atomic (s, t, o->x, how);
    return *a == o->v ? NEXT : SKIPS;
  case OP_CAS:
    return exchange (s, t, o);
  case OP_BOTH:
    acquire (s, t, s->of_blocks);
    see (&s->threads[t], *a);
    update (s, t, o->x, (uint8_t)(*a + o->v));
    load_atomic (s, t, (o->x + 1u) % ATOMIC, ORDER_SEQ_CST);
    see (&s->threads[t], s->atomic[(o->x + 1u) % ATOMIC]);
    release (s, t, s->of_blocks, 0);
    return NEXT;
  default: /* ADD, SWAP */
    load_order (s, t, *of, how);
    see (&s->threads[t], *a);
    *a = (uint8_t)(o->code == OP_ADD ? *a + o->v : o->v);
    store_order (s, t, *of, how, 1);
    return NEXT;
  }
}

/*------------------------------------------------------------------------*/

int ends_loop (const state *s, const operation *o) {
  if (o->code == OP_AWAIT_LOCK)
    return 1; /* a blocked one is found otherwise */
  if (o->code == OP_AWAIT_BACK)
    return s->atomic[(o->x + 1) % ATOMIC] == o->w;
  return s->atomic[o->x] == o->v ||
         (o->code == OP_AWAIT_TWO && s->atomic[(o->x + 1) % ATOMIC] == o->w);
}

int can_poll (const state *s, unsigned t, unsigned m) {
  return !s->owner[m] ||
         (s->owner[m] == t + 1 && the_program->kind[m] != NORMAL);
}

/* Who goes round and releases something has another clock each time, without
   end.  This is enough for what is seen by programs of this size. */
enum { MOST_ROUNDS = 3 };

static verdict go_round (thread *self, int ends) {
  self->phase = 0;
  self->temporary = ends ? 0 : self->temporary + 1;
  return ends ? NEXT : AGAIN;
}

static verdict poll_step (state *s, unsigned t, const operation *o) {
  const unsigned m = o->w;
  if (!s->threads[t].phase) {
    if (!can_poll (s, t, m) ||
        (s->threads[t].temporary >= MOST_ROUNDS && s->plain[o->x] != o->v))
      return BLOCKED;
    if (!s->owner[m])
      take (s, t, m);
    else
      s->depth[m] += the_program->kind[m] == RECURSIVE;
    return STAYS;
  }
  access_cell (s, t, o->x, 0);
  const int equal = s->plain[o->x] == o->v;
  if (s->depth[m] > 1)
    s->depth[m]--;
  else
    give (s, t, m);
  return go_round (&s->threads[t], equal);
}

static verdict back_step (state *s, unsigned t, const operation *o) {
  thread *self = &s->threads[t];
  const unsigned next = (o->x + 1u) % ATOMIC;
  switch (self->phase) {
  case 0:
    if (self->temporary >= MOST_ROUNDS && s->atomic[next] != o->w)
      return BLOCKED;
    update (s, t, o->x, (uint8_t)(s->atomic[o->x] + o->v));
    return STAYS;
  case 1:
    load_atomic (s, t, next, ORDER_SEQ_CST);
    return s->atomic[next] == o->w ? go_round (self, 1) : STAYS;
  default:
    update (s, t, o->x, (uint8_t)(s->atomic[o->x] - o->v));
    return go_round (self, 0);
  }
}

static verdict exchange_step (state *s, unsigned t, const operation *o) {
  if (s->atomic[o->x] == o->v) {
    update (s, t, o->x, o->w);
    return NEXT;
  }
  load_order (s, t, s->of_atomic[o->x], ORDER_SEQ_CST);
  return AGAIN;
}

verdict busy_step (state *s, unsigned t, const operation *o) {
  thread *self = &s->threads[t];
  if (o->code == OP_AWAIT_CAS)
    return exchange_step (s, t, o);
  if (o->code == OP_AWAIT_BACK)
    return back_step (s, t, o);
  if (o->code == OP_AWAIT_POLL)
    return poll_step (s, t, o);
  if (o->code == OP_RETRY) {
    load_atomic (s, t, o->x, ORDER_SEQ_CST);
    const int equal = s->atomic[o->x] == o->v;
    if (!equal && self->phase < 1)
      return STAYS;
    see (self, self->phase + !equal);
    return NEXT;
  }
  const int second = o->code == OP_AWAIT_TWO && self->phase == 1;
  const unsigned a = second ? (o->x + 1u) % ATOMIC : o->x;
  load_atomic (s, t, a, ORDER_SEQ_CST);
  if (s->atomic[a] == (second ? o->w : o->v))
    return NEXT;
  if (o->code != OP_AWAIT_TWO || second)
    self->phase = 0;
  else
    self->phase = 1;
  return AGAIN;
}

static verdict use_block (state *s, unsigned t, unsigned b, int frees) {
  if (s->freed[b])
    return over ("use-after-free");
  access_cell (s, t, PLAIN + b, frees);
  if (frees)
    s->freed[b] = 1;
  else
    see (&s->threads[t], s->block[b]);
  return NEXT;
}

static unsigned new_block (state *s) {
  unsigned b = 0;
  while (s->made[b])
    b++;
  s->made[b] = 1;
  return b;
}

static verdict publish (state *s, unsigned t, const operation *o) {
  thread *self = &s->threads[t];
  if (!self->phase) {
    self->block = (uint8_t)new_block (s);
    access_cell (s, t, PLAIN + self->block, 1);
    s->block[self->block] = o->v;
    return STAYS;
  }
  s->pointer = self->block;
  store_order (s, t, s->of_pointer, ORDER_SEQ_CST, 0);
  return NEXT;
}

verdict heap_step (state *s, unsigned t, const operation *o) {
  thread *self = &s->threads[t];
  if (o->code == OP_PUBLISH)
    return publish (s, t, o);
  if (!self->phase) {
    self->block = s->pointer;
    load_order (s, t, s->of_pointer, ORDER_SEQ_CST);
    if (o->code == OP_CONSUME) {
      s->pointer = NONE;
      store_order (s, t, s->of_pointer, ORDER_SEQ_CST, 1);
    }
    if (self->block == NONE && o->code != OP_USE_ANYHOW)
      return NEXT;
    return STAYS;
  }
  if (self->block == NONE)
    return over ("crash");
  if (o->code == OP_CONSUME) {
    const verdict v = use_block (s, t, self->block, self->phase == 2);
    return v == NEXT && self->phase == 1 ? STAYS : v;
  }
  return use_block (s, t, self->block, o->code == OP_FREE);
}
