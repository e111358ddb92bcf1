#include "runtime/core/share.h"

#include "runtime/core/knowledge.h"
#include "stateless/stateless.h"

#include <string.h>
#include <sys/mman.h>

static sett_share *const share = SETT_SHARE_ADDRESS;

void sett_share_open (int board_file) {
  const long at =
      sett_raw (SYS_mmap, share, SETT_SHARE_SIZE, PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_FIXED_NOREPLACE, board_file, 0);
  if ((void *)at != share)
    sett_give_up ("the address of the shared memory is taken");
}

int sett_share_is_on (void) {
  return engine.board->orders.era != 0;
}

static uint64_t claim (void *unused) {
  (void)unused;
  return __atomic_fetch_add (&share->next, 1, __ATOMIC_RELAXED);
}

/* There should be many more parts than workers, since some are small. */
void sett_share_describe (sett_stateless_share *s) {
  enum { PARTS_FOR_EACH = 32 };
  *s = (sett_stateless_share){.parts =
                                  PARTS_FOR_EACH * engine.board->orders.workers,
                              .masks = share->masks,
                              .mask_count = &share->mask_count,
                              .mask_room = SETT_MOST_MASKS,
                              .claim = claim};
}

int sett_share_is_over (void) {
  return share->era != engine.board->orders.era;
}

static void lock (void) {
  while (__atomic_exchange_n (&share->writing, 1, __ATOMIC_ACQUIRE))
    sett_raw (SYS_sched_yield);
}

static void unlock (void) {
  __atomic_store_n (&share->writing, 0, __ATOMIC_RELEASE);
}

/* Whoever comes first is heard. */
static void begin_era (int alone) {
  uint32_t count;
  const uint64_t *words = sett_knowledge_save (&count);
  lock ();
  if (!sett_share_is_over ()) {
    share->alone |= alone || count > SETT_MOST_LEARNED;
    share->learned_count = count > SETT_MOST_LEARNED ? 0 : count;
    if (share->learned_count)
      memcpy (share->learned, words, count * sizeof *words);
    share->next = share->digest = 0;
    share->era++;
  }
  unlock ();
  engine.board->outdated = 1;
}

void sett_share_teach (void) {
  begin_era (0);
}

void sett_share_end (void) {
  begin_era (1);
}

int sett_share_agrees (uint64_t digest) {
  uint64_t found = 0;
  digest |= 1;
  if (__atomic_compare_exchange_n (&share->digest, &found, digest, 0,
                                   __ATOMIC_RELAXED, __ATOMIC_RELAXED) ||
      found == digest)
    return 1;
  begin_era (1);
  return 0;
}

/* In the first era, one worker stays.  Later, all end before anything is
   changed, and one begins again. */
void sett_share_needs_files (void) {
  sett_board *board = engine.board;
  if (!board || board->orders.task != SETT_TASK_SEARCH)
    return;
  board->indivisible = 1;
  if (!sett_share_is_on ())
    return;
  begin_era (1);
  board->phase = SETT_PHASE_DONE;
  sett_raw (SYS_exit_group, 0);
}
