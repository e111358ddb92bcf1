/* Makes small random programs in C++.  What is asked of them, so that they have
   a meaning:
   - threads that nobody waits for use nothing that ends with main;
   - the program is ended by one thread at a time: one that others wait for;
   - nobody locks a mutex that is not recursive, or a shared one, twice. */

#include "program.h"

#include <string.h>

static uint64_t chance;
static program *p;

static unsigned any (unsigned below) {
  chance = chance * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(chance >> 33) % below;
}

/* Where a statement stands. */
typedef struct place {
  uint8_t thread; /* its number */
  uint8_t depth;  /* of blocks */
  uint8_t joined; /* somebody waits for its end, and for that of who does */
  uint8_t token;  /* it is a jthread's */
  uint8_t held;   /* mutexes: bits; MUTEXES: the shared one */
  uint8_t quiet;  /* no threads, and nothing that may wait for long */
  uint8_t failure, object, promise; /* there are */
  uint8_t effect;                   /* nothing is seen, nothing thrown */
  uint8_t protected;
  uint8_t stopper; /* a jthread that it may stop */
  uint8_t handler; /* something was caught */
  uint8_t late;    /* it is a thread of its own: results when it ends */
} place;

/* What a program is about. */
enum {
  ON_ATOMICS,
  ON_LOCKS,
  ON_SHARED_LOCKS,
  ON_CONDITIONS,
  ON_ONCE,
  ON_STATICS,
  ON_TLS,
  ON_SEMAPHORES,
  ON_LATCHES,
  ON_STOPS,
  ON_THROWS,
  ON_FAILURES,
  ON_OBJECTS,
  ON_PROMISES,
  ON_ASYNCS,
  ON_ENDS,
  ON_WAITS,
  TOPICS
};

static uint8_t topics[4], topic_count;
static unsigned ends, slow, arrivals, barriers, deferred;

static int about (unsigned topic) {
  for (unsigned i = 0; i < topic_count; i++)
    if (topics[i] == topic)
      return 1;
  return 0;
}

static uint8_t make (kind k, unsigned x, unsigned v, unsigned w) {
  if (p->count + 1 >= MOST_NODES)
    return 0;
  p->at[++p->count] =
      (node){(uint8_t)k, (uint8_t)x, (uint8_t)v, (uint8_t)w, 0, 0, 0};
  return (uint8_t)p->count;
}

static uint8_t block (place, unsigned length);

static uint8_t with_body (uint8_t n, place at, unsigned length) {
  at.depth++;
  if (n)
    p->at[n].body = block (at, length);
  return n;
}

static uint8_t with_other (uint8_t n, place at, unsigned length) {
  at.depth++;
  if (n)
    p->at[n].other = block (at, length);
  return n;
}

static uint8_t plain (place at) {
  unsigned x = any (4) == 0 ? 2 : any (2);
  if (at.effect && p->local)
    x = 2;
  if (!at.effect && any (3) == 0)
    return make (DO_READ, x, 0, 0);
  return x == 2 || any (2) ? make (DO_INCREMENT, x, 0, 0)
                           : make (DO_WRITE, x, 1 + any (3), 0);
}

static uint8_t guarded (place at, uint8_t (*inside) (place)) {
  const unsigned m = any (3) == 0;
  if (at.held & 1u << m && p->mutex[m] != RECURSIVE)
    return inside (at);
  const uint8_t n = make (DO_GUARD, m, any (GUARDS), 0);
  at.held |= (uint8_t)(1u << m);
  if (n)
    p->at[n].body = inside (at);
  return n;
}

static uint8_t on_atomics (place at) {
  const unsigned a = any (ATOMIC), order = any (3);
  if (at.effect)
    return any (2) ? make (DO_SAY_LOAD, a, 0, 0)
                   : make (DO_STORE, a, 1 + any (2), order);
  switch (any (5)) {
  case 0:
    return make (DO_LOAD, a, 0, order);
  case 1:
    return make (DO_STORE, a, 1 + any (2), order);
  case 2:
    return with_body (make (DO_IF, a, any (3), 0), at, 1 + any (2));
  default:
    return make (DO_ADD, a, 1, order);
  }
}

static uint8_t on_locks (place at) {
  const unsigned m = any (MUTEXES);
  if (at.held & 1u << m || any (2) || at.effect)
    return guarded (at, plain);
  const kind k = p->mutex[m] == TIMED_KIND && any (2) ? DO_TIMED
                 : any (3)                            ? DO_GUARD
                                                      : DO_TRY;
  const uint8_t n = make (k, m, any (GUARDS), 0);
  at.held |= (uint8_t)(1u << m);
  return with_body (n, at, 1 + any (2));
}

