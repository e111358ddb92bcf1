/* Words for what was learnt: see learnt_words.h.

       memory   odd
       facts    2, 4
       births   creator, ordinal, and BIRTH in the lowest byte */

#include "java/agent/learnt_words.h"

#include "base/assert.h"
#include "java/agent/jvm_world.h"
#include "java/agent/promoted_memory.h"

#include <string.h>

enum { BIRTH = 6, ORDINAL_AT = 8, CREATOR_AT = 48, MOST = 512 };

static int is_birth (uint64_t word) {
  return (word & 0xff) == BIRTH;
}

static void load_birth (uint64_t word) {
  sett_shared *shared = world.shared;
  if (shared->birth_count == SETT_MOST_THREADS)
    return;
  shared->births[shared->birth_count].creator = (uint32_t)(word >> CREATOR_AT);
  shared->births[shared->birth_count++].ordinal =
      (uint32_t)(word >> ORDINAL_AT);
}

const uint64_t *sett_learnt_words (uint32_t *count) {
  static uint64_t words[MOST + SETT_MOST_THREADS];
  const sett_shared *shared = world.shared;
  const uint64_t *promoted = sett_promoted_all (count);
  SETT_ASSERT (*count <= MOST && shared->birth_count <= SETT_MOST_THREADS);
  memcpy (words, promoted, *count * sizeof *words);
  for (uint32_t i = shared->initial_count; i < shared->birth_count; i++)
    words[(*count)++] = (uint64_t)shared->births[i].creator << CREATOR_AT |
                        (uint64_t)shared->births[i].ordinal << ORDINAL_AT |
                        BIRTH;
  return words;
}

void sett_learnt_load (void) {
  const sett_orders *orders = &world.shared->orders;
  for (uint32_t i = 0; i < orders->learned_count; i++)
    if (is_birth (orders->learned[i]))
      load_birth (orders->learned[i]);
    else
      sett_promoted_add (orders->learned[i]);
}
