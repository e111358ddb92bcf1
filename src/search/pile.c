/* Piles grow by half: the address space of a large one is mostly in use, so
   that the memory limit is not spent on room; by a little when half is too
   much, so that there is time to save what was done. */

#include "search/pile.h"

#include "base/assert.h"

#define SMALLEST 8192u /* words */

static int widen (sett_pile *pile, size_t room) {
  uint64_t *at =
      sett_try_resize (pile->at, pile->room * sizeof *at, room * sizeof *at);
  if (!at)
    return 0;
  pile->at = at;
  pile->room = room;
  return 1;
}

int sett_pile_grow (sett_pile *pile, size_t more) {
  SETT_ASSERT (pile->count <= pile->room);
  size_t wider = pile->room ? pile->room + pile->room / 2 : SMALLEST;
  while (wider - pile->count < more)
    wider += wider / 2;
  SETT_ASSERT (wider > pile->room);
  return widen (pile, wider) || widen (pile, pile->count + more + SMALLEST);
}

void sett_pile_release (sett_pile *pile) {
  SETT_ASSERT (pile->count <= pile->room);
  sett_free (pile->at, pile->room * sizeof *pile->at);
  pile->at = NULL;
  pile->count = pile->room = 0;
}
