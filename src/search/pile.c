/* Piles grow by half: the address space of a large one is mostly in use, so
   that the memory limit is not spent on room. */

#include "search/pile.h"

#define SMALLEST 8192u /* words */

int sett_pile_grow (sett_pile *pile, size_t more) {
  size_t wider = pile->room ? pile->room + pile->room / 2 : SMALLEST;
  while (wider - pile->count < more)
    wider += wider / 2;
  uint64_t *at =
      sett_try_resize (pile->at, pile->room * sizeof *at, wider * sizeof *at);
  if (!at)
    return 0;
  pile->at = at;
  pile->room = wider;
  return 1;
}

void sett_pile_release (sett_pile *pile) {
  sett_free (pile->at, pile->room * sizeof *pile->at);
  pile->at = NULL;
  pile->count = pile->room = 0;
}
