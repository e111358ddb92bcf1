/* Random executions: vector clocks of threads and objects (runtime/race/
   object_clocks.c) against their meaning, sets of events that somebody knows
   of.

   Each thread has an event after every operation.  An event is known to a clock
   if its time is not later than the component of its thread there. */

#include "runtime/race/object_clocks.c"
#include "runtime/race/recent.c"
#include "volume.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/mman.h>

#include <cmocka.h>

enum { THREADS = 5, OBJECTS = 3, MOST = 120, ROUNDS = 400 };

/* Their numbers: in one plane of clocks (vector_clock.h), or in several. */
static const unsigned near[THREADS] = {0, 1, 2, 3, 63};
static const unsigned far[THREADS] = {0, 63, 64, 130, SETT_MOST_THREADS - 1};
static const unsigned *numbers;

static sett_thread *thread_of (unsigned t) {
  return &world->threads[numbers[t]];
}

sett_engine engine; /* transitions are not composed */

/* What object_clocks.c needs of the rest: it has no objects that processes
   share here. */
static volatile uint32_t first = 1; /* the compiler need not know */

sett_numbered_object sett_object_latest = {(const void *)-1, 0};

uint32_t sett_object_find_number (const void *address) {
  return first + (uint32_t)(uintptr_t)address;
}

sett_object_clock *sett_os_model_clock (const void *object) {
  (void)object;
  abort ();
}

void sett_know_later (void) {}

void sett_give_up (const char *format, ...) {
  (void)format;
  abort ();
}

typedef struct event_set {
  unsigned char has[MOST];
} event_set;

typedef struct execution {
  unsigned count; /* of events */
  unsigned thread[MOST];
  uint32_t time[MOST];
  event_set threads[THREADS], objects[OBJECTS], loaded[THREADS],
      released[THREADS];
} execution;

static uint64_t seed;

static unsigned any (unsigned below) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(seed >> 33) % below;
}

static void unite (event_set *to, const event_set *from) {
  for (unsigned i = 0; i < MOST; i++)
    to->has[i] |= from->has[i];
}

static int within (const event_set *a, const event_set *b) {
  for (unsigned i = 0; i < MOST; i++)
    if (a->has[i] && !b->has[i])
      return 0;
  return 1;
}

static void add_event (execution *x, unsigned t) {
  x->thread[x->count] = t;
  x->time[x->count] = sett_vector_clock_of (&thread_of (t)->clock, numbers[t]);
  x->threads[t].has[x->count++] = 1;
}

static void begin (execution *x) {
  memset (x, 0, sizeof *x);
  for (unsigned plane = 0; plane < SETT_PLANES; plane++) {
    char *at = (char *)world + plane * SETT_PLANE;
    memset (at - OBJECTS * sizeof (sett_object_clock), 0,
            OBJECTS * sizeof (sett_object_clock) + sizeof *world);
  }
  world->thread_count = numbers[THREADS - 1] + 1;
  for (unsigned t = 0; t < THREADS; t++) {
    thread_of (t)->number = (uint8_t)numbers[t];
    *sett_vector_clock_at (&thread_of (t)->clock, numbers[t]) = 1;
    add_event (x, t);
  }
}

static void synchronise (execution *x, unsigned t, unsigned o) {
  const void *object = (const void *)(uintptr_t)o;
  switch (any (5)) {
  case 0:
    sett_races_acquire (object);
    unite (&x->threads[t], &x->objects[o]);
    break;
  case 1:
    sett_races_release (object);
    unite (&x->objects[o], &x->threads[t]);
    break;
  case 2:
    sett_races_publish (object);
    x->objects[o] = x->threads[t];
    break;
  case 3:
    sett_races_release_of (thread_of (t), object);
    advance (thread_of (t));
    unite (&x->objects[o], &x->threads[t]);
    break;
  default: {
    const unsigned other = any (THREADS);
    sett_races_pass (thread_of (t), thread_of (other));
    unite (&x->threads[other], &x->threads[t]);
  }
  }
}

static void relax (execution *x, unsigned t, unsigned o) {
  const void *object = (const void *)(uintptr_t)o;
  const int acquires = (int)any (2);
  switch (any (5)) {
  case 0:
    sett_races_relaxed_load (object);
    unite (&x->loaded[t], &x->objects[o]);
    break;
  case 1:
    sett_races_relaxed_store (object);
    x->objects[o] = x->released[t];
    break;
  case 2:
    sett_races_relaxed_update (object);
    unite (&x->objects[o], &x->released[t]);
    break;
  default:
    sett_races_fence (acquires, 1);
    if (acquires)
      unite (&x->threads[t], &x->loaded[t]);
    x->released[t] = x->threads[t];
    break;
  }
}

static void check (const execution *x, unsigned current) {
  for (unsigned t = 0; t < THREADS; t++)
    for (unsigned e = 0; e < x->count; e++) {
      const sett_vector_clock *clock = &thread_of (t)->clock;
      assert_int_equal (sett_vector_clock_of (clock, numbers[x->thread[e]]) >=
                            x->time[e],
                        x->threads[t].has[e]);
    }
  for (unsigned o = 0; o < OBJECTS; o++)
    assert_int_equal (sett_races_ordered ((const void *)(uintptr_t)o),
                      within (&x->objects[o], &x->threads[current]));
}

static void clocks_are_sets_of_events (void **state) {
  (void)state;
  for (unsigned round = 0; round < volume (4 * ROUNDS); round++) {
    execution x;
    seed = round;
    numbers = round % 2 ? far : near;
    begin (&x);
    while (x.count < MOST) {
      const unsigned t = any (THREADS);
      sett_world_turn (numbers[t]);
      if (any (2))
        synchronise (&x, t, any (OBJECTS));
      else
        relax (&x, t, any (OBJECTS));
      add_event (&x, t);
      check (&x, t);
    }
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (clocks_are_sets_of_events),
  };
  for (unsigned plane = 0; plane < SETT_PLANES; plane++)
    if (mmap ((void *)(SETT_WORLD_ADDRESS + plane * SETT_PLANE),
              SETT_WORLD_SIZE, PROT_READ | PROT_WRITE,
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
              -1, 0) == MAP_FAILED)
      return 1;
  return cmocka_run_group_tests (tests, NULL, NULL);
}
