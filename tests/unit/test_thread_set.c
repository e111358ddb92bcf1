/* Sets of threads (kernel/thread_set.h) against arrays of flags: random ones,
   of few and of many threads, and with those at the ends of words. */

#include "kernel/thread_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { ROUNDS = 3000 };

typedef struct naive {
  unsigned char has[SETT_MOST_THREADS];
} naive;

static uint64_t seed = 1;

static unsigned draw (unsigned below) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(seed >> 33) % below;
}

/* In the first word, at the end of one, or anywhere. */
static unsigned draw_thread (unsigned kind) {
  const unsigned word = draw (SETT_THREAD_WORDS);
  return kind == 0   ? draw (64)
         : kind == 1 ? 64 * word + (draw (2) ? 63 : 0)
                     : draw (SETT_MOST_THREADS);
}

static sett_thread_set draw_set (naive *n) {
  sett_thread_set s = SETT_NO_THREADS;
  const unsigned kind = draw (3);
  memset (n, 0, sizeof *n);
  for (unsigned count = draw (draw (2) ? 3 : 100); count; count--) {
    const unsigned thread = draw_thread (kind);
    sett_threads_add (&s, thread);
    n->has[thread] = 1;
    if (!draw (5)) {
      const unsigned other = draw_thread (kind);
      sett_threads_drop (&s, other);
      n->has[other] = 0;
    }
  }
  return s;
}

static void must_be (sett_thread_set s, const naive *n) {
  for (unsigned i = 0; i < SETT_MOST_THREADS; i++)
    assert_int_equal (sett_threads_have (s, i), n->has[i]);
}

static unsigned count_of (const naive *n) {
  unsigned count = 0;
  for (unsigned i = 0; i < SETT_MOST_THREADS; i++)
    count += n->has[i];
  return count;
}

static void check_one (sett_thread_set s, naive n) {
  const unsigned count = count_of (&n);
  must_be (s, &n);
  assert_int_equal (sett_threads_count (s), count);
  assert_int_equal (sett_threads_any (s), count > 0);
  assert_int_equal (sett_threads_many (s), count > 1);
  unsigned i = 0, passed = 0;
  SETT_EACH_THREAD (t, s) {
    while (i < t)
      assert_false (n.has[i++]);
    assert_true (n.has[i++]);
    assert_int_equal (sett_threads_first (sett_threads_after (s, passed++)), t);
    assert_int_equal (sett_threads_only (s, t), count == 1);
  }
  assert_int_equal (passed, count);
  for (; sett_threads_any (s); s = sett_threads_rest (s)) {
    assert_true (n.has[sett_threads_first (s)]);
    n.has[sett_threads_first (s)] = 0;
  }
  assert_int_equal (count_of (&n), 0);
}

static void check_above (sett_thread_set s, naive n, unsigned thread) {
  memset (n.has, 0, thread + 1);
  must_be (sett_threads_above (s, thread), &n);
  memset (n.has, 0, sizeof n.has);
  n.has[thread] = 1;
  must_be (sett_threads_of (thread), &n);
}

static void check_two (sett_thread_set a, const naive *x, sett_thread_set b,
                       const naive *y) {
  naive both, either, but;
  int within = 1, same = 1;
  for (unsigned i = 0; i < SETT_MOST_THREADS; i++) {
    both.has[i] = x->has[i] && y->has[i];
    either.has[i] = x->has[i] || y->has[i];
    but.has[i] = x->has[i] && !y->has[i];
    within &= !but.has[i];
    same &= x->has[i] == y->has[i];
  }
  must_be (sett_threads_and (a, b), &both);
  must_be (sett_threads_or (a, b), &either);
  must_be (sett_threads_but (a, b), &but);
  assert_int_equal (sett_threads_within (a, b), within);
  assert_int_equal (sett_threads_same (a, b), same);
  if (!same)
    assert_int_not_equal (sett_threads_hash (a), sett_threads_hash (b));
}

static void sets_are_sets (void **state) {
  (void)state;
  naive x, y;
  for (unsigned i = 0; i < ROUNDS; i++) {
    const sett_thread_set a = draw_set (&x);
    const sett_thread_set b = draw (8) ? draw_set (&y) : a;
    if (sett_threads_same (a, b))
      y = x;
    check_one (a, x);
    check_above (a, x, draw (SETT_MOST_THREADS));
    check_two (a, &x, b, &y);
  }
  memset (&x, 1, sizeof x);
  check_one (sett_threads_all (), x);
}

int main (void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test (sets_are_sets)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
