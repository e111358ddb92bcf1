/* What was sent and is not received yet: see queue.h. */

#include "runtime/sched/queue.h"

#include "base/assert.h"
#include "runtime/core/knowledge.h"
#include "runtime/core/object_table.h"
#include "runtime/race/races.h"
#include "runtime/sched/schedule.h"
#include "runtime/core/sockets_known.h"

#include <string.h>

/*------------------------------------------------------------------------*/
/* Which queues have cells. */

/* Whose it is: of a socket, -1: of a pipe... */
static long socket_of (const sett_queue *q) {
  const size_t at = (uintptr_t)q - (uintptr_t)os_model->sockets;
  return at < sizeof os_model->sockets ? (long)(at / sizeof *os_model->sockets)
                                       : -1;
}

/* ...this one. */
static size_t pipe_of (const sett_queue *q) {
  return ((uintptr_t)q - (uintptr_t)os_model->pipes) / sizeof *os_model->pipes;
}

enum { UNKNOWN, CELLS, LINE, WHOLE };

/* The same in all executions and searches. */
static uint64_t key_of (const sett_queue *q) {
  const long socket = socket_of (q);
  SETT_ASSERT (socket >= 0 || pipe_of (q) < SETT_MOST_PIPES);
  const sett_sockets_known *known = engine.shared->sockets;
  if (socket < 0)
    return engine.shared->pipe_keys[pipe_of (q)];
  return (uint64_t)1 << 48 | (uint64_t)known->sockets[socket].thread << 16 |
         known->sockets[socket].ordinal;
}

static uint8_t *decision_of (const sett_queue *q) {
  const long socket = socket_of (q);
  return socket < 0 ? &engine.shared->pipe_queues[pipe_of (q)]
                    : &engine.shared->sockets->sockets[socket].queue;
}

/* That its queue will not do as a line, either. */
static uint64_t key_of_whole (const sett_queue *q) {
  return key_of (q) | SETT_NO_LINE;
}

/* States must look the same whatever was sent before; and FIFOs, which open
   again, may be anybody's.  Who is cancelled while it waits has no turn. */
static int decide (const sett_queue *q) {
  const uint64_t key = key_of (q);
  if (engine.shared->orders.stateful || key >> 63 ||
      engine.shared->shared_queue_count == SETT_MOST_SHARED_QUEUES ||
      sett_knows_shared_queue (key_of_whole (q)))
    return WHOLE;
  if (!sett_knows_shared_queue (key))
    return CELLS;
  return socket_of (q) < 0 && !engine.cancelling ? LINE : WHOLE;
}

static int decision (const sett_queue *q) {
  uint8_t *known = decision_of (q);
  if (UNLIKELY (*known == UNKNOWN))
    *known = (uint8_t)decide (q);
  return *known;
}

int sett_queue_has_cells (const sett_queue *q) {
  return decision (q) == CELLS;
}

int sett_queue_is_line (const sett_queue *q) {
  return decision (q) == LINE;
}

/* The queue that the word is a cell of; null: of none. */
static const sett_queue *queue_of (const void *word) {
  const uintptr_t at = (uintptr_t)word;
  const size_t pipe =
      (at - (uintptr_t)os_model->pipes) / sizeof *os_model->pipes;
  const size_t socket =
      (at - (uintptr_t)os_model->sockets) / sizeof *os_model->sockets;
  const sett_queue *q = pipe < SETT_MOST_PIPES ? &os_model->pipes[pipe].queue
                        : socket < SETT_MOST_SOCKETS
                            ? &os_model->sockets[socket].queue
                            : NULL;
  return q && at - (uintptr_t)q->cells < sizeof q->cells ? q : NULL;
}

static const uint64_t *readable_of (const sett_queue *q) {
  const long socket = socket_of (q);
  return socket < 0 ? &os_model->pipes[pipe_of (q)].readable
                    : &os_model->sockets[socket].readable;
}

/* Threads that wait for a cell of a queue that has none any more. */
static void redirect (void) {
  for (sett_thread_set rest = world->alive; sett_threads_any (rest);
       rest = sett_threads_rest (rest)) {
    sett_thread *t = &world->threads[sett_threads_first (rest)];
    const sett_queue *q = t->has_object ? queue_of (t->object) : NULL;
    if (q && !sett_queue_has_cells (q))
      t->object = (void *)readable_of (q);
  }
}

void sett_queue_forget (void) {
  sett_shared *shared = engine.shared;
  memset (shared->pipe_queues, UNKNOWN, sizeof shared->pipe_queues);
  for (uint32_t i = 0; shared->sockets && i < shared->sockets->socket_count;
       i++)
    shared->sockets->sockets[i].queue = UNKNOWN;
  redirect ();
}

