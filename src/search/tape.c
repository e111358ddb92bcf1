/* A sequence of words, partly on disk: see tape.h. */

#include "search/tape.h"

#include "base/assert.h"
#include "base/memory.h"

#define WORDS (SETT_SPOOL_BLOCK / sizeof (uint64_t)) /* of a block */
#define NONE UINT64_MAX

int sett_tape_open (sett_tape *tape, sett_disk *disk) {
  *tape = (sett_tape){.block = sett_alloc (SETT_SPOOL_BLOCK), .number = NONE};
  return sett_spool_open (&tape->spool, disk);
}

void sett_tape_close (sett_tape *tape) {
  sett_spool_close (&tape->spool);
  sett_pile_release (&tape->pile);
  sett_free (tape->block, SETT_SPOOL_BLOCK);
  *tape = (sett_tape){.block = NULL};
}

uint64_t *sett_tape_tail (const sett_tape *tape, uint64_t from) {
  SETT_ASSERT (from >= tape->first && from <= sett_tape_count (tape));
  return tape->pile.at + (from - tape->first);
}

void sett_tape_cut (sett_tape *tape, uint64_t count) {
  SETT_ASSERT (count >= tape->first && count <= sett_tape_count (tape));
  tape->pile.count = count - tape->first;
}

static int fetch (sett_tape *tape, uint64_t number) {
  if (tape->number == number)
    return 1;
  tape->number = NONE;
  if (!sett_spool_read (&tape->spool, number, tape->block))
    return 0;
  tape->number = number;
  return 1;
}

int sett_tape_get (sett_tape *tape, uint64_t index, uint64_t *word) {
  SETT_ASSERT (index < sett_tape_count (tape));
  if (index >= tape->first) {
    *word = tape->pile.at[index - tape->first];
    return 1;
  }
  if (!fetch (tape, index / WORDS))
    return 0;
  *word = tape->block[index % WORDS];
  return 1;
}

/* What is left is less than a block. */
int sett_tape_spill (sett_tape *tape) {
  size_t done = 0;
  for (; tape->pile.count - done >= WORDS; done += WORDS)
    if (!sett_spool_write (&tape->spool, tape->pile.at + done))
      return 0;
  sett_pile_drop (&tape->pile, done);
  tape->first += done;
  SETT_ASSERT (!(tape->first % WORDS));
  return 1;
}
