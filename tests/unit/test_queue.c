/* Random transfers: the cells of a queue (runtime/sched/queue.c) against a list
   of amounts; and the words that transfers name against what they are for: to
   send and to receive have none in common, unless the receiver takes, or
   misses, what is sent. */

#include "runtime/sched/queue.c"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/mman.h>

#include <cmocka.h>

enum { ROUNDS = 300, STEPS = 200, MOST_NAMED = 64 };

sett_engine engine;

/* The words that were named. */
typedef struct words {
  unsigned count;
  const void *at[MOST_NAMED];
} words;

static words named;
static unsigned released, acquired;

void sett_affect (const void *object, sett_effect_kind kind, uint64_t before) {
  assert_int_equal (before, *(const uint64_t *)object);
  assert_true (named.count < MOST_NAMED && kind < SETT_EFFECTS);
  named.at[named.count++] = object;
}

void sett_affect_wanting (const void *object, sett_effect_kind kind,
                          uint64_t before, uint64_t wanted) {
  (void)object, (void)kind, (void)before, (void)wanted;
}

void sett_races_acquire (const void *object) {
  (void)object;
  acquired++;
}

void sett_races_release (const void *object) {
  (void)object;
  released++;
}

/* Nobody knows anything: queues have cells. */
int sett_knows_shared_queue (uint64_t key) {
  (void)key;
  return 0;
}

void sett_know_shared_queue (uint64_t key) {
  (void)key;
}

sett_numbered_object sett_object_latest = {(const void *)-1, 0};

uint32_t sett_object_find_number (const void *address) {
  return (uint32_t)(uintptr_t)address;
}

static uint64_t seed;

static unsigned any (unsigned below) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(seed >> 33) % below;
}

/* What is in the queue: the amounts, the first one first. */
typedef struct content {
  unsigned count;
  uint64_t amount[SETT_CELLS];
  int ends;
} content;

static uint64_t total (const content *c) {
  uint64_t sum = 0;
  for (unsigned i = 0; i < c->count; i++)
    sum += c->amount[i];
  return sum;
}

/* The invariant of queue.h, and the list. */
static void check (const sett_queue *q, const sett_tail *t, const content *c) {
  assert_int_equal (q->count, c->count);
  assert_int_equal (t->next, q->head + q->count);
  for (unsigned i = 0; i < SETT_CELLS; i++) {
    const uint64_t found = q->cells[(q->head + i) % SETT_CELLS];
    const uint64_t end = i == c->count && c->ends ? SETT_CELL_END : 0;
    assert_true (found == (i < c->count ? c->amount[i] : end));
  }
}

static int have_one_in_common (const words *a, const words *b) {
  for (unsigned i = 0; i < a->count; i++)
    for (unsigned k = 0; k < b->count; k++)
      if (a->at[i] == b->at[k])
        return 1;
  return 0;
}

/* One cell is left at least, so that whoever sends fills one of its own. */
static void check_words (const sett_queue *q, const sett_tail *t,
                         const content *c) {
  const uint64_t wanted = 1 + any (12);
  if (c->count >= SETT_CELLS || c->ends)
    return;
  named.count = 0;
  sett_queue_tell_send (q, t);
  const words sent = named;
  named.count = 0;
  sett_queue_tell_receive (q, SETT_EFFECT_RECEIVE, wanted, (int)any (2));
  const words received = named;
  named.count = 0;
  assert_int_equal (have_one_in_common (&sent, &received), wanted > total (c));
}

static void put (sett_queue *q, sett_tail *t, content *c) {
  const uint64_t amount = 1 + any (5);
  const uint64_t sent = t->sent;
  c->ends = 0;
  sett_queue_put (q, t, amount, 3);
  assert_int_equal (t->sent, sent + 3);
  if (c->count < SETT_CELLS)
    c->amount[c->count++] = 0;
  c->amount[c->count - 1] += amount;
}

static void take (sett_queue *q, content *c) {
  if (!c->count)
    return;
  uint64_t amount = 1 + any ((unsigned)total (c));
  acquired = 0;
  sett_queue_acquire (q, amount);
  sett_queue_take (q, amount, 2);
  unsigned touched = 0;
  for (unsigned i = 0; amount; i++, touched++) {
    const uint64_t n = c->amount[i] < amount ? c->amount[i] : amount;
    c->amount[i] -= n;
    amount -= n;
  }
  assert_int_equal (acquired, touched);
  unsigned gone = 0;
  while (gone < c->count && !c->amount[gone])
    gone++;
  memmove (c->amount, c->amount + gone, (c->count - gone) * sizeof *c->amount);
  c->count -= gone;
}

static void step (sett_queue *q, sett_tail *t, content *c) {
  const unsigned what = any (12);
  if (what < 5)
    put (q, t, c);
  else if (what < 10)
    take (q, c);
  else if (what < 11 && c->count < SETT_CELLS) {
    c->ends = (int)any (2);
    sett_queue_set_end (q, c->ends);
  } else if (!any (8)) {
    sett_queue_clear (q);
    *c = (content){0};
  }
  named.count = 0;
}

static void cells_are_a_list (void **state) {
  (void)state;
  sett_queue *q = &os_model->pipes[1].queue;
  for (unsigned round = 0; round < ROUNDS; round++) {
    sett_tail tail = {0};
    content c = {0};
    seed = round;
    *q = (sett_queue){0};
    q->head = tail.next = UINT32_MAX - any (40); /* it goes round */
    released = 0;
    for (unsigned i = 0; i < STEPS; i++) {
      step (q, &tail, &c);
      check (q, &tail, &c);
      check_words (q, &tail, &c);
    }
    assert_true (released > 0);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (cells_are_a_list),
  };
  if (mmap ((void *)SETT_OS_MODEL_ADDRESS, SETT_OS_MODEL_SIZE,
            PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
            -1, 0) == MAP_FAILED)
    return 1;
  engine.shared = mmap (NULL, sizeof *engine.shared, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (engine.shared == MAP_FAILED)
    return 1;
  return cmocka_run_group_tests (tests, NULL, NULL);
}