static void learn (const sett_queue *q, uint64_t key) {
  sett_know_shared_queue (key);
  *decision_of (q) = UNKNOWN;
  redirect ();
}

void sett_queue_give_up (const sett_queue *q) {
  if (decision (q) != WHOLE)
    learn (q, key_of_whole (q));
}

/* A second thread is one too many. */
static void note (const sett_queue *q, uint16_t *who) {
  const uint16_t self = (uint16_t)(world->current + 1);
  SETT_ASSERT (self && self <= SETT_MOST_THREADS);
  if (!*who)
    *who = self;
  else if (UNLIKELY (*who != self) && sett_queue_has_cells (q))
    learn (q, key_of (q));
}

void sett_queue_send (const sett_queue *q, sett_tail *t) {
  note (q, &t->sender);
}

void sett_queue_receive (sett_queue *q) {
  note (q, &q->receiver);
}

/*------------------------------------------------------------------------*/
/* Effects. */

static uint64_t *cell (const sett_queue *q, uint32_t number) {
  return (uint64_t *)&q->cells[number % SETT_CELLS];
}

static void affect (const uint64_t *word, sett_effect_kind kind) {
  sett_affect (word, kind, *word);
}

/* Whether there is a free one depends on the cell that comes next, too: if all
   are full it is the one at the head, which every receiver names.  (A receiver
   may be gone, and the cells somebody else's.) */
void sett_queue_tell_send (const sett_queue *q, const sett_tail *t) {
  affect (cell (q, t->next), SETT_EFFECT_STORE);
}

void sett_queue_tell_receive (const sett_queue *q, sett_effect_kind kind,
                              uint64_t amount, int keeps) {
  SETT_ASSERT (q->count <= SETT_CELLS);
  uint32_t i = 0;
  affect (sett_queue_head (q), kind);
  while (i < q->count && amount > *cell (q, q->head + i)) {
    amount -= *cell (q, q->head + i++);
    affect (cell (q, q->head + i),
            keeps || i == q->count ? SETT_EFFECT_LOAD : SETT_EFFECT_STORE);
  }
  if (!keeps)
    affect (&q->taken, SETT_EFFECT_STORE);
}

void sett_queue_tell_turn (const uint64_t *end, uint32_t number,
                           const uint64_t *other) {
  sett_affect_wanting (end, SETT_EFFECT_NEXT, number,
                       other ? sett_turn (sett_object_number (other), number)
                             : 0);
}

void sett_queue_tell_length (const sett_queue *q) {
  for (uint32_t i = 0; i <= q->count && i < SETT_CELLS; i++)
    affect (cell (q, q->head + i), SETT_EFFECT_LOAD);
}

void sett_queue_acquire (const sett_queue *q, uint64_t amount) {
  SETT_ASSERT (q->count <= SETT_CELLS);
  for (uint32_t i = 0; i < q->count && amount; i++) {
    const uint64_t here = *cell (q, q->head + i);
    sett_races_acquire (cell (q, q->head + i));
    amount -= here < amount ? here : amount;
  }
}

/*------------------------------------------------------------------------*/
/* Changes. */

/* Whoever sends to an end that will not listen finds an end, and puts it behind
   what it sends. */
void sett_queue_put (sett_queue *q, sett_tail *t, uint64_t amount,
                     size_t bytes) {
  if (q->count < SETT_CELLS) {
    *cell (q, t->next) = 0;
    q->count++;
    t->next++;
  }
  *cell (q, t->next - 1) += amount;
  SETT_ASSERT (q->count && q->count <= SETT_CELLS);
  t->sent += bytes;
  if (decision (q) != WHOLE)
    sett_races_release (cell (q, t->next - 1));
}

void sett_queue_take (sett_queue *q, uint64_t amount, size_t bytes) {
  while (amount) {
    uint64_t *head = sett_queue_head (q);
    SETT_ASSERT (q->count);
    const uint64_t n = *head < amount ? *head : amount;
    *head -= n;
    amount -= n;
    if (*head)
      break;
    q->head++;
    q->count--;
  }
  q->taken += bytes;
}

static void set (const sett_queue *q, uint64_t *word, uint64_t value) {
  if (*word == value)
    return;
  if (sett_queue_has_cells (q))
    affect (word, SETT_EFFECT_STORE);
  *word = value;
}

void sett_queue_set_end (sett_queue *q, int ends) {
  if (q->count < SETT_CELLS)
    set (q, cell (q, q->head + q->count), ends ? SETT_CELL_END : 0);
}

void sett_queue_clear (sett_queue *q) {
  for (uint32_t i = 0; i <= q->count && i < SETT_CELLS; i++)
    set (q, cell (q, q->head + i), 0);
  q->head += q->count;
  q->count = 0;
}
