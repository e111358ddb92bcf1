/* The tree over the words of a state: see shape.h. */

#include "store/shape.h"

#include "base/assert.h"
#include "base/memory.h"

/* The least power of two, at least 1, with pairs for all words. */
static uint32_t count_pairs (uint32_t words) {
  uint32_t pairs = 1;
  while (2 * pairs < words)
    pairs *= 2;
  return pairs;
}

/* The first word of a pair. */
static uint32_t first_of (const sett_shape *shape, uint32_t pair) {
  return (uint32_t)((uint64_t)pair * shape->words / shape->pairs);
}

sett_shape *sett_shape_create (uint32_t words) {
  SETT_ASSERT (words <= SETT_SHAPE_MOST_WORDS);
  const size_t bytes = sizeof (sett_shape) + words * sizeof (uint16_t);
  sett_shape *const shape = sett_try_resize (NULL, 0, bytes);
  if (!shape)
    return NULL;
  shape->words = words;
  shape->pairs = count_pairs (words);
  shape->depth = (unsigned)__builtin_ctz (2 * shape->pairs);
  SETT_ASSERT (2 * shape->pairs >= words &&
               1u << shape->depth == 2 * shape->pairs);
  shape->family = 0;
  shape->bytes = bytes;
  for (uint32_t pair = 0; pair < shape->pairs; pair++)
    for (uint32_t w = first_of (shape, pair); w < first_of (shape, pair + 1);
         w++)
      shape->leaf[w] =
          (uint16_t)(2 * (shape->pairs + pair) + w - first_of (shape, pair));
  SETT_ASSERT (!words || shape->leaf[words - 1] < sett_shape_nodes (shape));
  return shape;
}

void sett_shape_destroy (sett_shape *shape) {
  if (shape)
    sett_free (shape, shape->bytes);
}
