/* Piles grow by half: the address space of a large one is mostly in use, so
   that the memory limit is not spent on room; by a little when half is too
   much, so that there is time to save what was done. */

#include "search/pile.h"

#include "base/assert.h"

#include <string.h>

#define SMALLEST 8192u /* words */

static int resize (sett_pile *pile, size_t room) {
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
  return resize (pile, wider) || resize (pile, pile->count + more + SMALLEST);
}

void sett_pile_drop (sett_pile *pile, size_t count) {
  SETT_ASSERT (count <= pile->count);
  pile->count -= count;
  if (pile->count)
    memmove (pile->at, pile->at + count, pile->count * sizeof *pile->at);
  if (pile->room > pile->count + SMALLEST)
    resize (pile, pile->count + SMALLEST); /* a smaller one can be had */
}

void sett_pile_release (sett_pile *pile) {
  SETT_ASSERT (pile->count <= pile->room);
  sett_free (pile->at, pile->room * sizeof *pile->at);
  pile->at = NULL;
  pile->count = pile->room = 0;
}