static uint8_t on_shared_locks (place at) {
  if (at.held & 1u << MUTEXES)
    return plain (at);
  at.held |= 1u << MUTEXES;
  const unsigned what = any (5);
  const uint8_t n = make (what < 2   ? DO_SHARED
                          : what < 4 ? DO_EXCLUSIVE
                                     : DO_TRY_SHARED,
                          0, 0, 0);
  if (n)
    p->at[n].body =
        what < 2 || what == 4 ? make (DO_READ, any (2), 0, 0) : plain (at);
  return n;
}

static uint8_t on_conditions (place at) {
  if (at.held & 1 || any (2) || at.quiet) {
    if (any (3) == 0)
      return make (DO_SIGNAL, 0, any (2), 0);
    const uint8_t n = make (DO_GUARD, 0, any (2), 0);
    const uint8_t up = make (DO_INCREMENT, 0, 0, 0);
    if (at.held & 1)
      return up;
    if (n && up)
      p->at[n].body = up, p->at[up].next = make (DO_SIGNAL, 0, any (3) > 0, 0);
    return n;
  }
  const unsigned more = 1 + any (2);
  at.held |= 1;
  return with_body (make (any (4) ? DO_WAIT : DO_WAIT_TIMED, 0, more, 0), at,
                    any (2));
}

static uint8_t on_once (place at) {
  if (at.effect || at.quiet)
    return plain (at);
  const uint8_t n = make (DO_ONCE, 0, 0, 0);
  at.quiet = 1;
  return with_body (n, at, 1 + any (2));
}

static uint8_t on_statics (place at) {
  if (at.effect || at.quiet)
    return plain (at);
  return make (DO_STATIC, any (2), 0, 0);
}

static uint8_t on_tls (place at) {
  return at.effect ? make (DO_ADD, 0, 1, 0) : make (DO_TOUCH, any (2), 0, 0);
}

static int is_too_slow (place at) {
  return at.effect || at.quiet || slow++ >= 3;
}

static uint8_t on_semaphores (place at) {
  if (any (2))
    return make (DO_RELEASE, 0, 0, 0);
  if (is_too_slow (at))
    return plain (at);
  return any (3) ? make (DO_ACQUIRE, 0, 0, 0)
                 : with_body (make (DO_TRY_ACQUIRE, 0, 0, 0), at, 1);
}

static uint8_t on_latches (place at) {
  if (any (2) && !at.quiet && !at.depth && barriers < 2 && !is_too_slow (at) &&
      at.thread < 2) {
    barriers++;
    return make (DO_BARRIER, 0, 0, 0);
  }
  if (any (4) == 0 && !at.effect)
    return make (DO_LOOK, 0, 0, 0);
  if (arrivals++ >= 3)
    return plain (at);
  return any (2) && !is_too_slow (at) ? make (DO_ARRIVE, 0, 0, 0)
                                      : make (DO_DOWN, 0, 0, 0);
}

static uint8_t on_stops (place at) {
  if (at.stopper && any (2))
    return make (DO_STOP, at.stopper, 0, 0);
  if (!at.token || at.effect)
    return plain (at);
  if (any (3) == 0)
    return make (DO_STOPPED, 0, 0, 0);
  if (at.quiet || at.held & 1 || !p->any)
    return make (DO_STOPPED, 0, 0, 0);
  at.quiet = 1;
  if (any (2))
    return with_body (make (DO_CALLBACK, 0, 0, 0), at, 1 + any (2));
  at.held |= 1;
  return with_body (make (DO_WAIT_STOP, 0, 1, 0), at, any (2));
}

static uint8_t protect (place at) {
  const uint8_t n = make (DO_PROTECT, 0, 0, 0);
  at.protected = 1;
  with_body (n, at, 1 + any (3));
  at.protected = 0;
  at.handler = 1;
  return with_other (n, at, any (3));
}

static uint8_t on_throws (place at) {
  if (at.effect)
    return make (DO_SAY, 0, any (5), 0);
  if (any (3) == 0)
    return with_body (make (DO_LOCAL, 0, 0, 0), at, 1 + any (2));
  if (at.protected || any (12) == 0)
    return make (DO_THROW, 0, 1 + any (3), 0);
  return protect (at);
}

static uint8_t on_failures (place at) {
  if (at.effect)
    return plain (at);
  if (!at.failure)
    return on_throws (at);
  if (any (3) == 0)
    return make (DO_FORGET, 0, 0, 0);
  if (at.protected)
    return make (DO_RETHROW, 0, 0, 0);
  return protect (at);
}

static uint8_t on_objects (place at) {
  if (!at.object || at.effect)
    return on_atomics (at);
  switch (any (3)) {
  case 0:
    return make (DO_COUNT, 0, 0, 0);
  case 1:
    return make (DO_RESET, 0, 0, 0);
  default:
    return with_body (make (DO_WEAK, 0, 0, 0), at, 1);
  }
}

