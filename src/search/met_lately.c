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

/* The size, and some bits of the hash that say nothing about the place: most
   states that are not the same differ in these. */
typedef uint64_t head;

static head head_of (uint64_t hash, uint32_t size) {
  return hash << 32 | size;
}

/* The first state decides how long others may be. */
static void create (sett_met_lately *s, uint32_t size) {
  s->room = (uint32_t)(sizeof (head) + size + LINE - 1) / LINE * LINE;
  s->count = (uint32_t)(MOST_BYTES / s->room);
  s->places = sett_zalloc (s->count, s->room);
}

static unsigned char *place_of (const sett_met_lately *s, uint64_t hash) {
  return s->places + (hash >> 40) * s->count / (1u << 24) * s->room;
}

void sett_met_lately_expect (const sett_met_lately *s, uint64_t hash) {
  if (s->places)
    __builtin_prefetch (place_of (s, hash), 1);
}

int sett_met_lately_meet (sett_met_lately *s, uint64_t hash,
                          const unsigned char *state, uint32_t size) {
  const head wanted = head_of (hash, size);
  head there;
  SETT_ASSERT (size);
  if (!s->places)
    create (s, size);
  if (size > s->room - sizeof (head))
    return 0;
  unsigned char *place = place_of (s, hash);
  memcpy (&there, place, sizeof there);
  if (s->coarse
          ? (uint32_t)there == size
          : there == wanted && !memcmp (place + sizeof (head), state, size))
    return 1;
  memcpy (place, &wanted, sizeof wanted);
  memcpy (place + sizeof (head), state, size);
  return 0;
}
