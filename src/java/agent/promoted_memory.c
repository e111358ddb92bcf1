/* Keys of memory: see promoted_memory.h.  What always holds: none is there
   twice. */

#include "java/agent/promoted_memory.h"

#include "base/assert.h"

enum { MOST = 256 };

static uint64_t promoted[MOST];
static unsigned count;

int sett_promoted_any (void) {
  return count > 0;
}

int sett_promoted_has (uint64_t key) {
  for (unsigned i = 0; i < count; i++)
    if (promoted[i] == key)
      return 1;
  return 0;
}

void sett_promoted_add (uint64_t key) {
  SETT_ASSERT (count <= MOST);
  if (count < MOST && !sett_promoted_has (key))
    promoted[count++] = key;
}

const uint64_t *sett_promoted_all (unsigned *number) {
  *number = count;
  return promoted;
}