static uint8_t on_promises (place at) {
  if (!at.promise || at.effect)
    return plain (at);
  const unsigned what = any (6);
  if (at.handler && at.joined && !ends && any (2))
    return make (DO_PASS_ON, 0, 0, 0);
  if (what == 0)
    return make (DO_POLL, 0, 0, 0);
  if (what < 3 && !at.quiet) {
    if (at.protected || any (3) == 0)
      return make (DO_GET, 0, 0, 0);
    return protect (at);
  }
  if (!at.joined || ends)
    return make (DO_POLL, 0, 0, 0);
  return make (what == 3              ? DO_FAIL
               : what == 4 && at.late ? DO_SET_LATE
                                      : DO_SET,
               0, 1 + any (3), 0);
}

static uint8_t on_ends (place at) {
  switch (any (6)) {
  case 0:
  case 1:
  case 2:
    return make (DO_AT_EXIT, any (2), 0, 0);
  case 3:
    return make (DO_AT_QUICK, any (2), 0, 0);
  default:
    if (ends || !at.joined || at.effect)
      return make (DO_SAY, 0, any (5), 0);
    ends = 1;
    if (any (8) == 0)
      return make (DO_TERMINATE, 0, 0, 0);
    return make (DO_EXIT, 0, any (3), any (3));
  }
}

static uint8_t on_waits (place at) {
  const unsigned a = any (ATOMIC);
  if (any (3) || is_too_slow (at)) {
    const uint8_t n = make (DO_STORE, a, 1 + any (2), 0);
    if (n)
      p->at[n].next = make (DO_NOTIFY, a, any (2), 0);
    return n;
  }
  return make (DO_AWAIT, a, any (2), 0);
}

static uint8_t on_asyncs (place at);

static uint8_t statement (place at) {
  static uint8_t (*const all[TOPICS]) (place) = {
      on_atomics, on_locks,    on_shared_locks, on_conditions, on_once,
      on_statics, on_tls,      on_semaphores,   on_latches,    on_stops,
      on_throws,  on_failures, on_objects,      on_promises,   on_asyncs,
      on_ends,    on_waits};
  const unsigned what = any (12);
  if (what == 0)
    return make (DO_SAY, 0, any (5), 0);
  if (what == 1)
    return any (3) ? guarded (at, plain) : plain (at);
  return all[topics[any (topic_count)]](at);
}

static uint8_t last_of (uint8_t n) {
  while (n && p->at[n].next)
    n = p->at[n].next;
  return n;
}

static void append (uint8_t *list, uint8_t n) {
  const uint8_t last = last_of (*list);
  if (last)
    p->at[last].next = n;
  else
    *list = n;
}

static uint8_t block (place at, unsigned length) {
  uint8_t list = 0;
  if (at.depth > 4)
    length = 0;
  while (length--)
    append (&list, statement (at));
  return list;
}

static place in_thread (place at, unsigned number, int joined) {
  at.thread = (uint8_t)number;
  at.joined &= joined;
  at.held = at.token = at.protected = at.handler = at.stopper = at.quiet =
      at.depth = 0;
  at.late = 1;
  return at;
}

/* In main, or in another one. */
static uint8_t thread (place at) {
  if (p->threads >= MOST_THREADS || at.effect || at.held || at.quiet)
    return statement (at);
  const unsigned k = p->threads++, luck = any (16);
  const unsigned way = luck == 0                                   ? FORGOTTEN
                       : luck < 3 && !about (ON_ENDS) && !p->local ? DETACHED
                       : luck < 10 || about (ON_STOPS)             ? JTHREAD
                                                                   : JOINED;
  const uint8_t n = make (DO_THREAD, k, way, 0);
  place inside = in_thread (at, k, way == JOINED || way == JTHREAD);
  inside.token = way == JTHREAD;
  with_body (n, inside, 1 + any (3));
  if (p->shows[at.thread] || way == DETACHED)
    p->shows[k] = 1;
  at.protected = 0;
  if (way == JTHREAD)
    at.stopper = (uint8_t)k;
  if (p->threads < 3 && any (3)) {
    const uint8_t another = thread (at);
    if (n) {
      p->at[n].other = another;
      append (&p->at[n].other, block (at, any (2)));
    }
  } else
    with_other (n, at, 1 + any (3));
  return n;
}

