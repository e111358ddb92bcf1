/* Events with many effects (kernel/event.h) are compared by a summary first:
   what comes out is what their effects say one by one. */

#include "kernel/event.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { ROUNDS = 3000, MOST = 40 };

typedef int relation (const sett_event *, const sett_effect *,
                      const sett_event *, const sett_effect *);

typedef struct transition {
  sett_event event;
  sett_effect effects[MOST];
} transition;

/* Objects that share places of a summary among them; each is used once, since
   a relation may ask how often that is. */
static transition random_transition (unsigned thread, unsigned spread) {
  transition t = {.event = {.thread = (uint8_t)thread,
                            .operation = SETT_DO_ABSTRACT,
                            .alternatives = 1}};
  t.event.effects = (uint16_t)(1 + rand () % MOST);
  uint32_t object = (uint32_t)(rand () % (int)spread);
  for (unsigned i = 0; i < t.event.effects; i++) {
    t.effects[i] =
        (sett_effect){.before = (uint64_t)(rand () % 4),
                      .object = object,
                      .kind = (sett_effect_kind)(rand () % SETT_EFFECTS)};
    object += 1 + (uint32_t)(rand () % (int)spread);
  }
  return t;
}

static int one_by_one (relation *holds, const transition *a,
                       const transition *b) {
  sett_event of_a = a->event, of_b = b->event;
  of_a.effects = of_b.effects = 1;
  for (unsigned i = 0; i < a->event.effects; i++)
    for (unsigned k = 0; k < b->event.effects; k++)
      if (holds (&of_a, &a->effects[i], &of_b, &b->effects[k]))
        return 1;
  return 0;
}

static void compare (relation *holds) {
  unsigned related = 0, large = 0;
  srand (1);
  for (unsigned i = 0; i < ROUNDS; i++) {
    const unsigned spread = 1u << rand () % 9;
    const transition a = random_transition (0, spread);
    const transition b = random_transition (1, spread);
    const int wanted = one_by_one (holds, &a, &b);
    assert_int_equal (holds (&a.event, a.effects, &b.event, b.effects), wanted);
    related += (unsigned)wanted;
    large += a.event.effects * b.event.effects >= 256;
  }
  /* Both answers, and events that are summarised. */
  assert_in_range (related, ROUNDS / 10, ROUNDS - ROUNDS / 10);
  assert_in_range (large, ROUNDS / 3, ROUNDS);
}

static void test_dependent (void **state) {
  (void)state;
  compare (sett_events_dependent);
}

static void test_wakes (void **state) {
  (void)state;
  compare (sett_event_wakes);
}

static void test_wakes_then (void **state) {
  (void)state;
  compare (sett_event_wakes_then);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_dependent),
      cmocka_unit_test (test_wakes),
      cmocka_unit_test (test_wakes_then),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
