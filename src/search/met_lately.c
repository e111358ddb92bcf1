/* See met_lately.h.  A mebibyte: what parents that are near each other
   lead to is found again soon, and what is looked at often should stay in the
   processor's cache. */

#include "search/met_lately.h"

#include "base/assert.h"
#include "base/memory.h"

#include <string.h>

#define MOST_BYTES ((size_t)1 << 20)
#define LINE 64u /* of a processor's cache */

void sett_met_lately_release (sett_met_lately *s) {
  sett_free (s->places, (size_t)s->count * s->room);
  *s = (sett_met_lately){0};
}

/* The first state decides how long others may be. */
static void create (sett_met_lately *s, uint32_t size) {
  s->room = (uint32_t)(sizeof size + size + LINE - 1) / LINE * LINE;
  s->count = (uint32_t)(MOST_BYTES / s->room);
  s->places = sett_zalloc (s->count, s->room);
}

int sett_met_lately_meet (sett_met_lately *s, uint64_t hash,
                          const unsigned char *state, uint32_t size) {
  SETT_ASSERT (size);
  if (!s->places)
    create (s, size);
  if (size > s->room - sizeof size)
    return 0;
  unsigned char *place =
      s->places + (hash >> 40) * s->count / (1u << 24) * s->room;
  if (!memcmp (place, &size, sizeof size) &&
      (s->coarse || !memcmp (place + sizeof size, state, size)))
    return 1;
  memcpy (place, &size, sizeof size);
  memcpy (place + sizeof size, state, size);
  return 0;
}
