/* Keys of memory: see promoted_memory.h.  What always holds: none is there
   twice. */

#include "java/agent/promoted_memory.h"

#include "base/assert.h"

enum { MOST = 256, MOST_MEMORY = MOST - SETT_FACTS };

static uint64_t promoted[MOST];
static unsigned count, facts;

static int is_fact (uint64_t key) {
  return !(key & 1);
}

int sett_promoted_any (void) {
  return count > facts;
}

int sett_promoted_has (uint64_t key) {
  for (unsigned i = 0; i < count; i++)
    if (promoted[i] == key)
      return 1;
  return 0;
}

void sett_promoted_add (uint64_t key) {
  SETT_ASSERT (count <= MOST);
  if (count - facts + !is_fact (key) <= MOST_MEMORY &&
      !sett_promoted_has (key)) {
    promoted[count++] = key;
    facts += (unsigned)is_fact (key);
  }
}

const uint64_t *sett_promoted_all (unsigned *number) {
  *number = count;
  return promoted;
}