static uint8_t on_asyncs (place at) {
  if (at.effect || at.quiet || at.held || p->threads >= MOST_THREADS)
    return plain (at);
  const unsigned luck = any (6);
  const unsigned way = luck < 3    ? ASYNCHRONOUS
                       : luck == 3 ? DEFERRED
                                   : PACKAGED;
  if (way == DEFERRED && deferred >= MOST_DEFERRED)
    return plain (at);
  const unsigned k = way == DEFERRED ? MOST_THREADS + deferred++ : p->threads++;
  const uint8_t n = make (DO_ASYNC, k, way, any (4) > 0);
  place inside = in_thread (at, way == DEFERRED ? at.thread : k, 1);
  inside.protected = 1;
  inside.late = 0;
  if (way == DEFERRED)
    inside.quiet = 1;
  with_body (n, inside, 1 + any (2));
  if (way != DEFERRED && p->shows[at.thread])
    p->shows[k] = 1;
  return with_other (n, at, any (3));
}

static void make_effects (void) {
  const place at = {.depth = 3, .quiet = 1, .effect = 1, .joined = 0};
  for (unsigned i = 0; i < EFFECTS; i++) {
    place now = at;
    if (i == OF_BEGIN && any (4) == 0) { /* it may fail */
      const uint8_t n = make (DO_IF, 0, any (2), 0);
      if (n)
        p->at[n].body = make (DO_THROW, 0, 4, 0);
      append (&p->effect[i], n);
    }
    switch (any (6)) {
    case 0:
      append (&p->effect[i], plain (now));
      break;
    case 1:
      append (&p->effect[i], guarded (now, plain));
      break;
    case 2:
      append (&p->effect[i], make (DO_ADD, any (2), 1, 0));
      break;
    case 3:
      append (&p->effect[i], make (DO_SAY_LOAD, any (2), 0, 0));
      break;
    default:
      append (&p->effect[i], make (DO_SAY, 0, 5 + i, 0));
    }
  }
}

static uint8_t inside (kind k, uint8_t list) {
  const uint8_t n = make (k, 0, 1 + any (3), 0);
  if (n)
    p->at[n].body = list;
  return n;
}

static void make_main (void) {
  place at = {.joined = 1};
  at.failure = (uint8_t)about (ON_FAILURES);
  at.object = (uint8_t)about (ON_OBJECTS);
  at.promise = (uint8_t)about (ON_PROMISES);
  uint8_t list = block (at, any (2));
  append (&list, about (ON_ASYNCS) && any (2) ? on_asyncs (at) : thread (at));
  append (&list, block (at, any (3)));
  if (p->threads < 2)
    append (&list, thread (at));
  if (at.promise)
    list = inside (DO_PROMISE, list);
  if (at.object)
    list = inside (DO_OBJECT, list);
  if (at.failure)
    list = inside (DO_FAILURE, list);
  if (any (2))
    append (&list, make (DO_READ, any (PLAIN), 0, 0));
  if (any (2))
    append (&list, make (DO_LOAD, any (ATOMIC), 0, 0));
  p->main = list;
}

void generate (unsigned long seed, program *of) {
  p = of;
  memset (p, 0, sizeof *p);
  p->seed = seed;
  chance = seed * 0x9e3779b97f4a7c15u + 12345;
  any (2);
  ends = slow = arrivals = barriers = deferred = 0;
  topic_count = (uint8_t)(2 + any (2));
  for (unsigned i = 0; i < topic_count; i++)
    topics[i] = (uint8_t)any (TOPICS);
  p->threads = 1;
  p->local = seed * 2654435761u % 7 < 2;
  for (unsigned m = 0; m < MUTEXES; m++)
    p->mutex[m] = (uint8_t)any (MUTEX_KINDS);
  p->any = p->mutex[0] != NORMAL || about (ON_STOPS) || any (3) == 0;
  p->semaphore = (uint8_t)any (2);
  p->latch = (uint8_t)(1 + any (2));
  p->global = any (3) == 0;
  p->status = any (4) == 0;
  make_effects ();
  make_main ();
  if (has (p, DO_DOWN) || has (p, DO_ARRIVE))
    p->latch = (uint8_t)(arrivals < 3 ? arrivals : 3);
  p->latch += !p->latch;
}

static int has_in (const program *q, uint8_t n, kind k) {
  for (; n; n = q->at[n].next)
    if (q->at[n].kind == k || has_in (q, q->at[n].body, k) ||
        has_in (q, q->at[n].other, k))
      return 1;
  return 0;
}

int has (const program *q, kind k) {
  for (unsigned i = 0; i < EFFECTS; i++)
    if (has_in (q, q->effect[i], k))
      return 1;
  return has_in (q, q->main, k);
}

static void cut (program *q, uint8_t *list, unsigned number) {
  for (; *list; list = &q->at[*list].next) {
    if (*list == number)
      *list = q->at[number].next;
    if (!*list)
      return;
    cut (q, &q->at[*list].body, number);
    cut (q, &q->at[*list].other, number);
  }
}

void leave_out (program *q, unsigned number) {
  cut (q, &q->main, number);
  for (unsigned i = 0; i < EFFECTS; i++)
    cut (q, &q->effect[i], number);
}
