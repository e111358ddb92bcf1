/* Happens-before of random logs, and the uses of objects, against the plain
   definitions. */

#include "stateless/happens_before.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

enum { EVENTS = 60, MOST_EFFECTS = 3, OBJECTS = 3, THREADS = 6 };

typedef struct script {
  sett_log log;
  sett_event events[EVENTS];
  sett_effect effects[EVENTS * MOST_EFFECTS];
  int before[EVENTS][EVENTS]; /* happens before, by definition */
} script;

static unsigned draw (unsigned count) {
  return (unsigned)rand () % count;
}

/* What behaves like memory, a lock, a semaphore, a condition. */
static sett_effect_kind draw_kind (uint32_t object) {
  static const uint8_t memory[] = {SETT_EFFECT_LOAD, SETT_EFFECT_ADD,
                                   SETT_EFFECT_ADD, SETT_EFFECT_AWAIT,
                                   SETT_EFFECT_STORE};
  static const uint8_t lock[] = {SETT_EFFECT_SHARE,   SETT_EFFECT_UNSHARE,
                                 SETT_EFFECT_SHARE,   SETT_EFFECT_ASK,
                                 SETT_EFFECT_RELEASE, SETT_EFFECT_ACQUIRE};
  static const uint8_t semaphore[] = {SETT_EFFECT_GIVE, SETT_EFFECT_GIVE,
                                      SETT_EFFECT_TAKE, SETT_EFFECT_ASK};
  switch (object) {
  case 0:
    return memory[draw (sizeof memory)];
  case 1:
    return lock[draw (sizeof lock)];
  default:
    return semaphore[draw (sizeof semaphore)];
  }
}

/* Events from `start` on are made anew, by so many threads. */
static void write_log (script *s, uint32_t start, uint32_t count,
                       unsigned threads) {
  s->log.events = s->events;
  s->log.effects = s->effects;
  s->log.count = count;
  s->log.thread_count = threads;
  for (uint32_t i = start; i < count; i++) {
    sett_event *event = &s->events[i];
    memset (event, 0, sizeof *event);
    event->thread = draw (threads);
    event->operation = SETT_DO_LOCK;
    event->alternatives = 1;
    event->first = i * MOST_EFFECTS;
    event->effects = draw (MOST_EFFECTS + 1);
    event->cause = i && !draw (8) ? draw (i) : SETT_NO_CAUSE;
    for (uint32_t j = 0; j < event->effects; j++) {
      sett_effect *effect = &s->effects[event->first + j];
      memset (effect, 0, sizeof *effect);
      effect->object = draw (OBJECTS);
      effect->kind = draw_kind (effect->object);
    }
  }
}

static int follows (const script *s, uint32_t a, uint32_t b) {
  const sett_event *x = &s->events[a], *y = &s->events[b];
  return y->cause == a || sett_events_dependent (x, s->effects + x->first, y,
                                                 s->effects + y->first);
}

static void define (script *s) {
  for (uint32_t b = 0; b < s->log.count; b++)
    for (uint32_t a = b; a-- > 0;) {
      s->before[a][b] = follows (s, a, b);
      for (uint32_t c = a + 1; c < b && !s->before[a][b]; c++)
        s->before[a][b] = s->before[a][c] && s->before[c][b];
    }
}

static void check_clocks (const script *s, const sett_happens_before *order) {
  for (uint32_t b = 0; b < s->log.count; b++)
    for (uint32_t a = 0; a < b; a++)
      assert_int_equal (sett_hb_before (order, a, b), s->before[a][b]);
}

/* The conflicting uses before each effect, one after the other. */
static void check_conflicts (const script *s,
                             const sett_happens_before *order) {
  for (uint32_t b = 0; b < s->log.count; b++)
    for (uint32_t n = 0; n < s->events[b].effects; n++) {
      const sett_effect *effect = &s->effects[s->events[b].first + n];
      const sett_chain *chain = sett_hb_chain (order, effect->object);
      uint32_t position = sett_hb_position (order, b, n, effect->object);
      for (uint32_t a = b; a-- > 0;)
        for (uint32_t m = s->events[a].effects; m-- > 0;) {
          const sett_effect *other = &s->effects[s->events[a].first + m];
          if (other->object != effect->object ||
              !sett_effects_conflict (effect->kind, other->kind))
            continue;
          position = sett_hb_conflict (chain, effect->kind, position);
          assert_int_not_equal (position, SETT_NO_EVENT);
          assert_int_equal (chain->at[position].event, a);
          assert_int_equal (chain->at[position].effect, m);
        }
      assert_int_equal (sett_hb_conflict (chain, effect->kind, position),
                        SETT_NO_EVENT);
    }
}

/* A run's clock covers what is before any of its uses, and nothing else. */
static void check_runs (const script *s, const sett_happens_before *order) {
  for (uint32_t object = 0; object < OBJECTS; object++) {
    const sett_chain *chain = sett_hb_chain (order, object);
    for (uint32_t i = 0; i < chain->count; i++) {
      const uint32_t *clock = sett_hb_run_clock (order, &chain->at[i]);
      uint32_t kinds = 0;
      for (uint32_t a = 0; a < s->log.count; a++) {
        int expected = 0;
        for (uint32_t j = chain->at[i].run; j <= i; j++) {
          const uint32_t event = chain->at[j].event;
          expected |= a == event || (a < event && s->before[a][event]);
          kinds |= 1u << chain->at[j].kind;
        }
        assert_int_equal (sett_hb_covers (order, clock, a), expected);
      }
      assert_int_equal (kinds, chain->at[i].kinds);
      for (uint32_t j = chain->at[i].run; j < i; j++)
        assert_false (
            sett_effects_conflict (chain->at[j].kind, chain->at[i].kind));
    }
  }
}

static void check_beside (const script *s, const sett_happens_before *order) {
  for (uint32_t a = 0; a < s->log.count; a++)
    for (unsigned t = 0; t < s->log.thread_count; t++) {
      uint32_t from, to;
      sett_hb_beside (order, a, t, &from, &to);
      for (uint32_t b = a + 1; b < s->log.count; b++)
        if (s->events[b].thread == t && !s->before[a][b]) {
          assert_true (from < to);
          assert_int_equal (order->own[t].at[from++], b);
        }
      assert_int_equal (from, to);
    }
}

static void check_all (script *s, const sett_happens_before *order) {
  define (s);
  check_clocks (s, order);
  check_conflicts (s, order);
  check_runs (s, order);
  check_beside (s, order);
}

static void test_random_logs (void **state) {
  script *s = calloc (1, sizeof *s);
  (void)state;
  srand (1);
  for (int round = 0; round < 40; round++) {
    sett_happens_before order;
    sett_hb_init (&order);
    write_log (s, 0, EVENTS, 2 + draw (3));
    sett_hb_extend (&order, &s->log);
    check_all (s, &order);
    for (int change = 0; change < 6; change++) {
      const uint32_t start = draw (order.count + 1);
      sett_hb_forget (&order, start);
      write_log (s, start, start + draw (EVENTS - start + 1),
                 s->log.thread_count < THREADS ? s->log.thread_count + draw (2)
                                               : THREADS);
      sett_hb_extend (&order, &s->log);
      check_all (s, &order);
    }
    sett_hb_release (&order);
  }
  free (s);
  assert_int_equal (sett_memory_in_use (), 0);
}

int main (void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test (test_random_logs)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
