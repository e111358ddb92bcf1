/* Work that is shared by who closed a lock and those who wait outside: each
   piece is done once, before anybody is inside again; and sets of keys in
   clumps, which several workers fill, move, and find again. */

#include "volume.h"
#include "base/memory.h"
#include "store/brlock.h"
#include "store/sharedset.h"

#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define WORKERS 4u

/* --- pieces ------------------------------------------------------------ */

#define PIECES 200u
#define CLOSINGS volume (400)

struct workshop {
  sett_brlock brlock;
  unsigned done[PIECES];
  atomic_uint helped; /* pieces that others than the owner did */
  unsigned closings;  /* so far */
  pthread_t owner;
  atomic_uint wrong;
};

struct visitor {
  struct workshop *shop;
  unsigned worker;
};

/* The first time the owner waits for help. */
static void do_piece (void *of, uint64_t number) {
  struct workshop *const shop = of;
  const int own = pthread_equal (pthread_self (), shop->owner);
  shop->done[number]++;
  while (own && shop->closings == 1 && !atomic_load (&shop->helped))
    sched_yield ();
  for (volatile unsigned i = 0; i < 200; i++)
    ;
  if (!own)
    atomic_fetch_add (&shop->helped, 1);
}

/* With the lock closed by this worker. */
static void do_all (struct workshop *shop) {
  shop->owner = pthread_self ();
  shop->closings++;
  for (unsigned round = 1; round <= 2; round++)
    sett_brlock_share (&shop->brlock, PIECES, do_piece, shop);
  for (unsigned i = 0; i < PIECES; i++)
    shop->wrong += shop->done[i] != 2 * shop->closings;
}

static void *visit (void *argument) {
  const struct visitor *const visitor = argument;
  struct workshop *const shop = visitor->shop;
  for (uint64_t i = 0; i < CLOSINGS; i++) {
    sett_brlock_enter (&shop->brlock, visitor->worker);
    const unsigned closings = shop->closings;
    for (unsigned k = 0; k < PIECES; k++)
      shop->wrong += shop->done[k] != 2 * closings;
    if (i % WORKERS == visitor->worker) {
      sett_brlock_close (&shop->brlock, visitor->worker);
      do_all (shop);
      sett_brlock_open (&shop->brlock, visitor->worker);
    }
    sett_brlock_leave (&shop->brlock, visitor->worker);
  }
  return NULL;
}

static void test_pieces (void **unused) {
  (void)unused;
  static struct workshop shop;
  struct visitor visitors[WORKERS];
  pthread_t threads[WORKERS];
  assert_true (sett_brlock_init (&shop.brlock, WORKERS));
  for (unsigned i = 0; i < WORKERS; i++) {
    visitors[i] = (struct visitor){&shop, i};
    pthread_create (&threads[i], NULL, visit, &visitors[i]);
  }
  for (unsigned i = 0; i < WORKERS; i++)
    pthread_join (threads[i], NULL);
  assert_int_equal (shop.wrong, 0);
  assert_int_equal (shop.closings, CLOSINGS);
  sett_brlock_release (&shop.brlock);
}

static void test_alone (void **unused) {
  (void)unused;
  static struct workshop shop;
  shop.owner = pthread_self ();
  sett_brlock_share (NULL, PIECES, do_piece, &shop);
  assert_true (sett_brlock_init (&shop.brlock, 1));
  sett_brlock_share (&shop.brlock, PIECES, do_piece, &shop);
  for (unsigned i = 0; i < PIECES; i++)
    assert_int_equal (shop.done[i], 2);
  sett_brlock_release (&shop.brlock);
}

/* --- keys in clumps ---------------------------------------------------- */

#define CLUMP 150u /* keys side by side, so clusters are long */

struct filler {
  sett_sharedset *set;
  unsigned worker;
  uint64_t clumps, fresh, wrong;
};

static uint64_t key_of (const struct filler *filler, uint64_t number) {
  const uint64_t clump = number / CLUMP;
  const uint64_t distance = SETT_KEY_MASK / (filler->clumps - 1);
  return clump ? clump * distance - number % CLUMP : number % CLUMP + 1;
}

static void *fill (void *argument) {
  struct filler *const filler = argument;
  sett_brlock *const brlock = filler->set->brlock;
  const uint64_t keys = filler->clumps * CLUMP;
  const uint64_t factor =
      (uint64_t[]){1, 7919, 104729, 15485863}[filler->worker];
  for (uint64_t i = 0; i < keys; i++) {
    const uint64_t number = i * factor % keys;
    const uint64_t key = key_of (filler, number);
    sett_brlock_enter (brlock, filler->worker);
    const sett_found found =
        sett_sharedset_add (filler->set, filler->worker, key);
    sett_brlock_leave (brlock, filler->worker);
    filler->fresh += found == SETT_NEW;
    filler->wrong += found == SETT_FULL;
    sett_sharedset_set_marks (filler->set, key, number % 16);
  }
  return NULL;
}

static void check_keys (const struct filler *filler) {
  for (uint64_t i = 0; i < filler->clumps * CLUMP; i++)
    assert_int_equal (sett_sharedset_marks (filler->set, key_of (filler, i)),
                      i % 16);
}

static void test_clumps (void **unused) {
  (void)unused;
  sett_brlock brlock;
  sett_sharedset set;
  struct filler fillers[WORKERS];
  pthread_t threads[WORKERS];
  uint64_t fresh = 0;
  assert_true (sett_brlock_init (&brlock, WORKERS));
  assert_true (sett_sharedset_init (&set, &brlock));
  for (unsigned i = 0; i < WORKERS; i++) {
    fillers[i] = (struct filler){&set, i, 2 + volume (8000), 0, 0};
    pthread_create (&threads[i], NULL, fill, &fillers[i]);
  }
  for (unsigned i = 0; i < WORKERS; i++) {
    pthread_join (threads[i], NULL);
    assert_int_equal (fillers[i].wrong, 0);
    fresh += fillers[i].fresh;
  }
  assert_int_equal (fresh, fillers[0].clumps * CLUMP);
  assert_int_equal (sett_sharedset_count (&set), fresh);
  check_keys (&fillers[0]);
  sett_sharedset_release (&set);
  sett_brlock_release (&brlock);
  assert_int_equal (sett_memory_in_use (), 0);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_pieces),
      cmocka_unit_test (test_alone),
      cmocka_unit_test (test_clumps),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
